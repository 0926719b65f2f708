package nft

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

func (p *listPane) Actions() []ui.Action {
	r, any := p.Selected()
	act := func(id string, key string, pane, label, help, off string,
		run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "nft", ID: id, Key: ui.Keys(key), Pane: pane, Label: label,
			Help: help, Off: off, Run: run}
	}
	none, unfiltered := "", ""
	if !any {
		none = "no order is selected"
	}
	if !p.market.filter.any() {
		unfiltered = "nothing is filtered"
	}
	return []ui.Action{
		act("take", "enter", paneList, "take…", "take the selected order",
			p.taker.whyNotTake(r, any), func() tea.Cmd { return p.taker.take(r) }),
		act("sell", "o", "", "sell mine…", "offer an NFT of yours", "", p.sell),
		act("bid", "b", "", "bid…", "make an order of your own for the selected NFT", none,
			ui.Asking(func() { p.bid(r) })),
		act("cancel", "x", "", "cancel mine", "cancel the selected order of yours",
			p.whyNotCancel(r, any), ui.Asking(func() { p.cancel(r) })),
		act("approve", "a", "", "approve", "let the order contract move what your order gives",
			p.whyNotApprove(r, any), ui.Asking(func() { p.approve(r) })),
		act("filters", "f", "", "filters", "choose what is shown", "", p.find.filters),
		act("clear", "F", "", "no filters", "show the whole book again", unfiltered,
			p.find.clearFilters),
		act("copy", "y", "", "copy hash", "copy the hash of the selected order", none,
			ui.Asking(func() { p.s.Copy("order hash", r.Hash.Hex()) })),
		act("json", "J", "", "JSON", "show the order as the service sent it", none,
			ui.Asking(func() { p.s.ShowJSON("Order "+format.Hash(r.Hash), r.OrderRecord) })),
		act("csv", "e", "", "CSV", "write what the list shows to a CSV file", "",
			func() tea.Cmd { return p.s.Export("nft", "csv", p.CSV()) }),
	}
}

// Moves are those of the table, whose filter and order stand among the hints.
func (p *listPane) Moves() []ui.Action {
	out := p.Table.Actions(paneList, nil)
	for i, a := range out {
		if a.ID == "filter" || a.ID == "sort" {
			out[i].Quiet = false
		}
	}
	return out
}

// enter is what a second click on a row does.
func (p *listPane) enter() tea.Cmd {
	r, any := p.Selected()
	if !any || r.mine() {
		return nil
	}
	return p.taker.take(r)
}

func (p *listPane) whyNotCancel(r row, any bool) string {
	switch {
	case !any:
		return "no order is selected"
	case !r.mine():
		return "only its maker can cancel it"
	case !r.Stands():
		return "it is not open"
	}
	return p.s.MaySign()
}

func (p *listPane) whyNotApprove(r row, any bool) string {
	switch {
	case !any:
		return "no order is selected"
	case !r.mine() || r.gives.Kind == api.ERC20:
		return "it is no order of yours that gives an NFT"
	case !p.about.known:
		return "it is being read"
	case !p.about.closed:
		return "it is approved"
	}
	return p.s.MaySign()
}

// approve lets the order contract move the collection that an order of the account's gives a token
// of.
func (p *listPane) approve(r row) {
	token := r.gives.token
	token.Kind = r.gives.Kind
	sign.Run(p.s, sign.Approve(p.s, token, p.s.Network.Contracts.AugustusRFQ,
		r.FillableBalance))
}

// cancel goes for the signature, which says what is cancelled.
func (p *listPane) cancel(r row) {
	task := sign.Cancel(p.s, "cancel order "+format.Hash(r.Hash), r.Hash)
	task.Checks = []ui.Check{{Text: "it offers " + r.deal()}}
	task.Ended = func() string {
		for _, o := range p.market.data.own {
			if o.Hash == r.Hash && o.Stands() {
				return ""
			}
		}
		return "order " + format.Hash(r.Hash) + " has ended meanwhile"
	}
	sign.Run(p.s, task)
}

// held is what the account can offer.
type held struct {
	list []api.UserNFT
	err  error
}

// sell finds out what there is to sell.
func (p *listPane) sell() tea.Cmd {
	exchange, account := p.s.Exchange, p.s.Account.Address
	return ui.Call(p.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		list, err := exchange.UserNFTs(ctx, account)
		return held{list, err}
	})
}

// onHeld offers the account's NFTs to choose from, and the empty form.
func (p *listPane) onHeld(m held) {
	if m.err != nil {
		p.s.Toast(ui.Bad, "could not read your NFTs: "+api.AsError(m.err).Details)
		return
	}
	var items []menu.Item
	for _, h := range m.list {
		s := p.market.side(h.Asset)
		title := s.name() + " " + s.id() + "  " + h.Kind.String()
		if h.Kind == api.ERC1155 {
			title += " ×" + ui.Thousands(h.Balance.String())
		}
		if h.Approved {
			title += "  ✓ approved"
		}
		items = append(items, menu.Item{Title: title, Run: func() tea.Cmd {
			p.s.Goto(views.Order, views.NewNFTOrder{Give: h.Asset})
			return nil
		}})
	}
	items = append(items, menu.Item{
		Title: "another collection…", Run: func() tea.Cmd {
			p.s.Goto(views.Order, views.NewNFTOrder{Give: api.Asset{Kind: api.ERC721}})
			return nil
		}})
	p.s.Open(menu.New(p.s.Env, "Sell which?", items))
}

// bid opens the form with an order for the NFT of the selected one.
func (p *listPane) bid(r row) {
	want := r.MakerAsset
	if want.Kind == api.ERC20 {
		want = r.TakerAsset
	}
	p.s.Goto(views.Order, views.NewNFTOrder{
		Give: api.Asset{Address: p.s.Network.Contracts.WrappedNative}, Get: want})
}
