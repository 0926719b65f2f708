package swap

import (
	"context"
	"errors"
	"math/big"
	mathrand "math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
	"bourse/store"
)

// rebasing is a world with a rebasing token SC, its wrapper WSC, and stable pools of ETH and SC,
// of WSC and rETH, and of SC and WSC.
type rebasing struct {
	*world
	token, wrapper installed
	pools          []common.Address
	pooled         *big.Int
}

func newRebasing(t *testing.T) *rebasing {
	t.Helper()
	x := &rebasing{pooled: big.NewInt(1_234_567)}
	unit := big.NewInt(1e18)
	x.pooled.Mul(x.pooled, unit).Add(x.pooled, big.NewInt(890_123_456_789_012_345))
	shares := new(big.Int).Mul(big.NewInt(1_000_000), unit)
	x.world = newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		x.token = n.of(&contracts.RebasingTokenMetaData, shares, x.pooled)
		x.wrapper = n.of(&contracts.RebasingTokenWrapperMetaData, x.token.at)
		n.allow(x.token.at, x.wrapper.at)
		x.wrapper.do("wrap", new(big.Int).Mul(big.NewInt(400_000), unit))
		user := crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey)
		some := new(big.Int).Mul(big.NewInt(20_000), unit)
		x.token.do("transfer", user, some)
		x.wrapper.do("transfer", user, some)
		listed := func(symbol string) common.Address {
			return d.Tokens[slices.IndexFunc(d.Tokens,
				func(t api.Token) bool { return t.Symbol == symbol })].Address
		}
		for i, at := range []common.Address{x.token.at, x.wrapper.at} {
			d.Tokens = append(d.Tokens, api.Token{ChainID: api.LocalChainID, Address: at,
				Symbol: []string{"SC", "WSC"}[i], Decimals: 18, Kind: api.ERC20})
		}
		x.fill(n, api.NativeToken, x.token.at, 1_000_000, 5000)
		x.fill(n, listed("rETH"), x.wrapper.at, 1_100_000, 5000)
		x.fill(n, x.wrapper.at, x.token.at, 1_240_000, 500)
		n.flush()
		w.exchanges = func(list []pools.Exchange) {
			list[3].Pools, list[3].ByUint256 = x.pools, false
			list[5] = pools.Exchange{Name: api.WstETH, Kind: pool.KindWrapper,
				Pools: []common.Address{x.wrapper.at}}
		}
	})
	return x
}

// fill makes a stable pool of so many of both tokens, of which the first has a rate in millionths.
func (x *rebasing) fill(n *installer, a, b common.Address, rate, size int64) {
	unit, fee := big.NewInt(1e18), big.NewInt(4_000_000)
	coins := []common.Address{a, b}
	rates := []*big.Int{big.NewInt(rate * 1e12), unit}
	amount, value := new(big.Int).Mul(big.NewInt(size), unit), new(big.Int)
	var at common.Address
	if a == api.NativeToken {
		value = amount
		at = n.of(&contracts.NativeCurvePoolMetaData, coins, rates, big.NewInt(200), fee).at
	} else {
		at = n.of(&contracts.CurvePoolMetaData, false, coins, rates, big.NewInt(200), fee,
			big.NewInt(2e10)).at
		n.allow(a, at)
	}
	n.allow(b, at)
	n.add("fill a stable pool", &at, value,
		contracts.NewCurvePool().PackAdd([]*big.Int{amount, amount}), 1_000_000)
	x.pools = append(x.pools, at)
}

// report makes all shares worth more.
func (x *rebasing) report(millionths int64) {
	x.Helper()
	more := new(big.Int).Mul(x.pooled, big.NewInt(millionths))
	x.pooled.Add(x.pooled, more.Div(more, big.NewInt(1e6)))
	x.send(chain.Call{To: x.token.at, Gas: 1_000_000,
		Data: contracts.NewRebasingToken().PackReport(x.pooled)})
	x.mine()
}

// request is a swap without slippage along a route, if one is named, on exchanges.
func (x *rebasing) request(side api.Side, amount api.Amount, route []string,
	exchanges ...string) api.SwapRequest {
	r := api.SwapRequest{Price: api.PriceRequest{ChainID: api.LocalChainID, Side: side,
		Version: api.Version62, Src: route[0], Dest: route[len(route)-1], Amount: amount,
		Route: route, MaxImpact: new(100.0), IgnoreBadUSDPrice: true,
		IncludeExchanges: exchanges}}
	r.Terms.User = x.user
	return r
}

