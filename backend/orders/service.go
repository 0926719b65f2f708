package orders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
	"bourse/store"
	"bourse/store/facts"
)

// Config is what the orders of a network get from outside.
type Config struct {
	Store   *store.Store
	Log     facts.Log // of signed orders; nil is that of a single machine
	Network *chain.Network
	Bus     *api.Bus
	// Now is the clock of creation times. What chain time decides, such as expiry, is judged by
	// blocks.
	Now func() time.Time
	// MaxOpen is how many open orders one maker may have; 0 is DefaultMaxOpen. MaxUnpaid is how
	// many there may be of which nothing can be filled now; 0 is DefaultMaxUnpaid. MaxForeign is
	// how many there may be that sell what the network does not list; 0 is DefaultMaxForeign.
	MaxOpen, MaxUnpaid, MaxForeign int
	// SweepEvery is how often all open orders are read anew, in case an event was missed; 0 is
	// DefaultSweep.
	SweepEvery time.Duration
	// Kind tells what a contract's tokens are, by the list or by what it says; ok is false where
	// that can't be told. Nil takes every order's word.
	Kind func(ctx context.Context, token common.Address) (kind api.AssetKind, ok bool, err error)
	// Listed tells the tokens that the network lists: their contracts are known to behave. All
	// others are strangers' code. nil lists none.
	Listed func(token common.Address) bool
	// Snapshot is the file of a snapshot of the rows, which spares a start most of its reading; ""
	// is none.
	Snapshot string
	// Logger takes errors of the sweep; nil drops them.
	Logger *slog.Logger
}

// Defaults of Config.
const (
	DefaultMaxOpen    = 1000
	DefaultMaxUnpaid  = 100_000
	DefaultMaxForeign = 50_000
	DefaultSweep      = 10 * time.Minute
)

// Service is the orders of one network. It follows the chain as a chain.Follower. All methods may
// be called at the same time.
type Service struct {
	cfg       Config
	chainID   uint64
	contracts api.Contracts
	hasher    eip712.OrderHasher
	state     chainState
	tables    tables
	work      api.Meter // of reading orders anew

	leastGrowth int    // see snapshots.save
	saved       uint32 // up to which id the snapshot has the orders; only Run changes it
	rechecked   uint32 // from which id on ended orders are looked at again; only sweeps change it
	looked      uint32 // up to which id a block looked for neglected orders; guarded by commitMu

	// commitMu is held shared while an order is stored and alone while the position moves. Requests
	// are made under it where there is no position that an order could be stored at (Resync,
	// Rollback), and where orders or blocks come faster than what they need can be read: the last
	// of several tries then has the others wait.
	commitMu sync.RWMutex

	announced announced // the orders that readers were told of

	denials  atomic.Int64 // what nodes told and the contract denied
	suspects suspects     // transactions that failed

	withdrawn withdrawals
	prepared  prepared

	mu       sync.RWMutex // guards what follows; held for the time of memory only
	index    *index
	recent   []api.BlockRef // the position
	creating map[common.Hash]*arrival
	admitted map[common.Hash]*pendingOrder // orders that the log is asked to take
	arriving tally[common.Address]         // orders being stored that are not in the index
	versions versions                      // of the books
}

// Held tells how much is remembered of books beside their orders.
func (s *Service) Held() api.Held {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.versions.held(s.chainID)
}

// Denied is how many events of orders, and ends of them, were told by a node and denied by the
// order contract since the start.
func (s *Service) Denied() int { return int(s.denials.Load()) }

// pairKey names a pair of tokens whichever way round.
type pairKey struct{ low, high common.Address }

func pairOf(a, b common.Address) pairKey {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	return pairKey{a, b}
}

// Open reads the orders of a network from the store.
func Open(ctx context.Context, cfg Config) (*Service, error) {
	if cfg.MaxOpen == 0 {
		cfg.MaxOpen = DefaultMaxOpen
	}
	if cfg.MaxUnpaid == 0 {
		cfg.MaxUnpaid = DefaultMaxUnpaid
	}
	if cfg.MaxForeign == 0 {
		cfg.MaxForeign = DefaultMaxForeign
	}
	if cfg.SweepEvery == 0 {
		cfg.SweepEvery = DefaultSweep
	}
	if cfg.Log == nil {
		cfg.Log = facts.NewLocal()
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	contracts, chainID := cfg.Network.Contracts(), cfg.Network.ChainID()
	s := &Service{
		cfg: cfg, chainID: chainID, contracts: contracts,
		hasher:   eip712.NewOrderHasher(chainID, contracts.AugustusRFQ),
		state:    chainState{net: cfg.Network, contract: contracts.AugustusRFQ, listed: cfg.Listed},
		tables:   tablesOf(chainID),
		index:    newIndex(),
		creating: make(map[common.Hash]*arrival),
		admitted: make(map[common.Hash]*pendingOrder),
		arriving: newTally[common.Address](),

		leastGrowth: leastGrowth, suspects: newSuspects(),
		prepared: newPrepared(),
	}
	s.index.listed = cfg.Listed
	s.index.contract, s.index.unfit = contracts.AugustusRFQ, contracts.AugustusV6
	s.index.swappers = []common.Address{contracts.AugustusSwapper, contracts.AugustusV6}
	if err := s.load(ctx); err != nil {
		return nil, fmt.Errorf("read the orders of network %d: %w", chainID, err)
	}
	s.announced.upTo = s.index.last
	err := facts.Joining(cfg.Log, intake{s}, s.index.count > 0, func() error {
		return cfg.Store.Update(s.tables.applied.Forget)
	})
	if err != nil {
		return nil, fmt.Errorf("the orders of network %d: %w", chainID, err)
	}
	cfg.Log.Follow(Stream(chainID), intake{s})
	return s, nil
}

// Run sweeps until ctx ends, looks at transactions that failed, and writes snapshots.
func (s *Service) Run(ctx context.Context) error {
	var judging sync.WaitGroup
	defer judging.Wait()
	judging.Go(func() { s.judgeAll(ctx) })
	ticker := time.NewTicker(s.cfg.SweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			snapshots{s}.keep()
			return nil
		case <-ticker.C:
			snapshots{s}.keep()
			if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
				s.cfg.Logger.Warn("sweeping orders failed", "chain", s.chainID, "error", err,
					"cause", errors.Unwrap(err))
			}
		}
	}
}

// position returns the block that everything here is true at.
func (s *Service) position() (api.BlockRef, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.positionLocked()
}

func (s *Service) positionLocked() (api.BlockRef, error) {
	if len(s.recent) == 0 {
		e := api.Errorf(api.ChainUnavailable, "network %d has not been read yet: try again shortly",
			s.chainID)
		e.RetryAfter = time.Second
		return api.BlockRef{}, e
	}
	return s.recent[0], nil
}

// storeError tells what a failure of the store means to a client.
func storeError(err error) error {
	if !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrCorrupt) &&
		!errors.Is(err, store.ErrClosed) {
		return err
	}
	e := api.Errorf(api.StoreUnavailable, "the order store can't do this now%s: try again later",
		store.Why(err))
	e.RetryAfter = 5 * time.Second
	return e.WithCause(err)
}
