package compose

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/delta/track"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/sign"
)

// rights are the ways by which the Delta contract may take what is sold, of which one is chosen.
type rights struct {
	s      *views.Session
	pair   *pairform.Pair
	in     *inputs
	orders *track.Tracker
	// an order is on its way to its signature: its right stays as it is
	underWay func() bool
	signed   func() bool       // the permit of the order under way is signed
	done     func() api.Amount // what is signed already of the series under way
}

// right is by which right the Delta contract takes what is sold.
type right int

const (
	byApproval  right = iota // its allowance, approved exactly where it does not cover the order
	byPermit                 // the token's own permit, signed into the order
	byTransfer               // a single transfer by Permit2, signed into the order
	byAllowance              // an allowance at Permit2, signed into the order
	byGiven                  // the allowance that was given at Permit2 before
	byAllowed                // its allowance as it is, whether it covers the order or not
)

func (r right) String() string {
	return [...]string{"approve exactly, then sign", "sign the token's permit",
		"Permit2, this order only", "Permit2, an allowance", "Permit2, as allowed before",
		"use what is allowed"}[r]
}

// signs tells whether a permit is signed first.
func (r right) signs() bool { return r == byPermit || r == byTransfer || r == byAllowance }

// throughPermit2 tells whether the tokens go through Permit2, which needs an allowance of its own.
func (r right) throughPermit2() bool { return r == byTransfer || r == byAllowance || r == byGiven }

// rights are those that the token to sell offers on this network.
func (w *rights) offered() []right {
	list := []right{byApproval}
	if w.pair.Src.Permit != "" {
		list = append(list, byPermit)
	}
	if w.s.Network.Contracts.Permit2 != (common.Address{}) {
		list = append(list, byTransfer, byAllowance, byGiven)
	}
	return append(list, byAllowed)
}

// offerRights puts the rights into the form; the one that the user has chosen stays chosen where
// the token has it, and the easiest one is until then.
func (w *rights) offerRights() {
	was := w.in.right.Value()
	w.in.right.Choices, w.in.right.Chosen = w.in.right.Choices[:0], 0
	for _, r := range w.offered() {
		w.in.right.Choices = append(w.in.right.Choices, r.String())
	}
	w.in.right.Choose(was)
	if !w.in.rightChosen && !w.underWay() {
		w.in.right.Choose(w.easiest().String())
	}
}

// easiest is the right that takes least: the allowance where it covers the order, else the token's
// own permit, which costs no gas. A permit without a limit, or for one of several orders only, is
// left to be chosen; so is one in an order that waits: until that is settled, nothing that is
// approved for another order of the token would last.
func (w *rights) easiest() right {
	contract := w.s.Network.Contracts.Delta
	f := w.pair.Funds
	a, _ := w.in.amount()
	n, _ := w.in.plan.orders()
	covered := f.Known && !a.IsZero() && !f.Held.Allowances[contract].Less(w.need(contract))
	if covered || n > 1 || !w.in.plan.is(atNow) || w.pair.Src.Permit != "ERC2612" ||
		f.Known && w.noPermit(byPermit) != "" {
		return byApproval
	}
	return byPermit
}

// chosen is the right that is chosen in the form.
func (w *rights) chosen() right { return w.offered()[min(w.in.right.Chosen, len(w.offered())-1)] }

// spender is whose allowance a right uses.
func (w *rights) spender(r right) common.Address {
	if r.throughPermit2() {
		return w.s.Network.Contracts.Permit2
	}
	return w.s.Network.Contracts.Delta
}

// need is what a spender has to be allowed for this order and the other open ones.
func (w *rights) need(spender common.Address) api.Amount {
	a, _ := w.in.amount()
	return a.Sub(w.done()).Add(w.orders.Claimed(w.pair.Src.Address, spender))
}

// short tells whether the allowance that the chosen right uses does not cover the order beside the
// other open ones.
func (w *rights) short() bool {
	r := w.chosen()
	spender := w.spender(r)
	return r != byPermit && w.pair.Funds.Known &&
		w.pair.Funds.Held.Allowances[spender].Less(w.need(spender))
}

// approval lets the spender of the chosen right move exactly what is needed.
func (w *rights) approval() sign.Task {
	spender := w.spender(w.chosen())
	return sign.Approve(w.s, w.pair.Src, spender, w.need(spender))
}

