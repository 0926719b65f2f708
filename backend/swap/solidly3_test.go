package swap

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// Concentrated pools of Solidly are found by their tick spacings and traded at the fee that stands
// beside their price, from the block on that sets another one.
func TestSwapsOnSolidlyV3(t *testing.T) {
	t.Parallel()
	const name = "SolidlyV3"
	var at installed
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		m := newFiller(w, d)
		at = m.abiBy(&contracttest.SolidlyV3PoolMetaData)
		m.answers(m.trader.at, m.tokens[0], m.tokens[1], number(500), number(10))
		m.flush()
		nonce, err := m.node.NonceAt(t.Context(), m.trader.at, nil)
		if err != nil {
			t.Fatal(err)
		}
		at.at = crypto.CreateAddress(m.trader.at, nonce)
		m.trader.do("make", common.FromHex(contracttest.SolidlyV3PoolMetaData.Bin))
		price := m.price(d.Contracts.WrappedNative)
		m.act(at.at, at, "initialize", price)
		tick := around(price, 10)
		for _, width := range []int{100, 600, 5000} {
			m.act(at.at, at, "mint", m.trader.at, big.NewInt(int64(tick-width)),
				big.NewInt(int64(tick+width)), big.NewInt(3e15), []byte{})
		}
		factory := m.Create("factory", slipFactory(at.at, m.tokens[0], m.tokens[1], 10))
		m.flush()
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindConcentrated,
				Family: pools.SolidlyV3, Factory: factory, Spacings: []int{1, 10, 50, 100}}
		}
	})
	w.tradesOn(name)
	q := api.PriceRequest{Src: "ETH", Dest: "USDC", Side: api.Sell, Amount: units(3, 18),
		Version: api.Version62, IncludeExchanges: []string{name}}
	before, err := w.swap.Prices(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	owner := newInstaller(w)
	at.n = owner
	for _, fee := range []int64{100_000, 0, 1} {
		at.do("setFee", big.NewInt(fee))
		owner.flush()
		w.sync()
		after, err := w.swap.Prices(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if got := after.DestAmount.Big().Cmp(before.DestAmount.Big()); (got < 0) != (fee > 500) {
			t.Errorf("at a fee of %d millionths 3 ETH bring %v, before %v", fee, after.DestAmount,
				before.DestAmount)
		}
		w.tradesOn(name)
	}
}
