package swap

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/big"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// A round that fails is repeated by its seed alone: go test -run TestSwapsDeliverWhatTheyPromise
// -rounds 1 -seed N.
var (
	firstSeed = flag.Uint64("seed", 1, "seed of the first round of random swaps")
	rounds    = flag.Int("rounds", 4,
		"rounds of random swaps, each from the next seed on a chain of its own")
	deliveries = flag.Int("deliveries", 500, "random swaps in a round")
)

// tally counts what became of random swaps.
type tally struct {
	mu            sync.Mutex
	used, refused map[string]int
	estimated     uint64 // gas that routes name, of what they took
	taken         uint64
	gas           map[string][2]uint64 // the same by method
}

func (c *tally) add(to map[string]int, what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	to[what]++
}

func newTally() *tally {
	return &tally{used: make(map[string]int), refused: make(map[string]int),
		gas: make(map[string][2]uint64)}
}

// report tells what became of so many swaps, of which there are enough for every method only in a
// long run. The gas that a method names may be off by a part of what it takes.
func (c *tally) report(t *testing.T, swaps int, methods []calldata.Method, off float64) {
	t.Helper()
	t.Logf("performed %v", c.used)
	t.Logf("refused %v", c.refused)
	for of, gas := range c.gas {
		ratio := float64(gas[0]) / float64(gas[1])
		t.Logf("gas of %s: %.2f of what it takes", of, ratio)
		if swaps >= 2000 && (ratio < 1-off || ratio > 1+off) {
			t.Errorf("%s names %.2f of the gas that it takes", of, ratio)
		}
	}
	if ratio := float64(c.estimated) / float64(c.taken); swaps >= 1000 &&
		(ratio < 0.95 || ratio > 1.05) {
		t.Errorf("routes name %.2f of the gas that they take", ratio)
	}
	for _, m := range methods {
		if name := fmt.Sprintf("%s %s %s", m.Version, m.Side, m.Name); c.used[name] == 0 &&
			swaps >= 1000 {
			t.Errorf("no swap was performed by %s", name)
		}
	}
}

// Executing txParams at the quoted block delivers what the price route and the rules of fees say,
// to the wei, or the request is refused with a reason.
func TestSwapsDeliverWhatTheyPromise(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	count, n := *rounds, *deliveries
	c := newTally()
	var all []calldata.Method
	t.Run("random", func(t *testing.T) {
		for i := range count {
			seed := *firstSeed + uint64(i)
			t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				c.mu.Lock()
				all = w.swap.methods
				c.mu.Unlock()
				w.deliver(seed, n, c)
			})
		}
	})
	c.report(t, count*n, all, 0.1)
}

// deliver performs random swaps from a seed.
func (w *world) deliver(seed uint64, n int, c *tally) {
	w.Helper()
	random := mathrand.New(mathrand.NewPCG(seed, 2))
	w.openBook()
	for i := range n {
		if i%25 == 0 {
			w.quote(random)
		}
		r := w.randomSwap(random)
		name := fmt.Sprintf("seed %d, case %d: %+v", seed, i, r)
		route, p, err := w.swap.swap(w.Context(), r)
		if err != nil {
			var e *api.Error
			if !errors.As(err, &e) || e.Type == api.InternalError {
				w.Fatalf("%s: %v", name, err)
			}
			c.add(c.refused, string(e.Type))
			continue
		}
		if most := calldata.MaxIn(route.SrcAmount, r.Terms.Slippage, 500, nil); w.holds(
			route.SrcToken, w.user).Cmp(most) <= 0 {
			c.add(c.refused, "too poor")
			continue
		}
		taken := w.checkDelivery(name, r, route, p)
		estimated, err := strconv.ParseUint(route.GasCost, 10, 64)
		if err != nil {
			w.Fatalf("%s: %v", name, err)
		}
		c.mu.Lock()
		c.estimated, c.taken = c.estimated+estimated, c.taken+taken
		of := string(route.Side) + " " + route.ContractMethod
		c.gas[of] = [2]uint64{c.gas[of][0] + estimated, c.gas[of][1] + taken}
		c.mu.Unlock()
		c.add(c.used, fmt.Sprintf("%s %s %s", route.Version, route.Side, route.ContractMethod))
		for _, what := range traits(r, route) {
			c.add(c.used, what)
		}
	}
}

