package api

import (
	"errors"
	"fmt"
	"math/big"
)

// Price is what one side asks for the other, kept as the two signed amounts so that nothing is
// lost: Quote raw units of the quote token for Base raw units of the base token. A zero Base means
// "not known".
type Price struct {
	Quote Amount `json:"quote"`
	Base  Amount `json:"base"`
}

// Known tells whether the price says anything.
func (p Price) Known() bool { return !p.Base.IsZero() }

// Cmp compares two known prices exactly, by cross-multiplication.
func (p Price) Cmp(q Price) int {
	l := new(big.Int).Mul(p.Quote.Big(), q.Base.Big())
	return l.Cmp(new(big.Int).Mul(q.Quote.Big(), p.Base.Big()))
}

// QuoteFor returns what base units cost at the price, rounded as told.
func (p Price) QuoteFor(base Amount, r Round) Amount {
	if r == Up {
		return base.MulDivUp(p.Quote, p.Base)
	}
	return base.MulDiv(p.Quote, p.Base)
}

// BaseFor returns how many base units quote units buy at the price, rounded as told: none at a
// price of 0, which is none.
func (p Price) BaseFor(quote Amount, r Round) Amount {
	if p.Quote.IsZero() {
		return Amount{}
	}
	if r == Up {
		return quote.MulDivUp(p.Base, p.Quote)
	}
	return quote.MulDiv(p.Base, p.Quote)
}

// Scaled returns the price of one whole base token in whole quote tokens, times 10^places, rounded
// as told: the integer that price levels are grouped by.
func (p Price) Scaled(baseDecimals, quoteDecimals, places int, r Round) *big.Int {
	if !p.Known() {
		return new(big.Int)
	}
	baseDecimals, quoteDecimals = powers(baseDecimals), powers(quoteDecimals)
	places = powers(places)
	n := new(big.Int).Mul(p.Quote.Big(), pow10(baseDecimals+places))
	return divRound(n, new(big.Int).Mul(p.Base.Big(), pow10(quoteDecimals)), r)
}

// Format returns the price of one whole base token in whole quote tokens with exactly places digits
// and thousands separators; "—" when it is not known.
func (p Price) Format(baseDecimals, quoteDecimals, places int, r Round) string {
	if !p.Known() {
		return "—"
	}
	return formatScaled(p.Scaled(baseDecimals, quoteDecimals, places, r), powers(places))
}

// USD writes what raw units are worth at a price in USD, whose quote has 18 decimals: with 10
// decimals, rounded down.
func (p Price) USD(amount Amount) string {
	n := new(big.Int).Mul(p.Quote.Big(), amount.Big())
	n.Div(n, p.Base.Big())
	n.Div(n, big.NewInt(1e8))
	whole, part := new(big.Int).DivMod(n, big.NewInt(1e10), new(big.Int))
	return fmt.Sprintf("%s.%010d", whole, part)
}

// Float returns the price of one whole base token in whole quote tokens: for charts and percent
// labels only.
func (p Price) Float(baseDecimals, quoteDecimals int) float64 {
	if !p.Known() {
		return 0
	}
	n := new(big.Rat).SetFrac(
		new(big.Int).Mul(p.Quote.Big(), pow10(powers(baseDecimals))),
		new(big.Int).Mul(p.Base.Big(), pow10(powers(quoteDecimals))))
	f, _ := n.Float64()
	return f
}

// ParsePrice reads what a person types for the price of one whole base token in whole quote tokens.
func ParsePrice(s string, baseDecimals, quoteDecimals int) (Price, error) {
	baseDecimals, quoteDecimals = powers(baseDecimals), powers(quoteDecimals)
	n, places, err := parseDecimal(s)
	if err != nil {
		return Price{}, err
	}
	if n.Sign() == 0 {
		return Price{}, errors.New("must be above zero")
	}
	quote, err1 := AmountFromBig(n.Mul(n, pow10(quoteDecimals)))
	base, err2 := AmountFromBig(pow10(baseDecimals + places))
	if err1 != nil || err2 != nil {
		return Price{}, errors.New("has too many digits")
	}
	return Price{Quote: quote, Base: base}, nil
}

// Percent writes basis points, which are hundredths of a percent, without a sign of its own:
// "0.50%".
func Percent(bps int64) string { return fmt.Sprintf("%d.%02d%%", bps/100, bps%100) }
