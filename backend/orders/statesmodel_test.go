package orders

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
)

// life is what happened to an order, as the model keeps it: the first end counts, and before it
// only whether something of it can be had.
type life struct {
	*plain
	left    api.Amount
	end     state // absent: open
	covered bool
}

func (l *life) state() state {
	switch {
	case l.end != absent:
		return l.end
	case l.covered:
		return pending
	}
	return suspended
}

// Whatever happens to orders, in whatever order, they are in the state that the model says, and
// every list, book and count has them where the model does.
func TestStatesAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ix := newIndex()
		ix.swappers = []common.Address{smallAddress(4)}
		var all model
		var lives []*life
		now := uint64(1)
		for range rapid.IntRange(20, 80).Draw(t, "steps") {
			if len(all) == 0 || rapid.IntRange(0, 4).Draw(t, "new") == 0 {
				p := drawOrder(t, uint32(len(all)+1))
				p.st = newStatus(1, p.rec.created)
				p.st.left(p.rec.order.MakerAmount, p.rec.order.MakerAmount)
				p.rec.first = p.st
				ix.addRow(p.id, &p.rec)
				ix.addToViews(p.id)
				all = append(all, &p)
				l := &life{plain: &p, left: p.rec.order.MakerAmount, covered: true}
				lives = append(lives, l)
				continue
			}
			l := lives[rapid.IntRange(0, len(lives)-1).Draw(t, "which")]
			happen(t, ix, lives, l, &now)
			for _, l := range lives {
				if l.st.state != l.state() || l.end == absent && l.st.fillable != l.left {
					t.Fatalf("order %d is %d with %s left, the model says %d with %s", l.id,
						l.st.state, l.st.fillable, l.state(), l.left)
				}
			}
		}
		checkMemory(t, ix, all)
	})
}

// happen lets something happen to an order, or time pass for all.
func happen(t *rapid.T, ix *index, lives []*life, l *life, now *uint64) {
	when, created := int64(100+*now), l.rec.created
	switch rapid.SampledFrom([]string{"fill", "cancel", "cover", "uncover", "time", "reopen"}).Draw(
		t, "what") {
	case "fill":
		if !l.st.state.open() {
			return
		}
		part := l.left.MulDivUp(api.NewAmount(uint64(rapid.IntRange(1, 3).Draw(t, "part"))),
			api.NewAmount(3))
		l.left = l.left.Sub(part)
		l.st.left(l.st.fillable.Sub(part), l.rec.order.MakerAmount)
		l.st.touch(when, created)
		if l.left.IsZero() {
			l.end = fulfilled
			l.st.apply(filledWhole, when, created)
		}
	case "cancel":
		if l.end == absent {
			l.end = cancelled
		}
		l.st.apply(cancelledByMaker, when, created)
	case "cover":
		l.covered = l.covered || l.end == absent
		l.st.apply(covered, when, created)
	case "uncover":
		l.covered = l.covered && l.end != absent
		l.st.apply(uncovered, when, created)
	case "time":
		*now++
		for _, other := range lives {
			if e := other.rec.order.Expiry; e != 0 && e < *now {
				if other.end == absent {
					other.end = expired
				}
				other.st.apply(timePassed, when, other.rec.created)
				ix.update(other.id, other.st)
			}
		}
	case "reopen":
		if l.end == absent || l.end == fulfilled {
			return // a fill that is undone brings its amount back: that is the journal's to do
		}
		l.end, l.covered = absent, true
		l.st.apply(reopened, when, created)
	}
	ix.update(l.id, l.st)
}
