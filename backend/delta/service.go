package delta

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/delta/auction"
	"bourse/store"
	"bourse/store/facts"
)

// Version is the deltaVersion of records.
const Version = "2.0"

// Crash points: where a test may stop the process, beside those of the auction. Config.Hook
// receives the name.
const (
	BeforeReceipt = "delta.before-receipt" // a settlement's block is known, nothing of it is stored
	AfterReceipt  = "delta.after-receipt"  // the settlement is stored
)

// DefaultMaxOpen is how many open orders one owner may have.
const DefaultMaxOpen = 1000

// DefaultMaxUnpaid is how many orders are kept that nothing stands behind.
const DefaultMaxUnpaid = 20_000

// Tokens are those of the network's list.
type Tokens interface {
	auction.Tokens
	Listed(token common.Address) (api.Token, bool)
}

// Seal signs price objects and checks that they come back unchanged, and soon.
type Seal interface {
	Sign(object any) (string, error)
	Check(text []byte) error
}

// Config is what the Delta orders of a network get from outside.
type Config struct {
	Store     *store.Store
	Log       facts.Log // nil is that of a single machine
	Network   *chain.Network
	Contracts contracts.DeltaAddresses
	Tokens    Tokens
	Pricer    auction.Pricer // ways through the pools
	Pools     auction.Pools  // the pools themselves; may be nil
	// Fair is what a raw unit of a token is worth in raw units of another by all pools at a block;
	// ok is false where they do not tell. It may be nil.
	Fair func(block uint64, src, dest common.Address) (price float64, ok bool)
	// Weakened are the pools that pay less than after a block, for an amount of a token or what is
	// worth as much, once logs of the next block told of them. It may be nil.
	Weakened func(block uint64, logs []types.Log, token common.Address,
		amount api.Amount) []common.Address
	// OnePoolGas is what the Pricer's routes of one pool cost beside the pool and the transfers.
	OnePoolGas uint64
	Book       auction.Book // the limit orders; may be nil
	// Judge looks at once for limit orders that made a settlement fail, Suspect some time soon; nil
	// leaves it.
	Judge   func(ctx context.Context, tx common.Hash) error
	Suspect func(tx common.Hash)
	Oracle  auction.Oracle
	// Pair is the pair of two tokens as markets quote it; nil has what is sold as the base.
	Pair func(a, b common.Address) api.Pair
	Seal Seal
	// Market returns the price route of version 6.2 that a quote falls back to.
	Market   func(ctx context.Context, r api.DeltaQuoteRequest) (json.RawMessage, error)
	Partners map[string]api.DeltaPartner
	Agents   []auction.BuiltinAgent
	// Follows tells whether this node follows its chain now and is to stay, so that it may lead;
	// nil is always.
	Follows func() bool
	// Purse is what settlements that fail on chain may cost the agents that run here; the zero
	// Purse is auction.StandardPurse.
	Purse auction.Purse
	// MaxOpen is how many open orders one owner may have; 0 is DefaultMaxOpen.
	MaxOpen int
	// MaxUnpaid is how many open orders may be kept that nothing stands behind, of all owners; 0 is
	// DefaultMaxUnpaid.
	MaxUnpaid int
	Bus       *api.Bus
	// Now is the clock of creation times. What chain time decides, such as expiry, is judged by
	// blocks.
	Now func() time.Time
	// Random is where ids and nonces come from.
	Random io.Reader
	// Wait lets the time for bids of agents elsewhere pass; nil is a timer.
	Wait   func(ctx context.Context, d time.Duration)
	Logger *slog.Logger
	// Hook, if set, is called at every crash point with its name. For tests.
	Hook func(point string)
}

// Service is the Delta orders of one network. It follows the chain as a chain.Follower. All methods
// may be called at the same time.
type Service struct {
	cfg       Config
	chainID   uint64
	contracts api.Contracts
	tables    tables
	auction   *auction.Auctioneer

	mu     sync.Mutex                         // held while orders change
	rows   map[string]*row                    // the open orders, by id
	owners map[common.Address]map[string]bool // their ids
	// those whose funding was read, if nothing was told of it since
	funded map[string]funds
	signed map[string]signature        // those whose owner is a contract
	asked  map[common.Address]uint64   // the block at which such an owner was asked last
	held   map[string]api.DeltaTrigger // those that wait for a time or a price
	looked map[string]looks            // those that wait for a price
	recent []api.BlockRef
	round  uint64
	// in a cluster: the time for which this node makes the changes, nil while another one does; how
	// many it has made; which of them came to nothing; and the blocks that it lets pass meanwhile
	term    *facts.Term
	changes uint64
	voided  map[string]bool
	passed  []api.BlockRef
	last    map[string]lastRound // what the last round of an order came to, by its id
	// pools that an order goes round, with the block until which, by its id; lost with the process:
	// one failure more tells them again
	detours map[string]map[common.Address]uint64
}

