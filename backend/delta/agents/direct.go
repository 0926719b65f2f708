package agents

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// directGas is what a settlement against the agent's tokens uses beside its orders.
const directGas = 36_000

// ordersGas is what orders use of a settlement against the agent's tokens.
func ordersGas(legs []leg) (gas uint64) {
	for i := range legs {
		gas += legs[i].settleGas()
	}
	return gas
}

// directly has a bid settle orders against the agent's tokens, and coins where they buy these.
func directly(b *auction.Batch, bid *auction.Bid, legs []leg, fillable bool) {
	bid.Gas = directGas + ordersGas(legs)
	packDirectly(bid, legs, fillable)
	first := *bid
	bid.Charge = func(ctx context.Context, gas uint64, _ []types.Log) (*auction.Bid, error) {
		better := share(ctx, b, legs, float64(first.Gas-gas)/float64(ordersGas(legs)))
		if better == nil {
			return nil, nil
		}
		anew := first
		anew.Gas = gas
		packDirectly(&anew, better, fillable)
		return &anew, nil
	}
}

// share pays orders a part of the gas that they use back: those that buy a token what they use
// together, in proportion to what they are paid, so that orders of a pair keep one price. None
// where an order would get less than before.
func share(ctx context.Context, b *auction.Batch, legs []leg, part float64) []leg {
	better := slices.Clone(legs)
	sold, paid := make(map[pair]float64), make(map[pair]float64)
	all, back := make(map[common.Address]float64), make(map[common.Address]float64)
	keyOf := func(l *leg) pair { return pair{l.Order.SrcToken, b.InPools(l.Order.DestToken)} }
	for i := range legs {
		l, key := &legs[i], keyOf(&legs[i])
		worth := b.Worth(ctx, l.Order.DestToken)
		if worth == 0 {
			return nil
		}
		sold[key], paid[key] = sold[key]+l.Amount.Float(), paid[key]+l.pays.Float()
		all[key.dest] += l.pays.Float()
		back[key.dest] += part * float64(l.settleGas()) * b.GasPrice().Float() / worth
	}
	for i := range better {
		l, key := &better[i], keyOf(&better[i])
		l.pays = payment(l.Amount, paid[key]/sold[key]*(1+back[key.dest]/all[key.dest]))
		if l.pays.Less(legs[i].pays) {
			return nil
		}
	}
	return better
}

// packDirectly packs a bid by what orders are paid.
func packDirectly(bid *auction.Bid, legs []leg, fillable bool) {
	bid.Orders, bid.Value, bid.Fills = nil, api.Amount{}, make(map[string]auction.Fill)
	for i := range legs {
		l := &legs[i]
		bid.Orders = append(bid.Orders, l.ID)
		bid.Fills[l.ID] = fillOf(settlement.OwnerGets(&l.Order, l.Part, l.pays), l.Amount)
		if l.Order.DestToken == api.NativeToken {
			bid.Value = bid.Value.Add(l.pays)
		}
	}
	bid.Promised = bid.Fills[legs[0].ID].Received
	bid.Data = directBatch(legs, fillable)
}

// directBatch is the calldata that settles orders against the agent's tokens.
func directBatch(legs []leg, fillable bool) []byte {
	var orders []*api.DeltaRecord
	var amounts, percents []*big.Int
	for i := range legs {
		orders, amounts = append(orders, &legs[i].DeltaRecord), append(amounts, legs[i].pays.Big())
		if fillable {
			percents = append(percents, settlement.Big(legs[i].Percent))
		}
	}
	return settlement.DirectSettle(orders, amounts, percents)
}
