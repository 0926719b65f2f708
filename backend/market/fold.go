package market

import (
	"encoding/binary"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// What others trade is nobody's record: what anybody filled, swapped or signed is kept elsewhere.
// So a network's trades stay one by one only as far as a list and a chart of minutes look back.
// Those before them are summed up to candles of hours, as the charts of all longer intervals are,
// and these go once they are older than any chart, or too many.
const (
	maxTrades = 200_000
	maxHours  = 200_000
	// maxAge is beyond what is remembered of hours (see series).
	maxAge = keepHours + 30*day
	// foldPart is how many trades are summed up with a block, so that none waits for long.
	foldPart = 1000
)

// tally is how many records a network has.
type tally struct{ trades, hours int }

type hourKey struct {
	chain, start uint64
	pair         api.Pair
}

const hourKeySize = 8 + 8 + 2*common.AddressLength

type hourKeys struct{}

func (hourKeys) AppendKey(dst []byte, k hourKey) []byte {
	dst = binary.BigEndian.AppendUint64(dst, k.chain)
	dst = binary.BigEndian.AppendUint64(dst, k.start)
	return append(append(dst, k.pair.Base[:]...), k.pair.Quote[:]...)
}

func (hourKeys) DecodeKey(b []byte) (hourKey, error) {
	if len(b) != hourKeySize {
		return hourKey{}, errors.New("the key of an hour has 56 bytes")
	}
	return hourKey{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]),
		api.Pair{Base: common.Address(b[16:36]), Quote: common.Address(b[36:])}}, nil
}

var hours = store.NewTable("trade hours", hourKeys{}, store.JSON[api.Candle]{}).Growing()

// Tables lists what the markets of all networks keep in the store, for store.Check.
func Tables() []store.Checkable { return []store.Checkable{trades, hours, positions} }

// hoursFrom is all of a chain's hours from a time on.
func hoursFrom(chain, start uint64) store.Range {
	r := store.Prefix(binary.BigEndian.AppendUint64(nil, chain))
	r.From = binary.BigEndian.AppendUint64(r.From[:8:8], start)
	return r
}

// load remembers and counts what the store has of the network.
func (m *Markets) load(tx *store.Tx) error {
	err := hours.Scan(tx, hoursFrom(m.ChainID, 0), func(k hourKey, c api.Candle) error {
		m.have.hours++
		m.grow(k.pair, func(s *series) { s.hours = append(s.hours, c) })
		return nil
	})
	if err != nil {
		return err
	}
	return trades.Scan(tx, chainRange(m.ChainID, 0, false), func(k tradeKey, t api.Trade) error {
		m.have.trades++
		m.remember(withKey(k, t))
		return nil
	})
}

// update changes the trades of the network and keeps them within their bounds.
func (m *Markets) update(change func(*store.Tx) error) error {
	m.mu.RLock()
	have, now := m.have, m.now
	m.mu.RUnlock()
	err := m.store.Update(func(tx *store.Tx) error {
		before, err := trades.Count(tx)
		if err == nil {
			err = change(tx)
		}
		if err != nil {
			return err
		}
		after, err := trades.Count(tx)
		if have.trades += after - before; err == nil {
			err = m.fold(tx, &have, now)
		}
		return err
	})
	if err == nil {
		m.mu.Lock()
		m.have = have
		m.mu.Unlock()
	}
	return err
}

// fold sums up trades beyond the bounds and forgets such hours.
func (m *Markets) fold(tx *store.Tx, have *tally, now uint64) error {
	var old []tradeKey
	var sums []api.Trade
	over := have.trades - m.most.trades
	err := trades.Scan(tx, chainRange(m.ChainID, 0, false), func(k tradeKey, t api.Trade) error {
		if len(old) == foldPart || len(old) >= over && t.Time+maxAge >= now {
			return store.ErrStop
		}
		old, sums = append(old, k), append(sums, t)
		return nil
	})
	for i := 0; err == nil && i < len(old); i++ {
		if err = trades.Delete(tx, old[i]); err == nil && !sums[i].Aside {
			err = m.sumUp(tx, have, sums[i])
		}
	}
	if err != nil {
		return err
	}
	have.trades -= len(old)
	return m.forgetHours(tx, have, now)
}

// sumUp adds a trade to its hour.
func (m *Markets) sumUp(tx *store.Tx, have *tally, t api.Trade) error {
	k := hourKey{m.ChainID, t.Time - t.Time%hour, t.Pair}
	c, err := hours.Get(tx, k)
	if errors.Is(err, store.ErrNotFound) {
		c.Start = k.start
		have.hours++
	} else if err != nil {
		return err
	}
	return hours.Put(tx, k, merge(c, candleOf(t, hour)))
}

// forgetHours forgets the oldest hours that are too old or too many.
func (m *Markets) forgetHours(tx *store.Tx, have *tally, now uint64) error {
	var old []hourKey
	over := have.hours - m.most.hours
	err := hours.Scan(tx, hoursFrom(m.ChainID, 0), func(k hourKey, _ api.Candle) error {
		if len(old) >= over && k.start+maxAge >= now {
			return store.ErrStop
		}
		old = append(old, k)
		return nil
	})
	for i := 0; err == nil && i < len(old); i++ {
		err = hours.Delete(tx, old[i])
	}
	have.hours -= len(old)
	return err
}
