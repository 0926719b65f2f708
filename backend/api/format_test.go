package api

import (
	"testing"

	"pgregory.net/rapid"
)

// What is written of an amount is the same however it is computed.
func TestFormatIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var a Amount
		for i := range rapid.IntRange(0, 4).Draw(t, "words") {
			a.v[i] = rapid.Uint64().Draw(t, "word")
		}
		decimals, places := rapid.IntRange(0, 90).Draw(t, "decimals"),
			rapid.IntRange(0, 90).Draw(t, "places")
		for _, r := range []Round{Down, Up} {
			want := formatScaled(scale(a.Big(), decimals, places, r), places)
			if got := a.Format(decimals, places, r); got != want {
				t.Fatalf("%s with %d decimals and %d places is %s, want %s", a, decimals, places,
					got, want)
			}
		}
	})
}
