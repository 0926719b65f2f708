package sign

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// capWord is wanted for what pays more than the cap of an order.
const capWord = "cap"

// capChecks hold what a signature pays at most, or lets be moved, against the cap, where the user
// has set one. What nobody tells the worth of cannot be held against it, and wants the word too;
// NFTs have no price and do not count. It reads the session, so call it in Update.
func capChecks(s *views.Session, act describe.Act) (checks []ui.Check, word string) {
	most, set := s.OrderCap()
	if !set {
		return nil, ""
	}
	limit := format.Worth(most, api.Down)
	var usd api.Amount
	sums, verb, end := act.Pays, "it pays up to ", ""
	if token := act.Allowed; token != (common.Address{}) { // to be moved by somebody else
		sums = []describe.Sum{{Asset: api.Asset{Address: token}, Amount: act.Allows}}
		verb, end = "it lets up to ", " be moved"
	}
	for _, pays := range sums {
		if pays.Asset.Kind != api.ERC20 || pays.Amount.IsZero() {
			continue
		}
		price := s.Prices[pays.Asset.Address]
		if !price.Known() {
			t, _ := s.Token(pays.Asset.Address)
			return []ui.Check{{Level: ui.Warn, Text: "nobody tells what " + views.Symbol(t) +
				" is worth, so that it cannot be held against your cap of " + limit}}, capWord
		}
		usd = usd.Add(price.QuoteFor(pays.Amount, api.Up))
	}
	switch {
	case usd.IsZero():
		return nil, ""
	case most.Less(usd):
		return []ui.Check{{Level: ui.Warn, Text: verb + format.Worth(usd, api.Up) + end +
			", more than your cap of " + limit}}, capWord
	}
	return []ui.Check{{Level: ui.OK, Own: true, Text: verb +
		format.Worth(usd, api.Up) + end + ", within your cap of " + limit}}, ""
}

// words is what is to be typed where several things want a word each: all of them, each once. One
// word agrees to one thing.
func words(list ...string) string {
	var out []string
	for _, w := range list {
		for _, word := range strings.Fields(w) {
			if !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return strings.Join(out, " ")
}
