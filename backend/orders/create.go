package orders

import (
	"bytes"
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// Create checks and stores a signed order. created is false where the same order was stored already.
func (s *Service) Create(ctx context.Context, r api.OrderRequest) (rec api.OrderRecord, created bool, err error) {
	if err := s.check(&r); err != nil {
		return rec, false, err
	}
	hash := s.hasher.Hash(&r.Order)
	at, err := s.position()
	if err != nil {
		return rec, false, err
	}
	if rec, err := s.Order(ctx, hash, r.Order.NFT); err == nil && bytes.Equal(rec.Signature, r.Signature) {
		return rec, false, nil
	}
	if err := s.verify(ctx, &r, hash, at.Hash); err != nil {
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
	n := newcomer{request: &r, key: orderKey{r.Order.Maker, hash}, holding: holdingKey{r.Order.Maker, r.Order.MakerAsset}}
	if err := s.admit(ctx, &n); err != nil {
		return rec, false, err
	}
	return n.reply(s.chainID), true, nil
}

// reserve keeps a second post of the same order waiting for the first, and counts the order against its maker's limit from here on.
func (s *Service) reserve(ctx context.Context, hash common.Hash, maker common.Address) (release func(), err error) {
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
	if s.memory.find(hash) == 0 && s.memory.openOrders(maker)+s.arriving[maker] >= s.cfg.MaxOpen {
		return nil, api.Errorf(api.TooManyOrders, "%s has %d open orders, the most one maker may have: cancel some or let them expire",
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

// newcomer is an order on its way into the book.
type newcomer struct {
	request *api.OrderRequest
	key     orderKey
	holding holdingKey
	id      uint32
	record  record
	funds   funds
}

// maxRetries is how often a block may arrive between reading the chain for an order and storing it before blocks have to wait.
const maxRetries = 3

// admit reads what the chain says about the order at the position and stores it at that same position.
func (s *Service) admit(ctx context.Context, n *newcomer) error {
	for try := 0; ; try++ {
		wait := try == maxRetries
		if wait {
			s.gate.RLock()
		}
		at, err := s.position()
		if err != nil {
			return s.leave(wait, err)
		}
		f, err := s.factsFor(ctx, n, at)
		if err != nil {
			return s.leave(wait, err)
		}
		if !wait {
			s.gate.RLock()
		}
		if now, err := s.position(); err != nil || now != at {
			s.gate.RUnlock()
			continue
		}
		err = s.judge(n, f, at)
		if err == nil {
			err = s.keep(n, at)
		}
		s.gate.RUnlock()
		if err == nil {
			s.announceNew(n)
		}
		return err
	}
}

func (s *Service) leave(locked bool, err error) error {
	if locked {
		s.gate.RUnlock()
	}
	return err
}

// factsFor reads what is left of the order, and its maker's funds where they are not known.
func (s *Service) factsFor(ctx context.Context, n *newcomer, at api.BlockRef) (facts, error) {
	s.mu.RLock()
	known := s.memory.holdings.index[n.holding]
	have := s.memory.holdings.list[known].funds
	s.mu.RUnlock()
	var unknown []holdingKey
	if known == 0 {
		unknown = []holdingKey{n.holding}
	}
	f, err := s.state.read(ctx, at.Hash, []orderKey{n.key}, unknown)
	if err == nil && known != 0 {
		f.funds[n.holding] = have
	}
	return f, err
}

// judge decides on the order at a block and gives it its first status.
func (s *Service) judge(n *newcomer, f facts, at api.BlockRef) error {
	o := &n.request.Order
	if o.Expiry != 0 && o.Expiry < at.Time {
		return api.Errorf(api.OrderExpired, "expiry %d has passed: the time of block %d is %d", o.Expiry, at.Number, at.Time)
	}
	st := status{state: pending, base: at.Number, updated: s.cfg.Now().Unix()}
	switch left := f.left[n.key]; left {
	case untouched:
		st.left(o.MakerAmount, o.MakerAmount)
	case closed:
		return api.Errorf(api.OrderNotFillable, "order %s is filled or cancelled on chain already: sign a new one with another nonce", n.key.hash)
	default:
		st.left(left.Sub(closed), o.MakerAmount)
	}
	n.funds = f.funds[n.holding]
	n.record = record{
		order: *o, hash: n.key.hash, signature: n.request.Signature, permit: n.request.PermitMakerAsset,
		fillOrKill: n.request.FillOrKill, created: st.updated,
	}
	_, swappable := balances(st.fillable, n.funds.available(), n.record.whole())
	st.become(coverage(swappable), st.updated, st.updated)
	n.record.first = st
	return nil
}

// What remaining() says of orders that are not partly filled.
var (
	untouched = api.NewAmount(0)
	closed    = api.NewAmount(1)
)

// keep puts the order on disk, then into memory. The gate is held, so the position stands still.
func (s *Service) keep(n *newcomer, at api.BlockRef) error {
	s.mu.RLock()
	newHolding := s.memory.holdings.index[n.holding] == 0
	s.mu.RUnlock()
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		id, err := s.tables.orders.NextID(tx)
		if err != nil {
			return err
		}
		n.id = uint32(id)
		if newHolding {
			if err := s.tables.holdings.Put(tx, n.holding, fundsRecord{n.funds, at.Number}); err != nil {
				return err
			}
		}
		return s.tables.orders.Put(tx, id, n.record)
	})
	if err != nil {
		return storeError(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.memory
	m.place(n.id, &n.record)
	m.attach(n.id, m.holdings.add(n.holding, n.funds, at.Number))
	m.enter(n.id)
	s.bump(n.id)
	return nil
}

// reply is the record of an order that was just accepted: it is PENDING until it is tracked.
func (n *newcomer) reply(chainID uint64) api.OrderRecord {
	rec := n.record.api(chainID, n.record.first, n.funds.available())
	rec.State = api.Pending
	return rec
}

// holding is what the order stands on.
func (r *record) holding() holdingKey { return holdingKey{r.order.Maker, r.order.MakerAsset} }

// whole tells whether the order is filled whole or not at all, because its maker wants it so or because one ERC721 token pays for all of it.
func (r *record) whole() bool { return r.fillOrKill || r.order.TakerAsset.Kind == api.ERC721 }

// api returns the record as the interface shows it, with a status and what its maker can pay.
func (r *record) api(chainID uint64, st status, available api.Amount) api.OrderRecord {
	rec := api.OrderRecord{
		Order: r.order, ChainID: chainID, Hash: r.hash, Signature: r.signature, PermitMakerAsset: r.permit, FillOrKill: r.fillOrKill,
		State: stateNames[st.state], CreatedAt: r.created, UpdatedAt: st.updated, FillableBalance: st.fillable,
	}
	if st.state.open() {
		rec.MakerBalance, rec.SwappableBalance = balances(st.fillable, available, r.whole())
	}
	if st.tx != (common.Hash{}) {
		tx := st.tx
		rec.TransactionHash = &tx
	}
	return rec
}
