package orders

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// Actions implements ui.Screen.
func (o *Screen) Actions() []ui.Action {
	table := o.table.Actions(paneList, nil)
	for i, a := range table {
		if a.ID == "mark" || a.ID == "filter" {
			table[i].Quiet = false
		}
	}
	out := append(o.ownActions(), table...)
	for i, a := range out {
		// the detail pane follows the selection
		out[i].Run = func() tea.Cmd { return tea.Batch(a.Run(), o.follow()) }
	}
	out = append(out, o.fills.Actions("fills", paneDetail)...)
	return append(out, o.PaneActions()...)
}

func (o *Screen) ownActions() []ui.Action {
	r, ok := o.table.Selected()
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
			o.whyNotCancel(), func() tea.Cmd { return o.cancel(o.chosen()) }),
		act("all", "X", "cancel all open…", "cancel every open order of the account",
			o.whyNotCancelAll(), o.cancelAll),
		act("take", "enter", "take…", "take the selected offer", o.whyNotTake(r, ok),
			func() tea.Cmd { return o.take(r) }),
		act("replace", "m", "replace", "another price, amount or expiry: cancel it, with a new "+
			"order in its place", o.whyNotReplace(r, ok),
			func() tea.Cmd { return o.replace(r) }),
		act("another", "c", "copy", "open the order form with a new order from this one; "+
			"this one stays", none, func() tea.Cmd { return o.copyOrder(r) }),
		act("approve", "a", "approve", "let the order contract move what your open orders need of "+
			"what this one gives", o.whyNotApprove(r, ok),
			func() tea.Cmd { return o.approve(r) }),
		act("kind", "v", "kind", "show the next kind of order", "", o.nextKind),
		act("json", "o", "JSON", "show the order as the service sent it", none,
			func() tea.Cmd { return o.s.ShowJSON("Order "+format.Hash(r.Hash), r.OrderRecord) }),
		act("copy", "y", "copy hash", "copy the hash of the selected order", none,
			func() tea.Cmd { return o.s.Copy("order hash", r.Hash.Hex()) }),
		act("csv", "e", "CSV", "write what the list shows to a CSV file", "",
			func() tea.Cmd { return o.s.Export("orders", "csv", o.table.CSV()) }),
		o.s.NetworksAction("orders"),
	}
	for i := range out {
		if acts[out[i].ID] && ok && r.away && out[i].Off == "" {
			out[i].Run = func() tea.Cmd { return o.goThere(r) }
		}
	}
	return out
}

// acts are the actions that act on the selected order, or begin something like it: they need its
// network in front.
var acts = map[string]bool{"take": true, "replace": true, "another": true, "approve": true}

// goThere asks to go to an order's own network, where it is selected then.
func (o *Screen) goThere(r row) tea.Cmd {
	return o.s.AskToGo("Order "+format.Hash(r.Hash), views.GoToNetwork{ChainID: r.ChainID,
		Screen: views.Orders, Then: views.ShowOrder{Hash: r.Hash}})
}

// maySign tells why nothing can be signed about an order; one of another network is not signed
// about, but asks to go there.
func (o *Screen) maySign(r row) string {
	if r.away {
		return ""
	}
	return o.s.MaySign()
}

func (o *Screen) whyNotApprove(r row, ok bool) string {
	switch {
	case !ok:
		return "no order is selected"
	case !r.mine || !r.State.Open():
		return "it is not an open order of yours"
	case r.covered():
		return "it is covered"
	}
	return o.maySign(r)
}

// approve lets the order contract move what the open orders need of one asset.
func (o *Screen) approve(r row) tea.Cmd {
	t, _ := o.s.Token(r.MakerAsset.Address)
	return sign.Run(o.s, sign.ApproveOrders(o.s, t, r.MakerAsset))
}

// enter is what a second click on a row does.
func (o *Screen) enter() tea.Cmd {
	r, ok := o.table.Selected()
	switch {
	case !ok || r.mine:
		return nil
	case r.away && o.whyNotTake(r, ok) == "":
		return o.goThere(r)
	}
	return o.take(r)
}

// chosen are the marked orders, or the selected one, that can be cancelled.
func (o *Screen) chosen() []row {
	var out []row
	for _, r := range o.table.Marked() {
		if r.cancellable() {
			out = append(out, r)
		}
	}
	return out
}

func (o *Screen) whyNotCancel() string {
	r, ok := o.table.Selected()
	chosen := o.chosen()
	switch {
	case len(chosen) == 1:
		return o.maySign(chosen[0])
	case slices.ContainsFunc(chosen, func(r row) bool { return r.away }):
		return "marked orders are on other networks: N leaves those out"
	case len(chosen) > 0:
		return o.s.MaySign()
	case !ok:
		return "no order is selected"
	case !r.mine:
		return "only its maker can cancel it"
	}
	return "it is not open"
}

