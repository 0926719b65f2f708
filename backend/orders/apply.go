package orders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
	"bourse/store/facts"
)

// An accepted order becomes known by the log of facts, to this node like to all others: whoever
// accepted it, Apply brings it into the book. What an order is worth is no part of the fact. Each
// node reads that of the chain, at its own position, but for what the first one read at the same
// block (hint.go).

// How often a block may arrive between reading the chain for orders and storing them before blocks
// have to wait, and how often where a stranger's contract is read: blocks never wait for that.
const (
	maxRetries     = 3
	foreignRetries = 10
)

// Stream names the facts of a network's orders.
func Stream(chainID uint64) string { return fmt.Sprintf("orders/%d", chainID) }

// intake brings orders into the book by the log of facts: a facts.Applier.
type intake struct{ *Service }

// appendFact makes an admitted order known to every node; created is false if it was known.
func (s intake) appendFact(ctx context.Context, p *pendingOrder) (created bool, err error) {
	body, err := recordCodec{}.Append(nil, p.record)
	if err != nil {
		return false, err
	}
	hint := s.hint(p)
	p.body = body
	s.mu.Lock()
	s.admitted[p.key.hash] = p
	s.mu.Unlock()
	_, fresh, err := s.cfg.Log.Append(ctx, nil,
		facts.Fact{Stream: Stream(s.chainID), Name: p.key.hash.Hex(), Body: body, Hint: hint})
	s.mu.Lock()
	delete(s.admitted, p.key.hash)
	s.mu.Unlock()
	if err != nil {
		return false, storeError(facts.Refusal(err))
	}
	return fresh[0], nil
}

// Applied implements facts.Applier.
func (s intake) Applied() (facts.Position, error) { return s.tables.applied.Of(s.cfg.Store) }

// Find implements facts.Applier.
func (s intake) Find(name string) (body []byte, ok bool, err error) {
	s.mu.RLock()
	id := s.index.find(common.HexToHash(name))
	s.mu.RUnlock()
	if id == 0 {
		return nil, false, nil
	}
	err = s.cfg.Store.View(func(tx *store.Tx) error {
		rec, err := s.tables.orders.Get(tx, uint64(id))
		if err != nil {
			return err
		}
		body, err = recordCodec{}.Append(nil, rec)
		return err
	})
	return body, err == nil, err
}

// Final implements facts.Applier: what was signed stays in the log for as long as it can be filled.
func (s intake) Final(names []string) []bool {
	list := make([]bool, len(names))
	s.mu.RLock()
	defer s.mu.RUnlock()
	for i, name := range names {
		id := s.index.find(common.HexToHash(name))
		list[i] = id != 0 && !s.index.row(id).state.open()
	}
	return list
}

// Apply implements facts.Applier: it reads what the chain says of orders at the position and stores
// them at that same position.
func (s intake) Apply(ctx context.Context, at facts.Position, list []facts.Fact) error {
	news, err := s.arrivals(list)
	if err != nil {
		return err
	}
	if err := s.revive(ctx, list); err != nil {
		return err
	}
	shared := at.Revision != 0
	for try := 0; ; try++ {
		hold := try >= maxRetries && (shared || !s.asksStrangers(news))
		if hold {
			s.commitMu.RLock()
		}
		block, err := s.position()
		if len(news) > 0 && err == nil {
			err = s.bring(ctx, news, block, shared && try > 0)
		}
		if err != nil && (len(news) > 0 || hold) {
			return s.unlocked(hold, err)
		}
		if !hold {
			s.commitMu.RLock()
		}
		if now, err := s.position(); len(news) > 0 && (err != nil || now != block) {
			s.commitMu.RUnlock()
			if try == foreignRetries {
				return tooFast(news)
			}
			continue
		}
		err = s.insert(news, at, block)
		if err == nil {
			s.announceNew(news)
		}
		s.commitMu.RUnlock()
		return err
	}
}

func tooFast(news []*pendingOrder) error {
	e := api.Errorf(api.ChainUnavailable, "blocks come faster than the contract of makerAsset %s "+
		"answers: try again", api.Lower(news[0].holding.asset.Address))
	e.RetryAfter = time.Second
	return e
}

