package solver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/solver"
)

// The shapes of the interface, as its OpenAPI has them, without the solver's own.
type (
	auction struct {
		ID        string           `json:"id"`
		Tokens    map[string]token `json:"tokens"`
		Orders    []order          `json:"orders"`
		Liquidity []map[string]any `json:"liquidity"`
		GasPrice  string           `json:"effectiveGasPrice"`
		Deadline  string           `json:"deadline"`
		Owners    []common.Address `json:"surplusCapturingJitOrderOwners"`
	}
	token struct {
		ReferencePrice   *string `json:"referencePrice"`
		AvailableBalance string  `json:"availableBalance"`
		Trusted          bool    `json:"trusted"`
	}
	order struct {
		UID        string         `json:"uid"`
		SellToken  common.Address `json:"sellToken"`
		BuyToken   common.Address `json:"buyToken"`
		SellAmount string         `json:"sellAmount"`
		BuyAmount  string         `json:"buyAmount"`
		Kind       string         `json:"kind"`
		Class      string         `json:"class"`
		Partly     bool           `json:"partiallyFillable"`
	}
	solution struct {
		ID     *int                      `json:"id"`
		Prices map[common.Address]string `json:"prices"`
		Trades []struct {
			Kind     string  `json:"kind"`
			Order    string  `json:"order"`
			Executed string  `json:"executedAmount"`
			Fee      *string `json:"fee"`
		} `json:"trades"`
		Pre          []any `json:"preInteractions"`
		Interactions []struct {
			Kind        string         `json:"kind"`
			Internalize bool           `json:"internalize"`
			ID          string         `json:"id"`
			InputToken  common.Address `json:"inputToken"`
			OutputToken common.Address `json:"outputToken"`
			Input       string         `json:"inputAmount"`
			Output      string         `json:"outputAmount"`
		} `json:"interactions"`
		Post []any   `json:"postInteractions"`
		Gas  *uint64 `json:"gas"`
	}
)

func number(t *testing.T, text string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.Sign() < 0 {
		t.Fatalf("%q is no amount", text)
	}
	return n
}

// serve starts a solver of a network whose coin is wrapped to a token.
func serve(t *testing.T, native common.Address) string {
	t.Helper()
	s := &solver.Solver{Native: native}
	srv := httptest.NewServer(s.Handler(slog.New(slog.DiscardHandler)))
	t.Cleanup(srv.Close)
	return srv.URL
}

