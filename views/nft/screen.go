package nft

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// The panes.
const (
	paneFind = "find"
	paneList = "orders"
)

// Screen is the NFT screen: what is looked for, the orders found and the selected one.
type Screen struct {
	ui.Panes
	s      *views.Session
	market *market
	taker  *taker
	find   *findPane
	list   *listPane
	about  *aboutPane
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	n := &Screen{s: s, market: newMarket(s)}
	n.taker = &taker{s: s, market: n.market}
	n.find = &findPane{s: s, market: n.market, front: func() { n.FocusPane(paneFind) }}
	n.list = newList(s, n.market, n.taker, n.find)
	n.about = newAbout(s, n.market, n.list)
	n.list.about = n.about
	n.market.changed = func() { n.list.show(); n.find.show() }
	n.Panes = ui.NewPanes(s.Env, n.layout, n.list, n.find, n.about)
	n.forget()
	return n
}

func (n *Screen) layout(area cells.Box) []ui.Placed {
	var out []ui.Placed
	body := area
	if area.Wide() {
		columns := area.Columns(cells.Fixed(26), cells.Fill(1))
		body = columns[1]
		out = append(out, ui.Placed{Pane: n.find, Box: columns[0]})
	}
	foot := cells.Fixed(6)
	if area.Tall() {
		foot = cells.Fixed(11)
	}
	rows := body.Rows(cells.Fill(1), foot)
	return append(out, ui.Placed{Pane: n.list, Box: rows[0]},
		ui.Placed{Pane: n.about, Box: rows[1]})
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.NFT }

// Init implements ui.Screen.
func (n *Screen) Init() tea.Cmd {
	n.market.listen()
	return n.market.feed.Want(n.s.Env)
}

// forget empties the screen until what the chosen account sees has come.
func (n *Screen) forget() {
	n.market.data = data{}
	n.list.State = ui.State{What: "NFT orders", Loading: true}
	n.market.changed()
}

// Update implements ui.Screen.
func (n *Screen) Update(m tea.Msg) tea.Cmd {
	feed := &n.market.feed
	if cmd, ok := feed.Due(m, n.s.Env); ok {
		return cmd
	}
	switch m := m.(type) {
	case views.AccountChanged:
		if n.market.data.account != n.s.Account.Address {
			feed.Drop()
			n.forget()
			return feed.Want(n.s.Env)
		}
	case changed, ui.Refresh:
		return feed.Want(n.s.Env)
	case sign.Mined:
		n.taker.onMined(m)
		return feed.Want(n.s.Env)
	case loaded:
		return n.onLoaded(m)
	case allowed:
		n.taker.onAllowed(m)
		return nil
	case views.ShowOrder:
		n.reveal(m.Hash)
	}
	return n.Panes.Update(m)
}

func (n *Screen) onLoaded(m loaded) tea.Cmd {
	fresh, again := n.market.feed.Done(m.epoch, n.s.Env)
	if !fresh {
		return again
	}
	n.list.State.Loading, n.list.State.Err = false, ""
	if m.err != nil {
		n.list.State.Err = api.AsError(m.err).Details
		return again
	}
	n.market.data = m.data
	n.market.collect()
	n.market.changed()
	return tea.Batch(again, n.about.feed.Want(n.s.Env))
}

// reveal selects an order, now or when it comes, whatever is filtered.
func (n *Screen) reveal(hash common.Hash) {
	n.market.filter = filter{}
	n.list.SetFilter("")
	n.list.wanted = hash
	n.market.changed()
	n.FocusPane(paneList)
}

// Actions implements ui.Screen.
func (n *Screen) Actions() []ui.Action { return append(n.Panes.Actions(), n.PaneActions()...) }

// Commands implements ui.Commander: an entry for each collection and each order of the account.
func (n *Screen) Commands() []ui.Command {
	var out []ui.Command
	for _, c := range n.market.collections {
		out = append(out, ui.Command{Title: fmt.Sprintf("Show NFT orders of %s", c.name()),
			Tag: "@" + c.token.Symbol, Run: func() tea.Cmd { return n.find.only(c.Address) }})
	}
	for _, r := range n.list.Rows() {
		if r.mine() && r.Stands() {
			out = append(out, ui.Command{Title: "Cancel NFT order " + format.Hash(r.Hash) +
				" " + r.deal(), Tag: "#" + r.Hash.Hex(), Key: "x",
				Off: n.s.MaySign(), Run: ui.Asking(func() { n.list.cancel(r) })})
		}
	}
	return out
}

// Status implements ui.StatusProvider.
func (n *Screen) Status() ui.Note {
	r, ok := n.list.Selected()
	switch {
	case ok && r.mine():
		return ui.Note{Text: "The offer of " + r.gives.name() + " " + r.gives.id() +
			" is yours: x cancels it."}
	case ok && r.to == r.account && r.to != common.Address{}:
		if why := n.taker.whyNotTake(r, true); why != "" {
			if !n.s.Area.Wide() {
				return ui.Note{Text: "For you alone, but " + why + "."}
			}
			return ui.Note{Text: "This offer is for you alone, but cannot be taken: " + why + "."}
		}
		return ui.Note{Text: "This offer is for you alone: ⏎ takes it."}
	}
	return ui.Note{}
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "ERC721", Means: "a token of which there is one: an order for it is filled whole"},
		{Term: "ERC1155", Means: "a token of which there are several: a part of an order can be " +
			"taken"},
		{Term: "floor", Means: "the cheapest offer of a collection for the wrapped coin"},
		{Term: "approved", Means: "the order contract may move the owner's tokens of that " +
			"collection"},
		{Term: "packed", Means: "how an order names an asset: its contract's address, with the " +
			"kind in the bits above"},
	}
}
