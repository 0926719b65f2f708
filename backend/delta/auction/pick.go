package auction

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"bourse/backend/api"
)

// decision is who wins a round. Bids are named by their places.
type decision struct {
	winners []int          // in the order in which they are sent
	refused map[int]string // bids that can't win, with why
	waiting map[int]string // bids that are left to the next round, with why
}

// Why bids don't win that could be settled.
const (
	noRoom = "the next block has no room for more settlements: the next round"
	outbid = "another bid pays one of its orders more"
	apart  = "it settles only together with a bid of its agent that can't win"
)

// won tells whether a bid won.
func (d *decision) won(i int) bool { return slices.Contains(d.winners, i) }

// why says why a bid can't win or is left to the next round, "" where it is not.
func (d *decision) why(i int) string { return cmp.Or(d.refused[i], d.waiting[i]) }

// without is a decision in which a bid does not win.
func (d decision) without(i int, why string) decision {
	d.winners = slices.DeleteFunc(slices.Clone(d.winners), func(w int) bool { return w == i })
	d.refused = maps.Clone(d.refused)
	d.refused[i] = why
	return d
}

// leave is a decision in which some winners are left to the next round.
func (d decision) leave(some map[int]string) decision {
	d.winners = slices.DeleteFunc(slices.Clone(d.winners), func(w int) bool {
		_, left := some[w]
		return left
	})
	d.waiting = maps.Clone(d.waiting)
	maps.Copy(d.waiting, some)
	return d
}

// excluded is what a choice of winners leaves out.
type excluded struct {
	waiting map[int]string // bids for the next round, with why: their orders wait with them
	last    map[int]bool   // bids that win only what none of the others does
}

// pick chooses the winners among bids: of those that settle several orders together the ones that
// bring most above the best bid for each of the orders alone, where each of them gets at least what
// that gives; then the best bid for each order that is left.
func pick(e *evaluation, bids []*scoredBid, out excluded) decision {
	p := &picking{evaluation: e, bids: bids, excluded: out, taken: make(map[string]bool),
		decision: decision{refused: make(map[int]string), waiting: maps.Clone(out.waiting)}}
	if p.decision.waiting == nil {
		p.decision.waiting = make(map[int]string)
	}
	single, joint := p.ranked()
	offers := p.fair(single, joint)
	for _, last := range []bool{false, true} {
		p.together(offers, last)
		for i, v := range bids {
			if p.last[i] == last && v.alone() && len(single[v.Orders[0]]) > 0 &&
				single[v.Orders[0]][0] == i && !p.taken[v.Orders[0]] {
				p.win(i)
			}
		}
	}
	return p.decision
}

// picking is a choice of winners on its way.
type picking struct {
	*evaluation
	excluded
	bids     []*scoredBid
	decision decision
	taken    map[string]bool // orders that are settled
}

func (p *picking) win(bids ...int) {
	for _, i := range bids {
		for _, id := range p.bids[i].Orders {
			p.taken[id] = true
		}
	}
	p.decision.winners = append(p.decision.winners, bids...)
}

func (p *picking) isTaken(bids []int) bool {
	return slices.ContainsFunc(bids, func(i int) bool {
		return slices.ContainsFunc(p.bids[i].Orders, func(id string) bool { return p.taken[id] })
	})
}

// ranked returns the bids that can win: those for one order by order, best first, ties in the order
// of arrival; and the others, those together that win together. Orders whose best settlement waits
// for the next round wait with it, as do bids that win only together with one for such an order.
func (p *picking) ranked() (single map[string][]int, joint [][]int) {
	waits := make(map[string]bool)
	for i := range p.waiting {
		for _, id := range p.bids[i].Orders {
			waits[id] = true
		}
	}
	waiting := func(i int) bool {
		return slices.ContainsFunc(p.bids[i].Orders, func(id string) bool { return waits[id] })
	}
	single = make(map[string][]int)
	places := make(map[group]int)
	for i, v := range p.bids {
		if v.unable != "" {
			p.decision.refused[i] = v.unable
		}
		at, begun := places[v.group()]
		switch {
		case v.Group != 0 && begun:
			joint[at] = append(joint[at], i)
		case v.Group != 0:
			places[v.group()] = len(joint)
			joint = append(joint, []int{i})
		case v.unable != "" || waiting(i):
		case v.single():
			single[v.Orders[0]] = append(single[v.Orders[0]], i)
		default:
			joint = append(joint, []int{i})
		}
	}
	for id, list := range single {
		slices.SortStableFunc(list, func(x, y int) int {
			return p.bids[y].fills[id].Received.Cmp(p.bids[x].fills[id].Received)
		})
	}
	joint = slices.DeleteFunc(joint, func(bids []int) bool {
		broken := slices.ContainsFunc(bids, func(i int) bool {
			return p.bids[i].unable != "" || waiting(i)
		})
		if broken {
			p.refuseRest(bids)
		}
		return broken
	})
	return single, joint
}

