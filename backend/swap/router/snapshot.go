package router

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/pool"
)

// Token is a token of the network as routes see it.
type Token struct {
	Address common.Address
	// Taxed tokens keep a part of every transfer. They are never a route's middle token, and a
	// query that starts or ends with one names the tax.
	Taxed bool
	// Strange tokens are those that somebody named and nobody vouches for: each was honest in a
	// trial, and can turn at any moment. They are a route's middle token only where the query names
	// its route.
	Strange bool
}

// Venue is a pool and how a price route names it.
type Venue struct {
	Exchange string           // name for include and exclude lists and for price routes
	Address  common.Address   // of the pool, or of whoever holds it
	ID       common.Hash      // by which that one names it; zero where it names none
	Tokens   []common.Address // by position in the pool
	Pool     pool.Pool
}

// Snapshot is the immutable state of all venues at one block. Many searches may share it.
type Snapshot struct {
	Block  uint64
	Tokens []Token
	Venues []Venue
	// Passing are pools that paid less within one of the last blocks than before and after it, so
	// that what they show now is perhaps there for nobody; see Venue.Is.
	Passing []common.Address

	index  map[common.Address]int32
	edges  []edge
	curves []pool.Curve // of each edge at the block
	logs   []float64    // of the curves' prices
	first  []int32      // first edge of each venue; its edges are contiguous
	out    [][]int32    // edges by the token sold
	in     [][]int32    // edges by the token bought
	gas    []float64    // that a leg in each venue takes at least
	level  []int32      // edges to shares of wrappers and vaults, which trade at one price

	prices func() []float64 // of the market as a whole, found once
}

// edge is one direction of trade through a venue.
type edge struct {
	venue    int32
	from, to int32 // tokens
	reverse  int32 // the opposite edge
	i, j     int8  // positions in the pool
}

// NewSnapshot prepares a block's venues for searches. It refuses venues whose tokens are unknown,
// repeated or do not match the pool.
func NewSnapshot(block uint64, tokens []Token, venues []Venue) (*Snapshot, error) {
	s := &Snapshot{
		Block: block, Tokens: tokens, Venues: venues,
		index: make(map[common.Address]int32, len(tokens)),
		first: make([]int32, len(venues)+1),
		out:   make([][]int32, len(tokens)), in: make([][]int32, len(tokens)),
	}
	for i, t := range tokens {
		if _, twice := s.index[t.Address]; twice {
			return nil, fmt.Errorf("snapshot: token %s is listed twice", t.Address)
		}
		s.index[t.Address] = int32(i)
	}
	for v := range venues {
		if err := s.add(v); err != nil {
			return nil, err
		}
	}
	s.prices = sync.OnceValue(s.agreed)
	return s, nil
}

// Same is the venue that another snapshot has at a place, as it is in this one; nil where it is
// not.
func (s *Snapshot) Same(other *Snapshot, place int) *Venue {
	v := &other.Venues[place]
	is := func(o Venue) bool {
		return o.Address == v.Address && o.ID == v.ID && o.Exchange == v.Exchange &&
			slices.Equal(o.Tokens, v.Tokens)
	}
	if place < len(s.Venues) && is(s.Venues[place]) {
		return &s.Venues[place]
	}
	if i := slices.IndexFunc(s.Venues, is); i >= 0 {
		return &s.Venues[i]
	}
	return nil
}

// Is tells whether a pool is the one of an address, or the one whose id begins with it where one
// contract holds many pools.
func (v *Venue) Is(address common.Address) bool {
	return v.Address == address || v.ID != (common.Hash{}) &&
		[common.AddressLength]byte(v.ID[:]) == address
}

// With is the snapshot with one venue more, which has no say in the market's prices.
func (s *Snapshot) With(v Venue) (*Snapshot, error) {
	n, err := NewSnapshot(s.Block, s.Tokens, append(s.Venues[:len(s.Venues):len(s.Venues)], v))
	if err == nil {
		n.prices = s.prices
	}
	return n, err
}

func (s *Snapshot) add(v int) error {
	venue := &s.Venues[v]
	n := venue.Pool.Coins()
	if len(venue.Tokens) != n {
		return fmt.Errorf("snapshot: pool %s holds %d tokens, %d are named", venue.Address, n,
			len(venue.Tokens))
	}
	ids := make([]int32, n)
	for i, address := range venue.Tokens {
		id, known := s.index[address]
		if !known {
			return fmt.Errorf("snapshot: pool %s trades the unlisted token %s", venue.Address,
				address)
		}
		for _, other := range ids[:i] {
			if other == id {
				return fmt.Errorf("snapshot: pool %s holds token %s twice", venue.Address, address)
			}
		}
		ids[i] = id
	}
	var state pool.State
	venue.Pool.Init(&state)
	var none [pool.MaxCoins]float64
	var a pool.Arbitrage
	venue.Pool.Arbitrage(&none, &a)
	s.gas = append(s.gas, float64(a.Gas+gasLeg))
	start := len(s.edges)
	for i := range n {
		for j := range n {
			if i == j {
				continue
			}
			id := int32(len(s.edges))
			s.edges = append(s.edges, edge{
				venue: int32(v), from: ids[i], to: ids[j], i: int8(i), j: int8(j)})
			curve := venue.Pool.Curve(&state, i, j)
			s.curves = append(s.curves, curve)
			s.logs = append(s.logs, math.Log(curve.Price))
			s.out[ids[i]] = append(s.out[ids[i]], id)
			s.in[ids[j]] = append(s.in[ids[j]], id)
		}
	}
	for id := start; id < len(s.edges); id++ {
		e := &s.edges[id]
		e.reverse = int32(start + position(int(e.j), int(e.i), n))
	}
	if k := venue.Pool.Kind(); k == pool.KindWrapper || k == pool.KindVault {
		s.level = append(s.level, int32(start))
	}
	s.first[v+1] = int32(len(s.edges))
	return nil
}

// position is the place of the pair (i, j) among a venue's edges.
func position(i, j, n int) int {
	if j > i {
		j--
	}
	return i*(n-1) + j
}

// Way is a venue that trades two tokens, with their positions in it.
type Way struct{ Venue, In, Out int }

// Between are the venues that trade a token for another, in their order.
func (s *Snapshot) Between(from, to common.Address) (ways []Way) {
	src, err1 := s.token(from)
	dest, err2 := s.token(to)
	if err1 != nil || err2 != nil {
		return nil
	}
	for _, id := range s.out[src] {
		if e := &s.edges[id]; e.to == dest {
			ways = append(ways, Way{int(e.venue), int(e.i), int(e.j)})
		}
	}
	return ways
}

// Taxed tells whether the snapshot lists a token as one that keeps a part of every transfer.
func (s *Snapshot) Taxed(address common.Address) bool {
	id, known := s.index[address]
	return known && s.Tokens[id].Taxed
}

// token is the index of an address, if the snapshot lists it.
func (s *Snapshot) token(address common.Address) (int32, error) {
	id, known := s.index[address]
	if !known {
		return 0, fmt.Errorf("token %s: %w", address, ErrToken)
	}
	return id, nil
}
