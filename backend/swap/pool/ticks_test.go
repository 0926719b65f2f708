package pool_test

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// tickCase is a pool of published bytecode and the swaps on it, one after the other, in an EVM.
type tickCase struct {
	Fee, Spacing int
	ProtocolFee  uint32 `json:"protocol_fee"`
	Positions    [][3]string
	Swaps        []struct {
		Before, After tickState
		ZeroForOne    bool `json:"zero_for_one"`
		ExactIn       bool `json:"exact_in"`
		Amount        string
		In, Out       string
	}
}

// tickState is the square root of the price, the tick and the active liquidity.
type tickState [3]any

// fees are what is charged by direction: V4 takes the protocol's part first, and the pool's fee of
// the rest.
func (c tickCase) fees() (fees [2]uint32) {
	for i, p := range []uint32{c.ProtocolFee & 0xfff, c.ProtocolFee >> 12} {
		l := uint32(c.Fee)
		fees[i] = p + l - uint32(uint64(p)*uint64(l)/1_000_000)
	}
	return fees
}

// ticks are those that the positions begin and end at.
func (c tickCase) ticks(t *testing.T, wordless bool) *pool.Ticks {
	t.Helper()
	net := make(map[int]*big.Int)
	for _, p := range c.Positions {
		liquidity, _ := new(big.Int).SetString(p[2], 10)
		for i, sign := range []int64{1, -1} {
			at, err := strconv.Atoi(p[i])
			if err != nil {
				t.Fatal(err)
			}
			if net[at] == nil {
				net[at] = new(big.Int)
			}
			net[at].Add(net[at], new(big.Int).Mul(liquidity, big.NewInt(sign)))
		}
	}
	var list []pool.Tick
	for at, v := range net {
		tick := pool.Tick{Index: at}
		tick.Net.SetFromBig(v)
		list = append(list, tick)
	}
	slices.SortFunc(list, func(a, b pool.Tick) int { return cmp.Compare(a.Index, b.Index) })
	ticks, err := pool.NewRuledTicks(list,
		pool.TickRules{Spacing: c.Spacing, Fees: c.fees(), Wordless: wordless})
	if err != nil {
		t.Fatal(err)
	}
	return ticks
}

func (s tickState) pool(t *testing.T, ticks *pool.Ticks) *pool.Concentrated {
	t.Helper()
	p, err := pool.NewConcentrated(ticks, *uint256.MustFromDecimal(s[0].(string)),
		int(s[1].(float64)), *uint256.MustFromDecimal(s[2].(string)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Swaps on pools of Uniswap V4, whose protocol takes a fee of each direction, of PancakeSwap V3 and
// of Algebra Integral take, pay and leave what the published contracts did.
func TestTicksAreThoseOfTheContracts(t *testing.T) {
	t.Parallel()
	for name, c := range recordedOf[map[string]tickCase](t, "ticks") {
		if len(c.Swaps) != 16 {
			t.Fatalf("%s: %d swaps are recorded", name, len(c.Swaps))
		}
		ticks := c.ticks(t, name == "algebra_integral")
		for i, swap := range c.Swaps {
			p, in := swap.Before.pool(t, ticks), 1
			if swap.ZeroForOne {
				in = 0
			}
			var s, want pool.State
			p.Init(&s)
			trade := p.ExactIn
			if !swap.ExactIn {
				trade = p.ExactOut
			}
			q, err := trade(&s, in, 1-in, *uint256.MustFromDecimal(swap.Amount))
			if err != nil || q.In.Dec() != swap.In || q.Out.Dec() != swap.Out {
				t.Errorf("%s %d: %s for %s, %v; on the contract %s for %s", name, i, q.In.Dec(),
					q.Out.Dec(), err, swap.In, swap.Out)
			}
			if swap.After.pool(t, ticks).Init(&want); s != want {
				t.Errorf("%s %d: the pool is left in another state", name, i)
			}
		}
	}
}
