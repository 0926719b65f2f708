package grammar

import (
	"fmt"
	"strconv"
	"strings"

	"bourse/backend/api"
	"bourse/views"
)

// Alert is something that a console rings at, or the end of one that waits.
type Alert struct {
	Base, Quote api.Token
	Text        string // what it rings at, as it was typed
	Forget      int    // the number of one that waits and is taken back; 0 sets one
}

// Title implements Sentence.
func (a Alert) Title() string {
	if a.Forget > 0 {
		return fmt.Sprintf("Forget alert %d", a.Forget)
	}
	return "Alert on " + views.Symbol(a.Base) + "/" + views.Symbol(a.Quote) + ": " + a.Text
}

// alert reads "weth/usdc 3005", with the chosen pair where none is named, or "forget 1".
func (r reader) alert(w []string) (Sentence, string) {
	a, why := Alert{Base: r.s.Market.Base, Quote: r.s.Market.Quote}, ""
	if len(w) > 0 && is(w[0], "forget") {
		var err error
		if a.Forget, err = strconv.Atoi(w[len(w)-1]); err != nil || a.Forget < 1 || len(w) != 2 {
			return nil, "say which one to forget, by its number; alerts lists them"
		}
		return a, ""
	}
	if len(w) > 0 && strings.Contains(w[0], "/") {
		if a.Base, a.Quote, why = r.Pair(w[0]); why != "" {
			return nil, why
		}
		w = w[1:]
	}
	switch {
	case len(w) == 0:
		return nil, "say what to ring at, such as 3005, +5%, fill or pnl -50"
	case a.Base.Address == a.Quote.Address:
		return nil, "no pair is chosen: name one, such as weth/usdc"
	}
	a.Text = strings.Join(w, " ")
	return a, ""
}
