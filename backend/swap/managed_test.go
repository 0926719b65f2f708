package swap

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts/published"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// manager is what holds the pools of Uniswap's fourth version, as it is published, with who adds
// liquidity to them.
type manager struct {
	*filler
	at, adds installed
	weth     common.Address
}

// managedKey names a pool in it.
type managedKey struct {
	Currency0, Currency1 common.Address
	Fee, TickSpacing     *big.Int
	Hooks                common.Address
}

func newManager(w *world, d *local.Deployment) *manager {
	w.Helper()
	const path = "@uniswap/v4-core/out/"
	m := &manager{filler: newFiller(w, d), weth: d.Contracts.WrappedNative}
	m.at = m.of(published.Contract(w, path+"PoolManager.sol/PoolManager.json"), m.from)
	m.adds = m.of(published.Contract(w, path+
		"PoolModifyLiquidityTest.sol/PoolModifyLiquidityTest.json"), m.at.at)
	for _, token := range m.tokens {
		m.allow(token, m.adds.at)
	}
	m.at.do("setProtocolFeeController", m.from)
	m.flush()
	return m
}

// makes makes a pool of ETH and USDC, of the native coin or the wrapped one, at a fee.
func (m *manager) makes(coin bool, fee, spacing int64) managedKey {
	m.Helper()
	key := managedKey{m.tokens[0], m.tokens[1], big.NewInt(fee), big.NewInt(spacing),
		common.Address{}}
	price, value := m.price(m.weth), new(big.Int)
	if coin {
		if m.tokens[0] != m.weth { // since the coin is the first by its address
			key.Currency1 = m.tokens[0]
			price.Div(new(big.Int).Lsh(common.Big1, 192), price)
		}
		key.Currency0, value = common.Address{}, units(600, 18).Big()
	}
	m.at.do("initialize", key, price)
	type params struct {
		TickLower, TickUpper, LiquidityDelta *big.Int
		Salt                                 [32]byte
	}
	tick := around(price, int(spacing))
	for _, width := range []int64{2, 10, 50} {
		data, err := m.adds.abi.Pack("modifyLiquidity", key, params{
			big.NewInt(int64(tick) - width*spacing), big.NewInt(int64(tick) + width*spacing),
			big.NewInt(3e15), [32]byte{}}, []byte{}, false, false)
		if err != nil {
			m.Fatal(err)
		}
		m.add("liquidity", &m.adds.at, value, data, 2_000_000)
	}
	m.flush()
	return key
}

// Pools of the native coin and of the wrapped one are found, sold to and bought from, alone and
// beside others; so is one of an odd fee once it is made, with what the protocol takes on top.
func TestSwapsOnUniswapV4(t *testing.T) {
	t.Parallel()
	const name = api.UniswapV4
	var m *manager
	var key managedKey
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		m = newManager(w, d)
		key = m.makes(true, 3000, 60)
		m.makes(false, 500, 10)
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindConcentrated,
				Family: pools.UniswapV4, Factory: m.at.at, Fees: []uint32{500, 3000},
				Spacings: []int{10, 60}}
		}
	})
	w.tradesOn(name)
	m.installer = newInstaller(w)
	m.at.n, m.adds.n = m.installer, m.installer
	m.at.do("setProtocolFee", key, big.NewInt(700<<12|300))
	m.makes(true, 77, 7)
	w.sync()
	w.tradesOn(name)
	q := api.PriceRequest{Src: "ETH", Dest: "USDC", Side: api.Sell, Amount: units(1, 18),
		Version: api.Version62, IncludeExchanges: []string{name}}
	r, err := w.swap.Prices(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	// A pool of a lower fee than all that are looked for is known by its log.
	if got := fees(r); got[77] == 0 {
		t.Errorf("an ETH goes through pools of the fees %v, none of 0.0077 %%", got)
	}
}

// fees counts a route's legs by the fee that its data says.
func fees(r api.PriceRoute) map[uint32]int {
	count := make(map[uint32]int)
	for _, route := range r.BestRoute {
		for _, hop := range route.Swaps {
			for _, leg := range hop.Exchanges {
				count[feeOf(leg)]++
			}
		}
	}
	return count
}

func feeOf(leg api.SwapLeg) uint32 {
	var data calldata.LegData
	if err := json.Unmarshal(leg.Data, &data); err != nil {
		return 0
	}
	return data.Fee
}
