package grammar

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/ui/near"
	"bourse/views"
	"bourse/views/format"
)

// Verb is a word that begins a sentence.
type Verb struct {
	Name  string
	Usage string // whole sentences, as examples
	Short string // what it does
	Where string // the screen that does it
	Moves bool   // it leads to a signature; else it is a question

	// read takes the words after the verb; why is what is not understood of them
	read func(r reader, words []string) (s Sentence, why string)
}

// reader knows the names of a session, and reads a sentence within another.
type reader struct {
	s    *views.Session
	read func(s *views.Session, text string) (v Verb, read Sentence, why string, ok bool)
}

// verbs are in the order of the help.
var verbs = []Verb{
	{"buy", "buy 1 weth @ 3000", "an order that buys once somebody takes it", "order", true,
		func(r reader, w []string) (Sentence, string) { return r.limit(api.Buy, w) }},
	{"sell", "sell 1 weth @ 3000", "an order that sells once somebody takes it", "order", true,
		func(r reader, w []string) (Sentence, string) { return r.limit(api.Sell, w) }},
	{"fill", "fill 0xORDER, fill 0xORDER pay 100 usdc",
		"take an order of the book, all of it or for an amount", "markets", true, reader.fill},
	{"swap", "swap 2 weth usdc", "sell at once along the best route", "swap", true,
		func(r reader, w []string) (Sentence, string) { return r.sale(false, w) }},
	{"delta", "delta 2 weth usdc, delta buy 2 weth with usdc, delta 2 weth usdc in 4 every 5m",
		"sell, or buy exactly, by an auction, in which agents pay the gas", "delta",
		true, func(r reader, w []string) (Sentence, string) { return r.sale(true, w) }},
	{"stop", "stop 1 weth usdc at 2900 least 2800, stop 1 weth usdc at 2900 least 2800 or 3500 " +
		"least 3400", "sell once the price has fallen", "delta",
		true, func(r reader, w []string) (Sentence, string) { return r.stop(false, w) }},
	{"trail", "trail 1 weth usdc by 3% least 2800", "sell once the price has fallen from its best",
		"delta", true, reader.trail},
	{"profit", "profit 1 weth usdc at 3500 least 3400", "sell once the price has risen", "delta",
		true, func(r reader, w []string) (Sentence, string) { return r.stop(true, w) }},
	{"cancel", "cancel 0xORDER, cancel all", "end open orders", "orders", true, reader.cancel},
	{"invalidate", "invalidate DELTA-ORDER", "use up a Delta order's nonce on chain: nobody can " +
		"settle it then", "delta", true, reader.invalidate},
	{"send", "send 5 usdc bob", "send to an address, an account or a label", "wallet", true,
		reader.send},
	{"approve", "approve 100 usdc for orders", "let a contract move exactly so much", "wallet",
		true, func(r reader, w []string) (Sentence, string) { return r.approve(false, w) }},
	{"revoke", "revoke usdc for swaps", "take an allowance back", "wallet", true,
		func(r reader, w []string) (Sentence, string) { return r.approve(true, w) }},
	{"wrap", "wrap 1", "turn the coin into its token", "wallet", true,
		func(r reader, w []string) (Sentence, string) { return r.wrap(false, w) }},
	{"unwrap", "unwrap 1", "turn the token back into the coin", "wallet", true,
		func(r reader, w []string) (Sentence, string) { return r.wrap(true, w) }},
	{"replace", "replace 0xTRANSACTION, replace 0xTRANSACTION with nothing",
		"speed up a transaction that waits, or undo it", "wallet", true, reader.replace},
	{"nft", "nft sell apes 7 for 50 usdc, nft bid 40 usdc for apes 7",
		"an order that gives or takes an NFT", "nft", true, reader.nft},
	{"carry", "carry 1", "carry out what was prepared, by its number", "", true, reader.carry},
	{"drop", "drop 1", "drop what was prepared, by its number", "", false, reader.drop},
	{"prepared", "prepared", "what agents have prepared for you to sign", "", false,
		look(Waiting)},
	{"cap", "cap 5000, cap off", "what an order may pay in USD before a word is wanted", "limits",
		false, func(r reader, w []string) (Sentence, string) { return r.set(Cap, w) }},
	{"undo", "undo 3, undo off", "for how many seconds an order can be taken back", "limits", false,
		func(r reader, w []string) (Sentence, string) { return r.set(Undo, w) }},
	{"loss", "loss 500, loss 5%, loss off", "what a day may lose before trading stops", "limits",
		false, func(r reader, w []string) (Sentence, string) { return r.set(Loss, w) }},
	{"alert", "alert weth/usdc 3005, alert +5% again, alert forget 1",
		"what an open console rings at", "alerts", false, reader.alert},
	{"alerts", "alerts", "the alerts that wait", "alerts", false, look(Alerts)},
	{"lot", "lot 2 weth for 5000 on 2024-05-31 from coinbase, lot 2 weth at 2500 on 2024-05-31, " +
		"lot import FILE, lot forget 1, lot use 1 for 2",
		"what was got elsewhere and what it had cost", "positions", false, reader.lot},
	{"lots", "lots", "what was bought and what sales of it gained, by average, FIFO and specific " +
		"lots", "positions", false, look(Lots)},
	{"book", "book weth/usdc", "both sides of a pair", "markets", false, reader.book},
	{"quote", "quote 2 weth usdc", "what a swap and a Delta order would bring", "swap", false,
		reader.quote},
	{"orders", "orders", "open orders of the account", "orders", false, look(Orders)},
	{"fills", "fills", "what the account has traded by orders, swaps and auctions", "orders", false,
		look(Fills)},
	{"auctions", "auctions", "Delta orders of the account", "delta", false, look(Auctions)},
	{"balances", "balances", "what the account holds", "wallet", false, look(Balances)},
	{"nfts", "nfts", "the NFTs that the account holds", "nft", false, look(NFTs)},
	{"pnl", "pnl", "what the account has gained, by token", "positions", false, look(Gains)},
	{"prices", "prices", "the pairs and what they cost", "markets", false, look(Prices)},
	{"status", "status", "network, block and account", "", false, look(Status)},
}

