package near

import "testing"

func TestWord(t *testing.T) {
	words := []string{"buy", "balances", "USDC", "ETH", "WETH", "sell"}
	for typed, want := range map[string]string{
		"byu": "buy", "balance": "balances", "USCD": "USDC", "WTH": "WETH", "WETHH": "WETH",
		"WTEH": "WETH", "help": "", "blances": "balances", "balnacse": "balances",
		"buy": "buy", "": "", "b": "", "profit": "",
	} {
		if got := Word(typed, words); got != want {
			t.Errorf("%q is taken for %q, not %q", typed, got, want)
		}
	}
}
