package views

import (
	"fmt"
	"math/big"

	"bourse/backend/api"
	"bourse/ui"
)

// WorthPrice is the price for one piece of a pair by what both tokens are worth, which is what
// pools and books trade them for; ok is false where that is not known.
func (s *Session) WorthPrice(p api.Pair) (price api.Price, ok bool) {
	base, quote := s.Prices[p.Base], s.Prices[p.Quote]
	if !base.Known() || !quote.Known() || quote.Quote.IsZero() {
		return api.Price{}, false
	}
	return fromRatio(new(big.Rat).Quo(ratio(base), ratio(quote)))
}

// WorthChecks holds a price for one piece of a pair against what both tokens are worth in USD: a
// book may be empty, or somebody's own. Nothing is said where a worth is not known, or where the
// price costs next to nothing. word is name, to be typed where it costs much.
func (s *Session) WorthChecks(p api.Pair, price api.Price, selling bool,
	name string) (checks []ui.Check, word string) {
	base, quote := s.Prices[p.Base], s.Prices[p.Quote]
	if !price.Known() || !base.Known() || !quote.Known() {
		return nil, ""
	}
	gives, gets := base.QuoteFor(price.Base, api.Up), quote.QuoteFor(price.Quote, api.Down)
	if !selling {
		gives, gets = quote.QuoteFor(price.Quote, api.Up), base.QuoteFor(price.Base, api.Down)
	}
	if gives.IsZero() {
		return nil, "" // who gives nothing loses nothing
	}
	lost := WorseBy(api.Price{Quote: gets, Base: gives},
		api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}, true)
	level, word := AgainstMarket(lost, name)
	if level != ui.Warn {
		return nil, ""
	}
	back := 10_000 - lost // cents of a hundred dollars
	return []ui.Check{{Level: level, Text: fmt.Sprintf(
		"of every $100.00 that you give, only $%d.%02d comes back: %s less", back/100, back%100,
		api.Percent(lost))}}, word
}
