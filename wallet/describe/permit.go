package describe

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

const permitLead = "You are about to SIGN a permit. No transaction is sent, but whoever holds " +
	"the signature can use it until it ends."

// unlimited is from where an allowance counts as without limit: tokens never have this many units,
// and an allowance of 2^256−1 or 2^160−1 that was partly used still does.
var unlimited = func() api.Amount {
	b := [32]byte{15: 0x80} // 2^135
	return api.AmountFromBytes32(b)
}()

// spend says who may move how much of a token.
func (d *describer) spend(spender common.Address, amount api.Amount, token common.Address) {
	asset := api.Asset{Address: token}
	d.Act.Kind, d.Act.Spender, d.Act.Allows = Approve, spender, amount
	d.Act.Allowed = token
	l := d.add("Spender", d.party(spender))
	switch {
	case amount.IsZero():
	case d.known.Network.Contracts.Spends(spender):
		d.knownAs(spender, "known spender")
	default:
		d.noRight(l, "spender", spender)
	}
	if amount.Less(unlimited) {
		l := d.amount("May move up to", amount, asset, api.Up)
		if amount.IsZero() {
			l.Level, l.Note = OK, "takes the right away"
		}
		return
	}
	name := "of " + token.Hex()
	if t, ok := d.known.token(token); ok {
		name = t.symbol()
	}
	l = d.add("May move up to", "UNLIMITED "+name+": all you have and ever get")
	l.Raw, l.Level = amount.String(), Danger
	d.danger("unlimited", "the allowance is unlimited: approve the exact amount instead")
}

// noRight marks somebody who has no use for the right to move tokens.
func (d *describer) noRight(l *Line, role string, who common.Address) {
	l.Level, l.Note = Danger, "not a known contract"
	why := "is not a contract this program knows"
	if name, named := d.known.contract(who); named {
		l.Note, why = "needs no tokens of yours", "is the "+name+", which needs no such right"
	}
	d.danger("unknown", role+" "+who.Hex()+" "+why+": it could take the tokens at any time")
}

func (d *describer) permit(token common.Address, s eip712.Struct) {
	d.Title, d.Lead = "Token permit", permitLead
	d.tokenIs(token)
	d.spend(get[common.Address](s, "spender"), get[api.Amount](s, "value"), token)
	d.until("Valid until", get[api.Amount](s, "deadline"))
	d.add("Nonce", get[api.Amount](s, "nonce").String())
	d.requireSigner("owner", get[common.Address](s, "owner"))
}

func (d *describer) daiPermit(token common.Address, s eip712.Struct) {
	d.Title, d.Lead = "Token permit (DAI style)", permitLead
	d.tokenIs(token)
	amount := api.Amount{}
	if get[bool](s, "allowed") {
		amount = api.MaxAmount
	}
	d.spend(get[common.Address](s, "spender"), amount, token)
	d.expiry("Valid until", get[api.Amount](s, "expiry"))
	d.add("Nonce", get[api.Amount](s, "nonce").String())
	d.requireSigner("holder", get[common.Address](s, "holder"))
}

func (d *describer) permitTransfer(s eip712.Struct) {
	p := get[eip712.Struct](s, "permitted")
	d.Title, d.Lead = "Permit2 transfer", permitLead
	d.spend(get[common.Address](s, "spender"), get[api.Amount](p, "amount"),
		get[common.Address](p, "token"))
	d.add("How often", "once")
	d.until("Valid until", get[api.Amount](s, "deadline"))
	d.add("Nonce", get[api.Amount](s, "nonce").String())
}

func (d *describer) permitSingle(s eip712.Struct) {
	p := get[eip712.Struct](s, "details")
	d.Title, d.Lead = "Permit2 allowance", permitLead
	d.spend(get[common.Address](s, "spender"), get[api.Amount](p, "amount"),
		get[common.Address](p, "token"))
	d.allowanceEnd(get[api.Amount](p, "expiration"))
	d.until("Signature ends", get[api.Amount](s, "sigDeadline"))
	d.add("Nonce", get[api.Amount](p, "nonce").String())
}

// permit2OwnerABI is what the owner of tokens calls at Permit2.
const permit2OwnerABI = `[{"type":"function","name":"approve","stateMutability":"nonpayable","outputs":[],"inputs":[
	{"name":"token","type":"address"},{"name":"spender","type":"address"},{"name":"amount","type":"uint160"},{"name":"expiration","type":"uint48"}]}]`

func approvePermit2(d *describer, c call) {
	d.Title = "Approve through Permit2"
	if c.amount(2).IsZero() {
		d.Title = "Revoke an approval"
	}
	d.spend(c.address(1), c.amount(2), c.address(0))
	d.Act.Kind = "an approval through Permit2"
	d.allowanceEnd(c.amount(3))
}
