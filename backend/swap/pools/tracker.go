package pools

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/tokens"
	"bourse/store"
)

// Config of the pools of one network.
type Config struct {
	Network   *chain.Network
	Exchanges []Exchange
	Weighted  []common.Hash // ids of pools in a vault that were there before the first block
	Tokens    *tokens.Tokens
	USD       []common.Address // tokens taken to be worth one USD, best first
	// Base are tokens of which a pair must have one for its pools to be looked for; none is every
	// pair.
	Base []common.Address
	// Background leaves it to Run to find the pools after a start, so that what else follows the
	// network need not wait for it.
	Background bool
	Store      *store.Store
	Logger     *slog.Logger
}

// Tracker finds and follows the pools of one network. All methods but those of chain.Follower may
// be called at the same time.
type Tracker struct {
	Modules *Modules

	cfg     Config
	usd     map[common.Address]float64 // of a raw unit of the tokens that prices start from
	wrapped common.Address
	reads   reader

	// writing is held by whoever puts a snapshot in the place of the newest, and over no request
	// but where blocks come faster than they can be taken in. Searching is held by whoever looks
	// for pools of listed tokens, listing guards what was read of lists of pools. Both are locked
	// before writing.
	writing, searching, listing sync.Mutex
	looking                     looking // for tokens that are not listed
	named                       named   // those of them that are followed
	hurrying                    looking // for listed ones before their turn
	moving                      shared  // readings of pools that move without a log
	// whole says that all that was found is in the newest snapshot.
	whole   atomic.Bool
	finding finding
	mu      sync.RWMutex
	tokens  map[common.Address]api.Token // fungible: listed, or named by somebody and traded
	traded  []common.Address             // the same without the native coin
	history []*Snapshot                  // newest first, chain.Depth+1 at most
	asked   map[common.Address]lookup    // unlisted tokens that are not traded
	work    api.Meter                    // of finding and reading pools
	// addresses, or ids in a vault, to positions in the newest snapshot's pools
	known map[string]int
	// proven is the position of the pool that was read last to see whether it is right, saved what
	// the store has of each. Searching guards both.
	proven int
	saved  map[string]*State
	moved  common.Hash // the block on which pools that move were read last; guarded by mu
	// tryAgain is when a node that made no trials of listed tokens is asked again. Searching guards
	// it, mu the trials.
	tried    trials
	tryAgain time.Time
	listed   map[*Exchange]*listing // by exchanges of cfg, guarded by listing
}

// Open prepares the pools of a network, with those that were kept. Nothing is read until a watcher
// follows it.
func Open(cfg Config) *Tracker {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	t := &Tracker{
		cfg: cfg, tokens: make(map[common.Address]api.Token),
		usd: make(map[common.Address]float64), wrapped: cfg.Network.Contracts().WrappedNative,
		asked: make(map[common.Address]lookup), tried: make(trials),
		listed: make(map[*Exchange]*listing), looking: newLooking(), hurrying: newLooking(),
		named: newNamed(),
	}
	t.whole.Store(!cfg.Background)
	t.Modules = newModules(t)
	t.reads = reader{cfg.Network, t.vault(), cfg.Logger}
	for _, token := range cfg.Tokens.List() {
		t.tokens[token.Address] = token
		if token.Address != api.NativeToken {
			t.traded = append(t.traded, token.Address)
		}
	}
	for _, token := range cfg.USD {
		t.usd[token] = math.Pow10(-t.tokens[token].Decimals)
	}
	if cfg.Background {
		if err := t.load(); err != nil {
			cfg.Logger.Warn("the pools that were kept are found anew", "chain",
				cfg.Network.ChainID(), "error", err)
		}
	}
	return t
}

// Newest is the snapshot of the newest block followed, nil before the first.
func (t *Tracker) Newest() *Snapshot {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.history) == 0 {
		return nil
	}
	return t.history[0]
}

// At is the snapshot of one of the last blocks, nil of others.
func (t *Tracker) At(block uint64) *Snapshot {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, s := range t.history {
		if s.Block.Number == block {
			return s
		}
	}
	return nil
}

// Token is what is known of a fungible token that pools trade.
func (t *Tracker) Token(address common.Address) (api.Token, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	token, ok := t.tokens[address]
	return token, ok
}

// USD returns what a raw unit of a token is worth by the pools of the newest block and of those
// before it.
func (t *Tracker) USD(_ context.Context, token common.Address) (float64, bool) {
	s := t.Newest()
	if s == nil {
		return 0, false
	}
	if token == api.NativeToken {
		token = t.wrapped
	}
	r, ok := s.Rates()[token]
	return r.USD, ok
}

// Name implements chain.Follower.
func (t *Tracker) Name() string { return "pools" }

// Progress implements chain.Busy.
func (t *Tracker) Progress() api.Progress { return t.work.Progress() }

// Position implements chain.Follower. What Run does not save is in memory alone, so that a start
// goes on from what was saved, or begins with Resync.
func (t *Tracker) Position(context.Context) ([]api.BlockRef, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	recent := make([]api.BlockRef, len(t.history))
	for i, st := range t.history {
		recent[i] = st.Block
	}
	return recent, nil
}

