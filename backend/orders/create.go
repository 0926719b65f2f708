package orders

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// Create checks and stores a signed order. created is false where the same order was stored
// already.
func (s *Service) Create(ctx context.Context, r api.OrderRequest) (rec api.OrderRecord,
	created bool, err error) {
	if err := s.check(&r); err != nil {
		return rec, false, err
	}
	hash := s.hasher.Hash(&r.Order)
	block, err := s.position()
	if err != nil {
		return rec, false, err
	}
	if rec, err := s.Order(ctx, hash, r.Order.NFT); err == nil &&
		bytes.Equal(rec.Signature, r.Signature) {
		return rec, false, nil
	}
	byContract, err := s.verify(ctx, &r, hash, block.Hash)
	if err != nil {
		return rec, false, err
	}
	release, err := s.reserve(ctx, hash, r.Order.Maker)
	if err != nil {
		return rec, false, err
	}
	defer release()
	if rec, err := s.Order(ctx, hash, r.Order.NFT); err == nil || api.TypeOf(err) != api.NotFound {
		return rec, false, err
	}
	p := pendingOrder{request: &r, key: orderKey{r.Order.Maker, hash},
		holding: holdingKey{r.Order.Maker, r.Order.MakerAsset}}
	p.record = record{order: r.Order, hash: hash, signature: r.Signature,
		permit: r.PermitMakerAsset, fillOrKill: r.FillOrKill, byContract: byContract,
		unfillable: s.index.isUnfillable(&r.Order)}
	if err := s.admit(ctx, &p); err != nil {
		return rec, false, err
	}
	return p.reply(s.chainID, s.index.contract), true, nil
}

// reserve keeps a second post of the same order waiting for the first, and counts the order against
// its maker's limit from here on.
func (s *Service) reserve(ctx context.Context, hash common.Hash,
	maker common.Address) (release func(), err error) {
	for {
		s.mu.Lock()
		first, taken := s.creating[hash]
		if !taken {
			break
		}
		s.mu.Unlock()
		select {
		case <-first:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer s.mu.Unlock()
	if s.index.find(hash) == 0 && s.index.openOrders(maker)+s.arriving[maker] >= s.cfg.MaxOpen {
		return nil, api.Errorf(api.TooManyOrders,
			"%s has %d open orders, the most one maker may have: cancel some or let them expire",
			api.Lower(maker), s.cfg.MaxOpen)
	}
	done := make(chan struct{})
	s.creating[hash] = done
	s.arriving[maker]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.creating, hash)
		if s.arriving[maker]--; s.arriving[maker] == 0 {
			delete(s.arriving, maker)
		}
		close(done)
	}, nil
}

// pendingOrder is an order on its way into the book.
type pendingOrder struct {
	request *api.OrderRequest
	key     orderKey
	holding holdingKey
	id      uint32
	record  record
	funds   funds
	// the transaction that filled part of it before it was posted
	lastFill common.Hash
}

// maxRetries is how often a block may arrive between reading the chain for an order and storing it
// before blocks have to wait, and foreignRetries where a stranger's contract is read: blocks never
// wait for that.
const (
	maxRetries     = 3
	foreignRetries = 10
)

// admit reads what the chain says about the order at the position and stores it at that same
// position.
func (s *Service) admit(ctx context.Context, p *pendingOrder) error {
	listed := s.state.isListed(p.holding.asset.Address)
	for try := 0; ; try++ {
		wait := listed && try == maxRetries
		if wait {
			s.commitMu.RLock()
		}
		if try == foreignRetries {
			e := api.Errorf(api.ChainUnavailable, "blocks come faster than the contract of "+
				"makerAsset %s answers: try again", api.Lower(p.holding.asset.Address))
			e.RetryAfter = time.Second
			return e
		}
		block, err := s.position()
		if err != nil {
			return s.unlocked(wait, err)
		}
		f, err := s.factsFor(ctx, p, block)
		if err != nil {
			return s.unlocked(wait, err)
		}
		if !wait {
			s.commitMu.RLock()
		}
		if now, err := s.position(); err != nil || now != block {
			s.commitMu.RUnlock()
			continue
		}
		err = s.initialStatus(p, f, block)
		if err == nil {
			err = s.insert(p, block)
		}
		s.commitMu.RUnlock()
		if err == nil {
			s.announceNew(p)
		}
		return err
	}
}

func (s *Service) unlocked(locked bool, err error) error {
	if locked {
		s.commitMu.RUnlock()
	}
	return err
}

