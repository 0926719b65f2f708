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
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/turns"
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
	// Trusted says that the node is our own: a head that goes back is a reorganisation or another
	// chain in its place. With others it is a node that lags, and nothing is undone because of it.
	Trusted bool
	// Logs returns those logs of a block that are wanted, in their order, where the node is in this
	// process; nil asks the node. They are not held against the block's bloom.
	Logs func(ctx context.Context, block common.Hash, wanted func(*types.Log) bool) ([]types.Log,
		error)
	// Confirmations is how many blocks must stand on one before followers take it in.
	Confirmations uint64
	// MinTip is the least tip that the network's nodes take, in wei a gas.
	MinTip api.Amount
	// L1Oracle tells what a rollup charges for the chain below it, as the gas price oracle of the
	// OP stack does; the zero address is none.
	L1Oracle common.Address
	// ABIs are of the contracts whose custom errors are told by name when a call reverts.
	ABIs []*abi.ABI
}

// Network gives access to one network. Every answer of the node is limited in time and checked;
// what the node can't or won't say properly is an *api.Error of type ChainUnavailable with
// RetryAfter set. All methods may be called at the same time.
type Network struct {
	cfg       Config
	endpoints []*endpoint // best first, at least one
	current   atomic.Pointer[endpoint]
	relay     *endpoint // where alone transactions go, nil for all of endpoints
	fees      feeCache
	pending   pendingNonces
	costs     *costs
	turns     *turns.Queue // of clients
	// simulatedOn is the block on which transactions were simulated last.
	simulatedOn atomic.Pointer[Header]
	rule        atomic.Int32 // how the network makes block hashes, as far as it is known
	refused     sync.Map     // of contracts' addresses, why nothing is prepared for them
}

// Refuse has nothing prepared that calls a contract, or gives it an allowance, any more.
func (n *Network) Refuse(contract common.Address, why string) { n.refused.Store(contract, why) }

// Refused is the TransactionFails of a contract that is refused, nil for others.
func (n *Network) Refused(contract common.Address) error {
	why, refused := n.refused.Load(contract)
	if !refused {
		return nil
	}
	return api.Errorf(api.TransactionFails, "%s", why)
}

// New checks that the node serves the network and returns access to it. It does not close client.
func New(ctx context.Context, client *rpc.Client, cfg Config) (*Network, error) {
	n := newNetwork(cfg)
	e := newEndpoint("node", client, &n.cfg)
	n.endpoints = []*endpoint{e}
	n.current.Store(e)
	if err := e.verify(ctx); err != nil {
		return nil, n.readError("tell its chain id", err)
	}
	n.rule.Store(ruleEthereum)
	return n, nil
}

func newNetwork(cfg Config) *Network {
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	return &Network{cfg: cfg, costs: newCosts(cfg.Contracts), turns: newTurns(&cfg)}
}

// node returns the one that is asked now.
func (n *Network) node() *endpoint { return n.current.Load() }

// ChainID returns the network's id.
func (n *Network) ChainID() uint64 { return n.cfg.ChainID }

// BlockTime returns the time between two of the network's blocks.
func (n *Network) BlockTime() time.Duration { return n.cfg.BlockTime }

// Contracts returns the addresses of the network's contracts.
func (n *Network) Contracts() api.Contracts { return n.cfg.Contracts }

func (n *Network) ask(ctx context.Context, result any, method string, args ...any) error {
	return n.node().ask(ctx, result, method, args...)
}

func (n *Network) askAll(ctx context.Context, batch []rpc.BatchElem) error {
	return n.node().askAll(ctx, batch)
}

// Latency returns how long the node took for the last poll of the head.
func (n *Network) Latency() time.Duration { return time.Duration(n.node().latency.Load()) }

// poll asks for the newest block.
func (n *Network) poll(ctx context.Context) (Header, error) {
	h, price, err := n.headOf(ctx, n.node())
	if err != nil {
		return Header{}, err
	}
	n.fees.Lock()
	n.fees.price, n.fees.base, n.fees.head, n.fees.known = price, h.BaseFee, h.Hash, true
	n.fees.Unlock()
	return h, nil
}

// asideEvery is how often a node of others is asked with its newest block for its chain id, since
// nodes get replaced, and for its gas price, of which what is above the base fee moves slowly. One
// of our own is asked each time.
const asideEvery = 5 * time.Minute

// headOf asks one node for its newest block, and returns what it suggests to pay for gas.
func (n *Network) headOf(ctx context.Context, e *endpoint) (h Header, price api.Amount, err error) {
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

// readError says what the node could not do.
func (n *Network) readError(what string, cause error) error {
	var known *api.Error
	if errors.As(cause, &known) || errors.Is(cause, context.Canceled) {
		return cause
	}
	e := api.Errorf(api.ChainUnavailable, "the node of network %d could not %s: try again shortly",
		n.cfg.ChainID, what)
	e.RetryAfter = max(time.Second, n.node().breaker.wait(n.cfg.Now()))
	return e.WithCause(fmt.Errorf("%s: %w", what, withoutURL(cause)))
}
