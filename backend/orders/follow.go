package orders

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/store"
)

// Topics of the order contract's events.
var (
	topicCancelled = orderEvents["OrderCancelled"].ID
	topicFilled    = orderEvents["OrderFilled"].ID
	topicFilledNFT = orderEvents["OrderFilledNFT"].ID
	orderEvents    = contracts.NewAugustusRFQ().GetABI().Events
)

// Name implements chain.Follower.
func (s *Service) Name() string { return "orders" }

// Position implements chain.Follower.
func (s *Service) Position(context.Context) ([]api.BlockRef, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.recent, nil
}

// Wants implements chain.Follower: the order contract's events, and whatever makers that are
// contracts and the contracts of offered assets tell, since not all of them use the standard events
// (a wrapped coin tells of deposits and withdrawals instead of transfers).
func (s *Service) Wants(l *types.Log) bool {
	if l.Address == s.contracts.AugustusRFQ {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	h := &s.index.holdings
	return h.tokens[l.Address] != nil || len(h.ofOwner[l.Address]) > 0
}

// Filter implements chain.Follower.
func (s *Service) Filter() chain.Filter {
	f := chain.Filter{Contracts: []common.Address{s.contracts.AugustusRFQ}}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for token := range s.index.holdings.tokens {
		f.Contracts = append(f.Contracts, token)
	}
	for _, id := range s.index.checkable.ids {
		if r := s.index.row(id); r.is(isByContract) {
			f.Contracts = append(f.Contracts, s.index.addresses.list[r.maker])
		}
	}
	return f
}

// Apply implements chain.Follower. What orders that arrive meanwhile add to the block is read, and
// the other nodes are asked about ends, while orders go on arriving. Where they come faster than
// that, the last of it is asked with commitMu held, for which they wait.
func (s *Service) Apply(ctx context.Context, b chain.Block) error {
	f, err := s.state.readFacts(ctx, b.Hash, s.ration(s.affected(b.Logs)))
	if err != nil {
		return err
	}
	if f.payers, err = s.payers(ctx, b.Logs); err != nil {
		return err
	}
	for range maxRetries {
		left, err := s.tryBlock(b, f)
		if err != nil || left.none() {
			return err
		}
		if err := s.settle(ctx, b, left, &f); err != nil {
			return err
		}
	}
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	missed, err := s.missed(b, f)
	if err != nil {
		return err
	}
	if err := s.settle(ctx, b, unsettled{asks: missed}, &f); err != nil {
		return err
	}
	cs, err := s.draftBlock(b, f)
	if err != nil {
		return err
	}
	if err := s.settle(ctx, b, unsettled{ends: cs.ends(f)}, &f); err != nil {
		return err
	}
	return cs.commitBlock(b)
}

// payers tells who paid in the transactions whose logs tell of fills.
func (s *Service) payers(ctx context.Context, logs []types.Log) (map[common.Hash]common.Address,
	error) {
	var fills []types.Log
	for i := range logs {
		l := &logs[i]
		if l.Address == s.contracts.AugustusRFQ && len(l.Topics) > 0 && isFill(l) {
			fills = append(fills, *l)
		}
	}
	if len(fills) == 0 {
		return nil, nil
	}
	return s.cfg.Network.Payers(ctx, s.contracts, fills)
}

// unsettled is what has to be asked before a block is taken in.
type unsettled struct {
	asks questions
	ends []end
}

func (u *unsettled) none() bool { return u.asks.empty() && len(u.ends) == 0 }

// settle asks it.
func (s *Service) settle(ctx context.Context, b chain.Block, u unsettled, f *readings) error {
	more, err := s.state.readFacts(ctx, b.Hash, u.asks)
	if err != nil {
		return err
	}
	f.add(more)
	return s.attest(ctx, b.BlockRef, u.ends, f)
}

// tryBlock takes in a block, unless more has to be asked for it.
func (s *Service) tryBlock(b chain.Block, f readings) (left unsettled, err error) {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	if left.asks, err = s.missed(b, f); err != nil || !left.none() {
		return left, err
	}
	cs, err := s.draftBlock(b, f)
	if err != nil {
		return left, err
	}
	if left.ends = cs.ends(f); !left.none() {
		return left, nil
	}
	return left, cs.commitBlock(b)
}

func (s *Service) draftBlock(b chain.Block, f readings) (*changeset, error) {
	return s.buildChangeset(b.BlockRef, func(cs *changeset) error { return cs.applyBlock(b, f) })
}

// commitBlock moves the position to a block. commitMu is held alone.
func (cs *changeset) commitBlock(b chain.Block) error {
	s := cs.s
	err := cs.commit(chain.Remember(s.recent, b.BlockRef), func(tx *store.Tx) error {
		if err := cs.journal(tx); err != nil || b.Number <= chain.Depth {
			return err
		}
		old := binary.BigEndian.AppendUint64(nil, b.Number-chain.Depth+1)
		return s.tables.forgetUndos(tx, store.Range{To: old})
	})
	if err == nil {
		cs.reportDenied()
		s.index.holdings.fresh = nil
	}
	return err
}

// affected is what logs make worth asking: the orders they speak of, the holdings whose maker is
// named in a log of their asset, and the checks of orders whose maker's contract or permit they
// may concern.
func (s *Service) affected(logs []types.Log) (q questions) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	h := &s.index.holdings
	type named struct{ contract, account common.Address } // in a log, maybe in a thousand of them
	seenOrders, seenNames := make(map[orderKey]bool), make(map[named]bool)
	isNew := func(contract, account common.Address) bool {
		seen := seenNames[named{contract, account}]
		seenNames[named{contract, account}] = true
		return !seen
	}
	seenChecks := make(map[uint32]bool)
	check := func(id uint32, r *row) {
		if r.isChecked() && !seenChecks[id] && len(seenChecks) < affectedMost {
			seenChecks[id] = true
			rec := s.index.record(id)
			q.checks = append(q.checks, s.state.checksOf(id, &rec)...)
		}
	}
	for i := range logs {
		l := &logs[i]
		if id := s.orderOf(l); id != 0 {
			key := s.index.keyOf(id)
			if !seenOrders[key] {
				seenOrders[key] = true
				q.orders = append(q.orders, key)
			}
			continue
		}
		if len(h.ofOwner[l.Address]) > 0 && isNew(l.Address, common.Address{}) {
			for _, n := range h.ofOwner[l.Address] { // a maker's contract tells something
				s.index.eachOn(n, check)
			}
		}
		if h.tokens[l.Address] == nil || len(l.Topics) == 0 {
			continue
		}
		for _, topic := range l.Topics[1:] {
			owner := common.Address(topic[12:])
			if len(h.ofOwner[owner]) == 0 || !isNew(l.Address, owner) {
				continue
			}
			for _, n := range h.ofOwner[owner] {
				if key := h.list[n].holdingKey; key.asset.Address == l.Address {
					q.holdings = append(q.holdings, key)
					s.index.eachOn(n, check)
				}
			}
		}
	}
	return q
}

