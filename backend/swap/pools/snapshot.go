package pools

import (
	"math"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/market"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// Snapshot is everything known of the pools at one block. It never changes.
type Snapshot struct {
	Block   api.BlockRef
	BaseFee api.Amount // wei a gas
	Pools   []*State
	Venues  []*State         // those of Search, by venue
	Search  *router.Snapshot // what routes are searched on

	losses map[common.Address]uint64 // see Loss
	rates  func() Rates
}

// Rates is what tokens are worth at a block.
type Rates map[common.Address]market.Rate

// snapshot prepares pools for searches.
func (t *Tracker) snapshot(block chain.Header, pools []*State) (*Snapshot, error) {
	s := &Snapshot{Block: block.BlockRef, BaseFee: block.BaseFee, Pools: pools,
		losses: losses(pools)}
	var venues []router.Venue
	for _, l := range pools {
		if p := s.arriving(l); p != nil {
			s.Venues = append(s.Venues, l)
			venues = append(venues, router.Venue{
				Exchange: l.Exchange, Address: l.Address, Tokens: l.Tokens, Pool: p})
		}
	}
	s.rates = sync.OnceValue(func() Rates { return market.Rates(t.usd, s.edges()) })
	var err error
	s.Search, err = router.NewSnapshot(block.Number, t.table(), venues)
	return s, err
}

// table lists the tokens that searches know.
func (t *Tracker) table() []router.Token {
	t.mu.RLock()
	defer t.mu.RUnlock()
	table := make([]router.Token, len(t.traded))
	for i, address := range t.traded {
		table[i] = router.Token{Address: address, Taxed: t.tokens[address].TransferTax > 0}
	}
	return table
}

// next is the same one block later, which touched no pool.
func (s *Snapshot) next(block chain.Header) *Snapshot {
	search := *s.Search
	search.Block = block.Number
	return &Snapshot{Block: block.BlockRef, BaseFee: block.BaseFee, Pools: s.Pools,
		Venues: s.Venues, Search: &search, losses: s.losses, rates: s.rates}
}

// With is what routes are searched on with one venue more, after those of the snapshot.
func (s *Snapshot) With(v router.Venue) (*router.Snapshot, error) {
	return s.Search.With(v)
}

// Rates values tokens by the pools of the snapshot, once.
func (s *Snapshot) Rates() Rates { return s.rates() }

// edges are the ways to trade in the pools. The middle of the prices of both directions is
// the price without the fee.
func (s *Snapshot) edges() []market.Edge {
	var edges []market.Edge
	for _, l := range s.Venues {
		var now pool.State
		l.Pool.Init(&now)
		for i := range l.Tokens {
			for j := range l.Tokens {
				if i == j {
					continue
				}
				out, back := l.Pool.Curve(&now, i, j), l.Pool.Curve(&now, j, i)
				if out.Price > 0 && back.Price > 0 {
					edges = append(edges, market.Edge{
						From: l.Tokens[i], To: l.Tokens[j],
						Price: math.Sqrt(out.Price / back.Price), Depth: out.Depth})
				}
			}
		}
	}
	return edges
}
