package order

import (
	"bourse/ui"
	"bourse/ui/cells"
)

// Column is the form in front for a screen that shows it beside panes of its own, as narrow as it
// is in small windows. Messages still come from the shell; the screen only hands on keys, pastes
// and clicks.
func (d *Screen) Column(box cells.Box) ui.Slot {
	d.fit(cells.Box{W: cells.MinWidth, H: box.H})
	p := d.front().panes()[0]
	p.Name, p.Box = "", box
	return p
}

// fit shapes the form in front for the room it is drawn in, which differs between its two places.
func (d *Screen) fit(area cells.Box) {
	if d.area != area {
		d.Resize(area)
	}
}
