package pins

import (
	"context"
	"time"

	"bourse/backend/api"
)

// What something was traded for is told by the service's candles, and by the pools of a node of
// one's own as they stood then, where that has the state of the block: many nodes have that of the
// newest blocks alone.

// Candles implements api.Exchange. Who asks for a block is told what the pools made of the pair
// there; else it is said who tells of the candles.
func (s *exchange) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	if p := s.then(ctx, q.Pair, q.Block); p.Known() {
		every := uint64(q.Interval / time.Second)
		return []api.Candle{{Start: q.Until - q.Until%every, Open: p, High: p, Low: p,
			Close: p}}, nil
	}
	list, err := s.Exchange.Candles(ctx, q)
	for i := range list {
		list[i].ToldBy = s.pins.host
	}
	return list, err
}

// then is what a pair that is known here traded for after a block by the pools of a node of one's
// own; not known where they do not tell.
func (s *exchange) then(ctx context.Context, pair api.Pair, block uint64) (p api.Price) {
	node, known := s.pins.nodes[s.chainID], s.pins.known[s.chainID]
	if node == nil || known == nil || block == 0 || len(known.venues.factories) == 0 {
		return p
	}
	_, base := known.tokens[pair.Base]
	_, quote := known.tokens[pair.Quote]
	s.pins.mu.Lock()
	missing := block <= s.pins.stateless[s.chainID]
	s.pins.mu.Unlock()
	if !base || !quote || missing {
		return p
	}
	asked, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	h, err := node.HeaderByNumber(asked, block)
	if err != nil {
		return p
	}
	v := known.venues
	from, to := v.traded(pair.Base), v.traded(pair.Quote)
	d, err := s.pins.readPools(asked, node, s.chainID, v, v.pairsOf(from, to), h.Hash)
	if err != nil {
		if _, gone := node.Head(asked); gone == nil { // it answers, and not of that block
			s.pins.mu.Lock()
			s.pins.stateless[s.chainID] = max(s.pins.stateless[s.chainID], block)
			s.pins.mu.Unlock()
		}
		return p
	}
	units := known.units()
	worth, in := d.worth(v, units, from), d.worth(v, units, to)
	if worth == 0 || in == 0 {
		return p
	}
	return priceOf(worth / in)
}
