package api

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/bits"

	"github.com/holiman/uint256"
)

// Amount is a quantity in raw units (the smallest unit of its token), 0 … 2^256−1. It is a value:
// comparable with ==, zero is 0, copies never share memory. In JSON it is a string of decimal
// digits.
type Amount struct{ v uint256.Int }

// MaxAmount is 2^256−1, the allowance that tokens read as unlimited.
var MaxAmount = Amount{uint256.Int{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}}

// NewAmount returns n raw units.
func NewAmount(n uint64) Amount { return Amount{*uint256.NewInt(n)} }

// AmountOf returns the amount held by a 256-bit integer.
func AmountOf(v *uint256.Int) Amount { return Amount{*v} }

// AmountFromBig returns b as an amount. A nil, negative or larger than 256-bit integer is an error.
func AmountFromBig(b *big.Int) (Amount, error) {
	if b == nil || b.Sign() < 0 || b.BitLen() > 256 {
		return Amount{}, fmt.Errorf("%v does not fit an amount: it must be from 0 to 2^256-1", b)
	}
	var a Amount
	a.v.SetFromBig(b)
	return a, nil
}

// MustBig is AmountFromBig for integers that come out of 256-bit arithmetic or an ABI decoder and
// so always fit; it panics otherwise.
func MustBig(b *big.Int) Amount {
	a, err := AmountFromBig(b)
	if err != nil {
		panic(err)
	}
	return a
}

// maxDigits is the length of 2^256−1 in decimal.
const maxDigits = 78

// ParseAmount reads a decimal string of digits only: no sign, prefix, space, exponent or fraction,
// at most 78 digits, at most 2^256−1.
func ParseAmount(s string) (Amount, error) {
	if s == "" {
		return Amount{}, errors.New("must be a decimal string of raw units, and is empty")
	}
	if len(s) > maxDigits {
		return Amount{}, fmt.Errorf("has %d digits; at most %d fit 256 bits", len(s), maxDigits)
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return Amount{}, fmt.Errorf("must hold decimal digits only (raw units), got %q", s)
		}
	}
	var a Amount
	if err := a.v.SetFromDecimal(trimZeros(s)); err != nil {
		return Amount{}, fmt.Errorf("%s is larger than 2^256-1", s)
	}
	return a, nil
}

func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// U256 returns the amount as a 256-bit integer of the caller's own.
func (a Amount) U256() *uint256.Int { v := a.v; return &v }

// Big returns the amount as a big integer of the caller's own.
func (a Amount) Big() *big.Int { return a.v.ToBig() }

// Bytes32 returns the amount as 32 bytes, most significant first.
func (a Amount) Bytes32() [32]byte { return a.v.Bytes32() }

// AmountFromBytes32 is the inverse of Bytes32.
func AmountFromBytes32(b [32]byte) Amount {
	var a Amount
	a.v.SetBytes32(b[:])
	return a
}

// String returns the raw units as decimal digits.
func (a Amount) String() string { return a.v.Dec() }

// IsZero tells whether the amount is 0.
func (a Amount) IsZero() bool { return a.v.IsZero() }

// Cmp returns −1, 0 or +1 as a is less than, equal to or greater than b.
func (a Amount) Cmp(b Amount) int { return a.v.Cmp(&b.v) }

// Less tells whether a < b.
func (a Amount) Less(b Amount) bool { return a.v.Lt(&b.v) }

// Uint64 returns the amount and whether it fits 64 bits.
func (a Amount) Uint64() (uint64, bool) { return a.v.Uint64(), a.v.IsUint64() }

// Float returns the nearest float64: for pixels, percent labels and chart points, never for money.
func (a Amount) Float() float64 { return a.v.Float64() }

// Add returns a + b; the sum saturates at 2^256−1.
func (a Amount) Add(b Amount) Amount {
	var r Amount
	if _, over := r.v.AddOverflow(&a.v, &b.v); over {
		return MaxAmount
	}
	return r
}

// Sub returns a − b, or 0 where b is larger.
func (a Amount) Sub(b Amount) Amount {
	var r Amount
	if _, under := r.v.SubOverflow(&a.v, &b.v); under {
		return Amount{}
	}
	return r
}

// Min returns the smaller of a and b.
func (a Amount) Min(b Amount) Amount {
	if b.Less(a) {
		return b
	}
	return a
}

// Max returns the larger of a and b.
func (a Amount) Max(b Amount) Amount {
	if a.Less(b) {
		return b
	}
	return a
}

// MulDiv returns ⌊a·num/den⌋ with a 512-bit product. A zero den or a result over 256 bits gives
// 2^256−1.
func (a Amount) MulDiv(num, den Amount) Amount {
	if den.IsZero() {
		return MaxAmount
	}
	var r Amount
	if a.v.IsUint64() && num.v.IsUint64() && den.v.IsUint64() { // most amounts: ten times as fast
		high, low := bits.Mul64(a.v.Uint64(), num.v.Uint64())
		if d := den.v.Uint64(); high < d {
			q, _ := bits.Div64(high, low, d)
			r.v.SetUint64(q)
			return r
		}
	}
	if _, over := r.v.MulDivOverflow(&a.v, &num.v, &den.v); over {
		return MaxAmount
	}
	return r
}

// MulDivUp returns ⌈a·num/den⌉ under the same rules as MulDiv.
func (a Amount) MulDivUp(num, den Amount) Amount {
	r := a.MulDiv(num, den)
	if r == MaxAmount {
		return r
	}
	// What is left is less than den: it is nothing where the lowest 256 bits of it are.
	var product, back uint256.Int
	product.Mul(&a.v, &num.v)
	if back.Mul(&r.v, &den.v); product.Eq(&back) {
		return r
	}
	return r.Add(NewAmount(1))
}

// MarshalText writes the decimal digits.
func (a Amount) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads decimal digits as ParseAmount does.
func (a *Amount) UnmarshalText(b []byte) error {
	v, err := ParseAmount(string(b))
	if err == nil {
		*a = v
	}
	return err
}

// UnmarshalJSON takes a JSON string of digits; a JSON number is refused, since clients lose digits
// in them.
func (a *Amount) UnmarshalJSON(b []byte) error {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return fmt.Errorf("must be a decimal string in quotes, got %s", bytes.TrimSpace(b))
	}
	return a.UnmarshalText(b[1 : len(b)-1])
}
