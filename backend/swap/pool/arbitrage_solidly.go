package pool

import "math"

// A stable pair keeps x³y + xy³. With r = y/x, a unit of x is worth m = r·(3 + r²)/(1 + 3r²) of y,
// so that (1 − m)/(1 + m) is the cube of (1 − r)/(1 + r).

// worthOf is m.
func worthOf(r float64) float64 { return r * (3 + r*r) / (1 + 3*r*r) }

// ratioOf is the r of an m.
func ratioOf(m float64) float64 {
	c := math.Cbrt((1 - m) / (1 + m))
	return (1 - c) / (1 + c)
}

// worthSlope is how fast m rises with r.
func worthSlope(r float64) float64 {
	part := (1 - r*r) / (1 + 3*r*r)
	return 3 * part * part
}

// Curve implements Pool.
func (p *Solidly) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, 2) != nil || s.v[in].IsZero() || s.v[out].IsZero() {
		return Curve{}
	}
	rin, rout := toFloat(&s.v[in]), toFloat(&s.v[out])
	if !p.p.Stable {
		return Curve{Price: p.gamma * rout / rin, Depth: rin / p.gamma, Limit: 0x1p112 - rin}
	}
	x, y := rin/toFloat(&p.scale[in]), rout/toFloat(&p.scale[out])
	r := y / x
	m := worthOf(r)
	limit := x * r / m / p.gamma
	depth := 1e9 * limit // so flat that rounding hides the slope
	if bend := worthSlope(r) * (m + r) / x; bend > 0 {
		depth = min(depth, 2*m/bend/p.gamma)
	}
	price := p.gamma * m * toFloat(&p.scale[out]) / toFloat(&p.scale[in])
	return Curve{Price: price, Depth: depth * toFloat(&p.scale[in]),
		Limit: limit * toFloat(&p.scale[in])}
}

// Arbitrage implements Pool.
func (p *Solidly) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	p.arbitrage(price, p.gamma, a)
}

// Feeless implements Pool.
func (p *Solidly) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	p.arbitrage(price, 1, a)
	return 1, 1 / p.gamma
}

// flattest is how many times what a stable pair holds can be asked of it by a rise of its price by
// e: it is flat where both balances are the same.
const flattest = 1e4

// arbitrage trades where the part gamma of what is paid counts. Fees are rounded down, by up to a
// unit of what is paid in each swap.
func (p *Solidly) arbitrage(price *[MaxCoins]float64, gamma float64, a *Arbitrage) {
	if p.p.Stable {
		p.arbitrageStable(price, gamma, a)
	} else {
		even := Product{float: p.float}
		even.arbitrage(price, gamma, a)
		a.Gas = p.gas
	}
	a.Slack = 2 * (price[0] + price[1])
}

func (p *Solidly) arbitrageStable(price *[MaxCoins]float64, gamma float64, a *Arbitrage) {
	a.none(2, p.gas)
	if price[0] <= 0 || price[1] <= 0 || p.float[0] == 0 || p.float[1] == 0 {
		return
	}
	for in := range 2 {
		out := 1 - in
		cost, worth := price[in]*toFloat(&p.scale[in]), price[out]*toFloat(&p.scale[out])
		x, y := p.float[in]/toFloat(&p.scale[in]), p.float[out]/toFloat(&p.scale[out])
		r, m := y/x, cost/(gamma*worth)
		if m > worthOf(r)*(1+touch) {
			continue
		}
		to := min(r, ratioOf(m))
		u, v := p.trade(r, to, x, y)
		growth := flattest * worth * y
		if s := worthSlope(to); s > 0 {
			growth = min(growth,
				worth*x*(1+u)*(3+to*to)/(4*(1+to*to))*worthOf(to)/s)
		}
		a.swap(in, out, x*u/gamma*cost, y*v*worth, growth)
		a.Value = max(0, a.Value)
		return
	}
}

// trade is what part of x comes in and what part of y goes out on the way from one ratio to a lower
// one. The second follows from the first by the curve, without the digits that a difference loses.
func (p *Solidly) trade(r, to, x, y float64) (u, v float64) {
	if to >= r {
		return 0, 0
	}
	u = math.Expm1((math.Log(r/to) + math.Log((1+r*r)/(1+to*to))) / 4)
	v = 1 - to/r*(1+u)
	for range 3 {
		left := 1 - v
		f := x*x*((3*u+3*u*u+u*u*u)*left-v) + y*y*((1+u)*(-3*v+3*v*v-v*v*v)+u)
		slope := -x*x*math.Pow(1+u, 3) - 3*y*y*(1+u)*left*left
		v -= f / slope
	}
	return u, v
}
