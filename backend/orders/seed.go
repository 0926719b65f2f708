package orders

import (
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store"
	"bourse/store/facts"
)

// Facts calls fn with the orders of a network that a store holds, as the log of facts has them, and
// whether each is open.
func Facts(tx *store.Tx, chainID uint64, fn func(f facts.Fact, open bool) error) error {
	t := tablesOf(chainID)
	return t.orders.Scan(tx, store.Range{}, func(id uint64, r record) error {
		now, err := t.statuses.Get(tx, id)
		if errors.Is(err, store.ErrNotFound) {
			now, err = r.first, nil
		}
		if err != nil {
			return err
		}
		body, err := recordCodec{}.Append(nil, r)
		if err != nil {
			return err
		}
		return fn(facts.Fact{Stream: Stream(chainID), Name: r.hash.Hex(), Body: body},
			now.state.open())
	})
}

// OpenFacts calls fn with the open orders of a network that a store holds.
func OpenFacts(tx *store.Tx, chainID uint64, fn func(facts.Fact) error) error {
	return Facts(tx, chainID, func(f facts.Fact, open bool) error {
		if !open {
			return nil
		}
		return fn(f)
	})
}

// Hashes are the orders of a network that a store holds.
func Hashes(tx *store.Tx, chainID uint64) (map[common.Hash]bool, error) {
	all := make(map[common.Hash]bool)
	t := tablesOf(chainID)
	return all, t.orders.Scan(tx, store.Range{}, func(_ uint64, r record) error {
		all[r.hash] = true
		return nil
	})
}
