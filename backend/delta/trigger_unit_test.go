package delta

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// keepHeld stores an order that a trigger holds back.
func (s *Service) keepHeld(t testing.TB, owner byte, n int, trigger api.DeltaTrigger) string {
	t.Helper()
	id := s.keep(t, owner, n, func(r *row) {
		r.Status, r.Reason = waiting, "held back by this service"
		r.Lock = lockOf(&api.DeltaSubmission{Trigger: &trigger, Secret: common.Hash{7}})
	})
	if err := s.update(func(c *change) error {
		c.hold(id, &trigger)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unread(id)
	return id
}

// Orders of owners without anything, more than a block lets go, begin at the second of an honest
// slice, which was handed in last: it is let go at once, so many of the others with it, and they
// all have had their turn once as many blocks have passed as that takes.
func TestTimesThatComeAtOnce(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	s.cfg.Oracle = dollars{}
	at := s.recent[0]
	start := api.DeltaTrigger{NotBefore: at.Time}
	const bombs = 3 * mostLetGo
	for i := range bombs {
		s.keepHeld(t, byte(10+i%20), i, start)
	}
	n.rich[common.Address{9}] = true
	slice := s.keepHeld(t, 9, 1, start)
	for block := range 4 {
		at.Number, at.Hash[1] = at.Number+1, byte(block)
		before := len(s.held)
		if err := (ledger{s}).RefreshFunding(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		if _, held := s.held[slice]; held || s.status(t, slice) != running {
			t.Errorf("the slice is %s since %q", s.status(t, slice), s.rows[slice].Reason)
		}
		if went := before - len(s.held); went != min(mostLetGo, before) {
			t.Errorf("%d of %d are let go at once, want %d", went, before, mostLetGo)
		}
	}
	if len(s.held) > 0 {
		t.Errorf("%d of %d are held back for good", len(s.held), bombs)
	}
}

// An owner is told once that what stands behind an order that is held back covers it no longer, and
// once that it does again.
func TestHeldOrdersTellWhatTheyLack(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	at := s.recent[0]
	id := s.keepHeld(t, 9, 1, api.DeltaTrigger{NotBefore: at.Time + 1000})
	owner := api.WithSecrets(t.Context(), common.Hash{7})
	for i, covered := range []bool{true, false, false, true} {
		n.rich[common.Address{9}] = covered
		s.unread(id)
		at.Number, at.Hash[1] = at.Number+1, byte(i)
		if err := (ledger{s}).RefreshFunding(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		r, err := s.DeltaOrder(owner, id)
		if err != nil || r.Status != waiting {
			t.Fatalf("it is %s, %v", r.Status, err)
		}
		lacks := r.Lacks()
		if covered != (lacks == "") || !covered && !strings.Contains(lacks, "the owner holds 0") {
			t.Errorf("covered %t: it says %q", covered, r.Reason)
		}
		if !strings.HasPrefix(r.Reason, "held back by this service") {
			t.Errorf("what it waits for is not told any more: %q", r.Reason)
		}
	}
	a, err := s.DeltaAuction(owner, id)
	if err != nil || len(a.Events) != 2 || slices.ContainsFunc(a.Events, api.DeltaEvent.LetGo) {
		t.Errorf("%+v, %v", a.Events, err)
	}
}
