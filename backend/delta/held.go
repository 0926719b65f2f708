package delta

import (
	"cmp"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

const (
	// looksKept is how many looks at an order count, and looksMet at how many of them, the newest
	// among them, its trigger must be met.
	looksKept, looksMet = 5, 3
	// looksABlock is how many orders are looked at in a block at most, and looksForPassed how many
	// of these looks go first to orders whose level the market has passed.
	looksABlock, looksForPassed = 32, 24
	// mostLetGo is how many orders whose time has come are let go in a block: as many as a round
	// takes.
	mostLetGo = maxRoundOrders
)

// looks are blocks at which an order's trigger was looked at, newest last.
type looks []look

type look struct {
	block uint64
	worth api.Amount // zero where nothing traded the order
	fair  float64    // what all pools said of a raw unit then; zero where they said nothing
	met   bool
}

// last is the last block looked at.
func (l looks) last() uint64 {
	if len(l) == 0 {
		return 0
	}
	return l[len(l)-1].block
}

// and adds a look. Those at blocks that have left the chain go.
func (l looks) and(now look) looks {
	l = slices.DeleteFunc(slices.Clone(l), func(then look) bool { return then.block >= now.block })
	l = append(l, now)
	return l[max(0, len(l)-looksKept):]
}

// held is the worth that a trail follows: what the order brings now, and did at most of the last
// blocks. A price that holds for a moment moves no stop, as it fires none.
func (l looks) held() api.Amount {
	if len(l) < looksMet {
		return api.Amount{}
	}
	worths := make([]api.Amount, len(l))
	for i, then := range l {
		worths[i] = then.worth
	}
	slices.SortFunc(worths, func(x, y api.Amount) int { return y.Cmp(x) })
	return worths[looksMet-1].Min(l[len(l)-1].worth)
}

// fires tells whether a trigger is met now and was at most of the last blocks.
func (l looks) fires() bool {
	met := 0
	for _, then := range l {
		if then.met {
			met++
		}
	}
	return met >= looksMet && l[len(l)-1].met
}

// heldOrder is an order that is held back.
type heldOrder struct {
	id    string
	order api.DeltaOrder
	looks looks
	since uint64  // the block at which it was looked at last, or submitted
	paid  bool    // its owner has what it sells, where that is asked
	usd   float64 // what its owner has for it, where there are more orders than looks
	fair  float64 // what all pools say of a raw unit of what it sells; zero where they say nothing
	api.DeltaTrigger
}

// nearest is the share of a level that counts as no distance from it: what prices move in a block.
const nearest = 0.002

// expected is what an order should bring, without looking: what it did at the last look, moved by
// what prices did since, or what all pools say of its amount; zero where neither is known.
func (h *heldOrder) expected() float64 {
	var last look
	if len(h.looks) > 0 {
		last = h.looks[len(h.looks)-1]
	}
	switch {
	case last.worth.IsZero():
		return h.fair * h.order.SrcAmount.Float()
	case last.fair == 0 || h.fair == 0:
		return last.worth.Float()
	}
	return last.worth.Float() * h.fair / last.fair
}

// passed is whether an order should be found to be met.
func (h *heldOrder) passed() bool {
	expected, level := h.expected(), h.Worth.Float()
	return expected != 0 && (h.Below && expected <= level || !h.Below && expected >= level)
}

// distance is how far from its level an order should be, as a share of the level; one that has
// passed it, or of which nothing is known, is at it.
func (h *heldOrder) distance() float64 {
	expected := h.expected()
	if expected == 0 || h.Worth.IsZero() || h.passed() {
		return 0
	}
	return math.Abs(expected/h.Worth.Float() - 1)
}

// due are the held orders that are to be looked at on a block: of those whose time has come as many
// as a block lets go, what nobody could settle last, and of those that wait for a price as many as
// a block has looks. Most looks are for those whose level the market has passed: what is near a
// level takes nothing from what is to be let go. Every owner's first order comes before any owner's
// second, and of these the ones that waited longest for what stands behind them: nobody delays
// others' orders by many of his own, nor by those of many accounts that hold less. One whose level
// is near waits less than one whose level the market is far from, however much stands behind that:
// what is near costs whoever sent it a sale at that level.
func due(list []*heldOrder, block uint64) []*heldOrder {
	waits := func(h *heldOrder) float64 {
		const least = 0.01 // USD, so that those that nothing stands behind have their turns, too
		return (h.usd + least) * float64(block-min(h.since, block)) / (nearest + h.distance())
	}
	longest := func(x, y *heldOrder) int {
		return cmp.Or(cmp.Compare(waits(y), waits(x)), cmp.Compare(x.id, y.id))
	}
	slices.SortFunc(list, longest)
	type lane struct {
		owner common.Address
		timed bool
	}
	turns, owned := make(map[string]int), make(map[lane]int)
	for _, h := range list {
		l := lane{h.order.Owner, h.Worth.IsZero()}
		turns[h.id] = owned[l]
		owned[l]++
	}
	slices.SortStableFunc(list, func(x, y *heldOrder) int {
		return cmp.Compare(turns[x.id], turns[y.id])
	})
	looked := make(map[string]bool)
	look := func(most int, at func(*heldOrder) bool) {
		for _, h := range list {
			if len(looked) < most && !h.Worth.IsZero() && at(h) {
				looked[h.id] = true
			}
		}
	}
	look(looksForPassed, (*heldOrder).passed)
	look(looksABlock, func(*heldOrder) bool { return true })
	letGo := 0
	for _, paid := range []bool{true, false} {
		for _, h := range list {
			if h.Worth.IsZero() && h.paid == paid && letGo < mostLetGo {
				looked[h.id] = true
				letGo++
			}
		}
	}
	return slices.DeleteFunc(list, func(h *heldOrder) bool { return !looked[h.id] })
}
