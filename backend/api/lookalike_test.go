package api_test

import (
	"testing"

	"bourse/backend/api"
)

// TestLooks: the Cyrillic and Greek letters, digits and widths of Unicode's list of confusables
// that can be taken for Latin letters look like them; other symbols do not look alike.
func TestLooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b  string
		alike bool
	}{
		{"USDС", "USDC", true}, // U+0421
		{"ＵＳＤＣ", "USDC", true},
		{"USD\u200bC", "USDC", true},
		{"DAl", "DAI", true}, {"DA1", "DAI", true}, {"ВАТ", "BAT", true}, {"ΕΤΗ", "ETH", true},
		{"WBTС", "wbtc", true}, {"UNІ", "UNI", true}, {"TR0N", "TRON", true},
		{"USDC", "USDT", false}, {"USDC", "USDC.e", false}, {"WETH", "stETH", false},
		{"USD₮", "USDT", false}, {"", "X", false},
	} {
		if got := api.Looks(c.a) == api.Looks(c.b); got != c.alike {
			t.Errorf("%q and %q look alike: %t", c.a, c.b, got)
		}
	}
	for symbol, mixed := range map[string]bool{"USDС": true, "USDC": false, "ЛУНА": false,
		"USD₮0": false, "Λeth": true} {
		if got := api.MixesScripts(symbol); got != mixed {
			t.Errorf("%q mixes scripts: %t", symbol, got)
		}
	}
}
