package delta_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/url"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// v2 is a client of the second interface that keeps to its description: it has orders built, hashes
// what comes back by another library than the service, signs that and posts it.
type v2 struct {
	*world
	base string
}

type fields = map[string]any

// at follows keys and places into an answer.
func at(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			list, _ := v.([]any)
			if p >= len(list) {
				return nil
			}
			v = list[p]
		}
	}
	return v
}

func (c *v2) get(path string) (int, map[string]any) {
	c.Helper()
	return c.request("GET", c.base+"/v2"+path, nil)
}

func (c *v2) post(path string, body any) (int, map[string]any) {
	c.Helper()
	return c.request("POST", c.base+"/v2"+path, body)
}

// price is that of an amount of the token that side fixes.
func (c *v2) price(amount, src, dest, side string, more ...string) map[string]any {
	c.Helper()
	query := c.quoteQuery(amount, src, dest, append([]string{"side", side}, more...)...)
	if side == "BUY" {
		v, _ := url.ParseQuery(query)
		v.Set("amount", c.amount(amount, dest).String())
		query = v.Encode()
	}
	status, p := c.get("/delta/prices/?" + query)
	if status != 200 {
		c.Fatalf("%d %v", status, p)
	}
	return p
}

// hash is that of built typed data, by go-ethereum.
func (c *v2) hash(toSign any) common.Hash {
	c.Helper()
	text, err := json.Marshal(toSign)
	if err != nil {
		c.Fatal(err)
	}
	var in struct {
		Domain struct {
			Name, Version     string
			ChainID           int64
			VerifyingContract string
		}
		Types apitypes.Types
		Value map[string]any
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&in); err != nil {
		c.Fatal(err)
	}
	data := apitypes.TypedData{Types: in.Types, Message: plainNumbers(in.Value),
		Domain: apitypes.TypedDataDomain{Name: in.Domain.Name, Version: in.Domain.Version,
			ChainId:           math.NewHexOrDecimal256(in.Domain.ChainID),
			VerifyingContract: in.Domain.VerifyingContract}}
	for name := range in.Types {
		if name != "Bridge" {
			data.PrimaryType = name
		}
	}
	in.Types["EIP712Domain"] = []apitypes.Type{{Name: "name", Type: "string"},
		{Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"},
		{Name: "verifyingContract", Type: "address"}}
	digest, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		c.Fatalf("%s: %v", text, err)
	}
	return common.BytesToHash(digest)
}

// plainNumbers writes the numbers of a message as texts, as the library wants them.
func plainNumbers(m map[string]any) map[string]any {
	for k, v := range m {
		switch v := v.(type) {
		case json.Number:
			m[k] = v.String()
		case map[string]any:
			m[k] = plainNumbers(v)
		}
	}
	return m
}

// build has an order built and checks its hash.
func (c *v2) build(body fields) (value map[string]any, hash common.Hash) {
	c.Helper()
	status, built := c.post("/delta/orders/build", body)
	if status != 200 {
		c.Fatalf("%d %v", status, built)
	}
	hash = c.hash(built["toSign"])
	if built["orderHash"] != hash.Hex() {
		c.Fatalf("the order's hash is %v, told is %v", hash, built["orderHash"])
	}
	return at(built, "toSign", "value").(map[string]any), hash
}

// signHash signs built fields by a user's key.
func (c *v2) signHash(owner common.Address, value any) string {
	c.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		c.Fatal(err)
	}
	var o api.DeltaOrder
	if err := json.Unmarshal(text, &o); err != nil {
		c.Fatal(err)
	}
	return hexutil.Encode(c.sign(o))
}

// place posts an order and returns its id.
func (c *v2) place(owner common.Address, value map[string]any, more fields) string {
	c.Helper()
	body := fields{"order": value, "signature": c.signHash(owner, value), "chainId": 1337}
	for k, v := range more {
		body[k] = v
	}
	status, r := c.post("/delta/orders/", body)
	if status != 200 || r["status"] != "PENDING" {
		c.Fatalf("%d %v", status, r)
	}
	if status, again := c.post("/delta/orders", body); status != 200 || again["id"] != r["id"] {
		c.Fatalf("posted twice: %d %v", status, again)
	}
	return r["id"].(string)
}

func (c *v2) record(id string) map[string]any {
	c.Helper()
	status, r := c.get("/delta/orders/" + id)
	if status != 200 {
		c.Fatalf("%d %v", status, r)
	}
	return r
}

func number(c *v2, v any) *big.Int {
	c.Helper()
	n, ok := new(big.Int).SetString(fmt.Sprint(v), 10)
	if !ok {
		c.Fatalf("%v is no number", v)
	}
	return n
}

// share is ⌊n · of / 10000⌋.
func share(n *big.Int, of int64) string {
	out := new(big.Int).Mul(n, big.NewInt(of))
	return out.Quo(out, big.NewInt(10_000)).String()
}