// post hands a document to a solver.
func post(t *testing.T, url string, v any) (status int, body string) {
	t.Helper()
	text, err := json.Marshal(v)
	if raw, ok := v.(string); ok {
		text, err = []byte(raw), nil
	}
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.Post(url, "application/json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	told, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(told)
}

func solve(t *testing.T, url string, a any) []solution {
	t.Helper()
	status, body := post(t, url+"/solve", a)
	var r struct{ Solutions []solution }
	dec := json.NewDecoder(strings.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil || status != http.StatusOK {
		t.Fatalf("%d: %v: %s", status, err, body)
	}
	return r.Solutions
}

// outcome is what the settlement contract does with a solution: what leaves the owner of its order
// and what arrives there.
type outcome struct{ sold, bought *big.Int }

// surplus is what an outcome brings over the order's limit: of what is bought, or what a purchase
// saves.
func (o outcome) surplus(t *testing.T, of order) *big.Int {
	t.Helper()
	sell, buy := number(t, of.SellAmount), number(t, of.BuyAmount)
	over := new(big.Int).Mul(sell, o.bought)
	over.Sub(over, new(big.Int).Mul(buy, o.sold))
	if of.Kind == "buy" {
		return over.Div(over, buy)
	}
	return over.Div(over, sell)
}

// settle does what the settlement contract and its driver do with a solution, by their public
// rules: clearing prices give what an executed amount is exchanged for, the fee is on top, the
// limit and the order's amount hold, and the contract must have what it pays whenever it pays.
func settle(t *testing.T, a auction, s solution) outcome {
	t.Helper()
	if s.ID == nil || s.Gas == nil || *s.Gas < 21_000 || s.Pre == nil || s.Post == nil ||
		s.Interactions == nil || len(s.Trades) != 1 || s.Trades[0].Kind != "fulfillment" {
		t.Fatalf("it is no solution: %+v", s)
	}
	of, trade := a.Orders[*s.ID], s.Trades[0]
	if trade.Order != of.UID || (trade.Fee != nil) != (of.Class == "limit") {
		t.Fatalf("order %s with a fee %t: %+v", of.UID, trade.Fee != nil, of)
	}
	executed, fee := number(t, trade.Executed), new(big.Int)
	if trade.Fee != nil {
		fee = number(t, *trade.Fee)
	}
	sellPrice, buyPrice := number(t, s.Prices[of.SellToken]), number(t, s.Prices[of.BuyToken])
	var o outcome
	most, of1 := number(t, of.SellAmount), executed
	if of.Kind == "sell" {
		o.sold = new(big.Int).Add(executed, fee)
		o.bought = ceiling(new(big.Int).Mul(executed, sellPrice), buyPrice)
		of1 = o.sold
	} else {
		o.bought, most = executed, number(t, of.BuyAmount)
		o.sold = new(big.Int).Mul(executed, buyPrice)
		o.sold.Div(o.sold, sellPrice).Add(o.sold, fee)
	}
	if c := of1.Cmp(most); c > 0 || c < 0 && !of.Partly || of1.Sign() == 0 {
		t.Fatalf("%s of %s executed", of1, most)
	}
	if o.surplus(t, of).Sign() < 0 {
		t.Fatalf("the limit is not met: %s for %s of %+v", o.bought, o.sold, of)
	}
	held := map[common.Address]*big.Int{of.SellToken: new(big.Int).Set(o.sold)}
	buffers := make(map[common.Address]*big.Int)
	for _, i := range s.Interactions {
		in, out := number(t, i.Input), number(t, i.Output)
		if i.Kind != "liquidity" || held[i.InputToken] == nil || held[i.InputToken].Cmp(in) < 0 {
			t.Fatalf("it has %v of what %+v is paid with", held[i.InputToken], i)
		}
		held[i.InputToken].Sub(held[i.InputToken], in)
		if held[i.OutputToken] == nil {
			held[i.OutputToken] = new(big.Int)
		}
		held[i.OutputToken].Add(held[i.OutputToken], out)
		if i.Internalize {
			if buffers[i.OutputToken] == nil {
				buffers[i.OutputToken] = new(big.Int)
			}
			buffers[i.OutputToken].Add(buffers[i.OutputToken], out)
			told := a.Tokens[strings.ToLower(i.OutputToken.Hex())]
			if !a.Tokens[strings.ToLower(i.InputToken.Hex())].Trusted ||
				buffers[i.OutputToken].Cmp(number(t, told.AvailableBalance)) > 0 {
				t.Fatalf("the contract can't do without %+v", i)
			}
		}
	}
	if held[of.BuyToken] == nil || held[of.BuyToken].Cmp(o.bought) < 0 {
		t.Fatalf("it pays %s and has %v", o.bought, held[of.BuyToken])
	}
	return o
}

func ceiling(n, by *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(n, by, new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// wrapped are the tokens that the coins of networks are wrapped to.
var wrapped = map[int]common.Address{
	1:   common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"),
	100: common.HexToAddress("0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d"),
}

// The public cases of the protocol's reference solver, each with what that brings: every one has as
// much surplus here, and says of the same swaps that the contract can do without them.
func TestPublicCases(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/public.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name      string
		Network   int
		Auction   auction
		Reference []struct {
			Sold, Bought string
			Internalize  []bool
		}
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) != 17 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			list := solve(t, serve(t, wrapped[c.Network]), c.Auction)
			if len(list) != len(c.Reference) {
				t.Fatalf("%d solutions, and the reference has %d", len(list), len(c.Reference))
			}
			for i, s := range list {
				ref := c.Reference[i]
				of := c.Auction.Orders[*s.ID]
				got := settle(t, c.Auction, s).surplus(t, of)
				want := outcome{number(t, ref.Sold), number(t, ref.Bought)}.surplus(t, of)
				if got.Cmp(want) < 0 {
					t.Errorf("order %d: a surplus of %s, the reference has %s", i, got, want)
				}
				for j, internal := range ref.Internalize {
					if len(s.Interactions) != len(ref.Internalize) ||
						s.Interactions[j].Internalize != internal {
						t.Errorf("order %d: %+v", i, s.Interactions)
					}
				}
			}
		})
	}
}

