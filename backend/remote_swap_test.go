package backend_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/networks"
)

// Swaps on a network that runs elsewhere go through the pools of its description, by the methods
// whose contracts stand there, and deliver what was promised.
func TestRemoteSwaps(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(d *networks.Description) {})
	user := e.accounts[0]
	amount := api.NewAmount(1e18)
	request := func(dexes ...string) api.PriceRequest {
		return api.PriceRequest{ChainID: e.d.ID, Src: "WETH", Dest: "USDC", Amount: amount,
			Version: api.Version62, User: user, IncludeExchanges: dexes}
	}
	eventually(t, "the pools", func() bool {
		e.mine() // so that prices are fresh, however slow this is
		for _, dex := range []string{api.UniswapV2, "SushiSwap", api.UniswapV3, api.BalancerV2,
			api.CurveV1} {
			r := request(dex)
			r.Version = api.Version5
			if dex == api.CurveV1 {
				r.Src, r.Dest = "stETH", "WETH"
			}
			if _, err := apitest.On(e.b, e.d.ID).Prices(t.Context(), r); err != nil {
				return false
			}
		}
		return true
	})
	e.mine()
	blocks := 1
	if os.Getenv("BOURSE_TEST_LONG") != "" {
		blocks = 60
	}
	r := request()
	r.Version = api.Version5
	e.quoteAll(r, blocks)
	e.approve(user, e.find("WETH"), e.d.Contracts.AugustusV6)
	e.approve(user, e.find("WETH"), e.d.Contracts.TokenTransferProxy)
	e.approve(user, e.find("USDC"), e.d.Contracts.AugustusV6)
	for _, c := range []struct {
		version api.SwapVersion
		side    api.Side
		dex     string
		method  string
	}{
		{api.Version62, api.Sell, api.UniswapV2, "swapExactAmountInOnUniswapV2"},
		{api.Version62, api.Sell, api.UniswapV3, "swapExactAmountInOnUniswapV3"},
		{api.Version62, api.Buy, api.UniswapV3, "swapExactAmountOutOnUniswapV3"},
		{api.Version62, api.Sell, api.BalancerV2, "swapExactAmountInOnBalancerV2"},
		{api.Version5, api.Sell, "SushiSwap", "swapOnUniswapV2Fork"},
		{api.Version5, api.Sell, api.UniswapV3, "directUniV3Swap"},
	} {
		r := request(c.dex)
		r.Version, r.Side = c.version, c.side
		if c.side == api.Buy {
			r.Amount = api.NewAmount(1_000e6)
		}
		if route := e.swap(r); route.ContractMethod != c.method {
			t.Errorf("%s on %s is performed by %s, not %s", c.side, c.dex, route.ContractMethod,
				c.method)
		}
	}

	// Version 6.2 trades with other factories through the executor alone, which does not stand
	// where everyone can deploy it.
	e.mine()
	if _, err := apitest.On(e.b, e.d.ID).Prices(t.Context(),
		request("SushiSwap")); err == nil ||
		!strings.Contains(err.Error(), "no routes found") {
		t.Errorf("without an executor: %v", err)
	}
	executor := networks.Address(e.host.Local().Deployment().Swap.Executor)
	e.d.Contracts.Executor = executor
	e.reopen()
	eventually(t, "the pools", func() bool {
		e.mine()
		_, err := apitest.On(e.b, e.d.ID).Prices(t.Context(), request("SushiSwap"))
		return err == nil
	})
	amount = api.NewAmount(18e18) // enough for several pools
	if route := e.swap(request()); route.ContractMethod != "swapExactAmountIn" {
		t.Errorf("all pools are performed by %s", route.ContractMethod)
	}
	// Nobody told what a listed token keeps of transfers: it was tried.
	r = request()
	r.Dest = "TAX"
	e.swap(r)
	list, err := apitest.On(e.own, e.d.ID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range list {
		if (token.Symbol == "TAX") != (token.TransferTax == 100) {
			t.Errorf("%s keeps %d bps of transfers", token.Symbol, token.TransferTax)
		}
	}
}

