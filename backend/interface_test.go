package backend_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// What is wrong about a request to build an order is said, whether it comes in body or query: only
// what is left out has a default.
func TestBuildRefusesWhatItCannotMean(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	weth, usdc := d.token("WETH"), d.token("USDC")
	prices := d.has("prices", d.call(200, "GET", fmt.Sprintf("/delta/prices/?srcToken=%s&"+
		"destToken=%s&amount=1000000000000000000&srcDecimals=18&destDecimals=6&chainId=1337",
		weth.Hex(), usdc.Hex()), nil), "price object, deltaAddress address")
	partner := "0x9a57ee0000000000000000000000000000000003"
	const far = 1_900_000_000 // the clock of the exchange stands at 1,800,000,000
	for _, c := range []struct {
		name, field string // field is what the refusal names; "" is built
		body        map[string]any
	}{
		{"nothing more", "", nil},
		{"a deadline of 0", "deadline", map[string]any{"deadline": 0}},
		{"a deadline that has passed", "deadline", map[string]any{"deadline": 1}},
		{"a deadline beyond a year", "deadline", map[string]any{"deadline": far}},
		{"a fee for nobody", "partnerAddress", map[string]any{"partnerFeeBps": 100}},
		{"a share for nobody", "partnerAddress", map[string]any{"partnerTakesSurplus": true}},
		{"a fee for the zero address", "partnerAddress", map[string]any{"partnerFeeBps": 100,
			"partnerAddress": common.Address{}.Hex()}},
		{"neither fee nor share", "", map[string]any{"partnerFeeBps": 0,
			"partnerTakesSurplus": false}},
		{"a fee", "", map[string]any{"partnerFeeBps": 200, "partnerAddress": partner}},
		{"more than 200 basis points", "partnerFeeBps", map[string]any{"partnerFeeBps": 201,
			"partnerAddress": partner}},
		{"a share", "", map[string]any{"partnerTakesSurplus": true, "partnerAddress": partner}},
		{"slippage 0", "", map[string]any{"slippage": 0}},
		{"slippage 10000", "", map[string]any{"slippage": 10_000}},
		{"slippage 10001", "slippage", map[string]any{"slippage": 10_001}},
		{"half a basis point", "slippage", map[string]any{"slippage": 0.5}},
	} {
		body := map[string]any{"price": prices["price"], "chainId": "1337", "owner": d.user.Hex()}
		query := url.Values{"price": {string(prices["price"])}, "chainId": {"1337"},
			"owner": {d.user.Hex()}}
		for name, value := range c.body {
			body[name] = value
			query.Set(name, fmt.Sprint(value))
		}
		for way, path := range map[string]string{"body": "/orders/build",
			"query": "/orders/build?" + query.Encode()} {
			var sent any
			if way == "body" {
				sent = body
			}
			if c.field == "" {
				d.has(c.name, d.call(200, "POST", path, sent), "toSign object")
				continue
			}
			answer := d.has(c.name, d.call(400, "POST", path, sent),
				refusal+", fields list")
			if string(answer["errorType"]) != `"ValidationError"` ||
				!strings.Contains(string(answer["details"]), c.field) {
				t.Errorf("%s in the %s: %s, want a ValidationError of %s", c.name, way,
					answer["details"], c.field)
			}
		}
	}
	for _, bps := range []string{"0.5", "10001", "-1"} { // the rule of /swap is the same
		if a := d.swap("slippage", bps); a.status != 400 || a.ErrorType != api.ValidationError {
			t.Errorf("/swap with slippage %s: %d %s", bps, a.status, a.Details)
		}
	}
	for _, bps := range []string{"0", "10000"} {
		d.good("slippage", bps)
	}
}