// more are the other forms of a verb's sentence, with the words that may be added.
var more = map[string][]string{
	"buy": {"buy 1 weth at 3000 usdc", "buy 1 weth/usdc @ 3000 until 7d",
		"buy 1 @ 3000 until never"},
	"sell": {"sell 1 weth at 3000 usdc", "sell 1 weth/usdc @ 3000 until 7d",
		"sell 1 @ 3000 until never"},
	"fill": {"fill 0x1a2b3c"},
	"swap": {"swap 2 weth usdc slippage 0.5%", "swap 2 weth usdc least 5900"},
	"delta": {"delta 2 weth usdc slippage 1%", "delta 2 weth usdc least 5900",
		"delta buy 2 weth with usdc most 6100", "delta buy 2 weth with usdc in 4 every 5m"},
	"stop": {"stop 1 weth usdc at 2900 least 2800 until 7d",
		"stop 3000 usdc weth at 3200 most 3300"},
	"trail": {"trail 1 weth usdc by 90 least 2800",
		"trail 1 weth usdc by 3% least 2800 until 7d", "trail 3000 usdc weth by 3% most 3300"},
	"profit": {"profit 1 weth usdc at 3500 least 3400 until 7d",
		"profit 3000 usdc weth at 2700 most 2750"},
	"cancel":  {"cancel 0xORDER 0xORDER", "cancel 0x1a2b3c", "cancel DELTA-ORDER"},
	"send":    {"send 5 usdc to bob"},
	"approve": {"approve 100 usdc for swaps", "approve 100 usdc for delta"},
	"revoke":  {"revoke usdc for orders", "revoke usdc for delta"},
	"nft":     {"nft sell passes 1 x3 for 50 usdc"},
	"cap":     {"cap"},
	"undo":    {"undo"},
	"loss":    {"loss"},
	"alert": {"alert 3005", "alert weth/usdc +5%", "alert weth/usdc spread 0.5%",
		"alert fill again",
		"alert worth +100", "alert pnl 500", "alert open weth 50"},
	"lot":  {"lot use 1 3 for 2", "lot use oldest for 2"},
	"book": {"book"},
}

// Forms are whole sentences of a verb, one for each way in which it can be said.
func (v Verb) Forms() []string { return append(strings.Split(v.Usage, ", "), more[v.Name]...) }

