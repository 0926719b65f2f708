package swap

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// Pools of coins whose prices differ are found in their factory, traded on by the executor of
// before as well and by the method that is made for them, and follow their figures. One that says
// something else than is computed is left out.
func TestSwapsOnCurveV2(t *testing.T) {
	t.Parallel()
	const name = api.CurveV2
	var made installed
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		at := func(symbol string) common.Address {
			return d.Tokens[slices.IndexFunc(d.Tokens,
				func(t api.Token) bool { return t.Symbol == symbol })].Address
		}
		usdc, weth := at("USDC"), at("WETH")
		factory := n.of(&contracts.CryptoFactoryMetaData)
		add := func(unit int64) installed {
			c := n.of(&contracts.CryptoPoolMetaData, [2]common.Address{usdc, weth},
				contracts.CryptoPoolFigures{A: big.NewInt(400_000), Gamma: big.NewInt(145e12),
					D: units(6_160_000, 18).Big(), Scale: units(3080, 18).Big(),
					MidFee: big.NewInt(3_000_000), OutFee: big.NewInt(30_000_000),
					FeeGamma: big.NewInt(500e12), Units: [2]*big.Int{
						units(1, unit).Big(), big.NewInt(1)}})
			n.Call("fund", usdc, erc20ABI.PackTransfer(c.at, units(3_080_000, 6).Big()))
			n.Call("fund", weth, erc20ABI.PackTransfer(c.at, units(1000, 18).Big()))
			c.do("sync")
			factory.do("add", c.at)
			n.flush()
			return c
		}
		made = add(12)
		add(11) // which counts the first coin otherwise
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
			if leg.PoolAddresses[0] != made.at {
				t.Errorf("a pool that counts otherwise is traded on: %s", leg.PoolAddresses[0])
			}
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
