package pool_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// cryptoSample is a pool of 3,000 of the first coin for one of the second, as Curve's of ETH are,
// and of 60,000 for one of the third, if it has three.
func cryptoSample(coins int, closed, weighs bool) pool.CryptoParams {
	units := func(n, decimals int64) uint256.Int { return fromBig(mul(num(n), pow10(decimals))) }
	p := pool.CryptoParams{Coins: coins,
		Balances: [3]uint256.Int{units(3_100_000, 6), units(1000, 18)}, Decimals: [3]int{6, 18},
		A: units(400_000, 0), Gamma: units(145, 12), D: units(6_100_000, 18),
		Scales: [3]uint256.Int{{}, units(3000, 18)}, MidFee: 26_000_000, OutFee: 45_000_000,
		FeeGamma: units(23, 13), Closed: closed, Weighs: weighs}
	if coins == 3 {
		p.Balances[2], p.Decimals[2], p.Scales[2] = units(55, 8), 8, units(60_000, 18)
		p.A = units(2_700_000, 0)
	}
	return p
}

// onCurve gives a pool the D of its balances.
func onCurve(p pool.CryptoParams) pool.CryptoParams {
	low, high := new(big.Float).SetPrec(200), new(big.Float).SetPrec(200)
	xs := cryptoBalances(p, p.Balances)
	for _, x := range xs {
		high.Add(high, x)
	}
	for range 190 {
		d := new(big.Float).Add(low, high)
		d.Quo(d, big.NewFloat(2))
		if invariant(p, xs, d).Sign() > 0 {
			low = d
		} else {
			high = d
		}
	}
	whole, _ := low.Int(nil)
	p.D = fromBig(whole)
	return p
}

func precise(v uint256.Int) *big.Float {
	return new(big.Float).SetPrec(200).SetInt(v.ToBig())
}

// cryptoBalances are balances in 18 decimals of the first coin.
func cryptoBalances(p pool.CryptoParams, held [3]uint256.Int) (xs []*big.Float) {
	for i := range p.Coins {
		x := new(big.Float).SetPrec(200).SetInt(pow10(int64(18 - p.Decimals[i])))
		x.Mul(x, precise(held[i]))
		if i > 0 {
			x.Mul(x, precise(p.Scales[i]))
			x.Quo(x, new(big.Float).SetInt(pow10(18)))
		}
		xs = append(xs, x)
	}
	return xs
}

// invariant is A·K·γ²/(γ + 1 − K)²·(Σx/D − 1) + K − 1 with K = nⁿ·Πx/Dⁿ, in 60 digits.
func invariant(p pool.CryptoParams, xs []*big.Float, d *big.Float) *big.Float {
	f := func() *big.Float { return new(big.Float).SetPrec(200) }
	one, n := f().SetInt64(1), f().SetInt64(int64(len(xs)))
	k, sum := f().SetInt64(1), f()
	for _, x := range xs {
		k.Mul(k, x)
		k.Mul(k, n)
		k.Quo(k, d)
		sum.Add(sum, x)
	}
	gamma := f().Quo(precise(p.Gamma), f().SetInt(pow10(18)))
	a := f().Quo(precise(p.A), f().SetInt64(10_000))
	q := f().Add(gamma, one)
	q.Sub(q, k)
	h := f().Mul(a, k)
	h.Mul(h, f().Mul(gamma, gamma))
	h.Quo(h, f().Mul(q, q))
	over := f().Quo(sum, d)
	over.Sub(over, one)
	h.Mul(h, over)
	h.Add(h, k)
	return h.Sub(h, one)
}