func newV2(t *testing.T) *v2 {
	t.Helper()
	w := newWorld(t)
	return &v2{w, w.serve()}
}

func (c *v2) want(what string, value map[string]any, want fields) {
	c.Helper()
	for k, v := range want {
		if fmt.Sprint(value[k]) != fmt.Sprint(v) {
			c.Errorf("%s: %s is %v, want %v", what, k, value[k], v)
		}
	}
}

// A price has the shape of the description: what is sold and bought, at the same place twice since
// there is no bridge, what gas costs, and whom to let move the tokens.
func TestV2Prices(t *testing.T) {
	t.Parallel()
	c := newV2(t)
	usdc, weth := api.Lower(c.tokens["USDC"].Address), api.Lower(c.tokens["WETH"].Address)
	delta := api.Lower(c.contracts.Delta)
	for side, fixed := range map[string]string{"SELL": "input", "BUY": "output"} {
		amount := map[string]string{"SELL": "5000", "BUY": "1.5"}[side]
		p := c.price(amount, "USDC", "WETH", side, "destChainId", "1337")
		raw := map[string]string{"SELL": "5000000000", "BUY": "1500000000000000000"}[side]
		origin := at(p, "route", "origin")
		for path, want := range map[string]any{"side": side, "spender": delta} {
			if p[path] != want {
				t.Errorf("%s: %s is %v, want %v", side, path, p[path], want)
			}
		}
		for i, token := range []string{usdc, weth} {
			leg := []string{"input", "output"}[i]
			for _, got := range []any{at(p, leg+"Token"), at(origin, leg, "token")} {
				if at(got, "address") != token || fmt.Sprint(at(got, "chainId")) != "1337" {
					t.Errorf("%s: %s is %v", side, leg, got)
				}
			}
		}
		if at(origin, fixed, "amount") != raw {
			t.Errorf("%s of %s: %v", side, raw, origin)
		}
		out := fmt.Sprint(at(origin, "output"))
		for _, leg := range []string{"input", "output"} {
			if fmt.Sprint(at(p, "route", "destination", leg)) != out {
				t.Errorf("%s: destination %v, origin brings %s", side,
					at(p, "route", "destination"), out)
			}
		}
		if at(p, "route", "bridge") != nil || fmt.Sprint(p["alternatives"]) != "[]" ||
			fmt.Sprint(at(p, "route", "fees", "bridge")) != "[]" || at(p, "partner", "name") !=
			"anon" || fmt.Sprint(at(p, "partner", "feePercent")) != "0" || p["id"] == "" {
			t.Errorf("%s: %v", side, p)
		}
		gas := at(p, "route", "fees", "gas")
		if at(gas, "token", "address") != "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee" ||
			number(c, at(gas, "amount")).Cmp(big.NewInt(1e9)) < 0 { // wei, not units of gas
			t.Errorf("%s: gas %v", side, gas)
		}
	}
	plain := number(c, at(c.price("5000", "USDC", "WETH", "SELL"), "route", "origin", "output",
		"amount"))
	fee := number(c, at(c.price("5000", "USDC", "WETH", "SELL", "partner", "me", "partnerFeeBps",
		"100"), "route", "origin", "output", "amount"))
	if share(plain, 9900) > fee.String() || new(big.Int).Sub(fee, big.NewInt(1)).String() >
		share(plain, 9900) {
		t.Errorf("%s less a fee of 1 %% is told as %s", plain, fee)
	}
	for path, want := range map[string]string{
		"/quote?" + c.quoteQuery("5000", "USDC", "WETH", "mode", "delta"): "delta",
		"/quote?" + c.quoteQuery("5000", "USDC", "WETH"):                  "delta",
		"/quote/?" + c.quoteQuery("50", "USDC", "WETH", "mode", "MARKET"): "market",
		"/quote?" + c.quoteQuery("0.01", "USDC", "WETH"):                  "market", // dust for gas
	} {
		status, q := c.get(path)
		if status != 200 || q[want] == nil || len(q) > 2 {
			t.Errorf("%s: %d %v", path, status, q)
		}
		if want == "delta" && (q["deltaAddress"] != delta || at(q, "delta", "spender") != delta) {
			t.Errorf("%s: %v", path, q)
		}
		if strings.Contains(path, "0.01") && at(q, "fallbackReason", "errorType") !=
			"GasCostExceedsTradeAmount" {
			t.Errorf("%s: %v", path, q)
		}
	}
}