// product is a pool of two tokens, by the arithmetic of its contract (UniswapV2Library).
type product struct {
	tokens   [2]int
	reserves [2]*big.Int
	keep     int64 // of 1000
}

func (p product) out(from int, amount *big.Int) *big.Int {
	in, out := 0, 1
	if p.tokens[1] == from {
		in, out = 1, 0
	}
	paid := new(big.Int).Mul(amount, big.NewInt(p.keep))
	per := new(big.Int).Mul(p.reserves[in], big.NewInt(1000))
	return paid.Div(new(big.Int).Mul(paid, p.reserves[out]), per.Add(per, paid))
}

// single is the most that one way of at most three pools brings that comes by no token twice, found
// by trying all.
func single(pools []product, passed []int, to int, amount *big.Int) *big.Int {
	best, from := new(big.Int), passed[len(passed)-1]
	if from == to {
		return amount
	}
	for _, p := range pools {
		if p.tokens[0] != from && p.tokens[1] != from || len(passed) == 4 {
			continue
		}
		next := p.tokens[0] + p.tokens[1] - from
		if slices.Contains(passed, next) {
			continue
		}
		got := single(pools, append(slices.Clone(passed), next), to, p.out(from, amount))
		if got.Cmp(best) > 0 {
			best = got
		}
	}
	return best
}

// On random markets every solution can be settled, swap by swap by the pools' own arithmetic, and
// none brings less than the best single way over three pools.
func TestRandomMarkets(t *testing.T) {
	t.Parallel()
	const seed = 20261127
	random := rand.New(rand.NewPCG(seed, 0))
	url := serve(t, common.BigToAddress(big.NewInt(1000)))
	named := func(i int) common.Address { return common.BigToAddress(big.NewInt(int64(1000 + i))) }
	better, solved := 0, 0
	for range 40 {
		n := 2 + random.IntN(4)
		one := "1000000000000000000"
		a := auction{ID: "7", Tokens: map[string]token{}, GasPrice: "0", Owners: []common.Address{},
			Deadline: time.Now().Add(time.Minute).UTC().Format(time.RFC3339Nano)}
		for i := range n {
			a.Tokens[strings.ToLower(named(i).Hex())] = token{ReferencePrice: &one,
				AvailableBalance: "0"}
		}
		var pools []product
		for i := range n + random.IntN(5) {
			p := product{keep: 990 + random.Int64N(10)}
			p.tokens[0] = random.IntN(n)
			p.tokens[1] = (p.tokens[0] + 1 + random.IntN(n-1)) % n
			depth := 1 + random.Int64N(1e8)
			for j := range p.reserves { // prices differ by up to 2 %
				worth := depth * int64(1+p.tokens[j]) * (9900 + random.Int64N(200)) / 10_000
				p.reserves[j] = new(big.Int).Mul(big.NewInt(worth), big.NewInt(1e12))
			}
			pools = append(pools, p)
			a.Liquidity = append(a.Liquidity, map[string]any{"kind": "constantProduct",
				"id": fmt.Sprint(i), "address": common.BigToAddress(big.NewInt(int64(1 + i))),
				"fee": fmt.Sprintf("0.%03d", 1000-p.keep), "gasEstimate": "100000",
				"router": common.Address{1}, "tokens": map[string]any{
					named(p.tokens[0]).Hex(): map[string]any{"balance": p.reserves[0].String()},
					named(p.tokens[1]).Hex(): map[string]any{"balance": p.reserves[1].String()}}})
		}
		for i := range 3 {
			from := random.IntN(n)
			a.Orders = append(a.Orders, order{UID: fmt.Sprintf("0x%0112x", i),
				SellToken: named(from), BuyToken: named((from + 1 + random.IntN(n-1)) % n),
				SellAmount: fmt.Sprint(1_000_000 + random.Int64N(9e18)), BuyAmount: "1",
				Kind: "sell", Class: "market"})
		}
		list := solve(t, url, a)
		found := make(map[int]*big.Int)
		for _, s := range list {
			solved++
			found[*s.ID] = settle(t, a, s).bought
			replay(t, pools, named, s)
		}
		for i, o := range a.Orders {
			from, to := place(n, named, o.SellToken), place(n, named, o.BuyToken)
			best := single(pools, []int{from}, to, number(t, o.SellAmount))
			switch got := found[i]; {
			case got == nil && best.Sign() > 0:
				t.Errorf("order %+v has no solution, and %s can be had", o, best)
			case got != nil && got.Cmp(best) < 0:
				t.Errorf("order %+v brings %s, and %s can be had by one way", o, got, best)
			case got != nil && got.Cmp(best) > 0:
				better++
			}
		}
	}
	if solved < 60 || better < 20 {
		t.Errorf("%d solved, %d better than the best way", solved, better)
	}
	t.Logf("%d orders solved, %d of them better than by the best way", solved, better)
}

