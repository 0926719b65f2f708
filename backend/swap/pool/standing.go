package pool

import "math"

// Near is how far prices move, as a part of themselves, for what counts as standing around them.
const Near = 0.02

// Standing is how deep a pool is between two of its tokens. It is what is really in it for whoever
// trades, be its curve as flat and its price as far off as they like, and nothing but what is in it
// makes it more.
type Standing struct {
	// Price is what it pays for the first raw unit of the one token in the other, without its fee;
	// 0 if it does not trade both ways.
	Price float64
	// To and From are how much of the other and of the one it pays out before its own price has
	// moved by Near.
	To, From float64
}

// Stands is what stands in a pool between two of its tokens.
func Stands(p Pool, i, j int) (s Standing) {
	s.Price = Margin(p, i, j)
	price := s.Price
	if price == 0 {
		var now State
		p.Init(&now)
		if price = p.Curve(&now, i, j).Price; !(price > 0) {
			price = 1 / p.Curve(&now, j, i).Price
		}
	}
	if price > 0 && !math.IsInf(price, 0) {
		s.To, s.From = around(p, i, j, price)
	}
	return s
}

// Margin is what a pool pays for the first raw unit of a token, without its fee; 0 if it does not
// trade both ways.
func Margin(p Pool, in, out int) float64 {
	var now State
	p.Init(&now)
	there, back := p.Curve(&now, in, out), p.Curve(&now, out, in)
	if !(there.Price > 0 && back.Price > 0) {
		return 0
	}
	return math.Sqrt(there.Price / back.Price)
}

// around is what a pool pays out before its price has moved from a given one by Near.
func around(p Pool, i, j int, price float64) (to, from float64) {
	if p.Kind() == KindWrapper || p.Kind() == KindVault {
		var now State
		p.Init(&now)
		return p.Curve(&now, i, j).Limit * price, p.Curve(&now, j, i).Limit / price
	}
	var a Arbitrage
	var at [MaxCoins]float64
	at[i], at[j] = price*(1-Near), 1
	p.Feeless(&at, &a)
	to = max(0, a.Get[j])
	at[i] = price * (1 + Near)
	p.Feeless(&at, &a)
	return to, max(0, a.Get[i]/at[i])
}
