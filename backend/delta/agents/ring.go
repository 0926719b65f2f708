package agents

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// RingAgent settles orders against each other: two opposite ones, or three in a circle. What does
// not match it pays from its own tokens at the price of the pools, as that has stood for some
// blocks.
type RingAgent struct{ Account common.Address }

const (
	maxRing    = 3
	maxRings   = 64 // a round
	perPair    = 8  // orders of a pair that are tried, those that ask least first
	ratioScale = 1_000_000_000_000
)

// Name implements auction.Agent.
func (a RingAgent) Name() string { return "ring" }

type pairOf struct{ src, dest common.Address }

// kind is orders that one transaction settles together.
type kind struct {
	form     api.DeltaForm
	fillable bool
}

var kinds = [...]kind{{api.FirstForm, false}, {api.FirstForm, true}, {api.SecondForm, false},
	{api.SecondForm, true}}

func kindOf(o *auction.OpenOrder) kind { return kind{o.Order.Form, o.PartiallyFillable} }

// Solve implements auction.Agent.
func (a RingAgent) Solve(ctx context.Context, b *auction.Batch) (bids []auction.Bid,
	failure error) {
	for _, k := range kinds {
		fillable := k.fillable
		pairs := make(map[pairOf][]*auction.OpenOrder)
		for i := range b.Orders {
			o := &b.Orders[i]
			key := pairOf{o.Order.SrcToken, o.Order.DestToken}
			if !o.Alone() && kindOf(o) == k && key.dest != api.NativeToken &&
				len(pairs[key]) < perPair {
				pairs[key] = append(pairs[key], o)
			}
		}
		for _, ring := range rings(b, pairs, fillable) {
			bid, err := a.offer(ctx, b, ring, fillable)
			if err != nil && failure == nil {
				failure = err
			}
			if bid != nil {
				bids = append(bids, *bid)
			}
		}
	}
	return bids, failure
}

// rings lists circles of orders in which each buys what the next one sells. Each begins with its
// first order of the batch.
func rings(b *auction.Batch, pairs map[pairOf][]*auction.OpenOrder,
	fillable bool) (found [][]*auction.OpenOrder) {
	bySrc := make(map[common.Address][]*auction.OpenOrder)
	place := make(map[*auction.OpenOrder]int)
	for i := range b.Orders {
		o := &b.Orders[i]
		if slices.Contains(pairs[pairOf{o.Order.SrcToken, o.Order.DestToken}], o) {
			bySrc[o.Order.SrcToken] = append(bySrc[o.Order.SrcToken], o)
			place[o] = i
		}
	}
	var walk func(ring []*auction.OpenOrder)
	walk = func(ring []*auction.OpenOrder) {
		first, last := ring[0], ring[len(ring)-1]
		for _, next := range bySrc[last.Order.DestToken] {
			if len(found) == maxRings || place[next] <= place[first] ||
				slices.Contains(ring, next) || visits(ring, next.Order.DestToken) {
				continue
			}
			longer := append(slices.Clone(ring), next)
			if next.Order.DestToken == first.Order.SrcToken {
				found = append(found, longer)
			} else if len(longer) < maxRing {
				walk(longer)
			}
		}
	}
	for i := range b.Orders {
		if o := &b.Orders[i]; o.PartiallyFillable == fillable {
			if _, ok := place[o]; ok {
				walk([]*auction.OpenOrder{o})
			}
		}
	}
	return found
}

// visits tells whether a ring sells a token already, other than the one that closes it.
func visits(ring []*auction.OpenOrder, token common.Address) bool {
	for _, o := range ring[1:] {
		if o.Order.SrcToken == token {
			return true
		}
	}
	return false
}

// leg is an order of a ring.
type leg struct {
	*auction.OpenOrder
	settlement.Part
	// what it is to get for all of its part, if that went round: what the pools pay
	least   api.Amount
	matched api.Amount // how much of it goes round
	pays    api.Amount // to the settlement
}

// settleGas is what settling an order of several together is estimated to use.
func (l *leg) settleGas() uint64 { return auction.DirectGas + l.SignatureGas }

func (a RingAgent) offer(ctx context.Context, b *auction.Batch, ring []*auction.OpenOrder,
	fillable bool) (*auction.Bid,
	error) {
	legs := make([]leg, len(ring))
	for i, o := range ring {
		legs[i] = leg{OpenOrder: o, Part: o.Part()}
		r, err := b.Best(ctx, o.Order.SrcToken, o.Order.DestToken, legs[i].Amount)
		if err != nil {
			return nil, skipNoRoute(err)
		}
		legs[i].least = r.Received
	}
	if !match(legs) {
		return nil, nil
	}
	bid, err := a.bid(ctx, b, legs, fillable)
	if bid != nil || err != nil || !fillable {
		return bid, err
	}
	if ok, err := trim(ctx, b, legs); !ok || err != nil || !match(legs) {
		return nil, err
	}
	return a.bid(ctx, b, legs, fillable)
}

