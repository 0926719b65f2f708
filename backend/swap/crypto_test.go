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

// Pools of coins whose prices differ are found in their factory, traded on by the executor of
// before as well and by the method that is made for them, and follow their figures. One that says
// something else than is computed is left out.
func TestSwapsOnCurveV2(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	const name = api.CurveV2
	var made, three installed
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		at := func(symbol string) common.Address {
			return d.Tokens[slices.IndexFunc(d.Tokens,
				func(t api.Token) bool { return t.Symbol == symbol })].Address
		}
		factory := n.of(&contracttest.CryptoFactoryMetaData)
		coins := []common.Address{at("USDC"), at("WETH"), at("WBTC")}
		held := []*big.Int{units(3_080_000, 6).Big(), units(1000, 18).Big(), units(48, 8).Big()}
		add := func(coins []common.Address, d api.Amount, unit int64) installed {
			c := n.of(&contracttest.CryptoPoolMetaData, coins,
				contracttest.CryptoPoolFigures{A: big.NewInt(400_000), Gamma: big.NewInt(145e12),
					D: d.Big(), MidFee: big.NewInt(3_000_000), OutFee: big.NewInt(30_000_000),
					FeeGamma: big.NewInt(500e12), Scales: []*big.Int{units(1, 18).Big(),
						units(3080, 18).Big(), units(64_000, 18).Big()}[:len(coins)],
					Units: []*big.Int{units(1, unit).Big(), big.NewInt(1),
						units(1, 10).Big()}[:len(coins)]})
			for i, coin := range coins {
				n.Call("fund", coin, erc20ABI.PackTransfer(c.at, held[i]))
			}
			c.do("sync")
			factory.do("add", c.at)
			n.flush()
			return c
		}
		made = add(coins[:2], units(6_160_000, 18), 12)
		three = add(coins, units(9_230_000, 18), 12)
		add(coins[:2], units(6_160_000, 18), 11) // which counts the first coin otherwise
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindCrypto,
				Factory: factory.at}
		}
	})
	w.tradesOn(name)
	q := api.PriceRequest{Src: "ETH", Dest: "USDC", Side: api.Sell, Amount: units(1, 18),
		Version: api.Version62, IncludeExchanges: []string{name}}
	r, err := w.swap.Prices(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if r.ContractMethod != "swapExactAmountInOnCurveV2" {
		t.Errorf("a sale on one pool is by %s", r.ContractMethod)
	}
	for _, route := range r.BestRoute {
		for _, leg := range route.Swaps[0].Exchanges {
			if at := leg.PoolAddresses[0]; at != made.at && at != three.at {
				t.Errorf("a pool that counts otherwise is traded on: %s", leg.PoolAddresses[0])
			}
		}
	}
	for _, side := range []api.Side{api.Sell, api.Buy} {
		for _, pair := range [][2]string{{"WBTC", "USDC"}, {"ETH", "WBTC"}, {"USDC", "WBTC"}} {
			asked := api.SwapRequest{Price: api.PriceRequest{Src: pair[0], Dest: pair[1],
				Side: side, Version: api.Version62,
				IncludeExchanges: []string{name}}, Terms: api.SwapTerms{User: w.user}}
			amounts := map[string]api.Amount{"ETH": units(2, 18), "USDC": units(5000, 6),
				"WBTC": units(1, 7)}
			if asked.Price.Amount = amounts[pair[0]]; side == api.Buy {
				asked.Price.Amount = amounts[pair[1]]
			}
			route, p, err := w.swap.swap(t.Context(), asked)
			if err != nil {
				t.Fatalf("%s %v: %v", side, pair, err)
			}
			w.checkDelivery(string(side)+" "+pair[0]+" "+pair[1], asked, route, p)
		}
	}
	made.n = newInstaller(w)
	made.do("setFees", big.NewInt(100_000_000), big.NewInt(300_000_000))
	made.n.flush()
	w.sync()
	after, err := w.swap.Prices(t.Context(), q)
	if err != nil || after.DestAmount.Cmp(r.DestAmount) >= 0 {
		t.Errorf("a higher fee leaves %s of %s, %v", after.DestAmount, r.DestAmount, err)
	}
	w.tradesOn(name)
}
