package local

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/eip712"
)

// intake is the part of the JSON-RPC that takes transactions. The node's own answers before its
// pool has placed a transaction, and when the head moves at that moment the pool leaves it waiting
// behind others of its account. So nothing is taken while the head moves, and an answer means that
// the transaction has its place, there and on disk.
type intake struct {
	pool *txpool.TxPool
	sent *journal
	room func() error // fails where the disk has no room for more
	// closed takes nothing that the deployer signs: its key is public, and it can mint tokens.
	closed bool
	head   sync.RWMutex // held for writing while the head moves
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
	if err := errors.Join(plain(tx), i.admits(tx), i.room()); err != nil {
		return common.Hash{}, err
	}
	i.head.RLock()
	defer i.head.RUnlock()
	if err := i.pool.Add([]*types.Transaction{tx}, true)[0]; err != nil {
		return common.Hash{}, err
	}
	return tx.Hash(), i.sent.add(tx)
}

// plain refuses transactions that carry blobs: nothing here reads one, and each takes a thousand
// times the memory of another transaction, and half a second of a start that takes it in again.
func plain(tx *types.Transaction) error {
	if tx.Type() == types.BlobTxType {
		return errors.New("this network takes no blobs: send a transaction of another type")
	}
	return nil
}

// admits refuses what the deployer signed where it may sign nothing: transactions, and that its
// account act by some contract's code.
func (i *intake) admits(tx *types.Transaction) error {
	if !i.closed {
		return nil
	}
	deployer := address(DeployerKey())
	from, err := eip712.Sender(tx)
	if err != nil {
		return err
	}
	signed := from == deployer
	for _, a := range tx.SetCodeAuthorizations() {
		authority, err := a.Authority()
		signed = signed || err == nil && authority == deployer
	}
	if signed {
		return fmt.Errorf("the account %s deployed this network and does nothing else, its key "+
			"is public: sign with another account", deployer)
	}
	return nil
}

// restore puts what was taken before the process began back into the pool. What can't be mined any
// more is forgotten, and the reason told.
func (i *intake) restore(refused func(*types.Transaction, error)) error {
	txs, err := i.sent.all()
	if err != nil {
		return err
	}
	for _, tx := range txs {
		err := plain(tx)
		if err == nil {
			err = i.pool.Add([]*types.Transaction{tx}, true)[0]
		}
		if err != nil {
			refused(tx, err)
		}
	}
	return i.sent.keep(i.holds)
}

func (i *intake) holds(tx *types.Transaction) bool { return i.pool.Has(tx.Hash()) }

// maxUnchecked is after how many transactions the journal is held against the pool, which keeps a
// bounded number and drops others.
const maxUnchecked = 4096

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
	if i.sent.added.Load() < maxUnchecked {
		return nil
	}
	i.sent.added.Store(0)
	return i.sent.keep(i.holds)
}

// rejoin puts all that waits on disk, as after a reorganisation, when what was in blocks waits
// again.
func (i *intake) rejoin() error {
	if i.sent.db == nil {
		return nil
	}
	pending, queued := i.pool.Content()
	for _, accounts := range []map[common.Address][]*types.Transaction{pending, queued} {
		for _, txs := range accounts {
			for _, tx := range txs {
				if err := i.sent.put(tx); err != nil {
					return err
				}
			}
		}
	}
	return i.sent.db.SyncKeyValue()
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
	return c.intake.moveHead(func() error {
		c.intake.pool.Clear()
		return c.intake.sent.keep(c.intake.holds)
	})
}
