package agents

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// flatPools pay a fixed number of units for a unit of a pair, less 30 basis points, whatever the
// amount.
type flatPools map[pairOf]api.Price

func (p flatPools) Best(_ context.Context, _ api.BlockRef, src, dest common.Address,
	amount api.Amount, _ ...common.Address) (auction.Route, error) {
	price, ok := p[pairOf{src, dest}]
	if !ok {
		return auction.Route{}, api.Errorf(api.NoRoute, "no route")
	}
	return auction.Route{Received: price.QuoteFor(amount, api.Down).MulDiv(
		api.NewAmount(9970), api.NewAmount(api.BPS))}, nil
}

// anyWorth says that every token is worth a dollar a unit.
type anyWorth struct{}

func (anyWorth) PriceUSD(context.Context, common.Address) (api.Price, bool, error) {
	return api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}, true, nil
}

// tokenOf is a token that is known by a number.
func tokenOf(n byte) common.Address { return common.Address{19: n} }

// units is 10^n.
func units(n int) api.Amount {
	return api.MustBig(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
}

// ringBatch is a round in which gas is free, tokens have the decimals given, and a whole token is
// worth one of each other.
func ringBatch(decimals []int, orders ...auction.OpenOrder) *auction.Batch {
	pools := make(flatPools)
	for i, a := range decimals {
		for n, b := range decimals {
			if i != n {
				pools[pairOf{tokenOf(byte(i)), tokenOf(byte(n))}] = api.Price{
					Quote: units(b), Base: units(a)}
			}
		}
	}
	return auction.NewBatch(auction.Market{Oracle: anyWorth{}, Pricer: pools}, api.BlockRef{},
		api.Amount{}, orders...)
}

// sells is an order for whole tokens that accepts any price.
func sells(id byte, src, dest int, whole uint64, decimals []int) auction.OpenOrder {
	amount := units(decimals[src]).MulDiv(api.NewAmount(whole), api.NewAmount(1))
	o := auction.OpenOrder{Rest: amount, MinOut: api.NewAmount(1),
		DeltaRecord: api.DeltaRecord{ID: fmt.Sprint(id), OrderHash: common.Hash{id},
			Order: api.DeltaOrder{
				Owner: common.Address{id}, SrcToken: tokenOf(byte(src)),
				DestToken: tokenOf(byte(dest)),
				SrcAmount: amount, DestAmount: api.NewAmount(1),
				ExpectedDestAmount: api.MaxAmount,
			}}}
	return o
}

// solved returns the ring agent's bids with what each pays its orders.
func solved(t *testing.T, b *auction.Batch) (bids []auction.Bid, pays [][]*big.Int) {
	t.Helper()
	bids, err := RingAgent{}.Solve(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	for _, bid := range bids {
		values, err := settlement.ABI.GetABI().Methods["directSettleBatch"].Inputs.Unpack(
			bid.Data[4:])
		if err != nil {
			t.Fatal(err)
		}
		pays = append(pays, values[1].([]*big.Int))
	}
	return bids, pays
}

// two is tokens of 18 and 6 decimals.
var two = []int{18, 6}

// Two opposite orders of one size meet at the middle of what the pools pay either: nobody pays the
// pools' fee.
func TestOppositeOrdersMeetInTheMiddle(t *testing.T) {
	t.Parallel()
	bids, pays := solved(t, ringBatch(two, sells(1, 0, 1, 500, two), sells(2, 1, 0, 500, two)))
	if len(bids) != 1 {
		t.Fatalf("%d bids", len(bids))
	}
	for i, decimals := range []int{6, 18} {
		whole := new(big.Int).Mul(big.NewInt(500), units(decimals).Big())
		short := new(big.Int).Sub(whole, pays[0][i])
		if short.Sign() < 0 || short.Cmp(
			new(big.Int).Add(new(big.Int).Div(whole, big.NewInt(1e9)), big.NewInt(1))) > 0 {
			t.Errorf("order %d gets %s of %s", i, pays[0][i], whole)
		}
	}
}

// Orders that sell in a circle of three are settled together, and each gets more than the pools
// pay.
func TestThreeOrdersInACircle(t *testing.T) {
	t.Parallel()
	three := []int{18, 6, 8}
	b := ringBatch(three, sells(1, 0, 1, 300, three), sells(2, 1, 2, 300, three),
		sells(3, 2, 0, 300, three))
	bids, pays := solved(t, b)
	if len(bids) != 1 || len(bids[0].Orders) != 3 {
		t.Fatalf("%+v", bids)
	}
	for i := range b.Orders {
		o := &b.Orders[i].Order
		if pools, err := b.Best(t.Context(), o.SrcToken, o.DestToken, o.SrcAmount); err != nil ||
			pays[0][i].Cmp(pools.Received.Big()) <= 0 {
			t.Errorf("order %d gets %s, the pools pay %s, %v", i, pays[0][i], pools.Received, err)
		}
	}
}

// A ring pays an order's floor to the wei, and is not offered for a wei more.
func TestARingThatIsAWeiShort(t *testing.T) {
	t.Parallel()
	orders := []auction.OpenOrder{sells(1, 0, 1, 500, two), sells(2, 1, 0, 400, two)}
	_, pays := solved(t, ringBatch(two, orders...))
	for i := range orders {
		orders[i].MinOut = api.MustBig(pays[0][i])
		orders[i].Order.DestAmount = orders[i].MinOut
	}
	if bids, _ := solved(t, ringBatch(two, orders...)); len(bids) != 1 {
		t.Fatalf("%d bids that pay what is asked", len(bids))
	}
	for i := range orders {
		asks := append([]auction.OpenOrder{}, orders...)
		asks[i].Order.DestAmount = asks[i].MinOut.Add(api.NewAmount(1))
		asks[i].MinOut = asks[i].Order.DestAmount
		if bids, _ := solved(t, ringBatch(two, asks...)); len(bids) != 0 {
			t.Errorf("order %d is offered a wei less than it asks for", i)
		}
	}
}

// What is larger than the ring and must be settled whole gets the rest at the pools' price.
func TestAnOrderLargerThanItsRing(t *testing.T) {
	t.Parallel()
	b := ringBatch(two, sells(1, 0, 1, 1000, two), sells(2, 1, 0, 400, two))
	bids, pays := solved(t, b)
	if len(bids) != 1 {
		t.Fatalf("%d bids", len(bids))
	}
	large := &b.Orders[0].Order
	pools, err := b.Best(t.Context(), large.SrcToken, large.DestToken, large.SrcAmount)
	if err != nil {
		t.Fatal(err)
	}
	// 400 of 1,000 are matched without the pools' 30 basis points.
	gain := new(big.Int).Sub(pays[0][0], pools.Received.Big())
	if want := new(big.Int).Div(new(big.Int).Mul(large.SrcAmount.Big(), big.NewInt(12)),
		big.NewInt(1e4*1e12)); new(big.Int).Sub(want, gain).CmpAbs(big.NewInt(1e4)) > 0 {
		t.Errorf("the large order gains %s, want about %s", gain, want)
	}
}

// Two rings want the same order: both are offered, and the auction chooses.
func TestRingsCompeteForAnOrder(t *testing.T) {
	t.Parallel()
	bids, pays := solved(t, ringBatch(
		two, sells(1, 0, 1, 500, two), sells(2, 1, 0, 500, two), sells(3, 1, 0, 300, two)))
	if len(bids) != 2 {
		t.Fatalf("%d bids", len(bids))
	}
	for i, bid := range bids {
		if bid.Orders[0] != "1" || len(bid.Orders) != 2 || len(pays[i]) != 2 {
			t.Errorf("ring %d settles %v", i, bid.Orders)
		}
	}
}

// An owner may sell to itself. It gets for each order what anyone gets, so that it gains nothing by
// it.
func TestAnOwnerTradesWithItself(t *testing.T) {
	t.Parallel()
	_, others := solved(t, ringBatch(two, sells(1, 0, 1, 500, two), sells(2, 1, 0, 500, two)))
	own := []auction.OpenOrder{sells(1, 0, 1, 500, two), sells(2, 1, 0, 500, two)}
	own[1].Order.Owner = own[0].Order.Owner
	bids, pays := solved(t, ringBatch(two, own...))
	if len(bids) != 1 || pays[0][0].Cmp(others[0][0]) != 0 || pays[0][1].Cmp(others[0][1]) != 0 {
		t.Errorf("%d bids that pay %v, others get %v", len(bids), pays, others)
	}
}

// Whatever the decimals, a ring pays its orders no more than they bring, and no less than the
// pools.
func TestRingsOfAnyDecimals(t *testing.T) {
	t.Parallel()
	for _, a := range []int{0, 2, 6, 18, 36} {
		for _, c := range []int{0, 2, 6, 18, 36} {
			decimals := []int{a, c}
			b := ringBatch(decimals, sells(1, 0, 1, 100_000, decimals),
				sells(2, 1, 0, 70_000, decimals))
			bids, pays := solved(t, b)
			if len(bids) != 1 {
				t.Errorf("decimals %v: %d bids", decimals, len(bids))
				continue
			}
			for i := range b.Orders {
				o := &b.Orders[i].Order
				pools, err := b.Best(t.Context(), o.SrcToken, o.DestToken, o.SrcAmount)
				if err != nil || pays[0][i].Cmp(pools.Received.Big()) < 0 {
					t.Errorf("decimals %v: order %d gets %s, the pools pay %s, %v", decimals, i,
						pays[0][i], pools.Received, err)
				}
			}
			if matched := b.Orders[0].Order.SrcAmount.Big(); pays[0][1].Cmp(matched) > 0 {
				t.Errorf("decimals %v: pays %s of %s", decimals, pays[0][1], matched)
			}
		}
	}
}
