package orders

import (
	"bourse/backend/api"
)

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
