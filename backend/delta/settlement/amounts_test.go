package settlement

import (
	"testing"

	"bourse/backend/api"
)

// A part takes of the source what the contract takes, and owes its owner the least that it accepts,
// both rounded down, the least of the second form up; the rest is the largest part that what is
// left pays.
func TestParts(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{SrcAmount: api.NewAmount(99_999), DestAmount: api.NewAmount(10_001),
		ExpectedDestAmount: api.NewAmount(20_003), Fillable: true}
	part := func(percent, amount, least, expected uint64) Part {
		return Part{Percent: percent, Amount: api.NewAmount(amount), MinOut: api.NewAmount(least),
			Expected: api.NewAmount(expected)}
	}
	if got, want := PartOf(&o, 3333), part(3333, 33_329, 3_333, 6_666); got != want {
		t.Errorf("a third is %+v, want %+v", got, want)
	}
	for left, want := range map[uint64]Part{
		99_999: part(10_000, 99_999, 10_001, 20_003),
		66_670: part(6667, 66_669, 6_667, 13_336),
		66_668: part(6666, 66_659, 6_666, 13_333), // not the 66,669 that 6667 would take
		9:      part(1, 9, 1, 2),
		8:      part(0, 0, 0, 0),
	} {
		if got := Rest(&o, api.NewAmount(left)); got != want {
			t.Errorf("of %d the rest is %+v, want %+v", left, got, want)
		}
	}
	second := o
	second.Form = api.SecondForm
	if got, want := PartOf(&second, 3333), part(3333, 33_329, 3_334, 6_666); got != want {
		t.Errorf("a third of the second form is %+v, want %+v", got, want)
	}
	if Step(&o) != 10_000 {
		t.Errorf("steps of %d", Step(&o))
	}
	few := o
	few.DestAmount = api.NewAmount(9_999) // a basis point of it is nothing
	if got := PartOf(&few, 1); got != (Part{}) {
		t.Errorf("the contract refuses the part %+v", got)
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
