package local

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// settle makes the transaction pool catch up with the head and with what was just handed to it; it does both on its own time.
func (c *Chain) settle() error {
	pool := c.eth.TxPool()
	// A sync may be answered before the news of a head that was there first, but only once: the next one waits for it.
	for range 3 {
		if err := pool.Sync(); err != nil {
			return err
		}
	}
	if stuck := c.stuck(); len(stuck) > 0 {
		pool.Clear()
		pool.Add(stuck, true) // what is invalid by now is dropped, as the pool would
	}
	return nil
}

// stuck returns all transactions of the pool, in the order of their nonces, if it holds back one that could go into the next block: a sync
// that comes while a transaction is taken in leaves it behind those of the same account that are pending.
func (c *Chain) stuck() []*types.Transaction {
	pool := c.eth.TxPool()
	if _, queued := pool.Stats(); queued == 0 {
		return nil
	}
	pending, queued := pool.Content()
	found := false
	for account, txs := range queued {
		found = found || len(txs) > 0 && txs[0].Nonce() == pool.PoolNonce(account)
	}
	if !found {
		return nil
	}
	var all []*types.Transaction
	for _, group := range []map[common.Address][]*types.Transaction{pending, queued} {
		for _, txs := range group {
			all = append(all, txs...)
		}
	}
	return all
}

// waiting tells whether transactions could go into the next block.
func (c *Chain) waiting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.settle(); err != nil {
		return false // the node is closing
	}
	runnable, _ := c.eth.TxPool().Stats()
	return runnable > 0
}

// DropPending forgets every transaction that is not in a block.
func (c *Chain) DropPending() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.settle(); err != nil {
		return err
	}
	c.eth.TxPool().Clear()
	return nil
}
