package pool

import "github.com/holiman/uint256"

// The constants of Balancer's LogExpMath: expPowers[k] = e^expSteps[k]. The first two steps have 18
// decimals and their powers none, the others have 20 decimals each.
var (
	expSteps = [12]uint256.Int{
		dec("128000000000000000000"), dec("64000000000000000000"),
		dec("3200000000000000000000"), dec("1600000000000000000000"), dec("800000000000000000000"),
		dec("400000000000000000000"), dec("200000000000000000000"), dec("100000000000000000000"),
		dec("50000000000000000000"), dec("25000000000000000000"), dec("12500000000000000000"),
		dec("6250000000000000000"),
	}
	expPowers = [12]uint256.Int{
		dec("38877084059945950922200000000000000000000000000000000000"),
		dec("6235149080811616882910000000"),
		dec("7896296018268069516100000000000000"), dec("888611052050787263676000000"),
		dec("298095798704172827474000"),
		dec("5459815003314423907810"), dec("738905609893065022723"), dec("271828182845904523536"),
		dec("164872127070012814685"), dec("128402541668774148407"), dec("113314845306682631683"),
		dec("106449445891785942956"),
	}
	ten20    = dec("100000000000000000000")
	ten36    = dec("1000000000000000000000000000000000000")
	hundred  = *uint256.NewInt(100)
	nearLow  = dec("900000000000000000")    // ln is computed with 36 decimals
	nearHigh = dec("1100000000000000000")   // between these
	maxExp   = dec("130000000000000000000") // of either sign:
	minExp   = dec("41000000000000000000")
	mildExp  = *new(uint256.Int).Div(new(uint256.Int).Lsh(&one, 254), &ten20)
)

func dec(text string) uint256.Int { return *uint256.MustFromDecimal(text) }

// pow is LogExpMath.pow: x^y with 18 decimals as e^(y·ln x). Solidity's signed division truncates
// towards zero, so the magnitudes and the sign of the logarithm are computed apart. ok is false
// where the contract reverts.
func pow(x, y *uint256.Int) (uint256.Int, bool) {
	if y.IsZero() {
		return ether, true
	}
	if x.IsZero() {
		return uint256.Int{}, true
	}
	if x.BitLen() > 255 || !y.Lt(&mildExp) {
		return uint256.Int{}, false
	}
	var power uint256.Int
	negative := x.Lt(&ether)
	if x.Gt(&nearLow) && x.Lt(&nearHigh) {
		log := ln36(x)
		var whole, rest uint256.Int
		whole.DivMod(&log, &ether, &rest)
		whole.Mul(&whole, y)
		rest.Mul(&rest, y)
		rest.Div(&rest, &ether)
		power.Add(&whole, &rest)
	} else {
		power = ln(x)
		if _, over := power.MulOverflow(&power, y); over {
			return uint256.Int{}, false
		}
	}
	power.Div(&power, &ether)
	if negative {
		if power.Gt(&minExp) {
			return uint256.Int{}, false
		}
		e := exp(&power)
		power.Div(&ten36, &e)
		return power, true
	}
	if power.Gt(&maxExp) {
		return uint256.Int{}, false
	}
	return exp(&power), true
}

// exp is e^x with 18 decimals for 0 ≤ x ≤ 130: known powers of two and a Taylor series for what is
// left.
func exp(x *uint256.Int) uint256.Int {
	rest, first := *x, one
	for k := range 2 {
		if !rest.Lt(&expSteps[k]) {
			rest.Sub(&rest, &expSteps[k])
			first = expPowers[k]
			break
		}
	}
	rest.Mul(&rest, &hundred)
	product := ten20
	for k := 2; k < 10; k++ {
		if !rest.Lt(&expSteps[k]) {
			rest.Sub(&rest, &expSteps[k])
			product.Mul(&product, &expPowers[k])
			product.Div(&product, &ten20)
		}
	}
	sum, term := ten20, rest
	sum.Add(&sum, &term)
	for k := uint64(2); k <= 12 && !term.IsZero(); k++ {
		var divisor uint256.Int
		term.Mul(&term, &rest)
		term.Div(&term, &ten20)
		term.Div(&term, divisor.SetUint64(k))
		sum.Add(&sum, &term)
	}
	product.Mul(&product, &sum)
	product.Div(&product, &ten20)
	product.Mul(&product, &first)
	product.Div(&product, &hundred)
	return product
}

// ln is the magnitude of ln a with 18 decimals.
func ln(a *uint256.Int) uint256.Int {
	x := *a
	if x.Lt(&ether) {
		x.Div(&ten36, &x)
	}
	var sum, bound uint256.Int
	for k := range 2 {
		if bound.Mul(&expPowers[k], &ether); !x.Lt(&bound) {
			x.Div(&x, &expPowers[k])
			sum.Add(&sum, &expSteps[k])
		}
	}
	sum.Mul(&sum, &hundred)
	x.Mul(&x, &hundred)
	for k := 2; k < 12; k++ {
		if !x.Lt(&expPowers[k]) {
			x.Mul(&x, &ten20)
			x.Div(&x, &expPowers[k])
			sum.Add(&sum, &expSteps[k])
		}
	}
	var above, below uint256.Int
	above.Sub(&x, &ten20)
	below.Add(&x, &ten20)
	series := logSeries(&above, &below, &ten20, 11)
	sum.Add(&sum, &series)
	sum.Div(&sum, &hundred)
	return sum
}

// ln36 is the magnitude of ln x with 36 decimals for x near one.
func ln36(x *uint256.Int) uint256.Int {
	var scaled, above, below uint256.Int
	scaled.Mul(x, &ether)
	if scaled.Lt(&ten36) {
		above.Sub(&ten36, &scaled)
	} else {
		above.Sub(&scaled, &ten36)
	}
	below.Add(&scaled, &ten36)
	return logSeries(&above, &below, &ten36, 15)
}

// logSeries is 2·(z + z³/3 + … + z^last/last) for z = above/below in fixed point.
func logSeries(above, below, unit *uint256.Int, last uint64) uint256.Int {
	var z, square, term, divisor uint256.Int
	z.Mul(above, unit)
	z.Div(&z, below)
	square.Mul(&z, &z)
	square.Div(&square, unit)
	sum := z
	for k := uint64(3); k <= last && !z.IsZero(); k += 2 {
		z.Mul(&z, &square)
		z.Div(&z, unit)
		sum.Add(&sum, term.Div(&z, divisor.SetUint64(k)))
	}
	sum.Lsh(&sum, 1)
	return sum
}
