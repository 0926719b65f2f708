package views

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
)

// FormDialog is a form in a dialog under some lines that say what its numbers come to, or what is
// wrong with them.
type FormDialog struct {
	Env  *ui.Env
	Name string // the title
	Form *form.Form
	Rows int // how many lines are kept for the words
	// Words are what the numbers come to; a problem stands in their place.
	Words func() (lines []string, problem string)
	Start func() tea.Cmd // asks for what is needed once it is open; nil asks for nothing
	// Extra are actions beside those of the form; nil adds none.
	Extra func() []ui.Action
	// Over tells that there is nothing to ask any more, see ui.Ender; nil never does.
	Over func() string
	// Left is called when the dialog is closed; nil is not.
	Left func()
	// On takes the answers; nil takes none.
	On func(tea.Msg) (cmd tea.Cmd, answer bool)
}

const formDialogWidth = 72

// Init implements ui.Starter.
func (d *FormDialog) Init() tea.Cmd {
	if d.Start == nil {
		return nil
	}
	return d.Start()
}

// Closed implements ui.Closer.
func (d *FormDialog) Closed() {
	if d.Left != nil {
		d.Left()
	}
}

// Ended implements ui.Ender.
func (d *FormDialog) Ended() string {
	if d.Over == nil {
		return ""
	}
	return d.Over()
}

// Title implements ui.Dialog.
func (d *FormDialog) Title() string { return d.Name }

// Size implements ui.Dialog.
func (d *FormDialog) Size(area cells.Box) (w, h int) {
	fields := 0
	for _, f := range d.Form.Fields {
		if !f.Hidden {
			fields++
		}
	}
	return min(formDialogWidth, area.W), d.Rows + fields + 3
}

// Captures implements ui.Capturer.
func (d *FormDialog) Captures(k tea.KeyMsg) bool { return d.Form.Captures(k) }

// Update implements ui.Dialog.
func (d *FormDialog) Update(m tea.Msg) tea.Cmd {
	if d.On != nil {
		if cmd, answer := d.On(m); answer {
			return cmd
		}
	}
	if m, ok := m.(tea.MouseMsg); ok {
		m.Y -= d.Rows
		return d.Form.Mouse(m)
	}
	return d.Form.Update(m)
}

// Draw implements ui.Dialog.
func (d *FormDialog) Draw(area cells.Box) string {
	words, problem := d.Words()
	lines := make([]string, 0, d.Rows+1)
	if problem != "" {
		for _, l := range cells.Wrap("✗ "+cells.Clean(problem), area.W) {
			lines = append(lines, d.Env.Theme.Danger.Render(l))
		}
		words = nil
	}
	for _, l := range words {
		lines = append(lines, cells.Truncate(cells.Clean(l), area.W))
	}
	for len(lines) < d.Rows {
		lines = append(lines, "")
	}
	box := cells.Box{W: area.W, H: max(0, area.H-d.Rows)}
	lines = append(lines[:d.Rows], d.Form.Draw(d.Env, box, true))
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

// Actions implements ui.Dialog.
func (d *FormDialog) Actions() []ui.Action {
	out := d.Form.Actions("")
	if d.Extra != nil {
		out = append(out, d.Extra()...)
	}
	return append(out, ui.Action{Scope: "form", ID: "cancel",
		Key: ui.Keys("esc"), Label: "cancel", Help: "change nothing", Run: ui.Asking(d.Env.Close)})
}
