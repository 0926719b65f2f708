package swap

import (
	"math/big"

	"bourse/backend/api"
	"bourse/ui/cells"
)

// usdPlaces is more than the digits that values in USD come with.
const usdPlaces = 18

// value is what one side of a route is worth in USD.
func value(text *string) (api.Amount, bool) {
	if text == nil {
		return api.Amount{}, false
	}
	a, err := api.ParseUnits(*text, usdPlaces)
	return a, err == nil
}

// mid is what the tokens' values in USD say the rate would be without any loss.
func (w *figures) mid() (api.Price, bool) {
	src, dest := w.s.Prices[w.pair.Src.Address], w.s.Prices[w.pair.Dest.Address]
	if in, ok := value(w.trade.Quotes.Newest.Route.SrcUSD); ok {
		out, ok := value(w.trade.Quotes.Newest.Route.DestUSD)
		if ok && !out.IsZero() && !in.IsZero() {
			return scaled(w.trade.Quotes.Offer().Rate(), in, out)
		}
	}
	if !src.Known() || !dest.Known() || dest.Quote.IsZero() {
		return api.Price{}, false
	}
	return scaled(api.Price{Quote: dest.Base, Base: src.Base}, src.Quote, dest.Quote)
}

// scaled is a price times num / den.
func scaled(p api.Price, num, den api.Amount) (api.Price, bool) {
	quote := new(big.Int).Mul(p.Quote.Big(), num.Big())
	base := new(big.Int).Mul(p.Base.Big(), den.Big())
	const bits = 240
	if over := max(quote.BitLen(), base.BitLen()) - bits; over > 0 {
		quote.Rsh(quote, uint(over))
		base.Rsh(base, uint(over))
	}
	if quote.Sign() == 0 || base.Sign() == 0 {
		return api.Price{}, false
	}
	return api.Price{Quote: api.MustBig(quote), Base: api.MustBig(base)}, true
}

// rateText writes a price of the source token in the destination token, and its unit. Where that is
// a small fraction, it is the other way round.
func (w *figures) rateText(p api.Price) (rate, unit string) {
	const fraction = 2
	m := api.Market{ChainID: w.s.Network.ChainID, Base: w.pair.Src, Quote: w.pair.Dest,
		Last: w.trade.Quotes.Offer().Rate()}
	if one := (api.Price{Quote: oneOf(w.pair.Dest),
		Base: oneOf(w.pair.Src).MulDiv(api.NewAmount(fraction), api.NewAmount(1))}); m.Last.Cmp(
		one) < 0 {
		m.Base, m.Quote, m.Last = m.Quote, m.Base, api.Price{Quote: m.Last.Base, Base: m.Last.Quote}
		p = api.Price{Quote: p.Base, Base: p.Quote}
	}
	shape := w.s.PairFormat(m)
	return shape.Price(p),
		cells.Clean(m.Quote.Symbol) + " per " + cells.Clean(m.Base.Symbol)
}

// oneOf is one whole token, or as much of it as a contract can hold.
func oneOf(t api.Token) api.Amount {
	one, err := api.ParseUnits("1", t.Decimals)
	if err != nil {
		return api.MaxAmount
	}
	return one
}
