package desk

import (
	"testing"

	"bourse/wallet/describe"
)

// A line that goes on with the one above has no label, and none is said.
func TestALineWithoutALabelHasNone(t *testing.T) {
	t.Parallel()
	for l, want := range map[describe.Line]string{
		{Label: "Cancel", Value: "1 Delta order"}: "Cancel: 1 Delta order",
		{Value: "6568c34c"}:                       "6568c34c",
	} {
		if got := line(l); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
