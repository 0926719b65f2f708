package views

import (
	"math"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// Piece is how the prices of a trade are typed and told wherever they are, as the order form does:
// what one whole base token costs in quote tokens. Totals follow from the amount that is sold.
type Piece struct {
	Base, Quote api.Token
	Selling     bool // the base is what is sold
}

// PieceOf turns two tokens as their market has them; without a market what is sold is the base.
func (s *Session) PieceOf(src, dest api.Token) Piece {
	asset := func(t api.Token) api.Asset {
		if t.Address == api.NativeToken { // is traded as its wrapped token
			t.Address = s.Network.Contracts.WrappedNative
		}
		return api.Asset{Address: t.Address}
	}
	if a, b := asset(src), asset(dest); s.IsBase(b, a) && !s.IsBase(a, b) {
		return Piece{Base: dest, Quote: src}
	}
	return Piece{Base: src, Quote: dest, Selling: true}
}

// pieceOf is the piece of a Delta order of the network at hand.
func (s *Session) pieceOf(o api.DeltaOrder) Piece {
	src, _ := s.Token(o.SrcToken)
	dest, _ := s.Token(o.DestToken)
	return s.PieceOf(src, dest)
}

// Unit is what a price is in: "USDC per WETH".
func (p Piece) Unit() string { return Symbol(p.Quote) + " per " + Symbol(p.Base) }

// OrBeyond says on which side of its price an order is let go: of a purchase, whose worth falls as
// the price rises, on the other one than of a sale.
func (p Piece) OrBeyond(below bool) string {
	if below == p.Selling {
		return "or less"
	}
	return "or more"
}

// Total is what an amount brings at a price that is typed for one piece, rounded as told; why is
// what is wrong with the price, "" while nothing is typed.
func (p Piece) Total(text string, amount api.Amount, round api.Round) (a api.Amount, why string) {
	if text == "" {
		return a, ""
	}
	price, err := api.ParsePrice(text, p.Base.Decimals, p.Quote.Decimals)
	switch {
	case err != nil:
		return a, err.Error()
	case p.Selling:
		a = price.QuoteFor(amount, round)
	default:
		a = price.BaseFor(amount, round)
	}
	if a.IsZero() && !amount.IsZero() {
		return a, "brings nothing for this amount"
	}
	return a, ""
}

// Cost is what an amount costs that is bought at a price that is typed for one piece, no more.
func (p Piece) Cost(text string, bought api.Amount) (a api.Amount, why string) {
	p.Selling = !p.Selling // the amount is of the other token
	a, why = p.Total(text, bought, api.Down)
	if why == "" && text != "" && a.IsZero() && !bought.IsZero() {
		return a, "costs nothing for this amount"
	}
	return a, why
}

// Each is what one piece costs where an amount brings a total, rounded against the owner.
func (p Piece) Each(s *Session, amount, total api.Amount) string {
	if amount.IsZero() || total.IsZero() {
		return ui.Unknown
	}
	return p.each(s, amount, total, p.Selling) + " " + p.Unit()
}

// Level is the price at which an order is let go that waits for a worth: the nearest that can be
// written, so that what was typed is told, whichever way its worth was rounded.
func (p Piece) Level(s *Session, amount, worth api.Amount) string {
	if amount.IsZero() || worth.IsZero() {
		return ui.Unknown
	}
	return p.level(s, amount, worth) + " " + p.Unit()
}

// level is Level without what it is in.
func (p Piece) level(s *Session, amount, worth api.Amount) string {
	price := p.price(amount, worth)
	last := price.Float(p.Base.Decimals, p.Quote.Decimals) *
		math.Pow10(p.shape(s, price).PricePlaces)
	return p.each(s, amount, worth, last-math.Floor(last) < 0.5)
}

// each is the price alone, rounded down or up.
func (p Piece) each(s *Session, amount, total api.Amount, down bool) string {
	price := p.price(amount, total)
	if price.Quote.IsZero() || price.Base.IsZero() {
		return ui.Unknown
	}
	return p.shape(s, price).OrderPrice(price, down)
}

// price is that at which an amount brings a total.
func (p Piece) price(amount, total api.Amount) api.Price {
	if !p.Selling {
		return api.Price{Quote: amount, Base: total}
	}
	return api.Price{Quote: total, Base: amount}
}

// shape is how the market's prices are written. What is typed does not decide that for good.
func (p Piece) shape(s *Session, price api.Price) format.Pair {
	pair := api.Pair{Base: p.Base.Address, Quote: p.Quote.Address}
	if shape, known := s.shapes[pair]; known {
		return shape
	}
	if m, known := s.markets[api.PairKey(pair.Base, pair.Quote)]; known {
		if shape, priced := PairFormat(m); priced && m.Base.Address == pair.Base {
			return shape
		}
	}
	shape, _ := PairFormat(api.Market{ChainID: s.Network.ChainID, Base: p.Base, Quote: p.Quote,
		Last: price})
	return shape
}

// Typed is the price of one piece at which an amount is sold for a total, or bought for it, as it
// is typed: rounded for the owner, to as many digits as make no difference.
func (p Piece) Typed(amount, total api.Amount, buys bool) string {
	price, round := api.Price{Quote: total, Base: amount}, api.Down
	if p.Selling == buys {
		price = api.Price{Quote: amount, Base: total}
	}
	if p.Selling { // a piece that is sold brings no less, one that is bought costs no more
		round = api.Up
	}
	const digits = 18
	text, err := api.AmountFromBig(price.Scaled(p.Base.Decimals, p.Quote.Decimals, digits, round))
	if err != nil || !price.Known() {
		return ""
	}
	return text.Units(digits)
}
