package orders

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// Topics of the order contract's events.
var (
	topicCancelled = common.HexToHash("0xa6eb7cdc219e1518ced964e9a34e61d68a94e4f1569db3e84256ba981ba52753")
	topicFilled    = common.HexToHash("0x6621486d9c28838df4a87d2cca5007bc2aaf6a5b5de083b1db8faf709302c473")
	topicFilledNFT = common.HexToHash("0x58454165245cb04f65f0d8e8e867125cee46b1b301053018898247b85cb4a9bc")
)

// Name implements chain.Follower.
func (s *Service) Name() string { return "orders" }

// Position implements chain.Follower.
func (s *Service) Position(context.Context) ([]api.BlockRef, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.recent, nil
}

// Wants implements chain.Follower: the order contract's events, and whatever the contracts of offered assets tell, since not all of them
// use the standard events (a wrapped coin tells of deposits and withdrawals instead of transfers).
func (s *Service) Wants(l *types.Log) bool {
	if l.Address == s.contracts.AugustusRFQ {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.memory.holdings.tokens[l.Address] > 0
}

// Apply implements chain.Follower.
func (s *Service) Apply(ctx context.Context, b chain.Block) error {
	orders, keys := s.concerned(b.Logs)
	f, err := s.state.read(ctx, b.Hash, orders, keys)
	if err != nil {
		return err
	}
	s.gate.Lock()
	defer s.gate.Unlock()
	if len(s.recent) == 0 || s.recent[0].Hash != b.Parent {
		return fmt.Errorf("block %d does not follow the position of the orders", b.Number)
	}
	if err := s.catchUp(ctx, b, &f); err != nil {
		return err
	}
	d, err := s.compose(b.BlockRef, func(d *draft) error { return d.block(b.Logs, f) })
	if err != nil {
		return err
	}
	err = d.commit(chain.Remember(s.recent, b.BlockRef), func(tx *store.Tx) error {
		if err := d.journal(tx); err != nil || b.Number <= chain.Depth {
			return err
		}
		return s.tables.undos.Delete(tx, b.Number-chain.Depth)
	})
	if err == nil {
		s.memory.holdings.fresh = nil
	}
	return err
}

// concerned lists the orders that logs speak of, and the holdings whose maker is named in a log of their asset.
func (s *Service) concerned(logs []types.Log) (orders []orderKey, keys []holdingKey) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	h := &s.memory.holdings
	seenOrders, seenKeys := make(map[orderKey]bool), make(map[holdingKey]bool)
	for i := range logs {
		l := &logs[i]
		if id := s.orderOf(l); id != 0 {
			key := s.memory.keyOf(id)
			if !seenOrders[key] {
				seenOrders[key] = true
				orders = append(orders, key)
			}
			continue
		}
		if h.tokens[l.Address] == 0 || len(l.Topics) == 0 {
			continue
		}
		for _, topic := range l.Topics[1:] {
			for _, n := range h.ofOwner[common.Address(topic[12:])] {
				if key := h.list[n].holdingKey; key.asset.Address == l.Address && !seenKeys[key] {
					seenKeys[key] = true
					keys = append(keys, key)
				}
			}
		}
	}
	return orders, keys
}

// orderOf returns the order that a log of the order contract is about, 0 if it is none of ours. Anyone can cancel any hash for themselves, so
// the maker in the event must be the order's.
func (s *Service) orderOf(l *types.Log) uint32 {
	if l.Address != s.contracts.AugustusRFQ || len(l.Topics) < 3 {
		return 0
	}
	if t := l.Topics[0]; t != topicCancelled && t != topicFilled && t != topicFilledNFT {
		return 0
	}
	id := s.memory.find(l.Topics[1])
	if id == 0 || s.memory.keyOf(id).maker != common.Address(l.Topics[2][12:]) {
		return 0
	}
	return id
}

func (m *memory) keyOf(id uint32) orderKey {
	r := m.row(id)
	return orderKey{m.addresses.list[r.maker], r.hash}
}

