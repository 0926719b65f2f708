package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/viewport"
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
)

// Scroller shows lines and scrolls: the viewport of Bubbles, told its size by whoever draws it. The
// zero Scroller is empty.
type Scroller struct {
	port  viewport.Model // where it stands: it would cut lines without a mark
	lines []string
}

// SetText replaces the text; lines may be styled.
func (s *Scroller) SetText(text string) {
	s.port.SetContent(text)
	s.lines = strings.Split(text, "\n")
}

// Scroll moves by n lines.
func (s *Scroller) Scroll(n int) { s.port.SetYOffset(s.port.YOffset + n) }

// Wheel scrolls by the wheel of the mouse.
func (s *Scroller) Wheel(m tea.MouseMsg) {
	switch m.Button {
	case tea.MouseButtonWheelUp:
		s.Scroll(-1)
	case tea.MouseButtonWheelDown:
		s.Scroll(1)
	}
}

// Top moves to the first line.
func (s *Scroller) Top() { s.port.SetYOffset(0) }

// Page moves by n heights of what was last drawn.
func (s *Scroller) Page(n int) { s.Scroll(n * s.port.Height) }

// Seen is the number of lines down to the last one that was last drawn.
func (s *Scroller) Seen() int { return s.port.YOffset + s.port.Height }

// Below is the number of lines below what was last drawn.
func (s *Scroller) Below() int {
	return max(0, s.port.TotalLineCount()-s.port.YOffset-s.port.Height)
}

// Draw shows the visible lines in exactly area.W × area.H cells.
func (s *Scroller) Draw(area cells.Box) string {
	if area.W < 1 || area.H < 1 { // to the viewport nothing is as good as no bounds
		return cells.Fit("", area.W, area.H)
	}
	s.port.Width, s.port.Height = area.W, area.H
	s.Scroll(0)
	from := min(s.port.YOffset, len(s.lines))
	return cells.Fit(strings.Join(s.lines[from:], "\n"), area.W, area.H)
}

// Actions are the keys that scroll, in a pane or a dialog.
func (s *Scroller) Actions(scope, pane string) []Action {
	act := func(id, label, join string, n func() int, keys ...string) Action {
		return Action{Scope: scope, ID: id, Pane: pane, Key: Keys(keys...), Label: label,
			Help: label,
			Join: join,
			Run:  func() tea.Cmd { s.Scroll(n()); return nil }}
	}
	return []Action{
		act("up", "scroll up", "scroll", func() int { return -1 }, "up", "k"),
		act("down", "scroll down", "scroll", func() int { return 1 }, "down", "j"),
		act("pageup", "page up", "page", func() int { return -s.port.Height }, "pgup"),
		act("pagedown", "page down", "page", func() int { return s.port.Height }, "pgdown",
			"space"),
		act("top", "top", "ends", func() int { return -s.port.TotalLineCount() }, "g", "home"),
		act("bottom", "bottom", "ends", func() int { return s.port.TotalLineCount() }, "G", "end"),
	}
}

// Viewer is a dialog that shows a text, such as raw JSON.
type Viewer struct {
	env      *Env
	title    string
	text     string
	scroller Scroller
	width    int
}

// NewViewer shows text under a title; y copies it.
func NewViewer(env *Env, title, text string) *Viewer {
	return &Viewer{env: env, title: title, text: cells.CleanLines(text)}
}

// Title implements Dialog.
func (v *Viewer) Title() string { return v.title }

// Size implements Dialog.
func (v *Viewer) Size(area cells.Box) (w, h int) {
	lines := strings.Split(v.text, "\n")
	for _, l := range lines {
		w = max(w, cells.Width(l))
	}
	w = max(40, min(w, area.W-8))
	for _, l := range lines {
		h += len(cells.Wrap(l, w))
	}
	return w, min(h, area.H-4)
}

