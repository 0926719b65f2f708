package views

import (
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Past remembers what does not change any more: what pairs were last traded at before a minute, and
// what transactions have moved. The zero Past is empty; it may be used from several goroutines.
type Past struct {
	mu     sync.Mutex
	prices map[PriceThen]PriceTold
	moved  map[MovedThen]api.Movements
}

// mostPast bounds what is remembered of each; beyond it everything is read anew.
const mostPast = 50_000

// PriceThen names the last price of a pair before a minute.
type PriceThen struct {
	ChainID uint64
	Pair    api.Pair
	Minute  uint64 // its beginning in UNIX seconds
}

// PriceTold is a price with who alone tells of it, "" of this process or a node of one's own.
type PriceTold struct {
	api.Price
	ToldBy string
}

// MovedThen names what a transaction has moved to and from an account.
type MovedThen struct {
	ChainID uint64
	Account common.Address
	Hash    common.Hash
}

// Price is what is remembered of a price.
func (t *Past) Price(of PriceThen) (p PriceTold, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok = t.prices[of]
	return p, ok
}

// PutPrice remembers a price.
func (t *Past) PutPrice(of PriceThen, p PriceTold) {
	t.mu.Lock()
	defer t.mu.Unlock()
	put(&t.prices, of, p)
}

// Moved is what is remembered of a transaction.
func (t *Past) Moved(of MovedThen) (m api.Movements, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m, ok = t.moved[of]
	return m, ok
}

// PutMoved remembers a transaction.
func (t *Past) PutMoved(of MovedThen, m api.Movements) {
	t.mu.Lock()
	defer t.mu.Unlock()
	put(&t.moved, of, m)
}

func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil || len(*m) >= mostPast {
		*m = map[K]V{}
	}
	(*m)[key] = value
}
