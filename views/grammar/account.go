package grammar

import (
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

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