// deliver wants a swap to bring what it promises, and no more than rounding may have kept, and to
// cost no more; exactly what it promises where that is known.
func (x *rebasing) deliver(r api.SwapRequest, exact bool) api.PriceRoute {
	x.Helper()
	route, p, err := x.swap.Swap(x.Context(), r)
	if err != nil {
		x.Fatalf("%s %v: %v", r.Price.Side, r.Price.Route, err)
	}
	src, dest := route.SrcToken, route.DestToken
	const most = 16
	lies := x.lying(route, p.To)
	srcBefore, destBefore := x.holds(src, x.user), x.holds(dest, x.user)
	receipt := x.do(chain.Call{From: p.From, To: p.To, Value: p.Value, Data: p.Data,
		Gas: 16_000_000})
	if receipt.Status != 1 {
		outcome, _ := x.net.Receipt(x.Context(), receipt.TxHash)
		x.Fatalf("%s by %s failed: %s\n%s", r.Price.Side, route.ContractMethod, outcome.Reason,
			describeRoute(route))
	}
	got := new(big.Int).Sub(x.holds(dest, x.user), destBefore)
	spent := new(big.Int).Sub(srcBefore, x.holds(src, x.user))
	gas := new(big.Int).Mul(receipt.EffectiveGasPrice, new(big.Int).SetUint64(receipt.GasUsed))
	switch api.NativeToken {
	case src:
		spent.Sub(spent, gas)
	case dest:
		got.Add(got, gas)
	}
	got.Add(got, big.NewInt(lies.units)).Sub(got, lies.dest)
	got.Sub(got, route.DestAmount.Big())
	if got.Sign() < 0 || got.Int64() > most || exact && got.Sign() > 0 {
		x.Errorf("%s %s: %s more than promised arrive\n%s", r.Price.Side, r.Price.Amount, got,
			describeRoute(route))
	}
	spent.Sub(route.SrcAmount.Big(), spent)
	if spent.Int64() < -lies.units || spent.Int64() > most {
		x.Errorf("%s %s: %s less than promised is spent\n%s", r.Price.Side, r.Price.Amount, spent,
			describeRoute(route))
	}
	for _, token := range []common.Address{src, dest, x.token.at, x.wrapper.at} {
		if left := x.holds(token, x.swap.cfg.Contracts.Executor); left.Int64() > most {
			x.Errorf("%s of %s stay on the executor\n%s", left, token, describeRoute(route))
		}
	}
	return route
}

// Swaps through a wrapper of a rebasing token, wherever in a route it stands, bring what they
// promise though less arrives of each transfer than was sent, and follow the rate, which moves
// without a log.
func TestSwapsThroughAWrapper(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	x := newRebasing(t)
	x.splits()
	random := mathrand.New(mathrand.NewPCG(7, 8))
	amount := func() api.Amount {
		v := big.NewInt(1 + random.Int64N(1e9))
		return api.MustBig(v.Mul(v, big.NewInt(1+random.Int64N(1e11))))
	}
	wrapper := []string{api.WstETH}
	for _, c := range []struct {
		route []string
		only  []string
		exact bool
	}{
		{[]string{"SC", "WSC"}, wrapper, true},
		{[]string{"WSC", "SC"}, wrapper, false},
		{[]string{"SC", "WSC", "rETH"}, nil, false},
		{[]string{"rETH", "WSC", "SC"}, nil, false},
		{[]string{"WETH", "SC", "WSC"}, nil, false},
		{[]string{"WSC", "SC", "ETH"}, nil, false},
		{[]string{"WETH", "SC", "WSC", "rETH"}, nil, false},
		{[]string{"rETH", "WSC", "SC", "WETH"}, nil, false},
		{[]string{"SC", "WETH"}, nil, false},
		{[]string{"ETH", "SC"}, nil, false},
	} {
		x.deliver(x.request(api.Sell, amount(), c.route, c.only...), c.exact)
		x.deliver(x.request(api.Buy, amount(), c.route, c.only...), false)
		x.report(random.Int64N(500))
	}
	x.follows()
	x.leavesOut()
	x.finds()
}

// follows wants a quote to know of the oracle's report in its own block.
func (x *rebasing) follows() {
	x.Helper()
	r := x.request(api.Sell, units(1000, 18), []string{"WSC", "SC"}, api.WstETH)
	before := x.deliver(r, false).DestAmount
	x.report(100_000)
	if after := x.deliver(r, false).DestAmount; !before.MulDiv(api.NewAmount(109),
		api.NewAmount(100)).Less(after) {
		x.Errorf("%s are paid, %s after a report of a tenth more", before, after)
	}
}

