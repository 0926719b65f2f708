package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"bourse/ui/cells"
)

// help shows the keys that work here and now, made from the live actions.
type help struct {
	env   *Env
	title string
	lines []helpLine
	words []Word
	input Input
	text  Scroller
	drawn drawnHelp // what text holds
}

// drawnHelp is what the text of the help depends on.
type drawnHelp struct {
	theme  *Theme
	filter string
	w, h   int
}

// helpLine is one line of the overlay; a line without keys is a heading.
type helpLine struct{ keys, text, short string }

func newHelp(r *Root) *help {
	h := &help{env: r.env, title: r.tabs[r.at].Title, lines: helpLines(reachable(r.current(), nil))}
	h.words = append(h.words, r.cfg.Words...)
	if g, ok := r.active().(Glossary); ok {
		h.words = append(h.words, g.Words()...)
	}
	return h
}

// helpLines groups actions by scope in their order; joined ones share a line.
func helpLines(actions []Action) []helpLine {
	var scopes []string
	groups := map[string][]Action{}
	for _, a := range actions {
		if len(a.Key.Keys()) == 0 || a.Off != "" {
			continue
		}
		if groups[a.Scope] == nil {
			scopes = append(scopes, a.Scope)
		}
		groups[a.Scope] = append(groups[a.Scope], a)
	}
	var out []helpLine
	for _, s := range scopes {
		out = append(out, helpLine{text: capital(s)})
		out = append(out, groupLines(groups[s])...)
	}
	return out
}

func groupLines(actions []Action) []helpLine {
	var out []helpLine
	done := map[string]bool{}
	for i, a := range actions {
		if a.Join == "" {
			out = append(out, helpLine{keyNames(a.Key.Keys()), a.Help, a.Label})
			continue
		}
		if done[a.Join] {
			continue
		}
		done[a.Join] = true
		var keys []string
		for _, b := range actions[i:] {
			if b.Join == a.Join {
				keys = append(keys, b.Key.Keys()...)
			}
		}
		out = append(out, helpLine{keyNames(keys), a.Join, a.Join})
	}
	return out
}

// keyNames lists keys; a run of digits, or of keys with a digit, is shown as its ends.
func keyNames(keys []string) string {
	runs := map[string][]string{}
	for _, k := range keys {
		name := KeyName(k)
		digit := name[len(name)-1:]
		prefix := strings.TrimSuffix(name, digit)
		if digit < "0" || digit > "9" || prefix != "" && prefix != "alt+" && prefix != "f" {
			prefix, digit = "", name
		}
		runs[prefix] = append(runs[prefix], digit)
	}
	var out []string
	for _, prefix := range []string{"", "alt+", "f"} {
		run := runs[prefix]
		if digits := strings.Join(run, ""); len(run) > 2 && len(digits) == len(run) &&
			strings.Trim(digits, "0123456789") == "" {
			run = []string{run[0] + "-" + run[len(run)-1]}
		}
		for _, name := range run {
			out = append(out, prefix+name)
		}
	}
	return strings.Join(out, " ")
}

// Title implements Dialog.
func (h *help) Title() string { return "Help" }

// Caption implements Captioned.
func (h *help) Caption() string { return "esc close" }

// Size implements Dialog.
func (h *help) Size(area cells.Box) (w, he int) {
	if area.W >= cells.FullWidth-2 {
		return min(100, area.W-12), min(area.H-4, 28)
	}
	return area.W - 8, area.H - 4
}

// Captures implements Capturer.
func (h *help) Captures(k tea.KeyMsg) bool { return h.input.Captures(k) }

// Update implements Dialog.
func (h *help) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		h.input.Key(m)
		h.text, h.drawn = Scroller{}, drawnHelp{}
	case tea.MouseMsg:
		switch m.Button {
		case tea.MouseButtonWheelDown:
			h.text.Scroll(1)
		case tea.MouseButtonWheelUp:
			h.text.Scroll(-1)
		}
	}
	return nil
}

