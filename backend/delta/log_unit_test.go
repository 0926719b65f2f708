package delta

import (
	"context"
	"fmt"
	"testing"
	"time"

	"bourse/backend/api"
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
