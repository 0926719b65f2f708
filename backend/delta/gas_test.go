package delta_test

import (
	"math"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// gasBill is what settlements charged their owners for gas, beside what they used.
type gasBill struct {
	seen          map[common.Hash]bool
	charged, used map[string]uint64 // by agent
	// Settlements that charged at most a twentieth above what they used, those as they were bid,
	// since prices moved within their block or the estimate fell short, and others.
	fair, asBid, outside int
	// Those through routes, and of these those that left their agent with what was charged.
	swaps, kept int
}

// billed takes down what the winner of a round charged for gas, and holds what the owner got and
// what the agent was left with to it.
func (g *gambler) billed(r *api.DeltaRecord, b *api.DeltaBidRecord, tx *api.DeltaTransaction) {
	g.Helper()
	if b.Charged > b.Estimate || b.Charged == 0 {
		g.Errorf("order %s is charged %d gas, the estimate was %d", r.ID, b.Charged, b.Estimate)
	}
	if got := b.Received.Add(b.Rebate); tx.Received != got {
		g.Errorf("order %s got %s, the bid was %s with a rebate of %s", r.ID, tx.Received,
			b.Received, b.Rebate)
	}
	left := g.leftTo(b.Address, r.Order.DestToken, tx.Hash)
	free := tx.ProtocolFee.Add(tx.PartnerFee).IsZero()
	if b.Orders == 1 && b.Agent != "batch" && free && !b.Rebate.IsZero() && !left.IsZero() {
		part := left.Float() / left.Add(b.Rebate).Float()
		want := float64(b.Charged) / float64(b.Estimate)
		if g.bill.swaps++; math.Abs(part-want) < 1e-3 {
			g.bill.kept++
		}
	}
	if g.bill.seen[tx.Hash] {
		return
	}
	g.bill.seen[tx.Hash] = true
	g.bill.charged[b.Agent] += b.Charged
	g.bill.used[b.Agent] += tx.GasUsed
	switch {
	case b.Charged >= tx.GasUsed && float64(b.Charged) <= 1.05*float64(tx.GasUsed):
		g.bill.fair++
	case b.Charged == b.Estimate:
		g.bill.asBid++
	default:
		g.bill.outside++
		g.Logf("a settlement by %s of %d orders charged %d gas and used %d", b.Agent, b.Orders,
			b.Charged, tx.GasUsed)
	}
}

// leftTo is what a settlement left of a token with its agent.
func (g *gambler) leftTo(agent, token common.Address, hash common.Hash) (sum api.Amount) {
	g.Helper()
	receipt, err := g.rpc.TransactionReceipt(g.Context(), hash)
	if err != nil {
		g.Fatal(err)
	}
	for _, l := range receipt.Logs {
		e, err := contracts.NewStandardToken().UnpackTransferEvent(l)
		if err == nil && l.Address == token && e.To == agent {
			sum = sum.Add(api.MustBig(e.Value))
		}
	}
	return sum
}

// settleBill holds all that was charged to what was used: no agent loses, and only what happens in
// a block between simulation and settlement makes a difference.
func (g *gambler) settleBill() {
	g.Helper()
	b := &g.bill
	n := b.fair + b.asBid + b.outside
	g.Logf("of %d settlements %d charged at most a twentieth above what they used, %d as bid; "+
		"%d of %d left their agent with that", n, b.fair, b.asBid, b.kept, b.swaps)
	if b.outside > 2+n/10 || b.asBid > 4+n/6 {
		g.Errorf("%d charged other gas than they used, %d stayed as bid", b.outside, b.asBid)
	}
	if b.swaps > 8 && 2*b.kept < b.swaps {
		g.Errorf("of %d agents only %d were left with what they charged", b.swaps, b.kept)
	}
	for agent, used := range b.used {
		ratio := float64(b.charged[agent]) / float64(used)
		g.Logf("%s charged %.4f of the gas that it used", agent, ratio)
		if ratio < 0.9 || n > 100 && ratio < 0.98 || math.IsNaN(ratio) {
			g.Errorf("%s loses: it charged %d gas and used %d", agent, b.charged[agent], used)
		}
	}
}
