package delta

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/sign"
	"bourse/wallet"
)

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
	return [...]string{"approve exactly, then sign", "sign the token's permit", "Permit2, this order only", "Permit2, an allowance", "Permit2, as allowed before",
		"use what is allowed"}[r]
}

// signs tells whether a permit is signed first.
func (r right) signs() bool { return r == byPermit || r == byTransfer || r == byAllowance }

// throughPermit2 tells whether the tokens go through Permit2, which needs an allowance of its own.
func (r right) throughPermit2() bool { return r == byTransfer || r == byAllowance || r == byGiven }

// rights are those that the token to sell offers on this network.
func (w *Screen) rights() []right {
	list := []right{byApproval}
	if w.src.Permit != "" {
		list = append(list, byPermit)
	}
	if w.s.Network.Contracts.Permit2 != (common.Address{}) {
		list = append(list, byTransfer, byAllowance, byGiven)
	}
	return append(list, byAllowed)
}

// offerRights puts the rights into the form; the chosen one stays chosen where the token has it.
func (w *Screen) offerRights() {
	was := w.right.Value()
	w.right.Choices, w.right.Chosen = w.right.Choices[:0], 0
	for _, r := range w.rights() {
		w.right.Choices = append(w.right.Choices, r.String())
	}
	w.right.Choose(was)
}

// chosen is the right that is chosen in the form.
func (w *Screen) chosen() right { return w.rights()[min(w.right.Chosen, len(w.rights())-1)] }

// spender is whose allowance a right uses.
func (w *Screen) spender(r right) common.Address {
	if r.throughPermit2() {
		return w.s.Network.Contracts.Permit2
	}
	return w.s.Network.Contracts.Delta
}

// spenderOf is whose allowance an order uses, which the length of its permit tells.
func (w *Screen) spenderOf(o api.DeltaOrder) common.Address {
	switch len(o.Permit) {
	case 1, 96, 192:
		return w.s.Network.Contracts.Permit2
	}
	return w.s.Network.Contracts.Delta
}

// claimed is what the account's open orders may still take of a token, through one spender.
func (w *Screen) claimed(token, spender common.Address) api.Amount {
	var sum api.Amount
	for _, t := range w.follow.orders {
		if r := t.record; w.takes(r, token) && w.spenderOf(r.Order) == spender {
			sum = sum.Add(r.Order.SrcAmount.Sub(r.FilledAmount))
		}
	}
	return sum
}

// takes tells whether an order is an open one of the account that sells a token.
func (w *Screen) takes(r api.DeltaRecord, token common.Address) bool {
	return r.User == w.s.Account.Address && r.Order.SrcToken == token && !w.over(r)
}

// rivals tells whether an open order holds a permit of the same kind that is still to be used: both would have the same nonce.
func (w *Screen) rivals(kind right) bool {
	for _, t := range w.follow.orders {
		if r := t.record; w.takes(r, w.src.Address) && r.FilledAmount.IsZero() {
			n := len(r.Order.Permit)
			if kind == byPermit && (n == 224 || n == 256) || kind == byAllowance && n == 192 {
				return true
			}
		}
	}
	return false
}

// need is what a spender has to be allowed for this order and the other open ones.
func (w *Screen) need(spender common.Address) api.Amount {
	a, _ := w.amount()
	return a.Add(w.claimed(w.src.Address, spender))
}

// short tells whether the allowance that the chosen right uses does not cover the order beside the other open ones.
func (w *Screen) short() bool {
	r := w.chosen()
	spender := w.spender(r)
	return r != byPermit && w.funds.known && w.funds.held.Allowances[spender].Less(w.need(spender))
}

// approval lets the spender of the chosen right move exactly what is needed.
func (w *Screen) approval() sign.Task {
	spender := w.spender(w.chosen())
	return sign.Approve(w.s, w.src, spender, w.need(spender))
}