// Asks tells whether a verb is a question, which changes nothing.
func (v Verb) Asks() bool {
	return !v.Moves && !is(v.Name, "drop", "alert", "lot", string(Cap), string(Undo), string(Loss))
}

// Verbs are all verbs, in the order of the help.
func Verbs() []Verb { return verbs }

// Find returns a verb by its name, in any letter case.
func Find(name string) (v Verb, ok bool) {
	for _, v := range verbs {
		if strings.EqualFold(v.Name, name) {
			return v, true
		}
	}
	return v, false
}

// Words are those of a text. Signs that stand for words need no blanks around them.
func Words(text string) []string {
	return strings.Fields(strings.NewReplacer("@", " @ ", "→", " → ").Replace(text))
}

// Read reads a sentence with the names of a session; why says what is not understood of it. ok is
// false where its first word is no verb.
func Read(s *views.Session, text string) (v Verb, read Sentence, why string, ok bool) {
	words := Words(text)
	if len(words) == 0 {
		return v, nil, "", false
	}
	if v, ok = Find(words[0]); !ok {
		return v, nil, "", false
	}
	read, why = v.read(reader{s, Read}, words[1:])
	return v, read, why, true
}

// look is a question of one word.
func look(at Subject) func(reader, []string) (Sentence, string) {
	return func(_ reader, w []string) (Sentence, string) {
		if len(w) > 0 {
			return nil, string(at) + " takes nothing more"
		}
		return Look{At: at}, ""
	}
}

// without drops the first word where it is one of those that only connect.
func without(words []string, fillers ...string) []string {
	if len(words) > 0 && is(words[0], fillers...) {
		return words[1:]
	}
	return words
}

func is(word string, any ...string) bool {
	for _, w := range any {
		if strings.EqualFold(word, w) {
			return true
		}
	}
	return false
}

// limit reads "1 weth @ 3000 usdc": the amount of the base, the pair where it is not the chosen
// one, and the price.
func (r reader) limit(side api.Side, w []string) (Sentence, string) {
	if len(w) == 0 {
		return nil, "say how much"
	}
	l := Limit{Side: side, Amount: w[0], Base: r.s.Market.Base, Quote: r.s.Market.Quote}
	rest, life, why := r.life(w[1:])
	if why != "" {
		return nil, why
	}
	l.Life = life
	pair := ""
	if len(rest) > 0 && !is(rest[0], "@", "at") {
		pair, rest = rest[0], rest[1:]
	}
	named := len(rest) == 3 && is(rest[0], "@", "at") && pair != "" && !strings.Contains(pair, "/")
	if named { // "1 weth @ 3000 usdc"
		if _, why := r.Token(rest[2]); why == "" {
			pair, rest = pair+"/"+rest[2], rest[:2]
		}
	}
	if pair != "" {
		if l.Base, l.Quote, why = r.Pair(pair); why != "" {
			return nil, why
		}
	}
	if l.Base.Address == l.Quote.Address {
		return nil, "no pair is chosen: name one, such as weth/usdc"
	}
	if l.Size, why = positive(l.Amount, l.Base); why != "" {
		return nil, why
	}
	if len(rest) == 0 {
		return l, ""
	}
	if rest = without(rest, "@", "at"); len(rest) != 1 {
		return nil, "after @ comes the price, and nothing more"
	}
	l.At = rest[0]
	price, err := api.ParsePrice(l.At, l.Base.Decimals, l.Quote.Decimals)
	switch {
	case err != nil:
		return nil, "the price " + err.Error()
	case !price.Known():
		return nil, "the price must be above zero"
	}
	l.Price = price
	return l, ""
}

// life takes "until 7d" or "until never" from the end of a sentence; 0 is where nothing is said.
func (r reader) life(w []string) (rest []string, life time.Duration, why string) {
	if len(w) < 2 || !is(w[len(w)-2], "until") {
		return w, 0, ""
	}
	text := w[len(w)-1]
	if rest = w[:len(w)-2]; is(text, "never") {
		return rest, Endless, ""
	}
	units := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour,
		'w': 7 * 24 * time.Hour}
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	unit := units[text[len(text)-1]]
	const most = 366 * 24 * time.Hour
	if err != nil || n == 0 || unit == 0 || time.Duration(n)*unit > most {
		return w, 0, "after until comes a span such as 30m, 36h, 7d or 2w, at most 366d, or never"
	}
	return rest, time.Duration(n) * unit, ""
}

