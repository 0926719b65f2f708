package factstest

import (
	"context"
	"sync"

	"bourse/store/facts"
)

// Recorder is an applier that keeps what it is given in memory, in its order.
type Recorder struct {
	mu    sync.Mutex
	list  []facts.Fact
	place map[string]int
	at    facts.Position
	// Fail, if set, is asked before each batch.
	Fail func() error
	// Over tells whether a fact is final; nil is none.
	Over func(name string) bool
}

var _ facts.Applier = (*Recorder)(nil)

// Applied implements facts.Applier.
func (r *Recorder) Applied() (facts.Position, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at, nil
}

// Find implements facts.Applier.
func (r *Recorder) Find(name string) ([]byte, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, ok := r.place[name]
	if !ok {
		return nil, false, nil
	}
	return r.list[i].Body, true, nil
}

// Apply implements facts.Applier.
func (r *Recorder) Apply(_ context.Context, at facts.Position, list []facts.Fact) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Fail != nil {
		if err := r.Fail(); err != nil {
			return err
		}
	}
	if r.place == nil {
		r.place = make(map[string]int)
	}
	for _, f := range list {
		if _, known := r.place[f.Name]; !known {
			r.place[f.Name] = len(r.list)
			r.list = append(r.list, f)
		}
	}
	if at.Revision != 0 {
		r.at = at
	}
	return nil
}

// Final implements facts.Applier.
func (r *Recorder) Final(names []string) []bool {
	list := make([]bool, len(names))
	for i, name := range names {
		list[i] = r.Over != nil && r.Over(name)
	}
	return list
}

// Facts is what was applied so far.
func (r *Recorder) Facts() []facts.Fact {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]facts.Fact(nil), r.list...)
}