// traits are what a case shows beside its method.
func traits(r api.SwapRequest, route api.PriceRoute) (list []string) {
	add := func(what string, has bool) {
		if has {
			list = append(list, what)
		}
	}
	add("native in", route.SrcToken == api.NativeToken)
	add("native out", route.DestToken == api.NativeToken)
	add("taxed", r.Price.Src == "TAX" || r.Price.Dest == "TAX")
	add("receiver", r.Terms.Receiver != common.Address{})
	add("fee", r.Terms.PartnerFeeBps > 0 && r.Terms.PartnerAddress != common.Address{})
	add("several routes", len(route.BestRoute) > 1)
	for _, part := range route.BestRoute {
		add("several hops", len(part.Swaps) > 1)
		for _, h := range part.Swaps {
			add("several legs", len(h.Exchanges) > 1)
			for _, l := range h.Exchanges {
				add("on "+l.Exchange, true)
				var data calldata.LegData
				err := json.Unmarshal(l.Data, &data)
				add("on a composable pool", data.PoolID != nil && data.PoolID[21] == 0)
				if err == nil && len(data.Orders) > 0 {
					add("several orders", data.Orders[0].Most.Less(l.SrcAmount))
				}
			}
		}
	}
	return list
}

var symbols = []string{"ETH", "WETH", "USDC", "USDT", "DAI", "WBTC", "LINK", "UNI", "stETH", "TAX",
	"AAVE", "rETH", "FRAX", "CRV"}

// randomSwap draws everything that a request can vary.
func (w *world) randomSwap(random *mathrand.Rand) api.SwapRequest {
	var r api.SwapRequest
	q, t := &r.Price, &r.Terms
	some := func(n int) bool { return random.IntN(n) == 0 }
	m := &w.swap.methods[random.IntN(len(w.swap.methods))]
	q.ChainID, t.User = api.LocalChainID, w.user
	q.Side, q.Version = m.Side, m.Version
	if !some(4) {
		q.IncludeMethods = []string{m.Name}
	}
	w.randomPair(random, m, q)
	w.randomAmount(random, q)
	q.MaxImpact, q.IgnoreBadUSDPrice = new(100.0), true
	exchanges := []string{api.UniswapV2, api.UniswapV2Fork, api.UniswapV3, api.CurveV1,
		api.BalancerV2, api.LimitOrders}
	if some(8) {
		q.ExcludeExchanges = []string{exchanges[random.IntN(len(exchanges))]}
	} else if some(8) {
		q.IncludeExchanges = exchanges[random.IntN(4):]
	}
	if some(10) && q.Src != "ETH" && q.Dest != "WETH" && q.Src != "WETH" && q.Dest != "ETH" {
		q.Route = []string{q.Src, "WETH", q.Dest}
	}
	if m.General || some(8) {
		if some(4) {
			t.Receiver = common.HexToAddress("0x0101010101010101010101010101010101010101")
		}
		if some(3) {
			t.PartnerAddress = common.HexToAddress("0x0202020202020202020202020202020202020202")
			t.PartnerFeeBps, t.TakeSurplus, t.DirectFees =
				random.IntN(calldata.MaxFeeBps(q.Version)+1), some(2), some(2)
			t.UncappedSurplus, t.SurplusToUser = some(2), some(2)
		}
	}
	t.Slippage = []int{0, 10, 300}[random.IntN(3)]
	return r
}

