package auction

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/tracing"
)

// Crash points: where a test may stop the process. Config.Hook receives the name.
const (
	BeforeAward = "delta.before-award" // a bid won, nothing of it is stored
	AfterAward  = "delta.after-award"  // the award is stored, nothing is sent
	AfterSend   = "delta.after-send"   // the node has the transaction
)

// Node is what the auction needs of a network's node, as chain.Network gives it.
type Node interface {
	GasPrice(ctx context.Context) (api.Amount, error)
	HeaderByHash(ctx context.Context, hash common.Hash) (chain.Header, error)
	Caller
	SimulateBundle(ctx context.Context, on api.BlockRef, calls ...chain.Call) ([]chain.Simulation,
		error)
	RawReceipt(ctx context.Context, hash common.Hash) (*types.Receipt, error)
	Transaction(ctx context.Context, hash common.Hash) (tx *types.Transaction, pending bool,
		err error)
	Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error)
	SendRaw(ctx context.Context, raw []byte) (common.Hash, error)
	Nonces(ctx context.Context, account common.Address) (api.Nonces, error)
}

// Tokens are those of the network's list.
type Tokens interface {
	List() []api.Token
	// AmountText writes an amount of a token as people read it.
	AmountText(a api.Amount, token common.Address) string
}

// Config is what the auction of a network gets from outside.
type Config struct {
	Market Market
	Node   Node
	Orders Orders
	Tokens Tokens
	Agents []BuiltinAgent
	Now    func() time.Time
	// SolveTime is how long agents may work on a round, and what they are measured by, so that what
	// is slow does not hold up settlements; 0 is 5 s.
	SolveTime time.Duration
	// BlockTime is the time between two blocks, of which the bids of agents elsewhere may take a
	// part to simulate.
	BlockTime time.Duration
	// Purse is what reverts may cost the agents; the zero Purse is StandardPurse.
	Purse Purse
	// Wait lets the time for bids of agents elsewhere pass; nil is a timer.
	Wait   func(ctx context.Context, d time.Duration)
	Logger *slog.Logger
	// Hook, if set, is called at every crash point with its name. For tests.
	Hook func(point string)
}

// Auctioneer holds the rounds of one network. All methods may be called at the same time, but
// Round.
type Auctioneer struct {
	cfg      Config
	wake     chan struct{}
	bidRound bidRound // where agents elsewhere bid
	rounds   roundCounter
	last     lastRound
	purse    purse
	absent   absences
	mu       sync.Mutex
	broke    []common.Address // agents elsewhere that paid less than they had bid
}

const solveTime = 5 * time.Second

// New returns an auctioneer, which looks at the orders once it runs.
func New(cfg Config) *Auctioneer {
	if cfg.Wait == nil {
		cfg.Wait = wait
	}
	cfg.SolveTime = cmp.Or(cfg.SolveTime, solveTime)
	cfg.Purse = cmp.Or(cfg.Purse, StandardPurse)
	if cfg.Hook == nil {
		cfg.Hook = func(string) {}
	}
	a := &Auctioneer{cfg: cfg, wake: make(chan struct{}, 1),
		rounds: roundCounter{ended: make(chan struct{})}, purse: purse{limits: cfg.Purse},
		absent: make(absences)}
	a.Wake()
	return a
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// Wake has the auctioneer look at the orders.
func (a *Auctioneer) Wake() {
	a.rounds.ask()
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// Run holds rounds until ctx ends: one at each new block, as far as there are orders to settle.
// Orders that arrive between two blocks meet in one round, which is what lets them be settled
// against each other.
func (a *Auctioneer) Run(ctx context.Context) error {
	chainID := a.cfg.Market.ChainID
	if err := a.EnsureAllowances(ctx); err != nil && ctx.Err() == nil {
		a.cfg.Logger.Warn("agents lack allowances", "chain", chainID, "error", err)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-a.wake:
		}
		asked := a.rounds.last()
		if err := a.Round(ctx); err != nil && ctx.Err() == nil {
			a.cfg.Logger.Warn("a Delta round failed", "chain", chainID, "error", err, "cause",
				errors.Unwrap(err))
		}
		a.rounds.end(asked)
	}
}

// Round looks after awards on their way, then holds one round for the orders that can be settled on
// the last block followed. Agents trade their tokens back after what was awarded, which was
// simulated without that.
func (a *Auctioneer) Round(ctx context.Context) error {
	at, ok := a.cfg.Orders.Position()
	if !ok {
		return nil // not followed yet
	}
	a.noteBroken(at.Number)
	if err := a.follow(ctx, at); err != nil {
		return err
	}
	idle := a.idle()
	err := a.hold(ctx, at)
	a.restock(ctx, at, idle)
	return err
}

// hold holds a round on a block.
func (a *Auctioneer) hold(ctx context.Context, at api.BlockRef) (err error) {
	if err := a.cfg.Orders.RefreshFunding(ctx, at); err != nil {
		return err
	}
	b, err := a.snapshotRound(ctx, at)
	if err != nil || len(b.Orders) == 0 {
		return err
	}
	ctx, span := tracing.Start(ctx, "round")
	span.Number("chain", a.cfg.Market.ChainID)
	span.Number("block", at.Number)
	span.Number("orders", uint64(len(b.Orders)))
	defer func() { span.End(err) }()
	e, err := a.evaluate(ctx, b, a.collect(ctx, b))
	if err != nil {
		return err
	}
	return a.award(ctx, b, e)
}

// Broke notes that an agent elsewhere settled an order for less than the bid that won it, or one
// that it was not awarded, and has it sit out. It tells whether it is one elsewhere.
func (a *Auctioneer) Broke(agent common.Address) bool {
	if a.builtin(agent) != nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.Contains(a.broke, agent) {
		a.broke = append(a.broke, agent)
	}
	return true
}

// noteBroken has agents sit out that paid less than they had bid.
func (a *Auctioneer) noteBroken(block uint64) {
	a.mu.Lock()
	list := a.broke
	a.broke = nil
	a.mu.Unlock()
	for _, agent := range list {
		a.absent.note(agent, block, broken)
	}
}

// At is what orders are measured by at a block, without any.
func (a *Auctioneer) At(ctx context.Context, at api.BlockRef) (*Batch, error) {
	price, err := a.cfg.Node.GasPrice(ctx)
	if err != nil {
		return nil, err
	}
	return NewBatch(a.cfg.Market, at, price), nil
}

func (a *Auctioneer) snapshotRound(ctx context.Context, at api.BlockRef) (*Batch, error) {
	b, err := a.At(ctx, at)
	if err != nil {
		return nil, err
	}
	if a.purse.isHalfEmpty(a.cfg.Now()) {
		b.Book = nil
	}
	if b.Round, b.Orders = a.cfg.Orders.Snapshot(at); len(b.Orders) == 0 {
		return b, nil
	}
	head, err := a.cfg.Node.HeaderByHash(ctx, at.Hash)
	if err != nil {
		return nil, err
	}
	b.Room = head.GasLimit
	a.remember(ctx, b)
	return b, nil
}

// amountText writes an amount as people read it.
func (a *Auctioneer) amountText(n api.Amount, token common.Address) string {
	return a.cfg.Tokens.AmountText(n, token)
}
