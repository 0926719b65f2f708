package auction

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"bourse/backend/api"
)

// comesFirst is why a bid waits that could be settled alone.
const comesFirst = "another settlement of this round comes first: "

// mostChoices is how often winners are chosen again where some wait.
const mostChoices = 3

// choice is a decision that simulation found sound, on bids as it found them.
type choice struct {
	bids     []*scoredBid
	decision decision
	after    map[int]bool // bids that wait since others use up what they need of the pools
}

// decide chooses the winners of a round, for which a block has so much room. Where some wait since
// others use up what they need of the pools, it chooses again, as long as owners gain by that: bids
// that settle such orders together with others then count with all that they bring.
func (a *Auctioneer) decide(ctx context.Context, b *Batch, e *evaluation, room uint64) error {
	best, err := a.choose(ctx, b, e, e.bids, nil, room)
	last := make(map[int]bool)
	for range mostChoices {
		if err != nil || len(best.after) == 0 {
			break
		}
		last = maps.Clone(last)
		maps.Copy(last, best.after)
		if best.same(pick(e, best.bids, excluded{last: last}), last) {
			break
		}
		var next choice
		next, err = a.choose(ctx, b, e, best.bids, last, room)
		if err != nil || !best.gains(e).Less(next.gains(e)) {
			break
		}
		best = next
	}
	e.bids, e.decision = best.bids, best.decision
	return err
}

// same tells whether the winners of a decision, apart from those that come last, are those of a
// choice.
func (c *choice) same(d decision, last map[int]bool) bool {
	return !slices.ContainsFunc(d.winners, func(i int) bool {
		return !last[i] && !c.decision.won(i)
	})
}

// gains is what the winners of a choice bring their owners.
func (c *choice) gains(e *evaluation) api.Amount { return captured(e, c.bids, c.decision.winners) }

// choose settles which winners are sound. Bids whose settlement pays what their agent says or fails
// are simulated only where they would win, all of these together, in the order in which they are
// sent: one that fails is out, and the winners are chosen anew. The others are simulated alone
// before.
func (a *Auctioneer) choose(ctx context.Context, b *Batch, e *evaluation, bids []*scoredBid,
	last map[int]bool, room uint64) (c choice, err error) {
	c = choice{bids: slices.Clone(bids), after: make(map[int]bool)}
	out := excluded{waiting: make(map[int]string), last: last}
	for {
		d := fill(e, c.bids, pick(e, c.bids, out), room)
		waiting, sound, err := a.simulateTogether(ctx, b, e, c.bids, d.winners)
		if err != nil {
			return c, err
		}
		maps.Copy(out.waiting, waiting)
		for i := range waiting {
			c.after[i] = true
		}
		if d = d.leave(waiting); sound && !e.parts(d) {
			c.decision = fitBlock(e, c.bids, d, room)
			return c, nil
		}
	}
}

// simulateTogether runs winners one after the other in one block and puts what comes of them in
// their places. Those that use up what another one needs wait for the next round. sound is false
// where one can't win at all, or pays less than its agent said.
func (a *Auctioneer) simulateTogether(ctx context.Context, b *Batch, e *evaluation,
	bids []*scoredBid, winners []int) (waiting map[int]string, sound bool, err error) {
	waiting = make(map[int]string)
	if len(winners) == 0 || len(winners) == 1 && bids[winners[0]].simulated {
		return waiting, true, nil
	}
	list := make([]*scoredBid, len(winners))
	for n, i := range winners {
		list[n] = bids[i]
	}
	simulations, err := a.simulate(ctx, b, list...)
	if err != nil {
		return nil, false, err
	}
	var failed []int
	why := make(map[int]string)
	sound = true
	for n, i := range winners {
		v, s := list[n], &simulations[n]
		if v.simulated {
			if bids[i] = v.again(s); s.Err != nil {
				waiting[i] = comesFirst + s.Err.Error()
			}
			continue
		}
		if bids[i], err = a.simulated(e, v, s); err != nil {
			return nil, false, err
		}
		if bids[i].unable != "" {
			failed, why[i] = append(failed, i), bids[i].unable
			continue
		}
		for id, said := range v.fills {
			sound = sound && !bids[i].fills[id].Received.Less(said.Received)
		}
	}
	if len(list) == 1 {
		return waiting, sound && len(failed) == 0, nil
	}
	// Those that fail after others and succeed alone can be settled in the next round.
	err = a.simulateApart(ctx, b, e, bids, failed)
	for _, i := range failed {
		if bids[i].unable == "" {
			waiting[i] = comesFirst + why[i]
		} else {
			sound = false
		}
	}
	return waiting, sound, err
}

