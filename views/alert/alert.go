package alert

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// Kind is what an alert waits for.
type Kind string

// The kinds, by the words under which they are kept.
const (
	Above  Kind = "above"  // the last price rises to value
	Below  Kind = "below"  // the last price falls to value
	Moved  Kind = "move"   // the last price is value percent from from, with the value's sign
	Spread Kind = "spread" // the spread is value percent of the middle, or more
	Filled Kind = "fill"   // an order of the account is filled, or the account takes one
	Earned Kind = "worth"  // the account is worth value USD more, or less, than from
)

// Alert waits for something on a pair.
type Alert struct {
	Chain   uint64
	Pair    api.Pair // of gains: its base is the token they are about, zero for the whole account
	Kind    Kind
	Value   string // decimal, as it was typed
	From    string // decimal: where the price, the worth or the gain was
	Again   bool   // it waits anew once it has rung
	Account common.Address
}

const once = "once"

const (
	Name = "alerts" // the preference that keeps them, a line for each
	Most = 50       // that are kept
)

// List is what is kept, without the lines that nobody wrote.
func List(kept string) (list []Alert) {
	for line := range strings.Lines(kept) {
		if a, ok := Read(line); ok && len(list) < Most {
			list = append(list, a)
		}
	}
	return list
}

// NoRoom says why no alert is kept beside others, "" where one is.
func NoRoom(others []Alert) string {
	if len(others) < Most {
		return ""
	}
	return fmt.Sprintf("%d alerts wait already: forget one first", Most)
}

// OnGains tells whether an alert is about what the account has gained.
func (a Alert) OnGains() bool { return gains[a.Kind] != "" }

// OnPrice tells whether an alert is about the prices of its pair.
func (a Alert) OnPrice() bool {
	return a.Kind == Above || a.Kind == Below || a.Kind == Moved || a.Kind == Spread
}

// Gains is what a kind of gains is called.
func (k Kind) Gains() string { return gains[k] }

// Line is an alert as it is kept, which Read reads.
func (a Alert) Line() string {
	often := once
	if a.Again {
		often = "again"
	}
	dash := func(s string) string {
		if s == "" {
			return "-"
		}
		return s
	}
	return fmt.Sprintf("%d %s %s %s %s %s %s %s", a.Chain, a.Pair.Base.Hex(), a.Pair.Quote.Hex(),
		a.Kind, dash(a.Value), dash(a.From), often, a.Account.Hex())
}

// Read reads a line; ok is false for one that nobody wrote.
func Read(line string) (a Alert, ok bool) {
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
	a = Alert{chain, api.Pair{Base: common.HexToAddress(w[1]), Quote: common.HexToAddress(w[2])},
		Kind(w[3]), text(w[4]), text(w[5]), w[6] == "again", common.HexToAddress(w[7])}
	switch a.Kind {
	case Above, Below, Moved, Spread, Filled, Earned, GainedAll, GainedSold, GainedOpen:
		return a, err == nil
	}
	return a, false
}

// Usage says what can be typed.
const Usage = "a price · +5% or -5% from here · spread 0.5% · fill · worth +100 or -50 USD " +
	"· pnl, realised or open of a token or all, such as pnl 500 or open weth -50; " +
	"“again” keeps it"

