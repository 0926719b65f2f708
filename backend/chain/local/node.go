package local

import (
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
)

// batchLimit is how many requests a message may hold. Pages of others may send some (see
// door.serve), and a message by WebSocket has no other limit.
const batchLimit = 100

// nodeName is the node's own folder within the chain's.
const nodeName = "bourse"

// start assembles and starts the node of a chain.
func start(cfg Config) (*Chain, error) {
	door, err := newDoor(cfg.RPCAddr)
	if err != nil {
		return nil, err
	}
	stack, err := node.New(nodeConfig(cfg))
	if errors.Is(err, node.ErrDatadirUsed) {
		return nil, fmt.Errorf("the local chain in %s is open in another process: stop that one, "+
			"or name another folder with --data: %w", cfg.Dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open the local chain in %s: %w", cfg.Dir, advised(err))
	}
	c := &Chain{now: cfg.Now, logger: cfg.Logger, node: stack, door: door, dir: cfg.Dir,
		free: cfg.Free}
	if cfg.Dir != "" {
		c.lock, err = os.Stat(c.lockPath())
	}
	if err == nil {
		err = c.assemble(cfg)
	}
	if err != nil {
		err = fmt.Errorf("open the local chain in %s: %w", cfg.Dir, err)
		if closing := stack.Close(); !errors.Is(closing, node.ErrNodeStopped) {
			err = errors.Join(err, closing)
		}
		return nil, err
	}
	return c, nil
}

// openNode opens the node's database and chain. On some damaged files the library panics.
func openNode(stack *node.Node, cfg *ethconfig.Config) (backend *eth.Ethereum, err error) {
	defer func() {
		if p := recover(); p != nil {
			backend, err = nil, damaged(fmt.Errorf("%v", p))
		}
	}()
	backend, err = eth.New(stack, cfg)
	var other *core.GenesisMismatchError
	switch {
	case errors.As(err, &other):
		return nil, fmt.Errorf("it was begun with other accounts or by another version, move its "+
			"folder away to begin a new one: %w", err)
	case err != nil:
		return nil, damaged(err)
	}
	return backend, nil
}

// lockPath is where the node keeps others out of its folder.
func (c *Chain) lockPath() string { return filepath.Join(c.dir, nodeName, "LOCK") }

func (c *Chain) assemble(cfg Config) error {
	store := c.node.ResolvePath("chaindata")
	if cfg.Dir != "" && rawdb.PreexistingDatabase(store) == rawdb.DBPebble {
		return errors.New("it is in a store that this version does not read, move its folder " +
			"away to begin a new chain")
	}
	_, begun := os.Stat(store)
	house, err := houseOf(cfg, begun == nil)
	if err != nil {
		return err
	}
	c.house = house
	backend, err := openNode(c.node, ethConfig(cfg, c.house))
	if err != nil {
		return err
	}
	c.eth, c.receipts = backend, receiptsOf(backend.BlockChain())
	c.intake = &intake{pool: backend.TxPool(), sent: &journal{}, room: c.checkSpace,
		closed: house != (House{})}
	if cfg.Dir != "" {
		c.intake.sent.db = backend.ChainDb()
	}
	logs := filters.NewFilterAPI(filters.NewFilterSystem(backend.APIBackend,
		filters.Config{LogCacheSize: keptLogs, LogQueryLimit: 1_000}))
	simulations, err := newSimulations(backend.APIs())
	if err != nil {
		return err
	}
	find := newSearches(logs, backend.APIBackend.HeaderByNumber)
	own := []rpc.API{ // a later method takes the place of an earlier one
		{Namespace: "eth", Service: simulations},
		{Namespace: "eth", Service: find},
		{Namespace: "eth", Service: newWatches(backend.BlockChain(), find)},
		{Namespace: "eth", Service: c.intake},
		{Namespace: "eth", Service: closed{}},
	}
	c.node.RegisterAPIs(own)
	if c.door != nil {
		behind := append(backend.APIs(),
			rpc.API{Namespace: "web3", Service: web3{c.node.Config().NodeName()}})
		if err := c.door.serve(append(behind, own...)); err != nil {
			return err
		}
		c.node.RegisterLifecycle(c.door)
	}
	if err := c.node.Start(); err != nil {
		var listen *net.OpError
		if errors.As(err, &listen) {
			return fmt.Errorf("its JSON-RPC can't be served at %s, choose another address with "+
				"--local-rpc: %w", cfg.RPCAddr, err)
		}
		return damaged(err)
	}
	backend.SetSynced() // there is nobody to sync with: take transactions
	// The lowest tip that gets into a block is far below the one suggested (ethConfig), so that no
	// wallet's transaction waits for ever.
	return backend.Miner().SetGasTip(big.NewInt(1))
}

func nodeConfig(cfg Config) *node.Config {
	return &node.Config{
		Name:     nodeName,
		DataDir:  cfg.Dir,
		DBEngine: rawdb.DBLeveldb,
		P2P: p2p.Config{NoDiscovery: true, NoDial: true,
			PrivateKey: House{}.key("node")},
	}
}

func ethConfig(cfg Config, h House) *ethconfig.Config {
	ec := ethconfig.Defaults
	ec.Genesis = genesis(cfg.Accounts, h)
	ec.SyncMode = ethconfig.FullSync
	// What senders offer above the base fee is suggested to the next one: without a ceiling a
	// lively market talks its own fees up.
	ec.GPO.MaxPrice = big.NewInt(params.GWei)
	// The hash scheme without pruning writes all state with its block; the default scheme loses
	// every block of a process that is killed.
	ec.StateScheme = rawdb.HashScheme
	ec.NoPruning = true
	ec.SnapshotCache = 0
	ec.TransactionHistory = 0 // every transaction stays findable by hash
	ec.LogNoHistory = true    // logs are read block by block
	ec.TxPool.NoLocals = true
	ec.TxPool.Journal = ""
	ec.TxPool.Lifetime = time.Hour
	ec.BlobPool.Datadir = "" // in memory, as all that is not in a block
	ec.TxPool.PriceLimit = 1
	// Caches are what a process grows by until they are full; the state of a local market is small,
	// and the system keeps the files of its chain in memory as well.
	ec.DatabaseCache = 32
	ec.DatabaseHandles = 256
	ec.TrieCleanCache = 16
	ec.TrieDirtyCache = 0
	ec.Miner.GasCeil = gasLimit
	// the tip that the node suggests where nobody pays another
	ec.Miner.GasPrice = big.NewInt(params.GWei)
	ec.RPCGasCap = gasLimit
	// What a call costs is bounded by that; this ends what a busy machine takes too long for,
	// before whoever asked gives up.
	ec.RPCEVMTimeout = 8 * time.Second
	ec.RPCTxFeeCap = 0
	return &ec
}
