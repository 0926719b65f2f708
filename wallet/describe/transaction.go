package describe

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"reflect"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
)

// Transaction returns a transaction in words, decoded from its calldata.
func Transaction(t api.Transaction, known Context) Description {
	d := &describer{known: known}
	d.Transaction, d.Hash = true, wallet.SigningHash(t)
	d.Lead = "You are about to SIGN and SEND a transaction. It acts at once and cannot be taken " +
		"back."
	d.requireChain(t.ChainID)
	d.called(t)
	d.gas(t)
	d.requireSigner("sender", t.From)
	return d.Description
}

// called says what is called, and everything about it.
func (d *describer) called(t api.Transaction) {
	to := Line{Label: "to", Value: t.To.Hex(), Level: Danger, Note: "not known here"}
	if n, ok := d.known.name(t.To); ok {
		to.Level, to.Note = d.known.level(t.To), n
	}
	d.Domain = append(d.Domain, to)
	d.Fields = append(d.Fields, Line{
		Label: "value", Value: t.Value.String(), Note: d.known.exact(t.Value, api.NativeToken)})
	if len(t.Data) == 0 {
		d.sendCoin(t)
		return
	}
	c, entry, ok := d.known.decodeCall(t.To, t.Data)
	if !ok {
		d.unknownCall(t)
		return
	}
	c.value = t.Value
	d.Fields = append(d.Fields, Line{
		Label: "method", Value: entry.method.Sig, Note: "0x" + hex.EncodeToString(entry.method.ID)})
	d.arguments("", entry.method.Inputs, c.args)
	entry.describe(d, c)
	if d.known.isAt(entry.where, t.To) {
		d.knownAs(t.To, "known contract")
	} else {
		d.Act.Stray = true
		d.danger("unknown", "contract "+t.To.Hex()+" is not one this program knows "+
			"for "+entry.method.Name+": it may do anything")
	}
	if !t.Value.IsZero() && !entry.method.IsPayable() {
		d.check(Block, "it sends "+d.known.exact(
			t.Value, api.NativeToken)+" to a method that takes none: it would fail")
	}
}

func (d *describer) sendCoin(t api.Transaction) {
	if t.Value.IsZero() && t.To == t.From {
		d.Title, d.Act.Kind = "Nothing but a nonce", Nothing
		d.add("Does", fmt.Sprintf("nothing: it uses up nonce %d, so that no other transaction "+
			"with it can be mined", t.Nonce))
		return
	}
	d.Title, d.Act.Kind = "Send "+printable(d.known.Network.Symbol), Send
	d.give("Send exactly", t.Value, api.Asset{Address: api.NativeToken})
	d.receiver("To", t.To)
}

// unknownCall says loudly that nobody here knows what would happen.
func (d *describer) unknownCall(t api.Transaction) {
	d.Title, d.Act.Kind = "UNKNOWN contract call", unreadable
	l := d.add("Does", "UNKNOWN: this program cannot read the call, so it may do anything with "+
		"what you have allowed")
	l.Level = Danger
	if !t.Value.IsZero() {
		d.give("Send exactly", t.Value, api.Asset{Address: api.NativeToken})
	}
	d.add("Contract", d.party(t.To))
	selector := hex.EncodeToString(t.Data[:min(4, len(t.Data))])
	d.danger("unknown", "the call 0x"+selector+" is not one this program can put in words")
	d.Fields = append(d.Fields, Line{
		Label: "data", Value: "0x" + hex.EncodeToString(t.Data),
		Note: fmt.Sprintf("%d bytes", len(t.Data))})
}

