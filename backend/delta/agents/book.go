package agents

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// BookAgent settles orders against limit orders, and what these leave on the pools.
type BookAgent struct{ Account common.Address }

const (
	maxMakers = 8      // limit orders that one settlement fills at most
	maxSpares = 2      // limit orders that stand by for some that cannot be filled any more
	bookGas   = 40_000 // of the allowance and of orders that stand by
	makerGas  = 85_000 // of a fill
	// expiryMargin is how many seconds a limit order must still be valid after the round's block.
	expiryMargin = 60
)

// rfqABI packs calls of the limit-order contract. It is immutable.
var rfqABI = contracts.NewAugustusRFQ()

// Name implements auction.Agent.
func (a BookAgent) Name() string { return "book" }

// Solve implements auction.Agent.
func (a BookAgent) Solve(ctx context.Context, b *auction.Batch) ([]auction.Bid, error) {
	return forEach(ctx, b, func(o *auction.OpenOrder) (*auction.Bid, error) {
		p := o.Part()
		if o.Order.Buy {
			return nil, nil // how much limit orders sell is not fixed
		}
		r, err := Blend(ctx, b, o.Order.SrcToken, o.Order.DestToken, p.Amount, o.Avoids...)
		if err != nil {
			return nil, skipNoRoute(err)
		}
		return routeBid(ctx, b, a.Name(), a.Account, o, p, r)
	})
}

// bookFill is what is taken of the book. Its orders, best first, are given as much as each can
// take: the contract comes to the spare ones at their end only where others were taken or cancelled
// before, which costs the agent what these would have brought more.
type bookFill struct {
	orders       []contracts.AugustusRFQOrderInfo
	used         int // of the orders, by what is planned
	pays, brings api.Amount
}

// Blend is the best way to sell an amount that begins with limit orders, as long as they pay more
// than the pools, and ends on the pools but for some. NoRoute if there are no such limit orders.
func Blend(ctx context.Context, b *auction.Batch, src, dest common.Address, amount api.Amount,
	without ...common.Address) (r auction.Route, err error) {
	none := api.Errorf(api.NoRoute, "no limit order pays more than the pools")
	if dest == api.NativeToken || b.Book == nil {
		return r, none // limit orders pay in tokens
	}
	pools, err := b.Best(ctx, src, dest, amount, without...)
	if skipNoRoute(err) != nil {
		return r, err
	}
	price, until := api.Price{Quote: pools.Received, Base: amount}, b.Block.Time+expiryMargin
	orders, err := offers(ctx, b, api.Pair{Base: dest, Quote: src}, amount, price, until)
	if err != nil {
		return r, err
	}
	f := take(orders, amount, price, until, maxMakers)
	if f.used == 0 {
		return r, none
	}
	r, net, err := blended(ctx, b, src, dest, amount, &f, without...)
	if err != nil {
		return r, err
	}
	// The less goes to the pools, the more they pay for a unit of it: the last limit orders may
	// pay less than that, or less than their gas costs.
	for f.used > 1 {
		f = take(orders, amount, price, until, f.used-1)
		fewer, brings, err := blended(ctx, b, src, dest, amount, &f, without...)
		if err != nil || !net.Less(brings) {
			break
		}
		r, net = fewer, brings
	}
	return r, nil
}

const (
	bookPage = 100   // limit orders that are read at once
	mostRead = 1_000 // that are read for one amount at most
)

// offers reads a book, best first, until it covers an amount: those limit orders that bring more
// than the pools do for what they take by at least what their fill costs, of them the maxMakers
// that bring the most, and some that stand by. Smaller ones take no place, however good their
// price.
func offers(ctx context.Context, b *auction.Batch, pair api.Pair, amount api.Amount,
	pools api.Price, until uint64) (list []api.OrderRecord, err error) {
	cost, err := b.GasIn(ctx, pair.Base, makerGas)
	if err != nil {
		return nil, err
	}
	var gains []api.Amount
	var spares []api.OrderRecord
	var covered api.Amount
	held := make(map[common.Address]api.Amount)
	for offset, more := 0, true; more && offset < mostRead; offset += bookPage {
		page, err := b.Book.OrderBook(ctx, api.BookQuery{MakerAsset: &pair.Base,
			TakerAsset: &pair.Quote, Limit: bookPage, Offset: offset})
		if err != nil {
			return nil, err
		}
		more = page.HasMore
		for i := range page.Orders {
			o := &page.Orders[i]
			if !takeable(o, until) {
				continue
			}
			left, seen := held[o.Maker]
			if !seen {
				left = o.MakerBalance
			}
			gives := o.SwappableBalance.Min(left)
			takes := gives.MulDiv(o.TakerAmount, o.MakerAmount).Min(amount)
			brings := takes.MulDiv(o.MakerAmount, o.TakerAmount)
			gain := brings
			if pools.Known() {
				gain = brings.Sub(pools.QuoteFor(takes, api.Up))
			}
			switch {
			case gain.Less(cost) && !gain.IsZero() || brings.Less(cost):
			case gain.IsZero() || !covered.Less(amount):
				spares = append(spares, *o)
			default:
				held[o.Maker], covered = left.Sub(gives), covered.Add(takes)
				list, gains = append(list, *o), append(gains, gain)
			}
			if len(spares) == maxSpares {
				return append(foremost(list, gains), spares...), nil
			}
		}
	}
	return append(foremost(list, gains), spares...), nil
}

