package backend_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
)

// forms are what the values of the interface look like in JSON, numbers and strings apart.
var forms = map[string]*regexp.Regexp{
	"integer": regexp.MustCompile(`^(0|[1-9][0-9]*)$`),
	"number":  regexp.MustCompile(`^[0-9.]+$`),
	"decimal": regexp.MustCompile(`^"(0|[1-9][0-9]*)"$`),
	"usd":     regexp.MustCompile(`^"[0-9]+(\.[0-9]{1,10})?"$`),
	"address": regexp.MustCompile(`^"0x[0-9a-f]{40}"$`),
	"hash":    regexp.MustCompile(`^"0x[0-9a-f]{64}"$`),
	"hex":     regexp.MustCompile(`^"0x([0-9a-f]{2})*"$`),
	"bool":    regexp.MustCompile(`^(true|false)$`),
	"null":    regexp.MustCompile(`^null$`),
	"string":  regexp.MustCompile(`^"`),
	"time":    regexp.MustCompile(`^"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"$`),
	"uuid":    regexp.MustCompile(`^"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"$`),
	"list":    regexp.MustCompile(`^\[`),
	"object":  regexp.MustCompile(`^\{`),
	"LIMIT":   regexp.MustCompile(`^"LIMIT"$`),
	"P2P":     regexp.MustCompile(`^"P2P"$`),
}

// fields is a JSON object taken apart.
type fields map[string]json.RawMessage

// has wants an object to have exactly these fields in these forms, written as "name form, name
// form, …".
func (d *door) has(what string, text json.RawMessage, shape string) fields {
	d.Helper()
	var got fields
	if err := json.Unmarshal(text, &got); err != nil {
		d.Fatalf("%s: %v: %s", what, err, text)
	}
	var names []string
	for _, part := range strings.Split(shape, ", ") {
		name, form, _ := strings.Cut(part, " ")
		names = append(names, name)
		if value, ok := got[name]; !ok || !forms[form].Match(value) {
			d.Errorf("%s: %s is %s, want %s", what, name, value, form)
		}
	}
	if have := slices.Sorted(maps.Keys(got)); !slices.Equal(
		have, slices.Sorted(slices.Values(names))) {
		d.Errorf("%s: the fields are %v, want %v", what, have, names)
	}
	return got
}

// call sends a request and wants a status.
func (d *door) call(want int, method, path string, body any) json.RawMessage {
	d.Helper()
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			d.Fatal(err)
		}
		in = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(d.Context(), method, d.base+path, in)
	if err != nil {
		d.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept-Encoding", "gzip, deflate, br")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		d.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != want ||
		res.Header.Get("Content-Type") != "application/json" ||
		res.Header.Get("Content-Encoding") != "" {
		d.Fatalf("%s %s: %d %v: %s", method, path, res.StatusCode, res.Header, text)
	}
	return text
}

// list takes the objects of a field apart.
func (d *door) list(text json.RawMessage, field string) (out []json.RawMessage) {
	d.Helper()
	var object fields
	err := json.Unmarshal(text, &object)
	if err == nil {
		err = json.Unmarshal(object[field], &out)
	}
	if err != nil {
		d.Fatalf("%v: %s", err, text)
	}
	return out
}

const (
	anyOrder = "expiry integer, createdAt integer, chainId integer, nonceAndMeta decimal, maker " +
		"address, taker address, takerFromMeta address, " +
		"makerAsset address, takerAsset address, makerAmount decimal, takerAmount decimal, " +
		"fillableBalance decimal, swappableBalance decimal, makerBalance decimal, " +
		"signature hex, orderHash hash, permitMakerAsset null, state string"
	createdOrder = anyOrder + ", updatedAt integer"
	listedOrder  = createdOrder + ", isFillOrKill bool"
	nftOrder     = anyOrder + ", makerAssetId decimal, takerAssetId decimal, makerAssetType " +
		"integer, takerAssetType integer"
	orderPage = "limit integer, offset integer, total integer, hasMore bool, orders list"
)