func (s intake) unlocked(locked bool, err error) error {
	if locked {
		s.commitMu.RUnlock()
	}
	return err
}

// asksStrangers tells whether contracts that the network does not list must be read for orders.
func (s intake) asksStrangers(news []*pendingOrder) bool {
	return slices.ContainsFunc(news, func(p *pendingOrder) bool {
		return !s.state.isListed(p.holding.asset.Address)
	})
}

// arrivals are the orders of facts that are not in the book, as the log has them. Those that were
// admitted here come with what was read for them. What is no order is set aside.
func (s intake) arrivals(list []facts.Fact) (news []*pendingOrder, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	seen := make(map[common.Hash]bool, len(list))
	for _, f := range list {
		hash := common.HexToHash(f.Name)
		if s.index.find(hash) != 0 || seen[hash] {
			continue
		}
		seen[hash] = true
		if p := s.admitted[hash]; p != nil && bytes.Equal(p.body, f.Body) {
			news = append(news, p)
			continue // else it became known by an earlier attempt, or another node
		}
		rec, err := recordCodec{}.Decode(f.Body)
		if err == nil && (rec.hash != hash || f.Name != hash.Hex()) {
			err = fmt.Errorf("the fact %s holds order %s", f.Name, rec.hash)
		}
		if err != nil {
			s.cfg.Log.SetAside(f, err)
			continue
		}
		p := s.pendingOf(rec)
		p.seen = sightingOf(f.Hint)
		news = append(news, p)
	}
	return news, nil
}

// bring brings orders to a block by what the chain says of them there. Strangers' contracts that
// must not be waited for, or can't be read, count as nothing held until a later block reads them.
func (s intake) bring(ctx context.Context, news []*pendingOrder, block api.BlockRef,
	withoutStrangers bool) error {
	var stale []*pendingOrder
	var q questions
	have := make(map[holdingKey]funds)
	s.mu.RLock()
	for _, p := range news {
		if p.block == block || s.recall(p, block) {
			continue
		}
		q.orders = append(q.orders, p.key)
		for _, c := range s.state.checksOf(uint32(len(stale)), &p.record) {
			// a signature was judged where it was accepted here
			if c.about != ofSignature || p.body == nil {
				q.checks = append(q.checks, c)
			}
		}
		stale = append(stale, p)
		if n := s.index.holdings.byKey[p.holding]; n != 0 {
			have[p.holding] = s.index.holdings.list[n].funds
		} else if !withoutStrangers || s.state.isListed(p.holding.asset.Address) {
			q.holdings = append(q.holdings, p.holding)
		}
	}
	s.mu.RUnlock()
	slices.SortFunc(q.holdings, func(a, b holdingKey) int {
		return bytes.Compare(holdingKeys{}.AppendKey(nil, a), holdingKeys{}.AppendKey(nil, b))
	})
	q.holdings = slices.Compact(q.holdings)
	f, err := s.state.readFacts(ctx, block.Hash, q)
	if err != nil {
		return err
	}
	maps.Copy(f.funds, have)
	for i, p := range stale {
		if err := s.readPast(ctx, p, f.remaining[p.key], block); err != nil {
			return err
		}
		p.unread = time.Time{}
		if _, read := f.funds[p.holding]; !read {
			p.unread = s.cfg.Now()
			if why := f.unread[p.holding]; why != nil {
				p.unread = why.Until
			}
		}
		s.statusAt(p, f.remaining[p.key], f.funds[p.holding], f.checks[uint32(i)], block)
	}
	return nil
}

// statusAt gives an order its first status by what was read of it at a block.
func (s *Service) statusAt(p *pendingOrder, left api.Amount, have funds, c checks,
	block api.BlockRef) {
	o, created, when := &p.record.order, p.record.created, int64(p.past.when)
	if p.past.when == 0 {
		when = int64(block.Time) // where logs do not reach back so far
	}
	st := newStatus(block.Number, created)
	open := o.MakerAmount
	if left == closed {
		open = api.Amount{}
	} else if left != untouched {
		open = left.Sub(closed)
	}
	st.left(open, o.MakerAmount)
	st.tx = p.past.last
	st.take(c)
	_, swappable := p.record.terms(st, s.index.contract).balances(st.fillable, have)
	switch {
	case left == closed && p.past.cancelled != common.Hash{}:
		st.tx = p.past.cancelled
		st.apply(cancelledByMaker, when, created)
	case left == closed:
		st.apply(filledWhole, when, created)
	case o.Expiry != 0 && o.Expiry < block.Time:
		st.apply(timePassed, overAt(o.Expiry), created)
	default:
		st.apply(coverageEvent(swappable), created, created)
		st.touch(int64(p.past.when), created)
	}
	p.block, p.funds, p.record.first = block, have, st
}

