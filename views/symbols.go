package views

import (
	"slices"
	"strings"

	"bourse/backend/api"
	"bourse/ui/cells"
)

// KnownFirst puts no token that only somebody tells of before one that is known here.
func KnownFirst(a, b api.Token) int {
	switch {
	case a.ToldBy == "" && b.ToldBy != "":
		return -1
	case a.ToldBy != "" && b.ToldBy == "":
		return 1
	}
	return 0
}

// setApart returns tokens called so that no two have one symbol, nor one of those before them: the
// first keeps its symbol, every other is called "USDC!8438", by the last four digits of its
// address, and so is one that only looks like another. Of tokens that somebody lists those that are
// known here come first. strict marks every symbol of other than letters, digits, - and . as well.
func setApart(list, before []api.Token, strict bool) []api.Token {
	taken := map[string]bool{}
	for _, t := range before {
		taken[strings.ToLower(t.Symbol)], taken[api.Looks(t.Symbol)] = true, true
	}
	list = slices.Clone(list)
	for _, vouched := range []bool{true, false} {
		for i, t := range list {
			if t.Kind != api.ERC20 || (t.ToldBy == "") != vouched {
				continue
			}
			key, looks := strings.ToLower(t.Symbol), api.Looks(t.Symbol)
			strange := strict && !plainSymbol(t.Symbol) ||
				!vouched && (api.MixesScripts(t.Symbol) || taken[looks])
			if taken[key] || strange {
				list[i].Symbol = markedSymbol(t)
			} else {
				taken[key], taken[looks] = true, true
			}
		}
	}
	return list
}

// TakenFor is what a token that only somebody tells of, or that the user has added, is taken for:
// the symbol of another that is known here; "" of others.
func (s *Session) TakenFor(t api.Token) string {
	own, _, _ := strings.Cut(t.Symbol, "!")
	for _, o := range s.tokens {
		if o.Kind == api.ERC20 && o.ToldBy == "" && o.Address != t.Address &&
			api.Looks(o.Symbol) == api.Looks(own) && (t.ToldBy != "" || s.byAddr[t.Address] != t) {
			return o.Symbol
		}
	}
	return ""
}

func plainSymbol(text string) bool {
	for _, r := range text {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' &&
			r != '.' {
			return false
		}
	}
	return text != ""
}

// markDigits are the digits of the address behind the "!" of a symbol that is set apart.
const markDigits = 4

// markedSymbol is the symbol with digits of the address, as long as signatures show names.
func markedSymbol(t api.Token) string {
	const most = 11
	a := t.Address.Hex()
	return cells.Truncate(cells.Clean(t.Symbol), most) + "!" + a[len(a)-markDigits:]
}

// shortSymbol is a symbol in as many cells as screens have for one; what sets it apart stays.
func shortSymbol(text string) string {
	if at := strings.LastIndexByte(text, '!'); at >= 0 && len(text)-at == 1+markDigits {
		return cells.Truncate(text[:at], symbolCells-1-markDigits) + text[at:]
	}
	return cells.Truncate(text, symbolCells)
}

// sameSymbol returns the listed token that a token's own symbol is taken for.
func (s *Session) sameSymbol(t api.Token) (listed api.Token, ok bool) {
	i := slices.IndexFunc(s.tokens, func(o api.Token) bool {
		return o.Kind == api.ERC20 && api.Looks(o.Symbol) == api.Looks(t.Symbol)
	})
	if i < 0 {
		return listed, false
	}
	return s.tokens[i], true
}

// Called returns a token of an answer with the symbol by which the session sets it apart.
func (s *Session) Called(t api.Token) api.Token {
	if known, ok := s.byAddr[t.Address]; ok && known.Symbol == markedSymbol(t) {
		t.Symbol = known.Symbol
	}
	return t
}
