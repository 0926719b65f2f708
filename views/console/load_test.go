package console

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/style"
	"bourse/ui/uitest"
	"bourse/wallet"
)

// The load of these tests.
const (
	eventRate = 3_000 // changes of the book a second
	depth     = 200   // levels of a side
)

// busy is a service whose book changes with every event it tells of.
type busy struct {
	exchange
	mu   sync.Mutex
	book api.Book
}

func (x *busy) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func newBusy() *busy {
	x := &busy{book: api.Book{ChainID: 1337, Base: weth.Address, Quote: usdc.Address}}
	for i := range depth {
		x.book.Asks = append(x.book.Asks, resting(3_020_500_000+500_000*uint64(i), byte(i)))
		x.book.Bids = append(x.book.Bids, resting(3_019_500_000-500_000*uint64(i), byte(i)))
	}
	return x
}

func resting(price uint64, i byte) api.BookOrder {
	return api.BookOrder{Hash: common.Hash{i, 1}, Maker: common.Address{i},
		Price: api.Price{Quote: api.NewAmount(price), Base: units("1", 18)}, Size: units("1", 18)}
}

func (x *busy) Status(context.Context, uint64) (api.NetworkStatus, error) {
	now := uint64(time.Now().Unix())
	return api.NetworkStatus{ChainID: 1337, Live: true,
		Head: api.BlockRef{Number: now, Time: now}}, nil
}

func (x *busy) Markets(context.Context, uint64) ([]api.Market, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	bid, ask := x.book.Bids[0].Price, x.book.Asks[0].Price
	return []api.Market{{ChainID: 1337, Base: weth, Quote: usdc, Last: bid, BestBid: bid,
		BestAsk: ask}}, nil
}

func (x *busy) Book(context.Context, uint64, api.Pair, int) (api.Book, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	b := x.book
	b.Asks, b.Bids = slices.Clone(b.Asks), slices.Clone(b.Bids)
	return b, nil
}

// change gives an order of each side another size and tells of it.
func (x *busy) change(i int, size api.Amount) {
	x.mu.Lock()
	x.book.Version++
	x.book.Asks[i%depth].Size, x.book.Bids[i%depth].Size = size, size
	x.mu.Unlock()
	x.Bus.Publish(api.Event{Topic: api.TopicBook, ChainID: 1337,
		Key:  api.PairKey(weth.Address, usdc.Address),
		Pair: api.Pair{Base: weth.Address, Quote: usdc.Address}})
}

// trade changes the book eventRate times a second until ctx ends, and returns how many changes that
// were.
func (x *busy) trade(ctx context.Context) (events int) {
	start, tick := time.Now(), time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return events
		case <-tick.C:
		}
		for due := int(time.Since(start).Seconds() * eventRate); events < due; events++ {
			x.change(events, api.NewAmount(1e18+uint64(events%9_000)*1e15))
		}
	}
}

// terminal is what a person has before them: a console in a pseudo terminal.
type terminal struct {
	t     testing.TB
	keys  *os.File
	mu    sync.Mutex
	seen  []byte // since the last key
	until []byte
	found chan time.Time
}

func openTerminal(t testing.TB, x *busy) *terminal {
	t.Helper()
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(keys, &pty.Winsize{Rows: 60, Cols: 200}); err != nil {
		t.Fatal(err)
	}
	clock := ui.WallClock{}
	w, err := wallet.Open(wallet.Options{
		Folder: t.TempDir(), Now: clock.Now, Random: rand.Reader, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Config{Open: func(context.Context) (api.Service, error) { return x, nil },
		Wallet: w, Mode: "LIVE", Clock: clock,
		Profile: style.TrueColor, Log: ui.NewLogRing(100, nil), In: tty, Out: tty})
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, keys: keys, found: make(chan time.Time, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	found := term.expect("→ sweep")
	go func() { ended <- c.Run(ctx) }()
	go term.read()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		tty.Close()
		keys.Close()
	})
	term.wait(found, "the book")
	return term
}

