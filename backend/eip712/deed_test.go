package eip712_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/eip712/eip712test"
)

// Every order of the vectors tells of what kind it is, its nonce and its end: what a console keeps
// of it before it is handed on.
func TestVectorsOfDeeds(t *testing.T) {
	t.Parallel()
	all := readVectors(t)
	for _, v := range append(all.Published, all.Generated...) {
		want := eip712.Deed{Kind: eip712.DeltaDeed}
		end := "deadline"
		switch v.PrimaryType + " " + v.Domain.Name {
		case "Order AUGUSTUS RFQ":
			want.Kind, end = eip712.OrderDeed, "expiry"
		case "OrderNFT AUGUSTUS RFQ":
			want.Kind, end = eip712.NFTOrderDeed, "expiry"
		}
		want.Expiry, _ = v.amount(t, end).Uint64()
		if want.Kind == eip712.DeltaDeed {
			want.Nonce = v.amount(t, "nonce")
		} else {
			packed := v.amount(t, "nonceAndMeta").Big()
			want.Nonce = api.MustBig(packed.Rsh(packed, 160))
		}
		got, err := v.typedData(t).Deed()
		if wish := got.Wish; err != nil || wish == (common.Hash{}) {
			t.Errorf("%s: it wants %s, %v", v.Label, wish, err)
		}
		if got.Wish = (common.Hash{}); got != want {
			t.Errorf("%s: it is %+v, want %+v", v.Label, got, want)
		}
	}
}

// Whatever is signed tells what it does. What was made elsewhere does not, and is never taken for
// something that does nothing.
func TestEveryMessageTellsItsDeed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := eip712test.TypedData.Draw(t, "data")
		if _, err := data.Deed(); err != nil {
			t.Error(err)
		}
		elsewhere := eip712.TypedData{Domain: data.Domain, Message: data.Message}
		if d, err := elsewhere.Deed(); err == nil {
			t.Errorf("made elsewhere, it is %+v", d)
		}
	})
}

// Asked for once more an order has another quote, nonce and end, and is the same wish all the same;
// one of another amount is another wish. What is exact of one that sells is what it sells, and of
// one that buys what it buys.
func TestTheSameWish(t *testing.T) {
	t.Parallel()
	n := api.NewAmount
	wish := func(change func(*api.DeltaOrder), of api.DeltaOrder) common.Hash {
		change(&of)
		d, err := eip712.DeltaTypedData(1337, common.Address{1}, of).Deed()
		if err != nil {
			t.Fatal(err)
		}
		return d.Wish
	}
	again := func(o *api.DeltaOrder) {
		o.Nonce, o.Deadline, o.Permit = n(99), o.Deadline+60, []byte{1}
	}
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
		"another's":        {sells, dest, func(o *api.DeltaOrder) { o.Owner = common.Address{9} }},
	} {
		first := wish(func(*api.DeltaOrder) {}, c.order)
		if first != wish(func(o *api.DeltaOrder) { again(o); c.quoted(o) }, c.order) {
			t.Errorf("%s: at another quote it is another wish", name)
		}
		if first == wish(func(o *api.DeltaOrder) { again(o); c.wished(o) }, c.order) {
			t.Errorf("%s: another amount is the same wish", name)
		}
	}
}
