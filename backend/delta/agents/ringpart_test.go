package agents

import (
	"context"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// slopingPools pay a unit less the larger the amount is: 50 basis points for each 100 whole tokens,
// beside a fee of 30.
type slopingPools struct{ flatPools }

func (p slopingPools) Best(ctx context.Context, at api.BlockRef, src, dest common.Address,
	amount api.Amount, _ ...common.Address) (auction.Route, error) {
	r, err := p.flatPools.Best(ctx, at, src, dest, amount)
	whole, _ := r.Received.MulDiv(api.NewAmount(1), p.flatPools[pairOf{src, dest}].Quote).Uint64()
	r.Received = r.Received.MulDiv(api.NewAmount(10_000-whole/2), api.NewAmount(api.BPS))
	return r, err
}

// Two orders that may be settled in parts, of which the large one is filled by a fifth already and
// the pools pay less than it asks for its rest, meet with as much as the small one has, at a price
// between their limits wherever that is.
func TestPartsOfOppositeOrdersMeet(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		large, small uint64 // basis points of par that each asks for
		meet         bool
	}{
		"around par":            {9_900, 9_900, true},
		"above par":             {10_050, 9_930, true},
		"below par":             {9_800, 10_150, true},
		"at one price":          {10_000, 9_999, true},
		"limits do not overlap": {10_050, 9_960, false},
	}
	for name, c := range cases {
		large, small := sells(1, 0, 1, 1000, two), sells(2, 1, 0, 400, two)
		for o, asks := range map[*auction.OpenOrder]uint64{&large: c.large, &small: c.small} {
			whole, _ := o.Order.SrcAmount.MulDiv(
				api.NewAmount(1), units(two[1-int(o.Order.DestToken[19])])).Uint64()
			o.PartiallyFillable, o.Order.Fillable = true, true
			o.Order.DestAmount = units(two[o.Order.DestToken[19]]).MulDiv(
				api.NewAmount(whole*asks), api.NewAmount(api.BPS))
		}
		large.FilledAmount = large.Order.SrcAmount.MulDiv(api.NewAmount(1), api.NewAmount(5))
		large.Rest = large.Order.SrcAmount.Sub(large.FilledAmount)
		b := ringBatch(two, large, small)
		b.Pricer = slopingPools{b.Pricer.(flatPools)}
		bids, err := RingAgent{}.Solve(t.Context(), b)
		if err != nil || len(bids) == 1 != c.meet {
			t.Errorf("%s: %d bids, %v", name, len(bids), err)
			continue
		}
		if !c.meet {
			continue
		}
		values, err := settlement.ABI.GetABI().Methods["directSettleFillableBatch"].Inputs.Unpack(
			bids[0].Data[4:])
		if err != nil {
			t.Fatal(err)
		}
		percents, pays := values[1].([]*big.Int), values[2].([]*big.Int)
		if percents[0].Int64() < 3_900 || percents[0].Int64() > 4_100 ||
			percents[1].Int64() < 9_700 {
			t.Errorf("%s: %s basis points of the large one, %s of the small one", name, percents[0],
				percents[1])
		}
		// All in units of 18 decimals: a whole token is worth one of the other, and what does not
		// go round is paid less than that.
		sold, paid := new(big.Int), new(big.Int)
		for i, o := range []*auction.OpenOrder{&large, &small} {
			p := settlement.PartOf(&o.Order, percents[i].Uint64())
			if api.MustBig(pays[i]).Less(p.MinOut) {
				t.Errorf("%s: order %d gets %s and asks for %s", name, i, pays[i], p.MinOut)
			}
			src, dest := two[o.Order.SrcToken[19]], two[o.Order.DestToken[19]]
			sold.Add(sold, new(big.Int).Mul(p.Amount.Big(), units(18-src).Big()))
			paid.Add(paid, new(big.Int).Mul(pays[i], units(18-dest).Big()))
		}
		if paid.Cmp(sold) > 0 {
			t.Errorf("%s: %s is paid for %s", name, paid, sold)
		}
	}
}
