package settlement

import (
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// A part takes of the source what the contract takes, rounded down, and owes its owner the least
// that it accepts, rounded up; the rest is the largest part that what is left pays.
func TestParts(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{SrcAmount: api.NewAmount(99_999), DestAmount: api.NewAmount(10_001),
		ExpectedDestAmount: api.NewAmount(20_003), Fillable: true}
	part := func(percent, amount, least, expected uint64) Part {
		return Part{percent, api.NewAmount(amount), api.NewAmount(least), api.NewAmount(expected)}
	}
	if got, want := PartOf(&o, 3333), part(3333, 33_329, 3_334, 6_666); got != want {
		t.Errorf("a third is %+v, want %+v", got, want)
	}
	for left, want := range map[uint64]Part{
		99_999: part(10_000, 99_999, 10_001, 20_003),
		66_670: part(6667, 66_669, 6_668, 13_336),
		66_668: part(6666, 66_659, 6_667, 13_333), // not the 66,669 that 6667 would take
		9:      part(1, 9, 2, 2),
		8:      part(0, 0, 0, 0),
	} {
		if got := Rest(&o, api.NewAmount(left)); got != want {
			t.Errorf("of %d the rest is %+v, want %+v", left, got, want)
		}
	}
	if SmallestPart(&o) != api.NewAmount(9) || Step(&o) != 10_000 {
		t.Errorf("the smallest part is %s in steps of %d", SmallestPart(&o), Step(&o))
	}
	o.SrcAmount = api.NewAmount(40_000)
	if Step(&o) != 1 {
		t.Errorf("steps of %d", Step(&o))
	}
	o.Fillable = false
	if got := Rest(&o, api.NewAmount(1)); got.Amount != o.SrcAmount || got.MinOut != o.DestAmount {
		t.Errorf("an order in one piece has the rest %+v", got)
	}
}

// What fees take is rounded down, for the owner; what has to come in for an amount is enough for
// it, and a unit less is not.
func TestFees(t *testing.T) {
	t.Parallel()
	partner := common.Address{0x9a}
	none := api.Amount{}
	flat := eip712.PartnerAndFee(partner, 150, false)
	share := eip712.PartnerAndFee(partner, 150, true)
	greedy := eip712.PartnerAndFee(partner, 255, false) // the contract takes 200
	for _, c := range []struct {
		fee                    api.Amount
		received, expected, to uint64
	}{
		{none, 1001, 1001, 1001}, {none, 1001, 1000, 1001}, {none, 1003, 1000, 1002},
		{flat, 1001, 1001, 986}, {flat, 66, 66, 66}, {greedy, 1001, 1001, 981},
		{share, 1001, 1001, 1001}, {share, 1011, 1000, 1001}, {flat, 1003, 1000, 987},
	} {
		o := api.DeltaOrder{PartnerAndFee: c.fee}
		got := OwnerGets(&o, api.NewAmount(c.received), api.NewAmount(c.expected))
		if got != api.NewAmount(c.to) {
			t.Errorf("of %d, %d expected, the owner gets %s, want %d", c.received, c.expected, got,
				c.to)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		o := api.DeltaOrder{PartnerAndFee: []api.Amount{none, flat, greedy}[random.IntN(3)]}
		net, expected := api.NewAmount(random.Uint64N(1e6)), api.NewAmount(random.Uint64N(1e6))
		gross := GrossOf(&o, net, expected)
		if OwnerGets(&o, gross, expected).Less(net) {
			t.Fatalf("%s brings less than %s where %s are expected", gross, net, expected)
		}
		less := gross.Sub(api.NewAmount(2)) // two roundings, of half and of fee
		if one := api.NewAmount(3); one.Less(net) &&
			net.Add(one).Less(OwnerGets(&o, less, expected)) {
			t.Fatalf("%s is more than %s needs where %s are expected", gross, net, expected)
		}
	}
}
