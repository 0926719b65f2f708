package delta

import (
	"errors"

	"bourse/backend/api"
	"bourse/store"
)

// Unite brings into a store what another one knows better of the Delta orders of a network: orders
// that it does not have, and those of which more has happened there. Nodes of an exchange apply the
// same entries in one order, so that one of two has all of the other's, unless their log was lost
// in between. It returns how many orders it brought.
func Unite(to, from *store.Tx, chainID uint64) (brought int, err error) {
	t := tablesOf(chainID)
	if err := t.orders.Scan(from, store.Range{}, func(id string, r row) error {
		have, err := t.orders.Get(to, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			err = t.add(to, r)
		case err == nil && have.Seq < r.Seq:
			err = t.orders.Put(to, id, r)
		default:
			return err
		}
		brought++
		return errors.Join(err, t.copyHistory(to, from, id))
	}); err != nil {
		return brought, err
	}
	if err := t.counters.Scan(from, store.Range{}, func(key, there uint64) error {
		here, err := t.counters.Get(to, key)
		if err != nil && !errors.Is(err, store.ErrNotFound) || here >= there {
			return err
		}
		return t.counters.Put(to, key, there)
	}); err != nil {
		return brought, err
	}
	here, err := t.at(to)
	if err != nil {
		return brought, err
	}
	there, err := t.at(from)
	if err != nil || len(there) == 0 || len(here) > 0 && here[0].Number >= there[0].Number {
		return brought, err
	}
	return brought, t.position.Put(to, positionKey, there)
}

// copyHistory copies what happened to an order, and what it waits for.
func (t *tables) copyHistory(to, from *store.Tx, id string) error {
	err := t.events.Scan(from, store.Prefix([]byte(id)),
		func(k entryKey, e api.DeltaEvent) error { return t.events.Put(to, k, e) })
	if err == nil {
		err = t.rounds.Scan(from, store.Prefix([]byte(id)),
			func(k entryKey, e api.DeltaRoundEntry) error { return t.rounds.Put(to, k, e) })
	}
	if err != nil {
		return err
	}
	trigger, err := t.triggers.Get(from, id)
	if errors.Is(err, store.ErrNotFound) {
		return t.triggers.Delete(to, id)
	}
	if err != nil {
		return err
	}
	return t.triggers.Put(to, id, trigger)
}

// at is the chain as the orders have followed it.
func (t *tables) at(tx *store.Tx) ([]api.BlockRef, error) {
	recent, err := t.position.Get(tx, positionKey)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return recent, err
}