// Open reads the open orders of a network from the store.
func Open(cfg Config) (*Service, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.MaxOpen == 0 {
		cfg.MaxOpen = DefaultMaxOpen
	}
	if cfg.MaxUnpaid == 0 {
		cfg.MaxUnpaid = DefaultMaxUnpaid
	}
	if cfg.Follows == nil {
		cfg.Follows = func() bool { return true }
	}
	cfg.Purse = cmp.Or(cfg.Purse, auction.StandardPurse)
	s := &Service{
		cfg: cfg, chainID: cfg.Network.ChainID(), contracts: cfg.Network.Contracts(),
		tables: tablesOf(cfg.Network.ChainID()), rows: make(map[string]*row),
		owners: make(map[common.Address]map[string]bool), funded: make(map[string]funds),
		signed: make(map[string]signature), asked: make(map[common.Address]uint64),
		last: make(map[string]lastRound),
		held: make(map[string]api.DeltaTrigger), looked: make(map[string]looks),
		detours: make(map[string]map[common.Address]uint64),
	}
	s.auction = auction.New(auction.Config{
		Market: s.market(), Node: cfg.Network, Orders: ledger{s}, Tokens: cfg.Tokens,
		Agents: cfg.Agents, Purse: cfg.Purse, Now: cfg.Now, Wait: cfg.Wait, Logger: cfg.Logger,
		BlockTime: cfg.Network.BlockTime(), Hook: cfg.Hook,
	})
	err := cfg.Store.View(func(tx *store.Tx) (err error) {
		if s.recent, err = s.tables.position.Get(tx, positionKey); err != nil &&
			!errors.Is(err, store.ErrNotFound) {
			return err
		}
		if s.round, err = s.tables.counters.Get(tx, roundKey); err != nil &&
			!errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err := s.tables.triggers.Scan(tx, store.Range{},
			func(id string, t api.DeltaTrigger) error {
				s.held[id] = t
				return nil
			}); err != nil {
			return err
		}
		return s.tables.open.Scan(tx, nil, false, func(id string, r row) error {
			s.keepOpen(&r)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read the Delta orders: %w", err)
	}
	if err := s.recallReverts(); err != nil {
		return nil, fmt.Errorf("read what reverts cost: %w", err)
	}
	if cfg.Log != nil {
		if err := facts.Joining(cfg.Log, intake{s}, s.round > 0, func() error {
			return cfg.Store.Update(s.tables.applied.Forget)
		}); err != nil {
			return nil, fmt.Errorf("the Delta orders of network %d: %w", s.chainID, err)
		}
	}
	if s.shared() {
		cfg.Log.Follow(Stream(s.chainID), intake{s})
	}
	return s, nil
}

// hook lets a test stop the world at a named point.
func (s *Service) hook(point string) {
	if s.cfg.Hook != nil {
		s.cfg.Hook(point)
	}
}

// keepOpen puts an open order in memory.
func (s *Service) keepOpen(r *row) {
	s.rows[r.ID] = r
	if s.owners[r.User] == nil {
		s.owners[r.User] = make(map[string]bool)
	}
	s.owners[r.User][r.ID] = true
}

// forgetOpen takes an order that is done out of memory.
func (s *Service) forgetOpen(r *row) {
	delete(s.rows, r.ID)
	delete(s.last, r.ID)
	delete(s.detours, r.ID)
	delete(s.funded, r.ID)
	delete(s.signed, r.ID)
	if delete(s.owners[r.User], r.ID); len(s.owners[r.User]) == 0 {
		delete(s.owners, r.User)
	}
}

// market is where prices come from.
func (s *Service) market() auction.Market {
	return auction.Market{ChainID: s.chainID, Contracts: s.cfg.Contracts,
		RFQ: s.contracts.AugustusRFQ, Wrapped: s.contracts.WrappedNative, Pricer: s.cfg.Pricer,
		OnePoolGas: s.cfg.OnePoolGas, Pools: s.cfg.Pools, Book: s.cfg.Book, Oracle: s.cfg.Oracle,
		Fair: s.cfg.Fair}
}

// Auction is what holds the rounds of these orders.
func (s *Service) Auction() *auction.Auctioneer { return s.auction }

// Run holds rounds until ctx ends, in a cluster while this node leads.
func (s *Service) Run(ctx context.Context) error {
	if err := s.cfg.Network.CanSimulate(ctx); err != nil {
		s.cfg.Logger.Warn("Delta orders are not settled", "chain", s.cfg.Network.ChainID(),
			"error", err)
	}
	if s.shared() {
		return intake{s}.runTerms(ctx)
	}
	return s.auction.Run(ctx)
}

func storeError(err error) error {
	if !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrCorrupt) &&
		!errors.Is(err, store.ErrClosed) {
		return err
	}
	e := api.Errorf(api.StoreUnavailable, "the store can't do this now%s: try again later",
		store.Why(err))
	e.RetryAfter = 5 * time.Second
	return e.WithCause(err)
}