// Pair reads "weth/usdc" for a session, or a token that trades against the quote of the chosen
// pair.
func Pair(s *views.Session, text string) (base, quote api.Token, why string) {
	return reader{s: s}.Pair(text)
}

// Pair is the function Pair.
func (r reader) Pair(text string) (base, quote api.Token, why string) {
	first, second, both := strings.Cut(text, "/")
	if base, why = r.Token(first); why != "" {
		return base, quote, why
	}
	quote = r.s.Market.Quote
	if both {
		quote, why = r.Token(second)
	}
	if why == "" && both && base.Address == quote.Address {
		why = "choose two different tokens"
	}
	if why == "" && base.Address == quote.Address {
		why = "name the pair, such as " + strings.ToLower(text) + "/weth"
	}
	return base, quote, why
}

// Token reads a fungible token.
func (r reader) Token(text string) (api.Token, string) {
	t, ok := r.s.FindToken(text)
	if ok && t.Kind == api.ERC20 {
		return t, ""
	}
	var symbols []string
	for _, t := range r.s.Tokens() {
		if t.Kind == api.ERC20 {
			symbols = append(symbols, t.Symbol)
		}
	}
	why := "there is no token " + text
	if meant := near.Word(strings.ToUpper(text), symbols); meant != "" {
		why += "; do you mean " + cells.Clean(meant) + "?"
	}
	return t, why
}

// positive reads an amount of a token.
func positive(text string, t api.Token) (a api.Amount, why string) {
	a, err := api.ParseUnits(text, t.Decimals)
	switch {
	case err != nil:
		return a, "the amount " + err.Error()
	case a.IsZero():
		return a, "the amount must be above zero"
	}
	return a, ""
}

// sold reads "2 weth usdc": what is sold, and for what.
func (r reader) sold(w []string) (s Sale, rest []string, why string) {
	if len(w) < 3 {
		return s, nil, "say how much of which token for which"
	}
	rest = without(w[2:], "to", "for", "into", "with", "→", "->")
	if len(rest) == 0 {
		return s, nil, "say how much of which token for which"
	}
	if s.Src, why = r.Token(w[1]); why != "" {
		return s, nil, why
	}
	s.Dest, why = r.Token(rest[0])
	switch {
	case why != "":
		return s, nil, why
	case s.Src.Address == s.Dest.Address:
		return s, nil, "choose two different tokens"
	}
	s.Amount = w[0]
	s.Value, why = positive(s.Amount, s.Src)
	return s, rest[1:], why
}

// sale reads "2 weth usdc slippage 0.5%" or "2 weth usdc least 6000".
func (r reader) sale(delta bool, w []string) (Sentence, string) {
	buy := delta && len(w) > 0 && is(w[0], "buy")
	if buy {
		w = w[1:]
	}
	s, rest, why := r.sold(w)
	if why != "" {
		return nil, why
	}
	if s.Delta, s.Buy = delta, buy; buy { // what is named first is bought
		s.Src, s.Dest = s.Dest, s.Src
	}
	for ; len(rest) >= 2; rest = rest[2:] {
		switch {
		case delta && is(rest[0], "in") && len(rest) >= 4 && is(rest[2], "every"):
			if why := s.slice(rest[1], rest[3]); why != "" {
				return nil, why
			}
			rest = rest[2:]
		case delta && is(rest[0], "in"):
			return nil, "after in come the slices and how far they are apart: in 4 every 5m"
		case buy && is(rest[0], "most"):
			most, why := positive(rest[1], s.Src)
			if why != "" {
				return nil, "most: " + why
			}
			s.Most = &most
		case buy && is(rest[0], "least"):
			return nil, "what is bought is exact: say the most that is spent, such as most 3000"
		case is(rest[0], "slippage"):
			bps, why := format.ParsePercent(strings.TrimSuffix(rest[1], "%"), mostSlippage)
			if why != "" {
				return nil, "slippage: " + why
			}
			s.Slippage = &bps
		case is(rest[0], "least"):
			least, why := positive(rest[1], s.Dest)
			if why != "" {
				return nil, "least: " + why
			}
			s.Least = &least
		default:
			return nil, rest[0] + afterTokens
		}
	}
	if len(rest) > 0 {
		return nil, rest[0] + afterTokens
	}
	return s, ""
}

