package views

import (
	"sync"

	"github.com/ethereum/go-ethereum/common"
)

// Replacements are the transactions that were signed in place of others that waited. They may be
// used from many goroutines; the zero value is none.
type Replacements struct {
	mu sync.Mutex
	by map[common.Hash]Replacement
}

// Replacement is a transaction that was signed in place of another.
type Replacement struct {
	Hash   common.Hash
	Cancel bool // whether it does nothing
}

// Put notes what was signed in place of a transaction.
func (r *Replacements) Put(old common.Hash, by Replacement) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by == nil {
		r.by = make(map[common.Hash]Replacement)
	}
	r.by[old] = by
}

// Of lists what was signed in place of a transaction, and in place of that, and so on.
func (r *Replacements) Of(hash common.Hash) (list []Replacement) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for by, ok := r.by[hash]; ok && len(list) < len(r.by); by, ok = r.by[by.Hash] {
		list = append(list, by)
	}
	return list
}
