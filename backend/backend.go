package backend

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/delta"
	"bourse/backend/market"
	"bourse/backend/networks"
	"bourse/backend/orders"
	"bourse/backend/swap"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/seal"
	"bourse/backend/tokens"
	"bourse/store"
	"bourse/store/facts"
)

// Config says where an exchange lives and what it gets from outside.
type Config struct {
	Dir      string           // the data folder: store and local chain; made when missing
	Now      func() time.Time // the clock
	Seed     uint64           // of every random choice
	Accounts []common.Address // the user's accounts on the local network
	LocalRPC string           // where the local network's JSON-RPC is served; empty serves none
	Agents   []common.Address // elsewhere, which may settle Delta orders on the local network
	// Purse is what settlements that fail on chain may cost the agents of a network in a day, in
	// wei, and a tenth of it what they may cost one for an order; 0 is 0.5 coins.
	Purse api.Amount
	// Secret gives the local network's own accounts keys that its folder alone has, where it is
	// begun: others may send transactions to it.
	Secret  bool
	NoLocal bool     // leaves the local network out
	Remotes []Remote // networks that are reached through nodes, beside the local one
	// LocalNodes reach the local network of another process, whose exchange serves its JSON-RPC
	// and knows the same Accounts. With NoLocal.
	LocalNodes chain.Nodes
	// SettledElsewhere says that another service has the Delta orders of that network settled.
	SettledElsewhere bool
	// Log takes what people sign; nil is the log of a single machine. Close closes it.
	Log    facts.Log
	Logger *slog.Logger
	// Drive runs the local chain until ctx ends, and calls Begun once it may be traded on; nil is
	// the chain's own clock. Package demo has one with simulated traders.
	Drive func(ctx context.Context, b *Backend) error
	// Manual leaves the local chain still, for whoever moves it by hand with Mine.
	Manual bool
	// Wait lets the time pass in which agents elsewhere bid for Delta orders; nil is a timer.
	Wait func(ctx context.Context, d time.Duration)
	// Progress is told how far the local network's deployment is; nil is not.
	Progress func(api.Progress)
	// Random is where ids, nonces and secrets come from; nil is the system's randomness.
	Random io.Reader
	// Node connects to the node of the local network; nil connects directly. For tests of a node
	// that fails.
	Node func(node *rpc.Server) (*rpc.Client, error)
	// StoreHook is called at the crash points of the store and the auctions. For tests.
	StoreHook func(point string)
	// Disk is asked before each of the store's commits: what it answers is what the disk says of
	// it. For tests.
	Disk func() error
}

// Backend is a running exchange. Its methods, which are those of api.Service, may be called at the
// same time.
type Backend struct {
	service
	cfg   Config
	store *store.Store
	local *local.Chain
	house local.House // accounts of the program's own on the local network
	node  *rpc.Client // of the local chain
	begun atomic.Bool // see Begun

	leaving atomic.Bool // see Leave

	sealKey []byte // of price objects
}

var _ api.Service = (*Backend)(nil)

// Leave has this node of a cluster hand over what it leads and lead nothing again, since it is
// about to stop. Everything else goes on.
func (b *Backend) Leave() { b.leaving.Store(true) }

// network is one chain with everything that follows it.
type network struct {
	api.Network
	chain       *chain.Network
	watcher     *chain.Watcher
	tokens      *tokens.Tokens
	orders      *orders.Service
	markets     *market.Markets
	pools       *pools.Tracker
	swaps       *swap.Service
	delta       *delta.Service        // nil where nobody here settles Delta orders
	usd         []string              // symbols of tokens taken to be worth one USD, best first
	description *networks.Description // nil of the local network
	// doubts are the contracts of description that are not proven, and why
	doubts atomic.Pointer[map[common.Address]string]
	// settling is what Delta orders are settled by; without agents nobody settles any
	settling settling

	// stands says why the chain in this process is not traded on, "" if it is; nil elsewhere
	stands    func() string
	told      atomic.Uint64 // the highest block of a receipt that was told
	behind    uint64        // by how many blocks what is followed is behind the chain
	now       func() time.Time
	swapping  pools.Config            // where its pools are
	contracts contracts.SwapAddresses // that swap on them
	executors []common.Address        // where others may stand beside that of contracts
}