// foremost keeps of a list the maxMakers that gain most, in their order.
func foremost(list []api.OrderRecord, gains []api.Amount) []api.OrderRecord {
	if len(list) <= maxMakers {
		return list
	}
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(x, y int) int { return gains[y].Cmp(gains[x]) })
	places = places[:maxMakers]
	slices.Sort(places)
	kept := make([]api.OrderRecord, maxMakers)
	for i, place := range places {
		kept[i] = list[place]
	}
	return kept
}

// blended is the way that fills limit orders and sells the rest to the pools, and what it brings
// after the gas of both.
func blended(ctx context.Context, b *auction.Batch, src, dest common.Address, amount api.Amount,
	f *bookFill, without ...common.Address) (r auction.Route, net api.Amount, err error) {
	r = auction.Route{Received: f.brings, Gas: bookGas + uint64(f.used)*makerGas,
		Calls: fillCalls(b, src, f)}
	if left := amount.Sub(f.pays); !left.IsZero() {
		tail, err := b.Best(ctx, src, dest, left, without...)
		if err != nil {
			return r, net, err
		}
		r = auction.Route{Received: r.Received.Add(tail.Received), Gas: r.Gas + tail.Gas,
			Calls: append(r.Calls, tail.Calls...)}
	}
	fee, err := b.GasIn(ctx, dest, r.Gas)
	return r, r.Received.Sub(fee), err
}

// take chooses no more than most limit orders that are valid until a time, best first, as long as
// they pay more for a unit than the pools pay for the whole amount; the next ones are spare. What a
// maker holds is shared by all its orders.
func take(orders []api.OrderRecord, amount api.Amount, pools api.Price, until uint64,
	most int) (f bookFill) {
	held := make(map[common.Address]api.Amount)
	full := false
	for i := range orders {
		o := &orders[i]
		price := api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
		full = full || f.pays == amount || f.used == most || pools.Known() &&
			price.Cmp(pools) <= 0
		if full && (f.used == 0 || len(f.orders) == f.used+maxSpares) {
			break
		}
		left, seen := held[o.Maker]
		if !seen {
			left = o.MakerBalance
		}
		gives := o.SwappableBalance.Min(left)
		takes := gives.MulDiv(o.TakerAmount, o.MakerAmount)
		if !takeable(o, until) || takes.IsZero() ||
			takes.MulDiv(o.MakerAmount, o.TakerAmount).IsZero() {
			continue
		}
		held[o.Maker] = left.Sub(gives)
		f.orders = append(f.orders, rfqInfo(o, takes))
		if pays := takes.Min(amount.Sub(f.pays)); !full {
			f.used++
			f.pays, f.brings = f.pays.Add(pays),
				f.brings.Add(pays.MulDiv(o.MakerAmount, o.TakerAmount))
		}
	}
	return f
}

// takeable tells whether a settlement may fill a part of a limit order until a time.
func takeable(o *api.OrderRecord, until uint64) bool {
	expires := o.Expiry != 0 && o.Expiry <= until
	return o.Taker == (common.Address{}) && !o.NFT && !o.FillOrKill && !expires &&
		len(o.PermitMakerAsset) == 0
}

func rfqInfo(o *api.OrderRecord, pays api.Amount) contracts.AugustusRFQOrderInfo {
	return contracts.AugustusRFQOrderInfo{
		Order: contracts.AugustusRFQOrder{
			NonceAndMeta: o.NonceAndMeta.Big(), Expiry: settlement.Big(o.Expiry),
			MakerAsset: o.MakerAsset.Address, TakerAsset: o.TakerAsset.Address,
			Maker: o.Maker, Taker: o.Taker, MakerAmount: o.MakerAmount.Big(),
			TakerAmount: o.TakerAmount.Big(),
		},
		Signature: o.Signature, TakerTokenFillAmount: pays.Big(), PermitTakerAsset: []byte{},
		PermitMakerAsset: []byte{},
	}
}

// fillCalls fill limit orders from the executor.
func fillCalls(b *auction.Batch, src common.Address,
	f *bookFill) []contracts.DeltaExecutorCall {
	return []contracts.DeltaExecutorCall{
		{Target: src, Value: new(big.Int), Data: erc20ABI.PackApprove(b.RFQ, f.pays.Big())},
		{Target: b.RFQ, Value: new(big.Int),
			Data: rfqABI.PackTryBatchFillOrderTakerAmount(
				f.orders, f.pays.Big(), b.Contracts.Executor)},
	}
}