// randomPair draws tokens, for the methods of one exchange often those of one of its pools or of an
// order.
func (w *world) randomPair(random *mathrand.Rand, m *calldata.Method, q *api.PriceRequest) {
	q.Src = symbols[random.IntN(len(symbols))]
	for q.Dest = q.Src; q.Dest == q.Src; {
		q.Dest = symbols[random.IntN(len(symbols))]
	}
	only := m.Shapes[0].Only
	switch {
	case slices.Equal(only, []string{api.LimitOrders}):
		pair := bookPairs[random.IntN(len(bookPairs))]
		q.Src, q.Dest = pair[0], pair[1]
	case slices.Equal(only, []string{api.MakerPSM}):
		q.Src, q.Dest = "DAI", "USDC"
		if random.IntN(2) == 0 {
			q.Src, q.Dest = "USDC", "DAI"
		}
	case m.Shapes[0].Limits.Tokens == 2 && random.IntN(4) > 0:
		pools := slices.DeleteFunc(slices.Clone(w.pools.Newest().Pools),
			func(l *pools.State) bool { return len(only) > 0 && l.Exchange != only[0] })
		tokens := pools[random.IntN(len(pools))].Tokens
		pos := random.Perm(len(tokens))
		q.Src, q.Dest = w.swap.token(tokens[pos[0]]).Symbol, w.swap.token(tokens[pos[1]]).Symbol
	case random.IntN(12) == 0 && q.Dest != "TAX":
		q.Src = "TAX"
	case random.IntN(12) == 0 && q.Src != "TAX":
		q.Dest = "TAX"
	}
	for _, name := range []*string{&q.Src, &q.Dest} {
		if *name == "WETH" && random.IntN(2) == 0 {
			*name = "ETH"
		}
	}
}

// randomAmount draws a few units, a value from a ten-thousandth of a dollar to a million, or a good
// part of what a pool holds.
func (w *world) randomAmount(random *mathrand.Rand, q *api.PriceRequest) {
	fixed := w.tokens[q.Src]
	if q.Side == api.Buy {
		fixed = w.tokens[q.Dest]
	}
	amount := big.NewInt(1 + random.Int64N(1_000))
	switch random.IntN(8) {
	case 0:
	case 1:
		token := w.swap.wrap(fixed.Address)
		pools := slices.DeleteFunc(slices.Clone(w.pools.Newest().Pools),
			func(l *pools.State) bool { return !slices.Contains(l.Tokens, token) })
		has := w.holds(token, pools[random.IntN(len(pools))].Address)
		amount.Add(amount, has.Mul(has, big.NewInt(1+random.Int64N(90))).Div(has, big.NewInt(100)))
	default:
		rate, _ := w.pools.USD(w.Context(), fixed.Address)
		usd := math.Pow(10, random.Float64()*10-4)
		value, _ := big.NewFloat(usd / rate).Int(nil)
		amount.Add(amount, value)
	}
	q.Amount = api.MustBig(amount)
}

// checkDelivery executes a transaction in the block after the quoted one and compares what moved.
// It returns the gas that it took.
func (w *world) checkDelivery(
	name string, r api.SwapRequest, route api.PriceRoute, p api.TxParams) uint64 {
	w.Helper()
	receiver := r.Terms.Receiver
	if receiver == (common.Address{}) {
		receiver = w.user
	}
	src, dest := route.SrcToken, route.DestToken
	lies := w.lying(route, p.To)
	srcBefore, destBefore := w.holds(src, w.user), w.holds(dest, receiver)
	receipt := w.do(chain.Call{From: p.From, To: p.To, Value: p.Value, Data: p.Data,
		Gas: 16_000_000})
	if receipt.Status != 1 {
		outcome, _ := w.net.Receipt(w.Context(), receipt.TxHash)
		w.Fatalf("%s: %s failed: %s\n%s", name, route.ContractMethod, outcome.Reason,
			describeRoute(route))
	}
	fees := new(big.Int).Mul(receipt.EffectiveGasPrice, new(big.Int).SetUint64(receipt.GasUsed))
	spent := new(big.Int).Sub(srcBefore, w.holds(src, w.user))
	got := new(big.Int).Sub(w.holds(dest, receiver), destBefore)
	if src == api.NativeToken {
		spent.Sub(spent, fees)
	}
	if dest == api.NativeToken && receiver == w.user {
		got.Add(got, fees)
	}
	wantSpent, wantGot := w.expected(r, route, lies)
	if spent.Cmp(wantSpent) != 0 || got.Cmp(wantGot) != 0 {
		w.Fatalf("%s by %s: spent %s, want %s; got %s, want %s\n%s", name, route.ContractMethod,
			spent, wantSpent, got, wantGot, describeRoute(route))
	}
	if fee, _, _ := calldata.FeeOf(&r.Terms); fee == (common.Address{}) {
		// whatever taxes do, the receiver gets what was promised, but for the units that version
		// 6.2 keeps
		promised := route.DestAmount.Big()
		promised.Sub(promised, big.NewInt(lies.units))
		if got.Cmp(promised) < 0 {
			w.Fatalf("%s by %s: got %s of %s promised", name, route.ContractMethod, got, promised)
		}
	}
	if route.Version == api.Version62 &&
		!slices.Contains([]string{"swapOnAugustusRFQTryBatchFill"}, route.ContractMethod) {
		for _, token := range []common.Address{src, dest, w.tokens["WETH"].Address,
			api.NativeToken} {
			if left := w.holds(token, w.swap.cfg.Contracts.Executor); left.Sign() != 0 {
				w.Fatalf("%s: %s of %s stay on the executor", name, left, token)
			}
		}
	}
	return receipt.GasUsed
}

