package swap

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/pools"
)

func routedTo(n uint64) routed {
	return routed{route: api.PriceRoute{DestAmount: api.NewAmount(n)}}
}

// atOnce gives a turn to everybody.
func atOnce(<-chan struct{}) (back func(), err error) { return func() {}, nil }

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
		found, err := a.to(t.Context(), st, question, atOnce, find)
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
			_, err := a.to(t.Context(), st, name, atOnce, func() (routed, error) {
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
	want("out of time", false, routed{}, context.DeadlineExceeded)
}

// One who asked first and goes takes nobody's answer along.
func TestOthersSearchOnTheirOwn(t *testing.T) {
	t.Parallel()
	var a answers
	st := new(pools.Snapshot)
	ctx, leave := context.WithCancel(t.Context())
	began, end := make(chan struct{}), make(chan struct{})
	var both sync.WaitGroup
	both.Go(func() {
		_, _ = a.to(ctx, st, "x", atOnce, func() (routed, error) {
			close(began)
			<-end
			leave()
			return routed{}, context.Canceled
		})
	})
	<-began
	asked := &noticed{Context: t.Context(), asked: make(chan struct{})}
	both.Go(func() {
		found, err := a.to(asked, st, "x", atOnce, func() (routed, error) {
			return routedTo(2), nil
		})
		if got := found.route.DestAmount.U256().Uint64(); got != 2 || err != nil {
			t.Errorf("got %d and %v", got, err)
		}
	})
	<-asked.asked
	close(end)
	both.Wait()
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

// Nobody waits for somebody else's turn: of those who ask the same, the one searches whose turn
// comes first, and the others, whose turn has not come, get what it finds.
func TestEqualQuestionsWaitForTheFirstTurn(t *testing.T) {
	t.Parallel()
	var a answers
	st := new(pools.Snapshot)
	waits := make(chan struct{})
	late := make(chan error, 1)
	go func() {
		found, err := a.to(t.Context(), st, "x",
			func(needless <-chan struct{}) (func(), error) {
				close(waits)
				<-needless
				return nil, nil
			}, func() (routed, error) { return routedTo(1), nil })
		if got := found.route.DestAmount.U256().Uint64(); err == nil && got != 2 {
			err = fmt.Errorf("got the answer %d", got)
		}
		late <- err
	}()
	<-waits
	found, err := a.to(t.Context(), st, "x", atOnce,
		func() (routed, error) { return routedTo(2), nil })
	if got := found.route.DestAmount.U256().Uint64(); got != 2 || err != nil {
		t.Errorf("got %d and %v", got, err)
	}
	if err := <-late; err != nil {
		t.Error(err)
	}
}

// Where all processors search, a client's price is refused by name after a while, with the time to
// come back; a caller in the same process waits.
func TestPricesAreRefusedWhereAllSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var back []func()
	for range runtime.GOMAXPROCS(0) {
		one, err := w.swap.turns.Take(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		back = append(back, one)
	}
	r := api.PriceRequest{ChainID: api.LocalChainID, Src: "WETH", Dest: "USDC",
		Amount: api.NewAmount(1e18), Version: api.Version62}
	client := api.WithClient(t.Context(), netip.MustParseAddr("192.0.2.1"))
	_, err := w.swap.Prices(client, r)
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
	if _, err := w.swap.Prices(client, r); err != nil {
		t.Error(err)
	}
}

// Orders that can't be read in time are the node's fault only where no questions wait: else more is
// asked for than this process can do.
func TestBooksThatAreNotReadInTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.openBook()
	w.post(1, w.tokens["USDC"].Address, w.tokens["WETH"].Address, big.NewInt(3_040_000_000),
		big.NewInt(1e18))
	w.mine()
	node := &slowNode{hold: []common.Address{trader(1)}}
	quotes, _, release := w.behind(node)
	defer release()
	client := api.WithClient(t.Context(), netip.MustParseAddr("192.0.2.1"))
	ask := func() api.ErrorType {
		_, err := quotes.Prices(client, api.PriceRequest{Src: "WETH", Dest: "USDC",
			Amount: api.NewAmount(1e18), Version: api.Version62})
		return api.TypeOf(err)
	}
	if got := ask(); got != api.ChainUnavailable {
		t.Errorf("with a node that is slow: %q", got)
	}
	for range runtime.GOMAXPROCS(0) {
		back, err := quotes.turns.Take(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer back()
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go func() { _, _ = quotes.turns.Take(ctx, nil) }()
	for !quotes.turns.Busy() {
		runtime.Gosched()
	}
	if got := ask(); got != api.RateLimited {
		t.Errorf("where questions wait: %q", got)
	}
}
