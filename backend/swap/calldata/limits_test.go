package calldata

import (
	"testing"

	"bourse/backend/api"
)

// The least that must be got is rounded down and never nothing; the most that may be spent is
// rounded up, and its fee too, so that a swap never fails for a unit. A limit of the caller's
// counts as it stands.
func TestLimits(t *testing.T) {
	t.Parallel()
	limit, none := api.NewAmount(777), api.Amount{}
	for _, c := range []struct {
		quoted    uint64
		slippage  int
		fee       int
		limit     *api.Amount
		least, at uint64
	}{
		{1001, 100, 0, nil, 990, 1012}, {1001, 0, 0, nil, 1001, 1001}, {1, 9999, 0, nil, 1, 2},
		{1001, 100, 0, &limit, 777, 777}, {1001, 100, 50, nil, 990, 1018},
		{1001, 100, 50, &limit, 777, 781}, {5, 50, 0, &none, 1, 0},
	} {
		if got := MinOut(api.NewAmount(c.quoted), c.slippage, c.limit); got.Uint64() != c.least {
			t.Errorf("of %d less %d bp at least %s, want %d", c.quoted, c.slippage, got, c.least)
		}
		got := MaxIn(api.NewAmount(c.quoted), c.slippage, c.fee, c.limit)
		if got.Uint64() != c.at {
			t.Errorf("of %d and %d bp at most %s, want %d", c.quoted, c.slippage, got, c.at)
		}
	}
	if known := Errors(); len(known) == 0 {
		t.Error("no error of the contracts has a name")
	} else {
		for _, abi := range known {
			if len(abi.Errors) == 0 {
				t.Error("an ABI without errors names none")
			}
		}
	}
}