// catchUp reads what orders that arrived while the block was being read add to it: the logs were chosen and the facts read without them. The
// gate is held alone, so that this is the last of it.
func (s *Service) catchUp(ctx context.Context, b chain.Block, f *facts) error {
	orders, keys := s.concerned(b.Logs)
	keys = append(keys, s.memory.holdings.fresh...)
	orders = slices.DeleteFunc(orders, func(k orderKey) bool { _, ok := f.left[k]; return ok })
	keys = slices.DeleteFunc(keys, func(k holdingKey) bool { _, ok := f.funds[k]; return ok })
	if len(orders)+len(keys) == 0 {
		return nil
	}
	more, err := s.state.read(ctx, b.Hash, orders, keys)
	if err != nil {
		return err
	}
	for k, v := range more.left {
		f.left[k] = v
	}
	for k, v := range more.funds {
		f.funds[k] = v
	}
	return nil
}

// block drafts what one block changes: what the order contract tells first, then what makers hold, then time.
func (d *draft) block(logs []types.Log, f facts) error {
	for i := range logs {
		if id := d.s.orderOf(&logs[i]); id != 0 {
			if err := d.event(id, &logs[i]); err != nil {
				return err
			}
		}
	}
	for _, id := range d.ids {
		d.settle(d.changes[id], f.left[d.s.memory.keyOf(id)])
	}
	for key, funds := range f.funds {
		d.fund(key, funds)
	}
	for _, id := range d.ids {
		d.cover(d.changes[id])
	}
	d.expire()
	return nil
}

// event takes in one event of the order contract.
func (d *draft) event(id uint32, l *types.Log) error {
	c := d.order(id)
	at, total := int64(d.at.Time), c.record.order.MakerAmount
	if l.Topics[0] == topicCancelled {
		if c.now.become(cancelledByMaker, at, c.record.created) {
			c.now.fillable, c.now.tx = api.Amount{}, l.TxHash
		}
		return nil
	}
	fill, err := d.s.fillOf(c, l, d.at)
	if err != nil {
		return err
	}
	d.fills = append(d.fills, fill)
	if c.now.state.open() {
		c.now.left(c.now.fillable.Sub(fill.MakerAmount), total)
		c.now.tx = l.TxHash
		c.now.touch(at, c.record.created)
	}
	return nil
}

// settle sets what is left of an open order to what the contract says after the block.
func (d *draft) settle(c *change, left api.Amount) {
	if !c.now.state.open() {
		return
	}
	total := c.record.order.MakerAmount
	switch left {
	case untouched:
		c.now.left(total, total)
	case closed:
		c.now.left(api.Amount{}, total)
		c.now.become(filledWhole, int64(d.at.Time), c.record.created)
	default:
		c.now.left(left.Sub(closed), total)
	}
}

// fillOf reads a fill event: its amounts follow the assets, one word for each fungible asset and two for others.
func (s *Service) fillOf(c *change, l *types.Log, at api.BlockRef) (api.Fill, error) {
	words := len(l.Data) / 32
	amounts := [2]int{1, 3}
	if c.record.order.NFT {
		amounts = [2]int{2, 5}
	}
	if len(l.Topics) != 4 || words != amounts[1]+1 {
		return api.Fill{}, fmt.Errorf("fill event %d of block %d has an unknown shape", l.Index, at.Number)
	}
	amount := func(i int) api.Amount { return api.AmountFromBytes32([32]byte(l.Data[32*i : 32*i+32])) }
	return api.Fill{
		ChainID: s.chainID, OrderHash: c.record.hash, Maker: c.record.order.Maker, Taker: common.Address(l.Topics[3][12:]),
		MakerAsset: c.record.order.MakerAsset, TakerAsset: c.record.order.TakerAsset,
		MakerAmount: amount(amounts[0]), TakerAmount: amount(amounts[1]),
		Block: at, TxHash: l.TxHash, LogIndex: l.Index,
	}, nil
}
