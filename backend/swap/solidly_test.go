package swap

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// Both pairs of two tokens are found and traded on, whichever curve they have and however they look
// for it; another fee counts from the next quote on, and nothing is quoted while trade is stopped.
func TestSwapsOnSolidly(t *testing.T) {
	t.Parallel()
	const name = "Velodrome"
	var factory installed
	var n *installer
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		n = newInstaller(w)
		at := func(symbol string) common.Address {
			return d.Tokens[slices.IndexFunc(d.Tokens,
				func(t api.Token) bool { return t.Symbol == symbol })].Address
		}
		factory = n.of(&contracttest.SolidlyFactoryMetaData)
		factory.do("setFee", false, units(30, 0).Big())
		factory.do("setFee", true, units(5, 0).Big())
		n.flush()
		pair := func(a, b string, stable, settles bool, amountA, amountB api.Amount) {
			factory.do("createPair", at(a), at(b), stable, settles)
			n.flush()
			told := factory.ask("getPair", at(a), at(b), stable)
			address := common.BytesToAddress(told[:])
			n.Call("fund", at(a), erc20ABI.PackTransfer(address, amountA.Big()))
			n.Call("fund", at(b), erc20ABI.PackTransfer(address, amountB.Big()))
			n.Call("sync", address, contracttest.NewSolidlyPair().PackSync())
		}
		pair("WETH", "USDC", false, true, units(1000, 18), units(3_080_000, 6))
		pair("USDC", "DAI", true, true, units(2_000_000, 6), units(1_900_000, 18))
		pair("USDC", "USDT", true, false, units(1_000_000, 6), units(1_300_000, 6))
		n.flush()
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindSolidly,
				Factory: factory.at}
		}
	})
	w.tradesOn(name)
	swap := func(side api.Side, src, dest string, amount api.Amount) api.PriceRoute {
		t.Helper()
		r := api.SwapRequest{Price: api.PriceRequest{Src: src, Dest: dest, Side: side,
			Amount: amount, Version: api.Version62, IncludeExchanges: []string{name}},
			Terms: api.SwapTerms{User: w.user}}
		route, p, err := w.swap.swap(t.Context(), r)
		if err != nil {
			t.Fatalf("%s %s for %s: %v", side, src, dest, err)
		}
		w.checkDelivery(string(side)+" "+src+" "+dest, r, route, p)
		return route
	}
	swap(api.Sell, "USDC", "DAI", units(50_000, 6))
	swap(api.Buy, "DAI", "USDC", units(40_000, 6))
	swap(api.Sell, "USDT", "DAI", units(50_000, 6))
	swap(api.Buy, "DAI", "USDT", units(4_000, 6))
	swap(api.Buy, "ETH", "DAI", units(7_000, 18))
	before := swap(api.Sell, "USDC", "DAI", units(1000, 6)).DestAmount
	n = newInstaller(w)
	factory.n = n
	factory.do("setFee", true, units(200, 0).Big())
	n.flush()
	w.sync()
	after := swap(api.Sell, "USDC", "DAI", units(1000, 6)).DestAmount
	if after.Cmp(before) >= 0 {
		t.Errorf("a fee of 2 %% leaves %s, one of 0.05 %% left %s", after, before)
	}
	factory.do("setPaused", true)
	n.flush()
	w.sync()
	if _, err := w.swap.Prices(t.Context(), api.PriceRequest{Src: "USDC", Dest: "DAI",
		Side: api.Sell, Amount: units(1, 6), Version: api.Version62,
		IncludeExchanges: []string{name}}); api.TypeOf(err) != api.NoRoute {
		t.Errorf("while trade is stopped: %v", err)
	}
}
