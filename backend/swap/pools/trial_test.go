package pools

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"
)

// What trials say of tokens: honest ones, those that keep a part of every transfer or some units,
// and those that can't be accounted for.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		words [4]uint64 // how it went, sent, arrived, back
		tax   int
		why   string
	}{
		{words: [4]uint64{trialUnknown}},
		{words: [4]uint64{trialBoth, 1e9, 1e9, 1e9}},
		{words: [4]uint64{trialBoth, 1e9, 99e7, 9801e5}, tax: 100},
		{words: [4]uint64{trialBoth, 1e9, 1e9 - 1, 1e9 - 3}, why: "some units less"},
		{words: [4]uint64{trialBoth, 1e9, 1e9, 99e7}, why: "0 % of a purchase and 1 % of a sale"},
		{words: [4]uint64{trialBoth, 1e9, 1e9 + 5, 1e9 + 5}, why: "less than nothing"},
		{words: [4]uint64{trialUnsold}, why: "cannot be sold"},
		{words: [4]uint64{trialUnbought}, why: "cannot be bought"},
	} {
		var words [4]uint256.Int
		for i, w := range c.words {
			words[i].SetUint64(w)
		}
		tax, why := verdict("T", words)
		text := ""
		if why != nil {
			text = why.Error()
		}
		if tax != c.tax || (c.why == "") != (why == nil) || !strings.Contains(text, c.why) {
			t.Errorf("%v: %d bps, %v", c.words, tax, why)
		}
	}
}
