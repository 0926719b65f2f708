package agents

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// erc20ABI packs calls of tokens. It is immutable.
var erc20ABI = contracts.NewStandardToken()

// routeBid is an agent's offer to settle a part of an order by a route, nil if that does not reach
// the part's least.
func routeBid(ctx context.Context, b *auction.Batch, name string, account common.Address,
	o *auction.OpenOrder, p settlement.Part, r auction.Route) (*auction.Bid, error) {
	brings, err := b.AfterGas(ctx, o, r)
	if err != nil || brings.Less(p.MinOut) ||
		o.Order.Buy && settlement.OwnerGets(&o.Order, p, brings).IsZero() {
		return nil, err // of what a purchase leaves, fees come first
	}
	pack := func(brings api.Amount, gas uint64) *auction.Bid {
		net := settlement.OwnerGets(&o.Order, p, brings)
		return &auction.Bid{
			Agent: name, Address: account, Orders: []string{o.ID}, Promised: net, Gas: gas,
			Data:  settleBySwap(b, o, account, r, brings, p),
			Fills: map[string]auction.Fill{o.ID: fillOf(net, p.Amount)},
		}
	}
	bid := pack(brings, o.RouteGas(r))
	bid.Charge = func(ctx context.Context, gas uint64, logs []types.Log) (*auction.Bid, error) {
		fee, err := b.GasIn(ctx, o.Order.Measure(), gas)
		left := r.Received.Sub(brings)
		if o.Order.Measure() != api.NativeToken { // of which no log tells
			left = paidTo(account, o.Order.Measure(), logs)
		}
		if err != nil || left.Less(fee) {
			return nil, err
		}
		return pack(brings.Add(left).Sub(fee), gas), nil
	}
	return bid, nil
}

// paidTo is how much of a token an account was paid.
func paidTo(account, token common.Address, logs []types.Log) (sum api.Amount) {
	for i := range logs {
		if logs[i].Address != token {
			continue
		}
		e, err := erc20ABI.UnpackTransferEvent(&logs[i])
		if err != nil || e.To != account {
			continue
		}
		if value, err := api.AmountFromBig(e.Value); err == nil {
			sum = sum.Add(value)
		}
	}
	return sum
}

// fillOf is what a settlement makes of an order whose owner gets an amount for another.
func fillOf(received, spent api.Amount) auction.Fill {
	return auction.Fill{Event: settlement.Event{Received: received}, Spent: spent}
}

// settleBySwap is the calldata that settles a part of an order by a route of the executor. It
// gives the settlement contract so much of what it brings, or fails: the owner never gets less than
// was bid. The agent gets what is left, so that a price that moves before the
// transaction is mined first costs the agent.
func settleBySwap(b *auction.Batch, o *auction.OpenOrder, agent common.Address, r auction.Route,
	gives api.Amount, p settlement.Part) []byte {
	measure := o.Order.Measure()
	calls := append(append([]contracts.DeltaExecutorCall(nil), r.Calls...),
		give(measure, b.Contracts.Delta, gives))
	sweeps := []contracts.DeltaExecutorSweep{
		{Token: measure, To: agent}, {Token: o.Order.SrcToken, To: o.Order.Owner}}
	if o.Order.Buy { // all that was bought is the owner's
		sweeps = []contracts.DeltaExecutorSweep{
			{Token: o.Order.DestToken}, {Token: measure, To: agent}}
	}
	plan := contracts.NewDeltaExecutor().PackExecutePlan(contracts.DeltaExecutorPlan{
		Approvals: []contracts.DeltaExecutorApproval{}, Calls: calls, Sweeps: sweeps})[4:]
	if o.PartiallyFillable {
		return settlement.SwapSettlePart(&o.DeltaRecord, plan, b.Contracts.Executor, p.Percent)
	}
	return settlement.SwapSettle(&o.DeltaRecord, plan, b.Contracts.Executor)
}

// give sends an amount of a token, or of the native coin, from the executor.
func give(token, to common.Address, amount api.Amount) contracts.DeltaExecutorCall {
	if token == api.NativeToken {
		return contracts.DeltaExecutorCall{Target: to, Value: amount.Big(), Data: []byte{}}
	}
	return contracts.DeltaExecutorCall{
		Target: token, Value: new(big.Int), Data: erc20ABI.PackTransfer(to, amount.Big())}
}

// skipNoRoute makes the absence of a route no error.
func skipNoRoute(err error) error {
	if api.TypeOf(err) == api.NoRoute {
		return nil
	}
	return err
}

// forEach asks for a bid for each order of a batch, several at a time. An order that can't be
// worked out does not keep the others from theirs; the first such failure is returned beside the
// bids, which are in the order of the batch.
func forEach(ctx context.Context, b *auction.Batch,
	offer func(o *auction.OpenOrder) (*auction.Bid, error)) (bids []auction.Bid, failure error) {
	offers, failures := make([]*auction.Bid, len(b.Orders)), make([]error, len(b.Orders))
	auction.Parallel(ctx, len(b.Orders), func(i int) {
		offers[i], failures[i] = offer(&b.Orders[i])
	})
	for i, bid := range offers {
		if bid != nil {
			bids = append(bids, *bid)
		}
		if failure == nil {
			failure = failures[i]
		}
	}
	return bids, failure
}
