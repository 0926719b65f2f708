package order

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// review shows the order in words to be signed.
func (o *limitForm) review() tea.Cmd {
	return o.drafted("⏎", func(s sum, order api.Order) tea.Cmd { return o.open(s, order, nil) })
}

// drafted goes on with the order as it would be signed. Doubts ask for a second press of the key on
// the same draft.
func (o *limitForm) drafted(key string, then func(sum, api.Order) tea.Cmd) tea.Cmd {
	o.recheck()
	s := o.sum()
	if why := o.off(s); why != "" {
		return o.s.Toast(ui.Warn, "cannot review it: "+why)
	}
	if why := o.doubts(s); why != "" && o.sure != o.key(s) {
		o.sure = o.key(s)
		return o.s.Toast(ui.Warn, "press "+key+" again: "+why)
	}
	order, err := o.draft(s)
	if err != nil {
		return o.s.Toast(ui.Bad, err.Error())
	}
	return then(s, order)
}

// draft makes the order that is signed.
func (o *limitForm) draft(s sum) (api.Order, error) {
	nonce, err := o.s.Nonce()
	if err != nil {
		return api.Order{}, err
	}
	expiry, err := o.expiryAt()
	if err != nil {
		return api.Order{}, err
	}
	taker, _ := o.intended()
	order := api.Order{
		NonceAndMeta: api.PackNonce(nonce, taker), Expiry: expiry, Maker: o.s.Account.Address,
		Taker:       taker,
		MakerAsset:  api.Asset{Address: o.payToken().Address},
		TakerAsset:  api.Asset{Address: o.getToken().Address},
		MakerAmount: s.pay, TakerAmount: s.get,
	}
	if order.Type() == api.P2P && o.way.Value() == waySwapper {
		order.Taker = o.s.Network.Contracts.AugustusSwapper
	}
	return o.s.SameOrder(order), nil
}

// open shows the order to be signed, with the permit that it carries, if any.
func (o *limitForm) open(s sum, order api.Order, permit []byte) tea.Cmd {
	exchange, chain, pair := o.facts.s.Exchange, o.s.Network.ChainID, o.facts.pair
	data := eip712.OrderTypedData(chain, o.s.Network.Contracts.AugustusRFQ, order)
	_, crossed := o.crosses(s)
	spec := sign.Spec{
		Data: &data, Checks: o.checks(s),
		Moved: func() string {
			if _, crosses := o.crosses(s); crosses && !crossed && o.facts.pair == pair {
				return "an order has come that would trade with this one at once"
			}
			return ""
		},
		Submit: func(ctx context.Context, signed sign.Signed) (any, error) {
			record, _, err := exchange.CreateOrder(
				ctx, api.OrderRequest{Order: order, Type: order.Type(),
					Signature: signed.Signature[:], PermitMakerAsset: permit})
			return record, err
		},
		Done: func(signed sign.Signed) tea.Cmd {
			return o.done(s, signed, o.facts.funds.covers(s.pay, permit))
		},
		Unsure: func(hash common.Hash) { o.sent.Unsure(o.key(s), hash) },
		Edit:   func() tea.Cmd { o.form.Focus(fieldPay); return nil },
	}
	if len(permit) > 0 {
		spec.Step, spec.Steps = 2, 2
		spec.Checks = slices.Clone(spec.Checks)
		spec.Checks[1] = ui.Check{Level: ui.OK, Text: "the permit that you signed goes with it"}
	}
	_, worth, word := o.marketChecks(s)
	spec.Checks, spec.Word = append(slices.Clone(spec.Checks), worth...), word
	return sign.Open(o.s, spec)
}