// Built orders have the amounts of the description, and those that are signed are settled: at once,
// at a limit, bought, in slices and bought in slices.
func TestV2OrdersSettle(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	c := newV2(t)
	owner := c.users[0]
	sell, buy := c.price("5000", "USDC", "WETH", "SELL"), c.price("1.5", "USDC", "WETH", "BUY")
	origin := func(p map[string]any, leg string) *big.Int {
		return number(c, at(p, "route", "origin", leg, "amount"))
	}
	ids := make(map[string]string)
	plain := fields{"owner": api.Lower(owner), "beneficiary": api.Lower(owner),
		"srcToken":  api.Lower(c.tokens["USDC"].Address),
		"destToken": api.Lower(c.tokens["WETH"].Address), "partnerAndFee": "512",
		"permit": "0x", "metadata": "0x"}
	build := func(what string, body, want, more fields) map[string]any {
		t.Helper()
		body["owner"] = owner
		value, _ := c.build(body)
		c.want(what, value, plain)
		c.want(what, value, want)
		for k, v := range (fields{"protocolSelector": "0x00000000", "destinationChainId": "0",
			"outputToken": api.Lower(common.Address{}), "scalingFactor": "0",
			"protocolData": "0x"}) {
			if fmt.Sprint(at(value, "bridge", k)) != v {
				t.Errorf("%s: bridge %v", what, value["bridge"])
			}
		}
		ids[what] = c.place(owner, value, more)
		return value
	}
	build("MARKET", fields{"route": sell["route"], "slippage": 50},
		fields{"srcAmount": "5000000000", "expectedAmount": origin(sell, "output"),
			"destAmount": share(origin(sell, "output"), 9950), "kind": 0}, nil)
	limit := share(origin(sell, "output"), 9800)
	build("LIMIT", fields{"route": sell["route"], "limitAmount": limit, "nonce": 77},
		fields{"destAmount": limit, "expectedAmount": limit, "nonce": "77"},
		fields{"type": "LIMIT"})
	build("BUY", fields{"route": buy["route"], "side": "BUY", "slippage": 200},
		fields{"destAmount": "1500000000000000000", "expectedAmount": origin(buy, "input"),
			"srcAmount": share(origin(buy, "input"), 10_200), "kind": 1}, nil)
	now := c.head()
	slices := fields{"route": sell["route"], "orderType": "TWAPOrder", "owner": owner,
		"interval": 60, "numSlices": 2, "totalSrcAmount": "10000000001"}
	exact, _ := c.build(slices)
	c.want("TWAP without slippage", exact, fields{"destAmountPerSlice": origin(sell, "output")})
	slices["slippage"] = 300
	slice := build("TWAP", slices, fields{"totalSrcAmount": "10000000001", "interval": 60,
		"destAmountPerSlice": share(origin(sell, "output"), 9700), "numSlices": 2},
		fields{"onChainOrderType": "TWAPOrder"})
	if end := number(c, fmt.Sprintf("%.0f", slice["deadline"])).Uint64(); end < now+720 ||
		end > now+740 {
		t.Errorf("a TWAP of two minutes that says no deadline ends at %d, it is %d", end, now)
	}
	most := new(big.Int).Mul(origin(buy, "input"), big.NewInt(2))
	build("TWAP buy", fields{"route": buy["route"], "orderType": "TWAPBuyOrder", "interval": 60,
		"numSlices": 2, "totalDestAmount": "3000000000000000001", "maxSrcAmount": most.String(),
		"slippage": 300}, fields{"totalDestAmount": "3000000000000000001",
		"maxSrcAmount": share(most, 10_300)}, fields{"onChainOrderType": "TWAPBuyOrder"})
	for side, amount := range map[string]string{"SELL": "500", "BUY": "0.2"} {
		p := c.price(amount, "USDC", "WETH", side, "partnerFeeBps", "200")
		value, _ := c.build(fields{"route": p["route"], "side": side, "owner": owner,
			"slippage": 300, "partnerAddress": c.users[1], "partnerFeeBps": 200})
		ids["partner "+side] = c.place(owner, value, nil)
	}
	for what, id := range ids {
		kind := "Order"
		if strings.HasPrefix(what, "TWAP") {
			kind = map[string]string{"TWAP": "TWAPOrder", "TWAP buy": "TWAPBuyOrder"}[what]
		}
		c.await(id, api.DeltaExecuted)
		r := c.record(id)
		c.completed(what, r)
		if r["onChainOrderType"] != kind || what == "LIMIT" != (r["type"] == "LIMIT") {
			t.Errorf("%s: %v %v", what, r["onChainOrderType"], r["type"])
		}
		status, byHash := c.get("/delta/orders/hash/" + r["orderHash"].(string) + "/")
		if status != 200 || fmt.Sprint(byHash) != fmt.Sprint(r) {
			t.Errorf("by its hash: %d %v", status, byHash)
		}
		status, first := c.request("GET", c.base+"/delta/orders/hash/"+
			r["orderHash"].(string), nil)
		_, bridged := first["bridgeStatus"]
		if status != 200 || first["status"] != "EXECUTED" || !bridged ||
			first["bridgeStatus"] != nil {
			t.Errorf("by its hash, in the first interface: %d %v", status, first)
		}
		if strings.HasPrefix(what, "partner") { // the protocol has no part of the partner's fee
			tx := first["transactions"].([]any)[0]
			taken, share := number(c, at(tx, "protocolFee")), number(c, at(tx, "partnerFee"))
			if share.Sign() == 0 || taken.Mul(taken, big.NewInt(10)).Cmp(share) > 0 {
				t.Errorf("%s: the partner got %s, ten times what the protocol took is %s", what,
					share, taken)
			}
		}
	}
}

