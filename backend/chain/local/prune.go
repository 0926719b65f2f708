package local

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/ethereum/go-ethereum/rlp"
)

// The node writes all state that a block has changed with the block, so that a killed process loses
// none (ethConfig), and forgets none of it: most of what a busy chain writes is state that only old
// blocks have. Blocks, receipts and code stay for good.
const (
	// keptState is of how many of the newest blocks the state stays: what a reorganisation, or a
	// question about the past, may need.
	keptState = 1024
	// pruneEvery is after how many blocks older state is swept away.
	pruneEvery = 1024
	// sweepPart is how many records go while no block is made.
	sweepPart = 2048
)

// keepPruned sweeps old state away from time to time until ctx ends.
func (c *Chain) keepPruned(ctx context.Context) {
	for next := c.Head().Number + pruneEvery; ctx.Err() == nil; sleep(ctx, blockTime) {
		head := c.Head().Number
		if head < next {
			continue
		}
		next = head + pruneEvery
		began := time.Now()
		gone, err := c.prune(ctx, keptState)
		switch {
		case err == nil:
			c.logger.Info("old state of the local chain is gone", "records", gone, "head", head,
				"took", time.Since(began))
		case ctx.Err() == nil:
			c.logger.Warn("old state of the local chain stays", "error", err)
		}
	}
}

var errForked = errors.New("the head moved back meanwhile")

// prune removes the state that none of the newest blocks has, and tells how many records that were.
// Blocks are made meanwhile, but for moments. Without an error the state of every kept block is
// whole; a process killed in between has only lost part of what was to go.
func (c *Chain) prune(ctx context.Context, blocks uint64) (gone int, err error) {
	c.mu.Lock()
	forks := c.forks
	c.mu.Unlock()
	db, live := c.eth.ChainDb(), liveState{}
	head := c.Head().Number
	if err := c.mark(ctx, live, head-min(head, blocks-1), head); err != nil {
		return 0, err
	}
	// at a start the node begins anew where the state of the first block is missing
	if err := c.mark(ctx, live, 0, 0); err != nil {
		return 0, err
	}
	it := db.NewIterator(nil, nil)
	defer it.Release()
	for more := true; more; {
		var old [][]byte
		for len(old) < sweepPart {
			if more = it.Next(); !more {
				break
			}
			key := it.Key()
			if len(key) == common.HashLength && !live.has(common.Hash(key)) &&
				rawdb.IsLegacyTrieNode(key, it.Value()) {
				old = append(old, common.CopyBytes(key))
			}
		}
		n, err := c.sweep(ctx, live, old, head, forks)
		if gone += n; err != nil {
			return gone, err
		}
	}
	return gone, it.Error()
}

// sweep deletes records unless a block made since the given one has them, or has made them anew.
func (c *Chain) sweep(ctx context.Context, live liveState, old [][]byte,
	since, forks uint64) (n int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.forks != forks {
		return 0, errForked
	}
	// one block may be stored that could not be made the head yet
	if err := c.mark(ctx, live, since, c.Head().Number+1); err != nil {
		return 0, err
	}
	batch := c.eth.ChainDb().NewBatch()
	for _, key := range old {
		if live.has(common.Hash(key)) {
			continue
		}
		if err := batch.Delete(key); err != nil {
			return 0, err
		}
		n++
	}
	return n, batch.Write()
}

// mark makes live what the blocks of a range have, those beside the chain too.
func (c *Chain) mark(ctx context.Context, live liveState, from, to uint64) error {
	db := c.eth.ChainDb()
	for n := from; n <= to; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		headers := []*types.Header{c.eth.BlockChain().GetHeaderByNumber(n)}
		for _, hash := range rawdb.ReadAllHashes(db, n) {
			headers = append(headers, c.eth.BlockChain().GetHeaderByHash(hash))
		}
		for _, h := range headers {
			if h == nil {
				continue
			}
			if err := live.walk(db, h.Root, true); err != nil {
				return fmt.Errorf("the state of block %d: %w", n, err)
			}
		}
	}
	return nil
}

// liveState are the nodes of tries by the first bytes of their hashes: two that share them both
// stay.
type liveState map[[8]byte]struct{}

func (l liveState) has(h common.Hash) bool {
	_, ok := l[[8]byte(h[:])]
	return ok
}

// walk adds the node with a hash and all below it. What is known is not gone into again, since all
// below it is known as well. accounts tells the trie of accounts from those of their storage.
func (l liveState) walk(db ethdb.KeyValueReader, h common.Hash, accounts bool) error {
	if h == types.EmptyRootHash || l.has(h) {
		return nil
	}
	blob, err := db.Get(h[:])
	if err == nil {
		err = l.node(db, blob, accounts)
	}
	if err != nil {
		return fmt.Errorf("node %x: %w", h[:4], err)
	}
	l[[8]byte(h[:])] = struct{}{}
	return nil
}

// node adds what is below a node: a branch of 16 children and a value, or a path with a child, or
// with a value where the path says that it ends.
func (l liveState) node(db ethdb.KeyValueReader, blob []byte, accounts bool) error {
	var items []rlp.RawValue
	if err := rlp.DecodeBytes(blob, &items); err != nil {
		return err
	}
	switch len(items) {
	case 17:
		for _, item := range items[:16] {
			if err := l.child(db, item, accounts); err != nil {
				return err
			}
		}
		return nil
	case 2:
		_, path, _, err := rlp.Split(items[0])
		if err != nil || len(path) == 0 {
			return errors.Join(err, errNoNode)
		}
		const ends = 0x20
		switch {
		case path[0]&ends == 0:
			return l.child(db, items[1], accounts)
		case !accounts:
			return nil
		}
		var account types.StateAccount
		_, value, _, err := rlp.Split(items[1])
		if err == nil {
			err = rlp.DecodeBytes(value, &account)
		}
		if err != nil {
			return err
		}
		return l.walk(db, account.Root, false)
	}
	return errNoNode
}

var errNoNode = errors.New("it is no node of a trie")

// child adds a child: nothing, a small node as it is, or the hash of one.
func (l liveState) child(db ethdb.KeyValueReader, item rlp.RawValue, accounts bool) error {
	kind, content, _, err := rlp.Split(item)
	switch {
	case err != nil:
		return err
	case kind == rlp.List:
		return l.node(db, item, accounts)
	case len(content) == 0:
		return nil
	case len(content) != common.HashLength:
		return errNoNode
	}
	return l.walk(db, common.Hash(content), accounts)
}
