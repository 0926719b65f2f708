package cells_test

import (
	"testing"

	"pgregory.net/rapid"

	"bourse/ui/cells"
)

// What a spreadsheet would run is quoted; numbers are not, and everything is read as it was.
func TestHarmless(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "coinbase": "coinbase", "=1+1": "'=1+1", "@SUM(A1)": "'@SUM(A1)", "+x": "'+x",
		"-12.5": "-12.5", "+3.00%": "+3.00%", "-2+3": "'-2+3", "\tx": "'\tx", "'quoted": "'quoted",
	} {
		if got := cells.Harmless(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[=+@\-a-z0-9]{0,6}`).Draw(t, "text")
		if got := cells.Unharmed(cells.Harmless(text)); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	})
}