// expected is the rules of fees, written down a second time: what the user spends and the receiver
// gets.
func (w *world) expected(r api.SwapRequest, route api.PriceRoute,
	lies lying) (spent, got *big.Int) {
	if route.ContractMethod == calldata.ModuleMethod {
		return w.expectedOfModule(r, route, lies)
	}
	partner, bps, _ := calldata.FeeOf(&r.Terms)
	arrives := w.arrives(route)
	spent, got = route.SrcAmount.Big(), arrives
	if route.Side == api.Buy {
		got = w.boughtBy(route)
	}
	fee := func(base *big.Int) *big.Int {
		if partner == (common.Address{}) {
			return new(big.Int)
		}
		f := new(big.Int).Mul(base, big.NewInt(int64(bps)))
		return f.Div(f, big.NewInt(10_000))
	}
	got = new(big.Int).Add(got, lies.dest)
	switch {
	case route.Side == api.Sell && route.Version == api.Version62:
		base := got
		if base.Cmp(arrives) > 0 {
			base = arrives
		}
		got = new(big.Int).Sub(got, fee(base))
	case route.Side == api.Sell:
		got = new(big.Int).Sub(got, fee(got))
	case route.Version == api.Version62:
		most := calldata.MaxIn(route.SrcAmount, r.Terms.Slippage, bps, nil)
		spent = w.spent6(spent, most, lies.src, fee, lies.keepsSrc)
	default:
		spent = new(big.Int).Add(spent, fee(spent))
	}
	if got.Cmp(big.NewInt(lies.units)) >= 0 {
		got.Sub(got, big.NewInt(lies.units))
	}
	return spent, w.taxed(route, got)
}

// expectedOfModule is the same on the stability module, which pays the receiver without fees: an
// exact amount of dai buys whole units of the gem, and what is left of it comes back.
func (w *world) expectedOfModule(r api.SwapRequest, route api.PriceRoute,
	lies lying) (spent, got *big.Int) {
	got = w.boughtBy(route)
	cost, most := route.SrcAmount.Big(), route.SrcAmount.Big()
	if route.Side == api.Buy {
		most = calldata.MaxIn(route.SrcAmount, r.Terms.Slippage, 0, nil)
	} else if route.SrcToken == w.tokens["DAI"].Address {
		cost = new(big.Int).Mul(got, big.NewInt(1e12))
		toll := new(big.Int).Mul(cost, big.NewInt(2))
		cost.Add(cost, toll.Div(toll, big.NewInt(10_000)))
	}
	none := func(*big.Int) *big.Int { return new(big.Int) }
	return w.spent6(cost, most, lies.src, none, true), got
}

// lying is what lay on the swap contract before a swap that gives it away, and what the swap leaves
// there itself: version 6.2 keeps a unit of what passes through it.
type lying struct {
	src, dest *big.Int
	keepsSrc  bool  // a unit of what comes back of the source
	units     int64 // of what the receiver would get
}

