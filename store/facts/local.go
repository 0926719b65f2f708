package facts

import (
	"context"
	"slices"
	"sync"
	"time"

	"bourse/backend/api"
)

// Local is the log of a single machine. What its appliers store is the log; it does not count
// revisions, and its node leads everything.
type Local struct {
	mu       sync.Mutex
	appliers map[string]Applier
	naming   map[[2]string]chan struct{} // facts being appended, by stream and name
	leading  map[string]chan struct{}    // closed when the term ends
}

var _ Log = (*Local)(nil)

// NewLocal returns the log of a single machine.
func NewLocal() *Local {
	return &Local{appliers: make(map[string]Applier),
		naming: make(map[[2]string]chan struct{}), leading: make(map[string]chan struct{})}
}

// Follow implements Log.
func (l *Local) Follow(stream string, to Applier) { l.appliers[stream] = to }

// Run implements Log. Facts reach their appliers as they are appended.
func (l *Local) Run(ctx context.Context) error {
	<-ctx.Done()
	return nil
}

// Append implements Log.
func (l *Local) Append(ctx context.Context, term *Term, list ...Fact) (kept []Fact,
	created []bool, err error) {
	if term != nil {
		select {
		case <-term.Done():
			return nil, nil, ErrDeposed
		default:
		}
	}
	release, err := l.reserve(ctx, list)
	if err != nil {
		return nil, nil, err
	}
	defer release()
	to := l.appliers[list[0].Stream]
	kept, created = slices.Clone(list), make([]bool, len(list))
	var fresh []Fact
	for i, f := range list {
		body, ok, err := to.Find(f.Name)
		switch {
		case err != nil:
			return nil, nil, err
		case ok:
			kept[i].Body = body
		default:
			created[i] = true
			fresh = append(fresh, f)
		}
	}
	if len(fresh) == 0 {
		return kept, created, nil
	}
	return kept, created, to.Apply(ctx, Position{}, fresh)
}

// reserve keeps others from appending facts of the same names meanwhile.
func (l *Local) reserve(ctx context.Context, list []Fact) (release func(), err error) {
	done := make(chan struct{})
	for {
		l.mu.Lock()
		var first chan struct{}
		for _, f := range list {
			if c, taken := l.naming[[2]string{f.Stream, f.Name}]; taken {
				first = c
			}
		}
		if first == nil {
			break
		}
		l.mu.Unlock()
		select {
		case <-first:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer l.mu.Unlock()
	for _, f := range list {
		l.naming[[2]string{f.Stream, f.Name}] = done
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, f := range list {
			delete(l.naming, [2]string{f.Stream, f.Name})
		}
		close(done)
	}, nil
}

// Campaign implements Log: whoever asks first leads until it resigns.
func (l *Local) Campaign(ctx context.Context, name string) (*Term, error) {
	for {
		l.mu.Lock()
		ended, taken := l.leading[name]
		if !taken {
			break
		}
		l.mu.Unlock()
		select {
		case <-ended:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer l.mu.Unlock()
	done := make(chan struct{})
	l.leading[name] = done
	end := sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.leading, name)
		close(done)
	})
	return NewTerm(name, 0, done, func(context.Context) error {
		end()
		return nil
	}), nil
}

// SetAside implements Log: what a single machine takes in, it checked.
func (l *Local) SetAside(Fact, error) {}

// Secret implements Log: a single machine shares its secrets with nobody.
func (l *Local) Secret(_ context.Context, _ string, fresh []byte) ([]byte, error) {
	return fresh, nil
}

// Revision implements Log.
func (l *Local) Revision() int64 { return 0 }

// Wait implements Log.
func (l *Local) Wait(context.Context, uint64, int64) error { return nil }

// Shown implements Log.
func (l *Local) Shown(uint64) int64 { return 0 }

// Status implements Log.
func (l *Local) Status() api.ClusterStatus {
	l.mu.Lock()
	defer l.mu.Unlock()
	var s api.ClusterStatus
	for name := range l.leading {
		s.Leads = append(s.Leads, name)
	}
	slices.Sort(s.Leads)
	return s
}

// Vitals implements Log.
func (l *Local) Vitals() api.ClusterVitals { return api.ClusterVitals{} }

// Ahead implements Log: a single machine's clock is that of the exchange.
func (l *Local) Ahead() time.Duration { return 0 }
