package describe

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Level is how much care a line or check asks for.
type Level int

// The levels, in rising order.
const (
	Plain  Level = iota // nothing to say
	OK                  // looked at and right
	Warn                // worth a thought
	Danger              // may cost everything: asks for a typed word
	Block               // must not be signed
)

// Description is what a person reads before signing, computed from exactly the bytes that are
// signed.
type Description struct {
	Title       string // what it is: "Limit order"
	Transaction bool   // a transaction, which acts at once; else typed data
	Lead        string // one sentence: what signing does
	Essence     []Line // the words: what is given, what is got, to whom, until when
	Domain      []Line // where it is valid: domain, chain and contract, or chain, contract and gas
	Fields      []Line // every field with its raw value and what it means
	Checks      []Check
	Hash        common.Hash // what the key signs, to be compared with a second device
	Exchange    *Exchange   // nil where it is not one asset for another
	Act         Act         // what the words say, to be compared with what was wished for
}

// Exchange is an order, or a fill of some, as one asset paid for another, both as the words have
// them: whoever knows how the pair is quoted can say its side and price.
type Exchange struct {
	Pays, Gets           api.Amount
	PaysAsset, GetsAsset api.Asset
	Rests                bool // it is an order that waits for a taker
	AtWorst              bool // the amounts may turn out better
	// InTurn is what they are where no order fails: each is taken in turn.
	InTurn struct{ Pays, Gets api.Amount }
}

// Line is one labelled value.
type Line struct {
	Label string
	Value string // in words
	Raw   string // the exact integer or bytes behind it, where Value does not show them
	Level Level
	Note  string
}

// Check is one thing that was looked at.
type Check struct {
	Level Level
	Text  string
	Word  string // for Danger: the word to type; "" is "sign"
}

// Level returns the highest level of the checks.
func (w Description) Level() Level {
	worst := Plain
	for _, c := range w.Checks {
		worst = max(worst, c.Level)
	}
	return worst
}

// Word returns the word that must be typed before signing, "" where none is.
func (w Description) Word() string {
	for _, c := range w.Checks {
		if c.Level != Danger {
			continue
		}
		if c.Word != "" {
			return c.Word
		}
		return "sign"
	}
	return ""
}

// Blocked returns why it must not be signed, "" where nothing speaks against it.
func (w Description) Blocked() string {
	for _, c := range w.Checks {
		if c.Level == Block {
			return c.Text
		}
	}
	return ""
}

// describer gathers Description.
type describer struct {
	Description
	known Context
}

func (d *describer) add(label, value string) *Line {
	d.Essence = append(d.Essence, Line{Label: label, Value: value})
	return &d.Essence[len(d.Essence)-1]
}

func (d *describer) check(level Level, text string) {
	d.Checks = append(d.Checks, Check{Level: level, Text: text})
}

func (d *describer) danger(word, text string) {
	d.Checks = append(d.Checks, Check{Level: Danger, Text: text, Word: word})
}

// knownAs says that an address was looked at and is what it should be, or who alone tells so. What
// is not proven is not known.
func (d *describer) knownAs(a common.Address, text string) {
	if why := d.known.Doubts[a]; why != "" {
		name, _ := d.known.name(a)
		d.danger("unproven", strings.TrimSpace(name+" "+a.Hex())+" is not proven: "+
			printableUpTo(why, 240))
		return
	}
	if host := d.known.toldBy(a); host != "" {
		d.check(Warn, text+", told by "+host+": it is not known here")
		return
	}
	d.check(OK, text)
}

// give says what leaves the account, rounded up; with all its digits where the label says exactly.
func (d *describer) give(label string, amount api.Amount, asset api.Asset) *Line {
	d.Act.Pays = append(d.Act.Pays, Sum{asset, amount})
	return d.amount(label, amount, asset, api.Up)
}

// get says what comes, rounded down; with all its digits where the label says exactly.
func (d *describer) get(label string, amount api.Amount, asset api.Asset) *Line {
	d.Act.Gets = append(d.Act.Gets, Sum{asset, amount})
	return d.amount(label, amount, asset, api.Down)
}

func (d *describer) amount(label string, amount api.Amount, asset api.Asset, r api.Round) *Line {
	l := d.add(label, d.known.quantity(amount, asset, r))
	l.Raw = amount.String()
	t, listed := d.known.token(asset.Address)
	if listed && asset.Kind == api.ERC20 && strings.HasSuffix(label, "exactly") {
		l.Value = trim(amount.Format(t.Decimals, t.Decimals, r)) + " " + t.symbol()
	}
	// the two move by the same call, which takes an amount for an id
	if listed && (t.Kind == api.ERC20) != (asset.Kind == api.ERC20) {
		d.check(Block, t.symbol()+" is counted as "+t.Kind.String()+", not as "+
			asset.Kind.String())
	}
	switch host := d.known.toldBy(asset.Address); {
	case !listed:
		l.Level, l.Note = Danger, "not a listed token"
		d.danger("unlisted", "token "+asset.Address.Hex()+" is not listed: anyone can make a "+
			"token with any name")
	case d.known.Added[asset.Address]:
		l.Level, l.Note = Warn, "added by you"
		d.check(Warn, t.symbol()+" is a token that you added: nobody lists it")
	case t.ToldBy != "":
		l.Level, l.Note = Danger, "told by "+host
		d.told(t, host, asset)
	case d.known.Network.ToldBy != "" && r == api.Up && large(amount, t):
		d.danger("unchecked", "that is much to give on a network that only "+printableHost(
			d.known.Network.ToldBy)+" tells of")
	case t.TransferTax > 0:
		l.Level, l.Note = Warn, "taxed"
		d.check(Warn, t.symbol()+" keeps "+api.Percent(
			int64(t.TransferTax))+" of every transfer: less arrives than is sent")
	}
	if amount.IsZero() {
		l.Level = Danger
	}
	return l
}

