package order

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
)

// kindNFT is the kind of order that has a form of its own.
const kindNFT = "NFT"

// Screen is the whole Order entry screen: the form for fungible orders and the one for NFTs, one of
// which is in front, with what stands beside it. Choosing a kind brings the other one forward;
// taker and expiry, which both know, go along.
type Screen struct {
	ui.Panes
	fungible *limitForm
	nft      *nftForm
	isNFT    bool
	area     cells.Box // for which the form in front is shaped

	rests   *restsPane
	compare *comparePane
	use     *usePane
	held    *heldPane
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	d := &Screen{fungible: newLimitForm(s), nft: newNFTForm(s)}
	in, facts := d.fungible.in, d.fungible.facts
	d.rests = &restsPane{in: in, facts: facts, checker: d.fungible.checker}
	d.compare, d.use = &comparePane{in: in, facts: facts}, &usePane{in: in, facts: facts}
	d.held = &heldPane{n: d.nft}
	d.Panes = ui.NewPanes(s.Env, d.layout, d.fungible, d.nft, d.rests, d.compare, d.use, d.held)
	return d
}

func (d *Screen) layout(area cells.Box) []ui.Placed {
	if d.isNFT {
		columns := area.Columns(cells.Fixed(54), cells.Fill(1))
		if area.Wide() {
			columns = area.Columns(cells.Percent(60), cells.Fill(1))
		}
		return []ui.Placed{{Pane: d.nft, Box: columns[0]}, {Pane: d.held, Box: columns[1]}}
	}
	columns := area.Columns(cells.Fixed(52), cells.Fill(1))
	if area.Wide() {
		columns = area.Columns(cells.Percent(55), cells.Fill(1))
	}
	rows := columns[1].Rows(cells.Percent(43), cells.Percent(25), cells.Fill(1))
	if !area.Tall() {
		rows = columns[1].Rows(cells.Fill(1), cells.Fixed(6))
	}
	out := []ui.Placed{{Pane: d.fungible, Box: columns[0]}, {Pane: d.rests, Box: rows[0]},
		{Pane: d.compare, Box: rows[1]}}
	if area.Tall() {
		out = append(out, ui.Placed{Pane: d.use, Box: rows[2]})
	}
	return out
}

// orderForm is what either form is to the screen.
type orderForm interface {
	ui.Pane
	ui.Sizer
	ui.Capturer
	ui.StatusProvider
	ui.Titler
	ui.Unsaved
}

func (d *Screen) front() orderForm {
	if d.isNFT {
		return d.nft
	}
	return d.fungible
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Order }

// Init implements ui.Screen.
func (d *Screen) Init() tea.Cmd { return d.fungible.start() }

// Update implements ui.Screen.
func (d *Screen) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case views.NewNFTOrder:
		d.show(true)
		return d.nft.begin(m)
	case views.NewOrder:
		if m.From != nil && m.From.NFT {
			d.show(true)
			return d.nft.copy(*m.From)
		}
		d.show(false)
		return d.fungible.begin(m)
	}
	return d.Panes.Update(m)
}

// Follow implements ui.Follower: the kind that is chosen in the form in front.
func (d *Screen) Follow() tea.Cmd { return tea.Batch(d.turn(), d.Panes.Follow()) }

// turn follows the choice of the kind in the form in front.
func (d *Screen) turn() tea.Cmd {
	f, n := d.fungible.in, d.nft
	switch {
	case !d.isNFT && f.kind.Value() == kindNFT:
		f.kind.Choose(kindLimit)
		d.show(true)
		n.taker.Input.Set(f.taker.Value())
		n.expiry.Chosen = f.expiry.Chosen
		n.until.Input.Set(f.until.Value())
		f.forgetTerms()
		n.form.Focus(n.kind.ID)
		return n.change()
	case d.isNFT && n.kind.Value() != kindNFT:
		f.kind.Choose(n.kind.Value())
		n.kind.Choose(kindNFT)
		d.show(false)
		f.taker.Input.Set(n.taker.Value())
		f.expiry.Chosen = n.expiry.Chosen
		f.until.Input.Set(n.until.Value())
		n.forgetTerms()
		f.form.Focus(f.kind.ID)
		return d.fungible.change()
	}
	return nil
}

func (n *nftForm) forgetTerms() {
	n.taker.Input.Set("")
	n.until.Input.Set("")
	n.expiry.Choose(oneDay)
}

// show brings one of the forms forward.
func (d *Screen) show(nft bool) {
	d.isNFT = nft
	d.nft.open = d.nft.open || nft
	d.Arrange()
	d.front().Resize(d.area)
}

// Draw implements ui.Screen.
func (d *Screen) Draw(area cells.Box) string {
	d.fit(area)
	return d.Panes.Draw(area)
}

// fit shapes the form in front for the room it is drawn in, which differs between its two places.
func (d *Screen) fit(area cells.Box) {
	if d.area != area {
		d.area = area
		d.front().Resize(area)
	}
}

// Actions implements ui.Screen.
func (d *Screen) Actions() []ui.Action { return d.Panes.Actions() }

// Resize implements ui.Screen.
func (d *Screen) Resize(area cells.Box) {
	d.area = area
	d.Panes.Resize(area)
}

// Status implements ui.StatusProvider.
func (d *Screen) Status() ui.Note { return d.front().Status() }

// WindowTitle implements ui.Titler.
func (d *Screen) WindowTitle() string { return d.front().WindowTitle() }

// Unsaved implements ui.Unsaved.
func (d *Screen) Unsaved() string {
	if why := d.fungible.Unsaved(); why != "" {
		return why
	}
	return d.nft.Unsaved()
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "free", Means: "balance less what your open orders may still take"},
		{Term: "derived", Means: "follows from the other two; typing into it makes the older of " +
			"them follow"},
		{Term: "P2P", Means: "an order that one named account alone can fill; it never shows in " +
			"the book"},
		{Term: "executes at", Means: "the price of the market at which taking the order pays, " +
			"with the gas that its taker pays"},
		{Term: "raw", Means: "the integer that is signed, in the token's smallest unit"},
		{Term: "approve all", Means: "a collection knows approvals of one owner's tokens all " +
			"together: the order contract moves those only that you sign orders for"},
	}
}
