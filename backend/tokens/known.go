package tokens

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Know takes tokens that others list. Nothing of them is read, listed or traded until somebody
// names one. Calls of it may not overlap with others.
func (t *Tokens) Know(known []api.Token) {
	t.known = make(map[string][]api.Token)
	for _, token := range known {
		symbol := strings.ToLower(token.Symbol)
		t.known[symbol] = append(t.known[symbol], token)
	}
}

// Named returns the token that a symbol stands for, in any letter case: a listed one, or else one
// that others list, as its contract describes itself. It must be the only one of the symbol, and
// have the decimals that they say.
func (t *Tokens) Named(ctx context.Context, symbol string) (api.Token, error) {
	if token, ok := t.Find(symbol); ok {
		return token, nil
	}
	known := t.known[strings.ToLower(symbol)]
	switch {
	case len(known) == 0:
		return api.Token{}, fmt.Errorf("%q is no listed token: give its address", symbol)
	case len(known) > 1:
		var places []string
		for _, token := range known {
			places = append(places, short(token.Address))
		}
		slices.Sort(places)
		return api.Token{}, fmt.Errorf("%q stands for %d tokens, %s: give the address of one",
			symbol, len(known), strings.Join(places, " and "))
	}
	token, err := t.Token(ctx, known[0].Address)
	if err == nil && token.Decimals != known[0].Decimals {
		err = api.Errorf(api.UnsupportedToken, "%s at %s has %d decimals, and %d in lists: give "+
			"its address if that is the one", symbol, api.Lower(token.Address), token.Decimals,
			known[0].Decimals)
	}
	return token, err
}

// short is an address as its first and last four digits.
func short(a common.Address) string {
	text := a.Hex()
	return text[:6] + "…" + text[len(text)-4:]
}
