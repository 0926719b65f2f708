package pool

import "math"

// cryptoCurve is the pool in real numbers.
type cryptoCurve struct {
	coins       int
	a, gamma, d float64
	at          [CryptoCoins]float64 // balances in parts of d
	unit        [CryptoCoins]float64 // of d, that a raw unit of a coin is
	mid, out    float64              // fees
	feeGamma    float64
	weighs      bool
	whole       float64 // of which the part that the pool keeps is its fee
}

// cryptoPair is the pool between two of its coins: u and v are their balances in parts of D, and
// keep A·h·(u + v + w − 1) + K − 1 = 0 with K = 4uv or 27uvw, h = K·γ²/(γ + 1 − K)², where w is the
// third one's or nothing.
type cryptoPair struct {
	*cryptoCurve
	even float64 // K of u and v that are 1
	rest float64 // w
}

// pair is the pool between two of its coins.
func (f *cryptoCurve) pair(in, out int) cryptoPair {
	if f.coins == 2 {
		return cryptoPair{f, 4, 0}
	}
	w := f.at[3-in-out]
	return cryptoPair{f, 27 * w, w}
}

func (c *Crypto) floats() (f cryptoCurve) {
	f.a, f.gamma = toFloat(&c.p.A)/cryptoA, toFloat(&c.p.Gamma)/1e18
	f.d, f.coins = toFloat(&c.p.D), c.p.Coins
	for i := range f.coins {
		f.unit[i] = toFloat(&c.units[i]) * toFloat(&c.p.Scales[i]) / 1e18 / f.d
		f.at[i] = toFloat(&c.p.Balances[i]) * f.unit[i]
	}
	f.mid, f.out = float64(c.p.MidFee)/cryptoFeeUnit, float64(c.p.OutFee)/cryptoFeeUnit
	f.feeGamma, f.weighs, f.whole = toFloat(&c.p.FeeGamma)/1e18, c.p.Weighs, 1
	return f
}

// fee is what the pool takes of what it pays where it comes to balances, as a part of the whole.
func (f cryptoPair) fee(u, v float64) float64 {
	sum := u + v + f.rest
	even := f.even * u * v / (sum * sum)
	if f.coins == 3 {
		even /= sum
	}
	part := f.feeGamma / (f.feeGamma + 1 - even)
	switch {
	case f.coins == 3 && f.feeGamma == 0:
		part = even
	case f.coins == 2 && f.weighs:
		part = f.feeGamma * even / (f.feeGamma*even + 1 - even)
	}
	return 1 - (1-f.mid*part-f.out*(1-part))/f.whole
}

// slopes are the invariant and how it rises with u and v.
func (f cryptoPair) slopes(u, v float64) (g, gu, gv float64) {
	k, g2 := f.even*u*v, f.gamma*f.gamma
	q := f.gamma + 1 - k
	h, rise := k*g2/(q*q), g2*(q+2*k)/(q*q*q)
	over := u + v + f.rest - 1
	ku, kv := f.even*v, f.even*u
	return f.a*h*over + k - 1, f.a*(rise*ku*over+h) + ku, f.a*(rise*kv*over+h) + kv
}

// beside is the v of a u, near another one.
func (f cryptoPair) beside(u, v float64) float64 {
	low, high := 0.0, (1+f.gamma/2)/(f.even*u) // where K is a little more than it can be
	v = min(max(v, high*1e-9), high*(1-1e-12))
	for range 80 {
		g, _, gv := f.slopes(u, v)
		if g > 0 {
			high = v
		} else {
			low = v
		}
		next := v - g/gv
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next/v-1) < 1e-15 {
			return next
		}
		v = next
	}
	return v
}

// worth is how much of v a unit of u is worth.
func (f cryptoPair) worth(u, v float64) float64 {
	_, gu, gv := f.slopes(u, v)
	return gu / gv
}