// trim leaves of each order the part that goes round. None is to get less for it than the pools
// pay, nor than its owner accepts.
func trim(ctx context.Context, b *auction.Batch, legs []leg) (ok bool, err error) {
	for i := range legs {
		l := &legs[i]
		unit := settlement.Step(&l.Order)
		percent := l.matched.InBPS(l.Order.SrcAmount)
		if l.Part = settlement.PartOf(&l.Order, percent-percent%unit); l.Amount.IsZero() {
			return false, nil
		}
		r, err := b.Best(ctx, l.Order.SrcToken, l.Order.DestToken, l.Amount)
		if err != nil {
			return false, skipNoRoute(err)
		}
		fee, err := b.GasIn(ctx, l.Order.DestToken, l.settleGas())
		if err != nil {
			return false, err
		}
		if l.least = l.Part.MinOut.Add(fee); l.least.Less(r.Received) {
			l.least = r.Received
		}
	}
	return true, nil
}

// bid offers to settle the legs as they are matched, nil where one does not reach its floor.
func (a RingAgent) bid(ctx context.Context, b *auction.Batch, legs []leg,
	fillable bool) (*auction.Bid, error) {
	bid := &auction.Bid{Agent: a.Name(), Address: a.Account}
	for i := range legs {
		trades, ok, err := a.pay(ctx, b, &legs[i], directGas/uint64(len(legs)))
		if err != nil || !ok {
			return nil, err
		}
		bid.Trades += trades
	}
	directly(b, bid, legs, fillable)
	return bid, nil
}

// match finds the volume and the price of each order's matched part: the least, improved by the
// same factor for all so that what goes round adds up. It fails where the least is so much that
// there is nothing to share.
func match(legs []leg) bool {
	factor := improvement(legs)
	if factor == nil {
		return false
	}
	// Going round from all of the first order, how much of each is matched; then shrunk so that
	// none is over its amount.
	start := legs[0].Amount
	for range 2 {
		volume := start
		for i := range legs {
			if legs[i].Amount.Less(volume) { // this order is the narrowest so far
				start = start.MulDiv(legs[i].Amount, volume)
				volume = legs[i].Amount
			}
			volume = improved(&legs[i], volume, factor)
		}
	}
	volume := start
	for i := range legs {
		volume = volume.Min(legs[i].Amount)
		if volume.IsZero() {
			return false
		}
		legs[i].matched = volume
		volume = improved(&legs[i], volume, factor)
		legs[i].pays = volume
	}
	return !legs[0].matched.Less(volume) // nothing comes out of nowhere
}

// improved is what an order gets for a matched volume: volume · least/amount · factor, rounded
// down.
func improved(l *leg, volume api.Amount, factor *big.Int) api.Amount {
	n := new(big.Int).Mul(volume.Big(), l.least.Big())
	n.Mul(n, factor)
	n.Div(n, new(big.Int).Mul(l.Amount.Big(), big.NewInt(ratioScale)))
	a, err := api.AmountFromBig(n)
	if err != nil {
		return api.Amount{}
	}
	return a
}

// improvement is the n-th root, in units of 1/ratioScale, of what is lost by going round at the
// least; nil where nothing is.
func improvement(legs []leg) *big.Int {
	sold, got := big.NewInt(1), big.NewInt(1)
	for i := range legs {
		sold.Mul(sold, legs[i].Amount.Big())
		got.Mul(got, legs[i].least.Big())
	}
	if got.Sign() == 0 || got.Cmp(sold) >= 0 {
		return nil
	}
	n := big.NewInt(int64(len(legs)))
	low, high := big.NewInt(ratioScale), big.NewInt(2*ratioScale)
	want := new(big.Int).Mul(sold, new(big.Int).Exp(big.NewInt(ratioScale), n, nil))
	for new(big.Int).Sub(high, low).Cmp(big.NewInt(1)) > 0 {
		middle := new(big.Int).Add(low, high)
		middle.Rsh(middle, 1)
		if new(big.Int).Mul(got, new(big.Int).Exp(middle, n, nil)).Cmp(want) <= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// pay completes what an order is paid: its matched part, the rest at the pools' price, for whose
// trades it returns the gas, and gas taken off, its part of the settlement's among it. ok is false
// where its floor is not reached.
func (a RingAgent) pay(ctx context.Context, b *auction.Batch, l *leg, part uint64) (trades uint64,
	ok bool, err error) {
	if left := l.Amount.Sub(l.matched); !left.IsZero() {
		r, err := steadily(ctx, b, l.Order.SrcToken, l.Order.DestToken, left)
		switch {
		case skipNoRoute(err) != nil:
			return 0, false, err
		case err == nil:
			l.pays, trades = l.pays.Add(r.Received), r.Gas
		}
	}
	fee, err := b.GasIn(ctx, l.Order.DestToken, l.settleGas()+part+trades)
	if err != nil {
		return 0, false, err
	}
	l.pays = l.pays.Sub(fee)
	return trades, !l.pays.Less(l.Part.MinOut), nil
}
