package turns

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bourse/backend/api"
)

const patience = time.Second

// house is who asks in this process.
var house netip.Addr

// bench is a queue whose turns take the time that is asked for, of a clock that stands until all
// wait.
type bench struct {
	*testing.T
	*Queue
	asked sync.WaitGroup
	mu    sync.Mutex
	order []string // whose turns came, in order
	waits map[string][]time.Duration
	busy  map[string]int // refusals
}

func newBench(t *testing.T, turns int) *bench {
	return &bench{T: t, Queue: New(turns, turns, patience), waits: make(map[string][]time.Duration),
		busy: make(map[string]int)}
}

// ask asks for a turn and has it for a time.
func (b *bench) ask(who string, client netip.Addr, takes time.Duration) {
	b.asked.Add(1)
	go func() {
		defer b.asked.Done()
		b.have(b.Context(), who, client, takes)
	}()
	synctest.Wait()
}

func (b *bench) have(ctx context.Context, who string, client netip.Addr, takes time.Duration) {
	came := time.Now()
	back, err := b.Take(api.WithClient(ctx, client), nil)
	b.mu.Lock()
	switch {
	case errors.Is(err, ErrBusy):
		b.busy[who]++
	case err != nil:
		b.order = append(b.order, who+" left")
	default:
		b.order = append(b.order, who)
		b.waits[who] = append(b.waits[who], time.Since(came))
	}
	b.mu.Unlock()
	if err == nil {
		time.Sleep(takes)
		back()
	}
}

// every asks for turns at a pace until a time has passed, whether or not there are any, which take
// from one time to another.
func (b *bench) every(pace, lasts time.Duration, who string, client netip.Addr,
	least, most time.Duration) {
	random := rand.New(rand.NewPCG(1, uint64(client.As4()[3])<<8|uint64(client.As4()[0])))
	b.asked.Go(func() {
		for end := time.Now().Add(lasts); time.Now().Before(end); time.Sleep(pace) {
			takes := least + time.Duration(random.Int64N(int64(most-least+1)))
			b.asked.Go(func() { b.have(b.Context(), who, client, takes) })
		}
	})
}

// done waits for all, and for nothing to be left of them.
func (b *bench) done() {
	b.Helper()
	b.asked.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Queue.mu.Lock()
	defer b.Queue.mu.Unlock()
	kept := len(b.regulars.networks) + len(b.newcomers.networks)
	if b.free != b.turns || len(b.house)+len(b.waiting)+kept > 0 || b.root != (share{}) {
		b.Errorf("%d of %d turns are free; %d and %d wait, %d shares are kept: %+v", b.free,
			b.turns, len(b.house), len(b.waiting), kept, b.root)
	}
}

func (b *bench) came(want ...string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.Equal(b.order, want) {
		b.Errorf("the turns were of\n%v, want\n%v", b.order, want)
	}
}

func addr(a, b, c, d byte) netip.Addr { return netip.AddrFrom4([4]byte{a, b, c, d}) }

// Each client has one turn in a round, and this process goes before all.
func TestTurnsGoRound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, 1)
		for range 4 {
			b.ask("a", addr(10, 0, 0, 1), 10*time.Millisecond)
		}
		b.ask("b", addr(10, 0, 0, 2), 10*time.Millisecond)
		b.ask("b", addr(10, 0, 0, 2), 10*time.Millisecond)
		b.ask("c", addr(10, 0, 0, 3), 10*time.Millisecond)
		b.ask("house", house, 10*time.Millisecond)
		b.ask("house", house, 10*time.Millisecond)
		b.done()
		b.came("a", "house", "house", "b", "c", "a", "b", "a", "a")
	})
}

// An address has no more turns at the same time than one may, even where nobody else waits.
func TestAnAddressHasNotAllTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, 3)
		b.each = 1
		for range 3 {
			b.ask("a", addr(10, 0, 0, 1), 10*time.Millisecond)
		}
		b.ask("b", addr(10, 0, 0, 2), 30*time.Millisecond)
		b.ask("house", house, 30*time.Millisecond)
		b.done()
		b.came("a", "b", "house", "a", "a")
	})
}

