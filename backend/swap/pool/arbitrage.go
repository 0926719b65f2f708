package pool

import "math"

// touch is how far beyond its margin a pool still counts as being at it, so that a search that
// starts exactly at a pool's price sees what the pool would trade next.
const touch = 1e-9

// Arbitrage is the trade that earns most from a pool, at the state of its block, by prices that all
// tokens have outside of it. It is what a dual bound on any allocation is made of: sequences of
// swaps between any of the pool's tokens never earn more than Value and Slack (but for less than
// 10⁻¹⁰ of what they move, since it is computed in floating point).
type Arbitrage struct {
	// Value is what is earned, in the unit of the prices, and Get the worth of what is got of each
	// token, negative of what is paid.
	Value float64
	Get   [MaxCoins]float64
	// Bend[i][j] is how fast Get[i] grows with the logarithm of price j, but for what the worth of
	// the same tokens grows. Rows sum to zero; only those of the pool's tokens are set.
	Bend [MaxCoins][MaxCoins]float64
	// Slack is what could be earned beside Value by trading in several swaps, where each leaves a
	// part of its fee to the next, and less than zero where Value counts too much for what is got
	// not to jump with prices.
	Slack float64
	Gas   uint64 // that the pool's swaps need at least, if anything is traded
}

// none resets what the last pool set, for a pool of n tokens.
func (a *Arbitrage) none(n int, gas uint64) {
	a.Value, a.Slack, a.Gas = 0, 0, gas
	for i := range n {
		a.Get[i] = 0
		clear(a.Bend[i][:n])
	}
}

// swap records a trade of two tokens: what is paid and got are worth, and their growth.
func (a *Arbitrage) swap(in, out int, paid, got, growth float64) {
	a.Value = got - paid
	a.Get[in], a.Get[out] = -paid, got
	a.Bend[in][in], a.Bend[out][out] = growth, growth
	a.Bend[in][out], a.Bend[out][in] = -growth, -growth
}

// Arbitrage implements Pool.
func (p *Product) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	p.arbitrage(price, p.gamma, a)
}

// Feeless implements Pool.
func (p *Product) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	p.arbitrage(price, 1, a)
	return 1, 1 / p.gamma
}

// arbitrage trades where the part gamma of what is paid counts. Selling δ = Rin/γ·(r^−½ − 1) for
// Rout·(1 − r^½) brings the price to r times what it is.
func (p *Product) arbitrage(price *[MaxCoins]float64, gamma float64, a *Arbitrage) {
	a.none(2, gasProduct)
	if price[0] <= 0 || price[1] <= 0 || p.float[0] == 0 || p.float[1] == 0 {
		return
	}
	for in := range 2 {
		have := price[1-in] * p.float[1-in]
		ratio := price[in] * p.float[in] / (gamma * have)
		if ratio > 1+touch {
			continue
		}
		root := math.Sqrt(min(ratio, 1))
		part := max(0, 1-ratio) / (1 + root)
		a.swap(in, 1-in, have*root*part, have*part, have*root/2)
		return
	}
}

// Arbitrage implements Pool.
func (o *Orders) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	a.none(2, gasOrders+GasOrder)
	if price[0] > 0 && price[1] > 0 {
		o.ladder.arbitrage(0, 1, price[0], price[1], a)
	}
}

// Feeless implements Pool. Orders have no fee.
func (o *Orders) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	o.Arbitrage(price, a)
	return 1, 1
}

// Each sees what every order takes of the token at position 0 and gives of that at 1, in raw units.
func (o *Orders) Each(see func(takes, gives float64)) {
	for i := range o.list {
		if takes, gives := o.takes[i], o.gives[i]; takes > 0 && gives > 0 {
			see(takes, gives)
		}
	}
}
