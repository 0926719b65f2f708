package order

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/sign"
)

// permits lets the allowance of an order be signed into it.
type permits struct{ o *limitForm }

// sign has the token's own permit signed, which the order carries in place of an approval, and
// then the order. It covers the open orders too: the first fill makes it the allowance.
func (p permits) sign() tea.Cmd {
	o := p.o
	return o.drafted("p", func(s sum, order api.Order) tea.Cmd {
		return sign.RunPermit(o.s, sign.Permit{
			Token: o.payToken(), Spender: o.s.Network.Contracts.AugustusRFQ,
			Amount: o.facts.funds.needed(s.pay), Until: order.Expiry,
			Checks: []ui.Check{o.balanceCheck(s),
				{Level: ui.OK, Text: "it goes into the order that is signed next"}},
			Done: func(encoded []byte) tea.Cmd { return o.open(s, order, encoded) },
			Edit: func() tea.Cmd { o.form.Focus(fieldPay); return nil },
		})
	})
}

// off tells why the allowance cannot be signed into the order, "" when it can.
func (p permits) off(s sum) string {
	o := p.o
	switch {
	case !s.complete:
		return "the order is not complete"
	case !o.facts.funds.known:
		return "your allowance is being read"
	case !o.facts.funds.allowed.Less(o.facts.funds.needed(s.pay)):
		return "the allowance covers it"
	}
	if why := sign.NoPermit(o.payToken(), o.facts.funds.permits); why != "" {
		return why
	}
	return o.s.MaySign()
}