// afterTokens follows a word of a sale that is not understood.
const afterTokens = " is not understood: after the tokens comes slippage 0.5% or least AMOUNT"

// slice reads "4" and "5m" of a sale in slices.
func (s *Sale) slice(count, every string) (why string) {
	n, err := strconv.ParseUint(count, 10, 32)
	if err != nil || n < 2 || n > views.MostSlices {
		return fmt.Sprintf("it trades in 2 to %d slices", views.MostSlices)
	}
	pause, ok := views.ReadSlicePause(every)
	if !ok {
		return "between two slices is one of " + views.SlicePauses()
	}
	if s.Value.Less(api.NewAmount(n)) {
		return "a slice would be of nothing"
	}
	s.Slices, s.Every = uint32(n), pause
	return ""
}

// mostSlippage is in basis points.
const mostSlippage = 5_000

// stop reads "1 weth usdc at 2900 least 2800", or "3000 usdc weth at 3200 most 3300" where the pair
// is weth/usdc: prices are the market's, as the form has them.
func (r reader) stop(profit bool, w []string) (Sentence, string) {
	out, rest, why := r.awaits(w)
	if why != "" {
		return nil, why
	}
	out.Profit = profit
	either := !profit && len(rest) == 8 && is(rest[4], "or") && isBound(rest[6])
	if len(rest) != 4 && !either || !is(rest[0], "at", "@") || !isBound(rest[2]) {
		return nil, "say at which price it is to be sold and the worst that you accept: " +
			out.such("at 2900 least 2800", "at 3200 most 3300")
	}
	if why := out.turned(rest[2]); why != "" {
		return nil, why
	}
	out.At, out.Bound = rest[1], rest[3]
	if why := out.reckon(); why != "" || !either {
		return out, why
	}
	if why := out.turned(rest[6]); why != "" {
		return nil, why
	}
	other := out
	other.Profit, other.At, other.Bound = true, rest[5], rest[7]
	if why := other.reckon(); why != "" {
		return nil, why
	}
	if !out.Worth.Less(other.Worth) {
		return nil, "the profit is to be " + out.such("above", "below") + " the stop"
	}
	out.Or = &other
	return out, ""
}

// trail reads "1 weth usdc by 3% least 2800": a share of the price, or so much of it.
func (r reader) trail(w []string) (Sentence, string) {
	out, rest, why := r.awaits(w)
	if why != "" {
		return nil, why
	}
	if len(rest) != 4 || !is(rest[0], "by") || !isBound(rest[2]) {
		return nil, "say by how much it trails and the worst that you accept: " +
			out.such("by 3% least 2800", "by 3% most 3300")
	}
	if why := out.turned(rest[2]); why != "" {
		return nil, why
	}
	out.At, out.Bound, out.Trail.Buys = rest[1], rest[3], !out.Piece.Selling
	if share, percent := strings.CutSuffix(out.At, "%"); percent {
		bps, err := api.ParseUnits(share, 2)
		n, _ := bps.Uint64()
		if err != nil || n == 0 || n >= 10_000 {
			return nil, "it trails by a share such as 3%, above 0% and below 100%"
		}
		out.Trail.Bps = n
	} else if out.Trail.Price, why = positive(out.At, out.Piece.Quote); why != "" {
		return nil, "by: " + why
	}
	if out.Least, why = out.total(out.Bound, api.Up); why != "" {
		return nil, why
	}
	return out, ""
}

// awaits reads what an order sells that waits for a price, and how long.
func (r reader) awaits(w []string) (out Stop, rest []string, why string) {
	w, life, why := r.life(w)
	if why != "" {
		return out, nil, why
	}
	s, rest, why := r.sold(w)
	return Stop{Src: s.Src, Dest: s.Dest, Value: s.Value, Amount: s.Amount, Life: life,
		Piece: r.s.PieceOf(s.Src, s.Dest)}, rest, why
}

// isBound tells whether a word precedes the worst price that is accepted.
func isBound(word string) bool { return is(word, "least", "most") }

// such is the one of two texts that is said of a sale, or of a purchase.
func (s *Stop) such(sale, purchase string) string {
	if s.Piece.Selling {
		return sale
	}
	return purchase
}