// Orders over HTTP alone, in the shapes and with the rules of the interface.
func TestOrdersAsTheInterfaceHasThem(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, accounts := nets[0].Contracts, d.s.wallet.List()
	maker, taker, link, usdc := accounts[1].Address, accounts[2].Address, d.token("LINK"),
		d.token("USDC")
	d.approve(maker, link, at.AugustusRFQ)
	d.approve(taker, usdc, at.AugustusRFQ)
	order := func(nonce, takes uint64, names, meta common.Address) api.Order {
		return api.Order{
			NonceAndMeta: api.PackNonce(api.NewAmount(nonce), meta), Maker: maker, Taker: names,
			MakerAsset: api.Asset{Address: link},
			TakerAsset: api.Asset{Address: usdc}, MakerAmount: api.NewAmount(100_000),
			TakerAmount: api.NewAmount(takes),
		}
	}
	anyone := common.Address{}
	post := func(status int, path string, o api.Order) json.RawMessage {
		t.Helper()
		return d.call(status, "POST", path, d.order(o))
	}
	dear, cheap := order(1, 30_000, anyone, anyone), order(2, 20_000, anyone, anyone)
	first := d.has("reply", post(201, "/ft/orders/1337/", dear), "order object")["order"]
	d.has("created", first, createdOrder+", transactionHash null, type LIMIT")
	if again := d.has("reply", post(200, "/ft/orders/1337", dear),
		"order object")["order"]; !bytes.Equal(again, first) {
		t.Errorf("posted again it is %s, first it was %s", again, first)
	}
	post(201, "/ft/orders/1337", cheap)
	for nonce, names := range []common.Address{taker, at.AugustusSwapper} {
		r := d.has("reply", post(201, "/ft/p2p/1337/", order(uint64(10+nonce), 9, names, taker)),
			"order object")["order"]
		d.has("created P2P", r, createdOrder+", transactionHash null, type P2P")
	}
	for path, o := range map[string]api.Order{
		"/ft/orders/1337": order(20, 9, taker, taker),
		"/ft/p2p/1337":    order(21, 9, anyone, anyone)} {
		d.has("refusal", post(400, path, o),
			"errorType string, details string, error string, requestId string, fields list")
	}
	expired := order(22, 9, anyone, anyone)
	expired.Expiry = 1
	d.has("expired", post(400, "/ft/orders/1337", expired),
		"errorType string, details string, error string, requestId string")

	if _, err := d.s.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	page := func(path string, count int, shape string) []json.RawMessage {
		t.Helper()
		orders := d.list(d.call(200, "GET", path, nil), "orders")
		if len(orders) != count {
			t.Errorf("%s has %d orders, want %d", path, len(orders), count)
		}
		for _, o := range orders {
			d.has(path, o, shape)
		}
		return orders
	}
	mine, theirs := maker.Hex(), api.Lower(taker)
	d.has("page", d.call(200, "GET", "/ft/orders/1337/maker/"+mine+"?limit=1&offset=1", nil),
		orderPage)
	page("/ft/orders/1337/maker/"+mine+"/", 2, listedOrder+", transactionHash null, type LIMIT")
	page("/ft/orders/1337/taker/"+api.Lower(anyone), 2,
		listedOrder+", transactionHash null, type LIMIT")
	page("/ft/p2p/1337/taker/"+theirs, 2, listedOrder+", transactionHash null, type P2P")
	page("/ft/p2p/1337/maker/"+mine, 2, listedOrder+", transactionHash null, type P2P")
	book := "/ft/orders/1337/orderbook/?makerAsset=" + api.Lower(link) + "&takerAsset=" + usdc.Hex()
	d.has("book", d.call(200, "GET", book, nil), "success bool, orders list")
	if best := page(book, 2, listedOrder+", transactionHash null, type LIMIT"); !strings.Contains(
		string(best[0]), `"takerAmount":"20000"`) {
		t.Errorf("the best price for the taker is not first: %s", best)
	}

	hash := func(o api.Order) common.Hash {
		return eip712.OrderTypedData(api.LocalChainID, at.AugustusRFQ, o).Hash()
	}
	legs := []api.FillLeg{{Hash: hash(dear), TakerAmount: api.NewAmount(29_997)}}
	d.run(apitest.On(d.s, api.LocalChainID).PrepareFill(t.Context(),
		api.FillRequest{Taker: taker, Legs: legs}))
	d.run(apitest.On(d.s, api.LocalChainID).PrepareCancel(t.Context(),
		api.CancelRequest{Maker: maker,
			Hashes: []common.Hash{hash(cheap)}}))
	d.has("filled", d.call(200, "GET", "/ft/order/"+hash(dear).Hex()+"/", nil),
		listedOrder+", transactionHash hash, type LIMIT")
	page("/ft/orders/1337/maker/"+mine, 2, listedOrder+", transactionHash hash, type LIMIT")
	if left := page("/ft/orders/1337/maker/"+mine+"?hideSmallBalances=true", 1,
		listedOrder+", transactionHash hash, type LIMIT"); !strings.Contains(
		string(left[0]), "CANCELLED") {
		t.Errorf("of a cancelled order and one filled by 99.99 %%, %s is listed", left)
	}
	d.has("balance", d.call(200, "GET", "/ft/fillablebalance/1337/"+mine, nil),
		api.Lower(link)+" decimal")
	d.has("balance of one", d.call(
		200, "GET", "/ft/fillablebalance/1337/"+mine+"/"+link.Hex()+"/", nil),
		api.Lower(link)+" decimal")
}