// onDemand tells whether the chain makes blocks only where somebody sends something.
func (n *network) onDemand() bool { return n.description != nil && n.description.OnDemand }

// secretName is that of the key of price objects, which all nodes of an exchange share.
const secretName = "hmac"

// Open opens or makes the data folder. A folder that another process uses is refused within a
// second, by name.
func Open(ctx context.Context, cfg Config) (*Backend, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Random == nil {
		cfg.Random = crand.Reader
	}
	if cfg.Log == nil {
		cfg.Log = facts.NewLocal()
	}
	own := cfg.Now
	cfg.Now = func() time.Time { return own().Add(cfg.Log.Ahead()) }
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	cfg.warnOfHalf()
	s, err := store.Open(filepath.Join(cfg.Dir, storeFile),
		store.Options{Hook: cfg.StoreHook, Disk: cfg.Disk, Upgrades: upgrades()})
	if err != nil {
		return nil, damaged(err, cfg.Dir)
	}
	b := &Backend{cfg: cfg, store: s}
	if err := b.open(ctx); err != nil {
		return nil, errors.Join(damaged(err, cfg.Dir), b.Close())
	}
	return b, nil
}

// warnOfHalf says that a store that is there has no local chain beside it, or the other way round,
// as after a restore of half a folder: a new chain knows nothing of what was traded, and a new
// store of no order.
func (c Config) warnOfHalf() {
	_, noStore := os.Stat(filepath.Join(c.Dir, storeFile))
	_, noChain := os.Stat(c.chainFolder())
	if c.NoLocal {
		return
	}
	if noChain == nil && errors.Is(noStore, fs.ErrNotExist) {
		c.Logger.Warn("the local chain has no store beside it, a new one is begun, without the "+
			"orders of before: where there was one, stop, and put it back from a backup", "file",
			filepath.Join(c.Dir, storeFile))
	}
	if noStore == nil && errors.Is(noChain, fs.ErrNotExist) {
		c.Logger.Warn("the store has no local chain beside it, a new one is begun: where there "+
			"was one, stop, and put its folder back from a backup", "folder", c.chainFolder())
	}
}

// damaged adds to the name of damage that stops a start what to do about it.
func damaged(err error, dir string) error {
	if !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	return fmt.Errorf("%w; nothing was changed: restore a backup, or list all damage with "+
		"\"bourse store check %s\"", err, dir)
}

func (b *Backend) open(ctx context.Context) error {
	own, err := seal.Key(b.store, b.cfg.Random)
	if err != nil {
		return err
	}
	if b.sealKey, err = b.cfg.Log.Secret(ctx, secretName, own); err != nil {
		return err
	}
	if !b.cfg.NoLocal {
		if err := b.openLocal(ctx); err != nil {
			return err
		}
	}
	if len(b.cfg.LocalNodes.Read) > 0 {
		if err := b.addLocalElsewhere(ctx); err != nil {
			return err
		}
	}
	for _, r := range b.cfg.Remotes {
		if err := b.addRemote(ctx, r); err != nil {
			return err
		}
	}
	if len(b.nets) == 0 {
		return errors.New("without the local network, an exchange needs another one")
	}
	return nil
}

func (b *Backend) openLocal(ctx context.Context) (err error) {
	b.local, err = local.Open(ctx, local.Config{
		Dir: b.cfg.chainFolder(), Now: b.cfg.Now, Accounts: b.cfg.Accounts,
		RPCAddr: b.cfg.LocalRPC, Logger: b.cfg.Logger, Progress: b.cfg.Progress,
		Secret: b.cfg.Secret,
	})
	if err != nil {
		return err
	}
	b.house = b.local.House()
	return b.addLocal(ctx)
}

