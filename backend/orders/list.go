package orders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
	"bourse/store"
)

// found is an order chosen from memory, to be read from the store.
type found struct {
	id        uint32
	touched   bool
	available api.Amount
}

// pick notes what memory knows of an order. s.mu is held.
func (s *Service) pick(id uint32) found {
	r := s.memory.row(id)
	f := found{id: id, touched: r.is(isTouched)}
	if r.holding != 0 {
		f.available = s.memory.holdings.list[r.holding].available()
	}
	return f
}

func (s *Service) pickAll(ids []uint32) []found {
	list := make([]found, len(ids))
	for i, id := range ids {
		list[i] = s.pick(id)
	}
	return list
}

// readPart is how many records one goroutine reads of a page.
const readPart = 256

// read returns the records of chosen orders, those of a long page on several processors. They are read in the order in which they lie on
// disk, since neighbours cost little.
func (s *Service) read(list []found) ([]api.OrderRecord, error) {
	out := make([]api.OrderRecord, len(list))
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return cmp.Compare(list[a].id, list[b].id) })
	var jobs []func()
	errs := make([]error, (len(list)+readPart-1)/readPart)
	for part := range errs {
		some := places[part*readPart : min((part+1)*readPart, len(list))]
		jobs = append(jobs, func() { errs[part] = s.readInto(out, list, some) })
	}
	if len(jobs) == 1 {
		jobs[0]()
	} else {
		parallel(jobs)
	}
	return out, storeError(errors.Join(errs...))
}

func (s *Service) readInto(out []api.OrderRecord, list []found, places []int) error {
	return s.cfg.Store.View(func(tx *store.Tx) error {
		for _, i := range places {
			r, st, err := s.stored(tx, list[i].id, list[i].touched)
			if err != nil {
				return err
			}
			out[i] = r.api(s.chainID, st, list[i].available)
		}
		return nil
	})
}

// stored reads one order and its newest status.
func (s *Service) stored(tx *store.Tx, id uint32, touched bool) (r record, st status, err error) {
	if r, err = s.tables.orders.Get(tx, uint64(id)); err == nil {
		st = r.first
		if touched {
			st, err = s.tables.statuses.Get(tx, uint64(id))
		}
	}
	if errors.Is(err, store.ErrNotFound) { // memory says that it is there
		err = fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return r, st, err
}

// Order returns one order by hash; NotFound if there is none of that kind.
func (s *Service) Order(_ context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	s.mu.RLock()
	id := s.memory.find(hash)
	if id == 0 || s.memory.row(id).is(isNFT) != nft {
		s.mu.RUnlock()
		return api.OrderRecord{}, api.Errorf(api.NotFound, "no order %s on network %d", hash, s.chainID)
	}
	f := s.pick(id)
	s.mu.RUnlock()
	list, err := s.read([]found{f})
	if err != nil {
		return api.OrderRecord{}, err
	}
	return list[0], nil
}

// Orders returns a page of a maker's or taker's orders.
func (s *Service) Orders(_ context.Context, q api.OrderQuery) (api.OrderPage, error) {
	page := api.OrderPage{Limit: q.Limit, Offset: q.Offset, Orders: []api.OrderRecord{}}
	who, as := q.Maker, asMaker
	if who == nil {
		who, as = q.Taker, asTaker
	}
	if who == nil || q.Limit < 1 || q.Limit > api.MaxPage || q.Offset < 0 {
		return page, api.Invalid(api.FieldError{Field: "limit", Reason: fmt.Sprintf("must be 1 to %d, offset 0 or more, and an address must be given", api.MaxPage)})
	}
	ids := make([]uint32, 0, q.Limit)
	s.mu.RLock()
	m := s.memory
	key := listKey{m.addresses.number[*who], as, 0}
	if q.NFT {
		key.flags |= isNFT
	}
	if q.Type == api.P2P {
		key.flags |= isP2P
	}
	if v := m.lists[key]; v != nil {
		list, order := m.view(v, q.OrderBy)
		page.Total = list.Len(q.HideSmallBalances)
		ids = list.Page(ids, q.Offset, q.Limit, q.HideSmallBalances, order)
	}
	list := s.pickAll(ids)
	s.mu.RUnlock()
	page.HasMore = q.Offset+len(ids) < page.Total
	var err error
	page.Orders, err = s.read(list)
	return page, err
}

func (m *memory) view(v *views, by api.OrderBy) (*ranked.List, ranked.Order) {
	switch by {
	case api.ByUpdatedAt:
		return &v.updated, m.byUpdated
	case api.ByExpiry:
		return &v.expiry, m.byExpiry
	default:
		return &v.created, m.byCreated
	}
}

// FillableBalance sums what an account's open fungible orders may still take, by token; for one token where it is given.
func (s *Service) FillableBalance(_ context.Context, maker common.Address, token *common.Address) (map[common.Address]api.Amount, error) {
	sums := make(map[common.Address]api.Amount)
	if token != nil {
		sums[*token] = api.Amount{}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	m := s.memory
	for _, n := range m.holdings.ofOwner[maker] {
		asset := m.holdings.list[n].asset
		if token != nil && *token != asset.Address {
			continue
		}
		m.on(n, func(_ uint32, r *row) {
			if !r.is(isNFT) {
				sums[asset.Address] = sums[asset.Address].Add(m.amounts.unpack(r.fillable))
			}
		})
	}
	return sums, nil
}

// Fills returns fills, newest first.
func (s *Service) Fills(_ context.Context, q api.FillQuery) ([]api.Fill, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = api.MaxPage
	}
	out := []api.Fill{}
	take := func(_ fillKey, f api.Fill) error {
		if q.Account != nil && f.Maker != *q.Account && f.Taker != *q.Account {
			return nil
		}
		if out = append(out, f); len(out) == limit {
			return store.Stop
		}
		return nil
	}
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		switch {
		case q.Order != nil:
			return s.tables.ofOrder.Scan(tx, q.Order[:], true, take)
		case q.Account != nil:
			return s.tables.ofParty.Scan(tx, q.Account[:], true, take)
		default:
			return s.tables.fills.Scan(tx, store.Range{Reverse: true}, take)
		}
	})
	return out, storeError(err)
}
