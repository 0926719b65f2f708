package swap

import (
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/published"
	"bourse/backend/swap/pools"
)

// Composable stable pools of the first and the third generation, by their paths.
const (
	composable1Path = balancer +
		"20220906-composable-stable-pool/bytecode/ComposableStablePool.json"
	composable3Path = balancer +
		"20230206-composable-stable-pool-v3/artifact/ComposableStablePool.json"
)

// rateLasts is for how many seconds the pools keep a rate.
const rateLasts = 8

// composable is a composable stable pool and what tells the rate of one of its tokens.
type composable struct {
	installed
	rate common.Address
}

// addComposable makes a pool in which rETH has a rate, if it is in it.
func (o *others) addComposable(path string, usd int64, symbols ...string) composable {
	o.Helper()
	worth := big.NewInt(local.Prices()["rETH"] * 1e9 / local.Prices()["WETH"] * 1e9)
	c := composable{rate: o.Create("a rate", o.rates)}
	o.Call("set a rate", c.rate, published.SetRate(new(big.Int).Sub(worth, big.NewInt(1e14))))
	type side struct {
		token, provider common.Address
		amount, most    *big.Int
	}
	var sides []side
	for i, symbol := range symbols {
		token, amount := o.token(symbol, usd*(9+int64(i)))
		s := side{token: token, amount: amount.Div(amount, big.NewInt(10)), most: maxUint()}
		if symbol == "rETH" {
			s.provider = c.rate
		}
		sides = append(sides, s)
	}
	byToken := func(x, y side) int { return x.token.Cmp(y.token) }
	slices.SortFunc(sides, byToken)
	params := published.ComposablePool{Vault: o.vault.at, ProtocolFeeProvider: o.fees,
		ExemptFromYieldProtocolFeeFlags: make([]bool, len(sides)),
		AmplificationParameter:          big.NewInt(200), SwapFeePercentage: big.NewInt(4e14),
		PauseWindowDuration: new(big.Int), BufferPeriodDuration: new(big.Int), Owner: o.from}
	for _, s := range sides {
		params.Tokens = append(params.Tokens, s.token)
		params.RateProviders = append(params.RateProviders, s.provider)
		params.TokenRateCacheDurations = append(params.TokenRateCacheDurations,
			big.NewInt(rateLasts))
	}
	c.installed = o.of(published.Contract(o, path), params)
	o.Call("set a rate", c.rate, published.SetRate(worth))
	sides = append(sides, side{token: c.at, amount: new(big.Int), most: maxUint()})
	slices.SortFunc(sides, byToken)
	var tokens []common.Address
	var amounts, most []*big.Int
	for _, s := range sides {
		tokens, amounts, most = append(tokens, s.token), append(amounts, s.amount),
			append(most, s.most)
	}
	id := c.ask("getPoolId")
	o.join(id, tokens, amounts, most)
	o.d.Weighted = append(o.d.Weighted, id)
	return c
}

// enableRecovery is the selector of enableRecoveryMode().
var enableRecovery = [4]byte(crypto.Keccak256([]byte("enableRecoveryMode()")))

// flushed sends a call, and returns once the world knows of the block that it is in.
func (o *others) flushed(c installed, method string, arguments ...any) {
	o.Helper()
	c.do(method, arguments...)
	o.flush()
	o.sync()
}

// onBalancer is a swap on Balancer's pools alone, of which only composable ones have the pair.
func onBalancer(v api.SwapVersion, side api.Side, src, dest string, amount uint64) api.SwapRequest {
	return api.SwapRequest{Price: api.PriceRequest{ChainID: api.LocalChainID, Src: src, Dest: dest,
		Side: side, Version: v, Amount: api.NewAmount(amount), IgnoreBadUSDPrice: true,
		MaxImpact: new(100.0), IncludeExchanges: []string{api.BalancerV2},
		Route: []string{src, dest}}}
}

// composableWorld is a world whose only pools of Balancer's vault are a composable one.
func composableWorld(t *testing.T) (w *world, o *others, c composable) {
	w = newWorldOf(t, func(w *world, d *local.Deployment) {
		o = &others{installer: newInstaller(w), d: d}
		o.base()
		o.balancer()
		o.protocol()
		d.Weighted = nil
		c = o.addComposable(composable3Path, 5000, "WETH", "rETH")
		o.flush()
		w.exchanges = func(list []pools.Exchange) {
			list[1].Fees = []uint32{contracts.UniswapV2Fee * 100}
		}
	})
	return w, o, c
}