// Close stops the local chain and closes the store. Everything acknowledged is on disk already.
func (b *Backend) Close() error {
	var errs []error
	for _, n := range b.nets {
		if !n.Local || b.local == nil {
			n.chain.Close()
		}
	}
	if b.node != nil {
		b.node.Close()
	}
	if b.local != nil {
		errs = append(errs, b.local.Close())
	}
	if log, ok := b.cfg.Log.(io.Closer); ok {
		errs = append(errs, log.Close())
	}
	return errors.Join(append(errs, b.store.Close())...)
}

// addLocal adds the network that runs in this process.
func (b *Backend) addLocal(ctx context.Context) (err error) {
	if b.node, err = b.connectLocal(); err != nil {
		return err
	}
	return b.addDeployed(ctx, b.local.Deployment(),
		func(cfg chain.Config) (*chain.Network, error) {
			cfg.Trusted = true
			if b.cfg.Node == nil { // nothing stands between
				cfg.Logs, cfg.Receipt = b.local.Logs, b.local.Receipt
			}
			return chain.New(ctx, b.node, cfg)
		})
}

// addLocalElsewhere adds the local network of another process. What is deployed on it follows from
// its accounts. The secret of its house, where it has one, was put where a chain here keeps it.
func (b *Backend) addLocalElsewhere(ctx context.Context) (err error) {
	if b.house, err = local.HouseIn(b.cfg.chainFolder()); err != nil {
		return err
	}
	return b.addDeployed(ctx, local.Plan(b.cfg.Accounts),
		func(cfg chain.Config) (*chain.Network, error) {
			return chain.Connect(ctx, b.cfg.LocalNodes, cfg)
		})
}

// addDeployed adds the local network, wherever it runs.
func (b *Backend) addDeployed(ctx context.Context, d local.Deployment,
	connect func(chain.Config) (*chain.Network, error)) (err error) {
	n := &network{Network: d.Network(), usd: []string{"USDC", "USDT", "DAI"}, contracts: d.Swap,
		swapping: pools.Config{Exchanges: pools.Deployed(d.Swap), Weighted: d.Weighted},
		settling: settling{at: d.Delta, stock: d.Stock}}
	if b.local != nil {
		n.stands = b.standing
	}
	for i := range local.Agents {
		if b.cfg.SettledElsewhere {
			break
		}
		n.settling.agents = append(n.settling.agents, b.house.Agent(i))
	}
	n.chain, err = connect(chain.Config{
		ChainID: n.ChainID, Contracts: d.Contracts, BlockTime: n.BlockTime, Now: b.cfg.Now,
		ABIs: append(calldata.Errors(), deltaErrors()...),
	})
	if err != nil {
		return err
	}
	n.tokens = tokens.New(n.chain, d.Tokens, d.Collections, d.NFTs)
	return b.add(ctx, n)
}

// Begun is called by Config.Drive once the local chain has its past, its newest block is of the
// clock's time, and its books are full: before, the network does not count as live.
func (b *Backend) Begun() { b.begun.Store(true) }

// standing says why the local chain is not traded on, "" if it is.
func (b *Backend) standing() string {
	if p := b.local.Problem(); p != "" {
		return "the chain stands still: " + p
	}
	if b.cfg.Drive != nil && !b.begun.Load() {
		return "the network's first day is being made"
	}
	return ""
}

// connectLocal returns a client of the local chain's node.
func (b *Backend) connectLocal() (*rpc.Client, error) {
	if b.cfg.Node == nil {
		return b.local.Client(), nil
	}
	node, err := b.local.RPC()
	if err != nil {
		return nil, err
	}
	return b.cfg.Node(node)
}

