package ui_test

import (
	"math"
	"time"

	"bourse/ui"
	"bourse/ui/uitest"
)

// candlePoints is a wave of n candles, 15 minutes each.
func candlePoints(n int) []ui.CandlePoint {
	out := make([]ui.CandlePoint, n)
	last := 3000.0
	for i := range out {
		next := 3000 + 30*math.Sin(float64(i)/9) + 8*math.Cos(float64(i)*1.7)
		out[i] = ui.CandlePoint{At: uitest.Start.Add(time.Duration(i-n) * 15 * time.Minute), Open: last, Close: next,
			High: max(last, next) + 4, Low: min(last, next) - 5, Volume: float64(1 + i*7%11)}
		last = next
	}
	return out
}