// completed checks the record of an order that is settled.
func (c *v2) completed(what string, r map[string]any) {
	c.Helper()
	transactions, _ := r["transactions"].([]any)
	percents := 0.0
	spent, got := new(big.Int), new(big.Int)
	for _, tx := range transactions {
		percents += at(tx, "filledPercent").(float64)
		spent.Add(spent, number(c, at(tx, "spentAmount")))
		got.Add(got, number(c, at(tx, "receivedAmount")))
		if at(tx, "destinationTx") != nil || len(at(tx, "originTx").(string)) != 66 {
			c.Errorf("%s: %v", what, tx)
		}
	}
	if r["status"] != "COMPLETED" || percents != 100 || fmt.Sprint(r["refunds"]) != "[]" {
		c.Errorf("%s: %v, %v %% in %d transactions", what, r["status"], percents,
			len(transactions))
	}
	in, _ := r["input"].(map[string]any)
	out, _ := r["output"].(map[string]any)
	if r["side"] == "BUY" {
		if out["amount"] == nil || in["amount"] != nil || in["executedAmount"] != spent.String() ||
			in["maxAmount"] == nil || in["expectedAmount"] == nil || len(out) != 3 || len(in) != 5 {
			c.Errorf("%s: %v for %v", what, in, out)
		}
	} else if in["amount"] != spent.String() || out["executedAmount"] != got.String() ||
		out["minAmount"] == nil || out["expectedAmount"] == nil || len(in) != 3 || len(out) != 5 {
		c.Errorf("%s: %v for %v", what, in, out)
	}
	if what == "TWAP" && (len(transactions) != 2 || out["minAmount"] !=
		share(number(c, at(r, "order", "destAmountPerSlice")), 20_000)) {
		c.Errorf("%s: %v", what, r)
	}
}

// Lists have pages, totals and filters; what open orders hold is told by token; cancellations end
// what is open, and what is on its way is decided by its settlement.
func TestV2ListsAndCancels(t *testing.T) {
	t.Parallel()
	c := newV2(t)
	owner := c.users[1]
	sell := c.price("500", "USDC", "WETH", "SELL")
	far := number(c, at(sell, "route", "origin", "output", "amount"))
	far.Mul(far, big.NewInt(10))
	rest := func() string {
		value, _ := c.build(fields{"route": sell["route"], "owner": owner,
			"limitAmount": far.String(), "deadline": c.head() + 3000})
		return c.place(owner, value, fields{"type": "LIMIT"})
	}
	resting := []string{rest(), rest(), rest()}
	value, _ := c.build(fields{"route": sell["route"], "owner": owner})
	done := c.place(owner, value, nil)
	c.await(done, api.DeltaExecuted)
	mine := "/delta/orders?userAddress=" + api.Lower(owner)
	for query, want := range map[string]string{
		"":                                    "4 1 100 false " + done,
		"&limit=3":                            "4 1 3 true " + done,
		"&limit=3&page=2":                     "4 2 3 false " + resting[0],
		"&type=LIMIT":                         "3 1 100 false " + resting[2],
		"&status=COMPLETED":                   "1 1 100 false " + done,
		"&status=ACTIVE%2CSUSPENDED&limit=2":  "3 1 2 true " + resting[2],
		"&status=AWAITING_SIGNATURE,BRIDGING": "0 1 100 false <nil>",
		"&onChainOrderType=TWAPOrder":         "0 1 100 false <nil>",
		"&chainId=1337":                       "4 1 100 false " + done,
	} {
		status, l := c.get(mine + query)
		if got := fmt.Sprint(l["total"], " ", l["page"], " ", l["limit"], " ", l["hasMore"], " ",
			at(l, "data", 0, "id")); status != 200 || got != want {
			t.Errorf("%s: %d %s, want %s", query, status, got, want)
		}
	}
	first := c.base + mine
	for query, want := range map[string]int{"&status=ACTIVE": 3, "&status=INACTIVE": 1, "": 4,
		"&status=EXECUTED%2CRUNNING&type=MARKET": 1, "&onChainOrderType=Order&limit=2": 2} {
		if status, l := c.request("GET", first+query, nil); status != 200 ||
			len(l["list"].([]any)) != want {
			t.Errorf("first interface, %s: %d %v", query, status, l)
		}
	}
	usdc, weth := api.Lower(c.tokens["USDC"].Address), api.Lower(c.tokens["WETH"].Address)
	balances := "/delta/orders/fillablebalance/1337/" + api.Lower(owner)
	for path, want := range map[string]string{"": `map[` + usdc + `:1500000000]`,
		"/" + usdc: `map[` + usdc + `:1500000000]`, "/" + weth: `map[` + weth + `:0]`} {
		for _, base := range []string{c.base, c.base + "/v2"} {
			if status, sums := c.request("GET", base+balances+path, nil); status != 200 ||
				fmt.Sprint(sums) != want {
				t.Errorf("%s: %d %v, want %s", path, status, sums, want)
			}
		}
	}
	c.cancels(owner, resting, done)
	c.holds(c.users[2], sell, far.String())
	c.givesUp(c.users[3], sell)
}