// done empties the form, tells of the accepted order and goes to where it rests.
func (o *limitForm) done(s sum, signed sign.Signed, covered bool) tea.Cmd {
	o.reset()
	cmd := tea.Batch(o.change(), o.facts.wantFunds())
	r, ok := signed.Result.(api.OrderRecord)
	if !ok {
		return cmd
	}
	hash := format.Hash(r.Hash)
	cmd = tea.Batch(cmd, o.s.Broadcast(views.Placed{Hash: r.Hash}))
	switch {
	case r.State == api.Suspended || !covered:
		return tea.Batch(cmd, o.s.Toast(
			ui.Warn, fmt.Sprintf("order %s is accepted, but SUSPENDED and not in the book: "+
				"balance or allowance does not cover it yet", hash)),
			o.s.Goto(views.Orders, views.ShowOrder{Hash: r.Hash}))
	case r.Type() == api.P2P:
		return tea.Batch(cmd, o.s.Toast(
			ui.OK, fmt.Sprintf("order %s is accepted for %s", hash,
				o.s.ShortName(r.TakerFromMeta()))),
			o.s.Goto(views.Orders, views.ShowOrder{Hash: r.Hash}))
	}
	return tea.Batch(cmd, o.s.Toast(ui.OK, fmt.Sprintf("order %s is in the book", hash)),
		o.s.Goto(views.Markets, views.FindInBook{Hash: r.Hash}))
}

// approve lets the order contract move what this order and the open ones need, exactly.
func (o *limitForm) approve() tea.Cmd {
	return o.allow(o.facts.funds.needed(o.sum().pay))
}

// allow lets the order contract move an amount; the form stands still until it may.
func (o *limitForm) allow(amount api.Amount) tea.Cmd {
	task := sign.Approve(o.s, o.payToken(), o.s.Network.Contracts.AugustusRFQ, amount)
	task.Holds = true
	return sign.Run(o.s, task)
}

// approveTen lets the order contract move what ten orders of this size need, and the open ones.
func (o *limitForm) approveTen() tea.Cmd {
	s := o.sum()
	ten := o.facts.funds.needed(s.pay)
	for range 9 {
		ten = ten.Add(s.pay)
	}
	return o.allow(ten)
}

// take goes for the orders that this one would meet, up to its price and with its amount.
func (o *limitForm) take() tea.Cmd {
	s := o.sum()
	if _, ok := o.crosses(s); !ok {
		return nil
	}
	return o.s.Goto(views.Markets, views.SweepBook{
		Bids: !o.buying(), Size: o.market().base(s), Worst: o.market().signed(s)})
}

func (o *limitForm) Actions() []ui.Action {
	s := o.sum()
	act := func(id string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "order", ID: id, Key: ui.Keys(key), Label: label, Help: help,
			Off: off, Run: run}
	}
	approve, take := o.s.MaySign(), o.s.MayTrade()
	switch {
	case !s.complete:
		approve = "the order is not complete"
	case !o.facts.funds.known:
		approve = "your allowance is being read"
	case !o.facts.funds.allowed.Less(o.facts.funds.needed(s.pay)):
		approve = "the allowance covers it"
	}
	if _, ok := o.crosses(s); !ok {
		take = "no order in the book crosses this one"
	}
	ten := o.s.MaySign()
	if !s.complete || !o.facts.funds.known {
		ten = approve
	}
	return append([]ui.Action{
		act("approve", "a", "approve exact",
			"let the order contract move what this and your open orders need", approve, o.approve),
		act("approveten", "A", "approve ten", "the same for ten orders of this size", ten,
			o.approveTen),
		act("permit", "p", "sign permit", "sign the token's permit into the order instead of an "+
			"approval", permits{o}.off(s), permits{o}.sign),
		act("take", "k", "take instead", "take the order that this one would meet", take, o.take),
	}, append(o.formActions(), act("clear", "ctrl+l", "clear", "empty the form", "", o.clear))...)
}

// formActions are the form's, with the arrows named among the hints.
func (o *limitForm) formActions() []ui.Action {
	out := o.form.Actions("")
	for i := range out {
		if out[i].ID == "press" {
			out[i].Label, out[i].Help = "review", "show the order in words to be signed"
		}
	}
	return out
}
