package orders

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// changesPart is how many events are handed over together.
const changesPart = 256

// Reached is how far the orders are, and readers were told of them.
func (s *Service) Reached() (api.Position, error) {
	if _, err := s.position(); err != nil {
		return api.Position{}, err
	}
	a := &s.announced
	a.mu.Lock()
	defer a.mu.Unlock()
	return s.positionAt(a.upTo), nil
}

// positionAt is the position with so many orders.
func (s *Service) positionAt(count uint32) api.Position {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.positionWith(count)
}

// positionWith is positionAt for who holds s.mu.
func (s *Service) positionWith(count uint32) api.Position {
	at := api.Position{ChainID: s.chainID, Orders: uint64(count)}
	if len(s.recent) > 0 {
		at.Block, at.Hash = s.recent[0].Number, s.recent[0].Hash
	}
	if count > 0 {
		at.Last = s.index.row(count).hash
	}
	return at
}

// Knows tells whether a position is one of ours; see api.Replayer.
func (s *Service) Knows(ctx context.Context, p api.Position) (bool, error) {
	since, _, err := s.standsOn(ctx, p)
	return since != nil, err
}

// Since hands over events of what changed since a position; see api.Replayer.
func (s *Service) Since(ctx context.Context, p api.Position,
	tell func([]api.Event) error) (at api.Position, known bool, err error) {
	if at, err = s.Reached(); err != nil {
		return at, false, err
	}
	since, near, err := s.standsOn(ctx, p)
	if err != nil || since == nil {
		return at, false, err
	}
	changed := s.changedAfter(since.Time)
	if near {
		if changed, err = s.undoneAfter(p.Block); err != nil {
			return at, false, err
		}
	}
	ids := s.young(p, changed)
	if err := s.tellFills(ctx, p.Block, ids, tell); err != nil {
		return at, true, err
	}
	return at, true, s.tellOrders(ctx, at.Block, ids, tell)
}

// standsOn returns the block of a position, nil if it is not one of this chain or the orders are
// not those of this exchange. near tells whether what happened since is in the undo records.
func (s *Service) standsOn(ctx context.Context, p api.Position) (since *api.BlockRef, near bool,
	err error) {
	s.mu.RLock()
	recent, ours := s.recent, p.Orders <= uint64(s.index.last)
	if ours && p.Orders > 0 {
		ours = api.SameHash(s.index.row(uint32(p.Orders)).hash, p.Last)
	}
	s.mu.RUnlock()
	if !ours || len(recent) == 0 || p.Block > recent[0].Number {
		return nil, false, nil
	}
	for i, b := range recent {
		if b.Number == p.Block && api.SameHash(b.Hash, p.Hash) {
			return &recent[i], p.Block+chain.Depth > recent[0].Number, nil
		}
	}
	h, err := s.cfg.Network.HeaderByNumber(ctx, p.Block)
	if err != nil || !api.SameHash(h.Hash, p.Hash) {
		return nil, false, err
	}
	return &h.BlockRef, false, nil
}

// undoneAfter lists the orders that blocks from one on have changed, by what would undo that.
func (s *Service) undoneAfter(block uint64) (ids []uint32, err error) {
	from := store.Range{From: binary.BigEndian.AppendUint64(nil, block)}
	err = s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.undos.Scan(tx, from, func(_ uint64, u undo) error {
			for _, o := range u.orders {
				ids = append(ids, uint32(o.id))
			}
			return nil
		})
	})
	return ids, storeError(err)
}

// scanPart is how many rows are looked at before others get the lock.
const scanPart = 50_000

// changedAfter lists the orders whose last change was at a time or later.
func (s *Service) changedAfter(when uint64) (ids []uint32) {
	for from := uint32(1); ; from += scanPart {
		s.mu.RLock()
		last := s.index.last
		for id := from; id < from+scanPart && id <= last; id++ {
			if r := s.index.row(id); r.state != absent && uint64(r.updated) >= when {
				ids = append(ids, id)
			}
		}
		s.mu.RUnlock()
		if last < from+scanPart {
			return ids
		}
	}
}

// young adds the orders that came after a position, and those that this node first read at its
// block or later: what happened to them by then is in no undo record.
func (s *Service) young(p api.Position, ids []uint32) []uint32 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for id := s.index.last; id > 0; id-- {
		r := s.index.row(id)
		if r.state == absent {
			continue
		}
		if uint64(id) <= p.Orders && r.base < p.Block {
			break
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// tellFills hands over the fills from a block on, and all of the given orders since then.
func (s *Service) tellFills(ctx context.Context, from uint64, ids []uint32,
	tell func([]api.Event) error) error {
	next := fillKey{block: from}
	for {
		var part []api.Event
		err := s.cfg.Store.View(func(tx *store.Tx) error {
			return s.tables.fills.Scan(tx, store.Range{From: fillKeys{}.AppendKey(nil, next)},
				func(k fillKey, f api.Fill) error {
					if len(part) == changesPart {
						return store.ErrStop
					}
					next = fillKey{k.block, k.index + 1}
					part = append(part, s.fillEvent(&f, k.block))
					return nil
				})
		})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return storeError(err)
		}
		if err := s.tellOn(part, tell); err != nil {
			return err
		}
		if len(part) < changesPart {
			return s.tellEarlier(ctx, from, ids, tell)
		}
	}
}

// tellEarlier hands over the fills before a block of orders that were accepted later than they
// happened.
func (s *Service) tellEarlier(ctx context.Context, before uint64, ids []uint32,
	tell func([]api.Event) error) error {
	for part := range slices.Chunk(ids, changesPart) {
		var hashes []common.Hash
		s.mu.RLock()
		for _, id := range part {
			r := s.index.row(id)
			if r.base >= before && (r.state == cancelled || s.index.touched(r)) {
				hashes = append(hashes, r.hash)
			}
		}
		s.mu.RUnlock()
		var fills []api.Event
		err := s.cfg.Store.View(func(tx *store.Tx) error {
			for _, hash := range hashes {
				if err := s.tables.ofOrder.Scan(tx, hash[:], false,
					func(k fillKey, f api.Fill) error {
						if k.block < before {
							fills = append(fills, s.fillEvent(&f, k.block))
						}
						return nil
					}); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
		if err == nil {
			err = s.tellOn(fills, tell)
		}
		if err != nil {
			return storeError(err)
		}
	}
	return nil
}

// tellOrders hands over orders as they are.
func (s *Service) tellOrders(ctx context.Context, block uint64, ids []uint32,
	tell func([]api.Event) error) error {
	for part := range slices.Chunk(ids, changesPart) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := tell(s.partAsItIs(block, part)); err != nil {
			return err
		}
	}
	return nil
}

// partAsItIs is events of orders with the position that they are shown at.
func (s *Service) partAsItIs(block uint64, ids []uint32) []api.Event {
	a := &s.announced
	a.mu.Lock()
	defer a.mu.Unlock()
	s.mu.RLock()
	defer s.mu.RUnlock()
	at := s.positionWith(a.upTo)
	events := make([]api.Event, len(ids))
	for i, id := range ids {
		rec := s.show(id)
		events[i] = s.orderEvent(&rec, block)
		events[i].At, events[i].More = &at, true
	}
	return events
}

// tellOn hands over events that are true at the position.
func (s *Service) tellOn(events []api.Event, tell func([]api.Event) error) error {
	at, err := s.Reached()
	if err != nil || len(events) == 0 {
		return err
	}
	for i := range events {
		events[i].At, events[i].More = &at, true
	}
	return tell(events)
}
