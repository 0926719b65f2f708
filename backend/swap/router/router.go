package router

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

const (
	// Whole is what shares of a split add up to: they are basis points.
	Whole = pool.BPS
	// MaxParts is how many routes a result may have and how many legs a hop: a price route says of
	// each how many percent it carries, at least one.
	MaxParts = 100
)

// MaxTokens is the largest number of tokens on a route that a query names.
const MaxTokens = 4

// Side tells which amount of a query is fixed.
type Side uint8

// The sides.
const (
	Sell Side = iota // Amount of Src is sold
	Buy              // Amount of Dest is bought
)

// Errors of queries.
var (
	ErrNoRoute = errors.New("no routes found with enough liquidity")
	ErrToken   = errors.New("token is not traded by any pool")
	ErrQuery   = errors.New("query cannot be answered")
)

// Query asks for the best route.
type Query struct {
	Src, Dest common.Address
	Side      Side
	Amount    uint256.Int // raw units of Src (Sell) or Dest (Buy)
	// GasPrice is what a unit of gas costs in raw units of Dest. It ranks candidates and enters no
	// amount.
	GasPrice float64
	// SrcTax and DestTax are the basis points that Src and Dest keep when they move into or out of
	// a pool. Taxes of the transfers from and to the user are the caller's (pool.AfterTax).
	SrcTax, DestTax uint16
	Include         []string         // only these exchanges, if any
	Exclude         []string         // not these
	ExcludePools    []common.Address // not these pools, see Venue.Is
	Route           []common.Address // exactly these tokens, 2 to 4, if any
	Limits          Limits
}

// Limits narrow the shape of the answer to what a contract method can carry. Zero means no limit.
type Limits struct {
	Tokens    int    // on a route, Src and Dest included; at most MaxHops + 1
	Routes    int    // in parallel
	Legs      int    // pools a hop
	RouteLegs int    // pools a route
	Gas       uint64 // by the estimate
}

// Result is an allocation and the exact outcome of its legs, performed route by route, hop by hop,
// leg by leg.
type Result struct {
	Block     uint64
	SrcAmount uint256.Int
	// what arrives; a Buy may deliver a little over its Amount where a pool knows no exact output
	DestAmount uint256.Int
	Gas        uint64 // estimate for the whole transaction
	Ticks      int    // initialised ticks crossed
	Routes     []Route
	// Bound is more than any allocation over the pools that the query admits can bring (Sell), or
	// less than any can cost (Buy), in raw units: the output less gas at the query's price, or the
	// input and gas. It holds without any limit on hops, splits and shares.
	Bound float64
	// Around is what trading in cycles alone brings at least, whatever the query, in the same unit:
	// Bound has it in it.
	Around float64
	// GapBps is how far this result is from Bound without Around, in basis points of Bound: from
	// what the amount itself can get.
	GapBps float64
	Pools  int // that the bound is over
}

// Route is a sequence of hops that carries Share of the fixed amount. Shares of a result sum to
// Whole; the last route takes what rounding leaves.
type Route struct {
	Share                 int
	SrcAmount, DestAmount uint256.Int
	Hops                  []Hop
}

// Hop swaps one token for the next over one or more legs. Shares of its legs sum to Whole and
// divide its input (Sell) or output (Buy), the last leg taking what rounding leaves.
type Hop struct {
	Src, Dest common.Address
	Legs      []Leg
}

// Leg is one swap in one pool. Selling SrcAmount pays DestAmount. The legs of a Buy are
// exact-output swaps of DestAmount wherever the pool knows them (constant product, concentrated,
// weighted) and the payment is not taxed; what they leave of the hop before is dust.
type Leg struct {
	Venue   int // index in Snapshot.Venues
	In, Out int // positions of the tokens in the pool
	Share   int
	// what is sent to the pool and what arrives from it, taxes included
	SrcAmount, DestAmount uint256.Int
	Ticks                 int
	Gas                   uint64
	// Fallback takes over SrcAmount (Sell) or DestAmount (Buy) if limit orders cannot be filled any
	// more. Its other amount is the exact answer of a pool that no leg of the result touches, so it
	// delivers what it says whenever it runs. Nil if there is none.
	Fallback *Leg
}

// Best finds the allocation with the most output net of gas (Sell) or the least input and gas
// (Buy). It answers with the best found so far when ctx ends, and with the same result for the same
// snapshot and query when it does not.
func Best(ctx context.Context, s *Snapshot, q Query) (*Result, error) {
	x, err := newSearch(ctx, s, q)
	if err != nil {
		return nil, err
	}
	if !x.run() {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("route: %w", err)
		}
		return nil, ErrNoRoute
	}
	return x.result(), nil
}

// ids are a query's tokens as the snapshot numbers them.
type ids struct {
	src, dest int32
	fixed     []int32 // the tokens of a fixed route
}

func (q *Query) resolve(s *Snapshot) (t ids, err error) {
	if t.src, err = s.token(q.Src); err != nil {
		return t, err
	}
	if t.dest, err = s.token(q.Dest); err != nil {
		return t, err
	}
	switch {
	case t.src == t.dest:
		return t, fmt.Errorf("source and destination are the same token: %w", ErrQuery)
	case q.Amount.IsZero() || q.Amount.BitLen() > 128:
		return t, fmt.Errorf("amount %s is out of range: %w", q.Amount.Dec(), ErrQuery)
	case q.SrcTax >= pool.BPS || q.DestTax >= pool.BPS:
		return t, fmt.Errorf("a transfer tax takes everything: %w", ErrQuery)
	case q.GasPrice < 0:
		return t, fmt.Errorf("gas price is negative: %w", ErrQuery)
	case q.Limits.Tokens < 0 || q.Limits.Tokens == 1 || q.Limits.Tokens > MaxHops+1 ||
		q.Limits.Routes < 0 || q.Limits.Legs < 0 || q.Limits.RouteLegs < 0:
		return t, fmt.Errorf("limits %+v are out of range: %w", q.Limits, ErrQuery)
	case len(q.Route) == 0:
		return t, nil
	case len(q.Route) < 2 || len(q.Route) > MaxTokens || q.Route[0] != q.Src ||
		q.Route[len(q.Route)-1] != q.Dest:
		return t, fmt.Errorf("route must lead from source to destination over at most %d "+
			"tokens: %w", MaxTokens, ErrQuery)
	}
	for _, address := range q.Route {
		id, err := s.token(address)
		if err != nil {
			return t, err
		}
		if slices.Contains(t.fixed, id) {
			return t, fmt.Errorf("route passes token %s twice: %w", address, ErrQuery)
		}
		t.fixed = append(t.fixed, id)
	}
	return t, nil
}

// allows tells whether a query's lists admit an exchange.
func (q *Query) allows(exchange string) bool {
	if len(q.Include) > 0 && !slices.Contains(q.Include, exchange) {
		return false
	}
	return !slices.Contains(q.Exclude, exchange)
}
