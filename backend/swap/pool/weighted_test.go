package pool_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/swap/pool"
)

// weightedOracle is Balancer's weighted pool, with the signed arithmetic of LogExpMath in arbitrary
// precision.
type weightedOracle struct {
	balances, weights []*big.Int
	decimals          []int
	fee               *big.Int
}

var (
	e20 = pow10(20)
	e36 = pow10(36)
	// e^(2^k) for k from 5 down to −4, with 20 decimals.
	powersOfE = []string{
		"7896296018268069516100000000000000", "888611052050787263676000000",
		"298095798704172827474000",
		"5459815003314423907810", "738905609893065022723", "271828182845904523536",
		"164872127070012814685",
		"128402541668774148407", "113314845306682631683", "106449445891785942956",
	}
)

func eTo(k int) (step, power *big.Int) {
	power, _ = new(big.Int).SetString(powersOfE[k], 10)
	return quo(mul(num(32), e20), num(1<<k)), power
}

func series(z, unit *big.Int, last int64) *big.Int {
	square, term, sum := quo(mul(z, z), unit), z, z
	for k := int64(3); k <= last; k += 2 {
		term = quo(mul(term, square), unit)
		sum = add(sum, quo(term, num(k)))
	}
	return mul(num(2), sum)
}

func lnBig(a *big.Int) *big.Int {
	if less(a, e18) {
		return new(big.Int).Neg(lnBig(quo(e36, a)))
	}
	sum, x := num(0), mul(a, num(100)) // arguments stay below e^64 here
	for k := range powersOfE {
		step, power := eTo(k)
		if !less(x, power) {
			x = quo(mul(x, e20), power)
			sum = add(sum, step)
		}
	}
	z := quo(mul(sub(x, e20), e20), add(x, e20))
	return quo(add(sum, series(z, e20, 11)), num(100))
}

func expBig(x *big.Int) *big.Int {
	if x.Sign() < 0 {
		return quo(e36, expBig(new(big.Int).Neg(x)))
	}
	rest, product := mul(x, num(100)), e20
	for k := range 8 {
		if step, power := eTo(k); !less(rest, step) {
			rest = sub(rest, step)
			product = quo(mul(product, power), e20)
		}
	}
	sum, term := add(e20, rest), rest
	for k := int64(2); k <= 12; k++ {
		term = quo(quo(mul(term, rest), e20), num(k))
		sum = add(sum, term)
	}
	return quo(quo(mul(product, sum), e20), num(100))
}

func powUpBig(x, y *big.Int) *big.Int {
	up := func(a, b *big.Int) *big.Int { return ceilQuo(mul(a, b), e18) }
	switch {
	case y.Cmp(e18) == 0:
		return x
	case y.Cmp(mul(num(2), e18)) == 0:
		return up(x, x)
	case y.Cmp(mul(num(4), e18)) == 0:
		return up(up(x, x), up(x, x))
	}
	var product *big.Int
	if tenth := pow10(17); less(sub(e18, tenth), x) && less(x, add(e18, tenth)) {
		scaled := mul(x, e18)
		log := series(quo(mul(sub(scaled, e36), e36), add(scaled, e36)), e36, 15)
		whole, rest := new(big.Int).QuoRem(log, e18, new(big.Int))
		product = add(mul(whole, y), quo(mul(rest, y), e18))
	} else {
		product = mul(lnBig(x), y)
	}
	raw := expBig(quo(product, e18))
	return add(raw, add(up(raw, num(10_000)), bigOne))
}

func (o *weightedOracle) scale(i int) *big.Int { return pow10(int64(18 - o.decimals[i])) }

func (o *weightedOracle) givenIn(i, j int, amount *big.Int) (*big.Int, bool) {
	paid := mul(sub(amount, ceilQuo(mul(amount, o.fee), e18)), o.scale(i))
	balanceIn, balanceOut := mul(o.balances[i], o.scale(i)), mul(o.balances[j], o.scale(j))
	if quo(mul(balanceIn, pow10(17)), num(1)).Cmp(quo(mul(paid, e18), num(3))) < 0 &&
		paid.Cmp(quo(mul(balanceIn, mul(num(3), pow10(17))), e18)) > 0 {
		return nil, false
	}
	base := ceilQuo(mul(balanceIn, e18), add(balanceIn, paid))
	power := powUpBig(base, quo(mul(o.weights[i], e18), o.weights[j]))
	rest := sub(e18, power)
	if rest.Sign() < 0 {
		rest = num(0)
	}
	return quo(quo(mul(balanceOut, rest), e18), o.scale(j)), true
}

func (o *weightedOracle) givenOut(i, j int, amount *big.Int) (*big.Int, bool) {
	wanted := mul(amount, o.scale(j))
	balanceIn, balanceOut := mul(o.balances[i], o.scale(i)), mul(o.balances[j], o.scale(j))
	if wanted.Cmp(quo(mul(balanceOut, mul(num(3), pow10(17))), e18)) > 0 {
		return nil, false
	}
	base := ceilQuo(mul(balanceOut, e18), sub(balanceOut, wanted))
	power := powUpBig(base, ceilQuo(mul(o.weights[j], e18), o.weights[i]))
	paid := ceilQuo(ceilQuo(mul(balanceIn, sub(power, e18)), e18), o.scale(i))
	return ceilQuo(mul(paid, e18), sub(e18, o.fee)), true
}

