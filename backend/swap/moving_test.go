package swap

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/swap/pools"
)

// movingPool is a stable pool of five coins whose figures change without a log.
type movingPool struct {
	installed
	codes [2]common.Address // of its arithmetic, each with another amplification
}

// rates of the coins of the pool, of which the first has other millionths than all others.
func rates(millionths int64) []*big.Int {
	list := slices.Repeat([]*big.Int{big.NewInt(1e18)}, 5)
	list[0] = big.NewInt(millionths * 1e12)
	return list
}

// newMovingWorld is a world with such a pool instead of all others of its exchange.
func newMovingWorld(t *testing.T) (w *world, p *movingPool) {
	t.Helper()
	p = new(movingPool)
	c := contracts.NewCurvePool()
	w = newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		var coins []common.Address
		for _, symbol := range []string{"rETH", "WETH", "stETH", "FRAX", "DAI"} {
			i := slices.IndexFunc(d.Tokens, func(t api.Token) bool { return t.Symbol == symbol })
			coins = append(coins, d.Tokens[i].Address)
		}
		for i, amplifier := range []int64{200, 150} {
			p.codes[i] = n.Create("arithmetic", slices.Concat(
				common.FromHex(contracts.CurvePoolMetaData.Bin), c.PackConstructor(false, coins,
					rates(1_000_000), big.NewInt(amplifier), big.NewInt(4_000_000),
					big.NewInt(2e10))))
		}
		p.installed = n.of(&contracts.MovingCurvePoolMetaData, p.codes[0], coins,
			rates(1_120_000), big.NewInt(20_000))
		for _, coin := range coins {
			n.allow(coin, p.at)
		}
		thousand := new(big.Int).Mul(big.NewInt(1000), big.NewInt(1e18))
		n.Call("fill a stable pool", p.at, c.PackAdd(slices.Repeat([]*big.Int{thousand}, 5)))
		n.flush()
		w.exchanges = func(list []pools.Exchange) {
			list[3].Pools, list[3].ByUint256 = []common.Address{p.at}, false
		}
	})
	return w, p
}

// A stable pool of five coins, whose rates, or whose amplification, change from block to block
// without a log, is priced by what it says at the block of the price, and delivers that.
func TestStablePoolsWhoseFiguresMove(t *testing.T) {
	t.Parallel()
	moving := contracts.NewMovingCurvePool()
	w, at := newMovingWorld(t)
	swap := func(side api.Side) api.Amount {
		t.Helper()
		r := api.SwapRequest{Price: api.PriceRequest{ChainID: api.LocalChainID, Src: "rETH",
			Dest: "WETH", Side: side, Version: api.Version62, Amount: api.NewAmount(1e18),
			MaxImpact: new(100.0), IgnoreBadUSDPrice: true,
			IncludeExchanges: []string{api.CurveV1}}}
		r.Terms.User = w.user
		route, p, err := w.swap.swap(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		w.checkDelivery("a swap", r, route, p)
		if side == api.Buy {
			return route.SrcAmount
		}
		return route.DestAmount
	}
	first := swap(api.Sell)
	move := func(code int, millionths, future int64) {
		w.send(chain.Call{To: at.at, Gas: 1_000_000, Data: moving.PackMove(at.codes[code],
			rates(millionths), big.NewInt(future))})
		w.mine()
	}
	move(0, 1_120_100, 20_000) // interest
	second := swap(api.Sell)
	if !first.Less(second) {
		t.Errorf("with interest %s is paid, not more than %s", second, first)
	}
	swap(api.Buy)
	move(1, 1_000_000, 10_000) // halfway to another amplification
	ramped := swap(api.Sell)
	swap(api.Buy)
	move(0, 1_000_000, 20_000)
	if again := swap(api.Sell); again == ramped {
		t.Errorf("%s is paid whatever the amplification", again)
	}
}
