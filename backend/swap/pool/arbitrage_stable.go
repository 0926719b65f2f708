package pool

import "math"

// Arbitrage implements Pool.
func (p *Stable) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	p.arbitrage(price, p.gamma, a)
}

// Feeless implements Pool. The fee is one of what is taken out.
func (p *Stable) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	p.arbitrage(price, 1, a)
	return p.gamma, 1
}

// arbitrage trades where the part gamma of what is taken out is got. At the optimum the invariant's
// slope in each coin that is traded is its price times a common t, with q what the product of the
// balances adds to all slopes: a coin's balance is q/(t·price − A·n) where it is put in, the same
// with the price less the fee where it is taken out, or what it was. For each t the product fixes
// q, and the invariant fixes t.
func (p *Stable) arbitrage(price *[MaxCoins]float64, gamma float64, a *Arbitrage) {
	a.none(p.n, gasStable+5_000*uint64(p.n))
	v := tangent{p: p}
	low, high := math.Inf(1), 0.0
	for i := range p.n {
		if price[i] <= 0 {
			continue
		}
		v.in[i] = price[i] / p.rate[i]
		v.out[i] = v.in[i] * gamma
		slope := p.ann + p.product/p.xp[i]
		low, high = min(low, slope/v.out[i]), max(high, slope/v.in[i])
	}
	if !(low < high*(1+touch)) {
		return
	}
	if low >= high {
		low, high = high, low
		v.at(math.Sqrt(low * high))
	} else if !v.pair(price) {
		v.solve(low, high)
	}
	v.report(a)
	// What a swap leaves in the pool is worth to the next one as much as its price is off still.
	for i := range p.n {
		a.Slack += max(0, a.Get[i]) * p.left * (1 - low/high)
	}
}

// pair solves for the two coins whose prices are furthest apart, by Newton's method along the curve
// of the invariant, kept between bounds; ok is false if others would trade as well.
func (v *tangent) pair(price *[MaxCoins]float64) (ok bool) {
	p := v.p
	in, out := -1, -1
	slope := func(i int, add float64) float64 { return p.ann + add/(p.xp[i]*v.x[i]) }
	for i := range p.n {
		v.x[i] = 1
		if price[i] <= 0 {
			continue
		}
		if in < 0 || slope(i, p.product)/v.in[i] > slope(in, p.product)/v.in[in] {
			in = i
		}
		if out < 0 || slope(i, p.product)/v.out[i] < slope(out, p.product)/v.out[out] {
			out = i
		}
	}
	a, b := p.ann*p.xp[in], p.ann*p.xp[out]
	log, ratio := 0.0, v.out[out]/v.in[in]
	low, high := 0.0, 50.0
	for range 100 {
		x := math.Exp(log)
		rest := b - p.product - a*(x-1)
		y := (rest + math.Sqrt(rest*rest+4*b*p.product/x)) / (2 * b)
		v.q, v.x[in], v.x[out] = 1/(x*y), x, y
		si, so := slope(in, p.product*v.q), slope(out, p.product*v.q)
		off := math.Log(si / so * ratio)
		fall := -p.xp[in] * x * si / (p.xp[out] * y * so) // of the logarithm of y
		grow := (1-p.ann/si)*(-2-fall) - (1-p.ann/so)*(-1-2*fall)
		if math.Abs(off) < 1e-14 || math.Abs(off/grow) < 1e-15 {
			v.t = si / v.in[in]
			v.side = [stableCoins]float64{}
			v.side[in], v.side[out] = v.in[in], v.out[out]
			return v.others(in, out)
		}
		if off > 0 {
			low = log
		} else {
			high = log
		}
		if log -= off / grow; !(log > low && log < high) {
			log = (low + high) / 2
		}
	}
	return false
}

// others tells whether all other coins stay, as none does without a fee.
func (v *tangent) others(in, out int) bool {
	for i := range v.p.n {
		if s := v.p.ann + v.p.product*v.q/v.p.xp[i]; i != in && i != out && v.in[i] > 0 &&
			(s > v.t*v.in[i] || s < v.t*v.out[i] || v.in[i] == v.out[i]) {
			return false
		}
	}
	return true
}

// tangent is the state of a stable pool whose slopes are t times the prices.
type tangent struct {
	p       *Stable
	in, out [stableCoins]float64 // prices of balances in 18 decimals; 0 are not traded
	t, q    float64              // q in parts of what it was
	x       [stableCoins]float64 // balances in parts of what they were
	side    [stableCoins]float64 // the price of the side a coin moves to, 0 where it stays
}

