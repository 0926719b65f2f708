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

// canceller leads to the signature that cancels orders.
type canceller struct {
	s        *views.Session
	own      *ownOrders
	replacer *replacer
	signing  func() // is told that the orders are on their way
}

func (c *canceller) whyNotAll() string {
	if len(c.own.cancellable()) == 0 {
		return "no order of the book is open on this network; Delta orders end on screen 5"
	}
	return c.s.MaySign()
}

// askAll leads to all of them by what was typed.
func (c *canceller) askAll() tea.Cmd {
	if why := c.whyNotAll(); why != "" {
		c.s.Toast(ui.Warn, why)
		return nil
	}
	return c.all()
}

func (c *canceller) all() tea.Cmd {
	title := "Cancel all open orders"
	if c.s.AllNetworks {
		title += " on " + c.s.NetworkName(c.s.Network.ChainID)
	}
	list := c.own.cancellable()
	c.many(title, list, "Delta orders, stops among them, go on: their screen ends them.",
		func() []ui.Check { return c.since(list) })
	return nil
}

// since tells of the orders that were not among all when those were shown: they stay.
func (c *canceller) since(list []row) []ui.Check {
	n := 0
	for _, r := range c.own.cancellable() {
		if !slices.ContainsFunc(list, func(l row) bool { return l.Hash == r.Hash }) {
			n++
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return []ui.Check{{Level: ui.Warn, Text: "1 order has come since, and stays open"}}
	}
	return []ui.Check{{Level: ui.Warn,
		Text: ui.Counted(n, "order") + " have come since, and stay open"}}
}

// cancel goes straight to the signature for one order, whose review is the question; it asks first,
// with a list, for several.
func (c *canceller) cancel(list []row) {
	switch {
	case len(list) != 1:
		c.many(fmt.Sprintf("Cancel %d orders", len(list)), list, "", nil)
		return
	case list[0].away:
		goThere(c.s, list[0])
		return
	}
	c.now(list, nil)
}

// maxCancel is how many orders one transaction cancels, so that it fits a block.
const maxCancel = 200

// many asks, with a list, whether to cancel what is on it. More, which may be nil, is said of
// others with the transaction.
func (c *canceller) many(title string, list []row, besides string,
	more func() []ui.Check) {
	ask := "One transaction cancels " + ui.Counted(len(list), "order") + ":"
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
	c.s.Open(ui.NewConfirm(c.s.Env, ui.ConfirmSpec{
		Title: title, Ask: ask, Lines: lines, Level: ui.Warn,
		Yes: "Cancel " + ui.Counted(len(list), "order"), Ended: c.own.ended(list...),
		Run: ui.Asking(func() { c.now(list, more) }),
	}))
}

// now prepares the transaction and shows it to be signed.
func (c *canceller) now(list []row, more func() []ui.Check) {
	var hashes []common.Hash
	for _, r := range list {
		hashes = append(hashes, r.Hash)
	}
	what, checks := fmt.Sprintf("cancel %d orders", len(list)), []ui.Check(nil)
	if len(list) == 1 { // several were listed before
		what = "cancel order " + format.Hash(list[0].Hash)
		checks = []ui.Check{{Text: "cancels " + list[0].words()}}
	}
	if more != nil {
		checks = append(checks, more()...)
	}
	for _, w := range c.replacer.waiting {
		if slices.Contains(hashes, w.Old) {
			next := newRow(c.s, api.OrderRecord{Order: w.Request.Order}, w.Request.Order.Maker,
				c.own.data.pairs, api.Amount{})
			checks = append(checks, ui.Check{Level: ui.Warn, Text: fmt.Sprintf("an order that you "+
				"signed in place of %s waits for this, and goes into the book then: %s",
				format.Hash(w.Old), next.deal())})
		}
	}
	c.signing()
	task := sign.Cancel(c.s, what, hashes...)
	task.Checks, task.Ended = checks, c.own.ended(list...)
	sign.Run(c.s, task)
}
