package pool

import "math"

// ladder are steps of one way to trade, in the order in which they are made, in raw units: what
// each takes and gives, and what all steps before it do, and all of them at the end. A small step
// beside large ones is lost in the difference of sums.
type ladder struct{ takes, gives, taken, given []float64 }

func newLadder() ladder { return ladder{taken: []float64{0}, given: []float64{0}} }

// add adds a step.
func (l *ladder) add(takes, gives float64) {
	last := len(l.taken) - 1
	l.takes, l.gives = append(l.takes, takes), append(l.gives, gives)
	l.taken = append(l.taken, l.taken[last]+takes)
	l.given = append(l.given, l.given[last]+gives)
}

// price is what a step pays.
func (l *ladder) price(at int) float64 { return l.gives[at] / l.takes[at] }

// orderBand is over how much of the logarithm of its price a step counts as being taken more and
// more, from better prices on, so that what is taken does not jump with prices.
const orderBand = 1e-6

// arbitrage is the trade of what is put in at one price and taken out at another. Each step counts
// as earning up to half of orderBand too much.
func (l *ladder) arbitrage(in, out int, priceIn, priceOut float64, a *Arbitrage) {
	var paid, got, growth, exact float64
	for i := range l.takes {
		pay, get := l.takes[i]*priceIn, l.gives[i]*priceOut
		if pay <= 0 || get <= 0 {
			continue
		}
		exact += max(0, get-pay)
		fill := min(1, 1+math.Log(get/pay)/orderBand)
		if fill < -touch {
			continue
		}
		fill = max(0, fill)
		paid += pay * fill
		got += get * math.Exp(orderBand) * -math.Expm1(-orderBand*fill) / orderBand
		if fill < 1 {
			growth += pay / orderBand
		}
	}
	if paid > 0 || growth > 0 {
		a.swap(in, out, paid, got, growth)
		a.Slack = exact - a.Value
	}
}

// curve is the price of a step, bent so that all that is left goes for what it pays. Of that step,
// paid is done.
func (l *ladder) curve(at int, price, paid float64) Curve {
	last := len(l.taken) - 1
	limit := l.taken[last] - l.taken[at] - paid
	total := l.given[last] - l.given[at] - paid*price
	if !(limit > 0) || !(total > 0) {
		return Curve{}
	}
	// total = price·limit/(1 + limit/depth); steps at one price have no depth but their limit.
	depth := limit * 1e9
	if bend := price*limit/total - 1; bend > 1e-9 {
		depth = limit / bend
	}
	return Curve{Price: price, Depth: depth, Limit: limit}
}
