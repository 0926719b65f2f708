package delta

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/store/facts"
)

// brokenLog is a shared log that takes nothing.
type brokenLog struct {
	*facts.Local
	err error
	age time.Duration
}

func (l brokenLog) Append(context.Context, *facts.Term, ...facts.Fact) ([]facts.Fact, []bool,
	error) {
	return nil, nil, l.err
}

func (l brokenLog) Status() api.ClusterStatus {
	return api.ClusterStatus{Shared: true, Age: l.age}
}

// TestWhoCannotWriteGivesUpTheLead has a leader's change fail: it leads on only where the log took
// the change and the node is hardly behind.
func TestWhoCannotWriteGivesUpTheLead(t *testing.T) {
	for _, c := range []struct {
		err   error
		age   time.Duration
		leads bool
	}{
		{facts.ErrUnapplied, api.MaxLag / 2, true},
		{facts.ErrUnapplied, 2 * api.MaxLag, false},
		{facts.ErrUnavailable, 0, false},
		{facts.ErrDeposed, 0, false},
	} {
		t.Run(fmt.Sprint(c.err, c.age), func(t *testing.T) {
			s := keeper(t)
			id := s.keep(t, 1, 1)
			s.cfg.Log = brokenLog{facts.NewLocal(), c.err, c.age}
			resigned := make(chan struct{})
			intake{s}.begin(facts.NewTerm("key", 1, nil, func(context.Context) error {
				close(resigned)
				return nil
			}))
			s.mu.Lock()
			err := intake{s}.updateAll(func(c *change) error {
				r, err := c.order(id)
				if err != nil {
					return err
				}
				return c.move(r, move{on: uncovered})
			})
			s.mu.Unlock()
			if err == nil {
				t.Fatal("the change was made")
			}
			if c.leads {
				if (intake{s}).cannotLead(err) {
					t.Error("it gave up the lead")
				}
				return
			}
			<-resigned
		})
	}
}

// TestALeaderWithoutItsChainGivesUpTheLead takes the chain from a leader: it leads on while it
// follows the chain, and stops soon after it does not.
func TestALeaderWithoutItsChainGivesUpTheLead(t *testing.T) {
	s := keeper(t)
	var follows atomic.Bool
	follows.Store(true)
	looks := make(chan struct{}, 1000)
	s.cfg.Follows = func() bool {
		looks <- struct{}{}
		return follows.Load()
	}
	term := facts.NewTerm("key", 1, make(chan struct{}), nil)
	gone := make(chan time.Time, 1)
	go func() {
		intake{s}.whileFollowing(t.Context(), term)
		gone <- time.Now()
	}()
	for range 12 { // longer than it may be without its chain
		select {
		case <-looks:
		case <-gone:
			t.Fatal("it gave up the lead and follows its chain")
		}
	}
	lost := time.Now()
	follows.Store(false)
	if took := (<-gone).Sub(lost); took < mostBlind/2 || took > time.Minute {
		t.Errorf("it led on for %s", took)
	}
}

// asideLog is a shared log that counts what is set aside.
type asideLog struct {
	brokenLog
	aside []string
}

func (l *asideLog) SetAside(f facts.Fact, _ error) { l.aside = append(l.aside, f.Name) }

// TestEntriesThatAreNoneArePassedOver brings in facts of no sense: each is set aside, and the
// position goes beyond them.
func TestEntriesThatAreNoneArePassedOver(t *testing.T) {
	s := keeper(t)
	log := &asideLog{brokenLog: brokenLog{Local: facts.NewLocal()}}
	s.cfg.Log = log
	var list []facts.Fact
	for i, body := range []string{"", "{", "{}", `{"submit":{"row":"AA=="}}`,
		`{"cancel":{"ids":["nothing"]}}`, `{"change":{"rows":[{"row":"AA=="}]}}`} {
		list = append(list, facts.Fact{Name: fmt.Sprint(i), Body: []byte(body)})
	}
	at := facts.Position{Log: "log", Revision: 7}
	if err := (intake{s}).Apply(t.Context(), at, list); err != nil {
		t.Fatal(err)
	}
	if have, err := (intake{s}).Applied(); err != nil || have != at ||
		len(log.aside) != len(list) {
		t.Errorf("at %+v, %v, %d of %d set aside", have, err, len(log.aside), len(list))
	}
}

// TestARoundThatWasNotWrittenIsNoneThatIsRepeated has the log refuse a round: the next one, which
// comes to the same, is the first that is kept.
func TestARoundThatWasNotWrittenIsNoneThatIsRepeated(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	l, id := ledger{s}, s.keep(t, 1, 0)
	log := s.cfg.Log
	s.cfg.Log = brokenLog{facts.NewLocal(), facts.ErrUnavailable, 0}
	intake{s}.begin(facts.NewTerm("key", 1, nil, func(context.Context) error { return nil }))
	round := func(number uint64) error {
		b := &auction.Batch{Round: number, Block: s.recent[0], Orders: []auction.OpenOrder{
			{DeltaRecord: api.DeltaRecord{ID: id}}}}
		return l.Conclude(b, func(auction.Held) (auction.Outcome, error) {
			return auction.Outcome{Reverted: map[string]bool{id: true},
				Entries: map[string]api.DeltaRoundEntry{id: {Round: number,
					Outcome: "all bids reverted"}}}, nil
		})
	}
	if err := round(1); err == nil {
		t.Fatal("a round was concluded that the log did not take")
	}
	if len(s.last) != 0 || s.signed[id].missed != 0 {
		t.Errorf("of a round that was not written is remembered: %+v %+v", s.last, s.signed[id])
	}
	s.cfg.Log = log
	for number := range uint64(2) {
		if err := round(2 + number); err != nil {
			t.Fatal(err)
		}
	}
	a, err := s.DeltaAuction(t.Context(), id)
	if err != nil || len(a.Rounds) != 2 || a.Rounds[0].Round != 2 || a.Rounds[1].Repeats != 1 {
		t.Errorf("%+v, %v", a.Rounds, err)
	}
	if s.signed[id].missed != 2 {
		t.Errorf("%d rounds missed, want 2", s.signed[id].missed)
	}
}
