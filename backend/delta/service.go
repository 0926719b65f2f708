package delta

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/tokens"
	"bourse/store"
)

// Version is the deltaVersion of records.
const Version = "2.0"

// Crash points: where a test may stop the process. Config.Hook receives the name.
const (
	BeforeAward   = "delta.before-award"   // a bid won, nothing of it is stored
	AfterAward    = "delta.after-award"    // the award is stored, nothing is sent
	AfterSend     = "delta.after-send"     // the node has the transaction
	BeforeReceipt = "delta.before-receipt" // its block is known, nothing of it is stored
	AfterReceipt  = "delta.after-receipt"  // the settlement is stored
)

// Book is what the limit orders of a network are read by.
type Book interface {
	OrderBook(ctx context.Context, q api.BookQuery) ([]api.OrderRecord, error)
}

// Oracle tells what whole tokens are worth in USD, as prices whose quote has 18 decimals.
type Oracle interface {
	PriceUSD(ctx context.Context, token common.Address) (price api.Price, ok bool, err error)
}

// Seal signs price objects and checks that they come back unchanged.
type Seal interface {
	Sign(object any) (string, error)
	Check(text []byte) bool
}

// Config is what the Delta orders of a network get from outside.
type Config struct {
	Store     *store.Store
	Network   *chain.Network
	Contracts contracts.DeltaAddresses
	Tokens    *tokens.Tokens
	Pricer    Pricer // the pools
	Book      Book   // the limit orders; may be nil
	Oracle    Oracle
	Seal      Seal
	// Market returns the price route of version 6.2 that a quote falls back to.
	Market   func(ctx context.Context, r api.DeltaQuoteRequest) (json.RawMessage, error)
	Partners map[string]api.DeltaPartner
	Agents   []Member
	Bus      *api.Bus
	// Now is the clock of creation times. What chain time decides, such as expiry, is judged by blocks.
	Now func() time.Time
	// Random is where ids and nonces come from.
	Random io.Reader
	// Wait lets the time for bids of agents elsewhere pass; nil is a timer.
	Wait   func(ctx context.Context, d time.Duration)
	Logger *slog.Logger
	// Hook, if set, is called at every crash point with its name. For tests.
	Hook func(point string)
}

// RoundTime is how long agents elsewhere have for a bid.
const RoundTime = 250 * time.Millisecond

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// Service is the Delta orders of one network. It follows the chain as a chain.Follower. All methods may be called at the same time.
type Service struct {
	cfg     Config
	chainID uint64
	at      api.Contracts
	tables  tables
	wake    chan struct{}
	floor   *floor // where agents elsewhere bid

	mu     sync.Mutex // held while orders change
	rows   map[string]*row
	recent []api.BlockRef
	round  uint64
	last   map[string]lastRound // what the last round of an order came to, by its id

	turns turns
}

// Open reads the open orders of a network from the store.
func Open(cfg Config) (*Service, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Wait == nil {
		cfg.Wait = wait
	}
	s := &Service{
		cfg: cfg, chainID: cfg.Network.ChainID(), at: cfg.Network.Contracts(), tables: tablesOf(cfg.Network.ChainID()),
		wake: make(chan struct{}, 1), floor: newFloor(), rows: make(map[string]*row), last: make(map[string]lastRound),
		turns: turns{ended: make(chan struct{})},
	}
	s.stir()
	err := cfg.Store.View(func(tx *store.Tx) (err error) {
		if s.recent, err = s.tables.position.Get(tx, positionKey); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if s.round, err = s.tables.counters.Get(tx, roundKey); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return s.tables.open.Scan(tx, nil, false, func(id string, r row) error {
			s.rows[id] = &r
			return nil
		})
	})
	return s, storeError(err)
}

// hook lets a test stop the world at a named point.
func (s *Service) hook(point string) {
	if s.cfg.Hook != nil {
		s.cfg.Hook(point)
	}
}

// stir has the auctioneer look at the orders.
func (s *Service) stir() {
	s.turns.ask()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func storeError(err error) error {
	if !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrClosed) {
		return err
	}
	e := api.Errorf(api.StoreUnavailable, "the store can't do this now: try again later")
	e.RetryAfter = 5 * time.Second
	return e.Because(err)
}
