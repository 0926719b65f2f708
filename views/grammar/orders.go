package grammar

import (
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

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

// invalidate reads what names a Delta order: its id, its hash, or the beginning of either.
func (r reader) invalidate(w []string) (Sentence, string) {
	if len(w) != 1 {
		return nil, "say which Delta order, by its id or its hash"
	}
	var n named
	if why := r.order(&n, w[0]); why != "" {
		return nil, why
	}
	switch {
	case len(n.delta) == 1:
		return Invalidate{ID: n.delta[0]}, ""
	case len(n.orders) == 1:
		return Invalidate{Short: n.orders[0].Hex()}, ""
	}
	return Invalidate{Short: n.short[0]}, ""
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
