package pool

import "math"

// cryptoCurve is the pool in real numbers: u and v are both balances in parts of D, and keep
// A·h·(u + v − 1) + K − 1 = 0 with K = 4uv, h = K·γ²/(γ + 1 − K)².
type cryptoCurve struct {
	a, gamma, d float64
	at          [2]float64 // balances in parts of d
	unit        [2]float64 // of d, that a raw unit of a coin is
	mid, out    float64    // fees
	feeGamma    float64
	weighs      bool
	whole       float64 // of which the part that the pool keeps is its fee
}

func (c *Crypto) floats() (f cryptoCurve) {
	f.a, f.gamma = toFloat(&c.p.A)/cryptoA, toFloat(&c.p.Gamma)/1e18
	f.d = toFloat(&c.p.D)
	f.unit = [2]float64{toFloat(&c.units[0]) / f.d,
		toFloat(&c.units[1]) * toFloat(&c.p.Scale) / 1e18 / f.d}
	for i := range 2 {
		f.at[i] = toFloat(&c.p.Balances[i]) * f.unit[i]
	}
	f.mid, f.out = float64(c.p.MidFee)/cryptoFeeUnit, float64(c.p.OutFee)/cryptoFeeUnit
	f.feeGamma, f.weighs, f.whole = toFloat(&c.p.FeeGamma)/1e18, c.p.Weighs, 1
	return f
}

// fee is what the pool takes of what it pays where it comes to balances, as a part of the whole.
func (f *cryptoCurve) fee(u, v float64) float64 {
	even := 4 * u * v / ((u + v) * (u + v))
	part := f.feeGamma / (f.feeGamma + 1 - even)
	if f.weighs {
		part = f.feeGamma * even / (f.feeGamma*even + 1 - even)
	}
	return 1 - (1-f.mid*part-f.out*(1-part))/f.whole
}

// slopes are the invariant and how it rises with u and v.
func (f *cryptoCurve) slopes(u, v float64) (g, gu, gv float64) {
	k, g2 := 4*u*v, f.gamma*f.gamma
	q := f.gamma + 1 - k
	h, rise := k*g2/(q*q), g2*(q+2*k)/(q*q*q)
	over := u + v - 1
	return f.a*h*over + k - 1, f.a*(rise*4*v*over+h) + 4*v, f.a*(rise*4*u*over+h) + 4*u
}

// beside is the v of a u, near another one.
func (f *cryptoCurve) beside(u, v float64) float64 {
	low, high := 0.0, (1+f.gamma/2)/(4*u) // where K is a little more than it can be
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
func (f *cryptoCurve) worth(u, v float64) float64 {
	_, gu, gv := f.slopes(u, v)
	return gu / gv
}

// Curve implements Pool. Its second order is that of a small step.
func (c *Crypto) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, 2) != nil || s.pos != 0 {
		return Curve{}
	}
	f := &c.f
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
	free.whole = 1 - c.f.fee(c.f.at[0], c.f.at[1])
	free.arbitrage(price, a)
	return free.whole, 1
}

// margin is what a little more brings of v once u has come to to, the rise of the fee on all that
// is paid counted in.
func (f *cryptoCurve) margin(u, v, to float64) float64 {
	const step = 1e-6
	end := f.beside(to, v*u/to)
	m := f.worth(to, end)
	fee := f.fee(to, end)
	grows := (f.fee(to*(1+step), end-m*to*step) - fee) / (to * step)
	return (1-fee)*m - grows*(v-end)
}

func (f *cryptoCurve) arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	a.none(2, gasCrypto)
	if price[0] <= 0 || price[1] <= 0 {
		return
	}
	for in := range 2 {
		out := 1 - in
		cost, worth := price[in]/f.unit[in], price[out]/f.unit[out]
		u := f.at[in]
		v := f.beside(u, f.at[out])
		want := cost / worth
		if want > f.margin(u, v, u)*(1+touch) {
			continue
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
		paid := to - u
		got := f.paid(u, v, to)
		const step = 2e-5
		keep := 1 - f.fee(to, f.beside(to, v*u/to))
		growth := 0.0
		fall := f.margin(u, v, to*(1-step)) - f.margin(u, v, to*(1+step))
		if fall > 0 {
			now := f.margin(u, v, to)
			growth = worth * now * now * 2 * to * step / fall
		}
		a.swap(in, out, paid*cost, got*keep*worth, growth)
		a.Value = max(0, a.Value)
		a.Slack = price[0] + price[1]
		return
	}
}

// paid is what of v goes out while u rises: for little of it by the slopes on the way, of which a
// difference would lose the digits.
func (f *cryptoCurve) paid(u, v, to float64) float64 {
	end := f.beside(to, v*u/to)
	if to-u > u*1e-3 {
		return v - end
	}
	middle := (u + to) / 2
	between := f.worth(middle, f.beside(middle, (v+end)/2))
	return (to - u) * (f.worth(u, v) + 4*between + f.worth(to, end)) / 6
}
