package router

import (
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

const (
	gasBase = 75_000 // transaction, fees and the transfers to and from the swap contract
	gasLeg  = 10_000 // transfers and bookkeeping around each pool

	freshWork = 4 // what performing a leg anew counts more than remembering it
)

// plan is an allocation in basis points. Shares and routes of none may stand in it while a move is
// tried.
type plan []route

type route struct {
	bps  int // of the amount
	hops []hop
}

type hop struct {
	from, to int32
	shares   []share
	amount   float64 // what the last replay put in (Sell) or took out (Buy)
}

type share struct {
	edge int32
	bps  int // of its hop
	memo *memo
}

// memo is what a share's leg did in the two latest different replays: usually the plan's own and
// that of a move tried on it. Most moves leave most legs alone, and a leg that meets the same
// amount and the same state of its pool does the same.
type memo struct {
	outcomes [2]outcome
	latest   int
}

type outcome struct {
	amount        uint256.Int
	before, after pool.State
	leg           Leg
	known, ok     bool // known: the rest is of a replay; ok: the pool could trade the amount
}

// ledger keeps the states of the pools that a replay has touched.
type ledger struct {
	snap   *Snapshot
	slot   []int32 // of each venue, plus one; 0 for never touched
	states []pool.State
	age    []uint32 // the replay that last initialised the state
	now    uint32
	traded []uint32 // the replay that last traded each edge
}

func newLedger(s *Snapshot) *ledger {
	return &ledger{snap: s, slot: make([]int32, len(s.Venues)),
		traded: make([]uint32, len(s.edges)), now: 1}
}

// restart forgets what the last replay did.
func (l *ledger) restart() { l.now++ }

// state is where a venue stands in this replay.
func (l *ledger) state(venue int32) *pool.State {
	slot := l.slot[venue] - 1
	if slot < 0 {
		slot = int32(len(l.states))
		l.slot[venue] = slot + 1
		l.states = append(l.states, pool.State{})
		l.age = append(l.age, l.now-1)
	}
	if l.age[slot] != l.now {
		l.age[slot] = l.now
		l.snap.Venues[venue].Pool.Init(&l.states[slot])
	}
	return &l.states[slot]
}

// total is what a replay adds up to.
type total struct {
	src, dest uint256.Int
	gas       uint64
	ticks     int
}

// trade performs one leg: amount is what is sent (Sell) or what must arrive (Buy). Taxes of the
// query's ends apply. A leg that would be paid nothing or pay nothing is none, so that a share
// of dust which comes to less than a unit makes no part of a plan.
func (x *search) trade(id int32, amount *uint256.Int) (leg Leg, ok bool) {
	if amount.IsZero() {
		return leg, false
	}
	e := &x.snap.edges[id]
	var taxIn, taxOut uint16
	if e.from == x.src {
		taxIn = x.q.SrcTax
	}
	if e.to == x.dest {
		taxOut = x.q.DestTax
	}
	state, p := x.ledger.state(e.venue), x.snap.Venues[e.venue].Pool
	sent := *amount
	var q pool.Quote
	var err error
	if x.q.Side == Buy {
		wanted, payable := pool.BeforeTax(*amount, taxOut)
		saved := *state
		if q, err = p.ExactOut(state, int(e.i), int(e.j), wanted); err != nil || !payable {
			return leg, false
		}
		sent, _ = pool.BeforeTax(q.In, taxIn)
		if taxIn > 0 { // the pool is sent whole units, so it may receive more than it asks for
			*state = saved
		}
	}
	if x.q.Side == Sell || taxIn > 0 {
		if q, err = p.ExactIn(state, int(e.i), int(e.j), pool.AfterTax(sent, taxIn)); err != nil {
			return leg, false
		}
	}
	leg = Leg{Venue: int(e.venue), In: int(e.i), Out: int(e.j), SrcAmount: sent, Ticks: q.Ticks,
		Gas: q.Gas}
	leg.DestAmount = pool.AfterTax(q.Out, taxOut)
	return leg, !leg.SrcAmount.IsZero() && !leg.DestAmount.IsZero()
}

// failure is the share that the last replay could not perform, and what it was to carry.
type failure struct {
	route  *route
	hop    *hop
	share  *share
	amount float64
}

// replay performs a plan on fresh states. With a result it records every leg. What takes more gas
// than the query allows can not be performed.
func (x *search) replay(p plan, into *Result) (t total, ok bool) {
	x.ledger.restart()
	t.gas = gasBase
	rest, last := x.q.Amount, lastRoute(p)
	for i := range p {
		r := &p[i]
		if r.bps == 0 {
			continue
		}
		amount := portion(&x.q.Amount, r.bps, i == last, &rest)
		var record *Route
		if into != nil {
			into.Routes = append(into.Routes,
				Route{Share: r.bps, Hops: make([]Hop, len(r.hops))})
			record = &into.Routes[len(into.Routes)-1]
		}
		x.failed = failure{route: r}
		if !x.replayRoute(r, amount, record, &t) {
			return t, false
		}
	}
	x.took = t.gas
	if x.q.Limits.exceeded(t.gas) {
		x.failed = failure{}
		return t, false
	}
	return t, true
}

// exceeded tells whether this is more gas than there is.
func (l *Limits) exceeded(gas uint64) bool { return l.Gas > 0 && gas > l.Gas }

// replayRoute performs the hops of a route: forward for a fixed input, backward for a fixed output.
// No pool occurs twice in a route, so both orders lead to the same states.
func (x *search) replayRoute(r *route, amount uint256.Int, record *Route, t *total) bool {
	sum := total{src: amount, dest: amount}
	for k := range r.hops {
		if x.q.Side == Buy {
			k = len(r.hops) - 1 - k
		}
		var hopRecord *Hop
		if record != nil {
			hopRecord = &record.Hops[k]
			hopRecord.Src, hopRecord.Dest = x.address(r.hops[k].from), x.address(r.hops[k].to)
		}
		h, ok := x.replayHop(&r.hops[k], amount, hopRecord)
		if !ok {
			return false
		}
		t.gas += h.gas
		t.ticks += h.ticks
		if x.q.Side == Sell {
			amount, sum.dest = h.dest, h.dest
		} else {
			amount, sum.src = h.src, h.src
			if k == len(r.hops)-1 {
				sum.dest = h.dest
			}
		}
	}
	if record != nil {
		record.SrcAmount, record.DestAmount = sum.src, sum.dest
	}
	t.src.Add(&t.src, &sum.src)
	t.dest.Add(&t.dest, &sum.dest)
	return true
}

func (x *search) replayHop(h *hop, amount uint256.Int, record *Hop) (t total, ok bool) {
	rest, last := amount, lastShare(h.shares)
	h.amount = float(&amount)
	for i := range h.shares {
		s := &h.shares[i]
		if s.bps == 0 {
			continue
		}
		part := portion(&amount, s.bps, i == last, &rest)
		if x.ledger.traded[x.snap.edges[s.edge].reverse] == x.ledger.now {
			return t, false // no pool is traded against itself
		}
		leg, ok := x.perform(s, &part)
		if !ok {
			x.failed.hop, x.failed.share, x.failed.amount = h, s, float(&part)
			return t, false
		}
		t.src.Add(&t.src, &leg.SrcAmount)
		t.dest.Add(&t.dest, &leg.DestAmount)
		t.gas += leg.Gas + gasLeg
		t.ticks += leg.Ticks
		if record != nil {
			record.Legs = append(record.Legs, *leg)
			record.Legs[len(record.Legs)-1].Share = s.bps
		}
	}
	return t, true
}

// perform is trade for a share of the plan.
func (x *search) perform(s *share, amount *uint256.Int) (*Leg, bool) {
	state := x.ledger.state(x.snap.edges[s.edge].venue)
	x.ledger.traded[s.edge] = x.ledger.now
	if s.memo == nil {
		s.memo = new(memo)
	}
	m := s.memo
	x.work++
	for k := range m.outcomes {
		if o := &m.outcomes[k]; o.known && o.amount == *amount && o.before == *state {
			*state = o.after
			m.latest = k
			return &o.leg, o.ok
		}
	}
	x.work += freshWork
	m.latest = 1 - m.latest
	o := &m.outcomes[m.latest]
	o.amount, o.before, o.known = *amount, *state, true
	o.leg, o.ok = x.trade(s.edge, amount)
	o.after = *state
	return &o.leg, o.ok
}

var wholeInt = *uint256.NewInt(Whole)

// portion is floor(whole·bps/Whole), or all of the rest for the last one.
func portion(whole *uint256.Int, bps int, last bool, rest *uint256.Int) uint256.Int {
	if last {
		return *rest
	}
	var part uint256.Int
	part.SetUint64(uint64(bps))
	part.Mul(&part, whole)
	part.Div(&part, &wholeInt)
	rest.Sub(rest, &part)
	return part
}

func lastRoute(p plan) int {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].bps > 0 {
			return i
		}
	}
	return -1
}

func lastShare(s []share) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].bps > 0 {
			return i
		}
	}
	return -1
}

// float is v as a float64, for guidance only.
func float(v *uint256.Int) float64 {
	const word = 1 << 64
	return ((float64(v[3])*word+float64(v[2]))*word+float64(v[1]))*word + float64(v[0])
}
