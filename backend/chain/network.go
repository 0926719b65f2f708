package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// DefaultTimeout is how long a node may take to answer a request.
const DefaultTimeout = 10 * time.Second

// Config describes a network.
type Config struct {
	ChainID   uint64
	Contracts api.Contracts
	BlockTime time.Duration
	// Now is the clock of timeouts and retries.
	Now func() time.Time
	// Timeout is how long the node may take for one request; 0 is DefaultTimeout.
	Timeout time.Duration
	// Trusted says that the node is our own: a head that goes back is a reorganisation or another chain in its place. With others it is a
	// node that lags, and nothing is undone because of it.
	Trusted bool
	// ABIs are of the contracts whose custom errors are told by name when a call reverts.
	ABIs []*abi.ABI
}

// Network gives access to one network. Every answer of the node is limited in time and checked; what the node can't or won't say properly
// is an *api.Error of type ChainUnavailable with RetryAfter set. All methods may be called at the same time.
type Network struct {
	cfg      Config
	rpc      *rpc.Client
	breaker  breaker
	verified atomic.Bool // whether the node last said the right chain id
	latency  atomic.Int64
	fees     feeCache
	relayed  relayed
}

// feeCache holds the node's gas price as of the last poll.
type feeCache struct {
	sync.Mutex
	price api.Amount // wei a gas, tip included
	base  api.Amount // of the newest block
	known bool
}

// New checks that the node serves the network and returns access to it. It does not close client.
func New(ctx context.Context, client *rpc.Client, cfg Config) (*Network, error) {
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	n := &Network{cfg: cfg, rpc: client}
	if err := n.verify(ctx); err != nil {
		return nil, err
	}
	return n, nil
}

// ChainID returns the network's id.
func (n *Network) ChainID() uint64 { return n.cfg.ChainID }

// Contracts returns the addresses of the network's contracts.
func (n *Network) Contracts() api.Contracts { return n.cfg.Contracts }

// verify asks for the chain id. A node may have been replaced by one of another network since the last time.
func (n *Network) verify(ctx context.Context) error {
	var id hexutil.Uint64
	if err := n.send(ctx, &id, "eth_chainId"); err != nil {
		return n.readError("tell its chain id", err)
	}
	return n.checkID(uint64(id))
}

func (n *Network) checkID(id uint64) error {
	n.verified.Store(id == n.cfg.ChainID)
	if id == n.cfg.ChainID {
		return nil
	}
	e := api.Errorf(api.ChainUnavailable, "the node given for network %d serves network %d: give one of network %d", n.cfg.ChainID, id, n.cfg.ChainID)
	e.RetryAfter = time.Minute
	return e
}

// ask sends one request after making sure of the node, and decodes its answer into result.
func (n *Network) ask(ctx context.Context, result any, method string, args ...any) error {
	if !n.verified.Load() {
		if err := n.verify(ctx); err != nil {
			return err
		}
	}
	return n.send(ctx, result, method, args...)
}

func (n *Network) send(ctx context.Context, result any, method string, args ...any) error {
	return n.limited(ctx, func(ctx context.Context) error { return n.rpc.CallContext(ctx, result, method, args...) })
}

// askAll sends requests in one message. Each element's Error is set on its own.
func (n *Network) askAll(ctx context.Context, batch []rpc.BatchElem) error {
	if !n.verified.Load() {
		if err := n.verify(ctx); err != nil {
			return err
		}
	}
	return n.limited(ctx, func(ctx context.Context) error { return n.rpc.BatchCallContext(ctx, batch) })
}

// limited runs a request within the time limit and keeps count of failures for the breaker. Answers that are JSON-RPC errors are not
// failures of the node.
func (n *Network) limited(ctx context.Context, request func(context.Context) error) error {
	if err := n.breaker.allow(n.cfg.Now()); err != nil {
		return err
	}
	limit, cancel := context.WithTimeout(ctx, n.cfg.Timeout)
	defer cancel()
	err := request(limit)
	if ctx.Err() != nil {
		return ctx.Err() // the caller gave up, which says nothing about the node
	}
	var refusal rpc.Error
	if err == nil || errors.As(err, &refusal) && refusal.ErrorCode() != codeLimitExceeded {
		n.breaker.succeed()
		return err
	}
	n.breaker.fail(n.cfg.Now(), err)
	return err
}

// Latency returns how long the node took for the last poll of the head.
func (n *Network) Latency() time.Duration { return time.Duration(n.latency.Load()) }

// poll asks for the newest block, the gas price and, since nodes get replaced, the chain id.
func (n *Network) poll(ctx context.Context) (Header, error) {
	var (
		id    hexutil.Uint64
		block json.RawMessage
		price hexutil.Big
	)
	batch := []rpc.BatchElem{
		{Method: "eth_chainId", Result: &id},
		{Method: "eth_getBlockByNumber", Args: []any{"latest", false}, Result: &block},
		{Method: "eth_gasPrice", Result: &price},
	}
	start := n.cfg.Now()
	err := n.limited(ctx, func(ctx context.Context) error { return n.rpc.BatchCallContext(ctx, batch) })
	for _, b := range batch {
		err = errors.Join(err, b.Error)
	}
	if err != nil {
		return Header{}, n.readError("tell its newest block", err)
	}
	if err := n.checkID(uint64(id)); err != nil {
		return Header{}, err
	}
	n.latency.Store(int64(n.cfg.Now().Sub(start)))
	amount, err := api.AmountFromBig(price.ToInt())
	if err != nil {
		return Header{}, n.readError("tell its gas price", err)
	}
	h, err := n.header(block)
	if err != nil {
		return Header{}, n.readError("tell its newest block", err)
	}
	n.fees.Lock()
	n.fees.price, n.fees.base, n.fees.known = amount, h.BaseFee, true
	n.fees.Unlock()
	return h, nil
}

// GasPrice returns what the node suggested to pay a gas when the head was last polled, in wei.
func (n *Network) GasPrice(ctx context.Context) (api.Amount, error) {
	if price, ok := n.gasPrice(); ok {
		return price, nil
	}
	_, err := n.poll(ctx)
	price, _ := n.gasPrice()
	return price, err
}

func (n *Network) gasPrice() (api.Amount, bool) {
	n.fees.Lock()
	defer n.fees.Unlock()
	return n.fees.price, n.fees.known
}

// tip returns the part of a gas price that is above the base fee.
func (n *Network) tip(price api.Amount) api.Amount {
	n.fees.Lock()
	defer n.fees.Unlock()
	return price.Sub(n.fees.base)
}

// readError says what the node could not do.
func (n *Network) readError(what string, cause error) error {
	var known *api.Error
	if errors.As(cause, &known) || errors.Is(cause, context.Canceled) {
		return cause
	}
	e := api.Errorf(api.ChainUnavailable, "the node of network %d could not %s: try again shortly", n.cfg.ChainID, what)
	e.RetryAfter = max(time.Second, n.breaker.wait(n.cfg.Now()))
	return e.Because(fmt.Errorf("%s: %w", what, withoutURL(cause)))
}