// givesUp uses up the nonce of an order between its slices: no slice is due for an hour, and the
// order has ended by the block that tells of it.
func (c *v2) givesUp(owner common.Address, sell map[string]any) {
	c.Helper()
	c.approve(owner, "USDC", c.contracts.Delta)
	value, _ := c.build(fields{"route": sell["route"], "orderType": "TWAPOrder", "owner": owner,
		"interval": 3600, "numSlices": 2, "totalSrcAmount": "1000000000", "slippage": 300})
	id := c.place(owner, value, fields{"onChainOrderType": "TWAPOrder"})
	c.until(id, func(r api.DeltaRecord) bool { return len(r.Transactions) == 1 })
	c.call(owner, c.contracts.Delta,
		contracts.NewDelta().PackInvalidateNonce(number(c, value["nonce"])), 1)
	c.mine()
	if err := c.Idle(c.Context()); err != nil {
		c.Fatal(err)
	}
	if r := c.record(id); r["status"] != "CANCELLED" ||
		!strings.Contains(fmt.Sprint(r["stateReason"]), "nonce") {
		c.Errorf("its nonce is used: %v, %v", r["status"], r["stateReason"])
	}
}

// holds rests a purchase and an order in slices, which hold their most and their total, and takes
// the allowance away: lists say why they stand still.
func (c *v2) holds(owner common.Address, sell map[string]any, far string) {
	c.Helper()
	c.approve(owner, "USDC", c.contracts.Delta)
	deadline, token := c.head()+3000, api.Lower(c.tokens["USDC"].Address)
	buy := c.price("0.1", "USDC", "WETH", "BUY")
	bought, _ := c.build(fields{"route": buy["route"], "side": "BUY", "owner": owner,
		"limitAmount": "1000000", "deadline": deadline})
	sliced, _ := c.build(fields{"route": sell["route"], "orderType": "TWAPOrder", "owner": owner,
		"interval": 60, "numSlices": 2, "totalSrcAmount": "1000000001", "limitAmount": far,
		"deadline": deadline})
	rests := []string{c.place(owner, bought, fields{"type": "LIMIT"}),
		c.place(owner, sliced, fields{"onChainOrderType": "TWAPOrder"})}
	status, sums := c.get("/delta/orders/fillablebalance/1337/" + api.Lower(owner) + "/" + token)
	if want := "map[" + token + ":1001000001]"; status != 200 || fmt.Sprint(sums) != want {
		c.Errorf("what they hold: %d %v, want %s", status, sums, want)
	}
	c.send(apitest.On(c.world, api.LocalChainID).PrepareApprove(c.Context(), api.ApproveRequest{
		Owner: owner, Token: c.tokens["USDC"].Address, Spender: c.contracts.Delta}))
	for _, id := range rests {
		c.await(id, api.DeltaSuspended)
	}
	status, list := c.get("/delta/orders?status=SUSPENDED&userAddress=" + api.Lower(owner))
	if status != 200 || list["total"] != 2.0 {
		c.Fatalf("those that stand still: %d %v", status, list)
	}
	for i := range rests {
		if why, _ := at(list, "data", i, "stateReason").(string); !strings.Contains(why,
			"the Delta contract") {
			c.Errorf("it stands still because %q", why)
		}
	}
}

func (c *v2) cancel(owner common.Address, ids ...string) (int, map[string]any) {
	c.Helper()
	status, built := c.post("/delta/orders/build/cancellation", fields{"orderIds": ids})
	if status != 200 || built["hash"] != c.hash(built["toSign"]).Hex() {
		c.Fatalf("%d %v", status, built)
	}
	signature, err := c.wallet.Sign(owner, eip712.CancellationsTypedData(api.LocalChainID,
		c.contracts.Delta, ids))
	if err != nil {
		c.Fatal(err)
	}
	return c.post("/delta/orders/cancel",
		fields{"orderIds": ids, "signature": hexutil.Encode(signature.Bytes())})
}

