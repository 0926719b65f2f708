package format

import (
	"math/big"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
)

// Pair is how a pair's numbers are shown.
type Pair struct {
	Base, Quote                 string // symbols
	BaseDecimals, QuoteDecimals int
	PricePlaces                 int // digits of prices; one tick is the last of them
	SizePlaces                  int // digits of base amounts
	QuotePlaces                 int // digits of quote amounts
}

// Price writes the price of one whole base token in whole quote tokens that came of amounts, such
// as a trade's, a fill's or an average, to the nearest of the digits the pair shows: rounding
// within the amounts moves such a price off the one it was made at, to either side. What would read
// as zero is written as less than the last digit.
func (p Pair) Price(price api.Price) string {
	if !price.Known() {
		return ui.Unknown
	}
	tenths := price.Scaled(p.BaseDecimals, p.QuoteDecimals, p.PricePlaces+1, api.Down)
	ticks := tenths.Add(tenths, big.NewInt(5)).Quo(tenths, big.NewInt(10))
	return aboveZero(tickText(ticks.String(), p.PricePlaces), p.PricePlaces,
		price.Quote.IsZero())
}

// OrderPrice writes the price of an order: bids are rounded down and asks up, as the levels of the
// book are, so that an order has one price wherever it is shown and never a better one than it has.
func (p Pair) OrderPrice(price api.Price, bid bool) string {
	return p.orderPrice(price, bid, p.PricePlaces)
}

// FineOrderPrice is OrderPrice with two digits more, to tell the orders of one level apart.
func (p Pair) FineOrderPrice(price api.Price, bid bool) string {
	return p.orderPrice(price, bid, p.PricePlaces+2)
}

func (p Pair) orderPrice(price api.Price, bid bool, places int) string {
	return aboveZero(price.Format(p.BaseDecimals, p.QuoteDecimals, places, side(bid)), places,
		!price.Known() || price.Quote.IsZero())
}

func side(bid bool) api.Round {
	if bid {
		return api.Down
	}
	return api.Up
}

// Ticks is the price of an order in units of the last digit that the pair shows, rounded as
// OrderPrice is; what is beyond 256 bits is MaxAmount.
func (p Pair) Ticks(price api.Price, bid bool) api.Amount {
	if !price.Known() {
		return api.Amount{}
	}
	const most = 77 // digits of the powers of ten that fit
	n := p.BaseDecimals + p.PricePlaces - p.QuoteDecimals
	if n < 0 || n > most {
		ticks, err := api.AmountFromBig(
			price.Scaled(p.BaseDecimals, p.QuoteDecimals, p.PricePlaces, side(bid)))
		if err != nil {
			return api.MaxAmount
		}
		return ticks
	}
	if bid {
		return price.Quote.MulDiv(powers[n], price.Base)
	}
	return price.Quote.MulDivUp(powers[n], price.Base)
}

// powers are 1, 10, 100 … as far as 256 bits go.
var powers = func() (out [78]api.Amount) {
	out[0] = api.NewAmount(1)
	for i := 1; i < len(out); i++ {
		out[i] = out[i-1].MulDiv(api.NewAmount(10), api.NewAmount(1))
	}
	return out
}()

// TickPrice is the price of a number of ticks; ok is false where it fits no order.
func (p Pair) TickPrice(ticks api.Amount) (price api.Price, ok bool) {
	if n := p.BaseDecimals + p.PricePlaces; n < len(powers) && p.QuoteDecimals < len(powers) {
		price.Base = powers[n]
		price.Quote = ticks.MulDiv(powers[p.QuoteDecimals], api.NewAmount(1))
	}
	if ticks.IsZero() || !price.Known() || price.Quote == api.MaxAmount {
		return api.Price{}, false
	}
	return price, true
}

// Size writes an amount of the base token; see Digits.
func (p Pair) Size(a api.Amount, r api.Round) string {
	return Digits(a, p.BaseDecimals, p.SizePlaces, r)
}

// Some is Size rounded down, with more digits for what would read as nothing.
func (p Pair) Some(a api.Amount) string {
	text := p.Size(a, api.Down)
	if strings.HasPrefix(text, "<") {
		return Scaled(a, api.Token{Decimals: p.BaseDecimals}, api.Down)
	}
	return text
}

// Cost writes an amount of the quote token; see Digits.
func (p Pair) Cost(a api.Amount, r api.Round) string {
	return Digits(a, p.QuoteDecimals, p.QuotePlaces, r)
}

// TickText writes a number of ticks with separators.
func (p Pair) TickText(ticks api.Amount) string { return tickText(ticks.String(), p.PricePlaces) }

func tickText(digits string, places int) string {
	if len(digits) <= places {
		digits = strings.Repeat("0", places-len(digits)+1) + digits
	}
	if places == 0 {
		return ui.Thousands(digits)
	}
	return ui.Thousands(digits[:len(digits)-places] + "." + digits[len(digits)-places:])
}
