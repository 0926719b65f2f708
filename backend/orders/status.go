package orders

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// state is an order's state in memory and on disk.
type state uint8

// The states. A row of memory without an order has none of them.
const (
	absent state = iota
	pending
	suspended
	fulfilled
	cancelled
	expired
	stateCount
)

var stateNames = [stateCount]api.OrderState{pending: api.Pending, suspended: api.Suspended, fulfilled: api.Fulfilled, cancelled: api.Cancelled, expired: api.Expired}

// open tells whether the order may still be filled, now or later.
func (s state) open() bool { return s == pending || s == suspended }

// trigger is what happened to an order.
type trigger uint8

// The triggers.
const (
	uncovered trigger = iota // nothing of it can be filled now
	covered                  // something of it can be filled now
	filledWhole
	cancelledByMaker
	timePassed
	triggerCount
)

// transitions is what each trigger leads to from each state. Where nothing is said, nothing happens: final states change only when the block
// that caused them leaves the chain.
var transitions = [stateCount][triggerCount]state{
	pending:   {uncovered: suspended, filledWhole: fulfilled, cancelledByMaker: cancelled, timePassed: expired},
	suspended: {covered: pending, filledWhole: fulfilled, cancelledByMaker: cancelled, timePassed: expired},
}

// after returns the state that a trigger leads to.
func (s state) after(t trigger) state {
	if next := transitions[s][t]; next != absent {
		return next
	}
	return s
}

// status is what changes about an order.
type status struct {
	state    state
	small    bool       // 99.99 % or more is filled
	fillable api.Amount // what the contract leaves open
	updated  int64      // UNIX seconds
	base     uint64     // the block that fillable was first read at; events are followed from there on
	tx       common.Hash
}

// smallPart: an order of which no more than one part in so many is left counts as filled for lists that hide small balances.
const smallPart = 10_000

// left sets what the contract leaves open of an order over total.
func (s *status) left(fillable, total api.Amount) {
	s.fillable = fillable
	s.small = !total.MulDiv(api.NewAmount(1), api.NewAmount(smallPart)).Less(fillable)
}

// become moves to the state after a trigger at a time. It tells whether anything changed. A record is never older than its creation.
func (s *status) become(t trigger, at, created int64) bool {
	next := s.state.after(t)
	if next == s.state {
		return false
	}
	s.state = next
	s.touch(at, created)
	return true
}

func (s *status) touch(at, created int64) { s.updated = max(at, created) }

// balances returns what a maker can pay of what is left, and what a taker can get of it now: nothing of an order that is filled whole or not
// at all and is not wholly covered.
func balances(fillable, available api.Amount, whole bool) (maker, swappable api.Amount) {
	maker = fillable.Min(available)
	if whole && maker.Less(fillable) {
		return maker, api.Amount{}
	}
	return maker, maker
}

// coverage is the trigger that the swappable balance of an open order gives.
func coverage(swappable api.Amount) trigger {
	if swappable.IsZero() {
		return uncovered
	}
	return covered
}
