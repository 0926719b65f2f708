package describe

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Kind is the kind of a call, in words.
type Kind string

// The kinds of calls that somebody can wish for. Others have words, but nobody asks for them.
const (
	Send    Kind = "a sending"
	Approve Kind = "an approval"
	Fill    Kind = "a fill"
	Cancel  Kind = "a cancellation"
	Swap    Kind = "a swap"
	Wrap    Kind = "a wrapping"
	Unwrap  Kind = "an unwrapping"
	Claim   Kind = "a claim of fees"
	// CancelDelta is typed data that ends Delta orders.
	CancelDelta Kind = "a cancellation of Delta orders"
	Nothing     Kind = "nothing but the use of a nonce"
	Again       Kind = "the same once more"
	unreadable  Kind = "a call that nobody can read"
)

// Sum is an amount of an asset, in raw units.
type Sum struct {
	Asset  api.Asset
	Amount api.Amount
}

// Act is what a transaction does, as its words say it. Writing the words fills it, so that what is
// compared with a wish is what a person reads.
type Act struct {
	Kind    Kind
	Pays    []Sum           // at most
	Gets    []Sum           // at least
	From    *common.Address // whose tokens a call names, nil where it names nobody
	To      common.Address  // who gets what is sent or bought; zero where nothing is
	Spender common.Address  // who may move what is allowed
	Allows  api.Amount
	Allowed common.Address   // the token that may be moved, zero where a collection or nothing is
	Orders  []common.Hash    // that are filled or cancelled
	Prices  []api.Price      // of those that are filled: what is paid for what is got
	Nonces  []api.Amount     // of Delta orders, that are used up
	Tokens  []common.Address // whose fees are taken out
	Permit  []byte           // that the call carries
	// Stray is that the contract that is called is not the one that its method is known of.
	Stray bool
	// Quoted is what a better price is counted from: of what is bought where the input is exact,
	// else of what is sold; nil where none is.
	Quoted  *api.Amount
	Partner Partner
}

// Partner is who takes a part of a swap.
type Partner struct {
	Address common.Address
	Bps     uint64 // of what is swapped
	Gains   bool   // a part of what is better than quoted
	// Uncapped lets the exchange keep all that is better, not 1 % at most.
	Uncapped bool
}

// Wish is what somebody wants of a transaction, stated before it is asked for. Whoever prepares it
// may be anybody; see Against. The zero Wish is met by nothing.
type Wish struct {
	Kind Kind
	At   []common.Address // one of them is called, or gets the coins
	// Pays is what is paid at most, and Least of the same asset the least of it; nothing is paid
	// where there is none.
	Pays  []Sum
	Least api.Amount
	// All is the least of what is paid where all of an order is wanted that is left.
	All     api.Amount
	Gets    []Sum      // at least
	Rate    *api.Price // of what is got for what is paid, at least; nil is any
	To      common.Address
	Spender common.Address
	Allows  api.Amount
	// Orders may be filled, no others; and all of them are cancelled.
	Orders  []common.Hash
	Nonces  []api.Amount // are used up, all of them and no others
	Tokens  []common.Address
	Permit  []byte
	Quoted  *api.Amount
	Selling bool // of a swap: the input is exact
	Partner Partner
	Nonce   *uint64          // nil is any
	Same    *api.Transaction // what it must do again, to the byte; the rest is not looked at then
}

// Words are what a transaction that is not made yet will pay at most and bring at least.
func (w Wish) Words(known Context) []Line {
	d := describer{known: known}
	for _, s := range w.Pays {
		d.give("Pay at most", s.Amount, s.Asset)
	}
	for _, s := range w.gets(w.Pays) {
		d.get("Get at least", s.Amount, s.Asset)
	}
	return d.Essence
}

// gets is the least that has to come for what is paid.
func (w Wish) gets(pays []Sum) []Sum {
	list := slices.Clone(w.Gets)
	if w.Rate == nil || len(pays) == 0 || !w.Rate.Known() {
		return list
	}
	for i, s := range list {
		list[i].Amount = s.Amount.Max(pays[0].Amount.MulDiv(w.Rate.Quote, w.Rate.Base))
	}
	return list
}

// Against compares a transaction's words with what was wished for. Each difference blocks it, with
// both values.
func (w Description) Against(wish Wish, t api.Transaction, known Context) Description {
	w.Checks = slices.Clone(w.Checks)
	if wish.Kind == Again && wish.Same == nil {
		w.Checks = append(w.Checks, Check{Level: Danger, Word: "again", Text: "this console did " +
			"not send what it takes the place of: read what it does"})
	}
	for _, text := range wish.differences(w.Act, t, known) {
		w.Checks = append(w.Checks, Check{Level: Block, Text: "it is not what was asked for: " +
			text})
	}
	return w
}