// refuseRest refuses bids one of which can't win.
func (p *picking) refuseRest(bids []int) {
	for _, i := range bids {
		if p.decision.why(i) == "" {
			p.decision.refused[i] = apart
		}
	}
}

// offer is bids that win together.
type offer struct {
	bids []int
	gain *big.Int // above the best bids for its orders alone, in wei
	size int      // orders
	last bool
}

// fair returns those of the joint bids that give none of their orders less than its best bid alone,
// those that gain most first.
func (p *picking) fair(single map[string][]int, joint [][]int) (offers []offer) {
	for _, bids := range joint {
		o, fair := offer{bids: bids, gain: new(big.Int)}, true
		for _, i := range bids {
			gain, ok := p.gain(single, i)
			if !ok {
				p.decision.refused[i] = outbid
			}
			fair, o.size, o.last = fair && ok, o.size+len(p.bids[i].Orders), o.last || p.last[i]
			o.gain.Add(o.gain, gain)
		}
		if fair {
			offers = append(offers, o)
		} else {
			p.refuseRest(bids)
		}
	}
	slices.SortStableFunc(offers, func(x, y offer) int {
		return cmp.Or(y.gain.Cmp(x.gain), cmp.Compare(y.size, x.size))
	})
	return offers
}

// gain is what a bid for several orders brings their owners above the best bid for each alone, or
// above the least that it accepts where there is none or that one comes last, in wei. It is not
// fair where one of them gets less than by its own best bid, or less above the least for what it
// sells.
func (p *picking) gain(single map[string][]int, i int) (gain *big.Int, fair bool) {
	gain = new(big.Int)
	for _, id := range p.bids[i].Orders {
		o, fill := p.orders[id], p.bids[i].fills[id]
		base, least := o.leastFor(fill.Spent), api.Amount{}
		if len(single[id]) > 0 {
			first := single[id][0]
			best := p.bids[first].fills[id]
			above := base.Add(best.Received.Sub(o.leastFor(best.Spent)))
			if least = above.Max(best.Received); !p.last[first] {
				base = above
			}
		}
		if fill.Received.Less(base.Max(least)) {
			return gain, false
		}
		gain.Add(gain, p.worth(o.Order.Measure(), fill.Received.Sub(base)).Big())
	}
	return gain, true
}

// mostSteps is how many offers are taken or left in the search for those that gain most: enough
// that some tens which exclude each other are searched through.
const mostSteps = 1 << 14

// together chooses of the offers, each order once, those that gain most in all. The first that are
// tried are those that gain most by themselves, so that a search that is cut off has found them.
func (p *picking) together(offers []offer, last bool) {
	var list []offer
	for _, o := range offers {
		if o.last == last && !p.isTaken(o.bids) {
			list = append(list, o)
		}
	}
	left := make([]*big.Int, len(list)+1) // what the offers from a place on gain
	left[len(list)] = new(big.Int)
	for i := len(list) - 1; i >= 0; i-- {
		left[i] = new(big.Int).Add(left[i+1], list[i].gain)
	}
	var most *big.Int
	var best, chosen []int
	steps := 0
	var try func(at int, sum *big.Int)
	try = func(at int, sum *big.Int) {
		if most != nil && new(big.Int).Add(sum, left[at]).Cmp(most) <= 0 {
			return
		}
		if at == len(list) {
			most, best = sum, slices.Clone(chosen)
			return
		}
		if steps++; steps > mostSteps && most != nil {
			return
		}
		o := list[at]
		if !p.isTaken(o.bids) {
			p.mark(o.bids, true)
			chosen = append(chosen, at)
			try(at+1, new(big.Int).Add(sum, o.gain))
			chosen = chosen[:len(chosen)-1]
			p.mark(o.bids, false)
		}
		try(at+1, sum)
	}
	try(0, new(big.Int))
	for _, at := range best {
		p.win(list[at].bids...)
	}
}

// mark notes that bids settle their orders, or that they don't.
func (p *picking) mark(bids []int, taken bool) {
	for _, i := range bids {
		for _, id := range p.bids[i].Orders {
			p.taken[id] = taken
		}
	}
}
