package delta

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// BookAgent settles orders against limit orders, and what these leave on the pools.
type BookAgent struct {
	Account common.Address
	ChainID uint64
	RFQ     common.Address
	Book    Book
}

// The most limit orders that one settlement fills, and the gas of one.
const (
	maxMakers = 8
	makerGas  = 85_000
)

// rfqABI packs calls of the limit-order contract. It is immutable.
var rfqABI = contracts.NewAugustusRFQ()

// Name implements Agent.
func (a BookAgent) Name() string { return "book" }

// Solve implements Agent.
func (a BookAgent) Solve(ctx context.Context, b *Batch) ([]Bid, error) {
	return forEach(ctx, b, func(o *OpenOrder) (*Bid, error) { return a.offer(ctx, b, o) })
}

// fill is what is taken of the book.
type fill struct {
	orders       []contracts.AugustusRFQOrderInfo
	pays, brings api.Amount
}

func (a BookAgent) offer(ctx context.Context, b *Batch, o *OpenOrder) (*Bid, error) {
	src, dest, p := o.Order.SrcToken, o.Order.DestToken, rest(o)
	if dest == api.NativeToken {
		return nil, nil // limit orders pay in tokens
	}
	orders, err := a.Book.OrderBook(ctx, api.BookQuery{ChainID: a.ChainID, MakerAsset: &dest, TakerAsset: &src, Limit: 4 * maxMakers})
	if err != nil || len(orders) == 0 {
		return nil, err
	}
	pools, err := b.Best(ctx, src, dest, p.amount)
	if skipNoRoute(err) != nil {
		return nil, err
	}
	f := take(orders, p.amount, api.Price{Quote: pools.Received, Base: p.amount})
	if len(f.orders) == 0 {
		return nil, nil
	}
	calls, gas := a.calls(b, src, &f), settleGas+uint64(len(f.orders))*makerGas
	received := f.brings
	if left := p.amount.Sub(f.pays); !left.IsZero() {
		r, err := b.Best(ctx, src, dest, left)
		if err != nil {
			return nil, skipNoRoute(err)
		}
		calls, gas, received = append(calls, r.Calls...), gas+r.Gas, received.Add(r.Received)
	}
	fee, err := b.GasIn(ctx, dest, gas)
	if err != nil {
		return nil, err
	}
	net := ownerGets(&o.Order, received.Sub(fee), p.expected)
	if net.Less(p.floor) {
		return nil, nil
	}
	return &Bid{
		Agent: a.Name(), Address: a.Account, Orders: []string{o.ID}, Data: b.swap(o, a.Account, calls, received, fee, p.percent), Promised: net, Gas: gas,
	}, nil
}

// take chooses limit orders, best first, as long as they pay more for a unit than the pools pay for the whole amount. What a maker holds is shared by
// all its orders.
func take(orders []api.OrderRecord, amount api.Amount, pools api.Price) (f fill) {
	held := make(map[common.Address]api.Amount)
	for i := range orders {
		o := &orders[i]
		price := api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
		if f.pays == amount || len(f.orders) == maxMakers || pools.Known() && price.Cmp(pools) <= 0 {
			break
		}
		if o.Taker != (common.Address{}) || o.NFT || len(o.PermitMakerAsset) > 0 {
			continue
		}
		left, seen := held[o.Maker]
		if !seen {
			left = o.MakerBalance
		}
		brings := o.SwappableBalance.Min(left)
		pays := brings.MulDiv(o.TakerAmount, o.MakerAmount).Min(amount.Sub(f.pays))
		brings = pays.MulDiv(o.MakerAmount, o.TakerAmount)
		if pays.IsZero() || brings.IsZero() {
			continue
		}
		held[o.Maker] = left.Sub(brings)
		f.orders = append(f.orders, rfqInfo(o, pays))
		f.pays, f.brings = f.pays.Add(pays), f.brings.Add(brings)
	}
	return f
}

func rfqInfo(o *api.OrderRecord, pays api.Amount) contracts.AugustusRFQOrderInfo {
	return contracts.AugustusRFQOrderInfo{
		Order: contracts.AugustusRFQOrder{
			NonceAndMeta: o.NonceAndMeta.Big(), Expiry: big256(o.Expiry), MakerAsset: o.MakerAsset.Address, TakerAsset: o.TakerAsset.Address,
			Maker: o.Maker, Taker: o.Taker, MakerAmount: o.MakerAmount.Big(), TakerAmount: o.TakerAmount.Big(),
		},
		Signature: o.Signature, TakerTokenFillAmount: pays.Big(), PermitTakerAsset: []byte{}, PermitMakerAsset: []byte{},
	}
}

// calls fill limit orders from the executor.
func (a BookAgent) calls(b *Batch, src common.Address, f *fill) []contracts.DeltaExecutorCall {
	return []contracts.DeltaExecutorCall{
		{Target: src, Value: new(big.Int), Data: erc20ABI.PackApprove(a.RFQ, f.pays.Big())},
		{Target: a.RFQ, Value: new(big.Int), Data: rfqABI.PackTryBatchFillOrderTakerAmount(f.orders, f.pays.Big(), b.contracts.Executor)},
	}
}
