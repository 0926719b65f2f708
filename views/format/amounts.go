package format

import (
	"strings"

	"bourse/backend/api"
	"bourse/ui"
)

// AmountPlaces is how many digits after the point an amount of a token shows.
func AmountPlaces(t api.Token) int {
	switch {
	case t.Decimals <= 2:
		return t.Decimals
	case t.Decimals <= 6:
		return 2
	}
	return 4
}

// Amount writes an amount of a token with the token's usual digits; what would read as zero is
// written as less than the last of them.
func Amount(a api.Amount, t api.Token, r api.Round) string {
	return Digits(a, t.Decimals, AmountPlaces(t), r)
}

// Digits writes an amount with so many digits after the point; what would read as zero is written
// as less than the last of them: "<0.01".
func Digits(a api.Amount, decimals, places int, r api.Round) string {
	return aboveZero(a.Format(decimals, places, r), places, a.IsZero())
}

// Each is the price of one piece of what is counted in pieces, such as an NFT, with the coin's
// usual digits; next to nothing is written as less than the last of them, however it is rounded.
func Each(p api.Price, coin api.Token, r api.Round) string {
	places := AmountPlaces(coin)
	down := p.Format(0, coin.Decimals, places, api.Down)
	if p.Known() && strings.Trim(down, "0.,") == "" {
		return aboveZero(down, places, p.Quote.IsZero())
	}
	return p.Format(0, coin.Decimals, places, r)
}

// aboveZero writes what is not zero but reads so as less than its last digit.
func aboveZero(text string, places int, zero bool) string {
	switch {
	case zero || strings.Trim(text, "0.,") != "":
		return text
	case places == 0:
		return "<1"
	}
	return "<0." + strings.Repeat("0", places-1) + "1"
}

// Fine writes an amount with six digits after the point where a token has them, by the token alone,
// so that nearly equal figures line up and differ to the eye. What would read as zero is written
// out.
func Fine(a api.Amount, t api.Token, r api.Round) string {
	const few, many = 2, 6
	places := AmountPlaces(t)
	if places > few {
		places = min(t.Decimals, many)
	}
	text := a.Format(t.Decimals, places, r)
	if !a.IsZero() && strings.Trim(text, "0.,") == "" {
		return a.Units(t.Decimals)
	}
	return text
}

// Full writes all of an amount, with thousands separators: what may be typed, and no more.
func Full(a api.Amount, t api.Token) string { return Grouped(a.Units(t.Decimals)) }

// Scaled writes an amount with digits by its size: small amounts show more than usual, large ones
// fewer.
func Scaled(a api.Amount, t api.Token, r api.Round) string {
	return a.Format(t.Decimals, ScaledPlaces(a, t), r)
}

// ScaledPlaces is how many digits after the point Scaled gives an amount.
func ScaledPlaces(a api.Amount, t api.Token) int {
	const digits, large, few = 4, 4, 2
	places, zeros := AmountPlaces(t), t.Decimals-len(a.String())
	switch {
	case a.IsZero():
	case zeros+1 >= places-1:
		places = min(t.Decimals, zeros+digits)
	case -zeros >= large:
		places = min(places, few)
	}
	return places
}

// USDDecimals are the decimals of worths in USD.
const USDDecimals = 18

// USD writes a decimal text of USD, as the service gives it, with two digits; unknown where it is
// no number. What is paid, such as gas, is rounded up, what is got down.
func USD(text string, r api.Round) string {
	a, err := api.ParseUnits(text, USDDecimals)
	if err != nil {
		return ui.Unknown
	}
	return Worth(a, r)
}

// Worth writes an amount of USD with USDDecimals in dollars and cents.
func Worth(usd api.Amount, r api.Round) string {
	text := usd.Format(USDDecimals, 2, r)
	if !usd.IsZero() && text == "0.00" {
		return "<$0.01"
	}
	return "$" + text
}
