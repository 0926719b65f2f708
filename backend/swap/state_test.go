package swap

import (
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// checkState wants the pools that logs led to, to be those that the contracts tell of at the head.
func (w *world) checkState(when string) {
	w.Helper()
	head, err := w.net.Head(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	again := pools.Open(w.poolsCfg)
	if err := again.Resync(w.Context(), head); err != nil {
		w.Fatal(err)
	}
	fresh := again.Newest()
	have := w.pools.Newest()
	if have.Block.Hash != head.Hash || have.Search.Block != head.Number {
		w.Fatalf("%s: pools are at block %d, snapshot %d, head %d", when, have.Block.Number,
			have.Search.Block, head.Number)
	}
	byAddress := make(map[common.Address]*pools.State)
	for _, l := range have.Pools {
		byAddress[l.Address] = l
	}
	if len(fresh.Pools) != len(have.Pools) {
		w.Fatalf("%s: %d pools, the factories have %d", when, len(have.Pools), len(fresh.Pools))
	}
	for _, l := range fresh.Pools {
		if got := byAddress[l.Address]; got == nil || !reflect.DeepEqual(got.Pool, l.Pool) {
			w.Errorf("%s: %s pool %s of %v differs from its contract", when, l.Exchange, l.Address,
				l.Tokens)
		}
	}
}

// act swaps a little through every kind of pool.
func (w *world) act(amount string) {
	w.Helper()
	for _, exchange := range []string{api.UniswapV2, api.UniswapV3, api.CurveV1, api.BalancerV2} {
		src, dest := "WETH", "USDC"
		if exchange == api.CurveV1 {
			src, dest = "WETH", "stETH"
		}
		a, err := api.ParseAmount(amount)
		if err != nil {
			w.Fatal(err)
		}
		_, p, err := w.swap.swap(w.Context(), api.SwapRequest{
			Price: api.PriceRequest{Src: src, Dest: dest, Amount: a, Version: api.Version62,
				IncludeExchanges: []string{exchange}},
			Terms: api.SwapTerms{User: w.user, Slippage: 500},
		})
		if err != nil {
			w.Fatal(err)
		}
		w.send(chain.Call{To: p.To, Value: p.Value, Data: p.Data, Gas: 3_000_000})
	}
	w.mine()
}

func TestStateFollowsSwapsAndReorganisations(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.checkState("at first")
	w.act("1000000000000000000")
	base := w.chain.Head()
	w.checkState("after swaps")
	depths := []int{1, 2, 20, 64, 70}
	if testing.Short() {
		depths = depths[:3]
	}
	for _, depth := range depths {
		for i := range depth {
			if i%10 == 0 {
				w.act("30000000000000000")
			} else {
				w.mine()
			}
		}
		if err := w.chain.Fork(t.Context(), base.Hash); err != nil {
			t.Fatal(err)
		}
		if err := w.chain.DropPending(); err != nil {
			t.Fatal(err)
		}
		w.sender.Reset()
		for range depth + 1 { // the other branch is the longer one
			w.clock.Add(1)
			if _, err := w.chain.Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		w.sync()
		w.checkState("after a reorganisation")
		base = w.chain.Head()
	}
}

// Liquidity that comes and goes, and pools of every kind that are made.
func TestStateFollowsLiquidityAndNewPools(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at, erc20 := w.swap.cfg.Contracts, contracts.NewStandardToken()
	uni, link, aave, usdc, weth := w.tokens["UNI"].Address, w.tokens["LINK"].Address,
		w.tokens["AAVE"].Address, w.tokens["USDC"].Address, w.tokens["WETH"].Address
	for _, token := range []common.Address{uni, link, aave, usdc, weth} {
		for _, spender := range []common.Address{
			at.UniswapV2Router, at.UniswapV3Router, at.BalancerVault} {
			w.send(chain.Call{To: token, Data: erc20.PackApprove(spender, maxUint()), Gas: 100_000})
		}
	}
	count := len(w.pools.Newest().Pools)
	e18 := big.NewInt(1e18)
	w.do(chain.Call{To: at.UniswapV2Router, Gas: 5_000_000,
		Data: router2ABI.PackAddLiquidity(
			uni, link, new(big.Int).Mul(big.NewInt(2000), e18),
			new(big.Int).Mul(big.NewInt(1000), e18), w.user)})
	w.do(chain.Call{To: at.UniswapV3Factory, Gas: 9_000_000,
		Data: factory3ABI.PackCreatePool(uni, link, big.NewInt(3000))})
	w.do(chain.Call{To: at.StableSwapFactory, Gas: 9_000_000,
		Data: stablesABI.PackDeployPlainPool(
			[]common.Address{uni, link}, big.NewInt(100), big.NewInt(4_000_000))})
	tokens := []common.Address{aave, uni}
	if aave.Cmp(uni) > 0 {
		tokens[0], tokens[1] = tokens[1], tokens[0]
	}
	half := new(big.Int).Div(e18, big.NewInt(2))
	constructor := contracts.NewWeightedPool().PackConstructor(
		at.BalancerVault, tokens, []*big.Int{half, half}, big.NewInt(1e15), w.user)
	w.create(append(common.FromHex(contracts.WeightedPoolMetaData.Bin), constructor...))
	// In a pool of the native coin the wrapped one stands for it.
	w.do(chain.Call{To: at.StableSwapFactory, Gas: 9_000_000,
		Data: stablesABI.PackDeployPlainPool(
			[]common.Address{api.NativeToken, uni}, big.NewInt(100), big.NewInt(4_000_000))})
	w.mine()
	w.checkState("after pools were made")
	if got := len(w.pools.Newest().Pools); got != count+5 {
		t.Fatalf("%d pools after five were made beside %d", got, count)
	}
	if !slices.ContainsFunc(w.pools.Newest().Pools, func(l *pools.State) bool {
		return slices.Equal(l.Tokens, []common.Address{weth, uni}) &&
			l.PaysCoin(0) && !l.PaysCoin(1)
	}) {
		t.Fatal("the pool of the native coin is not among them")
	}
	route, err := w.swap.Prices(t.Context(),
		api.PriceRequest{Src: "UNI", Dest: "LINK", Amount: api.MustBig(e18),
			Route: []string{"UNI", "LINK"}, IncludeExchanges: []string{api.UniswapV2},
			Version: api.Version62})
	if err != nil || route.BestRoute[0].Swaps[0].Exchanges[0].Exchange != api.UniswapV2 {
		t.Fatalf("a route through the new pair: %+v, %v", route, err)
	}

	for _, l := range w.pools.Newest().Pools {
		if l.Kind == pool.KindConcentrated && l.Fee == 500 && l.Tokens[0] != usdc &&
			l.Tokens[1] == weth || l.Kind == pool.KindConcentrated && l.Fee == 500 &&
			l.Tokens[0] == weth {
			w.do(chain.Call{To: at.UniswapV3Router, Gas: 2_000_000,
				Data: router3ABI.PackMint(l.Address, big.NewInt(-887_270), big.NewInt(887_270),
					big.NewInt(1e12))})
			w.checkState("after liquidity came")
			w.do(chain.Call{To: l.Address, Gas: 2_000_000,
				Data: pool3ABI.PackBurn(big.NewInt(-887_270), big.NewInt(887_270),
					big.NewInt(1e12))})
			w.checkState("after liquidity went")
			return
		}
	}
	t.Fatal("no pool to put liquidity into")
}

// A quote names its block and can be repeated from it.
func TestQuotesRepeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := api.PriceRequest{Src: "ETH", Dest: "DAI",
		Amount:  api.MustBig(new(big.Int).Mul(big.NewInt(70), big.NewInt(1e18))),
		Version: api.Version62}
	first, err := w.swap.Prices(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	w.act("2000000000000000000")
	second, err := w.swap.Prices(t.Context(), r)
	if err != nil || second.BlockNumber != first.BlockNumber+1 ||
		second.DestAmount == first.DestAmount {
		t.Fatalf("a quote after swaps: %+v, %v", second, err)
	}
	again, err := w.swap.PricesAt(t.Context(), r, first.BlockNumber)
	if err != nil || !reflect.DeepEqual(again.BestRoute, first.BestRoute) ||
		again.DestAmount != first.DestAmount {
		t.Errorf("repeated:\n%+v, want\n%+v (%v)", again, first, err)
	}
	if _, err := w.swap.PricesAt(t.Context(), r, 1<<40); api.TypeOf(err) != api.RateChanged {
		t.Errorf("an unknown block: %v", err)
	}
}

// Limit orders are a source: the best ones of other makers, three at most, filled to the wei.
func TestSwapsFillLimitOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	weth, usdc := w.tokens["WETH"].Address, w.tokens["USDC"].Address
	e18, e6 := big.NewInt(1e18), big.NewInt(1e6)
	times := func(n int64, unit *big.Int) *big.Int { return new(big.Int).Mul(big.NewInt(n), unit) }
	w.openBook()
	round := int64(0)
	for _, version := range []api.SwapVersion{api.Version5, api.Version62} {
		for _, side := range []api.Side{api.Sell, api.Buy} {
			round++
			for i := range 6 { // trader 0 is the user, whose own order is the best
				w.post(i, usdc, weth, times(3100-int64(i)-10*round, e6), e18)
				w.post(i, weth, usdc, e18, times(2900+int64(i)+10*round, e6))
			}
			w.mine()
			w.mine()
			r := api.SwapRequest{
				Price: api.PriceRequest{Src: "ETH", Dest: "USDC", Side: side, Version: version,
					Amount: api.MustBig(big.NewInt(2_500_000_000_000_000_001)), User: w.user},
				Terms: api.SwapTerms{User: w.user},
			}
			if side == api.Buy {
				r.Price.Amount = api.NewAmount(7_000_000_001)
			}
			route, p, err := w.swap.swap(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			legs, share := 0, 0
			var data calldata.LegData
			for _, part := range route.BestRoute {
				for _, l := range part.Swaps[0].Exchanges {
					if l.Exchange != api.LimitOrders {
						continue
					}
					legs, share = legs+1, part.Percent*l.Percent/100
					if err := json.Unmarshal(l.Data, &data); err != nil {
						t.Fatal(err)
					}
				}
			}
			mine := slices.ContainsFunc(data.Orders,
				func(o calldata.Order) bool { return o.Maker == w.user })
			if legs != 1 || share < 90 || len(data.Orders) < 3 || len(data.Orders) > maxOrders ||
				mine {
				t.Errorf("%s %s: %d %% for %d legs of %d orders\n%s", version, side, share, legs,
					len(data.Orders), describeRoute(route))
			}
			w.checkDelivery(string(version)+" "+string(side), r, route, p)
			w.mine()
		}
	}
	only := api.SwapRequest{
		Price: api.PriceRequest{Src: "USDC", Dest: "ETH", Version: api.Version62,
			Amount:         api.NewAmount(1_450_000_000),
			IncludeMethods: []string{"swapOnAugustusRFQTryBatchFill"}},
		Terms: api.SwapTerms{User: w.user},
	}
	route, p, err := w.swap.swap(t.Context(), only)
	if err != nil || route.ContractMethod != "swapOnAugustusRFQTryBatchFill" {
		t.Fatalf("orders alone: %+v, %v", route, err)
	}
	w.checkDelivery("orders alone", only, route, p)
}

// Orders of one maker are filled in one swap up to what it holds and lets the order contract take.
func TestOrdersOfAMakerShareWhatItAllows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.openBook()
	weth, usdc := w.tokens["WETH"].Address, w.tokens["USDC"].Address
	approve := chain.Call{To: usdc,
		Data: erc20ABI.PackApprove(w.net.Contracts().AugustusRFQ, big.NewInt(4_000_000_000)),
		Gas:  100_000}
	owner := chain.NewSender(w.net, local.House{}.Trader(1))
	if _, err := owner.Do(t.Context(), approve); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		w.post(1, usdc, weth, big.NewInt(3_100_000_000-int64(i)), big.NewInt(1e18))
	}
	w.mine()
	w.mine()
	for _, version := range []api.SwapVersion{api.Version62, api.Version5} {
		for _, side := range []api.Side{api.Sell, api.Buy} {
			r := api.SwapRequest{
				Price: api.PriceRequest{Src: "WETH", Dest: "USDC", Side: side, Version: version,
					Amount: api.NewAmount(500_000_000_000_000_000), User: w.user},
				Terms: api.SwapTerms{User: w.user},
			}
			if side == api.Buy {
				r.Price.Amount = api.NewAmount(1_100_000_000)
			}
			route, p, err := w.swap.swap(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			w.checkDelivery(string(version)+" "+string(side), r, route, p)
			w.mine()
		}
	}
	out, err := w.net.Call(t.Context(), w.pools.Newest().Block.Hash, chain.Call{
		To: usdc, Data: erc20ABI.PackAllowance(
			crypto.PubkeyToAddress(local.House{}.Trader(1).PublicKey),
			w.net.Contracts().AugustusRFQ),
	})
	if err != nil {
		t.Fatal(err)
	}
	if left := new(big.Int).SetBytes(out); left.Cmp(big.NewInt(250_000_000)) > 0 {
		t.Errorf("the maker still lets %s be taken", left)
	}
}
