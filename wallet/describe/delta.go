package describe

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

func (d *describer) delta(contract common.Address, s eip712.Struct) {
	src, dest := api.Asset{Address: get[common.Address](s, "srcToken")},
		api.Asset{Address: get[common.Address](s, "destToken")}
	amount, minIn := get[api.Amount](s, "srcAmount"), get[api.Amount](s, "destAmount")
	expected, fee := get[api.Amount](s, "expectedDestAmount"), get[api.Amount](s, "partnerAndFee")
	minOut := eip712.AfterFees(fee, minIn, expected)
	d.Title = "Delta order"
	d.Lead = "You are about to SIGN an order. No transaction is sent, but an agent can settle it " +
		"by this signature until the deadline."
	d.give("Sell exactly", amount, src)
	l := d.get("Get at least", minOut, dest)
	switch {
	case !expected.IsZero() && !expected.Less(minIn.Add(minIn)): // made to wait, not quoted
		l.Note = "half of what comes above " + d.known.quantity(expected, dest, api.Down) +
			" goes to the protocol"
	case !expected.IsZero():
		l.Note = "expected " + d.known.quantity(expected, dest, api.Down)
		if minIn.Less(expected) {
			l.Note += worstCase(minIn, expected)
		}
	}
	if minOut != minIn {
		l.Note = strings.TrimPrefix(l.Note+"; ", "; ") + "fees come off " +
			d.known.quantity(minIn, dest, api.Down) + " signed as the least"
	}
	d.beneficiary(get[common.Address](s, "owner"), get[common.Address](s, "beneficiary"))
	d.until("Valid until", get[api.Amount](s, "deadline"))
	d.Essence[len(d.Essence)-1].Note = "nonce " + get[api.Amount](s, "nonce").String()
	if s.Type == "FillableOrder" {
		d.add("Parts", "may be settled in several parts, each at no worse a price")
	}
	d.partner(fee)
	d.takenBy(contract, s)
	d.requireSigner("owner", get[common.Address](s, "owner"))
	switch {
	case amount.IsZero():
		d.check(Block, "it sells nothing")
	case minIn.IsZero():
		d.danger("nothing", "it accepts nothing in return: set a floor")
	case src == dest:
		d.check(Block, "both tokens are the same")
	case src.Address == api.NativeToken:
		d.check(Block, "the native coin cannot be sold here: wrap it first")
	}
	if expected.Less(minIn) {
		d.check(Warn, "less is expected than the floor: all that comes above it counts as surplus")
	}
}

// worstCase is how far a minOut is below what is expected, to the nearest basis point; the exact
// numbers stand beside it.
func worstCase(minOut, expected api.Amount) string {
	half := expected.MulDiv(api.NewAmount(1), api.NewAmount(20_000))
	bps, _ := expected.Sub(minOut).Add(half).MulDiv(api.NewAmount(10_000), expected).Uint64()
	return fmt.Sprintf(" (worst case −%s)", api.Percent(int64(bps)))
}

func (d *describer) beneficiary(owner, to common.Address) {
	switch {
	case (to == owner || to == common.Address{}) && owner == d.known.Signer:
		d.yourself("To")
	case to == common.Address{}:
		d.add("To", "its owner "+d.party(owner))
	case d.known.own(to):
		d.add("To", d.party(to))
	default:
		l := d.add("To", d.party(to))
		l.Level, l.Note = Danger, "not your account"
		d.danger("stranger", "what you buy goes to "+to.Hex()+", which is not your account")
	}
}

func (d *describer) partner(packed api.Amount) {
	partner, bps, takesSurplus := eip712.SplitPartnerAndFee(packed)
	if partner == (common.Address{}) {
		return
	}
	text := "fee " + api.Percent(min(int64(bps), eip712.MaxPartnerBps))
	switch {
	case takesSurplus && bps == 0:
		text = "half of what comes above the expected, no other fee"
	case bps > eip712.MaxPartnerBps:
		d.check(Warn, "the partner fee says "+api.Percent(int64(bps))+
			"; the contract takes at most "+api.Percent(eip712.MaxPartnerBps))
	}
	d.add("Partner", d.party(partner)+": "+text)
}

// deltaOwnerABI is what the owner of Delta orders calls.
const deltaOwnerABI = `[
	{"type":"function","name":"invalidateNonce","stateMutability":"nonpayable","inputs":[{"name":"nonce","type":"uint256"}],"outputs":[]},
	{"type":"function","name":"invalidateNonces","stateMutability":"nonpayable","inputs":[{"name":"nonces","type":"uint256[]"}],"outputs":[]}]`

func cancelDelta(d *describer, c call) { d.cancelNonces([]*big.Int{c.args[0].(*big.Int)}) }

func cancelDeltas(d *describer, c call) { d.cancelNonces(c.args[0].([]*big.Int)) }

func (d *describer) cancelNonces(nonces []*big.Int) {
	d.Title, d.Act.Kind = "Cancel Delta orders", "a cancellation of Delta orders"
	for _, n := range nonces {
		d.add("Cancel", "the Delta order with nonce "+n.String())
	}
	if len(nonces) == 0 {
		d.check(Block, "it names no order")
	}
	d.add("Effect", "no agent can settle them any more; nothing is paid but gas")
}
