package nft

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/menu"
	"bourse/ui/tree"
	"bourse/views"
	"bourse/views/format"
)

// filter is what the book is asked for: its first four parts are the four parameters of the query.
type filter struct {
	makerAsset, takerAsset *common.Address
	makerKind, takerKind   *api.AssetKind
	toMe                   bool // only what is named to the account
	hideExpired            bool
}

// query asks for the book of a filter.
func (f filter) query() api.BookQuery {
	return api.BookQuery{
		NFT: true, MakerAsset: f.makerAsset, TakerAsset: f.takerAsset,
		MakerAssetKind: f.makerKind, TakerAssetKind: f.takerKind, Limit: api.MaxPage,
	}
}

// asked tells whether the four parameters let an order through, as the service does it.
func (f filter) asked(o api.OrderRecord) bool {
	matches := func(a api.Asset, address *common.Address, kind *api.AssetKind) bool {
		return (address == nil || a.Address == *address) && (kind == nil || a.Kind == *kind)
	}
	return matches(o.MakerAsset, f.makerAsset, f.makerKind) &&
		matches(o.TakerAsset, f.takerAsset, f.takerKind)
}

// any tells whether something is filtered.
func (f filter) any() bool { return f != filter{} }

// option is one thing to choose in the filters.
type option struct {
	id, group, text string
	on              bool
	radio           bool
	run             func() tea.Cmd
}

// findPane is the filters and the collections.
type findPane struct {
	s      *views.Session
	market *market
	tree   tree.Tree
	front  func() // gives the pane the focus
}

func (*findPane) Name() string                 { return paneFind }
func (*findPane) Title() (title, right string) { return "Find", "" }
func (*findPane) Actions() []ui.Action         { return nil }

func (p *findPane) Update(m tea.Msg) tea.Cmd {
	click, ok := m.(tea.MouseMsg)
	if !ok {
		return nil
	}
	before := p.tree.Selected()
	if open := p.tree.Mouse(click); open || click.Button == tea.MouseButtonLeft &&
		p.tree.Selected() != before {
		return p.press()
	}
	return nil
}

// Draw shows the filters, the collections, and the floor of the chosen one.
func (p *findPane) Draw(area cells.Box, focused bool) string {
	foot := ""
	id := p.tree.Selected()
	for _, c := range p.market.collections {
		if c.floor != nil && (c.Address.Hex() == id || p.market.filter.makerAsset != nil &&
			*p.market.filter.makerAsset == c.Address) {
			foot = "floor " + c.floorText()
		}
	}
	tree := p.tree.Draw(p.s.Env.Theme, cells.Box{W: area.W, H: area.H - 1}, focused)
	return tree + "\n" + cells.Fit(" "+p.s.Env.Theme.Muted.Render(cells.Truncate(foot, area.W-1)),
		area.W, 1)
}

// Moves choose a filter or a collection.
func (p *findPane) Moves() []ui.Action {
	out := p.tree.Actions(paneFind, p.press)
	for i := range out {
		if out[i].ID == "open" {
			out[i].Key = ui.Keys(append(out[i].Key.Keys(), "space")...)
			out[i].Label, out[i].Help = "choose", "choose the filter or collection"
		}
	}
	return out
}

// show takes over what there is to choose.
func (p *findPane) show() { p.tree.Set(p.nodes()) }

// options are all there is to choose, in their groups.
func (p *findPane) options() []option {
	f := &p.market.filter
	var out []option
	kind := func(group string, to **api.AssetKind) {
		choices := []*api.AssetKind{nil}
		for _, k := range []api.AssetKind{api.ERC721, api.ERC1155, api.ERC20} {
			choices = append(choices, &k)
		}
		for _, k := range choices {
			text := "any"
			if k != nil {
				text = k.String()
			}
			same := *to == nil && k == nil || *to != nil && k != nil && **to == *k
			out = append(out, option{group + text, group, text, same, true,
				func() tea.Cmd { *to = k; return p.market.ask() }})
		}
	}
	contract := func(id, group string, to **common.Address) {
		text := "any"
		if *to != nil {
			text = p.market.side(api.Asset{Address: **to}).name()
		}
		out = append(out, option{id, group, text, *to != nil, false,
			ui.Asking(func() { p.askContract(group, to) })})
	}
	toggle := func(id, text string, to *bool) {
		out = append(out, option{id, "", text, *to, false,
			func() tea.Cmd { *to = !*to; return p.market.ask() }})
	}
	kind("giving", &f.makerKind)
	contract("makerAsset", "contract given", &f.makerAsset)
	kind("asking", &f.takerKind)
	contract("takerAsset", "contract asked", &f.takerAsset)
	toggle("toMe", "only named to me", &f.toMe)
	toggle("expired", "hide expired", &f.hideExpired)
	return out
}

