package auction

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
)

// Agent competes to settle orders.
type Agent interface {
	Name() string
	// Solve returns bids for orders of a round. It ends with ctx.
	Solve(ctx context.Context, b *Batch) ([]Bid, error)
}

// Sender signs and sends the transactions of an agent's account, as chain.Sender does.
type Sender interface {
	Address() common.Address
	Prepare(ctx context.Context) (chain.Fees, error)
	Sign(c chain.Call, fees chain.Fees) (*types.Transaction, error)
	Send(ctx context.Context, tx *types.Transaction) error
	Replace(ctx context.Context, old *types.Transaction) (*types.Transaction, error)
	Void(ctx context.Context, old *types.Transaction) (*types.Transaction, error)
	Do(ctx context.Context, c chain.Call) (common.Hash, error)
	Reset()
}

// BuiltinAgent is an agent that runs here, with the account that it settles by.
type BuiltinAgent struct {
	Agent  Agent
	Sender Sender
	// Spends says that it settles by its own tokens, which the settlement contract must be allowed
	// to move.
	Spends bool
	// Joins says that it settles orders together, and is asked once it is known what others bid for
	// each order alone.
	Joins bool
	// Restock, if set, is called after rounds before which no settlement of the agent was on its
	// way: it may trade what these took and brought back to what it had. It sends at most one
	// transaction.
	Restock func(ctx context.Context, at api.BlockRef) error
}

// Bid is the calldata by which an agent would settle orders, and what it promises the owner of the
// first.
type Bid struct {
	Agent    string
	Address  common.Address
	Orders   []string
	Data     []byte
	Value    api.Amount // wei to send along
	Promised api.Amount
	Gas      uint64 // that the settlement uses by the agent's estimate, which its owners pay for
	// Trades is the gas of trades by which the agent makes up for what it pays from its own tokens,
	// which owners pay for beside the settlement's.
	Trades uint64
	// Charge, if set, returns the bid with other gas charged for the settlement, so that its owners
	// get what that leaves of what the agent was left with, by the logs of a simulation; nil where
	// nothing is.
	Charge func(ctx context.Context, gas uint64, logs []types.Log) (*Bid, error)
	// Group, if set, is shared by bids of the agent that win all or none: one pays from what the
	// others take.
	Group int
	// Fills are what the settlement makes of each order where it fails unless it does: such a bid
	// need not be simulated to lose. nil: only a simulation tells.
	Fills map[string]Fill
}

// Fill is what a settlement makes of an order.
type Fill struct {
	settlement.Event
	Spent api.Amount // of what the order sells
}

// SettleGas is what a settlement uses beside its route: signature, permit, transfers in and out,
// events.
const SettleGas = 190_000

// Parallel does n things, several at a time, until ctx ends.
func Parallel(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
