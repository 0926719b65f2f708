package market

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/store"
)

// positions holds, for each network, the blocks that the trades are up to.
var positions = store.NewTable("trade positions", store.Uint64Keys{}, store.JSON[[]api.BlockRef]{})

// Name implements chain.Follower.
func (m *Markets) Name() string { return "market" }

// Position implements chain.Follower.
func (m *Markets) Position(context.Context) (recent []api.BlockRef, err error) {
	err = m.store.View(func(tx *store.Tx) error {
		recent, err = position(tx, m.ChainID)
		return err
	})
	return recent, err
}

func position(tx *store.Tx, chainID uint64) ([]api.BlockRef, error) {
	recent, err := positions.Get(tx, chainID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return recent, err
}

// Wants implements chain.Follower: fills of fungible orders and swaps on pools are trades.
func (m *Markets) Wants(l *types.Log) bool {
	return m.filled(l) || m.Pools != nil && m.Pools.Traded(l)
}

// Filter implements chain.Follower. Swaps are told to whoever keeps the pools.
func (m *Markets) Filter() chain.Filter {
	return chain.Filter{Contracts: []common.Address{m.net.Contracts().AugustusRFQ}}
}

func (m *Markets) filled(l *types.Log) bool {
	return l.Address == m.net.Contracts().AugustusRFQ && len(l.Topics) > 0 &&
		l.Topics[0] == orderFilled
}

var (
	orderContract = contracts.NewAugustusRFQ()
	orderABI      = orderContract.GetABI()
	orderFilled   = orderABI.Events["OrderFilled"].ID
)

// Apply implements chain.Follower.
func (m *Markets) Apply(ctx context.Context, b chain.Block) error {
	done := make([]api.Trade, 0, len(b.Logs))
	for i := range b.Logs {
		if t, ok := m.tradeOf(&b.Logs[i], b.Of(&b.Logs[i])); ok {
			t.Aside = m.isAside(ctx, t)
			done = append(done, t)
		}
	}
	err := m.update(func(tx *store.Tx) error {
		recent, err := position(tx, m.ChainID)
		if err != nil {
			return err
		}
		for _, t := range done {
			if err := trades.Put(tx, tradeKey{m.ChainID, t.Block, uint32(t.LogIndex)},
				t); err != nil {
				return err
			}
		}
		return positions.Put(tx, m.ChainID, chain.Remember(recent, b.BlockRef))
	})
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.block = b.Number
	m.mu.Unlock()
	m.addTrades(done, b.Time)
	return m.followBooks(ctx, b.Number)
}

// tradeOf decodes the log of a fill or a swap. One that moved nothing of one side has no price.
func (m *Markets) tradeOf(l *types.Log, b api.BlockRef) (api.Trade, bool) {
	if !m.filled(l) {
		return m.swapTradeOf(l, b)
	}
	e, err := orderContract.UnpackOrderFilledEvent(l)
	if err != nil || e.MakerAmount.Sign() == 0 || e.TakerAmount.Sign() == 0 ||
		e.MakerAsset == e.TakerAsset {
		return api.Trade{}, false
	}
	return m.Orient.Trade(api.Fill{
		ChainID: m.ChainID, OrderHash: e.OrderHash, Maker: e.Maker, Taker: e.Taker,
		MakerAsset: api.Asset{Address: e.MakerAsset}, TakerAsset: api.Asset{Address: e.TakerAsset},
		MakerAmount: api.MustBig(e.MakerAmount), TakerAmount: api.MustBig(e.TakerAmount),
		Block: b, TxHash: l.TxHash, LogIndex: l.Index,
	}), true
}

// swapTradeOf reads a swap as the fill of an order that the pool made.
func (m *Markets) swapTradeOf(l *types.Log, b api.BlockRef) (api.Trade, bool) {
	e, ok := m.Pools.Trade(l)
	if !ok {
		return api.Trade{}, false
	}
	t := m.Orient.Trade(api.Fill{
		ChainID: m.ChainID, MakerAsset: api.Asset{Address: e.Bought},
		TakerAsset: api.Asset{Address: e.Sold}, MakerAmount: e.Out, TakerAmount: e.In,
		Block: b, TxHash: l.TxHash, LogIndex: l.Index,
	})
	t.Source = e.Exchange
	return t, true
}

// addTrades adds stored trades to what is remembered, and tells of them.
func (m *Markets) addTrades(done []api.Trade, now uint64) {
	m.mu.Lock()
	m.now = now
	for _, t := range done {
		m.remember(t)
	}
	m.mu.Unlock()
	told := make(map[api.Pair]bool)
	for _, t := range done {
		if !told[t.Pair] {
			told[t.Pair] = true
			m.publish(t.Pair, t.Block)
		}
	}
}

func (m *Markets) publish(p api.Pair, block uint64) {
	m.bus.Publish(api.Event{Topic: api.TopicTrade, ChainID: m.ChainID,
		Key: api.PairKey(p.Base, p.Quote), Pair: p, Block: block})
}

// Rollback implements chain.Follower: trades of blocks after to are forgotten.
func (m *Markets) Rollback(_ context.Context, to api.BlockRef) error {
	gone := make(map[api.Pair]uint64) // to the time of the first trade forgotten
	err := m.update(func(tx *store.Tx) error {
		var keys []tradeKey
		err := trades.Scan(tx, chainRange(m.ChainID, to.Number+1, false),
			func(k tradeKey, t api.Trade) error {
				keys = append(keys, k)
				if _, seen := gone[t.Pair]; !seen {
					gone[t.Pair] = t.Time
				}
				return nil
			})
		if err != nil {
			return err
		}
		for _, k := range keys {
			if err := trades.Delete(tx, k); err != nil {
				return err
			}
		}
		recent, err := position(tx, m.ChainID)
		if err != nil {
			return err
		}
		return positions.Put(tx, m.ChainID, chain.Forget(recent, to))
	})
	if err != nil {
		return err
	}
	return m.rebuild(gone, to)
}

// rebuild sums up again, from the store, the pairs that lost trades from a time on.
func (m *Markets) rebuild(gone map[api.Pair]uint64, to api.BlockRef) error {
	earliest := to.Time
	for p, when := range gone {
		gone[p] = when - when%hour
		earliest = min(earliest, gone[p])
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now, m.block = to.Time, to.Number
	clear(m.followed)
	for p, when := range gone {
		if s := m.pairs[p]; s != nil {
			s.forgetFrom(when)
		}
	}
	var again []api.Trade // newest first
	err := m.store.View(func(tx *store.Tx) error {
		if err := hours.Scan(tx, hoursFrom(m.ChainID, earliest-earliest%hour),
			func(k hourKey, c api.Candle) error {
				if when, lost := gone[k.pair]; lost && k.start >= when {
					m.grow(k.pair, func(s *series) { s.hours = append(s.hours, c) })
				}
				return nil
			}); err != nil {
			return err
		}
		return trades.Scan(tx, chainRange(m.ChainID, 0, true), func(k tradeKey, t api.Trade) error {
			if t.Time < earliest {
				return store.ErrStop
			}
			if when, lost := gone[t.Pair]; lost && t.Time >= when {
				again = append(again, withKey(k, t))
			}
			return nil
		})
	})
	for i := len(again) - 1; i >= 0; i-- {
		m.remember(again[i])
	}
	for p := range gone {
		m.publish(p, to.Number)
	}
	return err
}

// Resync implements chain.Follower. Contracts do not tell of past trades: those known stay, but for
// those on blocks that have left the chain, and what was traded in the gap stays unknown.
func (m *Markets) Resync(ctx context.Context, head chain.Header) error {
	recent, err := m.Position(ctx)
	if err != nil {
		return err
	}
	if len(recent) > 0 {
		held, err := m.net.HeaderByNumber(ctx, min(recent[0].Number, head.Number))
		if err != nil {
			return err
		}
		if held.Hash != recent[0].Hash {
			oldest := recent[len(recent)-1]
			if err := m.Rollback(ctx, api.BlockRef{
				Number: oldest.Number - min(1, oldest.Number), Time: oldest.Time}); err != nil {
				return err
			}
		}
	}
	err = m.store.Update(func(tx *store.Tx) error {
		return positions.Put(tx, m.ChainID, []api.BlockRef{head.BlockRef})
	})
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.block = head.Number
	m.mu.Unlock()
	m.addTrades(nil, head.Time)
	return m.followBooks(ctx, head.Number)
}
