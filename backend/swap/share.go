package swap

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/pools"
)

const (
	mostAnswers = 1024        // that are kept of a snapshot
	mostWait    = time.Second // that somebody's question waits for its turn to be searched
)

// answers are those to the questions that were asked about the newest snapshot. Equal questions are
// searched once: whoever asks while the first is searched waits for it, and its answer stands until
// the next snapshot.
type answers struct {
	mu    sync.Mutex
	of    *pools.Snapshot
	known map[string]*answer
}

// answer is one that is found or being found.
type answer struct {
	done  chan struct{} // closed when it is found
	found routed
	err   error
	ended bool // its search ended with whoever asked, so that it says nothing to others
}

// to is the answer to a question about a snapshot, found where it is not known. Whoever is patient
// is not refused because somebody else who asked the same was.
func (a *answers) to(ctx context.Context, st *pools.Snapshot, question string, patient bool,
	find func() (routed, error)) (routed, error) {
	for {
		one, first := a.answer(st, question)
		if first {
			return a.find(ctx, one, question, find)
		}
		select {
		case <-one.done:
			if !one.ended && !(patient && api.TypeOf(one.err) == api.RateLimited) {
				return one.found, one.err
			}
		case <-ctx.Done():
			return routed{}, ctx.Err()
		}
	}
}

// answer is the place of an answer, and tells whether whoever asks for it is the first and finds
// it. Those to questions about older snapshots are not kept.
func (a *answers) answer(st *pools.Snapshot, question string) (one *answer, first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one = &answer{done: make(chan struct{}), ended: true}
	if a.of != st {
		if a.of != nil && st.Block.Number < a.of.Block.Number {
			return one, true
		}
		a.of, a.known = st, make(map[string]*answer)
	}
	if known := a.known[question]; known != nil {
		return known, false
	}
	if len(a.known) == mostAnswers {
		clear(a.known)
	}
	a.known[question] = one
	return one, true
}

// find searches for an answer. It is kept unless the search was cut short or somebody ended it.
func (a *answers) find(ctx context.Context, one *answer, question string,
	find func() (routed, error)) (routed, error) {
	defer func() {
		a.mu.Lock()
		passing := one.err != nil && api.TypeOf(one.err) != api.NoRoute
		if (one.ended || one.found.cut || passing) && a.known[question] == one {
			delete(a.known, question)
		}
		a.mu.Unlock()
		close(one.done)
	}()
	one.found, one.err = find()
	one.ended = ctx.Err() != nil
	return one.found, one.err
}

// turns are as many as searches may run at the same time: more would take each other's processors,
// and all be cut short.
type turns chan struct{}

// take waits for a turn, no longer than a time if that is not zero, and refuses what waited as
// long. Whoever got one gives it back.
func (t turns) take(ctx context.Context, most time.Duration) (back func(), err error) {
	back = func() { <-t }
	select {
	case t <- struct{}{}:
		return back, nil
	default:
	}
	var late <-chan time.Time
	if most > 0 {
		timer := time.NewTimer(most)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case t <- struct{}{}:
		return back, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-late:
		e := api.Errorf(api.RateLimited,
			"more prices are asked for than can be searched; wait as long as Retry-After says")
		e.RetryAfter = time.Second
		return nil, e
	}
}

// question is what a request asks, in full: requests of one question have one answer. Who asks
// matters to nothing but limit orders, of which nobody fills his own. It is empty for what can't be
// written.
func (s *Service) question(ctx context.Context, q *request) string {
	r := q.PriceRequest
	if !q.admits(api.LimitOrders) {
		r.User = common.Address{}
	}
	text, err := json.Marshal(struct {
		api.PriceRequest
		Executes bool
	}{r, s.executes(ctx)})
	if err != nil {
		return ""
	}
	return string(text)
}
