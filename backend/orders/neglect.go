package orders

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store/facts"
)

// Anybody can post orders that nothing stands behind, for nothing, with as many keys as he likes.
// So what nobody can fill ends after a time, sooner where nothing ever stood behind it, and so does
// what nobody fills of a contract that the network does not list, sooner where that has many
// orders. Then an order is no longer followed, and leaves the log of facts like all that is final.
// It comes back by a new post of the same order, where there is room.
const (
	keptShort = 24 * time.Hour
	keptLong  = 30 * 24 * time.Hour
	// lookedMost is how many orders a block looks at for that.
	lookedMost = 512
	// reviveAfter is when an order that is just leaving the log is worth another post.
	reviveAfter = time.Minute
)

// applyNeglect ends some of the orders that nobody could fill, or did, for long: those whose turn
// it is.
func (cs *changeset) applyNeglect() {
	s := cs.s
	for range min(lookedMost, int(s.index.last)) {
		if s.looked++; s.looked > s.index.last {
			s.looked = 1
		}
		r := s.index.row(s.looked)
		if !r.state.open() || !s.index.neglectedAt(r, cs.block.Time, s.cfg.MaxForeign) {
			continue
		}
		c := cs.orderChange(s.looked)
		if c.now.state == r.state {
			c.now.apply(neglected, int64(cs.block.Time), c.record.created)
		}
	}
}

// neglectedAt tells whether nobody could fill an open order for too long at a time, or nobody did
// where only the contract of a stranger says that it can be filled.
func (ix *index) neglectedAt(r *row, now uint64, places int) bool {
	keep := keptLong
	switch {
	case r.state == suspended && r.updated == r.created:
		keep = keptShort
	case r.state == suspended:
	case !ix.isForeign(r.makerToken):
		return false
	case 2*ix.ready.of[r.makerToken] > shareOf(places, ix.ready.all):
		keep = keptShort
	}
	return uint64(r.updated)+uint64(keep/time.Second) < now
}

// neglected returns the id of an order that was neglected, 0 if it was not.
func (s *Service) neglected(hash common.Hash) uint32 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if id := s.index.find(hash); id != 0 && s.isNeglected(s.index.row(id)) {
		return id
	}
	return 0
}

// isNeglected tells whether an order ended since nobody could fill it, or did. s.mu is held.
func (s *Service) isNeglected(r *row) bool {
	return r.state == expired && len(s.recent) > 0 &&
		(r.expiry == 0 || r.expiry >= s.recent[0].Time)
}

// again opens an order that was neglected, where there is room for it.
func (s *Service) again(ctx context.Context, id uint32, a *arrival) (rec api.OrderRecord,
	err error) {
	s.mu.RLock()
	p := s.pendingOf(s.index.record(id))
	s.mu.RUnlock()
	if err := s.admit(ctx, p, a); err != nil {
		return rec, err
	}
	body, _, err := intake{s}.Find(p.key.hash.Hex())
	if err != nil {
		return rec, storeError(err)
	}
	f := facts.Fact{Stream: Stream(s.chainID), Name: p.key.hash.Hex(), Body: body}
	if s.cfg.Log.Status().Shared {
		_, fresh, err := s.cfg.Log.Append(ctx, nil, f)
		if err == nil && !fresh[0] {
			e := api.Errorf(api.StoreUnavailable, "order %s ended since nobody could fill it, and "+
				"is just leaving the log of the exchange: post it again in a minute", p.key.hash)
			e.RetryAfter = reviveAfter
			err = e
		}
		if err != nil {
			return rec, storeError(facts.Refusal(err))
		}
	} else if err := (intake{s}).revive(ctx, []facts.Fact{f}); err != nil {
		return rec, err
	}
	rec, _ = s.known(p.key.hash)
	return rec, nil
}

// revive opens the orders of facts that are known here and were neglected, as far as the contract
// has them open.
func (s intake) revive(ctx context.Context, list []facts.Fact) error {
	var ids []uint32
	s.mu.RLock()
	for _, f := range list {
		id := s.index.find(common.HexToHash(f.Name))
		if id != 0 && s.isNeglected(s.index.row(id)) {
			ids = append(ids, id)
		}
	}
	s.mu.RUnlock()
	if len(ids) == 0 {
		return nil
	}
	return s.sweep(ctx, ids)
}
