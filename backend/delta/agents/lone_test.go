package agents

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// A round of one order captures nearly all of its bound, and no route pays the owner more than
// that: neither the agents' nor any drawn one.
func TestTheBoundOfALoneOrder(t *testing.T) {
	t.Parallel()
	var shares []float64
	for _, seed := range seedsOf(0, 3, 9, 17, 19, 24, 38, 45) {
		if share, ok := loneShare(t, seed, onlyProducts); ok {
			shares = append(shares, share)
		}
		// pools of other kinds are drawn further apart than their fees, and what these arbitrage
		// brings is part of the bound but of no route
		loneShare(t, seed, allKinds)
	}
	checkShares(t, shares, 0.99, 0.95)
}

// loneShare is what a round for one order of a drawn market captures of its surplus; ok is false
// where its owner asks too much.
func loneShare(t *testing.T, seed uint64, kinds []poolKind) (share float64, ok bool) {
	t.Helper()
	m := drawMarket(t, seed, kinds...)
	b := m.batch(t, 1)
	for b.Orders[0].PartiallyFillable {
		b = m.batch(t, 1)
	}
	o := &b.Orders[0]
	e := m.hold(t, b).Entries[o.ID]
	if e.Bound == nil || e.Surplus == nil {
		t.Fatalf("seed %d: %+v", seed, e)
	}
	checkBound(t, seed, o.ID, e)
	never := func(who string, pays api.Amount) {
		if e.Bound.Less(pays) {
			t.Errorf("seed %d: %s pays %s, the bound is %s", seed, who, pays, e.Bound)
		}
	}
	for _, bid := range e.Bids {
		never(bid.Agent, bid.Received)
	}
	w := walker{m, b, o, rand.New(rand.NewPCG(seed, 8))}
	for range 300 {
		never("a route", w.pays(t))
	}
	share = e.Surplus.Captured.Float() / e.Surplus.Bound.Float()
	if share > 1 {
		t.Errorf("seed %d: %g of the bound is captured", seed, share)
	}
	return share, e.Winner != ""
}

// walker draws routes for an order.
type walker struct {
	m *drawnMarket
	b *auction.Batch
	o *auction.OpenOrder
	*rand.Rand
}

// pays is what a drawn route pays the order's owner, after gas: all by one way, or a part by each
// of two.
func (w *walker) pays(t *testing.T) api.Amount {
	t.Helper()
	states, gas := make(map[int]*pool.State), uint64(0)
	way := func(amount uint256.Int) uint256.Int {
		out, used := w.way(states, amount)
		gas += used
		return out
	}
	amount := *w.o.Part().Amount.U256()
	brings := uint256.Int{}
	if w.IntN(2) == 0 {
		part := new(uint256.Int).Mul(&amount, uint256.NewInt(w.Uint64N(100)))
		part.Div(part, uint256.NewInt(100))
		brings = way(*part)
		amount.Sub(&amount, part)
	}
	rest := way(amount)
	brings.Add(&brings, &rest)
	route := auction.Route{Received: api.MustBig(brings.ToBig()),
		Gas: (&router.Other{Leg: router.Leg{Gas: gas}}).Gas()}
	pays, err := w.b.AfterGas(t.Context(), w.o, route)
	if err != nil {
		t.Fatal(err)
	}
	return pays
}

// way sells an amount in a pool, or for a token between and that in another.
func (w *walker) way(states map[int]*pool.State, amount uint256.Int) (out uint256.Int,
	gas uint64) {
	from, to := w.o.Order.SrcToken, w.b.InPools(w.o.Order.DestToken)
	if between := tokenOf(byte(1 + w.IntN(drawnTokens))); w.IntN(2) == 0 && between != from &&
		between != to {
		amount, gas = w.swap(states, from, between, amount)
		from = between
	}
	out, used := w.swap(states, from, to, amount)
	return out, gas + used
}

// swap sells an amount in a drawn pool of two tokens, for nothing where there is none.
func (w *walker) swap(states map[int]*pool.State, from, to common.Address,
	amount uint256.Int) (uint256.Int, uint64) {
	first := w.IntN(len(w.m.Venues))
	for k := range w.m.Venues {
		i := (first + k) % len(w.m.Venues)
		v := &w.m.Venues[i]
		in, out := slices.Index(v.Tokens, from), slices.Index(v.Tokens, to)
		if in < 0 || out < 0 {
			continue
		}
		if states[i] == nil {
			states[i] = new(pool.State)
			v.Pool.Init(states[i])
		}
		q, err := v.Pool.ExactIn(states[i], in, out, amount)
		if err != nil {
			return uint256.Int{}, 0
		}
		return q.Out, q.Gas
	}
	return uint256.Int{}, 0
}