// quoteAll asks for 100 prices on each of some blocks, which come each second, and for few answers
// of the node.
func (e *elsewhere) quoteAll(r api.PriceRequest, blocks int) {
	e.Helper()
	second := time.NewTicker(time.Second)
	defer second.Stop()
	before, began := e.asked.Load(), time.Now()
	for block := range blocks {
		if block > 0 {
			<-second.C
			e.mine()
		}
		for i := range 100 {
			r.Amount = api.NewAmount(uint64(1e17 + 100*block + i))
			if _, err := apitest.On(e.b, e.d.ID).Prices(e.Context(), r); err != nil {
				e.Fatal(err)
			}
		}
	}
	asked := e.asked.Load() - before
	e.Logf("%d quotes in %s: the node was asked %.1f times a block", 100*blocks,
		time.Since(began).Round(time.Millisecond), float64(asked)/float64(blocks))
	if asked > 50*int64(blocks) {
		e.Errorf("the node was asked %d times for %d quotes", asked, 100*blocks)
	}
}

// Whoever has seen a transaction mined is quoted what it left, although blocks are looked for only
// now and then.
func TestRemotePricesFollowReceipts(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(*networks.Description) {})
	for range 5 {
		tx, err := apitest.On(e.b, e.d.ID).PrepareApprove(t.Context(), api.ApproveRequest{
			Owner: e.accounts[0], Token: e.find("WETH"),
			Spender: common.Address(e.d.Contracts.AugustusRFQ), Amount: api.MaxAmount})
		if err != nil {
			t.Fatal(err)
		}
		raw, hash, err := e.w.SignTransaction(tx.From, tx)
		if err == nil {
			_, err = apitest.On(e.b, e.d.ID).SendTransaction(t.Context(), raw)
		}
		if err == nil {
			_, err = e.host.Mine(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		var mined api.Receipt
		eventually(t, "the receipt", func() bool {
			mined, err = apitest.On(e.b, e.d.ID).Receipt(t.Context(), hash)
			return err == nil && mined.Block != nil
		})
		route, err := apitest.On(e.b, e.d.ID).Prices(t.Context(), api.PriceRequest{Src: "WETH",
			Dest: "USDC", Amount: api.NewAmount(1e15), Version: api.Version62})
		if err != nil || uint64(route.BlockNumber) < mined.Block.Number {
			t.Fatalf("after block %d a quote is of block %d, %v", mined.Block.Number,
				route.BlockNumber, err)
		}
	}
}

// Prices of a network whose nodes have stopped telling of blocks are refused, since they may not be
// the market's any more.
func TestRemotePricesAge(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(*networks.Description) {})
	price := func() error {
		_, err := apitest.On(e.b, e.d.ID).Prices(t.Context(), api.PriceRequest{Src: "WETH",
			Dest: "USDC", Amount: api.NewAmount(1e15), Version: api.Version62})
		return err
	}
	e.mine()
	eventually(t, "a price", func() bool { return price() == nil })
	e.late.Store(int64(time.Minute))
	if err := price(); err == nil || !strings.Contains(err.Error(), "prices may be wrong") {
		t.Errorf("a minute later: %v", err)
	}
	e.mine()
	e.late.Store(0)
	eventually(t, "a price", func() bool { return price() == nil })
}

