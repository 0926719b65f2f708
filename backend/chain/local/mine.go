package local

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/miner"

	"bourse/backend/api"
)

// headKey is where the hash of the newest block is kept, beside the node's own records.
var headKey = []byte("bourse-head")

// Mine makes a block of the pending transactions, at the clock's time or a second after the last
// block, whichever is later.
func (c *Chain) Mine(ctx context.Context) (api.BlockRef, error) {
	return c.mineAt(ctx, uint64(c.now().Unix()))
}

// AdjustTime makes a block that is d after the last one.
func (c *Chain) AdjustTime(ctx context.Context, d time.Duration) (api.BlockRef, error) {
	return c.mineAt(ctx, c.Head().Time+uint64(d/time.Second))
}

func (c *Chain) mineAt(ctx context.Context, time uint64) (api.BlockRef, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	block, err := c.seal(ctx, time)
	if err != nil && ctx.Err() == nil {
		problem := err.Error()
		c.problem.Store(&problem)
	} else if err == nil {
		c.problem.Store(nil)
	}
	if err != nil {
		return api.BlockRef{}, fmt.Errorf(
			"make block %d of the local chain: %w", c.Head().Number+1, err)
	}
	return ref(block.Header()), nil
}

// seal makes a block on the head. c.mu is held.
func (c *Chain) seal(ctx context.Context, time uint64) (*types.Block, error) {
	block, err := c.build(ctx, time)
	if err != nil {
		return nil, err
	}
	return block, c.publish(block)
}

// build makes and stores a block on the head that nobody is told of yet.
func (c *Chain) build(ctx context.Context, time uint64) (*types.Block, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := errors.Join(c.present(), c.checkSpace()); err != nil {
		return nil, err
	}
	parent := c.eth.BlockChain().CurrentBlock()
	block, _, err := c.eth.Miner().BuildTestingPayload(&miner.BuildPayloadArgs{
		Parent:       parent.Hash(),
		Timestamp:    max(time, parent.Time+1),
		FeeRecipient: address(c.house.key("fee recipient")),
		Random:       c.random(parent),
		Withdrawals:  types.Withdrawals{},
		BeaconRoot:   new(common.Hash),
	}, nil, false, nil)
	if err != nil {
		return nil, err
	}
	_, err = c.eth.BlockChain().InsertBlockWithoutSetHead(ctx, block, false)
	return block, err
}

// ErrLost: the chain's folder was removed or replaced while it was open, so blocks would be lost.
var ErrLost = errors.New("local chain lost")

// present proves that the folder in use is the one that the next process will find.
func (c *Chain) present() error {
	if c.lock == nil {
		return nil
	}
	now, err := os.Stat(c.lockPath())
	if os.IsNotExist(err) || err == nil && !os.SameFile(c.lock, now) {
		return fmt.Errorf("%w: %s was removed or replaced while it was in use: start the program "+
			"again on the folder that is to be kept", ErrLost, c.dir)
	}
	return nil
}

// minFree is how much of the disk stays free: many times a block, and enough for the store to go on
// for a while.
const minFree = 64 << 20

// checkSpace refuses to begin a block that may not fit on the disk, since the node ends the process
// when a write fails.
func (c *Chain) checkSpace() error {
	if c.dir == "" {
		return nil
	}
	free, err := c.free(c.dir)
	if err != nil {
		return err
	}
	if free < minFree {
		then := "and the chain goes on by itself"
		if !c.opened.Load() {
			then = "and start again"
		}
		return fmt.Errorf("the disk that holds %s has only %d MiB left: make room, %s", c.dir,
			free>>20, then)
	}
	return nil
}

// publish makes a stored block the head and tells everyone. Transactions sent afterwards are judged
// by its state.
func (c *Chain) publish(block *types.Block) error {
	if err := c.record(block); err != nil {
		return err
	}
	return c.setHead(block)
}

func (c *Chain) setHead(block *types.Block) error {
	return c.intake.moveHead(func() error {
		_, err := c.eth.BlockChain().SetCanonical(block)
		if err != nil {
			return err
		}
		c.settle(block.NumberU64())
		c.receipts.trim()
		return c.intake.sent.settle(block.Transactions())
	})
}

// How far behind the head the blocks are that JSON-RPC calls safe and finalized. Nothing undoes
// blocks of this network but Fork; clients wait for these all the same.
const (
	safeBehind      = 2
	finalizedBehind = 8
)

// settle says which blocks are safe and finalized under a head.
func (c *Chain) settle(head uint64) {
	blocks := c.eth.BlockChain()
	blocks.SetSafe(blocks.GetHeaderByNumber(head - min(head, safeBehind)))
	blocks.SetFinalized(blocks.GetHeaderByNumber(head - min(head, finalizedBehind)))
}

// record puts the block, its state and its name as the head on disk. It comes before anyone is
// told, so nothing that was seen can be lost; the node's own record of its head follows and may be
// a block behind after a crash, which recoverHead mends.
func (c *Chain) record(block *types.Block) error {
	db := c.eth.ChainDb()
	if err := db.Put(headKey, block.Hash().Bytes()); err != nil {
		return err
	}
	return db.SyncKeyValue()
}

// recoverHead returns to the last block published before a crash.
func (c *Chain) recoverHead() error {
	hash, err := c.eth.ChainDb().Get(headKey)
	if err != nil || common.BytesToHash(hash) == c.Head().Hash {
		c.settle(c.Head().Number)
		return nil // a chain without a block yet, or one closed in order
	}
	block := c.eth.BlockChain().GetBlockByHash(common.BytesToHash(hash))
	if block == nil {
		return c.lacks(fmt.Sprintf("its newest block %x", hash), nil)
	}
	return c.setHead(block)
}

// Fork makes an earlier block the head again, as a reorganisation begins. Transactions of the
// blocks left behind are pending afterwards, as they are on any network; DropPending forgets them.
func (c *Chain) Fork(ctx context.Context, parent common.Hash) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	block := c.eth.BlockChain().GetBlockByHash(parent)
	if block == nil {
		return fmt.Errorf("fork the local chain: there is no block %s", parent)
	}
	c.forks++
	if err := c.publish(block); err != nil {
		return fmt.Errorf("fork the local chain at block %d: %w", block.NumberU64(), err)
	}
	if err := errors.Join(c.thaw(block.NumberU64()), c.intake.rejoin()); err != nil {
		return fmt.Errorf("fork the local chain at block %d: %w", block.NumberU64(), err)
	}
	return nil
}

// thaw takes the blocks behind a new head out of the node's store of final blocks, where they go
// after a minute: it answers for its numbers whichever branch is the chain.
func (c *Chain) thaw(head uint64) error {
	db := c.eth.ChainDb()
	frozen, err := db.Ancients()
	if err == nil && frozen > head+1 {
		_, err = db.TruncateHead(head + 1)
	}
	return err
}

// random returns what the block shows contracts as randomness: fixed by its branch, so that a
// session can be repeated.
func (c *Chain) random(parent *types.Header) common.Hash {
	return crypto.Keccak256Hash(parent.Hash().Bytes(), binary.BigEndian.AppendUint64(nil, c.forks))
}
