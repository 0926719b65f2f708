package chain

import (
	"context"
	"time"
	"unsafe"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
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
	// Trusted says that the node is our own: a head that goes back is a reorganisation or another
	// chain in its place. With others it is a node that lags, and nothing is undone because of it.
	Trusted bool
	// Logs returns those logs of a block that are wanted, in their order, where the node is in this
	// process; nil asks the node. They are not held against the block's bloom.
	Logs func(ctx context.Context, block common.Hash, wanted func(*types.Log) bool) ([]types.Log,
		error)
	// Receipt returns the receipt of a mined transaction with those of its logs that are wanted,
	// and who sent it to whom, where the node is in this process; nil asks the node. Where the
	// transaction is in no block the receipt is nil.
	Receipt func(ctx context.Context, hash common.Hash, wanted func(*types.Log) bool) (
		r *types.Receipt, from, to common.Address, err error)
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
// RetryAfter set. All methods may be called at the same time. Its parts own what they change, and
// each knows those before it.
type Network struct {
	*nodes
	*view
	*gas
	*simulator
	*outbox
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
	n := &nodes{cfg: cfg}
	costs := newCosts(cfg.Contracts)
	r := &view{nodes: n, costs: costs, clients: newClients(&n.cfg, costs.own)}
	g := &gas{nodes: n, view: r}
	sim := &simulator{nodes: n, view: r, gas: g}
	return &Network{n, r, g, sim, &outbox{nodes: n, view: r, gas: g, simulator: sim}}
}

// Held tells how much is remembered of strangers: of what their contracts cost, and of the
// transactions they sent.
func (n *Network) Held() []api.Held {
	n.costs.mu.Lock()
	known := int64(n.costs.contracts.Len() + n.costs.calls.Len())
	n.costs.mu.Unlock()
	n.pending.Lock()
	senders := int64(len(n.pending.next))
	n.pending.Unlock()
	// a map is half full, and a list links the entries
	const cost = int64(2*(unsafe.Sizeof(contractCost{})+common.HashLength)) + 48 + reasonBytes
	const sender = int64(2 * (unsafe.Sizeof(pendingNonce{}) + common.AddressLength))
	return []api.Held{
		{What: "costs of strangers' contracts", ChainID: n.cfg.ChainID, Bytes: cost * known,
			Most: cost * 2 * maxCosts},
		{What: "senders of transactions", ChainID: n.cfg.ChainID, Bytes: sender * senders,
			Most: sender * maxPending},
	}
}