// Update implements Dialog.
func (v *Viewer) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok {
		switch m.Button {
		case tea.MouseButtonWheelDown:
			v.scroller.Scroll(3)
		case tea.MouseButtonWheelUp:
			v.scroller.Scroll(-3)
		}
	}
	return nil
}

// Draw implements Dialog.
func (v *Viewer) Draw(area cells.Box) string {
	if v.width != area.W {
		v.width = area.W
		var lines []string
		for _, l := range strings.Split(v.text, "\n") {
			lines = append(lines, cells.Wrap(l, area.W)...)
		}
		v.scroller.SetText(strings.Join(lines, "\n"))
	}
	return v.scroller.Draw(area)
}

// Actions implements Dialog.
func (v *Viewer) Actions() []Action {
	return append([]Action{{Scope: "viewer", ID: "copy", Key: Keys("y"), Label: "copy",
		Help: "copy the text",
		Run:  Asking(func() { v.env.Copy("text", v.text) })}},
		v.scroller.Actions("viewer", "")...)
}

// PromptSpec describes a question that is answered by typing.
type PromptSpec struct {
	Title string
	Lines []string // explanation
	Input Input    // Masked for secrets
	Check func(string) string
	Run   func(value string) tea.Cmd // the answer, for whoever opened the dialog
	// Secret gets a masked answer as bytes to wipe after use; Run is not called.
	Secret func(value []byte) tea.Cmd
}

// Prompt asks for one line.
type Prompt struct {
	env     *Env
	spec    PromptSpec
	problem string
}

// NewPrompt asks spec's question.
func NewPrompt(env *Env, spec PromptSpec) *Prompt { return &Prompt{env: env, spec: spec} }

// Title implements Dialog.
func (p *Prompt) Title() string { return p.spec.Title }

// Closed implements Closer: what was typed is wiped.
func (p *Prompt) Closed() { p.spec.Input.Wipe() }

// Size implements Dialog.
func (p *Prompt) Size(area cells.Box) (w, h int) {
	w = 56
	for _, l := range p.spec.Lines {
		w = max(w, cells.Width(cells.Clean(l)))
	}
	w = min(w, area.W-4)
	return w, len(p.body(w)) + 3
}

func (p *Prompt) body(w int) []string {
	var out []string
	for _, l := range p.spec.Lines {
		out = append(out, cells.Wrap(cells.Clean(l), w)...)
	}
	return out
}

// Captures implements Capturer.
func (p *Prompt) Captures(k tea.KeyMsg) bool { return p.spec.Input.Captures(k) }

// Update implements Dialog.
func (p *Prompt) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		p.spec.Input.Key(m)
		p.problem = ""
	}
	return nil
}

// Draw implements Dialog.
func (p *Prompt) Draw(area cells.Box) string {
	lines := append(p.body(area.W), "", p.spec.Input.Draw(p.env.Theme, area.W, true))
	if p.problem != "" {
		lines = append(lines,
			p.env.Theme.Danger.Render("✗ "+cells.Truncate(cells.Clean(p.problem), area.W-2)))
	}
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

// Actions implements Dialog.
func (p *Prompt) Actions() []Action {
	return []Action{
		{Scope: "prompt", ID: "accept", Key: Keys("enter"), Label: "accept",
			Help: "take the answer", Run: p.accept},
		{Scope: "prompt", ID: "cancel", Key: Keys("esc"), Label: "cancel", Help: "answer nothing",
			Run: Asking(p.env.Close)},
	}
}

func (p *Prompt) accept() tea.Cmd {
	if p.spec.Secret != nil {
		secret := p.spec.Input.Bytes()
		p.env.CloseThen(func() tea.Cmd { return p.spec.Secret(secret) })
		return nil
	}
	value := p.spec.Input.Value()
	if p.spec.Check != nil {
		if p.problem = p.spec.Check(value); p.problem != "" {
			return nil
		}
	}
	p.env.CloseThen(func() tea.Cmd { return p.spec.Run(value) })
	return nil
}
