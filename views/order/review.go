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

// signer leads the order to its signature, and the approvals before it.
type signer struct {
	s        *views.Session
	in       *inputs
	facts    *facts
	checker  *checker
	recheck  func()         // looks anew at what is typed
	accepted func() tea.Cmd // empties the form
	sure     string         // the draft whose warnings were seen and accepted
	sent     views.Handed
}

// review shows the order in words to be signed.
func (p *signer) review() tea.Cmd {
	return p.drafted("⏎", func(s sum, order api.Order) tea.Cmd {
		p.open(s, order, nil)
		return nil
	})
}

// drafted goes on with the order as it would be signed. Doubts ask for a second press of the key on
// the same draft.
func (p *signer) drafted(key string, then func(sum, api.Order) tea.Cmd) tea.Cmd {
	p.recheck()
	s := p.in.sum()
	if why := p.checker.off(s); why != "" {
		p.s.Toast(ui.Warn, "cannot review it: "+why)
		return nil
	}
	if why := p.checker.doubts(s); why != "" && p.sure != p.checker.key(s) {
		p.sure = p.checker.key(s)
		p.s.Toast(ui.Warn, "press "+key+" again: "+why)
		return nil
	}
	order, err := p.draft(s)
	if err != nil {
		p.s.Toast(ui.Bad, err.Error())
		return nil
	}
	return then(s, order)
}

// draft makes the order that is signed.
func (p *signer) draft(s sum) (api.Order, error) {
	nonce, err := p.s.Nonce()
	if err != nil {
		return api.Order{}, err
	}
	expiry, err := p.in.expiryAt()
	if err != nil {
		return api.Order{}, err
	}
	taker, _ := p.in.intended()
	order := api.Order{
		NonceAndMeta: api.PackNonce(nonce, taker), Expiry: expiry, Maker: p.s.Account.Address,
		Taker:       taker,
		MakerAsset:  api.Asset{Address: p.in.payToken().Address},
		TakerAsset:  api.Asset{Address: p.in.getToken().Address},
		MakerAmount: s.pay, TakerAmount: s.get,
	}
	if order.Type() == api.P2P && p.in.way.Value() == waySwapper {
		order.Taker = p.s.Network.Contracts.AugustusSwapper
	}
	return p.s.SameOrder(order), nil
}

// open shows the order to be signed, with the permit that it carries, if any.
func (p *signer) open(s sum, order api.Order, permit []byte) {
	exchange, chain, pair := p.facts.s.Exchange, p.s.Network.ChainID, p.facts.pair
	data := eip712.OrderTypedData(chain, p.s.Network.Contracts.AugustusRFQ, order)
	_, crossed := p.checker.crosses(s)
	spec := sign.Spec{
		Data: &data, Checks: p.checker.checks(s),
		Moved: func() string {
			if _, crosses := p.checker.crosses(s); crosses && !crossed && p.facts.pair == pair {
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
			return p.done(s, signed, p.facts.funds.covers(s.pay, permit))
		},
		Unsure: func(hash common.Hash) { p.sent.Unsure(p.checker.key(s), hash) },
		Edit:   func() tea.Cmd { p.in.form.Focus(fieldPay); return nil },
	}
	if len(permit) > 0 {
		spec.Step, spec.Steps = 2, 2
		spec.Checks = slices.Clone(spec.Checks)
		spec.Checks[1] = ui.Check{Level: ui.OK, Text: "the permit that you signed goes with it"}
	}
	_, worth, word := p.checker.marketChecks(s)
	spec.Checks, spec.Word = append(slices.Clone(spec.Checks), worth...), word
	sign.Open(p.s, spec)
}

// done empties the form, tells of the accepted order and goes to where it rests.
func (p *signer) done(s sum, signed sign.Signed, covered bool) tea.Cmd {
	cmd := p.accepted()
	r, ok := signed.Result.(api.OrderRecord)
	if !ok {
		return cmd
	}
	hash := format.Hash(r.Hash)
	p.s.Broadcast(views.Placed{Hash: r.Hash})
	switch {
	case r.State == api.Suspended || !covered:
		p.s.Toast(
			ui.Warn, fmt.Sprintf("order %s is accepted, but SUSPENDED and not in the book: "+
				"balance or allowance does not cover it yet", hash))
		p.s.Goto(views.Orders, views.ShowOrder{Hash: r.Hash})
		return cmd
	case r.Type() == api.P2P:
		p.s.Toast(
			ui.OK, fmt.Sprintf("order %s is accepted for %s", hash,
				p.s.ShortName(r.TakerFromMeta())))
		p.s.Goto(views.Orders, views.ShowOrder{Hash: r.Hash})
		return cmd
	}
	p.s.Toast(ui.OK, fmt.Sprintf("order %s is in the book", hash))
	p.s.Goto(views.Markets, views.FindInBook{Hash: r.Hash})
	return cmd
}

// approve lets the order contract move what this order and the open ones need, exactly.
func (p *signer) approve() tea.Cmd {
	p.allow(p.facts.funds.needed(p.in.sum().pay))
	return nil
}

// allow lets the order contract move an amount; the form stands still until it may.
func (p *signer) allow(amount api.Amount) {
	task := sign.Approve(p.s, p.in.payToken(), p.s.Network.Contracts.AugustusRFQ, amount)
	task.Holds = true
	sign.Run(p.s, task)
}

// approveTen lets the order contract move what ten orders of this size need, and the open ones.
func (p *signer) approveTen() tea.Cmd {
	s := p.in.sum()
	ten := p.facts.funds.needed(s.pay)
	for range 9 {
		ten = ten.Add(s.pay)
	}
	p.allow(ten)
	return nil
}

// take goes for the orders that this one would meet, up to its price and with its amount.
func (p *signer) take() tea.Cmd {
	s := p.in.sum()
	if _, ok := p.checker.crosses(s); !ok {
		return nil
	}
	p.s.Goto(views.Markets, views.SweepBook{
		Bids: !p.in.buying(), Size: p.in.market().base(s), Worst: p.in.market().signed(s)})
	return nil
}

// permit has the token's own permit signed, which the order carries in place of an approval, and
// then the order. It covers the open orders too: the first fill makes it the allowance.
func (p *signer) permit() tea.Cmd {
	return p.drafted("p", func(s sum, order api.Order) tea.Cmd {
		sign.RunPermit(p.s, sign.Permit{
			Token: p.in.payToken(), Spender: p.s.Network.Contracts.AugustusRFQ,
			Amount: p.facts.funds.needed(s.pay), Until: order.Expiry,
			Checks: []ui.Check{p.checker.balanceCheck(s),
				{Level: ui.OK, Text: "it goes into the order that is signed next"}},
			Done: func(encoded []byte) tea.Cmd {
				p.open(s, order, encoded)
				return nil
			},
			Edit: func() tea.Cmd { p.in.form.Focus(fieldPay); return nil },
		})
		return nil
	})
}
