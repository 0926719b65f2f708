package nft

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/ui/tree"
	"bourse/views"
	"bourse/views/sign"
)

// The panes.
const (
	paneFind = "find"
	paneList = "orders"
)

// Screen is the NFT screen.
type Screen struct {
	ui.Ring
	s           *views.Session
	area        cells.Box
	filter      filter
	tree        tree.Tree
	table       *table.Table[row]
	feed        views.Poller
	data        data // as last loaded
	collections []collection
	wanted      common.Hash // to be selected when it comes
	about       about
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	n := &Screen{Ring: ui.NewRing(paneList), s: s}
	n.table = table.New(row.key, n.columns()...)
	n.table.Flag = func(r row) string { return r.flag(s.Env.Now()) }
	n.table.Gap = 2
	n.feed = views.Poller{Pause: loadPause, Ask: n.load}
	n.about.feed = views.Poller{Pause: loadPause, Ask: n.askHoldings}
	n.forget()
	return n
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.NFT }

// Init implements ui.Screen.
func (n *Screen) Init() tea.Cmd { return tea.Batch(n.listen(), n.feed.Want(n.s.Env)) }

// forget empties the screen until what the chosen account sees has come.
func (n *Screen) forget() {
	n.data = data{}
	n.table.State = ui.State{What: "NFT orders", Loading: true}
	n.show()
}

// Update implements ui.Screen. Whatever happened, the lower pane follows the selection.
func (n *Screen) Update(m tea.Msg) tea.Cmd { return tea.Batch(n.update(m), n.follow()) }

func (n *Screen) update(m tea.Msg) tea.Cmd {
	for _, f := range []*views.Poller{&n.feed, &n.about.feed} {
		if cmd, ok := f.Due(m, n.s.Env); ok {
			return cmd
		}
	}
	switch m := m.(type) {
	case tea.KeyMsg:
		n.table.Update(m)
	case tea.MouseMsg:
		return ui.MousePanes(m, &n.Ring, n.panes(n.area))
	case views.AccountChanged:
		if n.data.account != n.s.Account.Address {
			n.feed.Drop()
			n.forget()
			return n.feed.Want(n.s.Env)
		}
	case changed, ui.Refresh:
		return n.feed.Want(n.s.Env)
	case sign.Mined:
		return tea.Batch(n.onMined(m), n.feed.Want(n.s.Env))
	case loaded:
		return n.onLoaded(m)
	case holdings:
		return n.onHoldings(m)
	case allowed:
		return n.onAllowed(m)
	case held:
		return n.onHeld(m)
	case views.ShowOrder:
		n.reveal(m.Hash)
	}
	return nil
}

// reveal selects an order, now or when it comes, whatever is filtered.
func (n *Screen) reveal(hash common.Hash) {
	n.filter = filter{}
	n.table.SetFilter("")
	n.wanted = hash
	n.show()
	n.FocusPane(paneList)
}

// Captures implements ui.Capturer.
func (n *Screen) Captures(k tea.KeyMsg) bool { return n.table.Captures(k) }

