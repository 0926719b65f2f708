package order

import (
	"bourse/ui"
	"bourse/views"
)

// kindNFT is the kind of order that has a form of its own.
const kindNFT = "NFT"

// Desk is the whole Order entry screen: the form for fungible orders and the one for NFTs, one of which is in front. Choosing a kind brings
// the other one forward; taker and expiry, which both know, go along.
type Desk struct {
	fungible *Screen
	nft      *nftForm
	isNFT    bool
	area     ui.Box
}

// New makes the screen of a session.
func New(s *views.Session) *Desk { return &Desk{fungible: newScreen(s), nft: newNFTForm(s)} }

// face is what either form is to the shell.
type face interface {
	ui.Screen
	ui.Capturer
	ui.Noter
	ui.Titler
	ui.Panes
	ui.Holder
	panels() []ui.Panel // the form first
}

func (d *Desk) front() face {
	if d.isNFT {
		return d.nft
	}
	return d.fungible
}

// ID implements ui.Screen.
func (*Desk) ID() ui.ScreenID { return views.Order }

// Init implements ui.Screen.
func (d *Desk) Init() ui.Cmd { return d.fungible.Init() }

// Update implements ui.Screen: keys go to the form in front, all else concerns both.
func (d *Desk) Update(m ui.Msg) ui.Cmd {
	switch m := m.(type) {
	case ui.KeyMsg, ui.PasteMsg, ui.MouseMsg:
		return ui.Batch(d.front().Update(m), d.turn())
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
	return ui.Batch(d.fungible.Update(m), d.nft.Update(m))
}

// turn follows the choice of the kind in the form in front.
func (d *Desk) turn() ui.Cmd {
	f, n := d.fungible, d.nft
	switch {
	case !d.isNFT && f.kind.Value() == kindNFT:
		f.kind.Choose(f.kindBefore())
		d.show(true)
		n.taker.Input.Set(f.taker.Value())
		n.expiry.Chosen = f.expiry.Chosen
		n.until.Input.Set(f.until.Value())
		n.form.Focus(n.kind.ID)
		return n.change()
	case d.isNFT && n.kind.Value() != kindNFT:
		f.kind.Choose(n.kind.Value())
		n.kind.Choose(kindNFT)
		d.show(false)
		f.taker.Input.Set(n.taker.Value())
		f.expiry.Chosen = n.expiry.Chosen
		f.until.Input.Set(n.until.Value())
		f.form.Focus(f.kind.ID)
		return f.change()
	}
	return nil
}

// kindBefore is the kind that the fungible form goes back to when it is left: with a taker it is for that one.
func (o *Screen) kindBefore() string {
	if o.taker.Value() != "" {
		return kindP2P
	}
	return kindLimit
}

// show brings one of the forms forward.
func (d *Desk) show(nft bool) {
	d.isNFT = nft
	d.nft.open = d.nft.open || nft
	d.front().Resize(d.area)
}

// Draw implements ui.Screen.
func (d *Desk) Draw(area ui.Box) string {
	d.fit(area)
	return d.front().Draw(area)
}

// Actions implements ui.Screen.
func (d *Desk) Actions() []ui.Action {
	out := d.front().Actions()
	for i, a := range out {
		out[i].Run = func() ui.Cmd { return ui.Batch(a.Run(), d.turn()) }
	}
	return out
}

// Resize implements ui.Screen.
func (d *Desk) Resize(area ui.Box) {
	d.area = area
	d.front().Resize(area)
}

// Captures implements ui.Capturer.
func (d *Desk) Captures(k ui.Key) bool { return d.front().Captures(k) }

// Note implements ui.Noter.
func (d *Desk) Note() ui.Note { return d.front().Note() }

// WindowTitle implements ui.Titler.
func (d *Desk) WindowTitle() string { return d.front().WindowTitle() }

// FocusedPane implements ui.Panes.
func (d *Desk) FocusedPane() string { return d.front().FocusedPane() }

// FocusPane implements ui.Panes.
func (d *Desk) FocusPane(name string) { d.front().FocusPane(name) }

// Holds implements ui.Holder.
func (d *Desk) Holds() string {
	if why := d.fungible.Holds(); why != "" {
		return why
	}
	return d.nft.Holds()
}

// Words implements ui.Glossary.
func (d *Desk) Words() []ui.Word { return append(d.fungible.Words(), d.nft.Words()...) }
