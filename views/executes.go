package views

import (
	"slices"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// SettleGas is about what it takes in gas to settle a Delta order by one pool, where no quote
// tells it.
const SettleGas = 300_000

// GasIn is what gas costs now in a token, zero while nobody knows.
func (s *Session) GasIn(units uint64, t api.Token) api.Amount {
	native, price := s.Prices[api.NativeToken], s.Prices[t.Address]
	if !native.Known() || !price.Known() {
		return api.Amount{}
	}
	wei := s.GasPrice.MulDiv(api.NewAmount(units), api.NewAmount(1))
	return price.BaseFor(native.QuoteFor(wei, api.Up), api.Up)
}

// WorthTaking is a book without the orders that stand before the first one of their side that is
// worth the gas of a fill, and how many those are: anybody may put any price there for next to
// nothing. The user's own stay; while nobody knows what gas costs all do.
func (s *Session) WorthTaking(b api.Book) (worth api.Book, asks, bids int) {
	quote, _ := s.Token(b.Quote)
	gas := s.GasIn(api.FillGas, quote)
	first := func(side []api.BookOrder) int {
		i := slices.IndexFunc(side, func(o api.BookOrder) bool {
			return o.Maker == s.Account.Address || !o.Price.QuoteFor(o.Size, api.Up).Less(gas)
		})
		if i < 0 {
			return len(side)
		}
		return i
	}
	asks, bids = first(b.Asks), first(b.Bids)
	b.Asks, b.Bids = b.Asks[asks:], b.Bids[bids:]
	return b, asks, bids
}

// Executes are the totals at which the market meets a Delta order that waits: what it has to bring
// for all that is sold or, for a purchase, may cost at most, before the gas of the settlement and
// the partner's fee. A stop is let go at From and settled down to To; others have To alone.
type Executes struct{ From, To api.Amount }

// DeltaExecutes is where the market meets an order whose settlement costs so much gas, in the token
// that the order brings or, for a purchase, spends.
func DeltaExecutes(o api.DeltaOrder, t *api.DeltaTrigger, gas api.Amount) (e Executes) {
	if o.Buy {
		return Executes{To: eip712.UnderFlatFee(o.SrcAmount, o.PartnerAndFee).Sub(gas)}
	}
	e.To = o.DestAmount.Add(gas) // the contract compares what comes in before fees
	switch {
	case t == nil || t.Worth.IsZero():
	case t.Below: // it waits for what the market brings before gas
		e.From = t.Worth
	default: // it waits for what is left
		e.To = e.To.Max(eip712.WithFlatFee(t.Worth, o.PartnerAndFee).Add(gas))
	}
	return e
}

// ExecutesAt is the price of one piece at which the market meets an order that waits on the network
// at hand, with the gas of its settlement and its partner's fee in, and what it is in; both are ""
// where nothing tells: of slices, of a level that nobody believes, of what the service does not
// show, and while nobody knows what gas costs in the order's token.
func (s *Session) ExecutesAt(r api.DeltaRecord) (text, unit string) {
	o, t := r.Order, r.Trigger
	if r.NotShown() || t != nil && !r.Seen.Believable(*t) {
		return "", ""
	}
	if o.Form.Sliced() || o.SrcAmount.IsZero() {
		return "", ""
	}
	costIn := o.DestToken
	if o.Buy {
		costIn = o.SrcToken
	}
	token, _ := s.Token(costIn)
	gas := s.GasIn(SettleGas, token)
	if gas.IsZero() {
		return "", ""
	}
	return s.ExecutesText(DeltaExecutes(o, t, gas), o)
}

// ExecutesText are those totals as prices of one piece, as the market quotes the two tokens; unit
// is what they are in.
func (s *Session) ExecutesText(e Executes, o api.DeltaOrder) (text, unit string) {
	piece := s.pieceOf(o)
	unit = piece.Unit()
	each := func(total api.Amount) string { // rounded away from the market
		if o.Buy {
			return piece.each(s, total, o.DestAmount, !piece.Selling)
		}
		return piece.each(s, o.SrcAmount, total, !piece.Selling)
	}
	if e.From.IsZero() {
		return each(e.To), unit
	}
	return piece.level(s, o.SrcAmount, e.From) + " to " + each(e.To), unit
}

// LimitExecutes is the market's price at which a limit order pays whoever fills it, who pays the
// gas; ok is false while nobody knows what that costs.
func (s *Session) LimitExecutes(price api.Price, size api.Amount, quote api.Token,
	selling bool) (at api.Price, ok bool) {
	gas := s.GasIn(api.FillGas, quote)
	if gas.IsZero() || size.IsZero() || !price.Known() {
		return at, false
	}
	if selling {
		return api.Price{Quote: price.QuoteFor(size, api.Up).Add(gas), Base: size}, true
	}
	at = api.Price{Quote: price.QuoteFor(size, api.Down).Sub(gas), Base: size}
	return at, !at.Quote.IsZero()
}
