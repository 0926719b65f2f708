package ledger_test

import (
	"testing"

	"bourse/views"
	"bourse/views/ledger"
)

// A share is told with the sum that it is: 5 % of 6,200 are 310.
func TestAShareIsToldInUSD(t *testing.T) {
	day := views.LossDay{Equity: map[string]string{"a": "6000", "b": "200"}}
	for text, want := range map[string]string{"5%": "5.00% of what you hold, $310.00 now",
		"500": "$500.00"} {
		limit, why := views.ReadLossLimit(text)
		if got := ledger.SaidOf(limit, day); why != "" || got != want {
			t.Errorf("%s is told as %q, %s", text, got, why)
		}
	}
}
