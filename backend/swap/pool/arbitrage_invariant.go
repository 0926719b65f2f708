package pool

import "math"

// Arbitrage implements Pool.
func (p *Weighted) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	p.arbitrage(price, p.gamma, a)
}

// Feeless implements Pool.
func (p *Weighted) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	p.arbitrage(price, 1, a)
	return 1, 1 / p.gamma
}

// arbitrage trades where the part gamma of what is paid counts. With a multiplier m, token i of
// weight w has the balance x = m·w/price where it is taken out and γ·m·w/price where it is put in,
// or the one that it had; m is where the product of the balances is what it was. Its logarithm
// solves an equation that is linear in each part, between the tokens' own bounds.
func (p *Weighted) arbitrage(price *[MaxCoins]float64, gamma float64, a *Arbitrage) {
	a.none(p.n, gasWeighted)
	var worth [MaxCoins]float64 // the multiplier below which a token is taken out
	low, high := 0.0, math.Inf(1)
	for i := range p.n {
		if price[i] > 0 && p.float[i] > 0 {
			worth[i] = price[i] * p.float[i] / p.share[i]
			low, high = max(low, worth[i]), min(high, worth[i]/gamma)
		}
	}
	if low < high*(1-touch) || low == 0 {
		return
	}
	m := p.multiplier(&worth, low, high, gamma)
	shares, active := 0.0, [MaxCoins]bool{}
	for i := range p.n {
		if worth[i] == 0 {
			continue
		}
		whole := price[i] * p.float[i]
		switch in := worth[i] / gamma; {
		case m < worth[i]:
			a.Get[i] = whole * (1 - m/worth[i])
		case m > in:
			a.Get[i] = -whole * (m/in - 1) / gamma
		case m > worth[i]*(1+touch) && m < in*(1-touch):
			continue
		}
		active[i] = true
		shares += p.share[i]
		a.Value += a.Get[i]
	}
	a.Value = max(0, a.Value)
	for i := range p.n {
		for j := range p.n {
			if active[i] && active[j] {
				a.Bend[i][j] = -m * p.share[i] * p.share[j] / shares
			}
		}
		if active[i] {
			a.Bend[i][i] += m * p.share[i]
		}
	}
}

// multiplier solves for m between high, the least at which a token would be put in, and low, the
// most at which one would be taken out.
func (p *Weighted) multiplier(worth *[MaxCoins]float64, low, high, gamma float64) float64 {
	if low <= high {
		return math.Sqrt(low * high)
	}
	var logs [MaxCoins]float64
	for i := range p.n {
		if worth[i] > 0 {
			logs[i] = math.Log(worth[i])
		}
	}
	fee := math.Log(gamma)
	m := (math.Log(low) + math.Log(high)) / 2
	for range 4 * MaxCoins {
		sum, shares := 0.0, 0.0
		for i := range p.n {
			switch {
			case worth[i] == 0:
			case m < logs[i]:
				sum, shares = sum+p.share[i]*logs[i], shares+p.share[i]
			case m > logs[i]-fee:
				sum, shares = sum+p.share[i]*(logs[i]-fee), shares+p.share[i]
			}
		}
		if shares == 0 || sum/shares == m {
			break
		}
		m = sum / shares
	}
	return math.Exp(m)
}