func (o option) line() string {
	mark := "[ ] "
	switch {
	case o.radio && o.on:
		mark = "(•) "
	case o.radio:
		mark = "( ) "
	case o.id == "makerAsset" || o.id == "takerAsset":
		return "[ " + cells.Truncate(cells.Clean(o.text), 14) + " ]"
	case o.on:
		mark = "[✓] "
	}
	return mark + o.text
}

// nodes are the options and the collections for the pane.
func (p *findPane) nodes() []tree.Node {
	var out []tree.Node
	group, muted := "", func(t *ui.Theme) ui.Style { return t.Muted }
	for _, o := range p.options() {
		if o.group != group {
			group = o.group
			if group != "" {
				out = append(out, tree.Node{Text: group, Style: muted})
			}
		}
		out = append(out, tree.Node{ID: o.id, Text: o.line()})
	}
	out = append(out, tree.Node{Text: "collections", Style: muted})
	for _, c := range p.market.collections {
		out = append(out, tree.Node{ID: c.Address.Hex(), Text: c.name() + c.claim(),
			Right: ui.Count(c.orders) + " "})
	}
	return out
}

// press does what the option or collection under the cursor of the pane is for.
func (p *findPane) press() tea.Cmd {
	id := p.tree.Selected()
	for _, o := range p.options() {
		if o.id == id {
			return o.run()
		}
	}
	for _, c := range p.market.collections {
		if c.Address.Hex() == id {
			return p.only(c.Address)
		}
	}
	return nil
}

// only shows what is given of one collection, or of all again.
func (p *findPane) only(collection common.Address) tea.Cmd {
	if f := &p.market.filter; f.makerAsset != nil && *f.makerAsset == collection {
		f.makerAsset = nil
	} else {
		f.makerAsset = &collection
	}
	return p.market.ask()
}

// filters goes to the pane, or opens a menu where there is none.
func (p *findPane) filters() tea.Cmd {
	if p.s.Area.Wide() {
		p.front()
		return nil
	}
	var items []menu.Item
	for _, o := range p.options() {
		items = append(items, menu.Item{
			Title: strings.TrimSpace(o.group + "  " + o.line()), Run: o.run})
	}
	for _, c := range p.market.collections {
		items = append(items, menu.Item{
			Title: "collection  " + c.name(), Note: ui.Count(c.orders),
			Run: func() tea.Cmd { return p.only(c.Address) }})
	}
	p.s.Open(menu.New(p.s.Env, "Filters", items))
	return nil
}

// clearFilters shows the whole book again.
func (p *findPane) clearFilters() tea.Cmd {
	p.market.filter = filter{}
	return p.market.ask()
}

// askContract asks for a contract by its address, or by the name of a listed one.
func (p *findPane) askContract(what string, to **common.Address) {
	read := func(text string) (*common.Address, string) {
		text = strings.TrimSpace(text)
		if text == "" || strings.EqualFold(text, "any") {
			return nil, ""
		}
		if t, ok := p.s.FindToken(text); ok {
			return &t.Address, ""
		}
		for _, c := range p.market.collections {
			if strings.EqualFold(c.token.Name, text) {
				return &c.Address, ""
			}
		}
		a, err := api.ParseAddress(text)
		if err != nil {
			return nil, "no listed contract is called so, and as an address it " + err.Error()
		}
		return &a, ""
	}
	p.s.Open(ui.NewPrompt(p.s.Env, ui.PromptSpec{
		Title: "Filter · " + what, Lines: []string{
			"An address, the symbol of a token or the name of a collection; nothing shows any."},
		Check: func(text string) string { _, why := read(text); return why },
		Run:   func(text string) tea.Cmd { *to, _ = read(text); return p.market.ask() },
	}))
}

// collection is one of which something is on offer, or that is listed.
type collection struct {
	side
	orders int
	floor  *row // the cheapest for the wrapped coin
}

// floorText is the least that a token of the collection costs in the wrapped coin.
func (c collection) floorText() string {
	if c.floor == nil {
		return ""
	}
	t := c.floor.asks.token
	return format.Each(c.floor.price(), t, api.Up) + " " +
		c.floor.asks.name()
}

// tokenOf reads what an unlisted contract says of itself. It runs off the loop; a contract that
// says nothing goes by its address.
func tokenOf(ctx context.Context, exchange api.Exchange, network api.Network,
	a api.Asset) api.Token {
	t, err := exchange.Token(ctx, a.Address)
	if err != nil {
		return api.Token{ChainID: network.ChainID, Address: a.Address, Kind: a.Kind,
			Symbol: format.Address(a.Address)}
	}
	return t
}