// differences say in what an act is another one than was wished for.
func (wish Wish) differences(is Act, t api.Transaction, k Context) (list []string) {
	differ := func(what, asked, got string) {
		list = append(list, what+" is "+got+", not "+asked)
	}
	if wish.Nonce != nil && *wish.Nonce != t.Nonce {
		differ("its nonce", fmt.Sprint(*wish.Nonce), fmt.Sprint(t.Nonce))
	}
	if same := wish.Same; same != nil {
		if t.To != same.To || t.Value != same.Value || string(t.Data) != string(same.Data) {
			list = append(list, "it does something else than the one in whose place it is sent")
		}
		return list
	}
	if wish.Kind == Again {
		return list
	}
	if wish.Kind == "" {
		return append(list, "nobody has said what for")
	}
	// a route over limit orders alone fills them
	if is.Kind != wish.Kind && (wish.Kind != Swap || is.Kind != Fill) {
		differ("it", string(wish.Kind), kindOr(is.Kind))
		return list // nothing else can be compared
	}
	if !slices.Contains(wish.At, t.To) {
		differ("what is called", k.parties(wish.At), k.party(t.To))
	} else if is.Stray && (wish.Kind == Fill || wish.Kind == Swap) {
		list = append(list, "what is called is "+k.party(t.To)+", not the contract of its method")
	}
	party := func(what string, asked, got common.Address) {
		if asked != got {
			differ(what, k.party(asked), k.party(got))
		}
	}
	party("the receiver", wish.To, is.To)
	party("the spender", wish.Spender, is.Spender)
	party("the partner", wish.Partner.Address, is.Partner.Address)
	if is.From != nil {
		party("who pays", k.Signer, *is.From)
	}
	if wish.Allows != is.Allows {
		differ("what it allows", wish.Allows.String(), is.Allows.String())
	}
	list = append(list, wish.sums(is, t, k)...)
	if wish.Kind == Swap {
		list = append(list, wish.terms(is)...)
	}
	list = append(list, wish.named(is)...)
	if string(wish.Permit) != string(is.Permit) {
		list = append(list, "it carries another permit")
	}
	return list
}

// sums compares what is paid and got.
func (wish Wish) sums(is Act, t api.Transaction, k Context) (list []string) {
	quantity := func(s Sum, r api.Round) string { return k.quantity(s.Amount, s.Asset, r) }
	value := api.Amount{}
	for _, paid := range is.Pays {
		if paid.Asset.Address == api.NativeToken {
			value = value.Add(paid.Amount)
		}
		i := slices.IndexFunc(wish.Pays, func(s Sum) bool { return s.Asset == paid.Asset })
		switch {
		case i < 0:
			list = append(list, "it pays "+quantity(paid, api.Up)+", which was not asked for")
		case wish.Pays[i].Amount.Less(paid.Amount):
			list = append(list, "it pays up to "+quantity(paid, api.Up)+", not "+
				quantity(wish.Pays[i], api.Up))
		case paid.Amount.Less(wish.Least.Max(wish.All)):
			list = append(list, "it pays "+quantity(paid, api.Up)+" only, not "+
				k.quantity(wish.Least.Max(wish.All), paid.Asset, api.Up))
		}
	}
	if len(is.Pays) != len(wish.Pays) {
		list = append(list, fmt.Sprintf("it pays %d assets, not %d", len(is.Pays),
			len(wish.Pays)))
	}
	if t.Value != value {
		list = append(list, "it sends "+k.exact(t.Value, api.NativeToken)+", and needs "+
			k.exact(value, api.NativeToken))
	}
	for _, want := range wish.gets(is.Pays) {
		i := slices.IndexFunc(is.Gets, func(s Sum) bool { return s.Asset == want.Asset })
		switch {
		case i < 0:
			list = append(list, "it gets no "+k.nameOf(want.Asset))
		case is.Gets[i].Amount.Less(want.Amount):
			list = append(list, "it gets at least "+quantity(is.Gets[i], api.Down)+", not "+
				quantity(want, api.Down))
		}
	}
	return list
}

// terms compares what a swap's better price is counted from, and who takes a part.
func (wish Wish) terms(is Act) (list []string) {
	if q := is.Quoted; q != nil && wish.Quoted != nil &&
		(wish.Selling && q.Less(*wish.Quoted) || !wish.Selling && wish.Quoted.Less(*q)) {
		list = append(list, fmt.Sprintf("a better price is counted from %s raw units, not from "+
			"the %s that were quoted", *q, *wish.Quoted))
	}
	if is.Partner.Bps != wish.Partner.Bps {
		list = append(list, "a partner's fee is "+api.Percent(int64(is.Partner.Bps))+", not "+
			api.Percent(int64(wish.Partner.Bps)))
	}
	if is.Partner.Gains && !wish.Partner.Gains {
		list = append(list, "a partner takes a part of a better price, which was not asked for")
	}
	if is.Partner.Uncapped && !wish.Partner.Uncapped {
		list = append(list, "the exchange keeps all of a better price, not up to 1.00%")
	}
	return list
}

// named compares orders and tokens that are named: fills may leave orders out, cancellations and
// claims name all.
func (wish Wish) named(is Act) (list []string) {
	for _, hash := range is.Orders {
		if wish.Kind != Swap && !slices.Contains(wish.Orders, hash) {
			list = append(list, "it is about order "+hash.Hex()+", which was not asked for")
		}
	}
	for _, hash := range wish.Orders {
		if wish.Kind == Cancel && !slices.Contains(is.Orders, hash) {
			list = append(list, "it leaves order "+hash.Hex()+" out")
		}
	}
	if wish.Kind == Fill && len(is.Orders) == 0 {
		list = append(list, "it names no order")
	}
	if !slices.Equal(wish.Nonces, is.Nonces) {
		list = append(list, "it uses up the nonces "+fmt.Sprint(is.Nonces)+" of Delta orders, not "+
			fmt.Sprint(wish.Nonces))
	}
	for _, token := range wish.Tokens {
		if !slices.Contains(is.Tokens, token) {
			list = append(list, "it leaves token "+token.Hex()+" out")
		}
	}
	return list
}

func kindOr(k Kind) string {
	if k == "" {
		return string(unreadable)
	}
	return string(k)
}

// nameOf is what an asset is called.
func (k Context) nameOf(a api.Asset) string {
	if t, ok := k.token(a.Address); ok {
		return t.symbol()
	}
	return "token " + a.Address.Hex()
}

// parties are addresses with what they are known as.
func (k Context) parties(list []common.Address) (text string) {
	for i, a := range list {
		if i > 0 {
			text += " or "
		}
		text += k.party(a)
	}
	return text
}
