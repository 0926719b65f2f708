package orders

import (
	"errors"

	"bourse/store"
	"bourse/store/facts"
)

// OpenFacts calls fn with the open orders of a network that a store holds, as the log of facts has
// them.
func OpenFacts(tx *store.Tx, chainID uint64, fn func(facts.Fact) error) error {
	t := tablesOf(chainID)
	return t.orders.Scan(tx, store.Range{}, func(id uint64, r record) error {
		now, err := t.statuses.Get(tx, id)
		if errors.Is(err, store.ErrNotFound) {
			now, err = r.first, nil
		}
		if err != nil || !now.state.open() {
			return err
		}
		body, err := recordCodec{}.Append(nil, r)
		if err != nil {
			return err
		}
		return fn(facts.Fact{Stream: Stream(chainID), Name: r.hash.Hex(), Body: body})
	})
}
