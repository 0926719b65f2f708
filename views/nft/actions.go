package nft

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// Actions implements ui.Screen.
func (n *Screen) Actions() []ui.Action {
	table := n.table.Actions(paneList, nil)
	for i, a := range table {
		if a.ID == "filter" || a.ID == "sort" {
			table[i].Quiet = false
		}
	}
	out := append(n.ownActions(), table...)
	for i, a := range out {
		// the lower pane follows the selection
		out[i].Run = func() tea.Cmd { return tea.Batch(a.Run(), n.follow()) }
	}
	if n.area.Wide() {
		find := n.tree.Actions(paneFind, n.press)
		for i := range find {
			if find[i].ID == "open" {
				find[i].Key = ui.Keys(append(find[i].Key.Keys(), "space")...)
				find[i].Label, find[i].Help = "choose", "choose the filter or collection"
			}
		}
		out = append(out, find...)
	}
	return append(out, n.PaneActions()...)
}

func (n *Screen) ownActions() []ui.Action {
	r, any := n.table.Selected()
	act := func(id string, key string, pane, label, help, off string,
		run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "nft", ID: id, Key: ui.Keys(key), Pane: pane, Label: label,
			Help: help, Off: off, Run: run}
	}
	none, unfiltered := "", ""
	if !any {
		none = "no order is selected"
	}
	if !n.filter.any() {
		unfiltered = "nothing is filtered"
	}
	return []ui.Action{
		act("take", "enter", paneList, "take…", "take the selected order", n.whyNotTake(r, any),
			func() tea.Cmd { return n.take(r) }),
		act("sell", "o", "", "sell mine…", "offer an NFT of yours", "", n.sell),
		act("bid", "b", "", "bid…", "make an order of your own for the selected NFT", none,
			func() tea.Cmd { return n.bid(r) }),
		act("cancel", "x", "", "cancel mine", "cancel the selected order of yours",
			n.whyNotCancel(r, any), func() tea.Cmd { return n.cancel(r) }),
		act("approve", "a", "", "approve", "let the order contract move what your order gives",
			n.whyNotApprove(r, any), func() tea.Cmd { return n.approve(r) }),
		act("filters", "f", "", "filters", "choose what is shown", "", n.filters),
		act("clear", "F", "", "no filters", "show the whole book again", unfiltered,
			n.clearFilters),
		act("copy", "y", "", "copy hash", "copy the hash of the selected order", none,
			func() tea.Cmd { return n.s.Copy("order hash", r.Hash.Hex()) }),
		act("json", "J", "", "JSON", "show the order as the service sent it", none,
			func() tea.Cmd { return n.s.ShowJSON("Order "+format.Hash(r.Hash), r.OrderRecord) }),
		act("csv", "e", "", "CSV", "write what the list shows to a CSV file", "",
			func() tea.Cmd { return n.s.Export("nft", "csv", n.table.CSV()) }),
	}
}

// enter is what a second click on a row does.
func (n *Screen) enter() tea.Cmd {
	r, any := n.table.Selected()
	if !any || r.mine() {
		return nil
	}
	return n.take(r)
}

func (n *Screen) whyNotCancel(r row, any bool) string {
	switch {
	case !any:
		return "no order is selected"
	case !r.mine():
		return "only its maker can cancel it"
	case !r.Stands():
		return "it is not open"
	}
	return n.s.MaySign()
}

func (n *Screen) whyNotApprove(r row, any bool) string {
	switch {
	case !any:
		return "no order is selected"
	case !r.mine() || r.gives.Kind == api.ERC20:
		return "it is no order of yours that gives an NFT"
	case !n.about.known:
		return "it is being read"
	case !n.about.closed:
		return "it is approved"
	}
	return n.s.MaySign()
}

// approve lets the order contract move the collection that an order of the account's gives a token
// of.
func (n *Screen) approve(r row) tea.Cmd {
	token := r.gives.token
	token.Kind = r.gives.Kind
	return sign.Run(n.s, sign.Approve(n.s, token, n.s.Network.Contracts.AugustusRFQ,
		r.FillableBalance))
}

// cancel goes for the signature, which says what is cancelled.
func (n *Screen) cancel(r row) tea.Cmd {
	task := sign.Cancel(n.s, "cancel order "+format.Hash(r.Hash), r.Hash)
	task.Checks = []ui.Check{{Text: "it offers " + r.deal()}}
	task.Ended = func() string {
		for _, o := range n.data.own {
			if o.Hash == r.Hash && o.Stands() {
				return ""
			}
		}
		return "order " + format.Hash(r.Hash) + " has ended meanwhile"
	}
	return sign.Run(n.s, task)
}

// held is what the account can offer.
type held struct {
	list []api.UserNFT
	err  error
}

// sell finds out what there is to sell.
func (n *Screen) sell() tea.Cmd {
	exchange, account := n.s.Exchange, n.s.Account.Address
	return ui.Call(n.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		list, err := exchange.UserNFTs(ctx, account)
		return held{list, err}
	})
}

// onHeld offers the account's NFTs to choose from, and the empty form.
func (n *Screen) onHeld(m held) tea.Cmd {
	if m.err != nil {
		return n.s.Toast(ui.Bad, "could not read your NFTs: "+api.AsError(m.err).Details)
	}
	var items []menu.Item
	for _, h := range m.list {
		s := n.side(h.Asset)
		title := s.name() + " " + s.id() + "  " + h.Kind.String()
		if h.Kind == api.ERC1155 {
			title += " ×" + ui.Thousands(h.Balance.String())
		}
		if h.Approved {
			title += "  ✓ approved"
		}
		items = append(items, menu.Item{Title: title, Run: func() tea.Cmd {
			return n.s.Goto(views.Order, views.NewNFTOrder{Give: h.Asset})
		}})
	}
	items = append(items, menu.Item{
		Title: "another collection…", Run: func() tea.Cmd {
			return n.s.Goto(views.Order, views.NewNFTOrder{Give: api.Asset{Kind: api.ERC721}})
		}})
	return n.s.Open(menu.New(n.s.Env, "Sell which?", items))
}

// bid opens the form with an order for the NFT of the selected one.
func (n *Screen) bid(r row) tea.Cmd {
	want := r.MakerAsset
	if want.Kind == api.ERC20 {
		want = r.TakerAsset
	}
	return n.s.Goto(views.Order, views.NewNFTOrder{
		Give: api.Asset{Address: n.s.Network.Contracts.WrappedNative}, Get: want})
}

// Commands implements ui.Commander: an entry for each collection and each order of the account.
func (n *Screen) Commands() []ui.Command {
	var out []ui.Command
	for _, c := range n.collections {
		out = append(out, ui.Command{Title: fmt.Sprintf("Show NFT orders of %s", c.name()),
			Tag: "@" + c.token.Symbol, Run: func() tea.Cmd { return n.only(c.Address) }})
	}
	for _, r := range n.table.Rows() {
		if r.mine() && r.Stands() {
			out = append(out, ui.Command{Title: "Cancel NFT order " + format.Hash(r.Hash) +
				" " + r.deal(), Tag: "#" + r.Hash.Hex(), Key: "x",
				Off: n.s.MaySign(), Run: func() tea.Cmd { return n.cancel(r) }})
		}
	}
	return out
}
