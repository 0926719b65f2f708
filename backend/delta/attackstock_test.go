package delta_test

import (
	"strconv"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// sale is what an attacker has matched once he has pushed the price: WETH bought for so much, and
// so much of it sold.
type sale struct {
	usdc, weth string
	sold       uint64 // of WETH, the same
}

// Who pushes the price in all pools for one block and has orders of his own matched there gets no
// more from the agent's own tokens than the pools would have paid before: it costs him what his
// trades cost, and the agent nothing.
func TestAgentsOwnTokensAreNotSoldForMoments(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]sale{
		"much for a block":   {"1400000", "130", 130},
		"little for a block": {"900000", "170", 170},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newAttack(t).sellsToAgents(s)
		})
	}
}

func (a *attack) sellsToAgents(s sale) {
	a.do(a.who, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("2000", "WETH"))
	a.lend(a.who, a.users[0], a.users[1], a.users[4])
	a.settleBlocks(1)
	agents := func() (sum float64) {
		for i := range 3 {
			sum += a.holdings(agent(i))
		}
		return sum
	}
	buys := a.build(a.who, s.usdc, "USDC", "WETH")
	fair := buys.SrcAmount.MulDiv(api.NewAmount(1e18), api.NewAmount(uint64(a.fair*1e6)))
	buys.DestAmount = fair.MulDiv(api.NewAmount(1012), api.NewAmount(1000))
	buys.ExpectedDestAmount = fair.Add(fair)
	sells := a.build(a.who, s.weth, "WETH", "USDC")
	sells.DestAmount = api.NewAmount(uint64(a.fair*0.93e6)).MulDiv(api.NewAmount(s.sold),
		api.NewAmount(1))
	sells.ExpectedDestAmount = sells.DestAmount.Add(sells.DestAmount)
	house, mine, had := agents(), a.holdings(a.who), a.balance(a.who, "USDC")
	a.swap(a.who, a.amount("1500", "WETH"), "WETH", "USDC")
	ids := []string{a.submit(buys).ID, a.submit(sells).ID}
	a.settleBlocks(1)
	pushed := a.route("1", "WETH", "USDC").DestAmount.Float() / 1e6
	a.swap(a.who, a.balance(a.who, "USDC").Sub(had), "USDC", "WETH")
	a.settleBlocks(1)
	for _, id := range ids {
		for _, tx := range a.until(id, func(api.DeltaRecord) bool { return true }).Transactions {
			a.Logf("an order was settled by %s for %s, status %d", tx.Agent, tx.Received, tx.Status)
		}
	}
	won, lost := a.holdings(a.who)-mine, house-agents()
	a.Logf("WETH at %.2f USDC for a block, before and after at %.2f: the attacker won %.2f USD, "+
		"the agents lost %.2f", pushed, a.fair, won, lost)
	if pushed > 0.97*a.fair {
		a.Errorf("the price was pushed to %.2f of %.2f", pushed, a.fair)
	}
	if won > 0 || lost > 5 {
		a.Errorf("the attacker won %.2f USD, the agents lost %.2f", won, lost)
	}
}

// TestAgentsOwnTokensAreNotSoldForPoolsNobodyCanUse: a stranger's pool offers more than the market
// at the end of each block, for longer than agents look back, and is empty before anybody can trade
// with it. What the agents pay for his orders from their own tokens is no more for that.
func TestAgentsOwnTokensAreNotSoldForPoolsNobodyCanUse(t *testing.T) {
	a := newAttack(t)
	t.Parallel()
	const above, orders = 1.004, 12
	owners := []common.Address{a.users[2], a.users[4], a.users[5]}
	for _, user := range append(owners, a.who) {
		a.approve(user, "WETH", a.contracts.Delta)
		a.do(user, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("500", "WETH"))
	}
	a.settleBlocks(1)
	a.lend(a.who, a.users[0], a.users[1], a.users[4])
	a.settleBlocks(1)
	agents := func() (sum float64) {
		for i := range 3 {
			sum += a.holdings(agent(i))
		}
		return sum
	}
	pool := a.newRug(a.fair*above, 600_000, 2)
	for range 20 {
		pool.pull()
		a.settleBlocks(1)
	}
	if shown := a.route("1", "WETH", "USDC").DestAmount.Float() / 1e6; shown < a.fair*1.003 {
		t.Fatalf("the pool shows %.2f, the market %.2f", shown, a.fair)
	}
	house := agents()
	var open []string
	posted := 0
	for range 14 {
		left := open[:0]
		for _, id := range open {
			if r, _ := a.failures(id); !r.Status.Final() {
				left = append(left, id)
			}
		}
		if open = left; len(open) == 0 {
			for i := range orders {
				sells := strconv.FormatFloat(3+0.03*float64(i), 'f', 4, 64)
				o := a.build(owners[i%len(owners)], sells, "WETH", "USDC")
				o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(99), api.NewAmount(100))
				open = append(open, a.submit(o).ID)
				posted++
			}
		}
		pool.pull()
		a.settleBlocks(1)
	}
	a.settleBlocks(6) // they trade back what they took
	lost := house - agents()
	t.Logf("of %d orders %d are open; the agents lost %.2f USD", posted, len(open), lost)
	if lost > 30 {
		t.Errorf("the agents lost %.2f USD of their own", lost)
	}
	if posted-len(open) < orders/2 {
		t.Error("too few orders were settled to say anything")
	}
}
