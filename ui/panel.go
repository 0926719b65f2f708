package ui

// Panel is one pane of a screen: where it stands, what it shows, what a mouse
// event inside it does.
type Panel struct {
	Name  string // in the screen's Ring; "" takes no focus
	Box   Box
	Title string
	Right string
	Draw  func(area Box, focused bool) string // the inside
	Mouse func(MouseMsg) Cmd                  // in the inside's cells; nil ignores it
}

// DrawPanels draws a screen that is made of panels, the focused one of ring
// with a heavy border.
func DrawPanels(e *Env, area Box, ring *Ring, panels []Panel) string {
	c := NewCanvas(area)
	for _, p := range panels {
		pane := Pane{Title: p.Title, Right: p.Right, Focused: p.Name != "" && ring.HasFocus(p.Name)}
		in := pane.Inner(p.Box)
		c.Put(p.Box, pane.Draw(e.Theme, p.Box, p.Draw(Box{W: in.W, H: in.H}, pane.Focused)))
	}
	return c.String()
}

// MousePanels gives a mouse event to the panel under the pointer; a click also
// gives that panel the focus.
func MousePanels(m MouseMsg, ring *Ring, panels []Panel) Cmd {
	for _, p := range panels {
		if !p.Box.Contains(m.X, m.Y) {
			continue
		}
		if m.Kind == Click && p.Name != "" {
			ring.FocusPane(p.Name)
		}
		if in, ok := m.In(Pane{}.Inner(p.Box)); ok && p.Mouse != nil {
			return p.Mouse(in)
		}
	}
	return nil
}
