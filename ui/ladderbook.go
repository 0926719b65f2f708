package ui

import (
	"math/big"
	"strings"

	"bourse/backend/api"
)

// LadderPair is how a pair's numbers are shown.
type LadderPair struct {
	Base, Quote                 string // symbols
	BaseDecimals, QuoteDecimals int
	PricePlaces                 int // digits of prices; one tick is the last of them
	SizePlaces                  int // digits of base amounts
	QuotePlaces                 int // digits of quote amounts
}

// BookLevel is the orders of one side whose prices fall on one step of the ladder.
// Sums run from the best level to this one.
type BookLevel struct {
	Price   *big.Int // in ticks, on the step: asks rounded up, bids down
	Text    string   // the price as shown
	Size    api.Amount
	Cost    api.Amount // quote units for the whole size: asks rounded up, bids down
	SumSize api.Amount
	SumCost api.Amount
	Mine    bool
	Orders  []api.BookOrder
}

// maxLevels bounds what one side of a ladder holds.
const maxLevels = 400

// GroupBook makes levels of one side of a book, best first as the book is.
// step is the width of a level in ticks; mine tells the user's own orders.
func (p LadderPair) GroupBook(orders []api.BookOrder, asks bool, step int64, mine func(api.BookOrder) bool) []BookLevel {
	round := api.Down
	if asks {
		round = api.Up
	}
	var out []BookLevel
	width := big.NewInt(max(1, step))
	start := 0
	for i, o := range orders {
		price := onStep(o.Price.Scaled(p.BaseDecimals, p.QuoteDecimals, p.PricePlaces, round), width, asks)
		if n := len(out); n == 0 || out[n-1].Price.Cmp(price) != 0 {
			if n == maxLevels {
				break
			}
			l := BookLevel{Price: price, Text: tickText(price, p.PricePlaces)}
			if n > 0 {
				l.SumSize, l.SumCost = out[n-1].SumSize, out[n-1].SumCost
			}
			out, start = append(out, l), i
		}
		l := &out[len(out)-1]
		cost := o.Price.QuoteFor(o.Size, round)
		l.Size, l.SumSize = l.Size.Add(o.Size), l.SumSize.Add(o.Size)
		l.Cost, l.SumCost = l.Cost.Add(cost), l.SumCost.Add(cost)
		l.Mine = l.Mine || mine != nil && mine(o)
		l.Orders = orders[start : i+1]
	}
	return out
}

// onStep moves a price to a multiple of the step, away from the other side.
func onStep(price, step *big.Int, up bool) *big.Int {
	rest := new(big.Int).Mod(price, step)
	if rest.Sign() == 0 {
		return price
	}
	price.Sub(price, rest)
	if up {
		price.Add(price, step)
	}
	return price
}

// tickText writes a price in ticks with places digits and separators.
func tickText(ticks *big.Int, places int) string {
	s := ticks.String()
	if len(s) <= places {
		s = strings.Repeat("0", places-len(s)+1) + s
	}
	if places == 0 {
		return Thousands(s)
	}
	return Thousands(s[:len(s)-places] + "." + s[len(s)-places:])
}

// steps are the level widths to choose from, in ticks: 1, 2, 5, 10, 20 …
var steps = [...]int64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000}

// Average is the mean price of sweeping the book down to the level, as a label.
func (l BookLevel) Average(p LadderPair) string {
	return p.Near(api.Price{Quote: l.SumCost, Base: l.SumSize})
}

// Near writes a price that came of amounts, such as a trade's or an average,
// to the nearest of the digits the pair shows: rounding within the amounts
// moves such a price off the level it was made at.
func (p LadderPair) Near(price api.Price) string {
	if !price.Known() {
		return Unknown
	}
	tenths := price.Scaled(p.BaseDecimals, p.QuoteDecimals, p.PricePlaces+1, api.Down)
	return tickText(tenths.Add(tenths, big.NewInt(5)).Quo(tenths, big.NewInt(10)), p.PricePlaces)
}

// mid is the middle of the best prices and the spread between them, with the
// spread in basis points for the label.
func mid(bids, asks []BookLevel, places int) (middle, spread string, bps float64, ok bool) {
	if len(bids) == 0 || len(asks) == 0 {
		return "", "", 0, false
	}
	bid, ask := bids[0].Price, asks[0].Price
	sum := new(big.Int).Add(bid, ask)
	gap := new(big.Int).Sub(ask, bid)
	half := new(big.Int).Quo(sum, big.NewInt(2))
	if sum.Sign() > 0 {
		ratio, _ := new(big.Rat).SetFrac(new(big.Int).Mul(gap, big.NewInt(20000)), sum).Float64()
		bps = ratio
	}
	sign := ""
	if gap.Sign() < 0 {
		sign, gap = Minus, gap.Neg(gap)
	}
	return tickText(half, places), sign + tickText(gap, places), bps, true
}