func place(n int, named func(int) common.Address, a common.Address) int {
	for i := range n {
		if named(i) == a {
			return i
		}
	}
	return -1
}

// replay performs a solution's swaps on the pools, one after the other.
func replay(t *testing.T, pools []product, named func(int) common.Address, s solution) {
	t.Helper()
	now := make([]product, len(pools))
	for i, p := range pools {
		now[i] = p
		now[i].reserves = [2]*big.Int{new(big.Int).Set(p.reserves[0]),
			new(big.Int).Set(p.reserves[1])}
	}
	for _, i := range s.Interactions {
		var at int
		if _, err := fmt.Sscan(i.ID, &at); err != nil {
			t.Fatal(err)
		}
		in := 0
		if named(now[at].tokens[1]) == i.InputToken {
			in = 1
		}
		paid, want := number(t, i.Input), number(t, i.Output)
		if got := now[at].out(now[at].tokens[in], paid); got.Cmp(want) != 0 {
			t.Fatalf("pool %d pays %s for %s, and the solution says %s", at, got, paid, want)
		}
		now[at].reserves[in].Add(now[at].reserves[in], paid)
		now[at].reserves[1-in].Sub(now[at].reserves[1-in], want)
	}
}

// one is an auction with one order of WETH for xDAI on one pool.
func one(o order, pool map[string]any) auction {
	o.UID, o.SellToken, o.BuyToken = "0x01", wrapped[1], wrapped[100]
	pool["id"], pool["address"] = "0", common.Address{5}
	return auction{Tokens: map[string]token{}, Orders: []order{o}, GasPrice: "0",
		Deadline: "2106-01-01T00:00:00Z", Owners: []common.Address{},
		Liquidity: []map[string]any{pool}}
}

// A part of an order that gets the most over its limit is found: as good as the best of a thousand
// sizes.
func TestPartsOfOrders(t *testing.T) {
	t.Parallel()
	url := serve(t, wrapped[1])
	reserve := new(big.Int).Mul(big.NewInt(5000), big.NewInt(1e15))
	p := product{tokens: [2]int{0, 1}, reserves: [2]*big.Int{reserve, reserve}, keep: 997}
	for _, least := range []int64{0, 100, 500, 900, 990} { // thousandths of what is sold
		sell, buy := big.NewInt(3e18), big.NewInt(3e15*least+1)
		a := one(order{SellAmount: sell.String(), BuyAmount: buy.String(), Kind: "sell",
			Class: "market", Partly: true}, map[string]any{"kind": "constantProduct",
			"fee": "0.003", "tokens": map[string]any{
				wrapped[1].Hex():   map[string]any{"balance": reserve.String()},
				wrapped[100].Hex(): map[string]any{"balance": reserve.String()}}})
		list := solve(t, url, a)
		if len(list) != 1 {
			t.Fatalf("%d solutions where the least is %d", len(list), least)
		}
		got := settle(t, a, list[0]).surplus(t, a.Orders[0])
		best := new(big.Int)
		for size := int64(1); size <= 1000; size++ {
			sold := big.NewInt(size * 3e15)
			if s := (outcome{sold, p.out(0, sold)}).surplus(t, a.Orders[0]); s.Cmp(best) > 0 {
				best = s
			}
		}
		if most := new(big.Int).Mul(best, big.NewInt(9999)); most.Cmp(
			new(big.Int).Mul(got, big.NewInt(10_000))) > 0 {
			t.Errorf("least %d: a surplus of %s, and %s can be had", least, got, best)
		}
	}
}

