package describe

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// deltaOf reads a Delta order of any form back out of its typed data.
func deltaOf(s eip712.Struct) (o api.DeltaOrder) {
	number := func(name string) uint64 {
		n, small := get[api.Amount](s, name).Uint64()
		if !small {
			return math.MaxUint64
		}
		return n
	}
	bridge := get[eip712.Struct](s, "bridge")
	chain, small := get[api.Amount](bridge, "destinationChainId").Uint64()
	if !small {
		chain = math.MaxUint64
	}
	o = api.DeltaOrder{
		Owner:       get[common.Address](s, "owner"),
		Beneficiary: get[common.Address](s, "beneficiary"),
		SrcToken:    get[common.Address](s, "srcToken"),
		DestToken:   get[common.Address](s, "destToken"),
		SrcAmount:   get[api.Amount](s, "srcAmount"), DestAmount: get[api.Amount](s, "destAmount"),
		ExpectedDestAmount: get[api.Amount](s, "expectedAmount"), Deadline: number("deadline"),
		Nonce: get[api.Amount](s, "nonce"), PartnerAndFee: get[api.Amount](s, "partnerAndFee"),
		Permit: get[[]byte](s, "permit"), Fillable: s.Type == "FillableOrder",
		Form: api.SecondForm, Buy: number("kind") == 1, Metadata: get[[]byte](s, "metadata"),
		Interval: number("interval"), Slices: uint32(min(number("numSlices"), math.MaxUint32)),
		SliceAmount: get[api.Amount](s, "destAmountPerSlice"),
		Bridge: api.DeltaBridge{
			ProtocolSelector: get[[4]byte](bridge, "protocolSelector"), DestinationChainID: chain,
			OutputToken:   get[common.Address](bridge, "outputToken"),
			ScalingFactor: get[int8](bridge, "scalingFactor"),
			ProtocolData:  get[[]byte](bridge, "protocolData")},
	}
	switch s.Type {
	case "TWAPOrder":
		o.Form, o.SrcAmount = api.SlicedForm, get[api.Amount](s, "totalSrcAmount")
	case "TWAPBuyOrder":
		o.Form, o.SrcAmount, o.DestAmount = api.SlicedBuyForm,
			get[api.Amount](s, "maxSrcAmount"), get[api.Amount](s, "totalDestAmount")
	}
	if bridge.Type == "" {
		o.Form = api.FirstForm
		o.ExpectedDestAmount = get[api.Amount](s, "expectedDestAmount")
	}
	o.Complete()
	return o
}

func (d *describer) delta(contract common.Address, s eip712.Struct) {
	o := deltaOf(s)
	src, dest := api.Asset{Address: o.SrcToken}, api.Asset{Address: o.DestToken}
	d.Title = "Delta order"
	d.Lead = "You are about to SIGN an order. No transaction is sent, but an agent can settle it " +
		"by this signature until the deadline."
	if o.Buy {
		d.buying(&o, src, dest)
	} else {
		d.selling(&o, src, dest)
	}
	if o.Form.Sliced() {
		d.slices(&o, src, dest)
	}
	d.beneficiary(o.Owner, o.Beneficiary)
	d.until("Valid until", get[api.Amount](s, "deadline"))
	d.Essence[len(d.Essence)-1].Note = "nonce " + o.Nonce.String()
	if o.Fillable {
		d.add("Parts", "may be settled in several parts, each at no worse a price")
	}
	d.partner(&o)
	d.takenBy(contract, &o)
	d.requireSigner("owner", o.Owner)
	switch {
	case o.SrcAmount.IsZero():
		d.check(Block, "it sells nothing")
	case o.DestAmount.IsZero():
		d.danger("nothing", "it accepts nothing in return: set a floor")
	case src == dest:
		d.check(Block, "both tokens are the same")
	case o.SrcToken == api.NativeToken:
		d.check(Block, "the native coin cannot be sold here: wrap it first")
	}
	switch {
	case o.Form == api.SecondForm && o.Buy && o.SrcAmount.Less(o.ExpectedDestAmount):
		d.danger("surplus", "it expects to spend more than it may: all that it spends less "+
			"counts as surplus, of which half is not yours")
	case o.Form == api.SecondForm && !o.Buy && o.ExpectedDestAmount.Less(o.DestAmount):
		d.danger("surplus", "less is expected than the floor: by that rule the floor itself "+
			"counts as surplus, of which half is not yours")
	case o.Form == api.FirstForm && o.ExpectedDestAmount.Less(o.DestAmount):
		d.check(Warn, "less is expected than the floor: all that comes above it counts as surplus")
	}
	if o.Form != api.FirstForm {
		d.second(&o, get[api.Amount](s, "kind"))
	}
}

// selling says what an order sells and what its owner gets.
func (d *describer) selling(o *api.DeltaOrder, src, dest api.Asset) {
	expected, minIn := o.ExpectedDestAmount, o.DestAmount
	minOut := eip712.DeltaFloor(*o)
	d.give("Sell exactly", o.SrcAmount, src)
	l := d.get("Get at least", minOut, dest)
	switch {
	case o.Form.Sliced():
		l.Note = "what comes above that is yours: slices have no surplus"
	case !expected.IsZero() && !expected.Less(minIn.Add(minIn)): // made to wait, not quoted
		l.Note = "half of what comes above " + d.known.quantity(expected, dest, api.Down) +
			" goes to the protocol"
	case !expected.IsZero():
		arrives := eip712.LessFlatFee(expected, o.PartnerAndFee)
		l.Note = "expected " + d.known.quantity(arrives, dest, api.Down)
		if minIn.Less(expected) {
			l.Note += worstCase(eip712.LessFlatFee(minIn, o.PartnerAndFee), arrives)
		}
	}
	if minOut != minIn {
		l.Note = strings.TrimPrefix(l.Note+"; ", "; ") + "fees come off " +
			d.known.quantity(minIn, dest, api.Down) + " signed as the least"
	}
}

