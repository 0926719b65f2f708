package views_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/views"
)

// TestExecutesAtTheLeastThatMeetsAnOrder: what the market brings there, less gas and as the
// contract pays it out, is what the order's owner wants; two units less, for rounding, are not.
func TestExecutesAtTheLeastThatMeetsAnOrder(t *testing.T) {
	t.Parallel()
	partner, gas := common.Address{19: 7}, api.NewAmount(12_345)
	for _, bps := range []uint8{0, 1, 30, 200} {
		for _, least := range []uint64{1, 999, 1_000_000, 123_456_789} {
			terms := eip712.PartnerAndFee(partner, bps, false)
			o := api.DeltaOrder{SrcAmount: api.NewAmount(5_000), PartnerAndFee: terms,
				DestAmount: eip712.WithFlatFee(api.NewAmount(least), terms)}
			gets := func(market api.Amount) api.Amount {
				return eip712.AfterFees(terms, market.Sub(gas), market)
			}
			at := views.DeltaExecutes(o, nil, gas).To
			floor := api.NewAmount(least)
			if gets(at).Less(floor) || !gets(at.Sub(api.NewAmount(2))).Less(floor) {
				t.Errorf("%d bps, %s: at %s the owner gets %s", bps, floor, at, gets(at))
			}
			rise := &api.DeltaTrigger{Worth: floor.Add(api.NewAmount(500))}
			at = views.DeltaExecutes(o, rise, gas).To
			if gets(at).Less(rise.Worth) || !gets(at.Sub(api.NewAmount(2))).Less(rise.Worth) {
				t.Errorf("%d bps: for %s it executes at %s", bps, rise.Worth, at)
			}
			fall := &api.DeltaTrigger{Worth: api.NewAmount(1e9), Below: true}
			if e := views.DeltaExecutes(o, fall, gas); e.From != fall.Worth || e.To.Less(floor) {
				t.Errorf("a stop executes at %v", e)
			}
		}
	}
}
