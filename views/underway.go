package views

import (
	"bytes"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// UnderWay are the transactions of this console that wait for their blocks. They may be used from
// many goroutines; the zero value is none.
type UnderWay struct {
	mu  sync.Mutex
	all map[common.Hash]api.Transaction
}

// Add notes that a transaction was sent.
func (u *UnderWay) Add(hash common.Hash, tx api.Transaction) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all == nil {
		u.all = make(map[common.Hash]api.Transaction)
	}
	u.all[hash] = tx
}

// Remove notes that it waits no more.
func (u *UnderWay) Remove(hash common.Hash) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.all, hash)
}

// Of is what one that waits does.
func (u *UnderWay) Of(hash common.Hash) (tx api.Transaction, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	tx, ok = u.all[hash]
	return tx, ok
}

// WithNonce finds one with the nonce of a transaction.
func (u *UnderWay) WithNonce(tx api.Transaction) (hash common.Hash, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for hash, t := range u.all {
		if t.ChainID == tx.ChainID && t.From == tx.From && t.Nonce == tx.Nonce {
			return hash, true
		}
	}
	return common.Hash{}, false
}

// Same finds one that does the same as a transaction.
func (u *UnderWay) Same(tx api.Transaction) (hash common.Hash, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for hash, t := range u.all {
		if t.ChainID == tx.ChainID && t.From == tx.From && t.To == tx.To && t.Value == tx.Value &&
			t.Nonce != tx.Nonce && bytes.Equal(t.Data, tx.Data) {
			return hash, true
		}
	}
	return common.Hash{}, false
}
