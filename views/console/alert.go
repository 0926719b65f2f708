package console

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/format"
)

// alertKind is what an alert waits for.
type alertKind string

// The kinds, by the words under which they are kept.
const (
	above  alertKind = "above"  // the last price rises to value
	below  alertKind = "below"  // the last price falls to value
	moved  alertKind = "move"   // the last price is value percent from from, with the value's sign
	spread alertKind = "spread" // the spread is value percent of the middle, or more
	filled alertKind = "fill"   // an order of the account is filled, or the account takes one
	earned alertKind = "worth"  // the account is worth value USD more, or less, than from
)

// alert waits for something on a pair.
type alert struct {
	chain   uint64
	pair    api.Pair
	kind    alertKind
	value   string // decimal, as it was typed
	from    string // decimal: where the price or the worth was
	again   bool   // it waits anew once it has rung
	account common.Address
}

const once = "once"

func (a alert) line() string {
	often := once
	if a.again {
		often = "again"
	}
	dash := func(s string) string {
		if s == "" {
			return "-"
		}
		return s
	}
	return fmt.Sprintf("%d %s %s %s %s %s %s %s", a.chain, a.pair.Base.Hex(), a.pair.Quote.Hex(),
		a.kind, dash(a.value), dash(a.from), often, a.account.Hex())
}

// readAlert reads a line; ok is false for one that nobody wrote.
func readAlert(line string) (a alert, ok bool) {
	w := strings.Fields(line)
	if len(w) == 5 { // a price, once
		w = append(w, "-", once, common.Address{}.Hex())
	}
	if len(w) != 8 || !common.IsHexAddress(w[1]) || !common.IsHexAddress(w[2]) ||
		!common.IsHexAddress(w[7]) || w[6] != once && w[6] != "again" {
		return a, false
	}
	chain, err := strconv.ParseUint(w[0], 10, 64)
	text := func(s string) string { return strings.TrimSuffix(s, "-") }
	a = alert{chain, api.Pair{Base: common.HexToAddress(w[1]), Quote: common.HexToAddress(w[2])},
		alertKind(w[3]), text(w[4]), text(w[5]), w[6] == "again", common.HexToAddress(w[7])}
	switch a.kind {
	case above, below, moved, spread, filled, earned, gainedAll, gainedSold, gainedOpen:
		return a, err == nil
	}
	return a, false
}

// alertUsage says what can be typed.
const alertUsage = "a price · +5% or -5% from here · spread 0.5% · fill · worth +100 or -50 USD " +
	"· pnl, realised or open of a token or all, such as pnl 500 or open weth -50; “again” keeps it"

// parseAlert reads what is typed for an alert on a market; why is what is wrong with it.
func parseAlert(s *views.Session, m api.Market, text string) (a alert,
	why string) {
	a = alert{chain: m.ChainID, pair: api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}}
	w := strings.Fields(strings.ToLower(text))
	if n := len(w); n > 1 && w[n-1] == "again" {
		a.again, w = true, w[:n-1]
	}
	switch {
	case len(w) == 1 && w[0] == string(filled):
		a.kind = filled
		return a, ""
	case len(w) == 2 && w[0] == string(spread):
		a.kind, a.value = spread, strings.TrimSuffix(w[1], "%")
		if bps, why := format.ParsePercent(w[1], 10_000); why != "" || bps == 0 {
			return a, "the spread is a share in percent, such as 0.5%"
		}
		return a, ""
	case len(w) == 2 && w[0] == string(earned):
		a.kind, a.value = earned, strings.TrimPrefix(w[1], "+")
		if d, err := api.ParseUnits(strings.TrimPrefix(a.value, "-"), 2); err != nil || d.IsZero() {
			return a, "the change is in USD, such as +100 or -50"
		}
		return a, ""
	case (len(w) == 2 || len(w) == 3) && gainKinds[alertKind(w[0])] != "":
		return a.parseGain(s, w)
	case len(w) == 1 && strings.HasSuffix(w[0], "%"):
		return a.parseMove(m, w[0])
	case len(w) == 1:
		return a.parsePrice(m, w[0])
	}
	return a, "type " + alertUsage
}

func (a alert) parseMove(m api.Market, text string) (alert, string) {
	a.kind, a.value = moved, strings.TrimSuffix(strings.TrimPrefix(text, "+"), "%")
	bps, why := format.ParsePercent(strings.TrimPrefix(a.value, "-"), 1_000_000)
	switch {
	case why != "" || bps == 0:
		return a, "the move is a share in percent, such as +5% or -2.5%"
	case !m.Last.Known():
		return a, "wait for the first trade: from where the price comes is not known"
	}
	a.from = plainPrice(m)
	return a, ""
}

func (a alert) parsePrice(m api.Market, text string) (alert, string) {
	price, err := api.ParsePrice(text, m.Base.Decimals, m.Quote.Decimals)
	switch {
	case err != nil:
		return a, err.Error() + "; type " + alertUsage
	case !price.Known():
		return a, "must be above zero"
	case !m.Last.Known():
		return a, "wait for the first trade: from where the price comes is not known"
	case price.Cmp(m.Last) == 0:
		return a, "that is the last price already"
	}
	a.kind, a.value = below, text
	if price.Cmp(m.Last) > 0 {
		a.kind = above
	}
	return a, ""
}

// plainPrice is a market's last price as it could be typed.
func plainPrice(m api.Market) string {
	text := strings.ReplaceAll(
		m.Last.Format(m.Base.Decimals, m.Quote.Decimals, 18, api.Down), ",", "")
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// price is the last price at which an alert rings; ok is false for what waits for none.
func (a alert) price(base, quote api.Token) (p api.Price, ok bool) {
	switch a.kind {
	case above, below:
		p, err := api.ParsePrice(a.value, base.Decimals, quote.Decimals)
		return p, err == nil && p.Known()
	case moved:
		from, err := api.ParsePrice(a.from, base.Decimals, quote.Decimals)
		bps, why := format.ParsePercent(strings.TrimPrefix(a.value, "-"), 1_000_000)
		if err != nil || why != "" || !from.Known() {
			return p, false
		}
		if strings.HasPrefix(a.value, "-") {
			bps = max(-10_000, -bps)
		}
		from.Quote = from.Quote.MulDiv(api.NewAmount(uint64(10_000+bps)), api.NewAmount(10_000))
		return from, from.Known()
	}
	return p, false
}

// rises tells whether the price of an alert is reached from below.
func (a alert) rises() bool {
	return a.kind == above || a.kind == moved && !strings.HasPrefix(a.value, "-")
}

// words are what an alert waits for.
func (a alert) words() string {
	text := ""
	switch a.kind {
	case above:
		text = "rises to " + a.value
	case below:
		text = "falls to " + a.value
	case moved:
		text = "moves by " + a.value + "% from " + a.from
	case spread:
		text = "spread of " + a.value + "%"
	case filled:
		text = "any fill of yours"
	case earned:
		text = "your account is worth " + a.value + " USD more"
		if less, ok := strings.CutPrefix(a.value, "-"); ok {
			text = "your account is worth " + less + " USD less"
		}
	}
	if what := gainKinds[a.kind]; what != "" {
		text = what + " of " + signedUSD(a.value) + " USD"
	}
	if a.again {
		text += ", each time"
	}
	return text
}