// factsFor reads what is left of the order, and its maker's funds where they are not known.
func (s *Service) factsFor(ctx context.Context, p *pendingOrder, block api.BlockRef) (facts,
	error) {
	s.mu.RLock()
	known := s.index.holdings.byKey[p.holding]
	have := s.index.holdings.list[known].funds
	s.mu.RUnlock()
	var unknown []holdingKey
	if known == 0 {
		unknown = []holdingKey{p.holding}
	}
	q := questions{[]orderKey{p.key}, unknown, s.state.checksOf(0, &p.record)}
	// the signature was judged before
	q.checks = slices.DeleteFunc(q.checks, func(c checkCall) bool { return !c.permit })
	f, err := s.state.readFacts(ctx, block.Hash, q)
	if err != nil {
		return f, err
	}
	if why := f.unread[p.holding]; why != nil {
		return f, refuseUnread(why, s.cfg.Now())
	}
	if known != 0 {
		f.funds[p.holding] = have
	}
	if left := f.remaining[p.key]; left != untouched && left != closed {
		p.lastFill, err = s.lastFillOf(ctx, p.key, block)
	}
	return f, err
}

// initialStatus decides on the order at a block and gives it its first status.
func (s *Service) initialStatus(p *pendingOrder, f facts, block api.BlockRef) error {
	o := &p.request.Order
	if o.Expiry != 0 && o.Expiry < block.Time {
		return api.Errorf(api.OrderExpired, "expiry %d has passed: the time of block %d is %d",
			o.Expiry, block.Number, block.Time)
	}
	st := newStatus(block.Number, s.cfg.Now().Unix())
	switch left := f.remaining[p.key]; left {
	case untouched:
		st.left(o.MakerAmount, o.MakerAmount)
	case closed:
		return api.Errorf(api.OrderNotFillable,
			"order %s is filled or cancelled on chain already: sign a new one with another nonce",
			p.key.hash)
	default:
		st.left(left.Sub(closed), o.MakerAmount)
		st.tx = p.lastFill
	}
	st.take(f.checks[0])
	p.funds, p.record.created = f.funds[p.holding], st.updated
	_, swappable := p.record.terms(st, s.index.contract).balances(st.fillable, p.funds)
	st.apply(coverageEvent(swappable), st.updated, st.updated)
	p.record.first = st
	return nil
}

// What remaining() says of orders that are not partly filled.
var (
	untouched = api.NewAmount(0)
	closed    = api.NewAmount(1)
)

// insert puts the order on disk, then into the index. commitMu is held shared, so the position
// stands still.
func (s *Service) insert(p *pendingOrder, block api.BlockRef) error {
	s.mu.RLock()
	newHolding := s.index.holdings.byKey[p.holding] == 0
	s.mu.RUnlock()
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		id, err := s.tables.orders.NextID(tx)
		if err != nil {
			return err
		}
		p.id = uint32(id)
		if newHolding {
			if err := s.tables.holdings.Put(
				tx, p.holding, fundsRecord{p.funds, block.Number}); err != nil {
				return err
			}
		}
		return s.tables.orders.Put(tx, id, p.record)
	})
	if err != nil {
		return storeError(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ix := s.index
	ix.addRow(p.id, &p.record)
	ix.attach(p.id, ix.holdings.add(p.holding, p.funds, block.Number))
	ix.addToViews(p.id)
	if pair, ok := s.index.pairOf(p.id); ok {
		s.versions.bump(pair)
	}
	return nil
}

// reply is the record of an order that was just accepted: it is PENDING until it is tracked.
func (p *pendingOrder) reply(chainID uint64, contract common.Address) api.OrderRecord {
	rec := p.record.api(chainID, p.record.first, contract, p.funds)
	rec.State = api.Pending
	return rec
}

// holding is what the order stands on.
func (r *record) holding() holdingKey { return holdingKey{r.order.Maker, r.order.MakerAsset} }

// whole tells whether the order is filled whole or not at all, because its maker wants it so or
// because one ERC721 token pays for all of it.
func (r *record) whole() bool { return r.fillOrKill || r.order.TakerAsset.Kind == api.ERC721 }

// terms are those of the order with a status.
func (r *record) terms(st status, contract common.Address) terms {
	t := terms{whole: r.whole(), blocked: st.refused || r.unfillable}
	if st.permitted {
		t.permit = permitValue(r, contract)
	}
	return t
}

// api returns the record as the interface shows it, with a status and its maker's funds.
func (r *record) api(chainID uint64, st status, contract common.Address,
	f funds) api.OrderRecord {
	rec := api.OrderRecord{
		Order: r.order, ChainID: chainID, Hash: r.hash, Signature: r.signature,
		PermitMakerAsset: r.permit, FillOrKill: r.fillOrKill,
		State: stateNames[st.state], CreatedAt: r.created, UpdatedAt: st.updated,
		FillableBalance: st.fillable,
	}
	if st.state.open() {
		rec.MakerBalance, rec.SwappableBalance = r.terms(st, contract).balances(
			st.fillable, f)
	}
	if st.tx != (common.Hash{}) {
		tx := st.tx
		rec.TransactionHash = &tx
	}
	return rec
}