func (d *describer) gas(t api.Transaction) {
	fee, coin := t.MaxFee(), printable(d.known.Network.Symbol)
	l1 := ""
	if !t.L1Fee.IsZero() {
		l1 = ", and " + round(t.L1Fee, 18, api.Up) + " " + coin + " for the chain below"
	}
	word := ""
	if t.ToldBy != "" {
		word = printable(api.ByWord(t.ToldBy))
	}
	d.Domain = append(d.Domain, Line{
		Label: "max fee", Value: round(fee, 18, api.Up) + " " + coin, Raw: fee.String(),
		Note: fmt.Sprintf("gas limit %d at %s gwei%s, simulated %d in block %d%s", t.Gas,
			t.GasPrice.Units(9), l1, t.GasUsed, t.Block, word)})
	if !t.BaseFee.IsZero() {
		likely := t.LikelyFee()
		d.Domain = append(d.Domain, Line{
			Label: "likely fee", Value: round(likely, 18, api.Up) + " " + coin,
			Raw: likely.String(),
			Note: fmt.Sprintf("gas %d at a base fee of %s and a tip of %s gwei%s", t.GasUsed,
				t.BaseFee.Units(9), t.Tip.Units(9), l1)})
	}
	const least = 21_000 // that every transaction takes
	limit, used := api.NewAmount(t.Gas).Format(0, 0, api.Down),
		api.NewAmount(t.GasUsed).Format(0, 0, api.Up)
	switch {
	case t.Gas < t.GasUsed:
		d.check(Block, "its gas limit of "+limit+" is less than the "+used+
			" that its simulation used: it would fail, and cost its gas")
	case t.GasUsed > 0 && t.Gas/2 > t.GasUsed:
		d.check(Warn, "its gas limit of "+limit+" is more than twice the "+used+
			" that its simulation used")
	case t.Gas > 0 && t.Gas < least:
		d.check(Block, "its gas limit of "+limit+" is less than any transaction takes")
	}
	if t.Delegate != nil {
		d.check(Warn, "the account has named "+t.Delegate.Hex()+" as its delegate, whose code "+
			"runs as the account's own (EIP-7702)")
	}
	if large(fee, token{d.known.native()}) {
		d.danger("fee", "the fee may be "+round(fee, 18, api.Up)+" "+
			printable(d.known.Network.Symbol)+": who prepared it asks far more than gas costs")
	}
	d.Fields = append(d.Fields,
		Line{Label: "from", Value: t.From.Hex()}, Line{Label: "nonce", Value: fmt.Sprint(t.Nonce)},
		Line{Label: "gas", Value: fmt.Sprint(t.Gas)})
	price := func(label string, wei api.Amount) {
		d.Fields = append(d.Fields,
			Line{Label: label, Value: wei.String(), Note: wei.Units(9) + " gwei"})
	}
	if t.BaseFee.IsZero() {
		price("gasPrice", t.GasPrice)
		return
	}
	price("maxFeePerGas", t.GasPrice)
	price("maxPriorityFeePerGas", t.Tip)
}

// receiver says where something goes.
func (d *describer) receiver(label string, to common.Address) {
	d.Act.To = to
	l := d.add(label, d.party(to))
	switch {
	case to == common.Address{}:
		l.Level = Block
		d.check(Block, "it goes to the zero address, where it is lost")
	case d.known.own(to):
	case d.known.Contacts[to] != "":
		l.Level = OK
		d.check(OK, "it goes to "+printable(d.known.Contacts[to])+" in your address book")
	default:
		l.Level, l.Note = Danger, "not your account"
		d.danger("stranger", "it goes to "+to.Hex()+", which is not your account")
	}
}

// arguments lists decoded arguments as they are signed.
func (d *describer) arguments(prefix string, inputs abi.Arguments, args []any) {
	for i, in := range inputs {
		name := in.Name
		if name == "" {
			name = fmt.Sprint(i)
		}
		d.argument(prefix+name, in.Type, args[i])
	}
}

func (d *describer) argument(name string, typ abi.Type, arg any) {
	v := reflect.ValueOf(arg)
	switch typ.T {
	case abi.TupleTy:
		for i, elem := range typ.TupleElems {
			d.argument(name+"."+typ.TupleRawNames[i], *elem, v.Field(i).Interface())
		}
		return
	case abi.SliceTy, abi.ArrayTy:
		for i := range v.Len() {
			d.argument(fmt.Sprintf("%s[%d]", name, i), *typ.Elem, v.Index(i).Interface())
		}
		return
	}
	l := Line{Label: name}
	switch a := arg.(type) {
	case common.Address:
		l.Value = a.Hex()
		l.Note, l.Level = d.nameLine(a)
	case []byte:
		l.Value = "0x" + hex.EncodeToString(a)
	case [32]byte:
		l.Value = common.Hash(a).Hex()
	case *big.Int:
		l.Value = a.String()
	default:
		l.Value = fmt.Sprint(a)
	}
	d.Fields = append(d.Fields, l)
}
