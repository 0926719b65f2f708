package auction

import (
	"context"
	"slices"

	"bourse/backend/chain"
)

// comesFirst is why a bid waits that could be settled alone.
const comesFirst = "another settlement of this round comes first: "

// mostChoices is how often winners are chosen again where some wait.
const mostChoices = 3

// decide chooses a wave's winners and takes what they use off the room of a block. full is true
// where that was not enough for all. Where some wait since others use up what they need of the
// pools, it chooses again, as long as owners gain by that: bids that settle such orders together
// with others then count with all that they bring.
func (a *Auctioneer) decide(ctx context.Context, b *Batch, e *evaluation, wave []*scoredBid,
	room *uint64) (full bool, err error) {
	before := e.winners()
	if err := a.examine(ctx, b, e, wave); err != nil {
		return false, err
	}
	left, err := a.choose(ctx, b, e, before, wave, pick(ctx, b, e.orders, wave), *room)
	for range mostChoices {
		if err != nil || !anyWaits(wave) {
			break
		}
		gained, chosen := b.captured(ctx, e), keep(wave)
		reopen(wave)
		winners := pick(ctx, b, e.orders, wave)
		if chosen.same(winners) {
			chosen.restore()
			break
		}
		var rest uint64
		rest, err = a.choose(ctx, b, e, before, wave, winners, *room)
		if !gained.Less(b.captured(ctx, e)) {
			chosen.restore()
			break
		}
		left = rest
	}
	*room = left
	return slices.ContainsFunc(wave, func(v *scoredBid) bool { return v.refused == noRoom }), err
}

// choose settles which of the winners of a wave are sound, and how much is left of the room of a
// block. Bids whose settlement pays what their agent says or fails are simulated only where they
// would win, all of these together, in the order in which they are sent: one that fails is out, and
// the winners are chosen anew. The others are simulated alone before.
func (a *Auctioneer) choose(ctx context.Context, b *Batch, e *evaluation, before, wave,
	winners []*scoredBid, room uint64) (left uint64, err error) {
	for {
		winners = likely(winners, room)
		sound, err := a.simulateTogether(ctx, b, e, before, winners)
		if err != nil {
			return room, err
		}
		if sound {
			return fitBlock(winners, room), nil
		}
		wave = again(wave)
		winners = pick(ctx, b, e.orders, wave)
	}
}

func anyWaits(wave []*scoredBid) bool {
	return slices.ContainsFunc(wave, func(v *scoredBid) bool { return v.waits })
}

// choice is what was decided on some bids.
type choice struct {
	bids   []*scoredBid
	states []scoredBid
}

func keep(wave []*scoredBid) (c choice) {
	c.bids = wave
	for _, v := range wave {
		c.states = append(c.states, *v)
	}
	return c
}

func (c *choice) restore() {
	for i, v := range c.bids {
		*v = c.states[i]
	}
}

// same tells whether the winners, apart from those that come last as they waited, are those of a
// choice.
func (c *choice) same(winners []*scoredBid) bool {
	won := make(map[*scoredBid]bool)
	for i, v := range c.bids {
		if c.states[i].won {
			won[v] = true
		}
	}
	return !slices.ContainsFunc(winners, func(v *scoredBid) bool { return !v.last && !won[v] })
}

// reopen gives up what was decided on a wave, but that the bids that wait come last.
func reopen(wave []*scoredBid) {
	for _, v := range wave {
		if v.waits {
			v.waits, v.last, v.refused = false, true, ""
		}
		v.open()
	}
}

// open gives up what was decided on a bid.
func (v *scoredBid) open() {
	if v.won = false; v.refused == outbid || v.refused == noRoom || v.refused == apart {
		v.refused = ""
	}
}

// again gives up what was decided on a wave. Orders whose best settlement waits for the next round
// wait with it, as do bids that win only together with one for such an order.
func again(wave []*scoredBid) []*scoredBid {
	waits, lost := make(map[string]bool), make(map[group]bool)
	for _, v := range wave {
		v.open()
		for _, id := range v.Orders {
			waits[id] = waits[id] || v.waits
		}
	}
	waiting := func(v *scoredBid) bool {
		return slices.ContainsFunc(v.Orders, func(id string) bool { return waits[id] })
	}
	for _, v := range wave {
		lost[v.group()] = lost[v.group()] || v.Group != 0 && waiting(v)
	}
	return slices.DeleteFunc(slices.Clone(wave), func(v *scoredBid) bool {
		if lost[v.group()] && v.refused == "" {
			v.refused = apart
		}
		return waiting(v) || lost[v.group()]
	})
}

