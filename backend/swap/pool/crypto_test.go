package pool_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// cryptoSample is a pool of 3,000 of the first coin for one of the second, as Curve's of ETH are.
func cryptoSample(closed, weighs bool) pool.CryptoParams {
	units := func(n, decimals int64) uint256.Int { return fromBig(mul(num(n), pow10(decimals))) }
	return pool.CryptoParams{
		Balances: [2]uint256.Int{units(3_100_000, 6), units(1000, 18)}, Decimals: [2]int{6, 18},
		A: units(400_000, 0), Gamma: units(145, 12), D: units(6_100_000, 18),
		Scale: units(3000, 18), MidFee: 26_000_000, OutFee: 45_000_000, FeeGamma: units(23, 13),
		Closed: closed, Weighs: weighs}
}

// onCurve gives a pool the D of its balances.
func onCurve(p pool.CryptoParams) pool.CryptoParams {
	low, high := new(big.Float).SetPrec(200), new(big.Float).SetPrec(200)
	x, y := cryptoBalances(p, p.Balances)
	high.Add(x, y)
	for range 190 {
		d := new(big.Float).Add(low, high)
		d.Quo(d, big.NewFloat(2))
		if invariant(p, x, y, d).Sign() > 0 {
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

// cryptoBalances are both balances in 18 decimals of the first coin.
func cryptoBalances(p pool.CryptoParams, held [2]uint256.Int) (x, y *big.Float) {
	unit := func(i int) *big.Float {
		return new(big.Float).SetPrec(200).SetInt(pow10(int64(18 - p.Decimals[i])))
	}
	x, y = unit(0), unit(1)
	x.Mul(x, precise(held[0]))
	y.Mul(y, precise(held[1]))
	y.Mul(y, precise(p.Scale))
	return x, y.Quo(y, new(big.Float).SetInt(pow10(18)))
}

// invariant is A·K·γ²/(γ + 1 − K)²·((x + y)/D − 1) + K − 1 with K = 4xy/D², in 60 digits.
func invariant(p pool.CryptoParams, x, y, d *big.Float) *big.Float {
	f := func() *big.Float { return new(big.Float).SetPrec(200) }
	one := f().SetInt64(1)
	k := f().Mul(x, y)
	k.Mul(k, f().SetInt64(4))
	k.Quo(k, f().Mul(d, d))
	gamma := f().Quo(precise(p.Gamma), f().SetInt(pow10(18)))
	a := f().Quo(precise(p.A), f().SetInt64(10_000))
	q := f().Add(gamma, one)
	q.Sub(q, k)
	h := f().Mul(a, k)
	h.Mul(h, f().Mul(gamma, gamma))
	h.Quo(h, f().Mul(q, q))
	over := f().Add(x, y)
	over.Quo(over, d)
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
		p := cryptoSample(random.IntN(2) == 0, random.IntN(2) == 0)
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
		in := random.IntN(2)
		amount := new(big.Int).Rsh(p.Balances[in].ToBig(), uint(2+random.IntN(20)))
		pays, ok := c.Asks(in, fromBig(amount))
		if !ok {
			t.Fatalf("case %d: %s is not sold", i, amount)
		}
		held := p.Balances
		more := fromBig(amount)
		held[in].Add(&held[in], &more)
		held[1-in].Sub(&held[1-in], &pays)
		// A balance may lack, or have, what 10⁻¹² of D is.
		x, y := cryptoBalances(p, held)
		loss := new(big.Float).SetPrec(200).Quo(precise(p.D), new(big.Float).SetInt(pow10(12)))
		left := []*big.Float{x, y}[1-in]
		less := new(big.Float).SetPrec(200).Sub(left, loss)
		least := new(big.Float).SetPrec(200).SetInt(pow10(int64(18 - p.Decimals[1-in])))
		if in == 0 {
			least.Mul(least, precise(p.Scale)).Quo(least, new(big.Float).SetInt(pow10(18)))
		}
		if least.Cmp(loss) > 0 {
			less.Sub(left, least)
			less.Sub(less, loss)
		}
		before := invariant(p, x, y, precise(p.D))
		left.Set(less)
		after := invariant(p, x, y, precise(p.D))
		if before.Sign() < 0 && new(big.Float).Neg(before).Cmp(big.NewFloat(1e-9)) > 0 ||
			after.Sign() > 0 {
			t.Fatalf("case %d: %s for %s leaves the invariant at %.3g, and %.3g with a little "+
				"more out", i, &pays, amount, before, after)
		}
	}
}

// The fee of a pool that weighs how even its balances are is the one of its version: by both forms
// it is mid_fee where balances are even, and out_fee where they are far from it.
func TestCryptoFees(t *testing.T) {
	t.Parallel()
	for _, weighs := range []bool{false, true} {
		p := onCurve(cryptoSample(true, weighs))
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
			got, ok1 := c.Asks(0, amount)
			gross, ok2 := f.Asks(0, amount)
			kept := 1 - real64(got)/real64(gross)
			if !ok1 || !ok2 || kept < 0.0026-1e-9 || kept > 0.0045+1e-9 {
				t.Errorf("%d sold pay a fee of %.6f", size, kept)
			}
		}
	}
}
