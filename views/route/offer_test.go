package route

import (
	"testing"

	"pgregory.net/rapid"

	"bourse/backend/api"
)

// What arrives at least is never more than what is quoted, and nobody pays less than what is
// quoted; the limits follow the slippage exactly.
func TestLimitsHoldTheQuote(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := Offer{
			Route: api.PriceRoute{
				Side: rapid.SampledFrom([]api.Side{api.Sell, api.Buy}).Draw(t, "side"),
				Version: rapid.SampledFrom([]api.SwapVersion{api.Version5, api.Version62}).Draw(
					t, "version"),
				SrcAmount:  api.NewAmount(rapid.Uint64Range(1, 1<<62).Draw(t, "src")),
				DestAmount: api.NewAmount(rapid.Uint64Range(1, 1<<62).Draw(t, "dest")),
			},
			Slippage: rapid.IntRange(0, api.BPS).Draw(t, "slippage"),
			Fee:      rapid.IntRange(0, 500).Draw(t, "fee"),
		}
		if o.Out().Less(o.Least()) || o.Most().Less(o.In()) {
			t.Fatalf("least %s of %s, most %s of %s", o.Least(), o.Out(), o.Most(), o.In())
		}
		if o.Route.Side == api.Sell && o.In() != o.Route.SrcAmount || o.Route.Side == api.Buy &&
			o.Out() != o.Route.DestAmount {
			t.Fatal("the exact amount is not exact")
		}
	})
}
