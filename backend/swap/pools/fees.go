package pools

import (
	"context"
	"math/big"
	"slices"
	"sort"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// fees are sales on pools whose fee only a swap shows: an oracle or a plugin sets it as the swap
// begins, and may set any. Each is made on the pool itself, in both directions, and undone, and the
// fee is the one with which it pays what was computed.
type fees struct {
	of      []*State
	samples [][2]uint256.Int
	calls   []chain.Call
}

// sampleBits is which part of what the pool's range has of a token is sold: a 2^sampleBits-th.
const sampleBits = 10

// add adds a pool's sales, if it trades at its price.
func (f *fees) add(l *State) {
	l.Pool = nil // until its fee is known
	free, err := l.near(0)
	if err != nil {
		return
	}
	var now pool.State
	free.Init(&now)
	var sample [2]uint256.Int
	for in := range 2 {
		c := free.Curve(&now, in, 1-in)
		sample[in] = fromFloat(min(c.Depth/(1<<sampleBits), c.Limit/2))
		if sample[in].IsZero() {
			return
		}
	}
	f.of, f.samples = append(f.of, l), append(f.samples, sample)
	for in := range 2 {
		f.calls = append(f.calls, chain.Call{To: chain.PoolLens, Gas: lensSwapGas, Writes: true,
			Data: slices.Concat(l.Address[:], []byte{byte(1 - in)}, sample[in].PaddedBytes(32))})
	}
}

// lensSwapGas is what a sale on a pool may take, the plugin that it calls included.
const lensSwapGas = 1_500_000

// run makes the sales. A pool that pays what no fee explains is not traded on.
func (f *fees) run(ctx context.Context, net *chain.Network, block common.Hash) error {
	told, err := net.BatchCall(ctx, block, f.calls)
	if err != nil {
		return err
	}
	for i, l := range f.of {
		var fee [2]uint256.Int
		ok := true
		for in := range 2 {
			r := told[2*i+in]
			if r.Err != nil && l.asked[in] > 0 { // which was not asked this time
				fee[in].SetUint64(uint64(l.asked[in]))
				continue
			}
			moved := wordsOf(r.Data, 2)
			if !r.OK || moved == nil {
				ok = false
				break
			}
			paid, got := signed(moved[in]), signed(moved[1-in])
			if paid.Cmp(f.samples[i][in].ToBig()) != 0 || got.Sign() > 0 {
				ok = false
				break
			}
			got.Neg(got)
			found, explained := l.feeOf(in, f.samples[i][in], word(got))
			ok = ok && explained
			fee[in].SetUint64(uint64(found))
		}
		if !ok {
			continue
		}
		if p, err := l.withFee(fee[0], fee[1]); err == nil {
			l.Pool = p
		}
	}
	return nil
}

// near is the range that the pool's price stands in, at a fee, as a pool of its own.
func (l *State) near(fee uint32) (*pool.Concentrated, error) {
	at := sort.Search(len(l.list), func(i int) bool { return l.list[i].Index > l.slot.Tick })
	if at == 0 || at == len(l.list) || l.slot.Liquidity.IsZero() {
		return nil, errNoPrice
	}
	rules := l.rules()
	rules.Fees = [2]uint32{fee, fee}
	low, high := pool.Tick{Index: l.list[at-1].Index, Net: l.slot.Liquidity},
		pool.Tick{Index: l.list[at].Index}
	high.Net.Neg(&low.Net)
	ticks, err := pool.NewRuledTicks([]pool.Tick{low, high}, rules)
	if err != nil {
		return nil, err
	}
	return pool.NewConcentrated(ticks, l.slot.Sqrt, l.slot.Tick, l.slot.Liquidity)
}

// feeOf is the highest fee, in parts per million, at which the pool pays so much for a sale.
func (l *State) feeOf(in int, sold, paid uint256.Int) (fee uint32, explained bool) {
	pays := func(fee int) (out uint256.Int) {
		p, err := l.near(uint32(fee))
		if err != nil {
			return out
		}
		var now pool.State
		p.Init(&now)
		q, err := p.ExactIn(&now, in, 1-in, sold)
		if err != nil {
			return out
		}
		return q.Out
	}
	above := sort.Search(maxFee, func(fee int) bool {
		out := pays(fee)
		return out.Lt(&paid)
	})
	if above == 0 || pays(above-1) != paid {
		return 0, false
	}
	return uint32(above - 1), true
}

// fromFloat is the whole part of a number that is not negative.
func fromFloat(x float64) (v uint256.Int) {
	whole, _ := big.NewFloat(x).Int(nil)
	v.SetFromBig(whole)
	return v
}