// rightCheck is about the right by which the contract takes the tokens.
func (w *Screen) rightCheck() ui.Check {
	r := w.chosen()
	a, _ := w.amount()
	if w.src.Address == api.NativeToken || !w.funds.known || a.IsZero() {
		return ui.Check{Text: "allowance"}
	}
	if why := w.noPermit(r); why != "" {
		return ui.Check{Level: ui.Bad, Text: why}
	}
	switch {
	case r.signs() && w.pursuit != nil && w.pursuit.permit != nil:
		return ui.Check{Level: ui.OK, Text: "the permit is signed"}
	case r == byPermit && w.src.Permit == "DAI":
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
	allowed := w.funds.held.Allowances[w.spender(r)]
	return ui.Check{Level: ui.Warn, Text: "allowance " + amountText(allowed, w.src, api.Down) + ": it would be suspended", Key: "a approve"}
}

// noPermit tells why a right can not be used for the order, "" when it can.
func (w *Screen) noPermit(r right) string {
	p := w.funds.held.Permits
	switch {
	case (r.signs() || r == byGiven) && p == nil:
		return "nothing is known of permits of " + w.src.Symbol + ": approve exactly"
	case r == byPermit && w.ownDomain().Separator() != p.Separator:
		return "the permit of " + w.src.Symbol + " is not as its contract says: approve exactly"
	case w.rivals(r):
		return "an open order holds a permit with the same nonce: approve exactly"
	case r == byTransfer && w.partial.Value() == parts:
		return "that permit is good for the whole only: choose another"
	case r != byGiven:
		return ""
	}
	switch a := p.Permit2; {
	case a.Amount.Less(w.need(w.spender(r))):
		return "Permit2 lets Delta move " + amountText(a.Amount, w.src, api.Down) + " only: sign an allowance"
	case a.Expiration < uint64(w.deadline().Unix()):
		return "the allowance at Permit2 ends before the deadline"
	}
	return ""
}

// permit is one that is to be signed.
type permit interface{ Encode(wallet.Signature) []byte }

// ownDomain is the EIP-712 domain of the token's own permit.
func (w *Screen) ownDomain() wallet.Domain {
	p := w.funds.held.Permits
	return wallet.Domain{Name: p.Name, Version: p.Version, ChainID: w.s.Network.ChainID, Contract: w.src.Address}
}

// permitData is the permit of the chosen right, and the typed data to sign it by.
func (w *Screen) permitData(p *pursuit) (permit, wallet.TypedData, error) {
	account, net, known := w.s.Account.Address, w.s.Network, w.funds.held.Permits
	own := w.ownDomain()
	until := api.NewAmount(uint64(p.deadline.Unix()))
	switch r := w.chosen(); {
	case r == byPermit && w.src.Permit == "DAI":
		d := wallet.DAIPermit{Token: own, Holder: account, Spender: net.Contracts.Delta, Nonce: known.Nonce, Expiry: until, Allowed: true}
		return d, d.TypedData(), nil
	case r == byPermit:
		d := wallet.Permit{Token: own, Owner: account, Spender: net.Contracts.Delta, Value: w.need(net.Contracts.Delta), Nonce: known.Nonce, Deadline: until}
		return d, d.TypedData(), nil
	case r == byAllowance:
		d := wallet.Permit2Allowance{Token: w.src.Address, Amount: w.need(net.Contracts.Permit2), Expiration: uint64(p.deadline.Unix()),
			Nonce: known.Permit2.Nonce, Spender: net.Contracts.Delta, SigDeadline: until}
		return d, d.TypedData(net.ChainID, net.Contracts.Permit2), nil
	}
	nonce, err := w.s.Nonce()
	a, _ := w.amount()
	d := wallet.Permit2Transfer{Token: w.src.Address, Amount: a, Spender: net.Contracts.Delta, Nonce: nonce, Deadline: until}
	return d, d.TypedData(net.ChainID, net.Contracts.Permit2), err
}

// signPermit has the permit signed that the order will carry.
func (w *Screen) signPermit(p *pursuit) ui.Cmd {
	permit, data, err := w.permitData(p)
	if err != nil {
		return ui.Toast(ui.Bad, err.Error())
	}
	return sign.Open(w.s, sign.Spec{
		Data: &data, Step: 1, Steps: 2, Checks: []ui.Check{w.balanceCheck(), {Level: ui.OK, Text: "it goes into the order that is signed next"}},
		Done: func(signed sign.Signed) ui.Cmd {
			p.permit = permit.Encode(signed.Signature)
			if p != w.pursuit {
				return nil
			}
			return w.pursue()
		},
		Edit: func() ui.Cmd { w.form.Focus("permit"); return nil },
	})
}
