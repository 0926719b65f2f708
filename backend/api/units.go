package api

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/holiman/uint256"
)

// Round says which way a shown number may differ from the exact one.
type Round int

const (
	// Down is for what someone gets.
	Down Round = iota
	// Up is for what someone pays.
	Up
)

// Units returns the exact amount in whole tokens of the given decimals, without trailing zeros:
// 1500000 at 6 decimals is "1.5".
func (a Amount) Units(decimals int) string {
	s := a.String()
	decimals = powers(decimals)
	if decimals == 0 {
		return s
	}
	if len(s) <= decimals {
		s = strings.Repeat("0", decimals-len(s)+1) + s
	}
	whole, frac := s[:len(s)-decimals], strings.TrimRight(s[len(s)-decimals:], "0")
	if frac == "" {
		return whole
	}
	return whole + "." + frac
}

// Format returns the amount in whole tokens with exactly places digits after the point and
// thousands separators, rounded as told: 6036000000 at 6 decimals and 2 places is "6,036.00".
func (a Amount) Format(decimals, places int, r Round) string {
	decimals, places = powers(decimals), powers(places)
	if n := decimals - places; n >= 0 && n < len(tens) {
		var d, q, rest uint256.Int
		d.SetFromBig(tens[n])
		if q.DivMod(&a.v, &d, &rest); r == Up && !rest.IsZero() {
			q.AddUint64(&q, 1)
		}
		return grouped(q.Dec(), places)
	}
	return formatScaled(scale(a.Big(), decimals, places, r), places)
}

// scale returns n·10^places/10^decimals, rounded as told.
func scale(n *big.Int, decimals, places int, r Round) *big.Int {
	if places >= decimals {
		return n.Mul(n, pow10(places-decimals))
	}
	return divRound(n, pow10(decimals-places), r)
}

func divRound(n, d *big.Int, r Round) *big.Int {
	q, rest := new(big.Int).QuoRem(n, d, new(big.Int))
	if r == Up && rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// formatScaled writes n/10^places with exactly places digits and thousands separators.
func formatScaled(n *big.Int, places int) string { return grouped(n.String(), places) }

// grouped does the same for the digits of n.
func grouped(s string, places int) string {
	if len(s) <= places {
		s = strings.Repeat("0", places-len(s)+1) + s
	}
	whole, frac := s[:len(s)-places], s[len(s)-places:]
	var b strings.Builder
	b.Grow(len(whole)*4/3 + 1 + len(frac))
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(whole[i])
	}
	if places > 0 {
		b.WriteByte('.')
		b.WriteString(frac)
	}
	return b.String()
}

// pow10 is 10^n, to be read only; sums and differences of what powers returns stay within its
// bound.
func pow10(n int) *big.Int {
	if n = min(max(n, 0), 3*MaxDecimals); n < len(tens) {
		return tens[n]
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// tens are the powers of ten that fit 256 bits: what amounts are written with at every frame.
var tens = func() (list [78]*big.Int) {
	for n := range list {
		list[n] = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	}
	return list
}()

// MaxDecimals is how many decimals a token can have: its contract tells them in a byte.
const MaxDecimals = 255

// powers brings decimals or places into the range that means something: what others say is not to
// be computed with as it comes.
func powers(n int) int { return min(max(n, 0), MaxDecimals) }

// ParseUnits reads what a person types for an amount of a token ("6,036.00") and returns raw units,
// exactly. Commas are taken only as thousands separators. More fraction digits than the token has
// are an error, since they could not be signed.
func ParseUnits(s string, decimals int) (Amount, error) {
	decimals = powers(decimals)
	n, places, err := parseDecimal(s)
	if err != nil {
		return Amount{}, err
	}
	if places > decimals {
		return Amount{}, fmt.Errorf("has %d digits after the point; this token has %d", places,
			decimals)
	}
	a, err := AmountFromBig(n.Mul(n, pow10(decimals-places)))
	if err != nil {
		return Amount{}, errors.New("is larger than any amount a contract can hold")
	}
	return a, nil
}

// parseDecimal reads digits with an optional point and thousands commas as an integer and the
// number of digits after the point, trailing zeros left out. A single comma without a point could
// be either, so it is refused.
func parseDecimal(s string) (*big.Int, int, error) {
	s = strings.TrimSpace(s)
	whole, frac, point := strings.Cut(s, ".")
	if !point && strings.Count(s, ",") == 1 {
		return nil, 0, fmt.Errorf("%q: use a point or digits alone, a comma could "+
			"mean either", s)
	}
	whole, err := joinThousands(whole)
	if err != nil {
		return nil, 0, err
	}
	if whole+frac == "" || (point && frac == "" && whole == "") {
		return nil, 0, errors.New("is empty: type a number such as 1.5")
	}
	frac = strings.TrimRight(frac, "0")
	for _, c := range whole + frac {
		if c < '0' || c > '9' {
			return nil, 0, fmt.Errorf("%q: use digits and one point alone", s)
		}
	}
	if len(whole)+len(frac) > 2*maxDigits {
		return nil, 0, errors.New("has too many digits")
	}
	n, _ := new(big.Int).SetString("0"+whole+frac, 10)
	return n, len(frac), nil
}

func joinThousands(s string) (string, error) {
	if !strings.Contains(s, ",") {
		return s, nil
	}
	parts := strings.Split(s, ",")
	for i, p := range parts {
		if (i == 0 && (len(p) == 0 || len(p) > 3)) || (i > 0 && len(p) != 3) {
			return "", fmt.Errorf("%q: a comma separates thousands; use a point for the "+
				"fraction", s)
		}
	}
	return strings.Join(parts, ""), nil
}