// bookOf reads the book of NFT orders, and the hashes of its orders.
func (d *door) bookOf(query, shape string) (fields, map[string]bool) {
	d.Helper()
	res, err := http.Get(d.base + "/nft/orders/1337/orderbook/" + query)
	if err != nil {
		d.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 {
		d.Fatalf("%d %v %s", res.StatusCode, err, text)
	}
	hashes := make(map[string]bool)
	for _, o := range d.list(text, "orders") {
		var order struct{ OrderHash string }
		if err := json.Unmarshal(o, &order); err != nil {
			d.Fatal(err)
		}
		hashes[order.OrderHash] = true
	}
	return d.has(query, text, shape), hashes
}

// With no query parameters the whole NFT book of the chain is returned, however long it is; pages
// say where they are.
func TestWholeNFTBook(t *testing.T) {
	t.Parallel()
	const each, makers = 520, 2
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, usdc := nets[0].Contracts, d.token("USDC")
	want := make(map[string]bool)
	for m := range makers {
		maker := d.s.wallet.List()[m].Address
		d.run(apitest.On(d.s, api.LocalChainID).PrepareApprove(t.Context(), api.ApproveRequest{
			Owner: maker, Token: usdc, Spender: at.AugustusRFQ, Amount: api.MaxAmount}))
		for i := range each { // for an NFT that anybody may have, a thousandth of a dollar and more
			o := api.Order{NFT: true, Maker: maker, Taker: at.AugustusSwapper,
				NonceAndMeta: api.PackNonce(api.NewAmount(uint64(i)), common.Address{}),
				MakerAsset:   api.Asset{Address: usdc},
				MakerAmount:  api.NewAmount(uint64(1000 + i)), TakerAmount: one,
				TakerAsset: api.Asset{Kind: api.ERC721, Address: common.Address{0x0f}, ID: one}}
			r := d.has("reply", d.call(201, "POST", "/nft/orders/1337/", d.order(o)),
				"order object")["order"]
			var order struct{ OrderHash string }
			if err := json.Unmarshal(r, &order); err != nil {
				t.Fatal(err)
			}
			want[order.OrderHash] = true
		}
	}
	if _, err := d.s.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"", "?makerAssetType=0&takerAssetType=2"} {
		_, got := d.bookOf(query, "success bool, orders list")
		if len(got) != makers*each {
			t.Fatalf("%q: %d orders, want %d", query, len(got), makers*each)
		}
		for hash := range want {
			if !got[hash] {
				t.Fatalf("%q: %s is missing", query, hash)
			}
		}
	}
	paged := "success bool, limit integer, offset integer, total integer, hasMore bool, orders list"
	seen := make(map[string]bool)
	for _, c := range []struct {
		query string
		count int
		more  string
	}{{"?limit=1000", 1000, "true"}, {"?limit=1000&offset=1000", makers*each - 1000, "false"}} {
		page, got := d.bookOf(c.query, paged)
		if len(got) != c.count || string(page["hasMore"]) != c.more ||
			string(page["total"]) != fmt.Sprint(makers*each) {
			t.Errorf("%s: %d orders, hasMore %s, total %s", c.query, len(got), page["hasMore"],
				page["total"])
		}
		for hash := range got {
			seen[hash] = true
		}
	}
	if len(seen) != makers*each {
		t.Errorf("the pages have %d orders, want %d", len(seen), makers*each)
	}
	d.has("a long page", d.call(400, "GET", "/nft/orders/1337/orderbook/?limit=1001", nil),
		refusal+", fields list")
}

// An NFT order that names the swap contract that trades no NFTs can be filled by nobody: whoever
// posts it learns so at once.
func TestNFTOrderThatNobodyCanFill(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := nets[0].Contracts
	for i, meta := range []common.Address{{}, d.s.wallet.List()[2].Address} {
		o := api.Order{NFT: true, Maker: d.user, Taker: at.AugustusV6,
			NonceAndMeta: api.PackNonce(one, meta), MakerAmount: one, TakerAmount: one,
			MakerAsset: api.Asset{Address: d.token("USDC")},
			TakerAsset: api.Asset{Kind: api.ERC721, Address: common.Address{0x0f}, ID: one}}
		path := []string{"/nft/orders/1337/", "/nft/p2p/1337/"}[i]
		for _, status := range []int{201, 200} { // as new, and posted again
			var answer struct {
				Order struct{ State, StateReason, OrderHash string }
			}
			if err := json.Unmarshal(d.call(status, "POST", path, d.order(o)),
				&answer); err != nil {
				t.Fatal(err)
			}
			if answer.Order.State != "SUSPENDED" ||
				!strings.Contains(answer.Order.StateReason, "nobody can fill it") {
				t.Errorf("%s: %+v", path, answer.Order)
			}
		}
	}
	sells := api.Order{NFT: true, Maker: d.s.wallet.List()[1].Address, Taker: at.AugustusV6,
		NonceAndMeta: api.PackNonce(one, common.Address{}), MakerAmount: one, TakerAmount: one,
		MakerAsset: api.Asset{Kind: api.ERC721, Address: common.Address{0x0f}, ID: one},
		TakerAsset: api.Asset{Address: d.token("USDC")}}
	a := d.post("", map[string]any{"orders": []any{d.order(sells)},
		"userAddress": api.Lower(d.user), "slippage": 0})
	if a.status != 400 || !strings.Contains(a.Details, "nobody can fill it") {
		t.Errorf("a transaction that fills it: %d %s %s", a.status, a.Error, a.Details)
	}
}
