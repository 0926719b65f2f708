package delta

import (
	"strings"
	"testing"

	"bourse/backend/api"
)

// An order ends once what its owner made fail costs what an order may, and is told both; where half
// of its failures are others' doing, half of what they cost is.
func TestAnOrderIsToldWhatItMayCost(t *testing.T) {
	t.Parallel()
	failure := api.DeltaTransaction{GasUsed: 100_000, GasPrice: 3e11} // 0.03 coins
	r := row{DeltaRecord: api.DeltaRecord{Transactions: []api.DeltaTransaction{failure, failure}}}
	const limit = 5e16
	why := r.hopeless(api.NewAmount(limit))
	for _, words := range []string{"failed on chain 2 times", "cost 0.06 coins",
		"an order may cost the agents' purse 0.05, which is 0.01 less and does not come back"} {
		if !strings.Contains(why, words) {
			t.Errorf("%q does not say %q", why, words)
		}
	}
	r.Outside = 1
	if why := r.hopeless(api.NewAmount(limit)); why != "" {
		t.Errorf("an order ends by what others made fail: %s", why)
	}
}