// solve finds the t at which the invariant is kept, somewhere about what two coins ask for.
func (v *tangent) solve(low, high float64) {
	t := math.Sqrt(low * high)
	for step := max(1e-9, high/low-1); ; step *= 2 {
		if off, _ := v.at(high); off <= 0 || step > 1e9 {
			break
		}
		low, high = high, high*(1+step)
	}
	for step := max(1e-9, high/low-1); ; step *= 2 {
		if off, _ := v.at(low); off >= 0 || step > 1e9 {
			break
		}
		low, high = low/(1+step), low
	}
	for range 100 {
		off, slope := v.at(t)
		if off > 0 {
			low = t
		} else {
			high = t
		}
		next := t * math.Exp(-off/slope)
		if !(next > low && next < high) {
			next = math.Sqrt(low * high)
		}
		if math.Abs(next/t-1) < 4e-16 || off == 0 {
			return
		}
		t = next
	}
}

// at sets the balances for a t and tells by how much the invariant is exceeded, and how fast that
// grows with the logarithm of t.
func (v *tangent) at(t float64) (off, slope float64) {
	p := v.p
	v.t = t
	var a, b [stableCoins]float64 // balances for q = 1, put in and taken out
	for i := range p.n {
		a[i], b[i] = p.product/p.xp[i]/(t*v.in[i]-p.ann), p.product/p.xp[i]/(t*v.out[i]-p.ann)
		if v.in[i] == 0 {
			a[i], b[i] = 0, math.Inf(1)
			continue
		}
		if a[i] < 0 || math.IsInf(a[i], 1) {
			return math.Inf(1), -1
		}
		if b[i] < 0 {
			b[i] = math.Inf(1)
		}
	}
	v.balance(&a, &b)
	steep := 0.0 // how fast the logarithm of q grows
	parts := 1.0
	for i := range p.n {
		if v.side[i] > 0 {
			steep += v.steep(i)
			parts++
		}
	}
	steep /= parts
	off, slope = -p.product*(v.q-1), -p.product*v.q*steep
	for i := range p.n {
		off += p.ann * p.xp[i] * (v.x[i] - 1)
		if v.side[i] > 0 {
			slope += p.ann * p.xp[i] * v.x[i] * (steep - v.steep(i))
		}
	}
	return off, slope
}

// steep is how fast a balance falls with the logarithm of t, for the same q.
func (v *tangent) steep(i int) float64 {
	return v.t * v.side[i] / (v.t*v.side[i] - v.p.ann)
}

// balance solves for q, whose logarithm and those of the balances sum to zero: an equation that is
// linear between the points at which a coin begins to move.
func (v *tangent) balance(a, b *[stableCoins]float64) {
	v.q = 1
	for range 4 * stableCoins {
		sum, parts := 0.0, 1.0
		for i := range v.p.n {
			switch {
			case v.q*a[i] > 1-touch/2 && a[i] > 0:
				v.side[i] = v.in[i]
				sum += math.Log(a[i])
				parts++
			case v.q*b[i] < 1+touch/2:
				v.side[i] = v.out[i]
				sum += math.Log(b[i])
				parts++
			default:
				v.side[i] = 0
			}
		}
		q := math.Exp(-sum / parts)
		if math.Abs(q/v.q-1) < 1e-16 {
			break
		}
		v.q = q
	}
	for i := range v.p.n {
		v.x[i] = max(min(1, v.q*b[i]), v.q*a[i])
	}
}

// report writes the trade and its growth, by the derivatives of both equations.
func (v *tangent) report(a *Arbitrage) {
	p := v.p
	var slopes, worth [stableCoins]float64
	parts, sum, sumSlopes, sumBoth := 1.0, 0.0, 0.0, 0.0
	for i := range p.n {
		side := v.side[i]
		if side == 0 {
			continue
		}
		a.Get[i] = -side * p.xp[i] * (v.x[i] - 1)
		a.Value += a.Get[i]
		slopes[i], worth[i] = v.steep(i), p.ann*p.xp[i]*v.x[i]
		parts++
		sum += worth[i]
		sumSlopes += slopes[i]
		sumBoth += worth[i] * slopes[i]
	}
	a.Value = max(0, a.Value)
	rest := sum - p.product*v.q
	det := sumSlopes*rest - parts*sumBoth
	for j := range p.n {
		if v.side[j] == 0 {
			continue
		}
		dq := slopes[j] * (sumSlopes*worth[j] - sumBoth) / det
		dt := slopes[j] * (parts*worth[j] - rest) / det
		for i := range p.n {
			if v.side[i] == 0 {
				continue
			}
			grow := dq - slopes[i]*dt
			if i == j {
				grow -= slopes[i]
			}
			a.Bend[i][j] = -v.side[i] * p.xp[i] * v.x[i] * grow
		}
	}
}
