package swap

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bourse/backend/swap/calldata"
	"bourse/backend/swap/router"
)

// TestPercentsAddUp rounds random splits: percents add up to 100, each part has one at least, and
// where no part is smaller than a percent, none is off by a whole one.
func TestPercentsAddUp(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		shares := make([]int, 1+random.IntN(router.MaxParts))
		for i := range shares {
			shares[i] = 1
		}
		for left := router.Whole - len(shares); left > 0; {
			part := 1 + random.IntN(left)
			shares[random.IntN(len(shares))] += part
			left -= part
		}
		fair := slices.Min(shares) >= calldata.BpsOfPercent
		sum := 0
		for i, percent := range percents(shares) {
			sum += percent
			off := percent*calldata.BpsOfPercent - shares[i]
			if percent < 1 || fair && max(off, -off) >= calldata.BpsOfPercent {
				t.Fatalf("%d basis points of %v are said to be %d %%", shares[i], shares, percent)
			}
		}
		if sum != 100 {
			t.Fatalf("%v add up to %d %%", shares, sum)
		}
	}
}