// Curve implements Pool. Its second order is that of a small step.
func (c *Crypto) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, c.p.Coins) != nil || s.pos != 0 {
		return Curve{}
	}
	f := c.f.pair(in, out)
	u := f.at[in]
	v := f.beside(u, f.at[out])
	m := f.worth(u, v)
	const step = 1e-5
	further := f.beside(u*(1+step), v*(1-step))
	fall := (m - f.worth(u*(1+step), further)) / (u * step)
	limit := v / m / 4
	depth := 1e9 * limit
	fee := f.fee(u, v)
	grows := (f.fee(u*(1+step), further) - fee) / (u * step)
	if bend := fall*(1-fee)/2 + grows*m; bend > 0 {
		depth = min(depth, m*(1-fee)/bend)
	}
	price := m * (1 - fee) * f.unit[in] / f.unit[out]
	return Curve{Price: price, Depth: depth / f.unit[in], Limit: limit / f.unit[in]}
}

// Arbitrage implements Pool: of one swap, since there is no second one.
func (c *Crypto) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) { c.f.arbitrage(price, a) }

// Feeless implements Pool. The fee is one of what is taken out.
func (c *Crypto) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	free := c.f
	free.whole = 1 - c.f.pair(0, 1).fee(c.f.at[0], c.f.at[1])
	free.arbitrage(price, a)
	return free.whole, 1
}

// margin is what a little more brings of v once u has come to to, the rise of the fee on all that
// is paid counted in.
func (f cryptoPair) margin(u, v, to float64) float64 {
	const step = 1e-6
	end := f.beside(to, v*u/to)
	m := f.worth(to, end)
	fee := f.fee(to, end)
	grows := (f.fee(to*(1+step), end-m*to*step) - fee) / (to * step)
	return (1-fee)*m - grows*(v-end)
}

// arbitrage is the best of the swaps between two coins.
func (f *cryptoCurve) arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	gas := uint64(gasCrypto)
	if f.coins == 3 {
		gas = gasTricrypto
	}
	a.none(f.coins, gas)
	any := false
	for in := range f.coins {
		for out := range f.coins {
			if in == out || price[in] <= 0 || price[out] <= 0 {
				continue
			}
			swap := f.pair(in, out).swap(in, out, price)
			if !swap.earns || any && swap.got-swap.paid <= a.Value {
				continue
			}
			any = true
			a.none(f.coins, gas)
			a.swap(in, out, swap.paid, swap.got, swap.growth)
			a.Value = max(0, a.Value)
		}
	}
	for i := range f.coins { // the fee is rounded down
		a.Slack += max(0, price[i])
	}
}

// cryptoSwap is what is paid and got, by prices outside, and how it grows with them.
type cryptoSwap struct {
	earns             bool // or may, but for rounding
	paid, got, growth float64
}

// swap is the sale after which a little more of it would earn nothing.
func (f cryptoPair) swap(in, out int, price *[MaxCoins]float64) (s cryptoSwap) {
	cost, worth := price[in]/f.unit[in], price[out]/f.unit[out]
	u := f.at[in]
	v := f.beside(u, f.at[out])
	want := cost / worth
	if want > f.margin(u, v, u)*(1+touch) {
		return s
	}
	low, high := u, u*1.01
	for range 60 {
		if f.margin(u, v, high) < want || high > 50 {
			break
		}
		low, high = high, high+2*(high-u)
	}
	for range 60 {
		middle := (low + high) / 2
		if f.margin(u, v, middle) < want {
			high = middle
		} else {
			low = middle
		}
	}
	to := low
	s.earns = true
	const step = 2e-5
	keep := 1 - f.fee(to, f.beside(to, v*u/to))
	fall := f.margin(u, v, to*(1-step)) - f.margin(u, v, to*(1+step))
	if fall > 0 {
		now := f.margin(u, v, to)
		s.growth = worth * now * now * 2 * to * step / fall
	}
	s.paid, s.got = (to-u)*cost, f.paid(u, v, to)*keep*worth
	return s
}

// paid is what of v goes out while u rises: for little of it by the slopes on the way, of which a
// difference would lose the digits.
func (f cryptoPair) paid(u, v, to float64) float64 {
	end := f.beside(to, v*u/to)
	if to-u > u*1e-3 {
		return v - end
	}
	middle := (u + to) / 2
	between := f.worth(middle, f.beside(middle, (v+end)/2))
	return (to - u) * (f.worth(u, v) + 4*between + f.worth(to, end)) / 6
}
