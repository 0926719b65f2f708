package local

import (
	"context"
	"errors"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/types"
)

// intake is the part of the JSON-RPC that takes transactions. The node's own answers before its
// pool has placed a transaction, and when the head moves at that moment the pool leaves it waiting
// behind others of its account. So nothing is taken while the head moves, and an answer means that
// the transaction has its place.
type intake struct {
	pool *txpool.TxPool
	head sync.RWMutex // held for writing while the head moves
}

// SendRawTransaction serves eth_sendRawTransaction.
func (i *intake) SendRawTransaction(_ context.Context, raw hexutil.Bytes) (common.Hash, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, err
	}
	if !tx.Protected() {
		return common.Hash{}, errors.New(
			"only replay-protected (EIP-155) transactions allowed over RPC")
	}
	i.head.RLock()
	defer i.head.RUnlock()
	return tx.Hash(), i.pool.Add([]*types.Transaction{tx}, true)[0]
}

// moveHead moves the head and makes the pool catch up with it.
func (i *intake) moveHead(move func() error) error {
	i.head.Lock()
	defer i.head.Unlock()
	if err := move(); err != nil {
		return err
	}
	// A sync may be answered before the news of a head that was there first, but only once: the
	// next one waits for it.
	for range 3 {
		if err := i.pool.Sync(); err != nil {
			return err
		}
	}
	return nil
}

// waiting tells whether transactions could go into the next block.
func (c *Chain) waiting() bool {
	runnable, _ := c.intake.pool.Stats()
	return runnable > 0
}

// DropPending forgets every transaction that is not in a block.
func (c *Chain) DropPending() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.intake.moveHead(func() error { c.intake.pool.Clear(); return nil })
}
