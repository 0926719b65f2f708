package sign

import (
	"bourse/backend/api"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// withSide puts before the words of an exchange on which side of its market it is and at which
// price, as every other screen has it.
func withSide(s *views.Session, d describe.Description) describe.Description {
	x := d.Exchange
	if x == nil || x.Pays.IsZero() || x.Gets.IsZero() {
		return d
	}
	pays, known := s.Token(x.PaysAsset.Address)
	gets, known2 := s.Token(x.GetsAsset.Address)
	if !known || !known2 {
		return d
	}
	buy := s.IsBase(x.GetsAsset, x.PaysAsset)
	l := describe.Line{Label: "SELL ▼", Value: amount(x.Pays, x.PaysAsset, pays, api.Up)}
	price, m := api.Price{Quote: x.Gets, Base: x.Pays}, api.Market{Base: pays, Quote: gets}
	if buy {
		l = describe.Line{Label: "BUY ▲", Value: amount(x.Gets, x.GetsAsset, gets, api.Down)}
		price, m = api.Price{Quote: x.Pays, Base: x.Gets}, api.Market{Base: gets, Quote: pays}
	}
	if x.PaysAsset.Kind == api.ERC20 || x.GetsAsset.Kind == api.ERC20 {
		// an order is at the price it has in the book, a fill at what it comes to
		l.Value += " at " + s.PairFormat(m).OrderPrice(price, buy == x.Rests) + " " +
			views.Symbol(m.Quote)
	}
	switch {
	case x.AtWorst && buy:
		l.Value += " at most"
	case x.AtWorst:
		l.Value += " at least"
	}
	d.Essence = append([]describe.Line{l}, d.Essence...)
	for i := range d.Essence {
		if line := &d.Essence[i]; buy && line.Label == "Sell exactly" {
			line.Label = "Pay exactly" // what is sold for what is bought
		}
	}
	return d
}

// amount is what is bought or sold, rounded as the words below it have it.
func amount(a api.Amount, asset api.Asset, t api.Token, r api.Round) string {
	if asset.Kind != api.ERC20 {
		return a.String() + " × " + views.AssetName(t, asset)
	}
	return format.Fine(a, t, r) + " " + views.Symbol(t)
}
