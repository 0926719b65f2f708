package format

import (
	"fmt"
	"math/big"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
)

// Bps are basis points, hundredths of a percent, with a sign: "+0.50%", "−1.00%".
func Bps(n int64) string { return ui.SignedPercent(float64(n)/100, 2) }

// Share is which part of a whole is done in whole percent, to the nearest: 100% only when all is,
// and 0% only when nothing is.
func Share(done, whole api.Amount) string {
	hundred := api.NewAmount(100)
	n, _ := done.MulDiv(hundred, whole).Uint64()
	if rest, _ := done.MulDiv(api.NewAmount(200), whole).Uint64(); rest%2 == 1 {
		n++
	}
	switch {
	case done == whole:
		return "100%"
	case done.IsZero():
		return "0%"
	case n == 0:
		return "<1%"
	}
	return fmt.Sprintf("%d%%", min(n, 99))
}

// ParsePercent reads what a person types for a share in percent, with at most two digits after the
// point and the sign of percent or without it, into basis points. most is the largest that is
// taken, in basis points.
func ParsePercent(text string, most uint64) (bps int, why string) {
	a, err := api.ParseUnits(strings.TrimSuffix(strings.TrimSpace(text), "%"), 2)
	if err != nil {
		return 0, err.Error()
	}
	if n, ok := a.Uint64(); ok && n <= most {
		return int(n), ""
	}
	return 0, "must be from 0 to " + api.NewAmount(most).Units(2)
}

// Impact is what a trade loses of its value in USD, in basis points, rounded against the trader;
// negative is a gain. It is not known where a worth is not.
func Impact(srcUSD, destUSD string) (bps int64, known bool) {
	const most = 1 << 40
	in, err := api.ParseUnits(srcUSD, USDDecimals)
	out, err2 := api.ParseUnits(destUSD, USDDecimals)
	if err != nil || err2 != nil || in.IsZero() {
		return 0, false
	}
	bps = -over(out, in)
	return max(-most, min(bps, most)), true
}

// AmountOffBy is how far an amount is from another, in basis points of the latter, rounded down: a
// gain never reads as more, a loss never as less than it is. ok is false where the other is zero.
func AmountOffBy(a, from api.Amount) (bps int64, ok bool) {
	if from.IsZero() {
		return 0, false
	}
	const most = 1_000_000_000
	return max(-most, min(over(a, from), most)), true
}

// CostOffBy is AmountOffBy of what is paid, rounded up: it never reads as less.
func CostOffBy(a, from api.Amount) (bps int64, ok bool) {
	if from.IsZero() {
		return 0, false
	}
	const most = 1_000_000_000
	twice := from.Add(from)
	if twice.Less(a) { // beyond that a basis point is nothing
		return AmountOffBy(a, from)
	}
	return max(-most, -over(twice.Sub(a), from)), true
}

// over is how much a is over b, in basis points of b, rounded down.
func over(a, b api.Amount) int64 {
	n := new(big.Int).Sub(a.Big(), b.Big())
	n.Mul(n, big.NewInt(api.BPS))
	rest := new(big.Int)
	if n.QuoRem(n, b.Big(), rest); rest.Sign() < 0 {
		n.Sub(n, big.NewInt(1))
	}
	if !n.IsInt64() {
		return 1 << 62 // what is lost is at most all of b
	}
	return n.Int64()
}