// Actions implements Dialog.
func (h *help) Actions() []Action {
	act := func(id, label, join string, run func(), keys ...string) Action {
		return Action{Scope: "help", ID: id, Key: Keys(keys...), Label: label, Help: label,
			Join: join,
			Run:  func() tea.Cmd { run(); return nil }}
	}
	return []Action{
		act("up", "scroll up", "scroll", func() { h.text.Scroll(-1) }, "up"),
		act("down", "scroll down", "scroll", func() { h.text.Scroll(1) }, "down"),
		act("pageup", "page up", "page", func() { h.text.Page(-1) }, "pgup"),
		act("pagedown", "page down", "page", func() { h.text.Page(1) }, "pgdown"),
		{Scope: "help", ID: "close", Key: Keys("esc", "enter"), Label: "close",
			Help: "close the help", Run: Asking(h.env.Close)},
	}
}

// matches keeps what contains the typed text, under its headings.
func (h *help) matches() []helpLine {
	query := strings.ToLower(h.input.Value())
	if query == "" {
		return h.lines
	}
	var out []helpLine
	for _, l := range h.lines {
		if l.keys == "" {
			if n := len(out); n > 0 && out[n-1].keys == "" {
				out = out[:n-1]
			}
			out = append(out, l)
		} else if strings.Contains(strings.ToLower(l.text+" "+l.short), query) ||
			l.keys == h.input.Value() {
			out = append(out, l)
		}
	}
	if n := len(out); n > 0 && out[n-1].keys == "" {
		out = out[:n-1]
	}
	return out
}

// Draw implements Dialog.
func (h *help) Draw(area cells.Box) string {
	t, w := h.env.Theme, area.W
	head := cells.Spread(t.Title.Render("This screen: "+h.title),
		"type to filter: "+h.input.Draw(t, 20, true), w)
	room := max(0, area.H-2)
	if now := (drawnHelp{t, h.input.Value(), w, room}); h.drawn != now {
		h.drawn = now
		h.text.SetText(h.body(t, w, room))
	}
	return cells.Fit(head+"\n\n"+h.text.Draw(cells.Box{W: w, H: room}), w, area.H)
}

// body is the keys and words, and how to change keys where there is room for that.
func (h *help) body(t *Theme, w, room int) string {
	var parts []string
	if keys := h.columns(t, w, max(1, min(3, w/32))); keys != "" {
		parts = append(parts, keys, "")
	}
	if words := h.glossary(t, w); words != "" {
		parts = append(parts, words, "")
	}
	if len(parts) == 0 {
		return t.Muted.Render("no key does that here, and no word is explained with that")
	}
	text := lipgloss.JoinVertical(lipgloss.Left, parts[:len(parts)-1]...)
	note := t.Muted.Lip().Width(w).Render(
		"Every key can be changed in the settings file; clashes are refused at start.")
	if lipgloss.Height(text)+1+lipgloss.Height(note) <= room {
		text = lipgloss.JoinVertical(lipgloss.Left, text, "", note)
	}
	return text
}

// columns sets the lines that match in newspaper columns of about equal length; "" is none.
func (h *help) columns(t *Theme, w, n int) string {
	lines := h.matches()
	if len(lines) == 0 {
		return ""
	}
	var columns []string
	for part := range slices.Chunk(lines, (len(lines)+n-1)/n) {
		column := make([]string, len(part))
		for i, l := range part {
			column[i] = cells.FitLine(helpCell(t, l, w/n), w/n)
		}
		columns = append(columns, strings.Join(column, "\n"))
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, columns...)
}

func helpCell(t *Theme, l helpLine, w int) string {
	if l.keys == "" {
		return t.Title.Render(cells.Truncate(l.text, w-1))
	}
	kw := min(11, w/2)
	text := l.text
	if cells.Width(text) > w-kw-2 {
		text = l.short
	}
	kw = max(kw,
		min(cells.Width(l.keys), w-2-cells.Width(text))) // many keys take what a short text leaves
	return t.Key.Render(cells.Left(l.keys, kw)) + " " + cells.Truncate(text, w-kw-2)
}

// glossary explains the words of the screen that match, each beside its term.
func (h *help) glossary(t *Theme, w int) string {
	const terms, gap = 12, 2
	term := t.Title.Lip().Width(terms).MarginRight(gap)
	means := t.Renderer().NewStyle().Width(max(1, w-terms-gap))
	query := strings.ToLower(h.input.Value())
	var rows []string
	for _, word := range h.words {
		if strings.Contains(strings.ToLower(word.Term+" "+word.Means), query) {
			rows = append(rows, lipgloss.JoinHorizontal(lipgloss.Top,
				term.Render(cells.Truncate(word.Term, terms)), means.Render(word.Means)))
		}
	}
	return lipgloss.JoinVertical(lipgloss.Left, rows...)
}
