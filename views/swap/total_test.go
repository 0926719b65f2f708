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
