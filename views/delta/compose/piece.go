package compose

import (
	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// piece is how the prices of an order are typed and told, as the order form does: what one whole
// base token costs in quote tokens. Totals follow from the amount that is sold.
type piece struct {
	base, quote api.Token
	selling     bool // the base is what is sold
}

// piece turns the tokens as their market has them; without a market what is sold is the base.
func (w *inputs) piece() piece {
	src, dest := w.pair.Src, w.pair.Dest
	asset := func(t api.Token) api.Asset {
		if t.Address == api.NativeToken { // is traded as its wrapped token
			t.Address = w.s.Network.Contracts.WrappedNative
		}
		return api.Asset{Address: t.Address}
	}
	if a, b := asset(src), asset(dest); w.s.IsBase(b, a) && !w.s.IsBase(a, b) {
		return piece{base: dest, quote: src}
	}
	return piece{base: src, quote: dest, selling: true}
}

// unit is what a price is in.
func (p piece) unit() string { return views.Symbol(p.quote) + " per " + views.Symbol(p.base) }

// total is what an amount brings at a price that is typed for one piece, rounded as told; why is
// what is wrong with the price, "" while nothing is typed.
func (p piece) total(text string, amount api.Amount, round api.Round) (a api.Amount, why string) {
	if text == "" {
		return a, ""
	}
	price, err := api.ParsePrice(text, p.base.Decimals, p.quote.Decimals)
	switch {
	case err != nil:
		return a, err.Error()
	case p.selling:
		a = price.QuoteFor(amount, round)
	default:
		a = price.BaseFor(amount, round)
	}
	if a.IsZero() && !amount.IsZero() {
		return a, "brings nothing for this amount"
	}
	return a, ""
}

// cost is what an amount costs that is bought at a price that is typed for one piece, no more.
func (p piece) cost(text string, bought api.Amount) (a api.Amount, why string) {
	p.selling = !p.selling // the amount is of the other token
	a, why = p.total(text, bought, api.Down)
	if why == "" && text != "" && a.IsZero() && !bought.IsZero() {
		return a, "costs nothing for this amount"
	}
	return a, why
}

// each is what one piece costs where an amount brings a total, rounded against the owner.
func (p piece) each(s *views.Session, amount, total api.Amount) string {
	price := api.Price{Quote: total, Base: amount}
	if !p.selling {
		price = api.Price{Quote: amount, Base: total}
	}
	if amount.IsZero() || total.IsZero() {
		return ui.Unknown
	}
	m := api.Market{ChainID: s.Network.ChainID, Base: p.base, Quote: p.quote, Last: price}
	return s.PairFormat(m).OrderPrice(price, p.selling) + " " + p.unit()
}

// typed is the price of one piece at which an amount is sold for a total, or bought for it, as it
// is typed: rounded for the owner, to as many digits as make no difference.
func (p piece) typed(amount, total api.Amount, buys bool) string {
	price, round := api.Price{Quote: total, Base: amount}, api.Down
	if p.selling == buys {
		price = api.Price{Quote: amount, Base: total}
	}
	if p.selling { // a piece that is sold brings no less, one that is bought costs no more
		round = api.Up
	}
	const digits = 18
	text, err := api.AmountFromBig(price.Scaled(p.base.Decimals, p.quote.Decimals, digits, round))
	if err != nil || !price.Known() {
		return ""
	}
	return text.Units(digits)
}
