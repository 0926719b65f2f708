package swap

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bourse/backend/api"
)

// Whatever the parts, what is shown of them adds up to the sum as it is shown.
func TestShownPartsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		token := api.Token{Decimals: rapid.IntRange(0, 18).Draw(t, "decimals")}
		parts := rapid.SliceOfN(rapid.Uint64Range(0, 1<<60), 1, 12).Draw(t, "parts")
		round := rapid.SampledFrom([]api.Round{api.Down, api.Up}).Draw(t, "round")
		var sum, shown api.Amount
		for _, p := range parts {
			sum = sum.Add(api.NewAmount(p))
		}
		total := newRunningTotal(token, sum, round)
		for _, p := range parts {
			part := total.add(api.NewAmount(p))
			if got, err := api.ParseUnits(
				strings.ReplaceAll(total.text(part), ",", ""), token.Decimals); err != nil ||
				got != part {
				t.Fatalf("%s is shown as %s", part, total.text(part))
			}
			shown = shown.Add(part)
		}
		if total.text(shown) != sum.Format(token.Decimals, total.places, round) {
			t.Fatalf("parts %v show %s, the sum %s", parts, total.text(shown),
				sum.Format(token.Decimals, total.places, round))
		}
	})
}

// What arrives at least is never more than what is quoted, and nobody pays less than what is
// quoted; the limits follow the slippage exactly.
func TestLimitsHoldTheQuote(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := offer{
			route: api.PriceRoute{
				Side: rapid.SampledFrom([]api.Side{api.Sell, api.Buy}).Draw(t, "side"),
				Version: rapid.SampledFrom([]api.SwapVersion{api.Version5, api.Version62}).Draw(
					t, "version"),
				SrcAmount:  api.NewAmount(rapid.Uint64Range(1, 1<<62).Draw(t, "src")),
				DestAmount: api.NewAmount(rapid.Uint64Range(1, 1<<62).Draw(t, "dest")),
			},
			slippage: rapid.IntRange(0, bpsWhole).Draw(t, "slippage"),
			fee:      rapid.IntRange(0, 500).Draw(t, "fee"),
		}
		if o.out().Less(o.least()) || o.most().Less(o.in()) {
			t.Fatalf("least %s of %s, most %s of %s", o.least(), o.out(), o.most(), o.in())
		}
		if o.route.Side == api.Sell && o.in() != o.route.SrcAmount || o.route.Side == api.Buy &&
			o.out() != o.route.DestAmount {
			t.Fatal("the exact amount is not exact")
		}
	})
}
