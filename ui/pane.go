package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
)

// Pane is one pane of a screen, a model with its own state and actions. Update is told keys while
// the pane has the focus, mouse events that are inside it, in the cells of its inside, and all else
// that its screen is told. Draw and Actions change nothing.
type Pane interface {
	Name() string                 // its own in the screen's Ring; "" takes no focus
	Title() (title, right string) // of its border
	Update(tea.Msg) tea.Cmd
	Draw(area cells.Box, focused bool) string // the inside, in exactly its cells
	Actions() []Action                        // what it does, innermost first
}

// A pane may also be a Capturer, and any of these.
type (
	// Sizer has another shape in another window: Resize is told the room of the screen.
	Sizer interface{ Resize(screen cells.Box) }

	// Mover has keys that only move about in it: they are listed after all that the screen does.
	Mover interface{ Moves() []Action }

	// Follower depends on what is beside it, such as the row that another pane has selected. Follow
	// is called after whatever its screen was told or has done.
	Follower interface{ Follow() tea.Cmd }
)

// Display is embedded in a pane that only shows something: it takes no focus, and does nothing.
type Display struct{}

// Name implements Pane.
func (Display) Name() string { return "" }

// Update implements Pane.
func (Display) Update(tea.Msg) tea.Cmd { return nil }

// Actions implements Pane.
func (Display) Actions() []Action { return nil }

// Placed is a pane with where it stands on its screen.
type Placed struct {
	Pane Pane
	Box  cells.Box
}

// Panes are those of a screen, and what a screen does for all of them: who is told what, which one
// has the focus, whose actions there are, drawing. Embed it; what a screen does not take for itself
// it hands on to the Update of its Panes, and its own actions to their Actions.
type Panes struct {
	Ring
	env    *Env
	layout func(area cells.Box) []Placed
	all    []Pane
	area   cells.Box
}

// NewPanes are all panes of a screen, in the order in which their actions stand. The layout says
// which of them are shown, in the order of ⇥, and where.
func NewPanes(e *Env, layout func(area cells.Box) []Placed, all ...Pane) Panes {
	p := Panes{env: e, layout: layout, all: all}
	p.Arrange()
	return p
}

// Arrange takes over which panes the layout shows now.
func (p *Panes) Arrange() {
	var names []string
	for _, at := range p.layout(p.area) {
		if name := at.Pane.Name(); name != "" {
			names = append(names, name)
		}
	}
	p.SetPanes(names...)
}

// Resize implements Screen.
func (p *Panes) Resize(area cells.Box) {
	p.area = area
	for _, pane := range p.all {
		if s, ok := pane.(Sizer); ok {
			s.Resize(area)
		}
	}
	p.Arrange()
}

// Update tells the focused pane keys, the pane under the pointer mouse events, and all panes
// everything else.
func (p *Panes) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		if focused := p.focused(); focused != nil {
			return focused.Update(m)
		}
		return nil
	case tea.MouseMsg:
		return p.mouse(m)
	}
	var cmds []tea.Cmd
	for _, pane := range p.all {
		cmds = append(cmds, pane.Update(m))
	}
	return tea.Batch(cmds...)
}

// focused is the pane that has the focus, nil where none can have it.
func (p *Panes) focused() Pane {
	for _, pane := range p.all {
		if name := pane.Name(); name != "" && p.HasFocus(name) {
			return pane
		}
	}
	return nil
}

// mouse gives an event to the pane under the pointer; a click also gives that pane the focus.
func (p *Panes) mouse(m tea.MouseMsg) tea.Cmd {
	for _, at := range p.layout(p.area) {
		if !at.Box.Contains(m.X, m.Y) {
			continue
		}
		if m.Button == tea.MouseButtonLeft {
			p.FocusPane(at.Pane.Name())
		}
		if in, ok := (Frame{}).Inner(at.Box).Mouse(m); ok {
			return at.Pane.Update(in)
		}
	}
	return nil
}

// Follow implements Follower: the shell calls it.
func (p *Panes) Follow() tea.Cmd {
	var cmds []tea.Cmd
	for _, pane := range p.all {
		if f, ok := pane.(Follower); ok {
			cmds = append(cmds, f.Follow())
		}
	}
	return tea.Batch(cmds...)
}

// Captures implements Capturer.
func (p *Panes) Captures(k tea.KeyMsg) bool {
	c, ok := p.focused().(Capturer)
	return ok && c.Captures(k)
}

// Actions are those of the panes that are shown, then the screen's own, then what moves about in
// panes.
func (p *Panes) Actions(own ...Action) []Action {
	var out []Action
	shown := p.shown()
	for _, pane := range shown {
		out = append(out, pane.Actions()...)
	}
	out = append(out, own...)
	for _, pane := range shown {
		if mover, ok := pane.(Mover); ok {
			out = append(out, mover.Moves()...)
		}
	}
	return out
}

// shown are the panes that the layout shows.
func (p *Panes) shown() (out []Pane) {
	placed := p.layout(p.area)
	for _, pane := range p.all {
		if slices.ContainsFunc(placed, func(at Placed) bool { return at.Pane == pane }) {
			out = append(out, pane)
		}
	}
	return out
}

// Inside is the room inside of a pane, as it stands at present.
func (p *Panes) Inside(pane Pane) cells.Box {
	for _, at := range p.layout(p.area) {
		if at.Pane == pane {
			return Frame{}.Inner(at.Box)
		}
	}
	return cells.Box{}
}

// Draw implements Screen: the focused pane has a heavy border.
func (p *Panes) Draw(area cells.Box) string {
	c := NewCanvas(area)
	for _, at := range p.layout(area) {
		name := at.Pane.Name()
		frame := Frame{Focused: name != "" && p.HasFocus(name)}
		frame.Title, frame.Right = at.Pane.Title()
		frame.Right = p.env.Offered(frame.Right)
		in := frame.Inner(at.Box)
		inside := at.Pane.Draw(cells.Box{W: in.W, H: in.H}, frame.Focused)
		c.Put(at.Box, frame.Draw(p.env.Theme, at.Box, inside))
	}
	return c.String()
}
