package orders

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

func (p *listPane) Actions() []ui.Action {
	r, ok := p.Selected()
	act := func(id string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "orders", ID: id, Key: ui.Keys(key), Label: label, Help: help,
			Off: off, Run: run}
	}
	none := ""
	if !ok {
		none = "no order is selected"
	}
	out := []ui.Action{
		act("cancel", "x", "cancel", "cancel the marked orders, or the selected one",
			p.whyNotCancel(), ui.Asking(func() { p.canceller.cancel(p.chosen()) })),
		act("all", "X", "cancel all open…", "cancel every open order of the account",
			p.canceller.whyNotAll(), p.canceller.all),
		act("take", "enter", "take…", "take the selected offer", p.taker.whyNot(r, ok),
			func() tea.Cmd { return p.taker.take(r) }),
		act("replace", "m", "replace", "another price, amount or expiry: cancel it, with a new "+
			"order in its place", p.replacer.whyNot(r, ok),
			ui.Asking(func() { p.replacer.replace(r) })),
		act("another", "c", "copy", "open the order form with a new order from this one; "+
			"this one stays", none, ui.Asking(func() { p.copyOrder(r) })),
		act("approve", "a", "approve", "let the order contract move what your open orders need of "+
			"what this one gives", p.whyNotApprove(r, ok),
			ui.Asking(func() { p.approve(r) })),
		act("kind", "v", "kind", "show the next kind of order", "", p.nextKind),
		act("json", "o", "JSON", "show the order as the service sent it", none,
			ui.Asking(func() { p.s.ShowJSON("Order "+format.Hash(r.Hash), r.OrderRecord) })),
		act("copy", "y", "copy hash", "copy the hash of the selected order", none,
			ui.Asking(func() { p.s.Copy("order hash", r.Hash.Hex()) })),
		act("csv", "e", "CSV", "write what the list shows to a CSV file", "",
			func() tea.Cmd { return p.s.Export("orders", "csv", p.CSV()) }),
		p.s.NetworksAction("orders"),
	}
	for i := range out {
		if acts[out[i].ID] && ok && r.away && out[i].Off == "" {
			out[i].Run = ui.Asking(func() { goThere(p.s, r) })
		}
	}
	return out
}

// acts are the actions that act on the selected order, or begin something like it: they need its
// network in front.
var acts = map[string]bool{"take": true, "replace": true, "another": true, "approve": true}

// Moves are those of the table, whose marks and filter stand among the hints.
func (p *listPane) Moves() []ui.Action {
	out := p.Table.Actions(paneList, nil)
	for i, a := range out {
		if a.ID == "mark" || a.ID == "filter" {
			out[i].Quiet = false
		}
	}
	return out
}

// goThere asks to go to an order's own network, where it is selected then.
func goThere(s *views.Session, r row) {
	s.AskToGo("Order "+format.Hash(r.Hash), views.GoToNetwork{ChainID: r.ChainID,
		Screen: views.Orders, Then: views.ShowOrder{Hash: r.Hash}})
}

// maySign tells why nothing can be signed about an order; one of another network is not signed
// about, but asks to go there.
func maySign(s *views.Session, r row) string {
	if r.away {
		return ""
	}
	return s.MaySign()
}

func (p *listPane) whyNotApprove(r row, ok bool) string {
	switch {
	case !ok:
		return "no order is selected"
	case !r.mine || !r.State.Open():
		return "it is not an open order of yours"
	case r.covered():
		return "it is covered"
	}
	return maySign(p.s, r)
}

// approve lets the order contract move what the open orders need of one asset.
func (p *listPane) approve(r row) {
	t, _ := p.s.Token(r.MakerAsset.Address)
	sign.Run(p.s, sign.ApproveOrders(p.s, t, r.MakerAsset))
}

// enter is what a second click on a row does.
func (p *listPane) enter() tea.Cmd {
	r, ok := p.Selected()
	switch {
	case !ok || r.mine:
		return nil
	case r.away && p.taker.whyNot(r, ok) == "":
		goThere(p.s, r)
		return nil
	}
	return p.taker.take(r)
}

// chosen are the marked orders, or the selected one, that can be cancelled.
func (p *listPane) chosen() []row {
	var out []row
	for _, r := range p.Marked() {
		if r.cancellable() {
			out = append(out, r)
		}
	}
	return out
}

func (p *listPane) whyNotCancel() string {
	r, ok := p.Selected()
	chosen := p.chosen()
	switch {
	case len(chosen) == 1:
		return maySign(p.s, chosen[0])
	case slices.ContainsFunc(chosen, func(r row) bool { return r.away }):
		return "marked orders are on other networks: N leaves those out"
	case len(chosen) > 0:
		return p.s.MaySign()
	case !ok:
		return "no order is selected"
	case !r.mine:
		return "only its maker can cancel it"
	}
	return "it is not open"
}

// copyOrder starts a new order from this one, which stays.
func (p *listPane) copyOrder(r row) {
	record := r.OrderRecord
	side := api.Sell
	if r.buy {
		side = api.Buy
	}
	p.s.Goto(views.Order, views.NewOrder{
		Pair: api.Pair{Base: r.market.Base.Address, Quote: r.market.Quote.Address}, Side: side,
		Price: r.rate(), From: &record})
	if !r.State.Open() {
		return
	}
	p.s.Toast(ui.Warn, "a new order like this one; both can fill (m on "+
		"Orders replaces an order)")
}

func (p *listPane) nextKind() tea.Cmd {
	p.kind = (p.kind + 1) % kinds
	p.show()
	return nil
}

// intended tells whether an account may take an order.
func intended(r api.OrderRecord, account common.Address) bool {
	return r.TakerFromMeta() == account || r.TakerFromMeta() == (common.Address{}) &&
		(r.Taker == account || r.Taker == (common.Address{}))
}