// splits wants the wrapper beside a pool that pays more for a part of an amount, as it does after a
// report that it does not follow.
func (x *rebasing) splits() {
	x.Helper()
	for _, c := range []struct {
		side  api.Side
		route []string
		more  int64
	}{
		{api.Sell, []string{"WSC", "SC"}, 0},
		{api.Buy, []string{"SC", "WSC"}, 6_000},
		{api.Sell, []string{"WETH", "SC", "WSC", "rETH"}, 3_000},
		{api.Buy, []string{"WETH", "SC", "WSC"}, 3_000},
	} {
		x.report(c.more)
		found := x.deliver(x.request(c.side, units(300, 18), c.route), false)
		if !slices.ContainsFunc(found.BestRoute[0].Swaps, func(hop api.SwapHop) bool {
			return len(hop.Exchanges) == 2 && hop.Exchanges[0].Exchange != hop.Exchanges[1].Exchange
		}) {
			x.Errorf("%s %v is not split: %s", c.side, c.route, describeRoute(found))
		}
	}
}

// leavesOut wants no route by version 5, on an excluded pool, nor of more than there is.
func (x *rebasing) leavesOut() {
	x.Helper()
	for name, change := range map[string]func(*api.PriceRequest){
		"version 5": func(p *api.PriceRequest) { p.Version = api.Version5 },
		"pool":      func(p *api.PriceRequest) { p.ExcludePools = []common.Address{x.wrapper.at} },
		"dust":      func(p *api.PriceRequest) { p.Amount = api.NewAmount(3) },
	} {
		r := x.request(api.Sell, units(10, 18), []string{"WSC", "SC"}, api.WstETH)
		change(&r.Price)
		var e *api.Error
		if _, _, err := x.swap.Swap(x.Context(), r); !errors.As(err, &e) || e.Type != api.NoRoute {
			x.Errorf("%s: got %v, want no route", name, err)
		}
	}
}

// finds wants a tracker that looks for pools in the background, and one that goes on from what that
// kept, to trade the token on stable pools alone, by what its wrapper says, and not at all where no
// wrapper is known.
func (x *rebasing) finds() {
	x.Helper()
	router, ten := x.swap.cfg.Contracts.UniswapV2Router, units(10, 18).Big()
	weth := x.tokens["WETH"].Address
	for _, token := range []common.Address{weth, x.token.at} {
		x.do(chain.Call{To: token, Data: erc20ABI.PackApprove(router, maxUint()), Gas: 100_000})
	}
	x.do(chain.Call{To: router, Gas: 5_000_000,
		Data: router2ABI.PackAddLiquidity(x.token.at, weth, ten, ten, x.user)})
	db, err := store.Open(filepath.Join(x.TempDir(), "found.db"), store.Options{})
	if err != nil {
		x.Fatal(err)
	}
	defer db.Close()
	cfg := x.poolsCfg
	cfg.Store, cfg.Background = db, true
	want := []common.Address{x.wrapper.at, x.pools[0], x.pools[2]}
	slices.SortFunc(want, common.Address.Cmp)
	for _, what := range []string{"in the background", "after a restart"} {
		at, err := x.tradedBy(cfg)
		if err != nil || !slices.Equal(at, want) {
			x.Errorf("%s the token is traded by %s, want %s: %v", what, at, want, err)
		}
	}
	cfg.Store = x.poolsCfg.Store
	cfg.Exchanges = slices.DeleteFunc(slices.Clone(cfg.Exchanges),
		func(e pools.Exchange) bool { return e.Kind == pool.KindWrapper })
	at, err := x.tradedBy(cfg)
	refused(x.TB.(*testing.T), "a token that rounds", err, api.NoRoute, "some units less")
	if len(at) > 0 {
		x.Errorf("without a wrapper the token is traded by %s", at)
	}
}

// tradedBy are the pools of the token once all are found, and why it is not traded. Until then it
// may be traded by its wrapper and stable pools only.
func (x *rebasing) tradedBy(cfg pools.Config) (at []common.Address, why error) {
	x.Helper()
	tracker := pools.Open(cfg)
	if tracker.Newest() == nil {
		head, err := x.net.Head(x.Context())
		if err == nil {
			err = tracker.Resync(x.Context(), head)
		}
		if err != nil {
			x.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(x.Context())
	done := make(chan error, 1)
	go func() { done <- tracker.Run(ctx) }()
	for all := false; !all; runtime.Gosched() {
		if err := tracker.Freshen(x.Context()); err != nil {
			x.Fatal(err)
		}
		at = nil
		for _, l := range tracker.Newest().Venues {
			if all = all || l.Address == x.pools[1]; slices.Contains(l.Tokens, x.token.at) {
				if at = append(at, l.Address); l.Kind == pool.KindProduct {
					x.Fatal("a pair trades a token that rounds")
				}
			}
		}
		_, why = tracker.Learn(x.Context(), x.token.at)
	}
	stop()
	if err := <-done; err != nil {
		x.Error(err)
	}
	slices.SortFunc(at, common.Address.Cmp)
	return at, why
}
