package swap

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"bourse/backend/api"
	"bourse/backend/swap/pools"
)

func routedTo(n uint64) routed {
	return routed{route: api.PriceRoute{DestAmount: api.NewAmount(n)}}
}

// Whoever asks the same of one block, at the same time or later, gets the one answer; of another
// block, or something else, another.
func TestEqualQuestionsAreSearchedOnce(t *testing.T) {
	t.Parallel()
	var a answers
	first := &pools.Snapshot{Block: api.BlockRef{Number: 7}}
	next := &pools.Snapshot{Block: api.BlockRef{Number: 8}}
	var searches atomic.Uint64
	find := func() (routed, error) { return routedTo(searches.Add(1)), nil }
	ask := func(st *pools.Snapshot, question string) uint64 {
		found, err := a.to(t.Context(), st, question, false, find)
		if err != nil {
			t.Error(err)
		}
		return found.route.DestAmount.U256().Uint64()
	}
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			if got := ask(first, "x"); got != 1 {
				t.Errorf("got the answer of search %d", got)
			}
		})
	}
	all.Wait()
	for i, c := range []struct {
		st       *pools.Snapshot
		question string
		want     uint64
	}{
		{first, "x", 1}, {first, "y", 2}, {next, "x", 3}, {first, "x", 4}, {next, "x", 3},
		{&pools.Snapshot{Block: next.Block}, "x", 5}, // somebody added pools to it
	} {
		if got := ask(c.st, c.question); got != c.want {
			t.Errorf("question %d got the answer of search %d, not %d", i, got, c.want)
		}
	}
	for i := range 3 * mostAnswers {
		ask(next, string(rune('a'+i)))
	}
	if len(a.known) > mostAnswers {
		t.Errorf("%d answers are kept", len(a.known))
	}
}

// An answer that says nothing of the question is for whoever waited for it at most.
func TestPassingAnswersAreNotKept(t *testing.T) {
	t.Parallel()
	var a answers
	st := new(pools.Snapshot)
	want := func(name string, kept bool, one routed, failure error) {
		t.Helper()
		searches := 0
		for range 2 {
			_, err := a.to(t.Context(), st, name, false, func() (routed, error) {
				searches++
				return one, failure
			})
			if !errors.Is(err, failure) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if kept != (searches == 1) {
			t.Errorf("%s: searched %d times", name, searches)
		}
	}
	cut := routedTo(1)
	cut.cut = true
	want("whole", true, routedTo(1), nil)
	want("cut short", false, cut, nil)
	want("no route", true, routed{}, api.Errorf(api.NoRoute, "none"))
	want("refused", false, routed{}, api.Errorf(api.RateLimited, "busy"))
	want("out of time", false, routed{}, context.DeadlineExceeded)
}

// One who asked first and goes takes nobody's answer along. Whoever has time is not refused because
// another was; anybody else is.
func TestOthersSearchOnTheirOwn(t *testing.T) {
	t.Parallel()
	var a answers
	st := new(pools.Snapshot)
	busy := api.Errorf(api.RateLimited, "busy")
	for _, c := range []struct {
		name    string
		patient bool
		failure error
		want    uint64
	}{
		{"gone", false, context.Canceled, 2}, {"patient", true, busy, 2},
		{"refused", false, busy, 0},
	} {
		ctx, leave := context.WithCancel(t.Context())
		began, end := make(chan struct{}), make(chan struct{})
		var both sync.WaitGroup
		both.Go(func() {
			_, _ = a.to(ctx, st, c.name, c.patient, func() (routed, error) {
				close(began)
				<-end
				if errors.Is(c.failure, context.Canceled) {
					leave()
				}
				return routed{}, c.failure
			})
		})
		<-began
		asked := &noticed{Context: t.Context(), asked: make(chan struct{})}
		both.Go(func() {
			found, err := a.to(asked, st, c.name, c.patient, func() (routed, error) {
				return routedTo(2), nil
			})
			if got := found.route.DestAmount.U256().Uint64(); got != c.want ||
				(err == nil) != (c.want > 0) {
				t.Errorf("%s: got %d and %v", c.name, got, err)
			}
		})
		<-asked.asked
		close(end)
		both.Wait()
		leave()
	}
}

// noticed is a context that tells when somebody waits for it.
type noticed struct {
	context.Context
	asked chan struct{}
	once  sync.Once
}

func (n *noticed) Done() <-chan struct{} {
	n.once.Do(func() { close(n.asked) })
	return n.Context.Done()
}

// Where all processors search, a price is refused by name after a while, with the time to come
// back; a caller in the same process waits.
func TestPricesAreRefusedWhereAllSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var back []func()
	for range cap(w.swap.turns) {
		one, err := w.swap.turns.take(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		back = append(back, one)
	}
	r := api.PriceRequest{ChainID: api.LocalChainID, Src: "WETH", Dest: "USDC",
		Amount: api.NewAmount(1e18), Version: api.Version62}
	_, err := w.swap.Prices(t.Context(), r)
	var e *api.Error
	if !errors.As(err, &e) || e.Type != api.RateLimited || e.RetryAfter <= 0 {
		t.Fatalf("%v", err)
	}
	patient := make(chan error)
	go func() {
		_, _, _, err := w.swap.RouteAt(t.Context(), r, api.SwapTerms{User: w.user},
			w.swap.cfg.Pools.Newest().Block.Number)
		patient <- err
	}()
	for _, one := range back {
		one()
	}
	if err := <-patient; err != nil {
		t.Error(err)
	}
	if _, err := w.swap.Prices(t.Context(), r); err != nil {
		t.Error(err)
	}
}