// An exchange whose router quotes by another fee than is described is left out; the others trade
// on. What is followed is told per exchange, from the data folder alone.
func TestRemoteExchangesLeftOut(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(*networks.Description) {})
	wrong := *e.d
	wrong.Exchanges = slices.Clone(e.d.Exchanges)
	at := e.host.Local().Deployment()
	wrong.Exchanges[0].FeeBPS = contracts.UniswapV2Fee + 5
	wrong.Exchanges[0].Router = networks.Address(at.Swap.UniswapV2Router)
	dir := t.TempDir()
	b, err := backend.Open(t.Context(), backend.Config{Dir: dir, NoLocal: true, Now: time.Now,
		Remotes: []backend.Remote{{Description: &wrong,
			Nodes: chain.Nodes{Read: []string{e.host.LocalRPC()}}}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	price := func(dex string) error {
		_, err := apitest.On(b, e.d.ID).Prices(t.Context(), api.PriceRequest{Src: "WETH",
			Dest: "USDC", Amount: api.NewAmount(1e15), Version: api.Version62,
			IncludeExchanges: []string{dex}})
		return err
	}
	eventually(t, "one exchange left out and another one traded on", func() bool {
		e.mine()
		v2 := price(api.UniswapV2)
		return v2 != nil && strings.Contains(v2.Error(), "no routes found") &&
			price(api.UniswapV3) == nil && price(api.BalancerV2) == nil
	})
	stop()
	if err := errors.Join(<-done, b.Close()); err != nil {
		t.Fatal(err)
	}
	block, count, err := backend.KeptPools(dir, e.d.ID)
	if err != nil || block.Number == 0 || count[api.UniswapV2] != 0 ||
		count[api.BalancerV2] != len(at.Weighted) || count[api.UniswapV3] == 0 ||
		count["SushiSwap"] == 0 {
		t.Errorf("the folder keeps %v of block %d, %v", count, block.Number, err)
	}
}

// A chain that makes blocks only on demand, as its description says, has prices while its node
// answers, however old the newest block is.
func TestRemotePricesOnDemand(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(d *networks.Description) { d.OnDemand = true })
	e.late.Store(int64(time.Hour))
	price := func() error {
		_, err := apitest.On(e.b, e.d.ID).Prices(t.Context(), api.PriceRequest{Src: "WETH",
			Dest: "USDC", Amount: api.NewAmount(1e15), Version: api.Version62})
		return err
	}
	eventually(t, "a price an hour after the newest block", func() bool { return price() == nil })
	if s := e.status(); !s.Live || s.Problem != "" {
		t.Errorf("the network is live %t, %q", s.Live, s.Problem)
	}
	e.node.Close()
	eventually(t, "the end of prices after the node's last answer", func() bool {
		e.late.Add(int64(time.Hour))
		err := price()
		return err != nil && strings.Contains(err.Error(), "prices may be wrong")
	})
}

// swap prices, signs and sends a swap, and checks that it pays and gives what its price says but
// for the unit that the swap contract keeps, or kept before.
func (e *elsewhere) swap(r api.PriceRequest) api.PriceRoute {
	e.Helper()
	e.mine()
	route, err := apitest.On(e.b, e.d.ID).Prices(e.Context(), r)
	if err != nil {
		e.Fatalf("%+v: %v", r, err)
	}
	raw, err := json.Marshal(route)
	if err != nil {
		e.Fatal(err)
	}
	had, held := e.balance(r.User, r.Src), e.balance(r.User, r.Dest)
	build := api.BuildRequest{ChainID: e.d.ID, Src: r.Src, Dest: r.Dest, Route: raw,
		SrcAmount: &route.SrcAmount, DestAmount: &route.DestAmount,
		Terms: api.SwapTerms{User: r.User}}
	e.send(apitest.On(e.b, e.d.ID).PrepareSwap(e.Context(), build))
	paid, got := had.Sub(e.balance(r.User, r.Src)), e.balance(r.User, r.Dest).Sub(held)
	one := api.NewAmount(1)
	if paid != route.SrcAmount || got.Add(one).Less(route.DestAmount) ||
		route.DestAmount.Add(one).Less(got) {
		e.Errorf("%s: paid %s and got %s, not %s and %s", route.ContractMethod, paid, got,
			route.SrcAmount, route.DestAmount)
	}
	return route
}

func (e *elsewhere) balance(owner common.Address, symbol string) api.Amount {
	e.Helper()
	t, err := apitest.On(e.host, e.d.ID).UserToken(e.Context(), owner, e.find(symbol))
	if err != nil {
		e.Fatal(err)
	}
	return t.Balance
}