// pastOf is what logs say happened to an order.
type pastOf struct {
	last      common.Hash // the transaction of its last fill
	cancelled common.Hash // that of its cancellation, if that ended it
	when      uint64      // time of the newest of these, 0 if there is none
	fills     []api.Fill  // since it was accepted, newest first
}

// readPast reads what happened to an order that the contract says something happened to: fills
// since it was accepted, and the last one before.
func (s intake) readPast(ctx context.Context, p *pendingOrder, left api.Amount,
	block api.BlockRef) error {
	p.past = pastOf{}
	if left == untouched {
		return nil
	}
	var failed error
	var logs []types.Log
	err := s.searchBack(ctx, block.Number, 0, []common.Hash{p.key.hash}, func(l *types.Log) bool {
		if common.Address(l.Topics[2][12:]) != p.key.maker {
			return false
		}
		first := p.past.last == common.Hash{} && p.past.cancelled == common.Hash{}
		var header chain.Header
		if first || isFill(l) && l.BlockNumber > p.accepted {
			if header, failed = s.cfg.Network.HeaderByNumber(ctx, l.BlockNumber); failed == nil {
				failed = s.cfg.Network.CheckLog(header, l)
			}
			if failed != nil {
				return true
			}
		}
		if first {
			p.past.when = header.Time
		}
		switch {
		case l.Topics[0] == topicCancelled && first:
			p.past.cancelled = l.TxHash
		case isFill(l) && p.past.last == common.Hash{}:
			p.past.last = l.TxHash
		}
		if !isFill(l) || l.BlockNumber <= p.accepted {
			return isFill(l)
		}
		var fill api.Fill
		fill, failed = s.fillOf(&orderChange{record: p.record}, l, header.BlockRef)
		p.past.fills, logs = append(p.past.fills, fill), append(logs, *l)
		return failed != nil
	})
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	return s.tellPayers(ctx, p.past.fills, logs)
}

// insert puts orders on disk, with the position of their facts, then into the index. commitMu is
// held shared, so the position stands still.
func (s intake) insert(news []*pendingOrder, at facts.Position, block api.BlockRef) error {
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		for _, p := range news {
			if err := s.store(tx, p, block); err != nil {
				return err
			}
		}
		return s.tables.applied.Set(tx, at)
	})
	if err != nil {
		return storeError(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ix := s.index
	for _, p := range news {
		ix.addRow(p.id, &p.record)
		s.landed(p.key.hash)
		if p.record.first.state.open() {
			ix.attach(p.id, ix.holdings.add(p.holding, p.funds, block.Number))
			if !p.unread.IsZero() {
				ix.holdings.due[p.holding] = p.unread
			}
		}
		ix.addToViews(p.id)
		if pair, ok := ix.pairOf(p.id); ok {
			s.versions.bump(pair)
		}
	}
	return nil
}

func (s intake) store(tx *store.Tx, p *pendingOrder, block api.BlockRef) error {
	id, err := s.tables.orders.NextID(tx)
	if err != nil {
		return err
	}
	p.id = uint32(id)
	s.mu.RLock()
	newHolding := s.index.holdings.byKey[p.holding] == 0
	s.mu.RUnlock()
	if newHolding && p.record.first.state.open() {
		if err := s.tables.holdings.Put(tx, p.holding,
			fundsRecord{p.funds, block.Number}); err != nil {
			return err
		}
	}
	for _, f := range p.past.fills {
		if err := s.tables.fills.Put(tx, fillKey{f.Block.Number, uint32(f.LogIndex)},
			f); err != nil {
			return err
		}
	}
	return s.tables.orders.Put(tx, id, p.record)
}