// read takes in what the console writes until the terminal is closed.
func (t *terminal) read() {
	buffer := make([]byte, 64<<10)
	for {
		n, err := t.keys.Read(buffer)
		now := time.Now()
		if err != nil {
			return
		}
		t.mu.Lock()
		if t.seen = append(t.seen, buffer[:n]...); t.until != nil &&
			bytes.Contains(t.seen, t.until) {
			t.until = nil
			t.found <- now
		}
		t.mu.Unlock()
	}
}

// expect begins to look for a text in what is written from now on.
func (t *terminal) expect(text string) <-chan time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen, t.until = t.seen[:0], []byte(text)
	return t.found
}

func (t *terminal) wait(found <-chan time.Time, what string) time.Time {
	t.t.Helper()
	select {
	case at := <-found:
		return at
	case <-time.After(5 * time.Minute):
		t.t.Fatalf("waited in vain for %s", what)
		return time.Time{}
	}
}

// press presses a key and returns the time until text is on the screen.
func (t *terminal) press(key, text string) time.Duration {
	t.t.Helper()
	found, start := t.expect(text), time.Now()
	if _, err := t.keys.WriteString(key); err != nil {
		t.t.Fatal(err)
	}
	return t.wait(found, text).Sub(start)
}

// walk moves the book's cursor by one level, down six levels and up again, and returns how long the
// key took. The foot of the book names the level of the cursor in front of what sweeping costs.
func (t *terminal) walk(i int) time.Duration {
	t.t.Helper()
	const turn = 6
	key, level := "j", i%(2*turn)+1
	if level > turn {
		key, level = "k", 2*turn-level
	}
	price := 3_019_50 - 50*level
	return t.press(key, fmt.Sprintf(
		" %d,%03d.%02d → sweep", price/100_000, price/100%1000, price%100))
}

// share returns the duration that a share of all is not above.
func share(all []time.Duration, percent int) time.Duration {
	all = slices.Sorted(slices.Values(all))
	return all[min(len(all)-1, len(all)*percent/100)]
}

// TestKeysAreAnsweredUnderLoad walks through a busy book at a real terminal, through the whole
// program: every key must show, and in the end the newest state.
func TestKeysAreAnsweredUnderLoad(t *testing.T) {
	t.Parallel()
	x := newBusy()
	term := openTerminal(t, x)
	ctx, cancel := context.WithCancel(context.Background())
	events := make(chan int, 1)
	go func() { events <- x.trade(ctx) }()
	for i := range 60 {
		term.walk(i)
	}
	cancel()
	t.Logf("60 keys during %d book events", <-events)
	found := term.expect("77.777")
	x.change(0, units("77.777", 18))
	term.wait(found, "the newest size of the best level")
}

// BenchmarkKeysUnderLoad measures how long after a key its frame is written, which is promised to
// be within 50 ms with 3,000 book events a second. Keys come while frames are being drawn and
// between them.
func BenchmarkKeysUnderLoad(b *testing.B) {
	x := newBusy()
	term := openTerminal(b, x)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int, 1)
	go func() { done <- x.trade(ctx) }()
	var taken []time.Duration
	pace := time.NewTicker(13 * time.Millisecond)
	defer pace.Stop()
	for b.Loop() {
		taken = append(taken, term.walk(len(taken)))
		<-pace.C
	}
	cancel()
	b.ReportMetric(float64(<-done)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(share(taken, 50).Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(share(taken, 99).Microseconds())/1000, "p99-ms")
}

// BenchmarkFrame measures what drawing the frame of each screen takes in the whole console, at 200
// × 60, where 2 ms are promised.
func BenchmarkFrame(b *testing.B) {
	x := newBusy()
	x.status = at(1)
	c, err := New(config(b, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return x, nil }))
	if err != nil {
		b.Fatal(err)
	}
	k := uitest.NewRoot(b, c.env, c.root)
	for _, s := range screens() {
		b.Run(string(s.id), func(b *testing.B) {
			k.Env.Goto(s.id, nil)
			k.Do(nil)
			k.Bench(b)
		})
	}
}
