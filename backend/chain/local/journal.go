package local

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"

	"bourse/backend/eip712"
)

// journalKey begins the keys of the transactions that were taken and are in no block yet, beside
// the node's own records. The account and the nonce follow, so that one that takes another's place
// takes it here too.
var journalKey = []byte("bourse-sent-")

// journal keeps transactions on disk from before their sender is answered until a block holds
// them: the node's own pool is in memory and ends with the process.
type journal struct {
	db    ethdb.KeyValueStore // nil for a chain in memory
	added atomic.Int32        // since what nobody waits for was left out last
}

func (j *journal) key(from common.Address, nonce uint64) []byte {
	key := append(append([]byte(nil), journalKey...), from[:]...)
	return binary.BigEndian.AppendUint64(key, nonce)
}

// add puts a transaction on disk and returns once it is there.
func (j *journal) add(tx *types.Transaction) error {
	if j.db == nil {
		return nil
	}
	if err := j.put(tx); err != nil {
		return err
	}
	j.added.Add(1)
	return j.db.SyncKeyValue()
}

func (j *journal) put(tx *types.Transaction) error {
	from, err := eip712.Sender(tx)
	if err != nil {
		return err
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return err
	}
	return j.db.Put(j.key(from, tx.Nonce()), raw)
}

// settle forgets what transactions have used up.
func (j *journal) settle(mined types.Transactions) error {
	if j.db == nil {
		return nil
	}
	for _, tx := range mined {
		from, err := eip712.Sender(tx)
		if err != nil {
			return err
		}
		if err := j.db.Delete(j.key(from, tx.Nonce())); err != nil {
			return err
		}
	}
	return nil
}

// all returns what is kept, the transactions of an account in the order of their nonces.
func (j *journal) all() (txs []*types.Transaction, err error) {
	if j.db == nil {
		return nil, nil
	}
	it := j.db.NewIterator(journalKey, nil)
	defer it.Release()
	for it.Next() {
		tx := new(types.Transaction)
		if err := tx.UnmarshalBinary(it.Value()); err != nil {
			return nil, fmt.Errorf("a transaction that waits is damaged: %w", err)
		}
		txs = append(txs, tx)
	}
	return txs, it.Error()
}

// keep leaves those alone that are wanted.
func (j *journal) keep(wanted func(*types.Transaction) bool) error {
	txs, err := j.all()
	if err != nil {
		return err
	}
	var rest types.Transactions
	for _, tx := range txs {
		if !wanted(tx) {
			rest = append(rest, tx)
		}
	}
	return j.settle(rest)
}
