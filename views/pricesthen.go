package views

import (
	"sync"

	"bourse/backend/api"
)

// PricesThen remembers what pairs were last traded at before a minute, which does not change any
// more. The zero PricesThen is empty; it may be used from several goroutines.
type PricesThen struct {
	mu sync.Mutex
	of map[PriceThen]api.Price
}

// PriceThen names the last price of a pair before a minute.
type PriceThen struct {
	ChainID uint64
	Pair    api.Pair
	Minute  uint64 // its beginning in UNIX seconds
}

// Get is what is remembered.
func (t *PricesThen) Get(of PriceThen) (p api.Price, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok = t.of[of]
	return p, ok
}

// Put remembers a price.
func (t *PricesThen) Put(of PriceThen, p api.Price) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil {
		t.of = map[PriceThen]api.Price{}
	}
	t.of[of] = p
}
