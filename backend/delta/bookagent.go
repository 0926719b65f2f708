package delta

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// BookAgent settles orders against limit orders, and what these leave on the pools.
type BookAgent struct{ Account common.Address }

const (
	maxMakers = 8      // limit orders that one settlement fills at most
	maxSpares = 2      // limit orders that stand by for some that can not be filled any more
	makerGas  = 85_000 // of a fill
	// expiryMargin is how many seconds a limit order must still be valid after the round's block.
	expiryMargin = 60
)

// rfqABI packs calls of the limit-order contract. It is immutable.
var rfqABI = contracts.NewAugustusRFQ()

// Name implements Agent.
func (a BookAgent) Name() string { return "book" }

// Solve implements Agent.
func (a BookAgent) Solve(ctx context.Context, b *Batch) ([]Bid, error) {
	return forEach(ctx, b, func(o *OpenOrder) (*Bid, error) { return a.offer(ctx, b, o) })
}

func (a BookAgent) offer(ctx context.Context, b *Batch, o *OpenOrder) (*Bid, error) {
	p := rest(o)
	r, err := b.Blend(ctx, o.Order.SrcToken, o.Order.DestToken, p.amount)
	if err != nil {
		return nil, skipNoRoute(err)
	}
	return b.bid(ctx, a.Name(), a.Account, o, p, r)
}

// fill is what is taken of the book. Its orders, best first, are given as much as each can take: the contract comes to the spare ones at their end only
// where others were taken or cancelled before, which costs the agent what these would have brought more.
type fill struct {
	orders       []contracts.AugustusRFQOrderInfo
	used         int // of the orders, by what is planned
	pays, brings api.Amount
}

// Blend is the best way to sell an amount that begins with limit orders, as long as they pay more than the pools, and ends on the pools. NoRoute if
// there are no such limit orders.
func (b *Batch) Blend(ctx context.Context, src, dest common.Address, amount api.Amount) (r Route, err error) {
	none := api.Errorf(api.NoRoute, "no limit order pays more than the pools")
	if dest == api.NativeToken || b.book == nil {
		return r, none // limit orders pay in tokens
	}
	orders, err := b.book.OrderBook(ctx, api.BookQuery{ChainID: b.chainID, MakerAsset: &dest, TakerAsset: &src, Limit: 4 * maxMakers})
	if err != nil {
		return r, err
	}
	if len(orders) == 0 {
		return r, none
	}
	pools, err := b.Best(ctx, src, dest, amount)
	if skipNoRoute(err) != nil {
		return r, err
	}
	f := take(orders, amount, api.Price{Quote: pools.Received, Base: amount}, b.Block.Time+expiryMargin)
	if f.used == 0 {
		return r, none
	}
	r = Route{Received: f.brings, Gas: uint64(f.used) * makerGas, Calls: b.fillCalls(src, &f)}
	left := amount.Sub(f.pays)
	if left.IsZero() {
		return r, nil
	}
	tail, err := b.Best(ctx, src, dest, left)
	if err != nil {
		return r, err
	}
	return Route{Received: r.Received.Add(tail.Received), Gas: r.Gas + tail.Gas, Calls: append(r.Calls, tail.Calls...)}, nil
}

// take chooses limit orders that are valid until a time, best first, as long as they pay more for a unit than the pools pay for the whole amount; the next
// ones are spare. What a maker holds is shared by all its orders.
func take(orders []api.OrderRecord, amount api.Amount, pools api.Price, until uint64) (f fill) {
	held := make(map[common.Address]api.Amount)
	full := false
	for i := range orders {
		o := &orders[i]
		price := api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
		full = full || f.pays == amount || f.used == maxMakers || pools.Known() && price.Cmp(pools) <= 0
		if full && (f.used == 0 || len(f.orders) == f.used+maxSpares) {
			break
		}
		left, seen := held[o.Maker]
		if !seen {
			left = o.MakerBalance
		}
		gives := o.SwappableBalance.Min(left)
		takes := gives.MulDiv(o.TakerAmount, o.MakerAmount)
		if !takeable(o, until) || takes.IsZero() || takes.MulDiv(o.MakerAmount, o.TakerAmount).IsZero() {
			continue
		}
		held[o.Maker] = left.Sub(gives)
		f.orders = append(f.orders, rfqInfo(o, takes))
		if pays := takes.Min(amount.Sub(f.pays)); !full {
			f.used++
			f.pays, f.brings = f.pays.Add(pays), f.brings.Add(pays.MulDiv(o.MakerAmount, o.TakerAmount))
		}
	}
	return f
}

// takeable tells whether a settlement may fill a part of a limit order until a time.
func takeable(o *api.OrderRecord, until uint64) bool {
	expires := o.Expiry != 0 && o.Expiry <= until
	return o.Taker == (common.Address{}) && !o.NFT && !o.FillOrKill && !expires && len(o.PermitMakerAsset) == 0
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

// fillCalls fill limit orders from the executor.
func (b *Batch) fillCalls(src common.Address, f *fill) []contracts.DeltaExecutorCall {
	return []contracts.DeltaExecutorCall{
		{Target: src, Value: new(big.Int), Data: erc20ABI.PackApprove(b.rfq, f.pays.Big())},
		{Target: b.rfq, Value: new(big.Int), Data: rfqABI.PackTryBatchFillOrderTakerAmount(f.orders, f.pays.Big(), b.contracts.Executor)},
	}
}
