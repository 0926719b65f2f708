package pool_test

import (
	"math/big"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/swap/pool"
)

// draw makes an integer of up to the given number of bits, small and large ones alike.
func draw(t *rapid.T, name string, bits int) uint256.Int {
	var v uint256.Int
	for i := range v {
		v[i] = rapid.Uint64().Draw(t, name)
	}
	n := rapid.IntRange(1, bits).Draw(t, name+" bits")
	v.Rsh(&v, uint(256-n))
	if v.IsZero() {
		v.SetOne()
	}
	return v
}

func TestProductFollowsThePair(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fee := rapid.IntRange(0, 999_999).Draw(t, "fee")
		r := [2]uint256.Int{draw(t, "reserve", 112), draw(t, "reserve", 112)}
		p, err := pool.NewProduct(r[0], r[1], uint32(fee))
		if err != nil {
			t.Fatal(err)
		}
		in := rapid.IntRange(0, 1).Draw(t, "in")
		amount := draw(t, "amount", 113)
		var s pool.State
		p.Init(&s)
		q, err := p.ExactIn(&s, in, 1-in, amount)

		paid := mul(amount.ToBig(), num(int64(1_000_000-fee)))
		want := quo(mul(paid, r[1-in].ToBig()), add(mul(r[in].ToBig(), num(1_000_000)), paid))
		if full := add(amount.ToBig(), r[in].ToBig()).BitLen() > 112; full || want.Sign() == 0 {
			if err == nil {
				t.Fatalf("accepted %s", amount.Dec())
			}
			return
		}
		if err != nil || q.Out.ToBig().Cmp(want) != 0 {
			t.Fatalf("out %s, %v; want %s", q.Out.Dec(), err, want)
		}
		checkInverse(t, p, in, 1-in, q, 1)
		checkRoundTrip(t, p, &s, in, 1-in, q)
	})
}

// checkInverse buys what a sale gave: it costs no more than the sale did plus slack units, what it
// costs sells for at least as much, and one unit less than it (less slack) sells for less.
func checkInverse(t *rapid.T, p pool.Pool, in, out int, sold pool.Quote, slack uint64) {
	t.Helper()
	var s pool.State
	p.Init(&s)
	bought, err := p.ExactOut(&s, in, out, sold.Out)
	if err != nil {
		t.Fatalf("cannot buy %s, which a sale gave: %v", sold.Out.Dec(), err)
	}
	var most uint256.Int
	most.AddUint64(&sold.In, slack)
	if bought.In.Gt(&most) || bought.Out.Lt(&sold.Out) {
		t.Fatalf("buying %s costs %s; selling %s gives it", sold.Out.Dec(), bought.In.Dec(),
			sold.In.Dec())
	}
	p.Init(&s)
	again, err := p.ExactIn(&s, in, out, bought.In)
	if err != nil || again.Out.Lt(&sold.Out) {
		t.Fatalf("%s is the price of %s but sells for %s, %v", bought.In.Dec(), sold.Out.Dec(),
			again.Out.Dec(), err)
	}
	var fewer uint256.Int
	if _, under := fewer.SubOverflow(&bought.In, uint256.NewInt(1+slack)); under || fewer.IsZero() {
		return
	}
	p.Init(&s)
	if again, err := p.ExactIn(&s, in, out, fewer); err == nil && !again.Out.Lt(&sold.Out) {
		t.Fatalf("%s pays %s, though %s was asked for it", fewer.Dec(), again.Out.Dec(),
			bought.In.Dec())
	}
}

// checkRoundTrip sells back what a sale gave, on the state after it, and finds no profit.
func checkRoundTrip(t *rapid.T, p pool.Pool, after *pool.State, in, out int, sold pool.Quote) {
	t.Helper()
	back, err := p.ExactIn(after, out, in, sold.Out)
	if err == nil && back.Out.Gt(&sold.In) {
		t.Fatalf("%s came back as %s", sold.In.Dec(), back.Out.Dec())
	}
}

func TestTax(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount, bps := draw(t, "amount", 200), uint16(rapid.IntRange(0, 10_000).Draw(t, "bps"))
		after := pool.AfterTax(amount, bps)
		tax := quo(mul(amount.ToBig(), num(int64(bps))), num(10_000))
		if after.ToBig().Cmp(sub(amount.ToBig(), tax)) != 0 {
			t.Fatalf("after tax %s", after.Dec())
		}
		sent, ok := pool.BeforeTax(amount, bps)
		if !ok {
			if bps != 10_000 {
				t.Fatal("refused a tax that leaves something")
			}
			return
		}
		var fewer uint256.Int
		fewer.SubUint64(&sent, 1)
		arrives, short := pool.AfterTax(sent, bps), pool.AfterTax(fewer, bps)
		if arrives.Lt(&amount) || !short.Lt(&amount) {
			t.Fatalf("%s sent, %s arrives; one fewer %s; wanted %s", sent.Dec(), arrives.Dec(),
				short.Dec(), amount.Dec())
		}
	})
}

func fromBig(v *big.Int) uint256.Int {
	u, over := uint256.FromBig(v)
	if over {
		panic("oracle exceeds 256 bits")
	}
	return *u
}