// Status implements ui.StatusProvider.
func (n *Screen) Status() ui.Note {
	r, ok := n.table.Selected()
	switch {
	case ok && r.mine():
		return ui.Note{Text: "The offer of " + r.gives.name() + " " + r.gives.id() +
			" is yours: x cancels it."}
	case ok && r.to == r.account && r.to != common.Address{}:
		if why := n.whyNotTake(r, true); why != "" {
			if !n.area.Wide() {
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

// Resize implements ui.Screen.
func (n *Screen) Resize(area cells.Box) {
	n.area = area
	if area.Wide() {
		n.SetPanes(paneFind, paneList)
	} else {
		n.SetPanes(paneList)
	}
}

// Draw implements ui.Screen.
func (n *Screen) Draw(area cells.Box) string {
	return ui.DrawPanes(n.s.Env, area, &n.Ring, n.panes(area))
}

func (n *Screen) panes(area cells.Box) []ui.Slot {
	var out []ui.Slot
	body := area
	if area.Wide() {
		columns := area.Columns(cells.Fixed(26), cells.Fill(1))
		body = columns[1]
		out = append(out, ui.Slot{Name: paneFind, Box: columns[0], Title: "Find",
			Mouse: n.clickFind, Draw: n.drawFind})
	}
	foot := cells.Fixed(6)
	if area.Tall() {
		foot = cells.Fixed(11)
	}
	rows := body.Rows(cells.Fill(1), foot)
	return append(out,
		ui.Slot{Name: paneList, Box: rows[0], Title: "NFT orders", Right: n.heading(area.Wide()),
			Mouse: n.click,
			Draw: func(in cells.Box, focused bool) string {
				return n.table.Draw(n.s.Env, in, focused)
			}},
		ui.Slot{Box: rows[1], Title: "Selected", Draw: n.drawAbout})
}

// heading is the right end of the list's title.
func (n *Screen) heading(wide bool) string {
	parts := []string{n.title()}
	if n.filter.any() {
		parts = append(parts, "filtered")
	}
	if by := n.table.Sorted(); by != "" {
		parts = append(parts, by)
	}
	if !wide {
		parts = append(parts, "f filters")
	}
	if old := n.s.Env.Old(n.data.at, stale); old != "" {
		parts = append(parts, old)
	}
	return strings.Join(parts, " · ")
}

// drawFind is the filters, the collections, and the floor of the chosen one.
func (n *Screen) drawFind(area cells.Box, focused bool) string {
	foot := ""
	id := n.tree.Selected()
	for _, c := range n.collections {
		if c.floor != nil && (c.Address.Hex() == id || n.filter.makerAsset != nil &&
			*n.filter.makerAsset == c.Address) {
			foot = "floor " + c.floorText()
		}
	}
	tree := n.tree.Draw(n.s.Env.Theme, cells.Box{W: area.W, H: area.H - 1}, focused)
	return tree + "\n" + cells.Fit(" "+n.s.Env.Theme.Muted.Render(cells.Truncate(foot, area.W-1)),
		area.W, 1)
}

func (n *Screen) clickFind(m tea.MouseMsg) tea.Cmd {
	before := n.tree.Selected()
	if open := n.tree.Mouse(m); open || m.Button == tea.MouseButtonLeft &&
		n.tree.Selected() != before {
		return n.press()
	}
	return nil
}

func (n *Screen) click(m tea.MouseMsg) tea.Cmd {
	if n.table.Mouse(m) {
		return n.enter()
	}
	return nil
}

// columns are those of the list; narrow windows do without the highest Drop first.
func (n *Screen) columns() []table.Column[row] {
	now := func() time.Time { return n.s.Env.Now() }
	muted := func(t *ui.Theme, _ row) ui.Style { return t.Muted }
	return []table.Column[row]{
		{Title: "collection / id", Width: 16, Flex: 2, Cell: row.asset,
			Less: func(a, b row) int { return strings.Compare(a.asset(), b.asset()) }},
		{Title: "kind", Width: 11, Right: true, Cell: row.kind,
			Less: func(a, b row) int { return int(b.gives.Kind) - int(a.gives.Kind) }},
		{Title: "asks", Width: 17, Flex: 1, Cell: row.asking, Less: byPrice,
			CSV: func(r row) string {
				return r.cost().Units(r.asks.token.Decimals) + " " + r.asks.name()
			}},
		{Title: "for", Width: 11, Cell: row.taker, CSV: func(r row) string { return r.to.Hex() },
			Style: func(t *ui.Theme, r row) ui.Style {
				if r.to == r.account && r.to != (common.Address{}) {
					return t.Accent
				}
				return t.Text
			}},
		{Title: "expiry", Width: 10, Right: true,
			Cell: func(r row) string { return r.expiry(now()) },
			Less: func(a, b row) int { return views.CompareExpiry(a.Expiry, b.Expiry) }},
		{Title: "maker", Width: 13, Drop: 1, Cell: row.maker,
			CSV: func(r row) string { return r.Maker.Hex() }, Style: muted},
		{Title: "hash", Width: 66, Drop: 9, Cell: row.key, Style: muted},
	}
}

// byPrice puts the cheapest first, among orders that ask for the same.
func byPrice(a, b row) int {
	if c := a.asks.Address.Cmp(b.asks.Address); c != 0 {
		return c
	}
	return a.price().Cmp(b.price())
}