// turned says that a bound is of the other direction: prices are typed as the market has them,
// whichever of its tokens is sold.
func (s *Stop) turned(bound string) (why string) {
	if is(bound, s.such("least", "most")) {
		return ""
	}
	return "prices are in " + s.Piece.Unit() + ", as the market has them: " +
		s.such("say the least that a piece brings, such as least 2800",
			"say the most that a piece costs, such as most 3300")
}

// reckon makes totals of the prices that were typed.
func (s *Stop) reckon() (why string) {
	if s.Worth, why = s.total(s.At, api.Down); why != "" {
		return why
	}
	if s.Least, why = s.total(s.Bound, api.Up); why != "" {
		return why
	}
	if !s.Profit && s.Worth.Less(s.Least) {
		return s.such("the least is above the price at which it is sold",
			"the most is below the price at which it is bought") + ": it could not be met"
	}
	return ""
}

// total is what all that is sold brings at a price for one piece.
func (s *Stop) total(text string, round api.Round) (a api.Amount, why string) {
	price, err := api.ParsePrice(text, s.Piece.Base.Decimals, s.Piece.Quote.Decimals)
	if err != nil {
		return a, "the price " + err.Error()
	}
	if !price.Known() || price.Quote.IsZero() {
		return a, "the price must be above zero"
	}
	if a, why = s.Piece.Total(text, s.Value, round); why != "" {
		why = "the price " + why
	}
	return a, why
}

// send reads "5 usdc bob".
func (r reader) send(w []string) (Sentence, string) {
	if len(w) < 2 {
		return nil, "say how much of which token, and to whom"
	}
	token, why := r.Token(w[1])
	if why != "" {
		return nil, why
	}
	value, why := positive(w[0], token)
	if why != "" {
		return nil, why
	}
	name := strings.Join(without(w[2:], "to", "→", "->"), " ") // a label may have several words
	if name == "" {
		return nil, "say to whom: an address, an account or a label"
	}
	to, why := r.s.ResolveAddress(name)
	switch {
	case why != "":
		return nil, name + ": " + why
	case to == common.Address{}:
		return nil, "say to whom"
	}
	return Send{Token: token, Value: value, To: to, Amount: w[0], Name: name,
		Short: r.s.ShortName(to)}, ""
}

// cancel reads "all", or hashes of orders and ids of Delta orders.
func (r reader) cancel(w []string) (Sentence, string) {
	if len(w) == 0 {
		return nil, "say which order, by its hash, or all"
	}
	if is(w[0], "all") {
		if len(w) > 1 {
			return nil, "all are all: nothing comes after it"
		}
		return Cancel{All: true}, ""
	}
	var n named
	for _, text := range w {
		if why := r.order(&n, text); why != "" {
			return nil, why
		}
	}
	if len(n.orders) > 0 && len(n.delta) > 0 {
		return nil, cancelledApart
	}
	return Cancel{Orders: n.orders, Delta: n.delta, Short: n.short}, ""
}

// invalidate reads what names a Delta order.
func (r reader) invalidate(w []string) (Sentence, string) {
	if len(w) != 1 {
		return nil, "say which Delta order, by its id"
	}
	var n named
	if why := r.order(&n, w[0]); why != "" {
		return nil, why
	}
	switch {
	case len(n.delta) == 1:
		return Invalidate{ID: n.delta[0]}, ""
	case len(n.short) == 1 && !strings.HasPrefix(n.short[0], "0x"):
		return Invalidate{Short: n.short[0]}, ""
	}
	return nil, w[0] + " is no Delta order: the book's are ended by cancel"
}

func deltaID(text string) bool {
	return len(text) == idLength && strings.Count(text, "-") == 4
}

const cancelledApart = "orders of the book and Delta orders are cancelled apart: by a " +
	"transaction, and by a signature"

func hash(text string) (h common.Hash, ok bool) {
	err := h.UnmarshalText([]byte(strings.ToLower(text)))
	return h, err == nil && len(text) == hashLength
}

