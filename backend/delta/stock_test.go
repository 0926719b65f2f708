package delta_test

import (
	"math/big"
	"testing"

	"bourse/backend/api"
)

// Agents that settle from their own tokens and coins what does not match trade these back: over
// rounds that take WETH or coins of them and bring USDC they keep what they began with, but for
// what a trade costs and what is too little to be traded.
func TestAgentsTradeTheirTokensBack(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	had := map[string]api.Amount{}
	for _, symbol := range []string{"USDC", "WETH", "DAI", "ETH"} {
		had[symbol] = w.balance(agent(2), symbol)
	}
	// off is what the agent has more of a token than it had, in parts of that.
	off := func(symbol string) float64 {
		now := w.balance(agent(2), symbol).Big()
		more := now.Sub(now, had[symbol].Big())
		f, _ := new(big.Float).SetInt(more).Float64()
		return f / had[symbol].Float()
	}
	settled, most := 0, 0.0
	for _, buys := range []string{"WETH", "ETH", "WETH"} {
		ids := []string{w.submit(w.build(w.users[0], "60000", "USDC", buys)).ID,
			w.submit(w.build(w.users[1], "8", "WETH", "USDC")).ID}
		for _, id := range ids {
			if tx := w.await(id, api.DeltaExecuted).Transactions[0]; tx.From == agent(2) {
				settled++
			}
		}
		most = max(most, off("USDC"))
		if buys == "ETH" && off("ETH") > -1.5e-3 {
			t.Errorf("%.5f of the agent's coins settled the order that buys them", -off("ETH"))
		}
	}
	if settled < 4 || most < 2e-3 {
		t.Fatalf("%d orders were settled from the agent's tokens, %.4f of them at a time", settled,
			most)
	}
	for range 6 {
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for symbol := range had {
		t.Logf("%s: off by %.5f, at most %.5f", symbol, off(symbol), most)
		if o := off(symbol); o > 1.5e-3 || o < -1.5e-3 {
			t.Errorf("the agent has %.5f more of its %s", o, symbol)
		}
	}
}