// examine refuses the bids of agents that sit out and those that say themselves that they are
// unfair, and simulates those that don't say what they pay.
func (a *Auctioneer) examine(ctx context.Context, b *Batch, e *evaluation,
	wave []*scoredBid) error {
	var silent []*scoredBid
	for _, v := range wave {
		switch v.refused = a.sitsOut(e, b, v); {
		case v.refused != "":
		case v.fills == nil:
			silent = append(silent, v)
		default:
			v.refused = a.unfair(e, v)
		}
	}
	return a.simulateAll(ctx, b, e, silent)
}

// simulateTogether runs winners one after the other in one block, after those of earlier waves.
// Those that use up what another one needs wait for the next round. sound is false where one can't
// win at all, or pays less than its agent said.
func (a *Auctioneer) simulateTogether(ctx context.Context, b *Batch, e *evaluation, before,
	winners []*scoredBid) (sound bool, err error) {
	list := slices.Concat(before, winners)
	for i, v := range list {
		v.place = i
	}
	if len(list) == 0 || len(list) == 1 && list[0].simulated {
		return true, nil
	}
	calls := make([]chain.Call, len(list))
	for i, v := range list {
		calls[i] = a.toSimulate(v)
	}
	simulations, err := a.cfg.Node.SimulateBundle(ctx, b.Block, calls...)
	if err != nil {
		return false, err
	}
	var failed []*scoredBid
	sound = true
	for i, v := range list {
		if v.simulated {
			if err := simulations[i].Err; err != nil {
				v.wait(err.Error())
			}
			v.paid, v.logs = simulations[i].Paid, simulations[i].Logs
			continue
		}
		said := v.fills
		if err := a.takeSimulation(e, v, &simulations[i]); err != nil {
			return false, err
		}
		if v.refused != "" {
			failed = append(failed, v)
		}
		for id, f := range said {
			sound = sound && (v.refused != "" || !v.fills[id].Received.Less(f.Received))
		}
	}
	if len(list) == 1 {
		return sound && len(failed) == 0, nil
	}
	sound, err = a.simulateFailed(ctx, b, e, failed, sound)
	return sound && !e.broken(winners), err
}

// broken tells whether a winner is left of a group of which another one waits.
func (e *evaluation) broken(winners []*scoredBid) bool {
	return slices.ContainsFunc(winners, func(v *scoredBid) bool {
		return v.won && slices.ContainsFunc(e.withGroup(v),
			func(w *scoredBid) bool { return !w.won })
	})
}

// simulateFailed runs bids alone that failed after others: those that succeed wait for the next
// round.
func (a *Auctioneer) simulateFailed(ctx context.Context, b *Batch, e *evaluation,
	failed []*scoredBid, sound bool) (bool, error) {
	why := make([]string, len(failed))
	for i, v := range failed {
		why[i] = v.refused
	}
	err := a.simulateAll(ctx, b, e, failed)
	for i, v := range failed {
		if v.refused == "" {
			v.wait(why[i])
		} else {
			sound = false
		}
	}
	return sound, err
}

// wait leaves a bid to the next round.
func (v *scoredBid) wait(why string) {
	v.won, v.waits, v.refused = false, true, comesFirst+why
}

// spareRoom is which part of a block is tried to be filled beyond its room, as agents estimate
// more gas than they use.
const spareRoom = 8

// likely returns the winners for which a block may have room, by what is known of their gas; the
// others are left to the next round.
func likely(winners []*scoredBid, room uint64) (list []*scoredBid) {
	spare := room + room/spareRoom
	lost := make(map[group]bool)
	for _, v := range winners {
		limit := gasLimit(v.gas)
		if limit > min(room, spare) {
			lost[v.group()] = v.Group != 0
			v.leave()
			continue
		}
		spare -= limit
	}
	for _, v := range winners {
		if v.won && lost[v.group()] {
			v.leave()
		}
		if v.won {
			list = append(list, v)
		}
	}
	return list
}

// fitBlock leaves to the next round what has no room in a block, from the first such winner on,
// since those after it were simulated with it, or from the first that wins only together with one
// of these. It returns how much gas is left.
func fitBlock(winners []*scoredBid, room uint64) uint64 {
	winners = slices.DeleteFunc(slices.Clone(winners), func(v *scoredBid) bool { return !v.won })
	fit, left := len(winners), room
	for i, v := range winners {
		if limit := v.takes(); limit <= left {
			left -= limit
			continue
		}
		fit = i
		break
	}
	for i := len(winners) - 1; i >= fit; i-- {
		v := winners[i]
		if first := slices.IndexFunc(winners, func(w *scoredBid) bool {
			return w.group() == v.group()
		}); v.Group != 0 {
			fit = min(fit, first)
		}
	}
	for i, v := range winners {
		if i < fit {
			room -= v.takes()
		} else {
			v.leave()
		}
	}
	return room
}

// leave leaves a bid to the next round for want of room.
func (v *scoredBid) leave() { v.won, v.refused = false, noRoom }
