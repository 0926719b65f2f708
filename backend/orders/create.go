package orders

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// CreateOrder checks and stores a signed order. created is false where the same order was stored
// already.
func (s *Service) CreateOrder(ctx context.Context, r api.OrderRequest) (rec api.OrderRecord,
	created bool, err error) {
	if err := s.check(&r); err != nil {
		return rec, false, err
	}
	hash := s.hasher.Hash(&r.Order)
	block, err := s.position()
	if err != nil {
		return rec, false, err
	}
	rec, known := s.known(hash)
	same := known && bytes.Equal(rec.Signature, r.Signature)
	if same && s.neglected(hash) == 0 {
		return rec, false, nil
	}
	byContract := false
	if !same {
		if byContract, err = s.verify(ctx, &r, hash, block.Hash); err != nil {
			return rec, false, err
		}
		if err := s.checkKinds(ctx, &r.Order); err != nil {
			return rec, false, err
		}
	}
	a, err := s.reserve(ctx, hash, r.Order.Maker)
	if err != nil {
		return rec, false, err
	}
	defer s.release(hash, a)
	if id := s.neglected(hash); id != 0 && same {
		rec, err = s.again(ctx, id, a)
		return rec, false, err
	}
	if rec, known := s.known(hash); known {
		return rec, false, nil
	}
	p := s.pendingOf(record{order: r.Order, hash: hash, signature: r.Signature,
		permit: r.PermitMakerAsset, fillOrKill: r.FillOrKill, byContract: byContract,
		created: s.cfg.Now().Unix()})
	if err := s.admit(ctx, p, a); err != nil {
		return rec, false, err
	}
	if created, err = (intake{s}).appendFact(ctx, p); err != nil {
		return rec, false, err
	}
	if !created { // another node was first
		rec, err = s.Order(ctx, hash, r.Order.NFT)
		return rec, false, err
	}
	return p.reply(s.chainID, s.index.contract), true, nil
}

// known returns an order that is stored already.
func (s *Service) known(hash common.Hash) (rec api.OrderRecord, known bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	id := s.index.find(hash)
	if id == 0 {
		return rec, false
	}
	return s.show(id), true
}

// pendingOf is an order on its way into the book.
func (s *Service) pendingOf(rec record) *pendingOrder {
	rec.unfillable = s.index.isUnfillable(&rec.order)
	return &pendingOrder{record: rec, key: orderKey{rec.order.Maker, rec.hash},
		holding: rec.holding(), accepted: rec.first.base}
}

// reserve keeps a second post of the same order waiting for the first, and counts the order against
// its maker's limit from here on.
func (s *Service) reserve(ctx context.Context, hash common.Hash,
	maker common.Address) (*arrival, error) {
	for {
		s.mu.Lock()
		first, taken := s.creating[hash]
		if !taken {
			break
		}
		s.mu.Unlock()
		select {
		case <-first.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer s.mu.Unlock()
	if id := s.index.find(hash); (id == 0 || !s.index.row(id).state.open()) &&
		s.index.openOrders(maker)+s.arriving.open[maker] >= s.cfg.MaxOpen {
		return nil, api.Errorf(api.TooManyOrders,
			"%s has %d open orders, the most one maker may have: cancel some or let them expire",
			api.Lower(maker), s.cfg.MaxOpen)
	}
	a := &arrival{done: make(chan struct{})}
	s.creating[hash] = a
	s.countArrival(a, counted[common.Address]{maker: maker, state: pending})
	return a, nil
}

// release ends what reserve began.
func (s *Service) release(hash common.Hash, a *arrival) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.landed(hash)
	delete(s.creating, hash)
	close(a.done)
}

// landed has an order that is in the index counted there alone. s.mu is held.
func (s *Service) landed(hash common.Hash) {
	if a := s.creating[hash]; a != nil {
		s.countArrival(a, counted[common.Address]{})
	}
}

// pendingOrder is an order on its way into the book.
type pendingOrder struct {
	key     orderKey
	holding holdingKey
	id      uint32
	record  record
	body    []byte // of its fact, where it was admitted here
	funds   funds
	block   api.BlockRef // that record.first and funds are true at
	// what another node read for it
	seen sighting
	// the number of the block that it was accepted at
	accepted uint64
	// what happened to it between the block that it was accepted at and this one
	past pastOf
	// until when its maker's funds can't be read, so that nothing counts as held; zero if they were
	unread time.Time
}

// admit reads what the chain says about the order at the position, and refuses it where it cannot
// be filled any more, or where there is no room for it.
func (s *Service) admit(ctx context.Context, p *pendingOrder, a *arrival) error {
	block, err := s.position()
	if err != nil {
		return err
	}
	f, err := s.factsFor(ctx, p, block)
	if err != nil {
		return err
	}
	p.accepted = block.Number
	if err := s.initialStatus(p, f, block); err != nil {
		return err
	}
	return s.takePlace(a, p)
}

// factsFor reads what is left of the order, and its maker's funds where they are not known.
func (s *Service) factsFor(ctx context.Context, p *pendingOrder, block api.BlockRef) (readings,
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
	q.checks = slices.DeleteFunc(q.checks, func(c checkCall) bool { return c.about == ofSignature })
	f, err := s.state.readFacts(ctx, block.Hash, q)
	if err != nil {
		return f, err
	}
	if why := f.unread[p.holding]; why != nil {
		return f, refuseUnread("makerAsset", why, s.cfg.Now())
	}
	if known != 0 {
		f.funds[p.holding] = have
	}
	if left := f.remaining[p.key]; left != untouched && left != closed {
		p.past.last, err = s.lastFillOf(ctx, p.key, block)
	}
	return f, err
}

// initialStatus decides on the order at a block and gives it its first status.
func (s *Service) initialStatus(p *pendingOrder, f readings, block api.BlockRef) error {
	o := &p.record.order
	if o.Expiry != 0 && o.Expiry < block.Time {
		return api.Errorf(api.OrderExpired, "expiry %d has passed: the time of block %d is %d",
			o.Expiry, block.Number, block.Time)
	}
	if f.remaining[p.key] == closed {
		return api.Errorf(api.OrderNotFillable,
			"order %s is filled or cancelled on chain already: sign a new one with another nonce",
			p.key.hash)
	}
	s.statusAt(p, f.remaining[p.key], f.funds[p.holding], f.checks[0], block)
	return nil
}

// What remaining() says of orders that are not partly filled.
var (
	untouched = api.NewAmount(0)
	closed    = api.NewAmount(1)
)

// reply is the record of an order that was just accepted: it is PENDING until it is tracked, unless
// nobody can fill it whatever its maker holds.
func (p *pendingOrder) reply(chainID uint64, contract common.Address) api.OrderRecord {
	rec := p.record.api(chainID, p.record.first, contract, p.funds)
	if p.record.unfillable || p.record.first.refused {
		rec.StateReason = suspension(&p.record, p.record.first, p.funds, "")
		return rec
	}
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
	t := terms{whole: r.whole(), blocked: st.refused || st.blamed || r.unfillable,
		least: r.order.Gets(api.NewAmount(1))}
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
