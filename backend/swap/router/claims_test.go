package router_test

import (
	"context"
	"errors"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// hostile draws a small market of one of ten classes, and a query on it.
func hostile(tb testing.TB, seed uint64) (*calm, *router.Snapshot, router.Query) {
	tb.Helper()
	class := seed % 10
	m := newCalm(tb, seed, 4, 0, anyKinds)
	spread := []float64{0, 0.003, 0.1, 0.01, 0.002, 0.05, 0.001, 0.01, 0.01, 0.003}[class]
	kinds := []kindsOf{anyKinds, anyKinds, anyKinds, anyKinds, {orders: 1, product: 1},
		anyKinds, vaultKinds, anyKinds, {product: 1}, anyKinds}[class]
	if class == 5 || class == 4 && seed%20 == 4 { // few raw units are worth much
		for i := range m.price {
			m.price[i] = math.Exp(m.random.Float64()*8 - 6)
		}
	}
	for n := range 4 + m.random.IntN(12) {
		a := m.random.IntN(4)
		b := (a + 1 + m.random.IntN(3)) % 4
		if class == 9 { // a chain
			a, b = n%3, n%3+1
		}
		saved := m.price[a]
		m.price[a] *= math.Exp((m.random.Float64()*2 - 1) * spread)
		depth := math.Exp(m.random.NormFloat64()*1.5 + 13)
		if class == 3 && n%2 == 1 { // dust, at any price
			m.price[a] *= math.Exp(m.random.NormFloat64())
			depth *= 1e-6
		}
		m.addOf(tb, a, b, kinds, depth)
		m.price[a] = saved
	}
	dest := 1
	if class == 9 {
		dest = 3
	}
	worth := math.Exp(m.random.Float64()*12 + 1)
	q := router.Query{Src: m.tokens[0].Address, Dest: m.tokens[dest].Address,
		Amount: m.units(0, worth)}
	switch {
	case class == 7: // gas is a large part
		q.GasPrice = worth * 1e-7 * m.random.Float64() / m.price[dest]
	case class == 8:
		q.SrcTax, q.DestTax = uint16(m.random.IntN(500)), uint16(m.random.IntN(500))
	case seed%3 == 0:
		q.GasPrice = 1e-5 / m.price[dest] * m.random.Float64()
	}
	if q.Amount.IsZero() {
		q.Amount.SetOne()
	}
	return m, m.snapshot(tb), q
}

// TestNoClaimIsBeaten holds claims against what is sold part by part on exact pools, on markets
// that were made to break them. BOURSE_CLAIMS is how many, if set.
func TestNoClaimIsBeaten(t *testing.T) {
	t.Parallel()
	markets := 600
	if text := os.Getenv("BOURSE_CLAIMS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		markets = n
	}
	compared, said, seed := 0, 0, uint64(0)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the last market is that of seed %d", seed)
		}
	})
	for seed = range uint64(markets) {
		m, s, q := hostile(t, seed)
		r, err := router.Best(context.Background(), s, q)
		if errors.Is(err, router.ErrNoRoute) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		check(t, s, q, r)
		if !(r.GapBps > 0) {
			t.Fatalf("market %d: a gap of %g bps leaves no room for rounding", seed, r.GapBps)
		}
		ours := asFloat(r.DestAmount) - float64(r.Gas-baseGas)*q.GasPrice
		claim := ours + r.GapBps/1e4*math.Abs(r.Bound) + r.Around
		for n := uint64(1); n <= 64; n *= 8 {
			a := newAllocator(m.random, s)
			got := a.spend(q, n)
			if got.IsZero() {
				continue
			}
			compared++
			net := asFloat(got) - a.gas*q.GasPrice
			if net > r.Bound || net > claim {
				t.Fatalf("market %d, class %d: %d parts bring %g, the bound is %g, claimed %g",
					seed, seed%10, n, net, r.Bound, claim)
			}
		}
		if r.GapBps <= 50 {
			said++
		}
	}
	t.Logf("%d allocations held against claims, of which %d of %d say something", compared, said,
		markets)
	if compared < markets {
		t.Errorf("only %d allocations", compared)
	}
}

// spend sells an amount in equal parts, each by the best walk of up to three hops, taxes included.
func (a *allocator) spend(q router.Query, parts uint64) (all uint256.Int) {
	part := *new(uint256.Int).Div(&q.Amount, uint256.NewInt(parts))
	part = pool.AfterTax(part, q.SrcTax)
	for range parts {
		got := a.best(q.Src, q.Dest, part, 3, true)
		got = pool.AfterTax(got, q.DestTax)
		all.Add(&all, &got)
	}
	return all
}