func (c *v2) cancels(owner common.Address, resting []string, done string) {
	c.Helper()
	status, out := c.cancel(owner, resting[0], done)
	if status != 200 || fmt.Sprint(out["cancelled"]) != "["+resting[0]+"]" ||
		out["success"] != true {
		c.Errorf("%d %v", status, out)
	}
	if r := c.record(resting[0]); r["status"] != "CANCELLED" {
		c.Errorf("cancelled: %v", r["status"])
	}
	if status, out := c.cancel(owner, resting[0], done); status != 400 ||
		!strings.Contains(fmt.Sprint(out["details"]), "All orders are already finalized") {
		c.Errorf("%d %v", status, out)
	}
	for ids, want := range map[string]string{
		"": "orderIds", "x": "orderIds[0]", resting[1] + " " + resting[1]: "orderIds[1]",
		"45ae8649-4ba1-4017-9cdf-4d4b351cad3c": "Orders are not found",
	} {
		status, out := c.post("/delta/orders/build/cancellation",
			fields{"orderIds": append([]string{}, strings.Fields(ids)...)})
		if status != 400 || !strings.Contains(fmt.Sprint(out), want) {
			c.Errorf("ids %q: %d %v", ids, status, out)
		}
	}
	// one whose settlement is sent goes on being decided by it
	price := c.price("500", "USDC", "WETH", "SELL")
	inFlight := func(id string) {
		c.Helper()
		c.await(id, api.DeltaExecuting)
		status, out := c.cancel(owner, id)
		if r := c.record(id); status != 200 || r["status"] != "CANCELLING" ||
			fmt.Sprint(out["cancelled"]) != "["+id+"]" {
			c.Fatalf("%d %v, the order is %v", status, out, r["status"])
		}
	}
	value, _ := c.build(fields{"route": price["route"], "owner": owner})
	lands := c.place(owner, value, nil)
	inFlight(lands)
	c.await(lands, api.DeltaExecuted)
	value, _ = c.build(fields{"route": price["route"], "owner": owner})
	fails := c.place(owner, value, nil)
	inFlight(fails)
	usdc := c.tokens["USDC"].Address
	c.call(owner, usdc, contracts.NewStandardToken().PackTransfer(c.users[5],
		c.balance(owner, "USDC").Big()), 100) // is mined before
	c.await(fails, api.DeltaCancelled)
	if r := c.record(fails); r["status"] != "CANCELLED" ||
		fmt.Sprint(r["transactions"]) != "[]" {
		c.Errorf("%v", r)
	}
}