// fill reads "0xORDER" or "0xORDER pay 100 usdc".
func (r reader) fill(w []string) (Sentence, string) {
	if len(w) == 0 {
		return nil, "say which order, by its hash"
	}
	var n named
	if why := r.order(&n, w[0]); why != "" {
		return nil, why
	}
	rest := without(w[1:], "pay", "paying")
	var f Fill
	switch {
	case len(n.delta) > 0:
		return nil, w[0] + " is a Delta order, which agents settle"
	case len(n.short) > 0:
		f.Short = n.short[0]
	default:
		f.Order = n.orders[0]
	}
	switch len(rest) {
	case 0:
		return f, ""
	case 1:
		f.Pay = rest[0]
		return f, ""
	case 2:
		t, why := r.Token(rest[1])
		f.Pay, f.Token = rest[0], t.Address
		return f, why
	}
	return nil, "an order and how much is paid, and nothing more"
}

// approve reads "100 usdc for orders", or to revoke "usdc for orders".
func (r reader) approve(revoke bool, w []string) (Sentence, string) {
	a := Approve{For: ForOrders}
	if len(w) > 2 && is(w[len(w)-2], "for") {
		a.For, w = Purpose(strings.ToLower(w[len(w)-1])), w[:len(w)-2]
	}
	if !is(string(a.For), string(ForOrders), string(ForSwaps), string(ForDelta)) {
		return nil, "an allowance is for orders, swaps or delta"
	}
	var why string
	switch {
	case revoke && len(w) != 1:
		return nil, "say of which token"
	case !revoke && len(w) != 2:
		return nil, "say how much of which token"
	}
	if a.Token, why = r.Token(w[len(w)-1]); why != "" {
		return nil, why
	}
	if a.Token.Address == api.NativeToken {
		return nil, "the coin needs no allowance"
	}
	if a.For.Spender(r.s.Network.Contracts) == (common.Address{}) {
		return nil, "there is no contract for " + string(a.For) + " on this network"
	}
	if !revoke {
		a.Amount = w[0]
		if a.Value, why = positive(a.Amount, a.Token); why != "" {
			return nil, why
		}
	}
	return a, ""
}

// wrap reads an amount of the coin.
func (r reader) wrap(back bool, w []string) (Sentence, string) {
	if len(w) == 0 || len(w) > 2 {
		return nil, "say how much"
	}
	coin, ok := r.s.Token(api.NativeToken)
	if !ok {
		return nil, "the network's coin is not known"
	}
	if want := coin.Symbol; len(w) == 2 && !is(w[1], want, "w"+want) {
		return nil, "only " + want + " can be wrapped"
	}
	value, why := positive(w[0], coin)
	if why != "" {
		return nil, why
	}
	return Wrap{back, value, views.Symbol(coin), w[0]}, ""
}

// replace reads "0xTRANSACTION" or "0xTRANSACTION with nothing".
func (r reader) replace(w []string) (Sentence, string) {
	if len(w) == 0 {
		return nil, "say which transaction, by its hash"
	}
	h, ok := hash(w[0])
	if short := strings.ToLower(w[0]); !ok && isBeginning(short) && short[1] == 'x' {
		var sent []string
		for _, e := range r.s.UnderWay.List() {
			if e.Kind == views.SentTransaction && !e.Ended {
				sent = append(sent, e.Hash.Hex())
			}
		}
		text, err := begins(short, "nothing that is under way", sent)
		if err != nil {
			return nil, err.Error()
		}
		h, ok = hash(text)
	}
	if !ok {
		return nil, w[0] + " is no transaction: 0x and 64 digits, or at least the first 6"
	}
	rest := without(w[1:], "with")
	if len(rest) > 1 || len(rest) == 1 && !is(rest[0], "nothing") {
		return nil, "with nothing undoes it, and without that it is sped up"
	}
	return Replace{h, len(rest) == 1}, ""
}