func (w *world) lying(route api.PriceRoute, contract common.Address) lying {
	src, dest, wrapped := route.SrcToken, route.DestToken, w.tokens["WETH"].Address
	held := func(coins ...common.Address) *big.Int {
		sum := new(big.Int)
		for _, coin := range coins {
			sum.Add(sum, w.holds(coin, contract))
		}
		return sum
	}
	switch method := route.ContractMethod; {
	case route.Version != api.Version62:
		return lying{src: new(big.Int), dest: held(dest)}
	case method == "swapOnAugustusRFQTryBatchFill": // orders pay the receiver, but for native coins
		l := lying{src: held(w.swap.wrap(src)), dest: new(big.Int), keepsSrc: true}
		if dest == api.NativeToken {
			l.dest, l.units = held(wrapped), 1
		}
		return l
	case method == calldata.ModuleMethod:
		return lying{src: held(src), dest: new(big.Int), keepsSrc: true}
	case method == "swapExactAmountInOnUniswapV3",
		method == "swapExactAmountOutOnUniswapV3" && src != api.NativeToken:
		return lying{src: new(big.Int), dest: new(big.Int)}
	case method == "swapExactAmountOutOnUniswapV3":
		return lying{src: held(src), dest: new(big.Int), keepsSrc: true, units: 1}
	case dest == api.NativeToken && strings.Contains(describeRoute(route), "nativeOut"):
		// which is not unwrapped
	case dest == api.NativeToken && slices.Contains([]string{"swapExactAmountInOnUniswapV2",
		"swapExactAmountInOnCurveV1", "swapExactAmountInOnCurveV2"}, method):
		return lying{src: held(src), dest: held(dest, wrapped), units: 2}
	}
	return lying{src: held(src), dest: held(dest), keepsSrc: true, units: 1}
}

// arrives is what must arrive at the contract for what the route promises its receiver.
func (w *world) arrives(route api.PriceRoute) *big.Int {
	tax := uint16(w.swap.token(route.DestToken).TransferTax)
	switch {
	case tax == 0:
		return route.DestAmount.Big()
	case route.Side == api.Sell:
		return w.boughtBy(route)
	}
	sent, _ := pool.BeforeTax(*route.DestAmount.U256(), tax)
	return sent.ToBig()
}

// boughtBy is what all last legs deliver, which may be a little more than was asked for.
func (w *world) boughtBy(route api.PriceRoute) *big.Int {
	sum := new(big.Int)
	for _, r := range route.BestRoute {
		for _, l := range r.Swaps[len(r.Swaps)-1].Exchanges {
			sum.Add(sum, l.DestAmount.Big())
		}
	}
	return sum
}

func (w *world) spent6(cost, most, dust *big.Int, fee func(*big.Int) *big.Int,
	dusty bool) *big.Int {
	remaining := new(big.Int).Sub(new(big.Int).Add(most, dust), cost)
	d := new(big.Int)
	if dusty {
		d.SetInt64(1)
	}
	less := func(a, b *big.Int) *big.Int {
		if a.Cmp(b) < 0 {
			return new(big.Int)
		}
		return new(big.Int).Sub(a, b)
	}
	base := less(most, less(remaining, d))
	if base.Cmp(cost) > 0 {
		base = cost
	}
	refund := less(new(big.Int).Sub(remaining, fee(base)), d)
	return less(most, refund)
}

// taxed is what arrives of the last move to the receiver.
func (w *world) taxed(route api.PriceRoute, amount *big.Int) *big.Int {
	net := pool.AfterTax(*uint256.MustFromBig(amount),
		uint16(w.swap.token(route.DestToken).TransferTax))
	return net.ToBig()
}

func describeRoute(r api.PriceRoute) string {
	out := fmt.Sprintf("%s → %s", r.SrcAmount, r.DestAmount)
	for _, route := range r.BestRoute {
		out += fmt.Sprintf("\n %d%%", route.Percent)
		for _, h := range route.Swaps {
			out += fmt.Sprintf("\n   %s → %s", h.SrcToken, h.DestToken)
			for _, l := range h.Exchanges {
				out += fmt.Sprintf("\n     %d%% %s %s → %s %s", l.Percent, l.Exchange, l.SrcAmount,
					l.DestAmount, l.Data)
			}
		}
	}
	return out
}

