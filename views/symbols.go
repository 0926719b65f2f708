package views

import (
	"slices"
	"strings"

	"bourse/backend/api"
	"bourse/ui/cells"
)

// setApart returns tokens called so that no two have one symbol, nor one of those before them: the
// first keeps its symbol, every other is called "USDC!8438", by the last four digits of its
// address. Of tokens that somebody lists those that are known here come first. strict marks every
// symbol of other than letters, digits, - and . as well: it may only look like another.
func setApart(list, before []api.Token, strict bool) []api.Token {
	taken := map[string]bool{}
	for _, t := range before {
		taken[strings.ToLower(t.Symbol)] = true
	}
	list = slices.Clone(list)
	for _, vouched := range []bool{true, false} {
		for i, t := range list {
			if t.Kind != api.ERC20 || (t.ToldBy == "") != vouched {
				continue
			}
			if key := strings.ToLower(t.Symbol); taken[key] || strict && !plainSymbol(t.Symbol) {
				list[i].Symbol = markedSymbol(t)
			} else {
				taken[key] = true
			}
		}
	}
	return list
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
		return o.Kind == api.ERC20 && strings.EqualFold(o.Symbol, t.Symbol)
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
