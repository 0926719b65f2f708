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
// which is in front. Choosing a kind brings the other one forward; taker and expiry, which both
// know, go along.
type Screen struct {
	fungible *limitForm
	nft      *nftForm
	isNFT    bool
	area     cells.Box
}

// New makes the screen of a session.
func New(s *views.Session) *Screen { return &Screen{fungible: newLimitForm(s), nft: newNFTForm(s)} }

// orderForm is what either form is to the shell.
type orderForm interface {
	ui.Screen
	ui.Capturer
	ui.StatusProvider
	ui.Titler
	ui.Focuser
	ui.Unsaved
	panes() []ui.Slot // the form first
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
func (d *Screen) Init() tea.Cmd { return d.fungible.Init() }

// Update implements ui.Screen: keys go to the form in front, all else concerns both.
func (d *Screen) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg, tea.MouseMsg:
		return tea.Batch(d.front().Update(m), d.turn())
	case views.NewNFTOrder:
		d.show(true)
		return d.nft.begin(m)
	case views.NewOrder:
		if m.From != nil && m.From.NFT {
			d.show(true)
			return d.nft.copy(*m.From)
		}
		d.show(false)
		return d.fungible.Update(m)
	}
	return tea.Batch(d.fungible.Update(m), d.nft.Update(m))
}

// turn follows the choice of the kind in the form in front.
func (d *Screen) turn() tea.Cmd {
	f, n := d.fungible, d.nft
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
		return f.change()
	}
	return nil
}

// forgetTerms leaves taker and expiry to the form that took them over.
func (o *limitForm) forgetTerms() {
	o.taker.Input.Set("")
	o.until.Input.Set("")
	o.expiry.Choose(oneDay)
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
	d.front().Resize(d.area)
}

// Draw implements ui.Screen.
func (d *Screen) Draw(area cells.Box) string {
	d.fit(area)
	return d.front().Draw(area)
}

// Actions implements ui.Screen.
func (d *Screen) Actions() []ui.Action {
	out := d.front().Actions()
	for i, a := range out {
		out[i].Run = func() tea.Cmd { return tea.Batch(a.Run(), d.turn()) }
	}
	return out
}

// Resize implements ui.Screen.
func (d *Screen) Resize(area cells.Box) {
	d.area = area
	d.front().Resize(area)
}

// Captures implements ui.Capturer.
func (d *Screen) Captures(k tea.KeyMsg) bool { return d.front().Captures(k) }

// Status implements ui.StatusProvider.
func (d *Screen) Status() ui.Note { return d.front().Status() }

// WindowTitle implements ui.Titler.
func (d *Screen) WindowTitle() string { return d.front().WindowTitle() }

// FocusedPane implements ui.Focuser.
func (d *Screen) FocusedPane() string { return d.front().FocusedPane() }

// FocusPane implements ui.Focuser.
func (d *Screen) FocusPane(name string) { d.front().FocusPane(name) }

// Unsaved implements ui.Unsaved.
func (d *Screen) Unsaved() string {
	if why := d.fungible.Unsaved(); why != "" {
		return why
	}
	return d.nft.Unsaved()
}

// Words implements ui.Glossary.
func (d *Screen) Words() []ui.Word { return append(d.fungible.Words(), d.nft.Words()...) }
