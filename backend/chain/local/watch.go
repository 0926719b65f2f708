package local

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/rpc"
)

// How many clients may watch the chain at the same time.
const (
	maxSubscriptions = 256
	maxFilters       = 1_000 // of more, the one that nobody asked for longest goes
)

// watches is the part of the JSON-RPC that tells what is new. The node's own keeps for each filter
// all that it found, and hands each head to one subscription after the other: thousands of filters
// fill the memory, and one client that does not read holds up the chain. Here whoever watches is
// told that the head moved, and reads from the chain what came since, when he is ready for it.
type watches struct {
	chain *core.BlockChain
	find  *searches

	mu            sync.Mutex
	moved         chan struct{} // closed when the head moves
	subscriptions int
	filters       map[rpc.ID]*filter
	asked         uint64 // how many times filters were asked for
}

// filter is what a client asks for from time to time.
type filter struct {
	logs  *filters.FilterCriteria // nil asks for blocks
	last  *types.Header           // which was told
	asked uint64                  // when, by the count of watches
}

func newWatches(chain *core.BlockChain, find *searches) *watches {
	w := &watches{chain: chain, find: find, moved: make(chan struct{}),
		filters: make(map[rpc.ID]*filter)}
	heads := make(chan core.ChainHeadEvent, 1)
	sub := chain.SubscribeChainHeadEvent(heads)
	go func() {
		for {
			select {
			case <-heads:
				w.mu.Lock()
				close(w.moved)
				w.moved = make(chan struct{})
				w.mu.Unlock()
			case <-sub.Err():
				return
			}
		}
	}()
	return w
}

// next returns what is closed when the head moves from what it is now.
func (w *watches) next() (<-chan struct{}, *types.Header) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.moved, w.chain.CurrentHeader()
}

// after returns the number of the block that came after one; where that one has left the chain,
// after the last one before it that is still there.
func (w *watches) after(last *types.Header) uint64 {
	for last.Number.Sign() > 0 && w.chain.GetCanonicalHash(last.Number.Uint64()) != last.Hash() {
		parent := w.chain.GetHeader(last.ParentHash, last.Number.Uint64()-1)
		if parent == nil {
			break
		}
		last = parent
	}
	return last.Number.Uint64() + 1
}

// NewHeads serves eth_subscribe of "newHeads".
func (w *watches) NewHeads(ctx context.Context) (*rpc.Subscription, error) {
	return w.subscribe(ctx, func(n *rpc.Notifier, id rpc.ID, from, to uint64) error {
		for number := from; number <= to; number++ {
			h := w.chain.GetHeaderByNumber(number)
			if h == nil {
				return nil // it has left the chain: the next head says more
			}
			if err := n.Notify(id, h); err != nil {
				return err
			}
		}
		return nil
	})
}

// Logs serves eth_subscribe of "logs".
func (w *watches) Logs(ctx context.Context, crit filters.FilterCriteria) (
	*rpc.Subscription, error) {
	lasting := context.WithoutCancel(ctx) // as a search of the same client
	return w.subscribe(ctx, func(n *rpc.Notifier, id rpc.ID, from, to uint64) error {
		logs, err := w.logs(lasting, crit, from, to)
		if err != nil {
			return err
		}
		for _, l := range logs {
			if err := n.Notify(id, l); err != nil {
				return err
			}
		}
		return nil
	})
}

// subscribe has a client told of blocks as they come, until it goes or can't be told.
func (w *watches) subscribe(ctx context.Context,
	tell func(n *rpc.Notifier, id rpc.ID, from, to uint64) error) (*rpc.Subscription, error) {
	notifier, ok := rpc.NotifierFromContext(ctx)
	if !ok {
		return &rpc.Subscription{}, rpc.ErrNotificationsUnsupported
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.subscriptions >= maxSubscriptions {
		return nil, fmt.Errorf("there are %d subscriptions already, no more are served",
			maxSubscriptions)
	}
	w.subscriptions++
	sub := notifier.CreateSubscription()
	var moved <-chan struct{} = w.moved
	last := w.chain.CurrentHeader()
	go func() {
		defer func() {
			w.mu.Lock()
			w.subscriptions--
			w.mu.Unlock()
		}()
		for {
			select {
			case <-moved:
			case <-sub.Err():
				return
			}
			from := w.after(last)
			moved, last = w.next()
			if tell(notifier, sub.ID, from, last.Number.Uint64()) != nil {
				<-sub.Err() // the client is gone, or its logs are too many to be told
				return
			}
		}
	}()
	return sub, nil
}

// NewFilter serves eth_newFilter.
func (w *watches) NewFilter(crit filters.FilterCriteria) rpc.ID { return w.filter(&crit) }

// NewBlockFilter serves eth_newBlockFilter.
func (w *watches) NewBlockFilter() rpc.ID { return w.filter(nil) }

func (w *watches) filter(logs *filters.FilterCriteria) rpc.ID {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.filters) >= maxFilters {
		var oldest rpc.ID
		for id, f := range w.filters {
			if oldest == "" || f.asked < w.filters[oldest].asked {
				oldest = id
			}
		}
		delete(w.filters, oldest)
	}
	id := rpc.NewID()
	w.asked++
	w.filters[id] = &filter{logs: logs, last: w.chain.CurrentHeader(), asked: w.asked}
	return id
}

// UninstallFilter serves eth_uninstallFilter.
func (w *watches) UninstallFilter(id rpc.ID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, known := w.filters[id]
	delete(w.filters, id)
	return known
}

var errNoFilter = errors.New("filter not found") // as other nodes say it

// GetFilterChanges serves eth_getFilterChanges: what came since it was asked the last time. What
// can't be found, as it is too much, is not asked for again.
func (w *watches) GetFilterChanges(ctx context.Context, id rpc.ID) (any, error) {
	w.mu.Lock()
	f, known := w.filters[id]
	if !known {
		w.mu.Unlock()
		return nil, errNoFilter
	}
	from := w.after(f.last)
	f.last = w.chain.CurrentHeader()
	to := f.last.Number.Uint64()
	w.asked++
	f.asked = w.asked
	logs := f.logs
	w.mu.Unlock()
	if logs != nil {
		return w.logs(ctx, *logs, from, to)
	}
	hashes := []common.Hash{}
	for number := max(from, to-min(to, maxSearchBlocks)); number <= to; number++ {
		hashes = append(hashes, w.chain.GetCanonicalHash(number))
	}
	return hashes, nil
}

// GetFilterLogs serves eth_getFilterLogs, which is eth_getLogs under the name of a filter.
func (w *watches) GetFilterLogs(ctx context.Context, id rpc.ID) ([]*types.Log, error) {
	w.mu.Lock()
	f, known := w.filters[id]
	w.mu.Unlock()
	if !known || f.logs == nil {
		return nil, errNoFilter
	}
	return w.find.GetLogs(ctx, *f.logs)
}

// logs are those of some blocks that a client watches for.
func (w *watches) logs(ctx context.Context, crit filters.FilterCriteria, from, to uint64) (
	[]*types.Log, error) {
	if crit.ToBlock != nil && crit.ToBlock.Sign() >= 0 {
		to = min(to, crit.ToBlock.Uint64())
	}
	if from > to {
		return []*types.Log{}, nil
	}
	crit.BlockHash = nil
	crit.FromBlock, crit.ToBlock = new(big.Int).SetUint64(from), new(big.Int).SetUint64(to)
	return w.find.GetLogs(ctx, crit)
}
