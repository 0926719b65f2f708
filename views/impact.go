package views

import (
	"fmt"
	"math/big"

	"bourse/backend/api"
)

// Price impact in hundredths of a percent from which on a trade is marked, asks for a second confirmation and for a typed word.
const (
	ImpactNote = 100
	ImpactWarn = 500
	ImpactStop = 1_000
)

// ImpactWord is what is typed from ImpactStop on.
const ImpactWord = "IMPACT"

// Impact is what a trade loses of its value in USD, in hundredths of a percent, rounded against the trader; negative is a gain. It is not known where a
// worth is not.
func Impact(srcUSD, destUSD string) (hundredths int64, known bool) {
	const places, whole, most = 18, 10_000, 1 << 40
	in, err := api.ParseUnits(srcUSD, places)
	out, err2 := api.ParseUnits(destUSD, places)
	if err != nil || err2 != nil || in.IsZero() {
		return 0, false
	}
	lost := new(big.Int).Sub(in.Big(), out.Big())
	lost, rest := lost.Mul(lost, big.NewInt(whole)).QuoRem(lost, in.Big(), new(big.Int))
	if rest.Sign() > 0 {
		lost.Add(lost, big.NewInt(1))
	}
	if !lost.IsInt64() || lost.Int64() > most || lost.Int64() < -most {
		return most, true
	}
	return lost.Int64(), true
}

// Hundredths writes hundredths of a percent without a sign of its own.
func Hundredths(n int64) string { return fmt.Sprintf("%d.%02d%%", n/100, n%100) }

// AmountOffBy is how far an amount is from another, in hundredths of a percent of the latter; ok is false where that is zero.
func AmountOffBy(a, from api.Amount) (hundredths int64, ok bool) {
	if from.IsZero() {
		return 0, false
	}
	over, sign := a.Sub(from), int64(1)
	if a.Less(from) {
		over, sign = from.Sub(a), -1
	}
	const whole, most = 10_000, 1_000_000_000
	n, fits := over.MulDiv(api.NewAmount(whole), from).Uint64()
	if !fits || n > most {
		n = most
	}
	return sign * int64(n), true
}
