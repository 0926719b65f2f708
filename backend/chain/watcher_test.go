package chain_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
)

// mustMatch checks a follower's state against the contract at the head.
func mustMatch(t *testing.T, n *chain.Network, b *balances, head api.BlockRef) {
	t.Helper()
	held, recent := b.state()
	if len(recent) == 0 || recent[0] != head {
		t.Fatalf("position %v, want head %v", recent, head)
	}
	want, err := readBalances(t.Context(), n, b.token, head.Hash)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(held, want) {
		t.Fatalf("index says %v, contract says %v", held, want)
	}
}

func TestReorganisations(t *testing.T) {
	t.Parallel()
	for i, depth := range []int{1, 2, 20, 64, 65, 1, 20, 64, 65} {
		trusted := i < 5
		t.Run(fmt.Sprintf("%d, trusted %t", depth, trusted), func(t *testing.T) {
			t.Parallel()
			c := openLocal(t, local.Config{})
			n := connectAs(t, c, c.Client(),
				chain.Config{Trusted: trusted, BlockTime: time.Millisecond})
			one, two := &balances{net: n, token: tokenOf(t, c, "LINK")},
				&balances{net: n, token: tokenOf(t, c, "LINK")}
			w := follow(t, n, one, two)
			if err := w.Wait(t.Context(), c.Head()); err != nil {
				t.Fatal(err)
			}
			base := payAndMine(t, c, n, 3, 0)
			if err := w.Wait(t.Context(), base); err != nil {
				t.Fatal(err)
			}
			var old api.BlockRef
			for range depth { // one by one, so that each is one of the position
				old = payAndMine(t, c, n, 1, 1)
				if err := w.Wait(t.Context(), old); err != nil {
					t.Fatal(err)
				}
			}
			mustMatch(t, n, one, old)
			if err := errors.Join(c.Fork(t.Context(), base.Hash), c.DropPending()); err != nil {
				t.Fatal(err)
			}
			head := payAndMine(t, c, n, depth+1, 2)
			if err := w.Wait(t.Context(), head); err != nil {
				t.Fatal(err)
			}
			for _, b := range []*balances{one, two} {
				mustMatch(t, n, b, head)
				resyncs, rollbacks := b.counts()
				if deep := depth > chain.Depth; deep && (resyncs < 2 || rollbacks != 0) || !deep &&
					(resyncs != 1 || rollbacks == 0) {
					t.Errorf("depth %d: %d resyncs, %d rollbacks", depth, resyncs, rollbacks)
				}
			}
		})
	}
}

