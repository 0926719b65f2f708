package swap

import (
	"errors"
	"flag"
	"fmt"
	"math/big"
	mathrand "math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

var deliveries = flag.Int("deliveries", 250, "random swaps to execute")

// Executing txParams at the quoted block delivers what the price route and the rules of fees say, to the wei, or the request is refused with a reason.
func TestSwapsDeliverWhatTheyPromise(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	random := mathrand.New(mathrand.NewPCG(1, 2))
	used, refused := make(map[string]int), make(map[string]int)
	for i := range *deliveries {
		r := w.randomSwap(random)
		route, p, err := w.swap.Swap(t.Context(), r)
		if err != nil {
			var e *api.Error
			if !errors.As(err, &e) || e.Type == api.InternalError {
				t.Fatalf("case %d, %+v: %v", i, r, err)
			}
			refused[string(e.Type)]++
			continue
		}
		if most := most(route.SrcAmount, r.Terms.Slippage, 500, nil); w.holds(route.SrcToken, w.user).Cmp(most) <= 0 {
			refused["too poor"]++
			continue
		}
		used[string(route.Version)+" "+route.ContractMethod]++
		w.checkDelivery(fmt.Sprintf("case %d, %s of %s %s → %s, version %s", i, r.Price.Side, r.Price.Amount, r.Price.Src, r.Price.Dest, r.Price.Version), r, route, p)
	}
	t.Logf("performed %v, refused %v", used, refused)
}

// randomSwap draws everything that a request can vary.
func (w *world) randomSwap(random *mathrand.Rand) api.SwapRequest {
	symbols := []string{"ETH", "WETH", "USDC", "USDT", "DAI", "WBTC", "LINK", "UNI", "stETH", "TAX", "AAVE", "rETH", "FRAX", "CRV"}
	var r api.SwapRequest
	q, t := &r.Price, &r.Terms
	q.ChainID, t.User = api.LocalChainID, w.user
	q.Src = symbols[random.IntN(len(symbols))]
	for q.Dest = q.Src; q.Dest == q.Src; {
		q.Dest = symbols[random.IntN(len(symbols))]
	}
	q.Side, q.Version = api.Sell, api.Version5
	if random.IntN(2) == 0 {
		q.Version = api.Version62
	}
	fixed := q.Src
	if random.IntN(3) == 0 {
		q.Side, fixed = api.Buy, q.Dest
	}
	// From a millionth of a dollar to a million.
	rate, _ := w.swap.USD(w.Context(), w.tokens[fixed].Address)
	usd := []float64{1e-6, 1, 50, 2_000, 30_000, 200_000, 1_000_000}[random.IntN(7)] * (0.5 + random.Float64())
	amount, _ := big.NewFloat(usd / rate).Int(nil)
	q.Amount = api.MustBig(amount.Add(amount, big.NewInt(1)))
	q.MaxImpact, q.IgnoreBadUSDPrice = 100, true
	if names := w.methodNames(q.Version, q.Side); random.IntN(2) == 0 {
		q.IncludeMethods = []string{names[random.IntN(len(names))]}
	}
	if random.IntN(4) == 0 {
		t.Receiver = common.HexToAddress("0x0101010101010101010101010101010101010101")
	}
	if random.IntN(3) == 0 {
		t.PartnerAddress = common.HexToAddress("0x0202020202020202020202020202020202020202")
		t.PartnerFeeBps, t.TakeSurplus, t.DirectFees = random.IntN(250), random.IntN(2) == 0, random.IntN(2) == 0
		t.UncappedSurplus, t.SurplusToUser = random.IntN(2) == 0, random.IntN(2) == 0
	}
	t.Slippage = []int{0, 10, 300}[random.IntN(3)]
	return r
}

func (w *world) methodNames(v api.SwapVersion, side api.Side) []string {
	var names []string
	for _, m := range w.swap.methods {
		if m.version == v && m.side == side {
			names = append(names, m.name)
		}
	}
	return names
}

// checkDelivery executes a transaction in the block after the quoted one and compares what moved.
func (w *world) checkDelivery(name string, r api.SwapRequest, route api.PriceRoute, p api.TxParams) {
	w.Helper()
	receiver := r.Terms.Receiver
	if receiver == (common.Address{}) {
		receiver = w.user
	}
	src, dest := route.SrcToken, route.DestToken
	srcDust, destDust := w.holds(src, p.To), w.holds(dest, p.To)
	srcBefore, destBefore := w.holds(src, w.user), w.holds(dest, receiver)
	receipt := w.do(chain.Call{From: p.From, To: p.To, Value: p.Value, Data: p.Data, Gas: 8_000_000})
	if receipt.Status != 1 {
		outcome, _ := w.net.Outcome(w.Context(), receipt.TxHash)
		w.Fatalf("%s: %s failed: %s\n%s", name, route.ContractMethod, outcome.Reason, describeRoute(route))
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
	wantSpent, wantGot := w.expected(r, route, srcDust, destDust)
	if spent.Cmp(wantSpent) != 0 || got.Cmp(wantGot) != 0 {
		w.Fatalf("%s by %s: spent %s, want %s; got %s, want %s\n%s", name, route.ContractMethod, spent, wantSpent, got, wantGot, describeRoute(route))
	}
	if route.Version == api.Version62 && !slices.Contains([]string{"swapOnAugustusRFQTryBatchFill"}, route.ContractMethod) {
		for _, token := range []common.Address{src, dest, w.tokens["WETH"].Address} {
			if left := w.holds(token, w.swap.cfg.Contracts.Executor); left.Sign() != 0 {
				w.Fatalf("%s: %s of %s stay on the executor", name, left, token)
			}
		}
	}
}

// expected is the rules of fees, written down a second time: what the user spends and the receiver gets.
func (w *world) expected(r api.SwapRequest, route api.PriceRoute, srcDust, destDust *big.Int) (spent, got *big.Int) {
	partner, bps, _ := feeOf(&r.Terms, route.Version)
	spent, got = route.SrcAmount.Big(), new(big.Int).Add(route.DestAmount.Big(), destDust)
	if route.Side == api.Buy {
		got = w.boughtBy(route)
		got.Add(got, destDust)
	}
	v6 := route.Version == api.Version62
	dusty := v6 && route.ContractMethod != "swapExactAmountInOnUniswapV3" && route.ContractMethod != "swapExactAmountOutOnUniswapV3"
	if v6 && !dusty && route.Side == api.Sell {
		got.Sub(got, destDust)
	}
	fee := func(base *big.Int) *big.Int {
		if partner == (common.Address{}) {
			return new(big.Int)
		}
		f := new(big.Int).Mul(base, big.NewInt(int64(bps)))
		return f.Div(f, big.NewInt(10_000))
	}
	switch {
	case route.Side == api.Sell && v6:
		base := got
		if quoted := route.DestAmount.Big(); base.Cmp(quoted) > 0 {
			base = quoted
		}
		got = new(big.Int).Sub(got, fee(base))
	case route.Side == api.Sell:
		got = new(big.Int).Sub(got, fee(got))
	case v6:
		most := most(route.SrcAmount, r.Terms.Slippage, bps, nil)
		return w.spent6(spent, most, srcDust, fee, dusty), w.dusted(got, route, dusty)
	default:
		return new(big.Int).Add(spent, fee(spent)), w.taxed(route, got)
	}
	if dusty && got.Sign() > 0 {
		got.Sub(got, big.NewInt(1))
	}
	return spent, w.taxed(route, got)
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

func (w *world) spent6(cost, most, dust *big.Int, fee func(*big.Int) *big.Int, dusty bool) *big.Int {
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

func (w *world) dusted(got *big.Int, route api.PriceRoute, dusty bool) *big.Int {
	if dusty && got.Cmp(route.DestAmount.Big()) > 0 {
		got.Sub(got, big.NewInt(1))
	}
	return w.taxed(route, got)
}

// taxed is what arrives of the last move to the receiver.
func (w *world) taxed(route api.PriceRoute, amount *big.Int) *big.Int {
	net := pool.AfterTax(word(amount), uint16(w.swap.tokens[route.DestToken].TransferTax))
	return net.ToBig()
}

func describeRoute(r api.PriceRoute) string {
	out := fmt.Sprintf("%s → %s", r.SrcAmount, r.DestAmount)
	for _, route := range r.BestRoute {
		out += fmt.Sprintf("\n %d%%", route.Percent)
		for _, h := range route.Swaps {
			out += fmt.Sprintf("\n   %s → %s", h.SrcToken, h.DestToken)
			for _, l := range h.Exchanges {
				out += fmt.Sprintf("\n     %d%% %s %s → %s %s", l.Percent, l.Exchange, l.SrcAmount, l.DestAmount, l.Data)
			}
		}
	}
	return out
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
	refused("a collection", api.UnsupportedToken, "", price(api.PriceRequest{Src: w.chain.Deployment().Collections[0].Address.Hex(), Dest: "USDC", Amount: amount}))
	refused("no contract", api.UnsupportedToken, "", price(api.PriceRequest{Src: "0x00000000000000000000000000000000000000aa", Dest: "USDC", Amount: amount}))
	refused("an unknown symbol", api.ValidationError, "", price(api.PriceRequest{Src: "NOPE", Dest: "USDC", Amount: amount}))
	refused("no exchange", api.NoRoute, textNoRoute, price(api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount, IncludeExchanges: []string{"Elsewhere"}}))
	refused("no method", api.NoRoute, textNoRoute, price(api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount, IncludeMethods: []string{"simpleBuy"}}))
	refused("a purchase with a taxed token", api.NoRoute, textNoRoute, price(api.PriceRequest{Src: "TAX", Dest: "USDC", Amount: amount, Side: api.Buy, Version: api.Version62}))

	unsynced := Open(w.swap.cfg)
	_, err := unsynced.Prices(t.Context(), api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount})
	refused("before the first block", api.ChainUnavailable, textNoAnswer, err)
	cfg := w.swap.cfg
	cfg.USD = nil
	blind := Open(cfg)
	head, err := w.net.Head(t.Context())
	if err == nil {
		err = blind.Resync(t.Context(), head)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: amount}
	_, err = blind.Prices(t.Context(), r)
	refused("without USD tokens", api.BadUsdPrice, textBadUSD, err)
	r.IgnoreBadUSDPrice = true
	if route, err := blind.Prices(t.Context(), r); err != nil || route.SrcUSD != nil || route.DestUSD != nil {
		t.Errorf("ignoring it: %+v, %v", route, err)
	}
}