// exchange notes what is paid for what.
func (d *describer) exchange(pays api.Amount, paysAsset api.Asset, gets api.Amount,
	getsAsset api.Asset) *Exchange {
	d.Exchange = &Exchange{Pays: pays, Gets: gets, PaysAsset: paysAsset, GetsAsset: getsAsset}
	d.Exchange.InTurn.Pays, d.Exchange.InTurn.Gets = pays, gets
	return d.Exchange
}

// told says what is not known of a token that only a host tells of. Without its decimals nobody can
// say how much an amount is, so that each counts as a large one.
func (d *describer) told(t token, host string, asset api.Asset) {
	if asset.Kind != api.ERC20 {
		d.check(Warn, "the collection "+t.symbol()+" is told by "+host+": it is not known here")
		return
	}
	d.danger("unchecked", fmt.Sprintf("only %s tells that %s has %d decimals: compare the raw "+
		"amount with what you mean", host, t.symbol(), t.Decimals))
	own, _, _ := strings.Cut(t.Symbol, "!") // what follows is what the console sets it apart by
	for _, other := range d.known.Tokens {
		if other.ToldBy != "" || other.Address == t.Address || other.Kind != api.ERC20 {
			continue
		}
		switch {
		case strings.EqualFold(other.Symbol, own):
			d.danger("unchecked", "it is not the "+printable(own)+" that is known here, which is "+
				other.Address.Hex())
		case api.Looks(other.Symbol) == api.Looks(own):
			d.danger("unchecked", printable(own)+" looks like "+printable(other.Symbol)+
				", and is not the one that is known here, which is "+other.Address.Hex())
		}
	}
}

// Amounts from which giving something on a network that is not known here takes a typed word, in
// whole tokens.
const (
	largeCoins  = 1
	largeTokens = 1000
)

func large(amount api.Amount, t token) bool {
	most := uint64(largeTokens)
	if t.Address == api.NativeToken {
		most = largeCoins
	}
	limit, err := api.ParseUnits(fmt.Sprint(most), t.Decimals)
	return t.Kind == api.ERC20 && err == nil && !amount.Less(limit)
}

// until says when something ends that must not have ended yet.
func (d *describer) until(label string, seconds api.Amount) {
	l := d.add(label, d.known.when(seconds))
	if endless(seconds) {
		l.Level = Warn
		d.check(Warn, "it never expires: only cancelling it on chain ends it")
	}
	at, small := seconds.Uint64()
	switch over, by := d.known.expired(at); {
	case !small || !over:
		return
	case by != "":
		d.check(Block, "it has expired already"+by)
	default:
		d.check(Block, "it has expired already: make it again with a later time")
	}
	l.Level = Block
}

// expiry is until for the fields whose zero means never.
func (d *describer) expiry(label string, seconds api.Amount) {
	if !seconds.IsZero() {
		d.until(label, seconds)
		return
	}
	d.add(label, never).Level = Warn
	d.check(Warn, "it never expires: only cancelling it on chain ends it")
}

// allowanceEnd is until for an allowance of Permit2, whose zero means the end of the block it is
// given in.
func (d *describer) allowanceEnd(seconds api.Amount) {
	if !seconds.IsZero() {
		d.until("Allowance ends", seconds)
		return
	}
	d.add("Allowance ends", "with the block it is given in")
}

// requireSigner checks that the field naming who signs names the account that is asked to.
func (d *describer) requireSigner(role string, who common.Address) {
	if who == d.known.Signer {
		d.check(OK, "you are the "+role)
		return
	}
	d.check(Block, "the "+role+" is "+who.Hex()+", not the account that would sign: the "+
		"signature would be worthless")
}

// yourself says that something comes to the account that signs.
func (d *describer) yourself(label string) {
	d.Act.To = d.known.Signer
	d.add(label, "your own account "+d.known.Accounts[d.known.Signer]).Note = d.known.Signer.Hex()
}

// requireChain says which chain it is for and checks that it is the session's.
func (d *describer) requireChain(chainID uint64) {
	l := Line{Label: "chain", Value: d.known.chain(chainID), Level: OK, Note: "same as session"}
	host := printableHost(d.known.Network.ToldBy)
	if chainID != d.known.ChainID {
		l.Level, l.Note = Block, "the session is on "+d.known.chain(d.known.ChainID)
		d.check(Block, "it is for "+d.known.chain(
			chainID)+" while this session is on "+d.known.chain(d.known.ChainID))
	} else if host != "" {
		l.Level, l.Note = Warn, "same as session, told by "+host
		d.check(Warn, "chain "+d.known.chain(chainID)+", told by "+host+": it is not known here")
	} else {
		d.check(OK, "chain "+d.known.chain(chainID))
	}
	d.Domain = append(d.Domain, l)
}
