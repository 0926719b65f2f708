package factstest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"bourse/store/facts"
)

// Stream is the one that the suite appends to.
const Stream = "orders/1337"

// Open returns a node's log, which the suite runs. Logs of one suite are of one exchange: where
// that can have a single node only, a second call returns the same log.
type Open func(t *testing.T, node string) facts.Log

// Conform proves what package facts says of logs.
func Conform(t *testing.T, open Open) {
	n := &nodes{open: open, ran: make(map[facts.Log]*Recorder)}
	a, first := n.start(t, "a")
	b, second := n.start(t, "b")
	t.Run("Once", func(t *testing.T) { once(t, a, b, first) })
	t.Run("OneOfMany", func(t *testing.T) { oneOfMany(t, a, b) })
	t.Run("Group", func(t *testing.T) { group(t, a) })
	t.Run("Fenced", func(t *testing.T) { fenced(t, a, b) })
	t.Run("OneLeader", func(t *testing.T) { oneLeader(t, a, b) })
	t.Run("Secret", func(t *testing.T) { secret(t, a, b) })
	t.Run("OneOrder", func(t *testing.T) { oneOrder(t, a, b, first, second) })
}

type nodes struct {
	open Open
	ran  map[facts.Log]*Recorder
}

// start runs a node until the test ends.
func (n *nodes) start(t *testing.T, name string) (facts.Log, *Recorder) {
	t.Helper()
	l := n.open(t, name)
	if r, ok := n.ran[l]; ok {
		return l, r
	}
	r := new(Recorder)
	n.ran[l] = r
	l.Follow(Stream, r)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("node %s: %v", name, err)
		}
	})
	return l, r
}

func fact(name, body string) facts.Fact {
	return facts.Fact{Stream: Stream, Name: name, Body: []byte(body)}
}

func add(t *testing.T, l facts.Log, term *facts.Term, list ...facts.Fact) ([]facts.Fact, []bool) {
	t.Helper()
	kept, created, err := l.Append(t.Context(), term, list...)
	if err != nil {
		t.Fatal(err)
	}
	return kept, created
}

func once(t *testing.T, a, b facts.Log, here *Recorder) {
	_, created := add(t, a, nil, fact("once", "first"))
	if body, ok, _ := here.Find("once"); !created[0] || !ok || string(body) != "first" {
		t.Fatalf("created %v, applied %q %v on return", created, body, ok)
	}
	for _, l := range []facts.Log{a, b} {
		kept, created := add(t, l, nil, fact("once", "second"))
		if created[0] || string(kept[0].Body) != "first" {
			t.Errorf("again: created %v, kept %q", created, kept[0].Body)
		}
	}
}

func oneOfMany(t *testing.T, a, b facts.Log) {
	const writers = 16
	var mu sync.Mutex
	made := make(map[string]int)
	bodies := make(map[string]map[string]bool)
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			l := a
			if w%2 == 1 {
				l = b
			}
			for i := range 8 {
				name := fmt.Sprint("many", i)
				kept, created, err := l.Append(t.Context(), nil, fact(name, fmt.Sprint(w)))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				if created[0] {
					made[name]++
				}
				if bodies[name] == nil {
					bodies[name] = make(map[string]bool)
				}
				bodies[name][string(kept[0].Body)] = true
				mu.Unlock()
			}
		})
	}
	all.Wait()
	for name, n := range made {
		if n != 1 || len(bodies[name]) != 1 {
			t.Errorf("%s was made %d times, with %d bodies", name, n, len(bodies[name]))
		}
	}
	if len(made) != 8 {
		t.Errorf("%d of 8 facts were made", len(made))
	}
}

func group(t *testing.T, l facts.Log) {
	add(t, l, nil, fact("group1", "old"))
	kept, created := add(t, l, nil, fact("group0", "new"), fact("group1", "new"),
		fact("group2", "new"))
	if !reflect.DeepEqual(created, []bool{true, false, true}) ||
		string(kept[1].Body) != "old" || string(kept[2].Body) != "new" {
		t.Errorf("created %v, kept %q", created, kept)
	}
}

func fenced(t *testing.T, a, b facts.Log) {
	old, err := a.Campaign(t.Context(), "fence")
	if err != nil {
		t.Fatal(err)
	}
	add(t, a, old, fact("reign1", "of a"))
	if err := old.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	next, err := b.Campaign(t.Context(), "fence")
	if err != nil {
		t.Fatal(err)
	}
	defer next.Resign(context.Background())
	if _, _, err := a.Append(t.Context(), old, fact("reign2", "of a")); !errors.Is(err,
		facts.ErrDeposed) {
		t.Errorf("what the deposed leader appended: %v", err)
	}
	if _, created := add(t, b, next, fact("reign2", "of b")); !created[0] {
		t.Error("the leader's fact was there already")
	}
}

func oneLeader(t *testing.T, a, b facts.Log) {
	term, err := a.Campaign(t.Context(), "chair")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := b.Campaign(ctx, "chair"); err == nil {
		t.Fatal("two lead")
	}
	elected := make(chan error, 1)
	go func() {
		next, err := b.Campaign(t.Context(), "chair")
		if err == nil {
			err = next.Resign(t.Context())
		}
		elected <- err
	}()
	select {
	case err := <-elected:
		t.Fatalf("elected while another one leads: %v", err)
	case <-term.Done():
		t.Fatal("the term ended by itself")
	default:
	}
	if err := term.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-term.Done()
	if err := <-elected; err != nil {
		t.Fatal(err)
	}
}

func secret(t *testing.T, a, b facts.Log) {
	own, err := a.Secret(t.Context(), "key", []byte("of a"))
	if err != nil {
		t.Fatal(err)
	}
	if a == b {
		return
	}
	theirs, err := b.Secret(t.Context(), "key", []byte("of b"))
	if err != nil || string(own) != "of a" || string(theirs) != "of a" {
		t.Errorf("%q and %q, %v", own, theirs, err)
	}
}

func oneOrder(t *testing.T, a, b facts.Log, first, second *Recorder) {
	if err := b.Wait(t.Context(), 0, a.Revision()); err != nil {
		t.Fatal(err)
	}
	if err := a.Wait(t.Context(), 0, b.Revision()); err != nil {
		t.Fatal(err)
	}
	x, y := first.Facts(), second.Facts()
	if len(x) < 13 || !reflect.DeepEqual(x, y) {
		t.Errorf("%d and %d facts, not the same in the same order", len(x), len(y))
	}
}
