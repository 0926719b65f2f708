package sshd

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Shared is an exchange as many consoles read it: what they all ask alike is asked once, and stays
// the answer until something happens. One subscription is fanned out to all.
type Shared struct {
	api.Service
	bus api.Bus

	answers cache
	slots   slots

	mu      sync.Mutex
	touched map[common.Address]time.Time // when an account's orders last changed
}

// Paces of what is shared.
const (
	gather     = 100 * time.Millisecond // between two versions
	maxAge     = time.Second            // of an answer while nothing happens
	askTime    = 5 * time.Second        // for a question that many wait for
	maxTouched = 1 << 12                // accounts whose orders are watched
)

// Share shares an exchange until ctx ends.
func Share(ctx context.Context, service api.Service) *Shared {
	s := &Shared{Service: service, slots: make(slots, mostAsked),
		touched: map[common.Address]time.Time{}}
	go s.follow(ctx, service.Subscribe(ctx))
	return s
}

// follow makes answers old with every event, then tells of it: who hears of it asks anew.
func (s *Shared) follow(ctx context.Context, events <-chan api.Event) {
	for e := range events {
		batch := []api.Event{e}
		due := time.After(gather)
		for waiting := true; waiting; {
			select {
			case e, ok := <-events:
				if waiting = ok; ok {
					batch = append(batch, e)
				}
			case <-due:
				waiting = false
			case <-ctx.Done():
				return
			}
		}
		s.happened(batch)
		s.bus.Publish(batch...)
	}
}

func (s *Shared) happened(batch []api.Event) {
	s.mu.Lock()
	if len(s.touched) > maxTouched {
		clear(s.touched) // answers are asked anew after a while in any case
	}
	now := time.Now()
	for _, e := range batch {
		if o := e.Order; o != nil {
			s.touched[o.Maker], s.touched[o.TakerFromMeta()] = now, now
		}
		if f := e.Fill; f != nil {
			s.touched[f.Maker], s.touched[f.Taker] = now, now
		}
	}
	s.mu.Unlock()
	s.answers.clear()
}

// lastTouched tells when an account's orders last changed.
func (s *Shared) lastTouched(a common.Address) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.touched[a]
}

// Subscribe implements api.Service.
func (s *Shared) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	return s.bus.Subscribe(ctx, topics...)
}

// shared asks what is the same for everybody.
func shared[T any](ctx context.Context, s *Shared, question any,
	ask func(context.Context) (T, error)) (T, error) {
	fresh := func(a *answer) bool { return time.Since(a.at) < maxAge }
	return recall(ctx, &s.answers, s.slots, question, fresh, ask)
}

// sharedList asks for a list. Whoever gets it may change it.
func sharedList[T any](ctx context.Context, s *Shared, question any,
	ask func(context.Context) ([]T, error)) ([]T, error) {
	all, err := shared(ctx, s, question, ask)
	return slices.Clone(all), err
}