// NFT orders over HTTP alone.
func TestNFTOrdersAsTheInterfaceHasThem(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	collections, err := apitest.On(d.s, api.LocalChainID).Collections(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, maker, taker := nets[0].Contracts, d.user, d.s.wallet.List()[2].Address
	for i, c := range collections {
		d.run(apitest.On(d.s, api.LocalChainID).PrepareApprove(t.Context(), api.ApproveRequest{
			Owner: maker, Token: c.Address, Kind: c.Kind,
			Spender: at.AugustusRFQ, Amount: api.MaxAmount,
		}))
		for j, meta := range []common.Address{{}, taker} {
			o := api.Order{
				NFT: true, NonceAndMeta: api.PackNonce(api.NewAmount(uint64(i)), meta),
				Maker: maker, Taker: at.AugustusSwapper, MakerAmount: one, TakerAmount: one,
				MakerAsset: api.Asset{Kind: c.Kind, Address: c.Address, ID: one},
				TakerAsset: api.Asset{Address: d.token("USDC")},
			}
			path, typ := []string{"/nft/orders/1337/", "/nft/p2p/1337/"}[j],
				[]string{"LIMIT", "P2P"}[j]
			r := d.has("reply", d.call(201, "POST", path, d.order(o)), "order object")["order"]
			r2 := d.has("created", r, nftOrder+", transactionHash null, type "+typ)
			if string(r2["makerAsset"]) != fmt.Sprintf("%q", api.Lower(c.Address)) ||
				string(r2["makerAssetType"]) != fmt.Sprint(int(c.Kind)) {
				t.Errorf("the asset is told as %s", r)
			}
			d.has("by hash", d.call(200, "GET",
				"/nft/order/"+strings.Trim(string(r2["orderHash"]), `"`), nil),
				nftOrder+", transactionHash null, type "+typ)
		}
	}
	if _, err := d.s.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	for path, count := range map[string]int{
		"/nft/orders/1337/maker/" + api.Lower(maker):                    2,
		"/nft/p2p/1337/maker/" + maker.Hex() + "/":                      2,
		"/nft/p2p/1337/taker/" + api.Lower(taker):                       2,
		"/nft/orders/1337/orderbook/":                                   2,
		"/nft/orders/1337/orderbook/?makerAssetType=1&takerAssetType=0": 1,
		"/nft/orders/1337/orderbook?makerAssetType=0":                   0,
		"/nft/orders/1337/orderbook/?makerAssetType=2&makerAsset=" + collections[0].Address.Hex() +
			"&takerAsset=" + api.Lower(d.token("USDC")): 1,
		"/nft/orders/1337/orderbook/?takerAsset=" +
			api.Lower(d.token("DAI")): 0,
	} {
		text := d.call(200, "GET", path, nil)
		if list := d.list(text, "orders"); len(list) != count {
			t.Errorf("%s has %d orders, want %d", path, len(list), count)
		}
		if strings.Contains(path, "orderbook") {
			d.has(path, text, "success bool, orders list")
		}
	}
}
