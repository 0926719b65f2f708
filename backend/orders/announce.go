package orders

import (
	"bourse/backend/api"
)

// maxVersions is how many books' changes are counted one by one.
const maxVersions = 16_384

// bump counts a change of the book that an order is in. s.mu is held.
func (s *Service) bump(id uint32) {
	if p, ok := s.index.pairOf(id); ok {
		s.changed(p)
	}
}

// changed counts a change of a book. Where there are too many books to be counted one by one, all
// count as changed: a version never comes back. s.mu is held.
func (s *Service) changed(p pairKey) {
	if _, ok := s.versions[p]; !ok && len(s.versions) >= maxVersions {
		for _, n := range s.versions {
			s.oldest = max(s.oldest, n)
		}
		clear(s.versions)
	}
	s.versions[p] = s.version(p) + 1
}

// version is the number of changes of a book, or more. s.mu is held.
func (s *Service) version(p pairKey) uint64 { return max(s.oldest, s.versions[p]) }

// pairOf returns the pair whose book an order may be in.
func (ix *index) pairOf(id uint32) (pairKey, bool) {
	r := ix.row(id)
	if r.is(isNFT) || r.is(isP2P) || r.is(isNamed) {
		return pairKey{}, false
	}
	return pairOf(ix.addresses.list[r.makerToken], ix.addresses.list[r.takerToken]), true
}

// announceNew tells readers of an order that was just stored.
func (s *Service) announceNew(p *pendingOrder) {
	rec := p.record.api(s.chainID, p.record.first, s.index.contract, p.funds)
	s.mu.RLock()
	pair, inBook := s.index.pairOf(p.id)
	s.mu.RUnlock()
	events := []api.Event{s.orderEvent(&rec, p.record.first.base)}
	if inBook {
		events = append(events, s.bookEvent(pair, p.record.first.base))
	}
	s.cfg.Bus.Publish(events...)
}

func (s *Service) orderEvent(rec *api.OrderRecord, block uint64) api.Event {
	return api.Event{Topic: api.TopicOrder, ChainID: s.chainID, Key: rec.Hash.Hex(), Block: block,
		Order: rec}
}

func (s *Service) bookEvent(p pairKey, block uint64) api.Event {
	return api.Event{Topic: api.TopicBook, ChainID: s.chainID, Key: api.PairKey(p.low, p.high),
		Block: block, Pair: api.Pair{Base: p.low, Quote: p.high}}
}
