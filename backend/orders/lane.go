package orders

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/chain"
)

// lane makes calls. Readers that come while a request is under way share the next one, so that ten
// thousand new orders a second cost the node a few hundred requests.
type lane struct {
	mu      sync.Mutex
	waiting []*ask
	busy    bool
	next    time.Time // when the next request may begin
}

// lanePace is how far apart requests begin while readers share them: one costs a node as much as a
// dozen of the calls in it, so what readers wait for is repaid by what it spares them. A reader who
// comes alone waits for nobody.
const lanePace = 2 * time.Millisecond

// ask is one reader's calls.
type ask struct {
	block   common.Hash
	calls   []chain.Call
	results []chain.Result
	err     error
	done    chan struct{}
}

// share makes calls together with those of other readers.
func (l *lane) share(ctx context.Context, net *chain.Network, block common.Hash,
	calls []chain.Call) ([]chain.Result, error) {
	a := &ask{block: block, calls: calls, done: make(chan struct{})}
	l.mu.Lock()
	l.waiting = append(l.waiting, a)
	lead := !l.busy
	l.busy = true
	l.mu.Unlock()
	if lead {
		// ends when nobody waits; the network limits each request in time
		go l.drain(context.WithoutCancel(ctx), net)
	}
	select {
	case <-a.done:
		return a.results, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *lane) drain(ctx context.Context, net *chain.Network) {
	for {
		runtime.Gosched() // readers that were just released by the last call join this one
		time.Sleep(time.Until(l.next))
		l.mu.Lock()
		asks := l.waiting
		l.waiting = nil
		if l.busy = len(asks) > 0; !l.busy {
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		if len(asks) > 1 {
			l.next = time.Now().Add(lanePace)
		}
		blocks := make(map[common.Hash][]*ask)
		for _, a := range asks {
			blocks[a.block] = append(blocks[a.block], a)
		}
		for block, together := range blocks {
			fetch(ctx, net, block, together)
		}
	}
}

func fetch(ctx context.Context, net *chain.Network, block common.Hash, asks []*ask) {
	var calls []chain.Call
	for _, a := range asks {
		calls = append(calls, a.calls...)
	}
	results, err := net.BatchCall(ctx, block, calls)
	for _, a := range asks {
		if a.err = err; err == nil {
			a.results, results = results[:len(a.calls)], results[len(a.calls):]
		}
		close(a.done)
	}
}
