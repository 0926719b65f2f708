package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// nodes are how the network is reached: which of its nodes answers, and how it makes block hashes.
type nodes struct {
	cfg       Config
	endpoints []*endpoint // best first, at least one
	current   atomic.Pointer[endpoint]
	relay     *endpoint    // where alone transactions go, nil for all of endpoints
	rule      atomic.Int32 // how the network makes block hashes, as far as it is known
}

// node returns the one that is asked now.
func (n *nodes) node() *endpoint { return n.current.Load() }

// ChainID returns the network's id.
func (n *nodes) ChainID() uint64 { return n.cfg.ChainID }

// BlockTime returns the time between two of the network's blocks.
func (n *nodes) BlockTime() time.Duration { return n.cfg.BlockTime }

// Contracts returns the addresses of the network's contracts.
func (n *nodes) Contracts() api.Contracts { return n.cfg.Contracts }

func (n *nodes) ask(ctx context.Context, result any, method string, args ...any) error {
	return n.node().ask(ctx, result, method, args...)
}

func (n *nodes) askAll(ctx context.Context, batch []rpc.BatchElem) error {
	return n.node().askAll(ctx, batch)
}

// Latency returns how long the node took for the last poll of the head.
func (n *nodes) Latency() time.Duration { return time.Duration(n.node().latency.Load()) }

// asideEvery is how often a node of others is asked with its newest block for its chain id, since
// nodes get replaced, and for its gas price, of which what is above the base fee moves slowly. One
// of our own is asked each time.
const asideEvery = 5 * time.Minute

// headOf asks one node for its newest block, and returns what it suggests to pay for gas.
func (n *nodes) headOf(ctx context.Context, e *endpoint) (h Header, price api.Amount, err error) {
	var (
		id    hexutil.Uint64
		block json.RawMessage
		wei   hexutil.Big
		start = n.cfg.Now()
		tip   = e.tip.Load()
	)
	newest := rpc.BatchElem{Method: "eth_getBlockByNumber", Args: []any{"latest", false},
		Result: &block}
	batch := []rpc.BatchElem{newest}
	aside := n.cfg.Trusted || tip == nil || !e.verified.Load() ||
		start.UnixNano()-e.asides.Load() >= int64(asideEvery)
	if aside {
		batch = []rpc.BatchElem{{Method: "eth_chainId", Result: &id}, newest,
			{Method: "eth_gasPrice", Result: &wei}}
	}
	err = e.sendAll(ctx, batch)
	for _, b := range batch {
		err = errors.Join(err, b.Error)
	}
	if err != nil {
		return h, price, n.readError("tell its newest block", err)
	}
	if aside {
		if err := e.checkID(uint64(id)); err != nil {
			return h, price, err
		}
	}
	e.latency.Store(int64(n.cfg.Now().Sub(start)))
	if h, err = n.header(block); err != nil {
		return h, price, n.readError("tell its newest block", err)
	}
	if aside {
		if price, err = api.AmountFromBig(wei.ToInt()); err != nil {
			return h, price, n.readError("tell its gas price", err)
		}
		over := price.Sub(h.BaseFee)
		tip = &over
		e.tip.Store(tip)
		e.asides.Store(start.UnixNano())
	}
	if e.heights.Add(h.Hash, h.Number); e.head.Swap(h.Number) != h.Number {
		e.moved.Store(start.UnixNano())
	}
	return h, h.BaseFee.Add(*tip), nil
}

// readError says what the node could not do.
func (n *nodes) readError(what string, cause error) error {
	var known *api.Error
	if errors.As(cause, &known) || errors.Is(cause, context.Canceled) {
		return cause
	}
	e := api.Errorf(api.ChainUnavailable, "the node of network %d could not %s: try again shortly",
		n.cfg.ChainID, what)
	e.RetryAfter = max(time.Second, n.node().breaker.wait(n.cfg.Now()))
	return e.WithCause(fmt.Errorf("%s: %w", what, withoutURL(cause)))
}