// add completes a network with what follows it.
func (b *Backend) add(ctx context.Context, n *network) error {
	var err error
	n.orders, err = orders.Open(ctx,
		orders.Config{Store: b.store, Log: b.cfg.Log, Network: n.chain, Bus: &b.bus, Now: b.cfg.Now,
			Listed: n.tokens.IsListed, Kind: n.tokens.Kind, Logger: b.cfg.Logger,
			Snapshot: filepath.Join(b.cfg.Dir, fmt.Sprintf("orders-%d.index", n.chain.ChainID()))})
	if err != nil {
		return err
	}
	plan, err := marketsOf(n)
	if err != nil {
		return err
	}
	n.now, n.swapping.USD = b.cfg.Now, plan.USD
	if err := b.openSwaps(n); err != nil {
		return err
	}
	plan.Pools, plan.Sure = n.pools, orders.Quotable{Service: n.orders}
	plan.GasPrice = n.chain.GasPrice
	followers := []chain.Follower{n.orders, n.pools}
	if len(n.settling.agents) > 0 {
		if err := b.openDelta(n, plan.Orient); err != nil {
			return err
		}
		followers = append(followers, n.delta)
	}
	n.markets, err = market.Open(n.chain, b.store, plan, n.orders, n.tokens, &b.bus)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(b.cfg.Seed, n.ChainID))
	watching := chain.WatcherConfig{Now: b.cfg.Now, Rand: random.Float64, Logger: b.cfg.Logger}
	if !b.cfg.Manual && !n.onDemand() {
		watching.Standstill = max(15*time.Second, 10*n.BlockTime)
	}
	n.watcher = chain.NewWatcher(n.chain, watching, append(followers, n.markets)...)
	b.nets = append(b.nets, n)
	return nil
}

// Run runs the exchange until ctx ends or a part fails.
func (b *Backend) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var parts sync.WaitGroup
	run := func(f func(context.Context) error) {
		parts.Go(func() {
			if err := f(ctx); err != nil && ctx.Err() == nil {
				cancel(err)
			}
		})
	}
	run(b.store.Watch)
	run(b.cfg.Log.Run)
	for _, n := range b.nets {
		run(n.watcher.Run)
		run(n.orders.Run)
		run(n.pools.Run)
		if n.delta != nil {
			run(n.delta.Run)
		}
		if n.Local && b.local != nil {
			run(func(ctx context.Context) error { return b.admit(ctx, n) })
		}
		if n.description != nil {
			run(func(ctx context.Context) error { return b.prove(ctx, n) })
		}
		run(func(ctx context.Context) error { return b.announce(ctx, n) })
	}
	switch {
	case b.cfg.Manual || b.local == nil:
	case b.cfg.Drive != nil:
		run(func(ctx context.Context) error { return b.cfg.Drive(ctx, b) })
	default:
		run(b.local.Run)
	}
	<-ctx.Done()
	parts.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) &&
		!errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// announce publishes each block once everything that follows the network has taken it in.
func (b *Backend) announce(ctx context.Context, n *network) error {
	seen := n.watcher.Status().Head
	for {
		if err := n.watcher.Wait(ctx, api.BlockRef{Number: seen.Number}); err != nil {
			return nil
		}
		seen = n.watcher.Status().Head
		b.bus.Publish(api.Event{Topic: api.TopicBlock, ChainID: n.ChainID, Key: "head",
			Block: seen.Number})
	}
}

// Health tells what keeps the exchange from taking orders, nil if nothing does.
func (b *Backend) Health(context.Context) error {
	if err := b.store.Health(); err != nil {
		return api.Errorf(api.StoreUnavailable, "the store takes no writes: %v", err)
	}
	return nil
}

// Log is where what people sign becomes known.
func (b *Backend) Log() facts.Log { return b.cfg.Log }

// InUse tells whether an error of Open says that another process has the data folder.
func InUse(err error) bool { return errors.Is(err, store.ErrLocked) }