// nft reads "sell CARS 7 for 50 usdc" or "bid 40 usdc for CARS 7".
func (r reader) nft(w []string) (Sentence, string) {
	if len(w) < 2 || !is(w[0], "sell", "bid") {
		return nil, "say sell COLLECTION ID for AMOUNT TOKEN, or bid AMOUNT TOKEN for COLLECTION ID"
	}
	n := NFT{Bid: is(w[0], "bid")}
	var item, price []string
	for i, word := range w {
		if is(word, "for") {
			if item, price = w[1:i], w[i+1:]; n.Bid {
				item, price = price, item
			}
		}
	}
	if len(item) < 2 || len(item) > 3 || len(price) != 2 {
		return nil, "an NFT is a collection and a number, a price an amount and a token"
	}
	collection, ok := r.collection(item[0])
	if !ok {
		return nil, "there is no collection " + item[0]
	}
	id, err := api.ParseAmount(strings.TrimPrefix(item[1], "#"))
	if err != nil {
		return nil, "the number " + err.Error()
	}
	n.Item = api.Asset{Kind: collection.Kind, Address: collection.Address, ID: id}
	n.Count, n.Name = api.NewAmount(1), views.Symbol(collection)+" #"+id.String()
	if len(item) == 3 {
		n.Count, err = api.ParseAmount(strings.TrimPrefix(strings.ToLower(item[2]), "x"))
		if err != nil || n.Count.IsZero() || collection.Kind == api.ERC721 &&
			n.Count != api.NewAmount(1) {
			return nil, "how many is written as x3, for collections with several of a number"
		}
		n.Name += " x" + n.Count.String()
	}
	var why string
	if n.Token, why = r.Token(price[1]); why != "" {
		return nil, why
	}
	if n.Token.Address == api.NativeToken {
		return nil, "orders are paid in tokens, not in the coin: name its wrapped token"
	}
	n.Price = price[0]
	n.Value, why = positive(n.Price, n.Token)
	return n, why
}

// collection reads a collection of NFTs: its symbol, its name without blanks, or its address.
func (r reader) collection(text string) (t api.Token, ok bool) {
	for _, t := range r.s.Tokens() {
		name := strings.ReplaceAll(t.Name, " ", "")
		if t.Kind != api.ERC20 && is(text, t.Symbol, name, t.Address.Hex()) {
			return t, true
		}
	}
	return t, false
}

// book reads a pair.
func (r reader) book(w []string) (Sentence, string) {
	l := Look{At: Book, Base: r.s.Market.Base, Quote: r.s.Market.Quote}
	if len(w) > 1 {
		return nil, "name a pair, such as weth/usdc"
	}
	var why string
	if len(w) == 1 {
		if l.Base, l.Quote, why = r.Pair(w[0]); why != "" {
			return nil, why
		}
	}
	if l.Base.Address == l.Quote.Address {
		return nil, "no pair is chosen: name one, such as weth/usdc"
	}
	return l, ""
}

// quote reads "2 weth usdc".
func (r reader) quote(w []string) (Sentence, string) {
	s, rest, why := r.sold(w)
	if why == "" && len(rest) > 0 {
		why = "an amount and two tokens, and nothing more"
	}
	if why != "" {
		return nil, why
	}
	return Look{At: Quote, Sale: s}, ""
}

// set reads a setting; without a value it asks for it.
func (r reader) set(what Setting, w []string) (Sentence, string) {
	s, why := Set{What: what, To: strings.Join(w, " ")}, ""
	if len(w) == 0 {
		return s, ""
	}
	switch what {
	case Cap:
		_, why = views.ReadOrderCap(s.To)
	case Undo:
		_, why = views.ReadRest(s.To)
	case Loss:
		_, why = views.ReadLossLimit(s.To)
	}
	if why != "" {
		why = string(what) + ": " + why
	}
	return s, why
}

// carry reads the number of what was prepared, and the sentence that it is.
func (r reader) carry(w []string) (Sentence, string) {
	p, why := r.waiting(w)
	if why == "" {
		why = p.Fits(r.s)
	}
	if why != "" {
		return nil, why
	}
	v, sentence, why, ok := r.read(r.s, p.Sentence)
	switch {
	case !ok || !v.Moves || v.Name == "carry":
		return nil, "what was prepared cannot be understood: " + p.Sentence
	case why != "":
		return nil, p.Sentence + ": " + why
	}
	return Carry{Prepared: p, Sentence: sentence}, ""
}

// drop reads the number of what was prepared.
func (r reader) drop(w []string) (Sentence, string) {
	p, why := r.waiting(w)
	return Drop{p}, why
}

func (r reader) waiting(w []string) (p views.Prepared, why string) {
	if len(w) != 1 {
		return p, "say which, by its number; prepared lists them"
	}
	id, err := strconv.Atoi(w[0])
	if err != nil {
		return p, w[0] + " is no number of what was prepared"
	}
	if p, err = r.s.Tray.Get(id); err != nil {
		return p, err.Error()
	}
	return p, ""
}
