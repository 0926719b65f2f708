package orders

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"runtime"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
	"bourse/store"
)

// show returns an order as the interface shows it. s.mu is held.
func (s *Service) show(id uint32) api.OrderRecord {
	ix := s.index
	rec, st, h := ix.record(id), ix.status(id), &ix.holdings.list[ix.row(id).holding]
	out := rec.api(s.chainID, st, ix.contract, h.funds)
	if st.state == suspended {
		out.StateReason = suspension(&rec, st, h.funds, ix.holdings.faults[h.holdingKey])
	}
	if s.isNeglected(ix.row(id)) {
		out.StateReason = "nobody could fill it for long: post it again once its maker holds and " +
			"allows what it sells"
		if ix.isForeign(ix.row(id).makerToken) {
			out.StateReason = "the network does not list what it sells, and nobody filled it for " +
				"long: post it again"
		}
	}
	return out
}

func (s *Service) showAll(ids []uint32) []api.OrderRecord {
	out := make([]api.OrderRecord, len(ids))
	s.index.fetchRows(ids)
	s.index.fetchRests(ids)
	for i, id := range ids {
		out[i] = s.show(id)
	}
	return out
}

// What a page shows of an order lies in several places of hundreds of megabytes. Read one after the
// other each of them would be waited for, so they are touched before, in loops in which nothing
// depends on what was read last: then the processor fetches many at once.

// fetchRows has the rows of orders in the processor's cache.
func (ix *index) fetchRows(ids []uint32) {
	var touched byte
	for _, id := range ids {
		r := ix.row(id)
		touched += r.hash[0] + byte(r.holding) + byte(r.rest) + byte(r.state)
	}
	runtime.KeepAlive(touched)
}

// fetchRests does the same for what rows lead to.
func (ix *index) fetchRests(ids []uint32) {
	var touched byte
	for _, id := range ids {
		r := ix.row(id)
		rest := ix.rests.blocks[r.rest>>32][uint32(r.rest):]
		h := &ix.holdings.list[r.holding]
		touched += rest[0] + rest[min(64, len(rest)-1)] + byte(h.balance.U256()[0]) +
			ix.addresses.list[r.maker][0] + ix.txs[r.tx][0]
	}
	runtime.KeepAlive(touched)
}

// Order returns one order by hash; NotFound if there is none of that kind.
func (s *Service) Order(_ context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	id := s.index.find(hash)
	if id == 0 || s.index.row(id).is(isNFT) != nft {
		return api.OrderRecord{}, api.Errorf(
			api.NotFound, "no order %s on network %d", hash, s.chainID)
	}
	return s.show(id), nil
}

// Orders returns a page of a maker's or taker's orders.
func (s *Service) Orders(_ context.Context, q api.OrderQuery) (api.OrderPage, error) {
	page := api.OrderPage{Limit: q.Limit, Offset: q.Offset, Orders: []api.OrderRecord{}}
	who, as := q.Maker, asMaker
	if who == nil {
		who, as = q.Taker, asTaker
	}
	if who == nil || q.Limit < 1 || q.Limit > api.MaxPage || q.Offset < 0 {
		return page, api.Invalid(api.FieldError{
			Field: "limit", Reason: fmt.Sprintf(
				"must be 1 to %d, offset 0 or more, and an address must be given", api.MaxPage)})
	}
	ids := make([]uint32, 0, q.Limit)
	s.mu.RLock()
	defer s.mu.RUnlock()
	ix := s.index
	key := listKey{ix.addresses.number[*who], as, 0}
	if q.NFT {
		key.flags |= isNFT
	}
	if q.Type == api.P2P {
		key.flags |= isP2P
	}
	if v := ix.lists[key]; v != nil {
		list, order := ix.view(v, q.OrderBy)
		page.Total = list.Len(q.HideSmallBalances)
		ids = list.Page(ids, q.Offset, q.Limit, q.HideSmallBalances, order)
	}
	page.HasMore = q.Offset+len(ids) < page.Total
	page.Orders = s.showAll(ids)
	return page, nil
}

func (ix *index) view(v *views, by api.OrderBy) (*ranked.List, ranked.Order) {
	switch by {
	case api.ByUpdatedAt:
		return &v.updated, ix.byUpdated
	case api.ByExpiry:
		return &v.expiry, ix.byExpiry
	default:
		return &v.created, ix.byCreated
	}
}

// FillableBalance sums what an account's open fungible orders may still take, by token; for one
// token where it is given.
func (s *Service) FillableBalance(
	_ context.Context, maker common.Address, token *common.Address) (map[common.Address]api.Amount,
	error) {
	sums := make(map[common.Address]api.Amount)
	if token != nil {
		sums[*token] = api.Amount{}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	ix := s.index
	for _, n := range ix.holdings.ofOwner[maker] {
		asset := ix.holdings.list[n].asset
		if token != nil && *token != asset.Address {
			continue
		}
		ix.eachOn(n, func(_ uint32, r *row) {
			if !r.is(isNFT) {
				sums[asset.Address] = sums[asset.Address].Add(ix.amounts.unpack(r.fillable))
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
			return store.ErrStop
		}
		return nil
	}
	before := func(prefix []byte) store.Range { // so that a page costs no more than the first
		r := store.Prefix(prefix)
		r.Reverse = true
		if q.Before != nil {
			r.To = fillKeys{}.AppendKey(bytes.Clone(prefix), fillKey{q.Before.Block,
				uint32(min(q.Before.LogIndex, math.MaxUint32))})
		}
		return r
	}
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		switch {
		case q.Order != nil:
			return s.tables.ofOrder.ScanRange(tx, before(q.Order[:]), take)
		case q.Account != nil:
			return s.tables.ofParty.ScanRange(tx, before(q.Account[:]), take)
		default:
			return s.tables.fills.Scan(tx, before(nil), take)
		}
	})
	return out, storeError(err)
}