// Networks share before the addresses in them do, of IPv6 as of IPv4.
func TestNetworksShareFirst(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(wide, network, i byte) netip.Addr{
		"IPv4": func(wide, network, i byte) netip.Addr { return addr(10, wide, network, i) },
		"IPv6": func(wide, network, i byte) netip.Addr {
			return netip.AddrFrom16([16]byte{0x20, 1, 0xd, wide, 0, network, 0, i})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, 1)
				b.ask("first", of(9, 1, 1), 10*time.Millisecond)
				for i := range byte(4) { // many addresses of a network
					b.ask("many", of(1, 1, i), 10*time.Millisecond)
				}
				for i := range byte(4) { // many networks in a wider one
					b.ask(fmt.Sprint("net", i), of(2, i, 1), 10*time.Millisecond)
				}
				b.ask("alone", of(3, 1, 1), 10*time.Millisecond)
				b.ask("alone", of(3, 1, 1), 10*time.Millisecond)
				b.done()
				b.came("first", "many", "net0", "alone", "many", "net1", "alone", "many", "net2",
					"many", "net3")
			})
		})
	}
}

// A client that asks for less than its share waits for no more than those that have their turn,
// however many others ask for as much as they can, and is never refused. What is left is shared
// alike.
func TestWhoAsksLittleGoesFirst(t *testing.T) {
	t.Parallel()
	const dear, cheap = 100 * time.Millisecond, 20 * time.Millisecond
	of := map[string]func(i byte) netip.Addr{
		"one network":         func(i byte) netip.Addr { return addr(127, 9, 1, i) },
		"networks":            func(i byte) netip.Addr { return addr(127, 9, i, 1) },
		"networks everywhere": func(i byte) netip.Addr { return addr(i, 1, 1, 1) },
		"beside it":           func(i byte) netip.Addr { return addr(192, 0, 2, i) },
	}
	for name, of := range of {
		for _, least := range []time.Duration{dear, dear / 50} {
			t.Run(fmt.Sprint(name, " from ", least), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					b := newBench(t, 2)
					for i := range byte(20) {
						b.every(50*time.Millisecond+time.Duration(i), 20*time.Second,
							fmt.Sprint("flood", i), of(i+1), least, dear)
					}
					time.Sleep(2 * time.Second)
					b.every(510*time.Millisecond, 15*time.Second, "honest",
						addr(192, 0, 2, 200), cheap, cheap)
					b.done()
					if slowest := slices.Max(b.waits["honest"]); slowest > dear ||
						b.busy["honest"] > 0 {
						t.Errorf("an honest client waits %v, and is refused %d times of %d",
							slowest, b.busy["honest"], len(b.waits["honest"]))
					}
					var had []int
					for i := range 20 {
						had = append(had, len(b.waits[fmt.Sprint("flood", i)]))
					}
					// they share time: by chance one has twice as many turns at most
					if least, most := slices.Min(had), slices.Max(had); least < 17 ||
						most > 2*least || b.busy["flood0"] == 0 {
						t.Errorf("the others had %v turns, and of one %d were refused", had,
							b.busy["flood0"])
					}
				})
			})
		}
	}
}

// Who asks from another address each time, of which none was seen before, in whichever networks,
// delays nobody who was.
func TestNewAddressesDelayNobodyKnown(t *testing.T) {
	t.Parallel()
	of := map[string]func(n uint32) netip.Addr{
		"its network": func(n uint32) netip.Addr { return addr(127, 9, byte(n), byte(n>>8)) },
		"everywhere":  func(n uint32) netip.Addr { return addr(byte(n), 9, 1, byte(n>>8)) },
	}
	for name, of := range of {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const takes = 10 * time.Millisecond
				b := newBench(t, 2)
				honest := addr(127, 9, 1, 200)
				b.ask("before", honest, takes)
				b.asked.Go(func() { // three times as much as there are turns
					for n := range uint32(12_000) {
						b.asked.Go(func() { b.have(b.Context(), "new", of(n), takes) })
						time.Sleep(takes / 6)
					}
				})
				time.Sleep(2 * time.Second)
				b.every(510*time.Millisecond, 15*time.Second, "honest", honest, takes, takes)
				b.done()
				if slowest := slices.Max(b.waits["honest"]); slowest > 2*takes ||
					b.busy["honest"] > 0 || b.busy["new"] == 0 {
					t.Errorf("a known client waits %v, and is refused %d times of %d; new ones "+
						"are refused %d times", slowest, b.busy["honest"], len(b.waits["honest"]),
						b.busy["new"])
				}
			})
		})
	}
}

