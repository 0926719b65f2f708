package local

import (
	"errors"
	"fmt"
	"math/big"
	"net"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
)

// start assembles and starts the node.
func start(cfg Config) (*node.Node, *eth.Ethereum, error) {
	nodeConfig, err := nodeConfig(cfg)
	if err != nil {
		return nil, nil, err
	}
	stack, err := node.New(nodeConfig)
	if errors.Is(err, node.ErrDatadirUsed) {
		return nil, nil, fmt.Errorf("the local chain in %s is open in another process: stop that one, or name another folder with --data: %w", cfg.Dir, err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open the local chain in %s: %w", cfg.Dir, err)
	}
	backend, err := assemble(stack, cfg)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open the local chain in %s: %w", cfg.Dir, err), stack.Close())
	}
	return stack, backend, nil
}

func assemble(stack *node.Node, cfg Config) (*eth.Ethereum, error) {
	backend, err := eth.New(stack, ethConfig(cfg))
	if err != nil {
		return nil, err
	}
	stack.RegisterAPIs([]rpc.API{{
		Namespace: "eth",
		Service:   filters.NewFilterAPI(filters.NewFilterSystem(backend.APIBackend, filters.Config{})),
	}})
	if err := stack.Start(); err != nil {
		var listen *net.OpError
		if errors.As(err, &listen) {
			return nil, fmt.Errorf("its JSON-RPC can't be served at %s, choose another address with --local-rpc: %w", cfg.RPCAddr, err)
		}
		return nil, err
	}
	backend.SetSynced() // there is nobody to sync with: take transactions
	// The lowest tip that gets into a block is far below the one suggested (ethConfig), so that no wallet's transaction waits for ever.
	if err := backend.Miner().SetGasTip(big.NewInt(1)); err != nil {
		return nil, err
	}
	return backend, nil
}

func nodeConfig(cfg Config) (*node.Config, error) {
	modules := []string{"eth", "net", "web3"}
	nc := &node.Config{
		Name:                 "bourse",
		DataDir:              cfg.Dir,
		P2P:                  p2p.Config{NoDiscovery: true, NoDial: true, PrivateKey: key("node")},
		BatchRequestLimit:    node.DefaultConfig.BatchRequestLimit,
		BatchResponseMaxSize: node.DefaultConfig.BatchResponseMaxSize,
		HTTPTimeouts:         rpc.DefaultHTTPTimeouts,
	}
	if cfg.RPCAddr == "" {
		return nc, nil
	}
	host, port, err := net.SplitHostPort(cfg.RPCAddr)
	if err != nil {
		return nil, fmt.Errorf("the address %q for the local network's JSON-RPC must be host:port: %w", cfg.RPCAddr, err)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("the port %q for the local network's JSON-RPC must be a number from 0 to 65535", port)
	}
	if host == "" {
		host = "127.0.0.1" // others reach the network only when asked for
	}
	nc.HTTPHost, nc.HTTPPort, nc.HTTPModules = host, int(number), modules
	nc.WSHost, nc.WSPort, nc.WSModules = host, int(number), modules
	// Any page may talk to a network whose keys are public, but only under this machine's own names: a name that a page rebinds is refused.
	nc.HTTPCors, nc.WSOrigins = []string{"*"}, []string{"*"}
	nc.HTTPVirtualHosts = []string{"localhost", host}
	return nc, nil
}

func ethConfig(cfg Config) *ethconfig.Config {
	ec := ethconfig.Defaults
	ec.Genesis = genesis(cfg.Accounts)
	ec.SyncMode = ethconfig.FullSync
	// What senders offer above the base fee is suggested to the next one: without a ceiling a lively market talks its own fees up.
	ec.GPO.MaxPrice = big.NewInt(params.GWei)
	// The hash scheme without pruning writes all state with its block; the default scheme loses every block of a process that is killed.
	ec.StateScheme = rawdb.HashScheme
	ec.NoPruning = true
	ec.SnapshotCache = 0
	ec.TransactionHistory = 0 // every transaction stays findable by hash
	ec.LogNoHistory = true    // logs are read block by block
	ec.TxPool.NoLocals = true
	ec.TxPool.Journal = ""
	ec.TxPool.Lifetime = time.Hour
	ec.TxPool.PriceLimit = 1
	ec.DatabaseCache = 64
	ec.DatabaseHandles = 256
	ec.TrieCleanCache = 64
	ec.TrieDirtyCache = 0
	ec.Miner.GasCeil = gasLimit
	ec.Miner.GasPrice = big.NewInt(params.GWei) // the tip that the node suggests where nobody pays another
	ec.RPCGasCap = 2 * gasLimit                 // a batched read costs more than a transaction may
	ec.RPCTxFeeCap = 0
	return &ec
}