// parts tells whether a decision parts a winner from one of its group.
func (e *evaluation) parts(d decision) bool {
	return slices.ContainsFunc(d.winners, func(i int) bool {
		return slices.ContainsFunc(e.withGroup(i), func(k int) bool { return !d.won(k) })
	})
}

// spareRoom is which part of a block is tried to be filled beyond its room, as agents estimate
// more gas than they use.
const spareRoom = 8

// fill leaves of a decision's winners those for which a block may have room, by what is known of
// their gas, and the purse if all of them fail; where there is not for all, those first that bring
// their owners most for the gas.
func fill(e *evaluation, bids []*scoredBid, d decision, room uint64) decision {
	type parcel struct {
		bids     []int
		gas      uint64
		reserved uint64 // beyond its gas, until it is known to be enough
		largest  uint64
		gains    *big.Int
	}
	var parcels []*parcel
	places := make(map[group]*parcel)
	all, reserved := uint64(0), uint64(0)
	for _, i := range d.winners {
		v := bids[i]
		at := places[v.group()]
		if at == nil || v.Group == 0 {
			at = &parcel{gains: new(big.Int)}
			parcels, places[v.group()] = append(parcels, at), at
		}
		limit := gasLimit(v.gas)
		at.bids, at.gas, at.largest = append(at.bids, i), at.gas+v.gas, max(at.largest, limit)
		at.reserved = max(at.reserved, limit-v.gas)
		at.gains.Add(at.gains, captured(e, bids, []int{i}).Big())
		all, reserved = all+v.gas, max(reserved, limit-v.gas)
	}
	spare := room + room/spareRoom
	if all+reserved > spare {
		slices.SortStableFunc(parcels, func(x, y *parcel) int {
			more := new(big.Int).Mul(x.gains, new(big.Int).SetUint64(y.gas))
			return new(big.Int).Mul(y.gains, new(big.Int).SetUint64(x.gas)).Cmp(more)
		})
	}
	left, budget := make(map[int]string), e.budget
	for _, at := range parcels {
		why := noRoom
		if at.gas+at.reserved <= spare && at.largest <= room {
			if e.affords(&budget, bids, at.bids) {
				spare -= at.gas
				continue
			}
			why = onItsWay
		}
		for _, i := range at.bids {
			left[i] = why
		}
	}
	return d.leave(left)
}

// fitBlock leaves to the next round what has no room in a block, which takes a transaction where it
// has the gas of its limit left and counts what it uses: from the first such winner on, since those
// after it were simulated with it, or from the first that wins only together with one of these.
func fitBlock(e *evaluation, bids []*scoredBid, d decision, room uint64) decision {
	fit := len(d.winners)
	for n, i := range d.winners {
		if bids[i].takes() > room {
			fit = n
			break
		}
		room -= bids[i].gas
	}
	for n := len(d.winners) - 1; n >= fit; n-- {
		for _, k := range e.withGroup(d.winners[n]) {
			if first := slices.Index(d.winners, k); first >= 0 {
				fit = min(fit, first)
			}
		}
	}
	left := make(map[int]string)
	for _, i := range d.winners[fit:] {
		left[i] = noRoom
	}
	return d.leave(left)
}