// What can't be done is refused by a status and a name for machines, and what is not offered is
// honestly empty.
func TestV2Refusals(t *testing.T) {
	t.Parallel()
	c := newV2(t)
	owner := c.users[2]
	for path, want := range map[string]string{
		"/delta/prices/bridge-routes":     "map[routes:[]]",
		"/delta/prices/bridge-protocols/": "map[bridgeProtocols:[]]",
		"/delta/prices/strategies/1337":   "map[]",
		"/delta/agents/list/1337":         "map[list:[router book ring batch]]",
		"/delta/prices/is-token-supported/?chainId=1337&token=" + api.Lower(
			c.tokens["DAI"].Address): "map[supported:true]",
	} {
		if status, out := c.get(path); status != 200 || fmt.Sprint(out) != want {
			t.Errorf("%s: %d %v", path, status, out)
		}
	}
	elsewhere, bridged := c.quoteQuery("1", "USDC", "WETH", "chainId", "10"),
		c.quoteQuery("1", "USDC", "WETH", "destChainId", "10")
	for path, want := range map[string]string{
		"/delta/prices?" + elsewhere:                        "422 UnsupportedChain",
		"/quote?" + elsewhere:                               "422 UnsupportedChain",
		"/quote?" + bridged:                                 "400 NoRoute",
		"/delta/prices?" + c.quoteQuery("1", "TAX", "WETH"): "400 UnsupportedToken",
		"/delta/prices?" + c.quoteQuery("1", "ETH", "USDC"): "400 SourceEth",
		"/delta/prices?" + c.quoteQuery("5000", "USDC", "WETH", "maxUSDImpact",
			"0.0001"): "400 PriceImpactTooHigh",
		"/delta/orders/hash/0x" + strings.Repeat("ab", 32):                  "404 NotFound",
		"/delta/orders/45ae8649-4ba1-4017-9cdf-4d4b351cad3c":                "404 NotFound",
		"/delta/orders?userAddress=" + api.Lower(owner) + "&status=RUNNING": "400 ValidationError",
		"/delta/orders?userAddress=" + api.Lower(owner) + "&chainId=5":      "400 UnsupportedChain",
		"/delta/orders?userAddress=" + api.Lower(owner) +
			"&onChainOrderType=Banana": "400 ValidationError",
		"/delta/prices/strategies/5": "422 UnsupportedChain",
	} {
		status, out := c.get(path)
		if got := fmt.Sprint(status, " ", out["errorType"]); got != want || out["details"] == "" {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	sell := c.price("500", "USDC", "WETH", "SELL")
	twap := fields{"orderType": "TWAPOrder", "interval": 60, "numSlices": 2,
		"totalSrcAmount": "1000000000"}
	with := func(base fields, more ...any) fields {
		out := fields{"route": sell["route"], "owner": owner}
		maps.Copy(out, base)
		for i := 0; i < len(more); i += 2 {
			out[more[i].(string)] = more[i+1]
		}
		return out
	}
	route := func(path []any, v any) any {
		text, _ := json.Marshal(sell["route"])
		var r map[string]any
		_ = json.Unmarshal(text, &r)
		at(r, path[:len(path)-1]...).(map[string]any)[path[len(path)-1].(string)] = v
		return r
	}
	for name, x := range map[string]struct {
		body fields
		want string
	}{
		"external":   {with(nil, "orderType", "ExternalOrder"), "UnsupportedOrderType"},
		"productive": {with(nil, "orderType", "ProductiveOrder"), "UnsupportedOrderType"},
		"fast":       {with(twap, "interval", 59), "InvalidTWAPParams"},
		"one slice":  {with(twap, "numSlices", 1), "InvalidTWAPParams"},
		"no total":   {with(twap, "totalSrcAmount", nil), "InvalidTWAPParams"},
		"too little": {with(twap, "totalSrcAmount", "1"), "InvalidTWAPParams"},
		"other total": {with(twap, "totalSrcAmount", "1000000002"),
			"InvalidTWAPSrcAmount"},
		"no cap": {with(twap, "orderType", "TWAPBuyOrder", "totalDestAmount", "5"),
			"InvalidTWAPBuyParams"},
		"other buy": {with(twap, "orderType", "TWAPBuyOrder", "totalDestAmount", "5",
			"maxSrcAmount", "9"), "InvalidTWAPBuyDestAmount"},
		"late":         {with(nil, "deadline", 5), "ValidationError deadline"},
		"short":        {with(twap, "deadline", c.head()+100), "ValidationError deadline"},
		"no owner":     {with(nil, "owner", nil), "ValidationError owner"},
		"no route":     {with(nil, "route", nil), "ValidationError route"},
		"slippage":     {with(nil, "slippage", 10_001), "ValidationError slippage"},
		"all slippage": {with(nil, "slippage", 10_000), "ValidationError destAmount"},
		"bps":          {with(nil, "partnerFeeBps", 201), "ValidationError partnerFeeBps"},
		"nobody's fee": {with(nil, "partnerFeeBps", 20), "ValidationError partnerAddress"},
		"parts of a purchase": {with(nil, "side", "BUY", "partiallyFillable", true),
			"ValidationError partiallyFillable"},
		"bridge": {with(nil, "route", route([]any{"bridge"}, fields{"protocol": "x"})),
			"ValidationError route.bridge"},
		"another network": {with(nil, "route", route([]any{"origin", "output", "token",
			"chainId"}, 10)), "ValidationError route.origin.output.token.chainId"},
		"another end": {with(nil, "route", route([]any{"destination", "output", "amount"}, "7")),
			"ValidationError route.destination"},
		"nothing": {with(nil, "route", route([]any{"origin", "input", "amount"}, "0")),
			"ValidationError route.origin.input.amount"},
		"strange amount": {with(nil, "route", route([]any{"origin", "input", "amount"}, "1e9")),
			"ValidationError route.origin.input.amount"},
		"native": {with(nil, "route", route([]any{"origin", "input", "token", "address"},
			api.Lower(api.NativeToken))), "SourceEth"},
		"taxed": {with(nil, "route", route([]any{"origin", "input", "token", "address"},
			api.Lower(c.tokens["TAX"].Address))), "UnsupportedToken"},
		"long partner": {with(nil, "partner", strings.Repeat("p", 101)),
			"ValidationError partner"},
		"metadata": {with(nil, "metadata", "0x"+strings.Repeat("00", 1025)),
			"ValidationError metadata"},
	} {
		status, out := c.post("/delta/orders/build", x.body)
		got := fmt.Sprint(out["errorType"])
		if field := at(out, "fields", 0, "field"); field != nil {
			got += " " + fmt.Sprint(field)
		}
		if status != 400 || got != x.want {
			t.Errorf("%s: %d %s, want %s (%v)", name, status, got, x.want, out["details"])
		}
	}
	c.refusedPosts(owner, sell)
}

func (c *v2) refusedPosts(owner common.Address, sell map[string]any) {
	c.Helper()
	value, _ := c.build(fields{"route": sell["route"], "owner": owner})
	changed := func(k string, v any) map[string]any {
		text, _ := json.Marshal(value)
		var out map[string]any
		_ = json.Unmarshal(text, &out)
		if out[k] = v; v == nil {
			delete(out, k)
		}
		return out
	}
	good := c.signHash(owner, value)
	slices, _ := c.build(fields{"route": sell["route"], "owner": owner, "orderType": "TWAPOrder",
		"interval": 60, "numSlices": 2, "totalSrcAmount": "1000000000"})
	for field, none := range map[string]any{"destAmountPerSlice": "0", "totalSrcAmount": "0",
		"numSlices": 0} {
		one := maps.Clone(slices)
		one[field] = none
		_, out := c.post("/delta/orders", fields{"order": one, "signature": good, "chainId": 1337})
		if got := at(out, "fields", 0, "field"); got != "order."+field {
			c.Errorf("without %s the fault is of %v: %v", field, got, out)
		}
	}
	for name, x := range map[string]struct {
		order, more fields
		want        string
	}{
		"another signer": {changed("owner", c.users[3]), nil, "InvalidSignature"},
		"changed":        {changed("destAmount", "1"), nil, "InvalidSignature"},
		"external":       {changed("handler", c.users[3]), nil, "ValidationError"},
		"productive":     {changed("strategy", "x"), nil, "ValidationError"},
		"old bridge": {changed("bridge", fields{"maxRelayerFee": "1", "destinationChainId": 1,
			"outputToken": owner, "multiCallHandler": owner}), nil, "ValidationError"},
		"bridged": {changed("bridge", fields{"protocolSelector": "0x12345678",
			"destinationChainId": 8453, "outputToken": owner, "scalingFactor": 0,
			"protocolData": "0x"}), nil, "ValidationError"},
		"two forms":  {changed("expectedDestAmount", "1"), nil, "ValidationError"},
		"slices too": {changed("numSlices", 2), nil, "ValidationError"},
		"late":       {changed("deadline", 5), nil, "OrderExpired"},
		"of another": {value, fields{"onChainOrderType": "TWAPOrder"}, "ValidationError"},
		"of no type": {value, fields{"onChainOrderType": "Banana"}, "ValidationError"},
		"of outside": {value, fields{"onChainOrderType": "ExternalOrder"},
			"UnsupportedOrderType"},
		"long partner":  {value, fields{"partner": strings.Repeat("p", 5000)}, "ValidationError"},
		"referred":      {value, fields{"referrerAddress": owner}, "ValidationError"},
		"odd type":      {value, fields{"type": "STOP"}, "ValidationError"},
		"other network": {value, fields{"chainId": 10}, "UnsupportedChain"},
		"unsigned":      {value, fields{"signature": "0x"}, "InvalidSignature"},
	} {
		body := fields{"order": x.order, "signature": good, "chainId": 1337}
		for k, v := range x.more {
			body[k] = v
		}
		status, out := c.post("/delta/orders", body)
		if status != 400 || out["errorType"] != x.want || out["details"] == "" {
			c.Errorf("%s: %d %v, want %s", name, status, out, x.want)
		}
	}
	// signed as a whole but said to be for parts: taken, and settled whole
	whole := fields{"order": value, "signature": good, "chainId": 1337, "partiallyFillable": true}
	if status, r := c.post("/delta/orders", whole); status != 200 ||
		r["onChainOrderType"] != "Order" {
		c.Errorf("%d %v", status, r)
	}
	value, _ = c.build(fields{"route": sell["route"], "owner": owner, "partiallyFillable": true,
		"nonce": "18446744073709551616"})
	text, _ := json.Marshal(value)
	o := api.DeltaOrder{Fillable: true}
	if err := json.Unmarshal(text, &o); err != nil {
		c.Fatal(err)
	}
	o.Fillable = true
	parts := fields{"order": value, "signature": hexutil.Encode(c.sign(o)), "chainId": 1337,
		"partiallyFillable": true}
	if status, r := c.post("/delta/orders", parts); status != 200 ||
		r["onChainOrderType"] != "FillableOrder" {
		c.Errorf("%d %v", status, r)
	}
	value, _ = c.build(fields{"route": sell["route"], "owner": owner, "orderType": "TWAPOrder",
		"interval": 60, "numSlices": 2, "totalSrcAmount": "1000000000"})
	for text, order := range map[string]fields{
		"deadline must allow enough time": changed("interval", 1_000_000),
		"totalSrcAmount must be >= num":   changed("totalSrcAmount", "1"),
		"fields of two forms":             changed("maxSrcAmount", "1000000000"),
	} {
		status, out := c.post("/delta/orders",
			fields{"order": order, "signature": good, "chainId": 1337})
		if details := fmt.Sprint(out["details"]); status != 400 ||
			out["errorType"] != "ValidationError" || !strings.Contains(details, text) ||
			strings.Contains(details, "deadline deadline") {
			c.Errorf("%d %v, want %s", status, out, text)
		}
	}
}