// Parse reads what is typed for an alert on a market; why is what is wrong with it.
func Parse(s *views.Session, m api.Market, text string) (a Alert, why string) {
	a = Alert{Chain: m.ChainID, Pair: api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}}
	w := strings.Fields(strings.ToLower(text))
	if n := len(w); n > 1 && w[n-1] == "again" {
		a.Again, w = true, w[:n-1]
	}
	switch {
	case len(w) == 1 && w[0] == string(Filled):
		a.Kind = Filled
		return a, ""
	case len(w) == 2 && w[0] == string(Spread):
		a.Kind, a.Value = Spread, strings.TrimSuffix(w[1], "%")
		if bps, why := format.ParsePercent(w[1], api.BPS); why != "" || bps == 0 {
			return a, "the spread is a share in percent, 0.01% or more, such as 0.5%"
		}
		return a, ""
	case len(w) == 2 && w[0] == string(Earned):
		a.Kind, a.Value = Earned, strings.TrimPrefix(w[1], "+")
		if d, err := api.ParseUnits(strings.TrimPrefix(a.Value, "-"), 2); err != nil || d.IsZero() {
			return a, "the change is in USD, such as +100 or -50"
		}
		return a, ""
	case (len(w) == 2 || len(w) == 3) && gains[Kind(w[0])] != "":
		return a.parseGain(s, w)
	case len(w) == 1 && strings.HasSuffix(w[0], "%"):
		return a.parseMove(m, w[0])
	case len(w) == 1:
		return a.parsePrice(m, w[0])
	}
	return a, "type " + Usage
}

func (a Alert) parseMove(m api.Market, text string) (Alert, string) {
	a.Kind, a.Value = Moved, strings.TrimSuffix(strings.TrimPrefix(text, "+"), "%")
	bps, why := format.ParsePercent(strings.TrimPrefix(a.Value, "-"), 1_000_000)
	switch {
	case why != "" || bps == 0:
		return a, "the move is a share in percent, 0.01% or more, such as +5% or -2.5%"
	case !m.Last.Known():
		return a, "wait for the first trade: from where the price comes is not known"
	}
	a.From = PlainPrice(m)
	return a, ""
}

func (a Alert) parsePrice(m api.Market, text string) (Alert, string) {
	price, err := api.ParsePrice(text, m.Base.Decimals, m.Quote.Decimals)
	switch {
	case err != nil:
		return a, err.Error() + "; type " + Usage
	case !price.Known():
		return a, "must be above zero"
	case !m.Last.Known():
		return a, "wait for the first trade: from where the price comes is not known"
	case price.Cmp(m.Last) == 0:
		return a, "that is the last price already"
	}
	a.Kind, a.Value = Below, text
	if price.Cmp(m.Last) > 0 {
		a.Kind = Above
	}
	return a, ""
}

