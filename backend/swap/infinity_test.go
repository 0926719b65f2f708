package swap

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// Pools of PancakeSwap's Infinity, of the native coin and of the wrapped one, are found, sold to
// and bought from with what the protocol takes on top, and left out while their manager stops.
func TestSwapsOnInfinity(t *testing.T) {
	t.Parallel()
	const name = "PancakeSwapInfinity"
	var at, adds installed
	var m *filler
	var weth common.Address
	makes := func(coin bool, fee, spacing int64) contracttest.InfinityKey {
		t.Helper()
		key := contracttest.InfinityKey{Token0: m.tokens[0], Token1: m.tokens[1],
			Manager: at.at, Fee: big.NewInt(fee),
			Parameters: common.BigToHash(big.NewInt(spacing << 16))}
		price := m.price(weth)
		if coin {
			if m.tokens[0] != weth { // since the coin is the first by its address
				key.Token1 = m.tokens[0]
				price.Div(new(big.Int).Lsh(common.Big1, 192), price)
			}
			key.Token0 = common.Address{}
		}
		at.do("initialize", key, price)
		tick := int64(around(price, int(spacing)))
		for _, width := range []int64{2, 10, 50} {
			adds.do("add", at.at, key, contracttest.LiquidityParams{
				Lower: big.NewInt(tick - width*spacing), Upper: big.NewInt(tick + width*spacing),
				Delta: big.NewInt(3e15)})
		}
		m.flush()
		return key
	}
	var key contracttest.InfinityKey
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		m, weth = newFiller(w, d), d.Contracts.WrappedNative
		at, adds = m.of(&contracttest.InfinityPoolsMetaData),
			m.of(&contracttest.InfinityProviderMetaData)
		for _, token := range m.tokens {
			amount := units(4_000_000, 6)
			if token == weth {
				amount = units(2000, 18)
			}
			m.Call("fund", token, contracts.NewStandardToken().PackTransfer(adds.at, amount.Big()))
		}
		m.add("fund", &adds.at, units(600, 18).Big(), nil, 100_000)
		key = makes(true, 2500, 50)
		makes(false, 500, 10)
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindConcentrated,
				Family: pools.Infinity, Factory: at.at, Vault: at.at,
				Fees: []uint32{500, 2500}, Spacings: []int{10, 50}}
		}
	})
	w.tradesOn(name)
	m.installer = newInstaller(w)
	at.n, adds.n = m.installer, m.installer
	at.do("setProtocolFee", key, big.NewInt(4000<<12|300))
	makes(true, 77, 7)
	w.sync()
	w.tradesOn(name)
	q := api.PriceRequest{Src: "ETH", Dest: "USDC", Side: api.Sell, Amount: units(1, 18),
		Version: api.Version62, IncludeExchanges: []string{name}}
	r, err := w.swap.Prices(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := fees(r); got[77] == 0 { // which is known by its log
		t.Errorf("an ETH goes through pools of the fees %v, none of 0.0077 %%", got)
	}
	at.do("pause")
	m.flush()
	w.sync()
	if _, err := w.swap.Prices(t.Context(), q); api.TypeOf(err) != api.NoRoute {
		t.Errorf("while the manager stops: %v", err)
	}
	at.do("unpause")
	m.flush()
	w.sync()
	w.tradesOn(name)
}
