package pools

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// weaker is by how much less, as a share, a pool has to pay to count as weakened: whoever moves
// one that is deep so far pays more in fees than a trade around it costs.
const weaker = 1e-3

// Weakened are the pools that pay less for something that is worth so many USD after logs of the
// block that follows another one, or of which that can't be told; none where the pools of that
// other block are not known any more.
func (t *Tracker) Weakened(block uint64, logs []types.Log, usd float64) (list []common.Address) {
	before := t.At(block)
	if before == nil {
		return nil
	}
	changes := make(map[*State]*change)
	for i := range logs {
		of := t.poolOf(&logs[i])
		for _, p := range before.Venues {
			if p.key() != of {
				continue
			}
			if changes[p] == nil {
				changes[p] = &change{state: p}
			}
			changes[p].takeAll(&logs[i])
		}
	}
	for p, c := range changes {
		if c.read || before.paysLess(p, c.state, usd) {
			list = append(list, p.handle())
		}
	}
	slices.SortFunc(list, common.Address.Cmp)
	return list
}

// handle is by what a search leaves out the pool alone, see router.Venue.Is.
func (p *Info) handle() common.Address {
	if p.vaulted() {
		return common.Address(p.ID[:common.AddressLength])
	}
	return p.Address
}

// takeAll takes in a log of the pool, that of a position in a concentrated one, too.
func (c *change) takeAll(l *types.Log) {
	if c.state.Kind != pool.KindConcentrated || len(ticksOf(l)) != 2 {
		c.take(l)
		return
	}
	by := positionOf(l)
	ends := ticksOf(l)
	if by == nil || c.state.ticks == nil {
		c.read = true
		return
	}
	next := *c.state
	if ends[0] <= next.slot.Tick && next.slot.Tick < ends[1] {
		next.slot.Liquidity.Add(&next.slot.Liquidity, by)
	}
	next.list = withPosition(next.list, ends[0], ends[1], by)
	var err error
	if next.ticks, err = pool.NewRuledTicks(next.list, next.rules()); err == nil {
		next.Pool, err = next.slot.pool(next.ticks)
	}
	if c.state = &next; err != nil {
		c.read = true
	}
}

// positionOf is by how much a log changes the liquidity of a position, in two's complement; nil
// where it can't be read.
func positionOf(l *types.Log) *uint256.Int {
	var by *big.Int
	switch l.Topics[0] {
	case minted:
		if told := wordsOf(l.Data, 2); told != nil {
			by = signed(told[1]) // after its sender
		}
	case burned:
		if told := wordsOf(l.Data, 1); told != nil {
			by = new(big.Int).Neg(signed(told[0]))
		}
	default: // of a pool that a manager holds: after both ends
		if told := wordsOf(l.Data, 3); told != nil {
			by = signed(told[2])
		}
	}
	if by == nil {
		return nil
	}
	units, _ := uint256.FromBig(by)
	return units
}

// withPosition are ticks with so much more liquidity between two of them.
func withPosition(ticks []pool.Tick, lower, upper int, by *uint256.Int) []pool.Tick {
	ticks = slices.Clone(ticks)
	add := func(index int, net uint256.Int) {
		at, there := slices.BinarySearchFunc(ticks, index, func(t pool.Tick, index int) int {
			return t.Index - index
		})
		if !there {
			ticks = slices.Insert(ticks, at, pool.Tick{Index: index})
		}
		ticks[at].Net.Add(&ticks[at].Net, &net)
	}
	add(lower, *by)
	add(upper, *new(uint256.Int).Neg(by))
	return ticks
}

// paysLess tells whether one state of a pool pays less than another did, in one direction at least,
// for what is worth so many USD.
func (s *Snapshot) paysLess(before, after *State, usd float64) bool {
	for in, token := range before.Tokens {
		unit := s.rates[token].USD
		if !(unit > 0) {
			return true // what it pays for can't be told
		}
		units, _ := big.NewFloat(usd / unit).Int(nil)
		amount, over := uint256.FromBig(units)
		if over {
			return true
		}
		for out := range before.Tokens {
			if in == out {
				continue
			}
			paid := output(before.Pool, in, out, *amount)
			if output(after.Pool, in, out, *amount) < paid*(1-weaker) {
				return true
			}
		}
	}
	return false
}

// output is what a pool pays, 0 where it does not trade so much.
func output(p pool.Pool, in, out int, amount uint256.Int) float64 {
	if p == nil {
		return 0
	}
	var now pool.State
	p.Init(&now)
	q, err := p.ExactIn(&now, in, out, amount)
	if err != nil {
		return 0
	}
	paid, _ := new(big.Float).SetInt(q.Out.ToBig()).Float64()
	return paid
}

const (
	// passingUSD is what a large pool must pay for throughout a block to be there for anybody,
	// turningUSD what trades must be worth that move a pool there and back, and mostWalked how many
	// logs of a pool in a block are gone through to see that.
	passingUSD = 100_000
	turningUSD = 1_000
	mostWalked = 64
)

// toldOf are the logs of a block by the positions of the pools that they tell of.
func (t *Tracker) toldOf(logs []types.Log, known map[string]int) map[int][]*types.Log {
	told := make(map[int][]*types.Log)
	for i := range logs {
		if at, ok := known[t.poolOf(&logs[i])]; ok {
			told[at] = append(told[at], &logs[i])
		}
	}
	return told
}

// dips tells whether a pool paid less at some moment of a block than at both of its ends: who puts
// in at the end of each block what he takes out at the begin of the next shows what nobody can
// trade with.
func (s *Snapshot) dips(moments []*State, stood [][]depth) bool {
	begin, end := moments[0], moments[len(moments)-1]
	return thins(stood) || slices.ContainsFunc(moments, func(then *State) bool {
		return s.paysLess(begin, then, passingUSD) && s.paysLess(end, then, passingUSD)
	})
}

// thins tells whether less than half stood around the price of a pool at some moment of a block
// than at both of its ends, of what it pays out in one direction at least.
func thins(stood [][]depth) bool {
	begin, end, less := stood[0], stood[len(stood)-1], least(stood)
	for i, d := range less {
		if d.to < min(begin[i].to, end[i].to)/2 || d.out < min(begin[i].out, end[i].out)/2 {
			return true
		}
	}
	return false
}

// momentsOf are the states of a pool in a block, from its begin through its logs to its end; ok is
// false where logs do not tell, or are too many.
func momentsOf(begin, end *State, logs []*types.Log) (all []*State, ok bool) {
	c := &change{state: begin}
	all = append(all, begin)
	for _, l := range logs[:min(len(logs), mostWalked)] {
		if c.takeAll(l); c.read {
			return nil, false
		}
		all = append(all, c.state)
	}
	return append(all, end), len(logs) <= mostWalked
}

// turns tells whether logs of a pool may undo each other.
func (t *Tracker) turns(s *Snapshot, logs []*types.Log) bool {
	others, sold := 0, make(map[common.Address]float64)
	for _, l := range logs {
		trade, ok := t.Trade(l)
		if ok = ok && t.Traded(l); !ok {
			others++
			continue
		}
		if usd := trade.In.Float() * s.rates[trade.Sold].USD; usd > turningUSD {
			sold[trade.Sold] += usd
		}
	}
	return others > 1 || len(sold) > 1
}