// trade trades a rETH for WETH, or as much as buys a WETH, and returns what was paid or got. The
// gas that it takes is what was said where warm says that nothing is done for the first time.
func (c composable) trade(w *world, side api.Side, warm bool) api.Amount {
	w.Helper()
	r := onBalancer(api.Version62, side, "rETH", "WETH", 1e18)
	r.Terms.User = w.user
	route, p, err := w.swap.swap(w.Context(), r)
	if err != nil {
		w.Fatal(err)
	}
	taken := w.checkDelivery("a swap", r, route, p)
	named, err := strconv.ParseUint(route.GasCost, 10, 64)
	if ratio := float64(named) / float64(taken); err != nil || warm &&
		(ratio < 0.95 || ratio > 1.1) {
		w.Errorf("%s: %s gas named, %d taken", side, route.GasCost, taken)
	}
	if side == api.Buy {
		return route.SrcAmount
	}
	return route.DestAmount
}

// A pool is not traded on that does not compute as is known: here since its rate is told to it
// otherwise than to us. That shows once a swap would take it up anew.
func TestComposablePoolsMustBeKnown(t *testing.T) {
	t.Parallel()
	w, o, c := composableWorld(t)
	c.trade(w, api.Sell, false)
	// 10^18 and the last two bytes of the caller's address
	o.rates = common.FromHex("60158060095f395ff3" +
		"3361ffff16670de0b6b3a7640000015f5260205ff3")
	made := o.addComposable(composable1Path, 3000, "rETH", "stETH")
	o.flush()
	w.clock.Add(2 * rateLasts)
	w.mine()
	w.sync()
	r := onBalancer(api.Version62, api.Sell, "rETH", "stETH", 1e18)
	r.Terms.User = w.user
	if route, _, err := w.swap.swap(t.Context(), r); api.TypeOf(err) != api.NoRoute {
		t.Errorf("%s pays %s: %v", made.at, route.DestAmount, err)
	}
}

// A composable stable pool is priced by the rates that the swap will find: those that it keeps
// until they expire, then those of then. While its amplification changes, and in recovery mode, it
// is not traded on.
func TestComposablePoolsWhoseFiguresMove(t *testing.T) {
	t.Parallel()
	w, o, c := composableWorld(t)
	w.clock.Add(2 * rateLasts)
	w.mine()
	w.sync()
	first := c.trade(w, api.Sell, false) // which keeps the rate of now
	w.send(chain.Call{To: c.rate, Gas: 100_000, Data: published.SetRate(big.NewInt(13e17))})
	w.mine()
	w.sync()
	if again := c.trade(w, api.Sell, true); first.Less(again) {
		t.Errorf("%s is paid at a rate that is not kept yet, more than %s", again, first)
	}
	c.trade(w, api.Buy, true)
	for range rateLasts { // by quotes of all blocks until the rate expires
		c.trade(w, api.Sell, true)
	}
	if last := c.trade(w, api.Sell, true); !first.Less(last) {
		t.Errorf("%s is paid at a higher rate, not more than %s", last, first)
	}
	refused := func(why, method string, arguments ...any) {
		t.Helper()
		o.flushed(c.installed, method, arguments...)
		r := onBalancer(api.Version62, api.Sell, "rETH", "WETH", 1e18)
		r.Terms.User = w.user
		if route, _, err := w.swap.swap(t.Context(), r); api.TypeOf(err) != api.NoRoute {
			t.Errorf("%s it pays %s: %v", why, route.DestAmount, err)
		}
	}
	refused("while the amplification changes", "startAmplificationParameterUpdate",
		big.NewInt(300), big.NewInt(w.clock.Load()+100_000))
	o.flushed(c.installed, "stopAmplificationParameterUpdate")
	c.trade(w, api.Buy, true)
	o.flushed(o.authority, "grantRole", c.ask("getActionId", enableRecovery), o.from)
	refused("in recovery mode", "enableRecoveryMode")
	before := len(w.pools.Newest().Pools)
	made := o.addComposable(composable1Path, 3000, "WETH", "stETH")
	o.flush()
	w.sync()
	list := w.pools.Newest().Pools
	if last := list[len(list)-1]; len(list) != before+1 || last.Address != made.at ||
		last.Pool == nil {
		t.Errorf("%d pools after another was made beside %d, the last %+v", len(list), before, last)
	}
}
