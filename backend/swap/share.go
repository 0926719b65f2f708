package swap

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/pools"
	"bourse/backend/turns"
)

const (
	mostAnswers = 1024 // that are kept of a snapshot
	// mostWait is how long a client's question waits for its turn to be searched: longer than a
	// round takes in which each of twenty has one. Before, the orders that it may fill are read for
	// as long at most.
	mostWait = 2 * time.Second
)

// answers are those to the questions that were asked about the newest snapshot. Equal questions are
// searched once: by whoever has his turn first, and others wait for it. Its answer stands until the
// next snapshot.
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
	begun bool // somebody searches or has searched for it; the answers' mu is held
	ended bool // its search ended with whoever asked, so that it says nothing to others
}

// to is the answer to a question about a snapshot, found where it is not known. take waits for a
// turn to search, which find gives back, or until it is needless: nobody waits for his answer for
// as long as a client that asks the same waits for its turn.
func (a *answers) to(ctx context.Context, st *pools.Snapshot, question string,
	take func(needless <-chan struct{}) (back func(), err error),
	find func() (routed, error)) (routed, error) {
	for {
		one := a.answer(st, question)
		if !one.known() {
			back, err := take(one.done)
			switch {
			case err != nil:
				return routed{}, err
			case back != nil && a.begin(one):
				return a.find(ctx, one, question, find)
			case back != nil:
				back()
			}
		}
		select {
		case <-one.done:
			if !one.ended {
				return one.found, one.err
			}
		case <-ctx.Done():
			return routed{}, ctx.Err()
		}
	}
}

// known tells whether an answer is found.
func (one *answer) known() bool {
	select {
	case <-one.done:
		return true
	default:
		return false
	}
}

// begin tells whether whoever has a turn is the first, who finds an answer.
func (a *answers) begin(one *answer) (first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	first = !one.begun
	one.begun = true
	return first
}

// answer is the place of an answer. Those to questions about older snapshots are not kept, nor
// those to an empty one.
func (a *answers) answer(st *pools.Snapshot, question string) *answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := &answer{done: make(chan struct{}), ended: true}
	if a.of != st && a.of != nil && st.Block.Number < a.of.Block.Number || question == "" {
		return one
	}
	if a.of != st {
		a.of, a.known = st, make(map[string]*answer)
	}
	if known := a.known[question]; known != nil {
		return known
	}
	if len(a.known) == mostAnswers {
		clear(a.known)
	}
	a.known[question] = one
	return one
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

// turn reads the orders that a request may fill and waits for a turn to search. As many searches
// run at the same time as there are processors: more would take each other's, and all be cut short.
func (s *Service) turn(ctx context.Context, st *pools.Snapshot, q *request,
	needless <-chan struct{}) (back func(), err error) {
	reading, read := context.WithTimeout(ctx, mostWait)
	defer read()
	if q.snap, q.book, err = s.withOrders(reading, st, q); err == nil {
		q.back, err = s.turns.Take(ctx, needless)
	} else if reading.Err() != nil && ctx.Err() == nil && s.turns.Busy() {
		err = turns.ErrBusy // which is not the node's fault
	}
	if errors.Is(err, turns.ErrBusy) {
		e := api.Errorf(api.RateLimited,
			"more prices are asked for than can be searched; wait as long as Retry-After says")
		e.RetryAfter = time.Second
		return nil, e
	}
	return q.back, s.noRoute(q, st, err)
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
