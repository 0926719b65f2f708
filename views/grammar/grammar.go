package grammar

import (
	"strings"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/ui/near"
	"bourse/views"
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