// Within one range, concentrated liquidity L pays a·L/(L+a) at a price of 1 for what is left of an
// amount after the fee (Uniswap V3, whitepaper 6.2.3).
func TestConcentratedLiquidity(t *testing.T) {
	t.Parallel()
	url := serve(t, wrapped[1])
	l := new(big.Int).Mul(big.NewInt(1_000_000), big.NewInt(1e18))
	q96 := new(big.Int).Lsh(big.NewInt(1), 96)
	for _, amount := range []int64{1000, 1e12, 1e18, 9e18} {
		a := one(order{SellAmount: fmt.Sprint(amount), BuyAmount: "1", Kind: "sell",
			Class: "market"}, map[string]any{"kind": "concentratedLiquidity", "fee": "0.003",
			"tokens": []common.Address{wrapped[1], wrapped[100]}, "sqrtPrice": q96.String(),
			"liquidity": l.String(), "tick": 0, "router": common.Address{6},
			"liquidityNet": map[string]string{"-600": l.String(), "600": "-" + l.String()}})
		list := solve(t, url, a)
		if len(list) != 1 {
			t.Fatalf("%d solutions for %d", len(list), amount)
		}
		got := settle(t, a, list[0]).bought
		paid := new(big.Int).Mul(big.NewInt(amount), big.NewInt(997))
		paid.Quo(paid, big.NewInt(1000))
		want := new(big.Int).Mul(paid, l)
		want.Quo(want, paid.Add(paid, l))
		off := new(big.Int).Sub(want, got)
		if off.Sign() < 0 || off.Cmp(big.NewInt(2)) > 0 {
			t.Errorf("%d brings %s, and %s by the formula", amount, got, want)
		}
	}
}

// What is malformed is refused in a sentence; what is merely not known is left out.
func TestBadAuctions(t *testing.T) {
	t.Parallel()
	url := serve(t, wrapped[1])
	whole := func(liquidity string) string {
		return `{"tokens":{},"orders":[{"uid":"0x01","sellToken":"` + wrapped[1].Hex() +
			`","buyToken":"` + wrapped[100].Hex() + `","sellAmount":"1000","buyAmount":"1",` +
			`"kind":"sell","class":"market","partiallyFillable":false}],"liquidity":[` +
			liquidity + `],"effectiveGasPrice":"1","deadline":"2106-01-01T00:00:00Z"}`
	}
	pair := func(fee string) string {
		return `{"kind":"constantProduct","id":"5","address":"0x` + strings.Repeat("0a", 20) +
			`","fee":"` + fee + `","tokens":{"` + wrapped[1].Hex() +
			`":{"balance":"1000000000"},"` + wrapped[100].Hex() + `":{"balance":"1000000000"}}}`
	}
	for _, test := range []struct {
		name, body string
		status     int
		says       string
	}{
		{"no JSON", `hello`, 400, "can't be read"},
		{"nothing", `{}`, 400, "tokens: it is missing"},
		{"no deadline", strings.Replace(whole(""), "deadline", "dead", 1), 400, "deadline"},
		{"no such side", strings.Replace(whole(""), `"sell",`, `"lend",`, 1), 400, `not \"lend\"`},
		{"negative", strings.Replace(whole(""), `"1000"`, `"-1"`, 1), 400, "-1"},
		{"too large", strings.Replace(whole(""), `"1000"`, `"1`+strings.Repeat("0", 78)+`"`, 1), 400,
			"256 bits"},
		{"one token", whole(`{"kind":"constantProduct","id":"5","fee":"0.003","tokens":{}}`), 400,
			`liquidity \"5\"`},
		{"huge fee", whole(pair("1e999999999")), 400, "no plain decimal number"},
		{"no pool", whole(""), 200, `{"solutions":[]}`},
		{"unknown kind", whole(`{"kind":"magic","id":"5"}`), 200, `{"solutions":[]}`},
		{"all is fee", whole(pair("1")), 200, `{"solutions":[]}`},
		{"a pair", whole(pair("0.003")), 200, `"outputAmount":"996"`},
		{"too late", strings.Replace(whole(pair("0.003")), "2106", "2006", 1), 200,
			`{"solutions":[]}`},
	} {
		status, body := post(t, url+"/solve", test.body)
		if status != test.status || !strings.Contains(body, test.says) {
			t.Errorf("%s: %d %s; want %d and %q", test.name, status, body, test.status, test.says)
		}
	}
	if status, body := post(t, url+"/notify", `{"auctionId":"1","solutionId":0,"kind":"success",`+
		`"more":{}}`); status != http.StatusOK {
		t.Errorf("a notification: %d %s", status, body)
	}
}