// Amounts of a few units are delivered by every method, or refused; a leg of a percent of them
// trades something.
func TestDustDelivers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	w := newWorld(t)
	performed, sizes := 0, []uint64{1, 3, 101}
	for _, m := range w.swap.methods {
		for _, pair := range [][2]string{
			{"WBTC", "DAI"}, {"USDC", "DAI"}, {"DAI", "USDC"}, {"WETH", "WBTC"}, {"USDC", "ETH"}} {
			for _, units := range sizes {
				r := api.SwapRequest{
					Price: api.PriceRequest{
						Src: pair[0], Dest: pair[1], Amount: api.NewAmount(units), Side: m.Side,
						Version: m.Version, IncludeMethods: []string{m.Name}, MaxImpact: new(100.0),
					},
					Terms: api.SwapTerms{User: w.user},
				}
				name := fmt.Sprintf("%s %s of %d %s → %s", m.Name, m.Side, units, pair[0], pair[1])
				route, p, err := w.swap.swap(t.Context(), r)
				if api.TypeOf(err) == api.NoRoute {
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for _, part := range route.BestRoute {
					for _, h := range part.Swaps {
						for _, l := range h.Exchanges {
							if l.SrcAmount.IsZero() || l.DestAmount.IsZero() {
								t.Fatalf("%s: a leg trades nothing\n%s", name, describeRoute(route))
							}
						}
					}
				}
				w.checkDelivery(name, r, route, p)
				performed++
			}
		}
	}
	if performed < 10*len(sizes) {
		t.Errorf("only %d were performed", performed)
	}
}

// What is refused, by type and by the texts that clients compare with.
func TestPricesAreRefusedByName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	amount := api.NewAmount(1_000_000_000)
	refused := func(name string, want api.ErrorType, text string, err error) {
		t.Helper()
		var e *api.Error
		if !errors.As(err, &e) || e.Type != want || text != "" && e.Text != text {
			t.Errorf("%s: %v, want %s %q", name, err, want, text)
		}
	}
	price := func(r api.PriceRequest) error { _, err := w.swap.Prices(t.Context(), r); return err }
	refused("a collection", api.UnsupportedToken, "",
		price(api.PriceRequest{Src: w.chain.Deployment().Collections[0].Address.Hex(), Dest: "USDC",
			Amount: amount}))
	refused("no contract", api.UnsupportedToken, "",
		price(api.PriceRequest{Src: "0x00000000000000000000000000000000000000aa", Dest: "USDC",
			Amount: amount}))
	refused("an unknown symbol", api.ValidationError, "",
		price(api.PriceRequest{Src: "NOPE", Dest: "USDC", Amount: amount}))
	refused("an unknown exchange", api.ValidationError, "",
		price(api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount,
			IncludeExchanges: []string{"Elsewhere"}}))
	refused("no method", api.NoRoute, textNoRoute,
		price(api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount,
			IncludeMethods: []string{"simpleBuy"}}))
	refused("a purchase with a taxed token", api.NoRoute, textNoRoute,
		price(api.PriceRequest{Src: "TAX", Dest: "USDC", Amount: amount, Side: api.Buy,
			Version: api.Version62}))

	for _, tc := range []struct {
		request api.PriceRequest
		says    string
	}{
		{api.PriceRequest{Src: "DAI", Dest: "USDC", Amount: api.NewAmount(1)},
			"amount 1 is too small to proceed"},
		{api.PriceRequest{Src: "TAX", Dest: "USDC", Amount: amount, Side: api.Buy},
			"cannot be paid in TAX"},
		{api.PriceRequest{Src: "USDC", Dest: "TAX", Amount: amount, Side: api.Buy},
			"use version 6.2"},
		{api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount,
			IncludeExchanges: []string{api.LimitOrders}}, "no routes found with enough liquidity"},
	} {
		err := price(tc.request)
		refused(tc.says, api.NoRoute, textNoRoute, err)
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%v does not say that it %s", err, tc.says)
		}
	}

	cfg := w.swap.cfg
	cfg.Pools = pools.Open(w.poolsCfg)
	unsynced := Open(cfg)
	_, err := unsynced.Prices(t.Context(),
		api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount})
	refused("before the first block", api.ChainUnavailable, textNoAnswer, err)
	poolsCfg := w.poolsCfg
	poolsCfg.USD = nil
	cfg = w.swap.cfg
	cfg.Pools = pools.Open(poolsCfg)
	blind := Open(cfg)
	head, err := w.net.Head(t.Context())
	if err == nil {
		err = cfg.Pools.Resync(t.Context(), head)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount}
	_, err = blind.Prices(t.Context(), r)
	refused("without USD tokens", api.BadUsdPrice, textBadUSD, err)
	r.IgnoreBadUSDPrice = true
	if route, err := blind.Prices(t.Context(), r); err != nil || route.SrcUSD != nil ||
		route.DestUSD != nil {
		t.Errorf("ignoring it: %+v, %v", route, err)
	}
}
