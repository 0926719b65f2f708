package swap

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// Pairs of the Liquidity Book are found in their factory, whichever of the tokens comes first in
// them, traded on over several bins, and followed. One that its factory says not to route over is
// left alone.
func TestSwapsOnTheLiquidityBook(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	const name = "TraderJoeV2.2"
	var pairs []installed
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		at := func(symbol string) common.Address {
			return d.Tokens[slices.IndexFunc(d.Tokens,
				func(t api.Token) bool { return t.Symbol == symbol })].Address
		}
		usdc, weth := at("USDC"), at("WETH")
		factory := n.of(&contracttest.LiquidityBookFactoryMetaData)
		add := func(x, y common.Address, step uint16, active int64, ignored bool) {
			c := n.of(&contracttest.LiquidityBookPairMetaData, x, y, step, big.NewInt(active),
				contracttest.LiquidityBookPairFees{BaseFactor: 5000, Filter: 30, Decay: 600,
					Reduction: 5000, Control: big.NewInt(40_000), Share: 2000,
					Most: big.NewInt(350_000)})
			pairs = append(pairs, c)
			for id := int64(-12); id <= 12; id++ {
				var amounts [2]*big.Int
				for k, token := range []common.Address{x, y} {
					amounts[k] = new(big.Int)
					if k == 0 && id < 0 || k == 1 && id > 0 {
						continue
					}
					if amounts[k] = units(2, 18).Big(); token == usdc {
						amounts[k] = units(6000, 6).Big()
					}
					n.Call("fund", token, erc20ABI.PackTransfer(c.at, amounts[k]))
				}
				c.do("lay", big.NewInt(active+id), amounts[0], amounts[1])
			}
			factory.do("add", c.at, ignored)
			n.flush()
		}
		// A raw unit of WETH is worth 3.08·10⁻⁹ of USDC, which is 1.001 to the power of −19,612.
		const steps = 19_612
		add(weth, usdc, 10, 1<<23-steps, false)
		add(usdc, weth, 10, 1<<23+steps+5, false)
		add(weth, usdc, 20, 1<<23-steps/2+40, true)
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindBins, Factory: factory.at}
		}
	})
	w.tradesOn(name)
	seen := make(map[common.Address]bool)
	for _, amount := range []api.Amount{units(1, 18), units(9, 18), units(20, 18)} {
		r := api.SwapRequest{Price: api.PriceRequest{Src: "ETH", Dest: "USDC", Side: api.Sell,
			Amount: amount, Version: api.Version62, IncludeExchanges: []string{name}},
			Terms: api.SwapTerms{User: w.user}}
		route, p, err := w.swap.swap(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range route.BestRoute {
			for _, leg := range part.Swaps[0].Exchanges {
				seen[leg.PoolAddresses[0]] = true
			}
		}
		w.checkDelivery("SELL over bins", r, route, p)
	}
	if !seen[pairs[0].at] || !seen[pairs[1].at] || seen[pairs[2].at] {
		t.Errorf("of pairs %v traded on: %v", pairs, seen)
	}
}
