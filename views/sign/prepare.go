package sign

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
)

// preparing is the dialog that is open while what is to be signed is prepared: a transaction is
// simulated, a permit read. It takes the keys, so that a double press starts nothing twice, and it
// keeps the reason where it cannot be.
type preparing struct {
	s       *views.Session
	what    string         // for messages: "approve USDC"
	edit    func() tea.Cmd // nil has no way back
	ended   func() string  // see Spec
	prepare func(context.Context) (func() Spec, error)
	problem string
	busy    bool
	footAt  int // the line of the buttons
}

// prepared is the answer.
type prepared struct {
	spec func() Spec // to be made in Update
	err  error
}

// Init implements ui.Starter.
func (p *preparing) Init() tea.Cmd {
	p.busy, p.problem = true, ""
	prepare := p.prepare
	return ui.Call(p.s.Context, prepareTime, func(ctx context.Context) tea.Msg {
		spec, err := prepare(ctx)
		return prepared{spec, err}
	})
}

// Update implements ui.Dialog.
func (p *preparing) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok && m.Button == tea.MouseButtonLeft && m.Y == p.footAt &&
		p.problem != "" {
		p.s.Close()
		return nil
	}
	done, ok := m.(prepared)
	if !ok {
		return nil
	}
	p.busy = false
	if done.err != nil {
		p.problem = sentence(done.err)
		return nil
	}
	p.s.CloseThen(ui.Asking(func() { Open(p.s, done.spec()) }))
	return nil
}

// Ended implements ui.Ender.
func (p *preparing) Ended() string {
	if p.ended == nil {
		return ""
	}
	return p.ended()
}

// Title implements ui.Dialog.
func (p *preparing) Title() string { return "Prepare · " + p.what }

// Caption implements ui.Captioned.
func (p *preparing) Caption() string { return "esc cancels" }

const (
	prepareLines = 4 // of the reason, at least
	prepareWidth = 64
)

// Size implements ui.Dialog.
func (p *preparing) Size(area cells.Box) (w, h int) {
	w = min(prepareWidth, area.W)
	return w, min(area.H, len(p.reason(w))+2)
}

// reason is why it cannot be prepared, in lines of w cells.
func (p *preparing) reason(w int) []string {
	lines := cells.Wrap("✗ "+cells.Clean("cannot "+p.what+": "+p.problem), w)
	for len(lines) < prepareLines {
		lines = append(lines, "")
	}
	return lines
}

// Draw implements ui.Dialog.
func (p *preparing) Draw(area cells.Box) string {
	t := p.s.Env.Theme
	if p.problem == "" {
		return cells.Fit("\n"+p.s.Env.Mark(ui.Working)+" preparing and simulating it…", area.W,
			area.H)
	}
	lines := p.reason(area.W)
	lines = lines[:min(len(lines), max(1, area.H-2))]
	for i := range lines {
		lines[i] = t.Danger.Render(lines[i])
	}
	foot := "  " + ui.Button(t, "Close", true, true) + t.Muted.Render("    r tries again")
	if p.edit != nil {
		foot += t.Muted.Render("    e changes it")
	}
	p.footAt = len(lines) + 1
	return cells.Fit(strings.Join(append(lines, "", foot), "\n"), area.W, area.H)
}

// Actions implements ui.Dialog.
func (p *preparing) Actions() []ui.Action {
	act := func(id, label, help, off string, run func() tea.Cmd, key string) ui.Action {
		return ui.Action{Scope: "prepare", ID: id, Key: ui.Keys(key), Label: label, Help: help,
			Off: off, Run: run}
	}
	cancel := act("cancel", "cancel", "leave everything as it is", "", ui.Asking(p.s.Close), "esc")
	if p.busy {
		return []ui.Action{cancel}
	}
	out := []ui.Action{
		act("close", "close", "leave everything as it is", "", ui.Asking(p.s.Close), "enter"),
		cancel,
		act("retry", "retry", "prepare it again", p.s.Env.Blocked(), p.Init, "r"),
	}
	if p.edit != nil {
		out = append(out, act("edit", "edit", "go back and change it", "",
			ui.Asking(func() { p.s.CloseThen(p.edit) }), "e"))
	}
	return out
}
