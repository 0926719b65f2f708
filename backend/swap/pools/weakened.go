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
	// passingUSD is how much a pool must pay for throughout a block to be there for anybody, and
	// mostWalked how many logs of a pool are gone through to see that.
	passingUSD = 100_000
	mostWalked = 64
)

// passing are the pools that paid less within a block than before it and after it: who puts in at
// the end of each block what he takes out at the begin of the next shows what nobody can trade
// with. Of pools of which logs do not tell enough those are, that were told of twice but by trades.
func (t *Tracker) passing(logs []types.Log, before, after *Snapshot) (list []common.Address) {
	told := make(map[string][]*types.Log)
	for i := range logs {
		of := t.poolOf(&logs[i])
		told[of] = append(told[of], &logs[i])
	}
	if len(told) == len(logs) {
		return nil // none twice
	}
	ends := make(map[string]*State)
	for _, p := range after.Venues {
		if len(told[p.key()]) > 1 {
			ends[p.key()] = p
		}
	}
	if len(ends) == 0 {
		return nil
	}
	for _, p := range before.Venues {
		if end := ends[p.key()]; end != nil && before.passes(p, end, told[p.key()], t.Traded) {
			list = append(list, p.handle())
		}
	}
	slices.SortFunc(list, common.Address.Cmp)
	return list
}

// passes tells whether a pool paid less at some moment of a block than at both of its ends.
func (s *Snapshot) passes(begin, end *State, logs []*types.Log,
	traded func(*types.Log) bool) bool {
	c := &change{state: begin}
	others := 0
	for i, l := range logs {
		if !traded(l) {
			others++
		}
		if c.takeAll(l); c.read {
			continue
		}
		if i == mostWalked {
			return true
		}
		if s.paysLess(begin, c.state, passingUSD) && s.paysLess(end, c.state, passingUSD) {
			return true
		}
	}
	return c.read && others > 1
}