// A transaction of a block that left the chain is mined again on the new branch, as on any network.
func TestReorganisationKeepsTransactions(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	b := &balances{net: n, token: tokenOf(t, c, "LINK")}
	w := follow(t, n, b)
	base := c.Head()
	payAndMine(t, c, n, 5, 1)
	before, err := readBalances(t.Context(), n, b.token, c.Head().Hash)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Fork(t.Context(), base.Hash); err != nil {
		t.Fatal(err)
	}
	var head api.BlockRef
	for range 6 {
		if head, err = c.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	mustMatch(t, n, b, head)
	if held, _ := b.state(); !maps.Equal(held, before) {
		t.Errorf("after the reorganisation %v is held, before it %v", held, before)
	}
}

// The chain of a node of our own may be put back or replaced by a shorter one: followers go where
// it is.
func TestChainGoesBack(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	b := &balances{net: n, token: tokenOf(t, c, "LINK")}
	w := follow(t, n, b)
	base := payAndMine(t, c, n, 2, 0)
	if err := w.Wait(t.Context(), payAndMine(t, c, n, 10, 1)); err != nil {
		t.Fatal(err)
	}
	if err := c.Fork(t.Context(), base.Hash); err != nil {
		t.Fatal(err)
	}
	soon(t, "the earlier block", func() bool { return w.Status().Head == base })
	mustMatch(t, n, b, base)
	if resyncs, rollbacks := b.counts(); resyncs != 1 || rollbacks != 1 {
		t.Errorf("%d resyncs and %d rollbacks", resyncs, rollbacks)
	}

	// has the block of the deployment, which is the same everywhere
	other := openLocal(t, local.Config{})
	m := connect(t, other, other.Client())
	held, recent := b.state()
	// the first watcher has nothing more to do
	moved := &balances{net: m, token: b.token, held: held, recent: recent, undo: b.undo}
	head := other.Head()
	if err := follow(t, m, moved).Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	mustMatch(t, m, moved, head)
}

// Over WebSocket the node tells of new blocks; when the connection breaks, the watcher makes
// another.
func TestWebSocket(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
	wire := newWire(t, strings.TrimPrefix(c.RPCURL(), "http://"))
	client, err := chain.Dial(t.Context(), "ws://"+wire.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	n, honest := connect(t, c, client), connect(t, c, c.Client())
	b := &balances{net: n, token: tokenOf(t, c, "LINK")}
	w := follow(t, n, b)
	for round := range 3 {
		head := payAndMine(t, c, honest, 3, round)
		if err := w.Wait(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		mustMatch(t, honest, b, head)
		wire.cut()
	}
	if made := wire.made(); made < 3 {
		t.Errorf("%d connections in 3 rounds", made)
	}
}

// wire carries connections to an address, until they are cut.
type wire struct {
	listener net.Listener
	mu       sync.Mutex
	open     []net.Conn
	count    int
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l}
	t.Cleanup(func() { l.Close(); w.cut() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			w.mu.Lock()
			w.open, w.count = append(w.open, near, far), w.count+1
			w.mu.Unlock()
			go io.Copy(near, far)
			go io.Copy(far, near)
		}
	}()
	return w
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.open {
		c.Close()
	}
	w.open = nil
}

func (w *wire) made() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count
}

// A follower that starts late or was stopped catches up: of our own node block by block, of others,
// which may have thrown away the state of the first ones, by what they tell of them together.
func TestCatchUp(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	own := connect(t, c, c.Client())
	link := tokenOf(t, c, "LINK")
	for _, tc := range []struct {
		net             *chain.Network
		missed, applied int
	}{
		{own, 150, 150}, // more than two strides
		{connectAs(t, c, c.Client(), chain.Config{}), 90, 1},
		{connectAs(t, c, c.Client(), chain.Config{}), 140, 2}, // to where no reorganisation goes
	} {
		b := &balances{net: tc.net, token: link}
		first, err := own.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Resync(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		head := payAndMine(t, c, own, tc.missed, 1)
		if err := follow(t, tc.net, b).Wait(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		mustMatch(t, tc.net, b, head)
		if resyncs, rollbacks := b.counts(); resyncs != 1 || rollbacks != 0 {
			t.Errorf("after %d blocks %d resyncs and %d rollbacks, want 1 and 0", tc.missed,
				resyncs, rollbacks)
		}
		if _, recent := b.state(); len(recent) != min(chain.Depth, tc.applied)+1 {
			t.Errorf("%d blocks remembered, want %d", len(recent), min(chain.Depth, tc.applied)+1)
		}
	}
}

// A follower whose store fails is simulatedCall again and misses nothing; others go on meanwhile.
func TestFollowerFailure(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	bad, good := &balances{net: n, token: tokenOf(t, c, "LINK")},
		&balances{net: n, token: tokenOf(t, c, "LINK")}
	w := follow(t, n, bad, good)
	if err := w.Wait(t.Context(), c.Head()); err != nil {
		t.Fatal(err)
	}
	bad.mu.Lock()
	bad.fail = errors.New("disk full")
	bad.mu.Unlock()
	head := payAndMine(t, c, n, 3, 1)
	if err := w.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	mustMatch(t, n, bad, head)
	mustMatch(t, n, good, head)
}

func TestStatus(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	w := chain.NewWatcher(n, chain.WatcherConfig{Now: time.Now})
	if s := w.Status(); s.Live || s.Problem == "" {
		t.Errorf("before the start: %+v", s)
	}
	w = follow(t, n)
	head := payAndMine(t, c, n, 1, 0)
	if err := w.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	s := w.Status()
	if !s.Live || s.Head != head || s.Problem != "" || s.Attempt != 0 || s.GasPrice.IsZero() ||
		s.Latency <= 0 {
		t.Errorf("while following: %+v", s)
	}
	if w.Age() < 0 || w.Age() > 1e9 {
		t.Errorf("age %s", w.Age())
	}
}

// A follower that does not come to an end with a block, and a chain without new blocks, are told of
// by the status, although nothing fails.
func TestStatusTellsOfStandstill(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	var later atomic.Int64
	b := &balances{net: n, token: tokenOf(t, c, "LINK"), hold: make(chan struct{})}
	w := chain.NewWatcher(n, chain.WatcherConfig{
		Now:        func() time.Time { return time.Now().Add(time.Duration(later.Load())) },
		Rand:       func() float64 { return 0 },
		Standstill: 20 * time.Second,
	}, b)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	soon(t, "a healthy status", func() bool { return w.Status().Live })
	mine(t, c)
	later.Add(int64(16 * time.Second))
	soon(t, "word of the follower", func() bool {
		s := w.Status()
		return !s.Live && strings.Contains(s.Problem, "is the last that was followed")
	})
	close(b.hold)
	if err := w.Wait(t.Context(), c.Head()); err != nil {
		t.Fatal(err)
	}
	soon(t, "a healthy status again", func() bool { return w.Status().Live })
	later.Add(int64(21 * time.Second))
	soon(t, "word of the chain", func() bool {
		s := w.Status()
		return !s.Live && strings.Contains(s.Problem, "stands at block")
	})
	mine(t, c)
	soon(t, "a healthy status with the next block", func() bool { return w.Status().Live })
}

// gated lets a block through for each token in gate.
type gated struct {
	*balances
	gate chan struct{}
}

func (g *gated) Apply(ctx context.Context, block chain.Block) error {
	<-g.gate
	return g.balances.Apply(ctx, block)
}

// Who catches up can be seen to: how far the node is, what is done and what is left.
func TestCatchingUpIsTold(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	g := &gated{&balances{net: n, token: tokenOf(t, c, "LINK")}, make(chan struct{})}
	w := follow(t, n, g)
	open := sync.OnceFunc(func() { close(g.gate) })
	t.Cleanup(open)
	if err := w.Wait(t.Context(), c.Head()); err != nil {
		t.Fatal(err)
	}
	head := c.Head()
	for range 30 {
		var err error
		if head, err = c.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range 15 {
		g.gate <- struct{}{}
	}
	soon(t, "the progress of catching up", func() bool {
		s := w.Status()
		_, recent := g.state()
		left := int(head.Number - recent[0].Number)
		return s.Newest == head.Number && s.Head.Number < head.Number && len(s.Work) == 1 &&
			s.Work[0].What == "balances catch up with the chain" && s.Work[0].Unit == "blocks" &&
			s.Work[0].Total-s.Work[0].Done == left && s.Work[0].Done > 0 && left > 10
	})
	open()
	if err := w.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	soon(t, "the end of the work", func() bool { return len(w.Status().Work) == 0 })
}

// A node that leaves out logs of a block within a span is found out by the block's bloom, where the
// block is the first one, its header is at hand, or it is among the sample; nothing changes until a
// node tells all of them.
func TestLogsMissingWithinASpan(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	honest := connect(t, c, c.Client())
	for name, tc := range map[string]struct {
		missing uint64 // which block of four
		heard   bool   // whether the node tells headers by itself
		rand    float64
	}{
		"first": {1, false, 0}, "heard": {2, true, 0}, "sample": {3, false, 0.9999},
	} {
		p.heal()
		n := connectAs(t, c, client, chain.Config{})
		b := &balances{net: n, token: tokenOf(t, c, "LINK")}
		w := chain.NewWatcher(n, chain.WatcherConfig{Now: time.Now,
			Rand: func() float64 { return tc.rand }}, b)
		if err := w.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		base := c.Head()
		head := payAndMine(t, c, honest, 4, 1)
		for number := base.Number + 1; tc.heard && number < head.Number; number++ {
			var header json.RawMessage
			if err := c.Client().CallContext(t.Context(), &header, "eth_getBlockByNumber",
				hexutil.Uint64(number), false); err != nil {
				t.Fatal(err)
			}
			w.Hear(header)
		}
		p.set(each("eth_getLogs", func(result json.RawMessage) any {
			var logs []types.Log
			if json.Unmarshal(result, &logs) != nil {
				return result
			}
			if len(logs) == 0 || logs[0].BlockNumber == logs[len(logs)-1].BlockNumber {
				return logs // of a block alone
			}
			return slices.DeleteFunc(logs, func(l types.Log) bool {
				return l.BlockNumber == base.Number+tc.missing
			})
		}))
		err := w.Round(t.Context())
		if err == nil || !strings.Contains(err.Error(), "could not tell all logs") {
			t.Errorf("%s: the round ends with %v", name, err)
		}
		if _, recent := b.state(); recent[0] != base {
			t.Errorf("%s: followed to %v", name, recent[0])
		}
		p.heal()
		if err := w.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		mustMatch(t, honest, b, head)
	}
}
