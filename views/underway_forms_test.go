package views_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/views"
)

// TestTheSameOrderOfDelta: asked for once more an order has another quote, nonce and end, and is
// the same wish all the same; one of another amount is another wish. What is exact of one that
// sells is what it sells, and of one that buys what it buys.
func TestTheSameOrderOfDelta(t *testing.T) {
	t.Parallel()
	n := api.NewAmount
	act := func(change func(*api.DeltaOrder), of api.DeltaOrder) common.Hash {
		change(&of)
		return views.DataAct(eip712.DeltaTypedData(1337, common.Address{1}, of))
	}
	again := func(o *api.DeltaOrder) { o.Nonce, o.Deadline = n(99), o.Deadline+60 }
	sells := api.DeltaOrder{Owner: common.Address{2}, SrcToken: common.Address{3},
		DestToken: common.Address{4}, SrcAmount: n(1000), DestAmount: n(500),
		ExpectedDestAmount: n(510), Nonce: n(7), Deadline: 5000}
	second, buys, sliced, slicedBuy := sells, sells, sells, sells
	second.Form = api.SecondForm
	buys.Form, buys.Buy = api.SecondForm, true
	sliced.Form, sliced.Slices, sliced.Interval, sliced.SliceAmount = api.SlicedForm, 4, 60, n(125)
	slicedBuy.Form, slicedBuy.Buy, slicedBuy.Slices, slicedBuy.Interval =
		api.SlicedBuyForm, true, 4, 60
	dest := func(o *api.DeltaOrder) { o.DestAmount, o.ExpectedDestAmount = n(505), n(515) }
	src := func(o *api.DeltaOrder) { o.SrcAmount = n(1010) }
	slice := func(o *api.DeltaOrder) { o.SliceAmount = n(126) }
	for name, c := range map[string]struct {
		order          api.DeltaOrder
		quoted, wished func(*api.DeltaOrder)
	}{
		"sells":            {sells, dest, src},
		"sells by v2":      {second, dest, src},
		"buys":             {buys, src, func(o *api.DeltaOrder) { o.DestAmount = n(505) }},
		"sells in slices":  {sliced, slice, src},
		"buys in slices":   {slicedBuy, src, func(o *api.DeltaOrder) { o.DestAmount = n(505) }},
		"slices of a time": {sliced, slice, func(o *api.DeltaOrder) { o.Interval = 120 }},
	} {
		first := act(func(*api.DeltaOrder) {}, c.order)
		if first != act(func(o *api.DeltaOrder) { again(o); c.quoted(o) }, c.order) {
			t.Errorf("%s: at another quote it is another wish", name)
		}
		if first == act(func(o *api.DeltaOrder) { again(o); c.wished(o) }, c.order) {
			t.Errorf("%s: another amount is the same wish", name)
		}
	}
}