func drawWeighted(t *rapid.T) (*pool.Weighted, *weightedOracle) {
	n := rapid.IntRange(2, 8).Draw(t, "tokens")
	o := &weightedOracle{fee: mul(
		num(int64(rapid.IntRange(0, 1000).Draw(t, "fee bps"))), pow10(14))}
	var balances, weights []uint256.Int
	left := e18
	for i := range n {
		share := quo(left, num(int64(n-i)))
		if most := int(quo(left, pow10(16)).Int64()) - (n - i - 1); i < n-1 &&
			rapid.Bool().Draw(t, "uneven") {
			share = mul(num(int64(rapid.IntRange(1, most).Draw(t, "weight"))), pow10(16))
		}
		left = sub(left, share)
		decimals := rapid.SampledFrom([]int{6, 8, 18}).Draw(t, "decimals")
		balance := mul(num(int64(rapid.IntRange(1, 1<<40).Draw(t, "balance"))),
			pow10(int64(decimals-4)))
		o.balances, o.weights, o.decimals = append(o.balances, balance), append(o.weights, share),
			append(o.decimals, decimals)
		balances, weights = append(balances, fromBig(balance)), append(weights, fromBig(share))
	}
	p, err := pool.NewWeighted(balances, weights, o.decimals, fromBig(o.fee))
	if err != nil {
		t.Fatal(err)
	}
	return p, o
}

func TestWeightedFollowsTheVault(t *testing.T) {
	t.Parallel()
	rapid.Check(t, weightedFollowsTheVault)
}

func FuzzWeighted(f *testing.F) { f.Fuzz(rapid.MakeFuzz(weightedFollowsTheVault)) }

func weightedFollowsTheVault(t *rapid.T) {
	p, o := drawWeighted(t)
	var s pool.State
	p.Init(&s)
	for range rapid.IntRange(1, 4).Draw(t, "swaps") {
		i := rapid.IntRange(0, p.Coins()-1).Draw(t, "in")
		j := (i + rapid.IntRange(1, p.Coins()-1).Draw(t, "out")) % p.Coins()
		exactIn := rapid.Bool().Draw(t, "exact in")
		var q pool.Quote
		var err error
		var paid, got *big.Int
		var ok bool
		if exactIn {
			amount := part(t, o.balances[i])
			paid = amount.ToBig()
			got, ok = o.givenIn(i, j, paid)
			q, err = p.ExactIn(&s, i, j, amount)
		} else {
			amount := part(t, o.balances[j])
			got = amount.ToBig()
			paid, ok = o.givenOut(i, j, got)
			q, err = p.ExactOut(&s, i, j, amount)
		}
		if !ok || got.Sign() == 0 || add(paid, o.balances[i]).BitLen() > 112 {
			if err == nil {
				t.Fatalf("accepted what the vault refuses: %s for %s", q.In.Dec(), q.Out.Dec())
			}
			continue
		}
		if err != nil || q.In.ToBig().Cmp(paid) != 0 || q.Out.ToBig().Cmp(got) != 0 {
			t.Fatalf("exact in %v: %s for %s, %v; want %s for %s", exactIn, q.In.Dec(), q.Out.Dec(),
				err, paid, got)
		}
		o.balances[i], o.balances[j] = add(o.balances[i], paid), sub(o.balances[j], got)
	}
}

func TestWeightedGivesNothingAway(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawWeighted(t)
		var s pool.State
		p.Init(&s)
		q, err := p.ExactIn(&s, 0, 1, part(t, o.balances[0]))
		if err != nil {
			return
		}
		checkRoundTrip(t, p, &s, 0, 1, q)
		var fresh pool.State
		p.Init(&fresh)
		if bought, err := p.ExactOut(&fresh, 0, 1, q.Out); err == nil && bought.Out != q.Out {
			t.Fatalf("bought %s, asked %s", bought.Out.Dec(), q.Out.Dec())
		}
	})
}

// TestWeightedPowerIsRight compares with floating point, so that oracle and pool do not share a
// wrong constant.
func TestWeightedPowerIsRight(t *testing.T) {
	t.Parallel()
	for _, x := range []float64{0.001, 0.2, 0.7, 0.89, 0.95, 0.9999, 1.0001, 1.2, 3, 20, 400, 1e6} {
		for _, y := range []float64{0.0101, 0.25, 0.5, 1.5, 3} {
			raw := powUpBig(fromFloat(x), fromFloat(y))
			got, _ := new(big.Float).Quo(new(big.Float).SetInt(raw),
				new(big.Float).SetInt(e18)).Float64()
			if want := math.Pow(x, y); math.Abs(got/want-1) > 1e-8 {
				t.Errorf("%g^%g is %g, want %g", x, y, got, want)
			}
		}
	}
}

func fromFloat(x float64) *big.Int {
	v, _ := new(big.Float).Mul(big.NewFloat(x), new(big.Float).SetInt(e18)).Int(nil)
	return v
}
