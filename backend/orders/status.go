package orders

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// state is an order's state in memory and on disk.
type state uint8

// The states. A row of the index without an order has none of them.
const (
	absent state = iota
	pending
	suspended
	fulfilled
	cancelled
	expired
	stateCount
)

var stateNames = [stateCount]api.OrderState{
	pending: api.Pending, suspended: api.Suspended, fulfilled: api.Fulfilled,
	cancelled: api.Cancelled, expired: api.Expired}

// open tells whether the order may still be filled, now or later.
func (s state) open() bool { return s == pending || s == suspended }

// event is what happened to an order.
type event uint8

// The events. Each is read from the contracts' own word, from logs or from block time; none is
// taken from a request.
const (
	// its signature, shape and chain state were checked and it is stored
	accepted         event = iota
	uncovered              // nothing of it can be filled now
	covered                // something of it can be filled now
	filledWhole            // nothing of it is left
	cancelledByMaker       // its maker closed it on chain
	timePassed             // a block is later than its expiry
	neglected              // nothing of it could be filled for long, or nobody did it
	reopened               // what ended it is no part of the chain any more
	eventCount
)

// transitions is what each event leads to from each state. Where nothing is said, nothing happens:
// an end is undone only when the block that caused it leaves the chain.
var transitions = [stateCount][eventCount]state{
	absent: {accepted: pending},
	pending: {uncovered: suspended, filledWhole: fulfilled, cancelledByMaker: cancelled,
		timePassed: expired, neglected: expired},
	suspended: {covered: pending, filledWhole: fulfilled, cancelledByMaker: cancelled,
		timePassed: expired, neglected: expired},
	fulfilled: {reopened: pending},
	cancelled: {reopened: pending},
	expired:   {reopened: pending},
}

// next returns the state that an event leads to.
func (s state) next(e event) state {
	if next := transitions[s][e]; next != absent {
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
	// the block that fillable was first read at; events are followed from there on
	base uint64
	tx   common.Hash
	// what simulations said last
	refused   bool // the maker's contract does not accept the signature, or the NFT that it buys
	blamed    bool // it accepted it in simulations, and not when it was filled
	permitted bool // the maker's permit works
}

// smallPart: an order of which no more than 1/10,000 is left counts as filled for lists
// that hide small balances.
const smallPart = 10_000

// left sets what the contract leaves open of an order over total.
func (s *status) left(fillable, total api.Amount) {
	s.fillable = fillable
	s.small = !total.MulDiv(api.NewAmount(1), api.NewAmount(smallPart)).Less(fillable)
}

// apply moves to the state after an event at a time. It tells whether anything changed. A record
// is never older than its creation.
func (s *status) apply(e event, when, created int64) bool {
	next := s.state.next(e)
	if next == s.state {
		return false
	}
	s.state = next
	s.touch(when, created)
	return true
}

// newStatus is the status that an order begins with at a block.
func newStatus(base uint64, created int64) status {
	s := status{base: base}
	s.apply(accepted, created, created)
	return s
}

func (s *status) touch(when, created int64) { s.updated = max(when, created) }

// overAt is when an order is over that can be filled until a time: at all nodes the same, whenever
// each of them had a block.
func overAt(expiry uint64) int64 { return int64(expiry) + 1 }

// terms are what decides, beside the maker's funds, how much of an order can be had.
type terms struct {
	whole   bool       // it is filled whole or not at all
	blocked bool       // it can't be filled whatever its maker holds
	permit  api.Amount // the allowance that its permit gives; 0 is none
	least   api.Amount // of the maker's asset: what one unit of the taker's buys
}

// balances returns what a maker can pay of what is left, and what a taker can get of it now:
// nothing where it is not wholly covered and is filled whole or not at all, or what there is buys
// less than the least that can be paid.
func (t terms) balances(fillable api.Amount, f funds) (maker, swappable api.Amount) {
	maker = fillable.Min(f.available(t.permit))
	if t.blocked || maker.Less(fillable) && (t.whole || maker.Less(t.least)) {
		return maker, api.Amount{}
	}
	return maker, maker
}

// coverageEvent is the event that the swappable balance of an open order gives.
func coverageEvent(swappable api.Amount) event {
	if swappable.IsZero() {
		return uncovered
	}
	return covered
}