func (o *Screen) whyNotCancelAll() string {
	if len(o.cancellable()) == 0 {
		return "no order is open on this network"
	}
	return o.s.MaySign()
}

// cancellable are the open orders of the network in front: no transaction cancels others.
func (o *Screen) cancellable() (list []row) {
	for _, r := range o.rows {
		if r.cancellable() && !r.away {
			list = append(list, r)
		}
	}
	return list
}

func (o *Screen) cancelAll() tea.Cmd {
	title := "Cancel all open orders"
	if o.s.AllNetworks {
		title += " on " + o.s.NetworkName(o.s.Network.ChainID)
	}
	return o.cancelMany(title, o.cancellable(), "Delta orders, stops among them, go on: their "+
		"screen ends them.")
}

// cancel goes straight to the signature for one order, whose review is the question; it asks first,
// with a list, for several.
func (o *Screen) cancel(list []row) tea.Cmd {
	switch {
	case len(list) != 1:
		return o.cancelMany(fmt.Sprintf("Cancel %d orders", len(list)), list, "")
	case list[0].away:
		return o.goThere(list[0])
	}
	return o.cancelNow(list)
}

// maxCancel is how many orders one transaction cancels, so that it fits a block.
const maxCancel = 200

func (o *Screen) cancelMany(title string, list []row, besides string) tea.Cmd {
	ask := fmt.Sprintf("One transaction cancels %s orders:", ui.Count(len(list)))
	if len(list) > maxCancel {
		list = list[:maxCancel]
		ask = fmt.Sprintf("One transaction cancels at most %d orders; the newest come first:",
			maxCancel)
	}
	lines := make([]string, len(list))
	for i, r := range list {
		lines[i] = r.words()
	}
	if besides != "" {
		ask = besides + " " + ask
	}
	return o.s.Open(ui.NewConfirm(o.s.Env, ui.ConfirmSpec{
		Title: title, Ask: ask, Lines: lines, Level: ui.Warn,
		Yes: fmt.Sprintf("Cancel %d orders", len(list)), Ended: o.ended(list...),
		Run: func() tea.Cmd { return o.cancelNow(list) },
	}))
}

// ended tells that none of these orders can be filled any more, so that nothing is left to do about
// them; "" while one can.
func (o *Screen) ended(list ...row) func() string {
	return func() string {
		why := ""
		for _, r := range o.rows {
			if !slices.ContainsFunc(list, func(l row) bool { return l.Hash == r.Hash }) {
				continue
			}
			if r.Stands() {
				return ""
			}
			why = fmt.Sprintf("order %s has ended meanwhile: %s", format.Hash(r.Hash), r.State)
		}
		return why
	}
}

// cancelNow prepares the transaction and shows it to be signed.
func (o *Screen) cancelNow(list []row) tea.Cmd {
	var hashes []common.Hash
	for _, r := range list {
		hashes = append(hashes, r.Hash)
	}
	what, checks := fmt.Sprintf("cancel %d orders", len(list)), []ui.Check(nil)
	if len(list) == 1 { // several were listed before
		what = "cancel order " + format.Hash(list[0].Hash)
		checks = []ui.Check{{Text: "cancels " + list[0].words()}}
	}
	for _, w := range o.waiting {
		if slices.Contains(hashes, w.Old) {
			next := newRow(o.s, api.OrderRecord{Order: w.Request.Order}, w.Request.Order.Maker,
				o.data.pairs, api.Amount{})
			checks = append(checks, ui.Check{Level: ui.Warn, Text: fmt.Sprintf("an order that you "+
				"signed in place of %s waits for this, and goes into the book then: %s",
				format.Hash(w.Old), next.deal())})
		}
	}
	o.table.ClearMarks()
	task := sign.Cancel(o.s, what, hashes...)
	task.Checks, task.Ended = checks, o.ended(list...)
	return sign.Run(o.s, task)
}

// copyOrder starts a new order from this one, which stays.
func (o *Screen) copyOrder(r row) tea.Cmd {
	record := r.OrderRecord
	side := api.Sell
	if r.buy {
		side = api.Buy
	}
	cmd := o.s.Goto(views.Order, views.NewOrder{
		Pair: api.Pair{Base: r.market.Base.Address, Quote: r.market.Quote.Address}, Side: side,
		Price: r.rate(), From: &record})
	if !r.State.Open() {
		return cmd
	}
	return tea.Batch(cmd, o.s.Toast(ui.Warn, "a new order like this one; both can fill (m on "+
		"Orders replaces an order)"))
}

func (o *Screen) nextKind() tea.Cmd {
	o.kind = (o.kind + 1) % kinds
	o.show()
	return nil
}

// intended tells whether an account may take an order.
func intended(r api.OrderRecord, account common.Address) bool {
	return r.TakerFromMeta() == account || r.TakerFromMeta() == (common.Address{}) &&
		(r.Taker == account || r.Taker == (common.Address{}))
}
