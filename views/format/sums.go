package format

import (
	"math/big"
	"strings"

	"bourse/ui"
)

// Gain writes a gain or loss in USD with two digits, rounded down: gains are never more and
// losses never less than they are. nil is not known.
func Gain(r *big.Rat) string {
	if r == nil {
		return ui.Unknown
	}
	text := digits(Floor(r, 2), 2)
	switch Floor(r, 2).Sign() {
	case 1:
		return "+" + text
	case -1:
		return ui.Minus + text
	}
	return text
}

// Exact writes a number for programs, with eighteen digits after the point; "" is not known.
func Exact(r *big.Rat) string {
	if r == nil {
		return ""
	}
	return r.FloatString(18)
}

// Rat writes a sum rounded down, or up, to so many digits.
func Rat(r *big.Rat, places int, up bool) string {
	if r == nil {
		return ui.Unknown
	}
	if up {
		n := Floor(new(big.Rat).Neg(r), places)
		return digits(n, places)
	}
	return digits(Floor(r, places), places)
}

// Grouped is a decimal number that was typed, with thousands separators; what is none stays.
func Grouped(text string) string {
	whole, part, broken := strings.Cut(text, ".")
	whole = strings.ReplaceAll(whole, ",", "")
	if whole == "" || strings.Trim(whole, "0123456789") != "" {
		return text
	}
	if whole = ui.Thousands(whole); broken {
		return whole + "." + part
	}
	return whole
}

// Floor is r × 10^places, rounded towards minus infinity.
func Floor(r *big.Rat, places int) *big.Int {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	n := new(big.Int).Mul(r.Num(), scale)
	return n.Div(n, r.Denom()) // Euclidean: a positive divisor makes it the floor
}

// digits writes the size of a scaled number.
func digits(n *big.Int, places int) string {
	text := new(big.Int).Abs(n).String()
	if len(text) <= places {
		text = strings.Repeat("0", places-len(text)+1) + text
	}
	if places == 0 {
		return ui.Thousands(text)
	}
	return ui.Thousands(text[:len(text)-places] + "." + text[len(text)-places:])
}

// PricePlaces are the digits of a price: more of small ones.
func PricePlaces(r *big.Rat) int {
	f, _ := r.Float64()
	switch {
	case f >= 10:
		return 2
	case f >= 0.1:
		return 4
	}
	return 6
}
