package orders

import (
	"sync"

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

// announced is up to where readers were told of orders. Orders are stored side by side, and a
// position counts those before which none is missing.
type announced struct {
	mu    sync.Mutex
	upTo  uint32
	later map[uint32]bool // told before others that come first
}

// announceNew tells readers of orders that were just stored. commitMu is held shared, so that no
// block comes between.
func (s *Service) announceNew(news []*pendingOrder) {
	if len(news) == 0 {
		return
	}
	var events []api.Event
	for _, p := range news {
		events = append(events, s.newsOf(p)...)
	}
	a := &s.announced
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range news {
		a.add(p.id)
	}
	at := s.positionAt(a.upTo)
	s.cfg.Bus.PublishAt(&at, events...)
}

// add counts an order that is told of. a.mu is held.
func (a *announced) add(id uint32) {
	if a.later == nil {
		a.later = make(map[uint32]bool)
	}
	a.later[id] = true
	for a.later[a.upTo+1] {
		a.upTo++
		delete(a.later, a.upTo)
	}
}

// announceAll tells readers what became of orders. commitMu is held alone: all orders that are
// stored were told of.
func (s *Service) announceAll(events []api.Event) {
	a := &s.announced
	a.mu.Lock()
	defer a.mu.Unlock()
	a.upTo = s.index.last
	clear(a.later)
	at := s.positionAt(a.upTo)
	s.cfg.Bus.PublishAt(&at, events...)
}

// newsOf is what there is to tell of an order that was just stored.
func (s *Service) newsOf(p *pendingOrder) []api.Event {
	rec := p.record.api(s.chainID, p.record.first, s.index.contract, p.funds)
	s.mu.RLock()
	pair, inBook := s.index.pairOf(p.id)
	s.mu.RUnlock()
	var events []api.Event
	for i := len(p.past.fills) - 1; i >= 0; i-- {
		events = append(events, s.fillEvent(&p.past.fills[i], p.record.first.base))
	}
	events = append(events, s.orderEvent(&rec, p.record.first.base))
	if inBook {
		events = append(events, s.bookEvent(pair, p.record.first.base))
	}
	return events
}

func (s *Service) fillEvent(f *api.Fill, block uint64) api.Event {
	return api.Event{Topic: api.TopicFill, ChainID: s.chainID, Key: f.OrderHash.Hex(),
		Block: block, Fill: f}
}

func (s *Service) orderEvent(rec *api.OrderRecord, block uint64) api.Event {
	return api.Event{Topic: api.TopicOrder, ChainID: s.chainID, Key: rec.Hash.Hex(), Block: block,
		Order: rec}
}

func (s *Service) bookEvent(p pairKey, block uint64) api.Event {
	return api.Event{Topic: api.TopicBook, ChainID: s.chainID, Key: api.PairKey(p.low, p.high),
		Block: block, Pair: api.Pair{Base: p.low, Quote: p.high}}
}
