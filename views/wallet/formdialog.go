package wallet

import (
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	keys "bourse/wallet"
)

// work is what an account dialog does off the loop: it returns the account and what to say.
// Deriving a key from a password takes a second.
type work func() (keys.Account, string, error)

// formSpec describes an account dialog.
type formSpec struct {
	Title   string
	Lines   []string
	Fields  []*form.Field
	Verb    string                  // on the button
	Check   func(*form.Form) string // what is wrong, "" is nothing; it goes to where that is mended
	Changed func(*form.Form)        // shapes the form after a change
	Start   func(*form.Form) work   // takes what was typed, on the loop
	Failed  func(*form.Form, error) // shapes the form after work that failed
	File    string                  // the field that takes the path of a file, if there is one
}

// formDialog asks for what an account needs and does it off the loop. Errors stay in it.
type formDialog struct {
	env     *ui.Env
	spec    formSpec
	form    *form.Form
	busy    bool
	problem string
	top     int // lines over the form, as last drawn
}

// finished is the end of the work.
type finished struct {
	account keys.Account
	said    string
	err     error
}

// footLines are kept free below the form for what is wrong.
const footLines = 2

func newFormDialog(env *ui.Env, spec formSpec) *formDialog {
	d := &formDialog{env: env, spec: spec, form: form.New(env, spec.Fields...)}
	d.form.Changed = func(*form.Field) tea.Cmd { d.changed(); return nil }
	d.form.Buttons = []form.Button{
		{ID: "do", Label: spec.Verb, Run: d.start},
		{ID: "cancel", Label: "Cancel", Run: ui.Asking(env.Close)},
	}
	d.changed()
	return d
}

func (d *formDialog) changed() {
	d.problem = ""
	if d.spec.Changed != nil {
		d.spec.Changed(d.form)
	}
}

// Title implements ui.Dialog.
func (d *formDialog) Title() string { return d.spec.Title }

// Closed implements ui.Closer: what was typed is wiped.
func (d *formDialog) Closed() {
	for _, f := range d.spec.Fields {
		f.Input.Wipe()
	}
}

// Size implements ui.Dialog.
func (d *formDialog) Size(area cells.Box) (w, h int) {
	w = min(72, area.W)
	return w, len(d.lines(w)) + len(d.spec.Fields) + 3 + footLines
}

func (d *formDialog) lines(w int) []string {
	var out []string
	for _, l := range d.spec.Lines {
		out = append(out, cells.Wrap(cells.Clean(l), w)...)
	}
	return out
}

// Captures implements ui.Capturer.
func (d *formDialog) Captures(k tea.KeyMsg) bool { return !d.busy && d.form.Captures(k) }

// Update implements ui.Dialog.
func (d *formDialog) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case finished:
		d.onFinished(m)
		return nil
	case tea.MouseMsg:
		if d.busy {
			return nil
		}
		m.Y -= d.top
		return d.form.Mouse(m)
	}
	if d.busy {
		return nil
	}
	return d.form.Update(m)
}

// enter goes on to the next field that is empty, and begins the work once there is none: what is
// typed next is never typed into the field before it.
func (d *formDialog) enter() tea.Cmd {
	if at := d.form.Focused(); at != nil {
		after := false
		for _, f := range d.spec.Fields {
			if after && !f.Hidden && f.Kind == form.TextField && f.Input.Len() == 0 {
				d.form.Focus(f.ID)
				return nil
			}
			after = after || f == at
		}
	}
	return d.form.Press()
}

// start begins the work with what was typed.
func (d *formDialog) start() tea.Cmd {
	if d.spec.Check != nil {
		if d.problem = d.spec.Check(d.form); d.problem != "" {
			return nil
		}
	}
	d.busy, d.problem = true, ""
	do := d.spec.Start(d.form)
	return func() tea.Msg {
		a, said, err := do()
		return finished{a, said, err}
	}
}

func (d *formDialog) onFinished(m finished) {
	d.busy = false
	if m.err != nil {
		d.problem = m.err.Error()
		if d.again(); d.spec.Failed != nil {
			d.spec.Failed(d.form, m.err)
		}
		return
	}
	d.env.CloseThen(ui.Asking(func() { d.env.Tell(chosen{m.account, m.said}) }))
}

// again puts the focus where the last try is mended: on the password rather than on what is shown
// in clear.
func (d *formDialog) again() {
	for _, f := range d.spec.Fields {
		if f.Input.Masked && !f.Hidden && (d.form.Focused() == nil ||
			!d.form.Focused().Input.Masked) {
			d.form.Focus(f.ID)
			return
		}
	}
}

// Draw implements ui.Dialog.
func (d *formDialog) Draw(area cells.Box) string {
	t := d.env.Theme
	lines := d.lines(area.W)
	for i := range lines {
		lines[i] = t.Muted.Render(lines[i])
	}
	d.top = len(lines) + 1
	form := d.form.Draw(d.env, cells.Box{W: area.W, H: max(0, area.H-len(lines)-1-footLines)},
		!d.busy)
	lines = append(lines, "", form)
	switch {
	case d.busy:
		lines = append(lines, d.env.Mark(ui.Working)+" working; deriving a key takes a second…")
	case d.problem != "":
		for i, l := range cells.Wrap("✗ "+cells.Clean(d.problem), area.W) {
			if i < footLines {
				lines = append(lines, t.Danger.Render(l))
			}
		}
	}
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

// Actions implements ui.Dialog.
func (d *formDialog) Actions() []ui.Action {
	cancel := ui.Action{Scope: "account", ID: "cancel", Key: ui.Keys("esc"), Label: "cancel",
		Help: "change nothing", Run: ui.Asking(d.env.Close)}
	if d.busy {
		cancel.Label, cancel.Help, cancel.Run = "wait", "it is being worked on",
			func() tea.Cmd { return nil }
		return []ui.Action{cancel}
	}
	out := d.form.Actions("")
	for i := range out {
		if out[i].ID == "press" {
			out[i].Run = d.enter
		}
	}
	if d.spec.File != "" && !d.form.Field(d.spec.File).Hidden {
		out = append(out, ui.Action{Scope: "account", ID: "browse", Key: ui.Keys("ctrl+o"),
			Label: "browse", Help: "choose the file from a list", Run: d.browse})
	}
	return append(out, cancel)
}

// browse lets the file be chosen from a list, which starts in the folder that was typed.
func (d *formDialog) browse() tea.Cmd {
	path := &d.form.Field(d.spec.File).Input
	folder := filepath.Dir(path.Value())
	if path.Len() == 0 {
		if home, err := os.UserHomeDir(); err == nil {
			folder = home
		}
	}
	d.env.Open(ui.NewFilePicker(d.env, "Choose a file", folder, func(file string) tea.Cmd {
		path.Set(file)
		d.changed()
		return nil
	}))
	return nil
}