// orderOf returns the order that a log of the order contract is about, 0 if it is none of ours.
// Anyone can cancel any hash for themselves, so the maker in the event must be the order's.
func (s *Service) orderOf(l *types.Log) uint32 {
	if l.Address != s.contracts.AugustusRFQ || len(l.Topics) < 3 {
		return 0
	}
	if t := l.Topics[0]; t != topicCancelled && t != topicFilled && t != topicFilledNFT {
		return 0
	}
	id := s.index.find(l.Topics[1])
	if id == 0 || s.index.keyOf(id).maker != common.Address(l.Topics[2][12:]) {
		return 0
	}
	return id
}

func (ix *index) keyOf(id uint32) orderKey {
	r := ix.row(id)
	return orderKey{ix.addresses.list[r.maker], r.hash}
}

// missed is what orders that arrived while the block was being read add to it: the logs were chosen
// and the facts read without them. commitMu is held alone.
func (s *Service) missed(b chain.Block, f readings) (q questions, err error) {
	if len(s.recent) == 0 || !b.Follows(s.recent[0]) {
		return q, fmt.Errorf("block %d does not follow the position of the orders", b.Number)
	}
	h := &s.index.holdings
	q = s.affected(b.Logs)
	q.holdings, q.checks = append(q.holdings, h.fresh...), nil
	q.orders = slices.DeleteFunc(q.orders,
		func(k orderKey) bool { _, ok := f.remaining[k]; return ok })
	q.holdings = slices.DeleteFunc(q.holdings, func(k holdingKey) bool {
		_, read := f.funds[k]
		_, due := h.due[k]
		return read || due || f.unread[k] != nil
	})
	q.holdings = s.putOff(q.holdings)
	return q, nil
}

