package pools

import (
	"maps"
	"slices"
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
	// what stands in each pool, by pairs of its tokens: how deep it is, whoever asks
	stands map[pool.Pool][]pool.Standing
	past   map[common.Address][]past // what the last blocks showed of pools that they touched
	// what tokens were worth by the pools of each of the last blocks, this one first, and what
	// follows from all of them
	spots []Rates
	rates Rates
	fair  *fair
}

// fair values tokens by the pools of one block, in whichever token.
type fair struct {
	mu sync.Mutex
	// by what stood in pools throughout the last blocks, of those whose prices did not swing and of
	// all, and by what stands in them now
	steady, stood, now weighing
}

// weighing are ways whose prices anybody can trade to, and what they say.
type weighing struct {
	edges []market.Edge
	in    map[common.Address]Rates
}

func weighingOf(edges []market.Edge) weighing {
	return weighing{edges, make(map[common.Address]Rates)}
}

// Rates is what tokens are worth at a block.
type Rates map[common.Address]market.Rate

// snapshot prepares pools for searches.
func (t *Tracker) snapshot(block chain.Header, pools []*State,
	past map[common.Address][]past) (*Snapshot, error) {
	s := &Snapshot{Block: block.BlockRef, BaseFee: block.BaseFee, Pools: pools,
		losses: losses(pools), past: past}
	var venues []router.Venue
	for _, l := range pools {
		if p := s.arriving(l); p != nil {
			s.Venues = append(s.Venues, l)
			venues = append(venues, router.Venue{
				Exchange: l.Exchange, Address: l.Address, ID: l.ID, Tokens: l.Tokens, Pool: p})
		}
	}
	s.measure(t.Newest())
	all := s.edges()
	for _, edges := range []*[]market.Edge{&all.now, &all.stood, &all.steady} {
		*edges = slices.DeleteFunc(*edges, func(e market.Edge) bool {
			// Pools of a token that lets only some pass it on can't be traded to their price by
			// others, so that what stands in them proves nothing: it is valued, and values nothing.
			return !t.cfg.Tokens.IsListed(e.To)
		})
	}
	s.fair = &fair{steady: weighingOf(all.steady), stood: weighingOf(all.stood),
		now: weighingOf(all.now)}
	spot := market.Rates(t.usd, all.now)
	maps.Copy(spot, market.Rates(t.usd, all.stood)) // tokens that are new are in the others alone
	s.value(spot, t.Newest())
	var err error
	if s.Search, err = router.NewSnapshot(block.Number, t.table(), venues); err != nil {
		return s, err
	}
	stands := func(v int) []pool.Standing { return s.stands[s.Venues[v].Pool] }
	if crumbs := s.Search.Crumbs(stands); slices.Contains(crumbs, true) {
		s.Venues, venues = without(s.Venues, crumbs), without(venues, crumbs)
		s.Search, err = router.NewSnapshot(block.Number, t.table(), venues)
	}
	if err == nil {
		s.Search.Passing = s.passing()
	}
	return s, err
}

// measure finds what stands in the pools, which is as it was in those that nothing has touched.
func (s *Snapshot) measure(before *Snapshot) {
	s.stands = make(map[pool.Pool][]pool.Standing, len(s.Venues))
	for _, l := range s.Venues {
		known := false
		if before != nil {
			s.stands[l.Pool], known = before.stands[l.Pool]
		}
		if !known {
			s.stands[l.Pool] = standing(l)
		}
	}
}

// without is a list without the places that are marked.
func without[T any](list []T, marked []bool) (rest []T) {
	for i, v := range list {
		if !marked[i] {
			rest = append(rest, v)
		}
	}
	return rest
}

// table lists the tokens that searches know.
func (t *Tracker) table() []router.Token {
	t.mu.RLock()
	defer t.mu.RUnlock()
	table := make([]router.Token, len(t.traded))
	for i, address := range t.traded {
		table[i] = router.Token{Address: address, Taxed: t.tokens[address].TransferTax > 0,
			Strange: !t.cfg.Tokens.IsListed(address)}
	}
	return table
}

// next is the same one block later, which touched no pool.
func (s *Snapshot) next(block chain.Header) *Snapshot {
	search := *s.Search
	search.Block = block.Number
	next := &Snapshot{Block: block.BlockRef, BaseFee: block.BaseFee, Pools: s.Pools,
		Venues: s.Venues, Search: &search, losses: s.losses, fair: s.fair,
		past: s.past, stands: s.stands}
	next.value(s.spots[0], s)
	return next
}

// value takes in what tokens are worth by the pools of this block, after the snapshot before it;
// nil if there is none.
func (s *Snapshot) value(spot Rates, before *Snapshot) {
	s.spots = []Rates{spot}
	if before != nil {
		past := before.spots
		if before.Block.Number >= s.Block.Number {
			past = past[1:] // the same block read anew
		}
		s.spots = append(s.spots, past[:min(len(past), market.SteadyBlocks-1)]...)
	}
	s.rates = make(Rates, len(spot))
	var values [market.SteadyBlocks]float64
	for token, rate := range spot {
		known := values[:0]
		for _, then := range s.spots {
			if r, ok := then[token]; ok {
				known = append(known, r.USD)
			}
		}
		s.rates[token] = market.Rate{USD: market.Steady(known), Depth: rate.Depth}
	}
}

// With is what routes are searched on with one venue more, after those of the snapshot.
func (s *Snapshot) With(v router.Venue) (*router.Snapshot, error) {
	return s.Search.With(v)
}

// Rates values tokens by the pools of the snapshot and of the blocks before it.
func (s *Snapshot) Rates() Rates { return s.rates }

// Fair is what a raw unit of a token is worth in raw units of another by all pools of this block,
// as market.Rates weighs them: no pool says it by itself. ok is false where they do not tell.
func (s *Snapshot) Fair(src, dest common.Address) (price float64, ok bool) {
	unit := s.rates[dest].USD
	if !(unit > 0) {
		return 0, false
	}
	r, ok := s.fair.rate(src, dest, unit)
	return r.USD / unit, ok
}

// fewest is the part of what stood in all pools below which those whose prices did not swing say
// nothing by themselves: others can trade the prices of pools there and back.
const fewest = 0.1

// rate is what a token is worth where another one is worth so much.
func (f *fair) rate(src, dest common.Address, unit float64) (r market.Rate, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	stood, ok := f.stood.rate(src, dest, unit)
	if !ok {
		return f.now.rate(src, dest, unit)
	}
	if steady, ok := f.steady.rate(src, dest, unit); ok && stood.Depth*fewest <= steady.Depth {
		return steady, true
	}
	return stood, true
}

func (w *weighing) rate(src, dest common.Address, unit float64) (r market.Rate, ok bool) {
	rates, known := w.in[dest]
	if !known {
		rates = market.Rates(map[common.Address]float64{dest: unit}, w.edges)
		w.in[dest] = rates
	}
	r, ok = rates[src]
	return r, ok
}

// passing are the pools that were not there throughout one of the last blocks.
func (s *Snapshot) passing() (list []common.Address) {
	for at, all := range s.past {
		if slices.ContainsFunc(all, func(p past) bool { return p.passed }) {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, common.Address.Cmp)
	return list
}