// PlainPrice is a market's last price as it could be typed.
func PlainPrice(m api.Market) string {
	text := strings.ReplaceAll(
		m.Last.Format(m.Base.Decimals, m.Quote.Decimals, 18, api.Down), ",", "")
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Price is the last price at which an alert rings; ok is false for what waits for none.
func (a Alert) Price(base, quote api.Token) (p api.Price, ok bool) {
	switch a.Kind {
	case Above, Below:
		p, err := api.ParsePrice(a.Value, base.Decimals, quote.Decimals)
		return p, err == nil && p.Known()
	case Moved:
		from, err := api.ParsePrice(a.From, base.Decimals, quote.Decimals)
		bps, why := format.ParsePercent(strings.TrimPrefix(a.Value, "-"), 1_000_000)
		if err != nil || why != "" || !from.Known() {
			return p, false
		}
		if strings.HasPrefix(a.Value, "-") {
			bps = max(-api.BPS, -bps)
		}
		from.Quote = from.Quote.BPS(uint64(api.BPS + bps))
		return from, from.Known()
	}
	return p, false
}

// Rises tells whether the price of an alert is reached from below.
func (a Alert) Rises() bool {
	return a.Kind == Above || a.Kind == Moved && !strings.HasPrefix(a.Value, "-")
}

// Words are what an alert waits for, as one sentence.
func (a Alert) Words(s *views.Session) string {
	of, text := a.Of(s), ""
	switch a.Kind {
	case Above:
		text = of + " rises to " + format.Grouped(a.Value)
	case Below:
		text = of + " falls to " + format.Grouped(a.Value)
	case Moved:
		way := " rises by "
		if !a.Rises() {
			way = " falls by "
		}
		text = of + way + strings.TrimPrefix(a.Value, "-") + "% from " + a.fromText()
	case Spread:
		text = of + " has a spread of " + a.Value + "% or more"
	case Filled:
		text = "an order of yours is filled on " + of + ", or you fill one"
	case Earned:
		text = "your account is worth " + format.Grouped(a.Value) + " USD more"
		if less, ok := strings.CutPrefix(a.Value, "-"); ok {
			text = "your account is worth " + format.Grouped(less) + " USD less"
		}
	}
	if what := gains[a.Kind]; what != "" {
		text = "the " + what + " of your " + of + " reaches " + SignedUSD(a.Value) + " USD"
	}
	if a.Again {
		text += ", each time"
	}
	return text
}

// fromText is the price that a move is counted from, to the digits that anybody reads: what was
// divided has many more.
func (a Alert) fromText() string {
	const digits = 10
	from, err := strconv.ParseFloat(a.From, 64)
	whole, _, fraction := strings.Cut(a.From, ".")
	if err != nil || !fraction {
		return format.Grouped(a.From)
	}
	text := strconv.FormatFloat(from, 'f', max(1, digits-len(whole)), 64)
	return format.Grouped(strings.TrimSuffix(strings.TrimRight(text, "0"), "."))
}

// The kinds of alerts on gains: value is the sum in USD that is waited for. The base of their pair
// is the token that they are about, and zero where it is the whole account.
const (
	GainedAll  Kind = "pnl"      // realised and open, less gas where it is the whole account
	GainedSold Kind = "realised" // by sales
	GainedOpen Kind = "open"     // by selling what is held now
)

// gains are those kinds, with what is said of them.
var gains = map[Kind]string{
	GainedAll: "P&L", GainedSold: "realised P&L", GainedOpen: "open P&L",
}

// parseGain reads an alert on gains: what is waited for of which token, or of all.
func (a Alert) parseGain(s *views.Session, words []string) (Alert, string) {
	a.Kind, a.Pair = Kind(words[0]), api.Pair{}
	if len(words) == 3 {
		token, ok := s.FindToken(words[1])
		if !ok {
			return a, "there is no token " + words[1] + " on the list"
		}
		if token.Address == api.NativeToken { // it counts as what it is wrapped to
			token.Address = s.Network.Contracts.WrappedNative
		}
		a.Pair.Base = token.Address
	}
	a.Value = strings.TrimPrefix(words[len(words)-1], "+")
	if _, err := api.ParseUnits(strings.TrimPrefix(a.Value, "-"), 2); err != nil {
		return a, "the gain is in USD, such as +500 or -200"
	}
	return a, ""
}

// Of is what an alert is about: a pair, a token or all of the account.
func (a Alert) Of(s *views.Session) string {
	if gains[a.Kind] == "" {
		base, _ := s.Token(a.Pair.Base)
		quote, _ := s.Token(a.Pair.Quote)
		return views.PairName(api.Market{Base: base, Quote: quote})
	}
	if a.Pair.Base == (common.Address{}) {
		return "account"
	}
	t, _ := s.Token(a.Pair.Base)
	return views.Symbol(t)
}

// Priced is a market whose last price, before there was a trade, is the middle of its book, or what
// its tokens are worth in USD where that has none.
func Priced(s *views.Session, m api.Market) api.Market {
	if m = Quoted(m); !m.Last.Known() && m.ChainID == s.Network.ChainID {
		m.Last = s.ByWorth(m)
	}
	return m
}

// Quoted is a market whose last price is the middle of its book where nobody has traded yet.
func Quoted(m api.Market) api.Market {
	if mid, ok := views.Mid(m.BestBid, m.BestAsk); ok && !m.Last.Known() {
		m.Last = mid
	}
	return m
}

// SignedUSD is a sum that was typed, with its sign.
func SignedUSD(value string) string {
	if less, ok := strings.CutPrefix(value, "-"); ok {
		return ui.Minus + format.Grouped(less)
	}
	return "+" + format.Grouped(value)
}
