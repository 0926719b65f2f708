package eip712_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// What fees take of a settlement is rounded down, for the owner, but for the odd unit of a surplus
// that a partner takes. A flat fee comes before a partner's share of the surplus.
func TestDeltaFees(t *testing.T) {
	t.Parallel()
	partner := common.Address{0x9a}
	none := api.Amount{}
	flat := eip712.PartnerAndFee(partner, 150, false)
	share := eip712.PartnerAndFee(partner, 150, true)
	greedy := eip712.PartnerAndFee(partner, 255, false) // the contract takes 200
	both := flat.Add(api.NewAmount(1 << 8))
	for _, c := range []struct {
		fee                    api.Amount
		received, expected, to uint64
	}{
		{none, 1001, 1001, 1001}, {none, 1001, 1000, 1001}, {none, 1003, 1000, 1002},
		{flat, 1001, 1001, 986}, {flat, 66, 66, 66}, {greedy, 1001, 1001, 981},
		{share, 1001, 1001, 1001}, {share, 1011, 1000, 1000}, {flat, 1003, 1000, 987},
		{both, 1001, 1001, 986}, {both, 1003, 1000, 987}, {api.NewAmount(150), 1001, 1001, 1001},
	} {
		got := eip712.AfterFees(c.fee, api.NewAmount(c.received), api.NewAmount(c.expected))
		if got != api.NewAmount(c.to) {
			t.Errorf("of %d, %d expected, the owner gets %s, want %d", c.received, c.expected, got,
				c.to)
		}
	}
	if _, bps, takes := eip712.SplitPartnerAndFee(share); bps != 0 || !takes {
		t.Errorf("a partner that takes surplus has a flat fee of %d", bps)
	}
}

// What is signed as floor for a least amount leaves that amount after the fee, and does so no
// longer without the units that rounding gives.
func TestFloorWithFlatFee(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		fee := eip712.PartnerAndFee(common.Address{0x9a}, uint8(random.UintN(256)), false)
		net := api.NewAmount(1 + random.Uint64N(1e6))
		floor := eip712.WithFlatFee(net, fee)
		o := api.DeltaOrder{PartnerAndFee: fee, DestAmount: floor, ExpectedDestAmount: floor}
		if eip712.DeltaFloor(o).Less(net) {
			t.Fatalf("a floor of %s leaves less than %s", floor, net)
		}
		o.DestAmount = floor.Sub(api.NewAmount(3))
		if !eip712.DeltaFloor(o).Less(net) {
			t.Fatalf("a floor of %s is more than %s needs", floor, net)
		}
	}
}