// What a pool pays is what the invariant leaves it beside what it was paid, less the fee, within
// what the contract's integers lose: closed and by Newton's method, at random sizes and figures.
func TestCryptoKeepsItsInvariant(t *testing.T) {
	t.Parallel()
	for i := range cases(t) {
		random := rand.New(rand.NewPCG(uint64(i), 58))
		p := cryptoSample(2+random.IntN(2), random.IntN(2) == 0, random.IntN(2) == 0)
		p.A.SetUint64(uint64(40_000 + random.IntN(4_000_000)))
		p.Gamma.SetUint64(uint64(20_000_000_000_000 + random.Int64N(9_000_000_000_000_000)))
		part := big.NewInt(int64(700_000 + random.IntN(600_000)))
		some := new(big.Int).Mul(p.Balances[1].ToBig(), part)
		p.Balances[1] = fromBig(some.Div(some, big.NewInt(1_000_000)))
		p = onCurve(p)
		p.MidFee, p.OutFee = 0, 0
		c, err := pool.NewCrypto(p)
		if err != nil {
			t.Fatal(err)
		}
		in := random.IntN(p.Coins)
		out := (in + 1 + random.IntN(p.Coins-1)) % p.Coins
		amount := new(big.Int).Rsh(p.Balances[in].ToBig(), uint(2+random.IntN(20)))
		pays, ok := c.Asks(in, out, fromBig(amount))
		if !ok {
			t.Fatalf("case %d: %s is not sold", i, amount)
		}
		held := p.Balances
		more := fromBig(amount)
		held[in].Add(&held[in], &more)
		held[out].Sub(&held[out], &pays)
		// A balance may lack, or have, what 10⁻¹² of D is.
		xs := cryptoBalances(p, held)
		loss := new(big.Float).SetPrec(200).Quo(precise(p.D), new(big.Float).SetInt(pow10(12)))
		left := xs[out]
		less := new(big.Float).SetPrec(200).Sub(left, loss)
		least := new(big.Float).SetPrec(200).SetInt(pow10(int64(18 - p.Decimals[out])))
		if out > 0 {
			least.Mul(least, precise(p.Scales[out])).Quo(least, new(big.Float).SetInt(pow10(18)))
		}
		if least.Cmp(loss) > 0 {
			less.Sub(left, least)
			less.Sub(less, loss)
		}
		before := invariant(p, xs, precise(p.D))
		left.Set(less)
		after := invariant(p, xs, precise(p.D))
		if before.Sign() < 0 && new(big.Float).Neg(before).Cmp(big.NewFloat(1e-9)) > 0 ||
			after.Sign() > 0 {
			t.Fatalf("case %d: %s for %s leaves the invariant at %.3g, and %.3g with a little "+
				"more out", i, &pays, amount, before, after)
		}
	}
}

// What contracts of three coins answered: whether they solve their cubic in closed form, balances,
// decimals, prices of the second and third coin, A, gamma, D, mid_fee, out_fee, fee_gamma, the
// coins sold and bought, how much is sold, and what is paid, −1 where they refuse.
func TestCryptoAnswersAsPoolsOfThree(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/tricrypto.txt")
	if err != nil {
		t.Fatal(err)
	}
	paid := 0
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var n []*big.Int
		for _, field := range strings.Fields(line) {
			v, _ := new(big.Int).SetString(field, 10)
			n = append(n, v)
		}
		p := pool.CryptoParams{Coins: 3, Closed: n[0].Sign() > 0, A: fromBig(n[9]),
			Gamma: fromBig(n[10]), D: fromBig(n[11]), MidFee: n[12].Uint64(),
			OutFee: n[13].Uint64(), FeeGamma: fromBig(n[14]),
			Scales: [3]uint256.Int{{}, fromBig(n[7]), fromBig(n[8])}}
		for k := range 3 {
			p.Balances[k], p.Decimals[k] = fromBig(n[1+k]), int(n[4+k].Int64())
		}
		in, out, amount, want := int(n[15].Int64()), int(n[16].Int64()), fromBig(n[17]), n[18]
		c, err := pool.NewCrypto(p)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		pays, ok := c.Asks(in, out, amount)
		if ok != (want.Sign() >= 0) || ok && pays.ToBig().Cmp(want) != 0 {
			t.Errorf("line %d: %s, %v instead of %s", i+1, pays.Dec(), ok, want)
		}
		if ok && !pays.IsZero() {
			paid++
			least(t, i, c, in, out, pays)
		}
	}
	t.Logf("%d sales, 0 wei wrong", paid)
}

// least holds that a purchase sells the least for which a pool says that it pays so much.
func least(t *testing.T, i int, c *pool.Crypto, in, out int, amount uint256.Int) {
	t.Helper()
	var s pool.State
	c.Init(&s)
	q, err := c.ExactOut(&s, in, out, amount)
	if err != nil || q.Out.Lt(&amount) {
		t.Errorf("line %d: a purchase of %s brings %s, %v", i+1, amount.Dec(), q.Out.Dec(), err)
		return
	}
	q.In.SubUint64(&q.In, 1)
	if told, ok := c.Asks(in, out, q.In); ok && !told.Lt(&amount) {
		t.Errorf("line %d: %s would be enough for %s", i+1, q.In.Dec(), amount.Dec())
	}
}

// The fee of a pool that weighs how even its balances are is the one of its version: by both forms
// it is mid_fee where balances are even, and out_fee where they are far from it.
func TestCryptoFees(t *testing.T) {
	t.Parallel()
	for i := range 4 {
		p := onCurve(cryptoSample(2+i/2, true, i%2 == 1))
		c, err := pool.NewCrypto(p)
		if err != nil {
			t.Fatal(err)
		}
		free := p
		free.MidFee, free.OutFee = 0, 0
		f, err := pool.NewCrypto(free)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int64{1, 100_000, 1_500_000} {
			amount := fromBig(mul(num(size), pow10(6)))
			got, ok1 := c.Asks(0, 1, amount)
			gross, ok2 := f.Asks(0, 1, amount)
			kept := 1 - real64(got)/real64(gross)
			if !ok1 || !ok2 || kept < 0.0026-1e-9 || kept > 0.0045+1e-9 {
				t.Errorf("%d sold pay a fee of %.6f", size, kept)
			}
		}
	}
}
