package market

import (
	"bourse/backend/api"
	"bourse/store"
)

// backfilled begins the log indexes of trades that no log told of, above those of any block.
const backfilled = 1 << 31

// Backfill adds trades that no transaction made, in the order of their times, which must lie
// between the last known trade and the next block: the past of a network that is made up for a
// demo. They are kept under the given block, the newest there is, and go with it where it leaves
// the chain.
func (m *Markets) Backfill(block uint64, made []api.Trade) error {
	if len(made) == 0 {
		return nil
	}
	err := m.update(func(tx *store.Tx) error {
		for i := range made {
			t := &made[i]
			t.ChainID, t.Block, t.LogIndex = m.ChainID, block, uint(backfilled+i)
			t.Source = api.FromBackfill
			if err := trades.Put(tx, tradeKey{m.ChainID, block, uint32(t.LogIndex)},
				*t); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		m.addTrades(made, made[len(made)-1].Time)
	}
	return err
}