// Twenty addresses that always want long turns, and never had one, have none of them before one
// that wants a short one now and then, which counts as what it costs however busy the machine is.
func TestShortTurnsComeBeforeLongOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const long, short = 100 * time.Millisecond, time.Millisecond
		b := newBench(t, 1)
		have := func(client netip.Addr, most time.Duration) (waited time.Duration, err error) {
			begun := time.Now()
			back, err := b.Metered(api.WithClient(t.Context(), client), most)
			if waited = time.Since(begun); err == nil {
				time.Sleep(long)
				back(most)
			}
			return waited, err
		}
		honest := addr(127, 9, 101, 1)
		for i := range byte(20) {
			client := addr(127, 9, i, 7)
			_, _ = have(client, short)
			for range 4 {
				b.asked.Go(func() {
					for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
						_, _ = have(client, long)
					}
				})
			}
		}
		for range 8 {
			time.Sleep(7 * long)
			if waited, err := have(honest, short); waited > long || err != nil {
				t.Errorf("who wants little waits for %v, %v", waited, err)
			}
		}
		b.done()
	})
}

// Where all places are taken, the client goes that has most of them, the newest first; one that has
// a single one stays.
func TestWhoHasMostPlacesGivesThem(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, 1)
		b.ask("house", house, 10*time.Millisecond)
		for range mostWaiting - 4 {
			b.ask("hog", addr(10, 0, 0, 1), 0)
		}
		for i := range byte(14) {
			b.ask("other", addr(10, 1, i, 1), 0)
		}
		b.ask("house", house, 0)
		b.Queue.mu.Lock()
		waiting := len(b.waiting)
		b.Queue.mu.Unlock()
		if waiting != mostWaiting || b.busy["hog"] != 10 || b.busy["other"] != 0 {
			t.Errorf("%d wait, of which %v were refused", waiting, b.busy)
		}
		b.done()
	})
}

// Whoever goes while he waits, by himself or because he needs no turn any more, leaves nothing; a
// client that has waited for as long as it may is refused, and whoever asks in this process waits.
func TestWhoLeavesTakesNoTurnAlong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, 1)
		b.ask("first", addr(10, 0, 0, 1), 3*patience/2)
		ctx, leave := context.WithCancel(t.Context())
		needless := make(chan struct{})
		b.asked.Go(func() { b.have(ctx, "client", addr(10, 0, 0, 2), 0) })
		b.asked.Go(func() { b.have(ctx, "house", house, 0) })
		b.asked.Go(func() {
			back, err := b.Take(api.WithClient(t.Context(), addr(10, 0, 0, 2)), needless)
			if back != nil || err != nil {
				t.Errorf("what nobody needs is a turn %t, and %v", back != nil, err)
			}
		})
		b.ask("late", addr(10, 0, 0, 3), 0)
		b.ask("patient", house, 0)
		if !b.Busy() {
			t.Error("nobody waits")
		}
		leave()
		close(needless)
		synctest.Wait()
		b.mu.Lock()
		slices.Sort(b.order)
		b.mu.Unlock()
		b.came("client left", "first", "house left")
		time.Sleep(patience)
		synctest.Wait()
		b.mu.Lock()
		if b.busy["late"] != 1 {
			t.Error("a client waits for longer than it may")
		}
		b.mu.Unlock()
		b.done()
		b.came("client left", "first", "house left", "patient")
		if b.Busy() {
			t.Error("somebody waits still")
		}
	})
}

// Nobody waits for ever beside those who always want a turn, whatever he had before; and what is
// kept of who had how much stays small however many ask.
func TestNobodyStarves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, 2)
		// it had all for a while
		b.every(10*time.Millisecond, 3*time.Second, "hog", addr(10, 0, 0, 1), 100*time.Millisecond,
			100*time.Millisecond)
		time.Sleep(2 * time.Second)
		for i := range byte(8) {
			b.every(10*time.Millisecond, 10*time.Second, "others", addr(10, 0, i, 2),
				100*time.Millisecond, 100*time.Millisecond)
		}
		time.Sleep(2 * time.Second)
		b.mu.Lock()
		before := len(b.waits["hog"])
		b.mu.Unlock()
		b.every(100*time.Millisecond, 4*time.Second, "hog", addr(10, 0, 0, 1),
			100*time.Millisecond, 100*time.Millisecond)
		random := rand.New(rand.NewPCG(1, 1))
		for range 3 * mostShares {
			b.ask("crowd", addr(11, byte(random.Int()), byte(random.Int()), byte(random.Int())), 0)
			b.Queue.mu.Lock()
			kept := max(len(b.regulars.networks), len(b.newcomers.networks), len(b.known))
			if kept > mostShares+3 {
				t.Fatalf("%d shares are kept", kept)
			}
			b.Queue.mu.Unlock()
		}
		b.done()
		if had := len(b.waits["hog"]) - before; had < 4 {
			t.Errorf("who had all before has %d turns", had)
		}
	})
}