// Wants implements chain.Follower: logs of pools that are known and of those who make new ones.
func (t *Tracker) Wants(l *types.Log) bool {
	if t.ofFactory(l) {
		return true
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	_, known := t.known[string(l.Address[:])]
	return known
}

// Apply implements chain.Follower: pools become what the block's logs say, or are read on it.
//
// What is to be read is read without a lock, and again where somebody put pools into the newest
// snapshot meanwhile.
func (t *Tracker) Apply(ctx context.Context, b chain.Block) error {
	for try := 0; ; try++ {
		last, known := t.newestKnown()
		hold := try == applyTries
		if hold {
			t.writing.Lock()
			last, known = t.newestKnown()
		}
		st, made, err := t.after(ctx, b, last, known)
		if !hold {
			t.writing.Lock()
		}
		if t.Newest() != last { // which may know other tokens
			t.writing.Unlock()
			continue
		}
		if err == nil {
			t.push(st)
		}
		if err == nil && made {
			t.reindex(st)
		}
		t.writing.Unlock()
		return err
	}
}

// applyTries is how often a block is read before whoever else makes snapshots has to wait.
const applyTries = 3

// after is what a block makes of a snapshot, and whether it made pools.
func (t *Tracker) after(ctx context.Context, b chain.Block, last *Snapshot,
	known map[string]int) (st *Snapshot, made bool, err error) {
	shown, less := last.pastBy(b.Number)
	if len(b.Logs) == 0 && !less {
		return last.next(b.Header), false, nil
	}
	pools, err := t.replay(ctx, b, last.Pools, known)
	if err != nil {
		return nil, false, err
	}
	for at, logs := range t.toldOf(b.Logs, known) {
		if begin, end := last.Pools[at], pools[at]; begin.Pool != nil || end.Pool != nil {
			shown[begin.handle()] = append(shown[begin.handle()],
				t.show(last, begin, end, logs, b.Number))
		}
	}
	made = slices.ContainsFunc(b.Logs, t.makesPool)
	if made {
		found, err := t.create(ctx, b)
		if err != nil {
			return nil, false, err
		}
		for _, p := range found { // nothing has stood in them yet
			shown[p.handle()] = append(shown[p.handle()], past{block: b.Number,
				least: make([]depth, len(depths(p)))})
		}
		pools = append(pools, found...)
	}
	st, err = t.snapshot(b.Header, pools, shown)
	return st, made, err
}

// newestKnown is the newest snapshot, with where pools are in it. Neither changes afterwards.
func (t *Tracker) newestKnown() (*Snapshot, map[string]int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.history) == 0 {
		return nil, nil
	}
	return t.history[0], t.known
}

// create reads the pools that a block made.
func (t *Tracker) create(ctx context.Context, b chain.Block) ([]*State, error) {
	if err := t.learn(b.Logs); err != nil {
		return nil, err
	}
	infos, err := t.fresh(ctx, b)
	if err != nil {
		return nil, err
	}
	if t.cfg.Background {
		t.keep(infos)
	}
	return t.reads.readNew(ctx, b.BlockRef, infos)
}

// Rollback implements chain.Follower.
func (t *Tracker) Rollback(_ context.Context, to api.BlockRef) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.mu.Lock()
	for len(t.history) > 0 && t.history[0].Block.Hash != to.Hash {
		t.history = t.history[1:]
	}
	if len(t.history) > 0 {
		t.index(t.history[0])
	}
	t.whole.Store(!t.cfg.Background)
	t.mu.Unlock()
	return t.leave() // what was followed then and is not any more
}

// Resync implements chain.Follower: all pools are found and read, or, in the background, none yet
// but found the wrappers, which say how what they wrap is traded.
func (t *Tracker) Resync(ctx context.Context, block chain.Header) error {
	var st *Snapshot
	var err error
	t.listing.Lock()
	clear(t.listed)
	t.listing.Unlock()
	if t.cfg.Background {
		t.restart()
		var wrappers []*Info
		if wrappers, err = t.cfg.wrappers(ctx, block.Hash); err == nil {
			t.keep(t.ofKnown(wrappers))
			st, err = t.snapshot(block, nil, nil)
		}
	} else {
		st, err = t.build(ctx, block)
	}
	if err != nil {
		return err
	}
	t.writing.Lock()
	defer t.writing.Unlock()
	t.mu.Lock()
	t.history = nil
	t.mu.Unlock()
	t.push(st)
	t.reindex(st)
	return nil
}

// build finds all pools and reads them on a block.
func (t *Tracker) build(ctx context.Context, block chain.Header) (*Snapshot, error) {
	defer t.work.Set(api.Progress{})
	infos, err := t.discover(chain.Metered(ctx, &t.work, "finding pools"), block.Hash)
	if err != nil {
		return nil, err
	}
	list, err := t.reads.readNew(chain.Metered(ctx, &t.work, "reading pools"), block.BlockRef,
		infos)
	if err != nil {
		return nil, err
	}
	return t.snapshot(block, list, nil)
}

func (t *Tracker) push(st *Snapshot) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.history = append([]*Snapshot{st}, t.history[:min(len(t.history), chain.Depth)]...)
}

func (t *Tracker) reindex(st *Snapshot) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.index(st)
}

// index makes the pools of a state findable by their logs. The caller holds mu.
func (t *Tracker) index(st *Snapshot) {
	t.known = make(map[string]int, len(st.Pools))
	for i, l := range st.Pools {
		t.known[l.key()] = i
	}
}

// key is what the pool's logs name it by.
func (p *Info) key() string {
	if p.vaulted() {
		return string(p.ID[:])
	}
	return string(p.Address[:])
}