// rightCheck is about the right by which the contract takes the tokens.
func (w *rights) rightCheck() ui.Check {
	r := w.chosen()
	a, _ := w.in.amount()
	if w.pair.Src.Address == api.NativeToken || !w.pair.Funds.Known || a.IsZero() {
		return ui.Check{Text: "allowance"}
	}
	if why := w.noPermit(r); why != "" {
		return ui.Check{Level: ui.Bad, Text: why}
	}
	switch {
	case r.signs() && w.signed():
		return ui.Check{Level: ui.OK, Text: "the permit is signed"}
	case r == byPermit && w.pair.Src.Permit == "DAI":
		return ui.Check{Level: ui.Warn, Text: "this token's permit is unlimited"}
	case r.signs() && w.short():
		return ui.Check{Level: ui.OK, Text: "Permit2 is approved, then a permit"}
	case r.signs():
		return ui.Check{Level: ui.OK, Text: "a permit is signed first, without gas"}
	case !w.short():
		return ui.Check{Level: ui.OK, Text: "allowance covers it"}
	case r != byAllowed:
		return ui.Check{Level: ui.OK, Text: "allowance is approved first, exactly"}
	}
	allowed := w.pair.Funds.Held.Allowances[w.spender(r)]
	return ui.Check{Level: ui.Warn,
		Text: "allowance " + format.Fine(allowed, w.pair.Src, api.Down) + ": it would be suspended",
		Key:  "a approve"}
}

// noPermit tells why a right cannot be used for the order, "" when it can.
func (w *rights) noPermit(r right) string {
	p := w.pair.Funds.Held.Permits
	switch {
	case (r.signs() || r == byGiven) && p == nil:
		return "nothing is known of permits of " + w.pair.Src.Symbol + ": approve exactly"
	case r == byPermit && sign.NoPermit(w.pair.Src, p) != "":
		return sign.NoPermit(w.pair.Src, p)
	case w.rivals(r):
		return "an open order's permit is still to be used: cancel it, or choose another way"
	case r == byTransfer && (w.in.partial.Value() == parts || w.in.plan.is(inSeries)):
		return "that permit is good for the whole only: choose another"
	case r != byGiven:
		return ""
	}
	switch a := p.Permit2; {
	case a.Amount.Less(w.need(w.spender(r))):
		return "Permit2 lets Delta move " + format.Fine(a.Amount, w.pair.Src, api.Down) +
			" only: sign an allowance"
	case a.Expiration < uint64(w.in.deadline().Unix()):
		return "the allowance at Permit2 ends before the deadline"
	}
	return ""
}

// rivals tells whether an open order holds a permit that is still to be used and that a right can
// not stand beside: another of the same kind would have the same nonce, and what is allowed now is
// gone once the permit, of an amount of its own, is used.
func (w *rights) rivals(r right) bool {
	return slices.ContainsFunc(w.orders.OpenPermits(w.pair.Src.Address), func(length int) bool {
		switch length {
		case 192:
			return r == byAllowance || r == byGiven
		case 224:
			return r == byPermit || r == byApproval || r == byAllowed
		case 256: // which has no amount
			return r == byPermit
		}
		return false
	})
}

// permit is one that is to be signed.
type permit interface{ Encode(eip712.Signature) []byte }

// ownPermit is the token's own permit for the Delta contract.
func (w *rights) ownPermit(p *signingFlow) sign.Permit {
	contract := w.s.Network.Contracts.Delta
	return sign.Permit{Token: w.pair.Src, Spender: contract, Amount: w.need(contract),
		Until: uint64(p.deadline.Unix())}
}

// permit2Data is the Permit2 permit of the chosen right, and the typed data to sign it by.
func (w *rights) permit2Data(p *signingFlow) (permit, eip712.TypedData, error) {
	net, until := w.s.Network, api.NewAmount(uint64(p.deadline.Unix()))
	if w.chosen() == byAllowance {
		d := eip712.Permit2Allowance{Token: w.pair.Src.Address,
			Amount:     w.need(net.Contracts.Permit2),
			Expiration: uint64(p.deadline.Unix()),
			Nonce:      w.pair.Funds.Held.Permits.Permit2.Nonce,
			Spender:    net.Contracts.Delta, SigDeadline: until}
		return d, d.TypedData(net.ChainID, net.Contracts.Permit2), nil
	}
	nonce, err := w.s.Nonce()
	a, _ := w.in.amount()
	d := eip712.Permit2Transfer{Token: w.pair.Src.Address, Amount: a, Spender: net.Contracts.Delta,
		Nonce: nonce, Deadline: until}
	return d, d.TypedData(net.ChainID, net.Contracts.Permit2), err
}