// buying says what an order buys and what its owner pays at most.
func (d *describer) buying(o *api.DeltaOrder, src, dest api.Asset) {
	d.get("Buy exactly", o.DestAmount, dest)
	l := d.give("Spend at most", o.SrcAmount, src)
	l.Note = "all of it is taken first, and what is not spent comes back to the owner"
	if o.Form.Sliced() {
		l.Note = "each slice's part is taken first, and what that does not spend comes back"
	} else {
		l.Note = "expected " + d.known.quantity(eip712.ExpectedSpend(*o), src, api.Up) + "; " +
			l.Note
	}
}

// span writes seconds in the largest unit that divides them, such as "10 minutes".
func span(seconds uint64) string {
	n, unit := seconds, "second"
	for _, larger := range []struct {
		of   uint64
		name string
	}{{60, "minute"}, {60, "hour"}, {24, "day"}} {
		if n%larger.of != 0 {
			break
		}
		n, unit = n/larger.of, larger.name
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// slices says how a sliced order is settled: in what amounts, how far apart, until when at best.
func (d *describer) slices(o *api.DeltaOrder, src, dest api.Asset) {
	if o.Slices < 2 || o.Interval == 0 {
		d.check(Block, "it needs two slices at least, and an interval between them")
		return
	}
	d.add("Slices", fmt.Sprintf("%d, at least %s apart", o.Slices, span(o.Interval))).Note =
		"by one signature; cancelling stops those that are left"
	each := func(i uint32) string {
		pays, gets := o.Slice(i)
		if o.Buy {
			return d.known.quantity(gets, dest, api.Down) + " for at most " +
				d.known.quantity(pays, src, api.Up)
		}
		return d.known.quantity(pays, src, api.Up) + " for at least " +
			d.known.quantity(gets, dest, api.Down)
	}
	first, last := each(0), each(o.Slices-1)
	l := d.add("Each slice", first)
	if last != first {
		l.Note = "the last one " + last
	}
	if pays, gets := o.Slice(0); pays.IsZero() || gets.IsZero() {
		d.check(Block, "an amount of a slice is zero")
	}
	if left := o.Interval * uint64(o.Slices-1); left/uint64(o.Slices-1) != o.Interval ||
		o.Deadline < d.known.Now || o.Deadline-d.known.Now < left {
		d.check(Warn, "the deadline comes before the last slice can be due: the rest is not traded")
	}
}

// second says what only orders of the second form have.
func (d *describer) second(o *api.DeltaOrder, kind api.Amount) {
	if api.NewAmount(1).Less(kind) {
		d.check(Block, "its kind "+kind.String()+" is neither selling (0) nor buying (1)")
	}
	if len(o.Metadata) > 0 {
		d.add("Metadata", fmt.Sprintf("%d bytes that no contract reads", len(o.Metadata))).Level =
			Warn
		d.check(Warn, "it carries metadata, which everybody can read")
	}
	if !o.Bridge.IsZero() {
		d.add("Bridge", fmt.Sprintf("to chain %d", o.Bridge.DestinationChainID)).Level = Block
		d.check(Block, "it sends what you buy to another chain: nothing that is signed here makes "+
			"sure that it arrives")
	}
	middle := o.PartnerAndFee.Bytes32()
	for i, b := range middle[20:31] {
		if i == 10 {
			b &^= 3
		}
		if b != 0 {
			d.check(Block, "its partnerAndFee has bits that mean nothing")
			break
		}
	}
}

// worstCase is how far a minOut is below what is expected, to the nearest basis point; the exact
// numbers stand beside it.
func worstCase(minOut, expected api.Amount) string {
	half := expected.MulDiv(api.NewAmount(1), api.NewAmount(2*api.BPS))
	bps := expected.Sub(minOut).Add(half).InBPS(expected)
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

func (d *describer) partner(o *api.DeltaOrder) {
	partner, bps, takesSurplus := eip712.SplitPartnerAndFee(o.PartnerAndFee)
	if partner == (common.Address{}) {
		return
	}
	text := "fee " + api.Percent(min(int64(bps), eip712.MaxPartnerBps))
	switch {
	case takesSurplus && bps == 0 && o.Form.Sliced():
		text = "nothing: slices have no surplus"
	case takesSurplus && bps == 0:
		text = "half of what comes above the expected"
		if o.Buy {
			text = "half of what it spends less than expected"
		}
		text += ", the protocol the other half: none of it is yours; no other fee"
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
	d.Title, d.Act.Kind = "Cancel Delta orders", CancelDelta
	for _, n := range nonces {
		d.add("Cancel", "the Delta order with nonce "+n.String())
		d.Act.Nonces = append(d.Act.Nonces, api.MustBig(n))
	}
	if len(nonces) == 0 {
		d.check(Block, "it names no order")
	}
	d.add("Effect", "no agent can settle them any more; nothing is paid but gas")
}