// applyBlock drafts what a block changes: what the order contract tells first, then what makers
// hold, then time.
func (cs *changeset) applyBlock(b chain.Block, f readings) error {
	denied, err := cs.denied(b, f)
	if err != nil {
		return err
	}
	for i := range b.Logs {
		l := &b.Logs[i]
		if id := cs.s.orderOf(l); id != 0 && !denied[id] {
			if err := cs.applyLog(id, l, b.Of(l), f.payers); err != nil {
				return err
			}
		}
	}
	for _, id := range cs.ids {
		cs.applyRemaining(cs.changes[id], f.remaining[cs.s.index.keyOf(id)])
	}
	for key, funds := range f.funds {
		cs.applyFunds(key, funds)
	}
	cs.applyUnread(f)
	cs.applyChecks(f.checks)
	for _, id := range cs.ids {
		cs.applyCoverage(cs.changes[id])
	}
	cs.applyExpiry()
	cs.applyNeglect()
	return nil
}

// applyLog takes in one event of the order contract.
func (cs *changeset) applyLog(id uint32, l *types.Log, in api.BlockRef,
	payers map[common.Hash]common.Address) error {
	c := cs.orderChange(id)
	when, total := int64(in.Time), c.record.order.MakerAmount
	if l.Topics[0] == topicCancelled {
		if c.now.apply(cancelledByMaker, when, c.record.created) {
			c.now.fillable, c.now.tx = api.Amount{}, l.TxHash
		}
		return nil
	}
	fill, err := cs.s.fillOf(c, l, in)
	if err != nil {
		return err
	}
	fill.Payer = payers[l.TxHash]
	cs.fills = append(cs.fills, fill)
	if c.now.state.open() {
		c.now.left(c.now.fillable.Sub(fill.MakerAmount), total)
		c.now.tx, c.now.blamed = l.TxHash, false
		c.now.touch(when, c.record.created)
	}
	return nil
}

// applyRemaining sets what is left of an open order to what the contract says after the block.
func (cs *changeset) applyRemaining(c *orderChange, left api.Amount) {
	if !c.now.state.open() {
		return
	}
	total := c.record.order.MakerAmount
	switch left {
	case untouched:
		c.now.left(total, total)
	case closed:
		c.now.left(api.Amount{}, total)
		c.now.apply(filledWhole, int64(cs.block.Time), c.record.created)
	default:
		c.now.left(left.Sub(closed), total)
	}
}

// fillOf reads a fill event: its amounts follow the assets, one word for each fungible asset and
// two for others.
func (s *Service) fillOf(c *orderChange, l *types.Log, block api.BlockRef) (api.Fill, error) {
	words := len(l.Data) / 32
	amounts := [2]int{1, 3}
	if c.record.order.NFT {
		amounts = [2]int{2, 5}
	}
	if len(l.Topics) != 4 || words != amounts[1]+1 {
		return api.Fill{}, fmt.Errorf(
			"fill event %d of block %d has an unknown shape", l.Index, block.Number)
	}
	amount := func(i int) api.Amount {
		return api.AmountFromBytes32([32]byte(l.Data[32*i : 32*i+32]))
	}
	return api.Fill{
		ChainID: s.chainID, OrderHash: c.record.hash, Maker: c.record.order.Maker,
		Taker:      common.Address(l.Topics[3][12:]),
		MakerAsset: c.record.order.MakerAsset, TakerAsset: c.record.order.TakerAsset,
		MakerAmount: amount(amounts[0]), TakerAmount: amount(amounts[1]),
		Block: block, TxHash: l.TxHash, LogIndex: l.Index,
	}, nil
}
