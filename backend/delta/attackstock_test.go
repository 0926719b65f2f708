package delta_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Who pushes the price in all pools for one block and has orders of his own matched there gets no
// more from the agent's own tokens than the pools would have paid before: it costs him what his
// trades cost, and the agent nothing.
func TestAgentsOwnTokensAreNotSoldForMoments(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	a.do(a.who, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("2000", "WETH"))
	a.lend(a.who, a.users[0], a.users[1], a.users[4])
	a.settleBlocks(1)
	agents := []common.Address{agent(0), agent(1), agent(2)}
	house := 0.0
	for _, who := range agents {
		house += a.holdings(who)
	}
	buys := a.build(a.who, "1400000", "USDC", "WETH")
	fair := buys.SrcAmount.MulDiv(api.NewAmount(1e18), api.NewAmount(uint64(a.fair*1e6)))
	buys.DestAmount = fair.MulDiv(api.NewAmount(1012), api.NewAmount(1000))
	buys.ExpectedDestAmount = fair.Add(fair)
	sells := a.build(a.who, "130", "WETH", "USDC")
	sells.DestAmount = api.NewAmount(uint64(a.fair * 0.93 * 130e6))
	sells.ExpectedDestAmount = api.NewAmount(uint64(a.fair * 2 * 130e6))
	mine, had := a.holdings(a.who), a.balance(a.who, "USDC")
	a.swap(a.who, a.amount("1500", "WETH"), "WETH", "USDC")
	ids := []string{a.submit(buys).ID, a.submit(sells).ID}
	a.settleBlocks(1)
	pushed := a.route("1", "WETH", "USDC").DestAmount.Float() / 1e6
	a.swap(a.who, a.balance(a.who, "USDC").Sub(had), "USDC", "WETH")
	a.settleBlocks(1)
	for _, id := range ids {
		for _, tx := range a.until(id, func(api.DeltaRecord) bool { return true }).Transactions {
			t.Logf("an order was settled by %s for %s, status %d", tx.Agent, tx.Received, tx.Status)
		}
	}
	now := 0.0
	for _, who := range agents {
		now += a.holdings(who)
	}
	won, lost := a.holdings(a.who)-mine, house-now
	t.Logf("WETH at %.2f USDC for a block, before and after at %.2f: the attacker won %.2f USD, "+
		"the agents lost %.2f", pushed, a.fair, won, lost)
	if pushed > 0.97*a.fair {
		t.Errorf("the price was pushed to %.2f of %.2f", pushed, a.fair)
	}
	if won > 0 || lost > 5 {
		t.Errorf("the attacker won %.2f USD, the agents lost %.2f", won, lost)
	}
}
