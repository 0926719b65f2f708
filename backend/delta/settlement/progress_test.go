package settlement

import (
	"testing"

	"bourse/backend/api"
)

// A settlement moves an order on by what its total grew by, a slice by its share; a purchase is
// whole at once, and pays what the contract says it paid.
func TestProgress(t *testing.T) {
	t.Parallel()
	n := api.NewAmount
	parts := api.DeltaOrder{SrcAmount: n(1000), DestAmount: n(500), ExpectedDestAmount: n(600),
		Fillable: true}
	whole := api.DeltaOrder{SrcAmount: n(1000), DestAmount: n(500), ExpectedDestAmount: n(600)}
	buys := api.DeltaOrder{Form: api.SecondForm, Buy: true, SrcAmount: n(1000),
		DestAmount: n(500), ExpectedDestAmount: n(900)}
	slices := api.DeltaOrder{Form: api.SlicedForm, SrcAmount: n(1000), Slices: 3, Interval: 60,
		SliceAmount: n(100)}
	slices.Complete()
	dust := api.DeltaOrder{SrcAmount: n(1000), DestAmount: n(5), ExpectedDestAmount: n(5),
		Fillable: true} // a part of less than a fifth rounds its least to nothing
	for name, c := range map[string]struct {
		o      api.DeltaOrder
		e      Event
		before uint64
		want   Progress
	}{
		"first part":  {parts, Event{Total: n(250)}, 0, Progress{n(250), 2500, n(250), false}},
		"second part": {parts, Event{Total: n(700)}, 250, Progress{n(450), 4500, n(700), false}},
		"last part":   {parts, Event{}, 700, Progress{n(300), 3000, n(1000), true}},
		"all at once": {whole, Event{Paid: n(1000)}, 0, Progress{n(1000), 10_000, n(1000), true}},
		"purchase":    {buys, Event{Paid: n(870)}, 0, Progress{n(870), 10_000, n(1000), true}},
		"slice 1": {slices, Event{Slice: 1, Paid: n(333)}, 0,
			Progress{n(333), 3333, n(333), false}},
		"slice 2": {slices, Event{Slice: 2, Paid: n(333)}, 333,
			Progress{n(333), 3333, n(666), false}},
		"last slice": {slices, Event{Slice: 3, Paid: n(334)}, 666,
			Progress{n(334), 3334, n(1000), true}},
		"a rest too small": {dust, Event{Total: n(900)}, 0, Progress{n(900), 9000, n(900), true}},
	} {
		if got := c.e.After(&c.o, n(c.before)); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
