package local

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// Config says where a chain lives and what it gets from outside.
type Config struct {
	// Dir is the chain's folder, made when missing. Empty keeps the chain in memory.
	Dir string
	// Now is the clock that block times follow.
	Now func() time.Time
	// Accounts are the user's: all get coins, the first five also every token and some NFTs. They
	// are part of the first block, so a folder must always be opened with the same ones.
	Accounts []common.Address
	// RPCAddr is where JSON-RPC is served over HTTP and WebSocket, as host:port (port 0 picks one);
	// empty serves none.
	RPCAddr string
	// Secret gives a chain that is begun a house with a secret (see House), kept in its folder.
	Secret bool
	// Progress is told how many transactions of the deployment are done; nil is not.
	Progress func(api.Progress)
	// Free tells how many bytes are left on the disk that holds a folder; nil asks the system. For
	// tests.
	Free func(dir string) (uint64, error)
	// Logger takes what the node logs; nil drops it.
	Logger *slog.Logger
}

// Chain is a running local network. All methods may be called at the same time.
type Chain struct {
	now        func() time.Time
	logger     *slog.Logger
	node       *node.Node
	door       *door // nil where nobody else reaches the chain
	eth        *eth.Ethereum
	intake     *intake
	receipts   *receipts
	house      House
	deployment Deployment
	dir        string
	lock       os.FileInfo                      // of the folder's lock file, nil in memory
	free       func(dir string) (uint64, error) // bytes left on the disk

	opened  atomic.Bool            // whether Open has returned it
	problem atomic.Pointer[string] // why the last block could not be made, nil if it could

	mu    sync.Mutex // held while the head moves
	forks uint64     // branches made, so that blocks of two branches differ
}

// longRest is how long a chain may have been closed before a start says so: what was to expire
// meanwhile does so with the next block.
const longRest = 24 * time.Hour

// Open opens or makes the chain and completes its deployment. A folder that another process has
// open is refused.
func Open(ctx context.Context, cfg Config) (*Chain, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	routeLogs(cfg.Logger)
	if cfg.Progress == nil {
		cfg.Progress = func(api.Progress) {}
	}
	if cfg.Free == nil {
		cfg.Free = freeSpace
	}
	c, err := starting(ctx, cfg)
	if err != nil {
		return nil, err
	}
	ran := c.Head().Number > 0 // a new one is of long ago too, and has not rested
	if err := c.prepare(ctx, cfg.Accounts, cfg.Progress); err != nil {
		return nil, errors.Join(err, c.node.Close())
	}
	if head := time.Unix(int64(c.Head().Time), 0); ran && c.now().Sub(head) > longRest {
		cfg.Logger.Info("the local chain rested: its next block is of this machine's clock",
			"last", head.In(c.now().Location()), "clock", c.now(), "rested", c.now().Sub(head))
	}
	c.opened.Store(true)
	return c, nil
}

func (c *Chain) prepare(ctx context.Context, accounts []common.Address,
	progress func(api.Progress)) error {
	if err := c.recoverHead(); err != nil {
		return err
	}
	plan, made := deployment(accounts, c.house)
	c.deployment = made
	if err := c.compare(plan); err != nil {
		return err
	}
	if err := c.deploy(ctx, plan, made.before, progress); err != nil {
		return err
	}
	if err := c.register(ctx, plan, made); err != nil {
		return err
	}
	if err := c.deploy(ctx, plan, len(plan.Steps), progress); err != nil {
		return err
	}
	err := c.intake.restore(func(tx *types.Transaction, err error) {
		c.logger.Info("a transaction sent before can't be mined any more", "hash", tx.Hash(),
			"reason", err)
	})
	if err != nil {
		return err
	}
	return c.awaitIndex(ctx)
}

// awaitIndex waits until the node can tell a transaction that it does not have from one it has not
// indexed yet, which on a new chain takes some milliseconds.
func (c *Chain) awaitIndex(ctx context.Context) error {
	for !c.eth.BlockChain().TxIndexDone() {
		if err := ctx.Err(); err != nil {
			return err
		}
		sleep(ctx, time.Millisecond)
	}
	return nil
}

// Close stops the node. Every block seen by anyone is on disk already.
func (c *Chain) Close() error {
	if err := c.node.Close(); err != nil && !errors.Is(err, node.ErrNodeStopped) {
		return fmt.Errorf("close the local chain: %w", err)
	}
	return nil
}

// Client returns a client of the chain in process. It ends with the chain.
func (c *Chain) Client() *rpc.Client { return c.node.Attach() }

// RPC returns the server that answers the chain's clients in process.
func (c *Chain) RPC() (*rpc.Server, error) { return c.node.RPCHandler() }

// RPCURL returns the address of the JSON-RPC server, or "" if none was asked for.
func (c *Chain) RPCURL() string { return c.door.url() }

// Problem says why the chain stands still, "" if it does not.
func (c *Chain) Problem() string {
	if p := c.problem.Load(); p != nil {
		return *p
	}
	return ""
}

// Deployment tells what is deployed where.
func (c *Chain) Deployment() Deployment { return c.deployment }

// House are the accounts of the program's own.
func (c *Chain) House() House { return c.house }

// Head returns the newest block.
func (c *Chain) Head() api.BlockRef { return ref(c.eth.BlockChain().CurrentBlock()) }

func ref(h *types.Header) api.BlockRef {
	return api.BlockRef{Number: h.Number.Uint64(), Hash: h.Hash(), Parent: h.ParentHash,
		Time: h.Time}
}
