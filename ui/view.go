package ui

import (
	"fmt"
	"strings"

	shorthelp "github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/lipgloss"

	"bourse/ui/cells"
)

// span is where an item of a row stands.
type span struct{ from, to int }

// View implements tea.Model: it draws the whole screen in exactly the size last told.
func (r *Root) View() string {
	frame := r.frame()
	if r.env.ASCII {
		return cells.ASCII(frame)
	}
	return frame
}

func (r *Root) frame() string {
	r.env.work.seen = false
	if r.tooSmall() {
		return r.env.Theme.Paint(r.smallFrame())
	}
	w, area := r.size.W, r.body()
	tabs, _ := r.tabLine()
	body := cells.Fit(r.active().Draw(area), area.W, area.H)
	body = r.dialogs.draw(r.env.Theme, body, area)
	above, note := r.noteLines()
	if end := strings.LastIndexByte(body, '\n'); above != "" && end >= 0 {
		body = body[:end+1] + above
	}
	var b strings.Builder
	b.Grow(len(body) + 4*w + 512)
	header, _, _ := r.env.Header.line(r.env, r.cfg.Brand, w)
	b.WriteString(header)
	b.WriteByte('\n')
	b.WriteString(tabs)
	b.WriteByte('\n')
	b.WriteString(body)
	b.WriteByte('\n')
	b.WriteString(note)
	b.WriteByte('\n')
	b.WriteString(r.hints())
	return r.env.Theme.Paint(b.String())
}

// tabLine is the row of tabs and where each tab, the palette and the help
// button stand.
func (r *Root) tabLine() (string, []span) {
	t, wide := r.env.Theme, r.size.W >= cells.FullWidth
	gap, buttons := " ", []string{":cmd", "?help"}
	if wide {
		gap, buttons = "  ", []string{": command", "? help"}
	}
	var b strings.Builder
	var spans []span
	b.WriteByte(' ')
	x := 1
	for i, tab := range r.tabs {
		if i > 0 {
			b.WriteString(gap)
			x += len(gap)
		}
		name := r.tabName(i, tab, wide)
		w := cells.Width(name)
		switch {
		case i == r.at:
			b.WriteString(t.TabOn.Render("▐" + name + "▌"))
			w += 2
		case wide:
			b.WriteString(t.TabOff.Render(" " + name + " "))
			w += 2
		default:
			b.WriteString(t.TabOff.Render(name))
		}
		spans = append(spans, span{x, x + w})
		x += w
	}
	sep := strings.Repeat(" ", 2*len(gap)-1)
	if x+cells.Width(buttons[0]+sep+buttons[1])+1 >= r.size.W { // the keys work without
		return cells.FitLine(b.String(), r.size.W), spans
	}
	tail := buttons[0] + sep + buttons[1] + " "
	line := cells.FitLine(cells.Spread(b.String(), t.Muted.Render(tail), r.size.W), r.size.W)
	at := r.size.W - cells.Width(tail)
	if at > x {
		mid := at + len(buttons[0])
		spans = append(spans, span{at, mid}, span{mid + len(sep), mid + len(sep) + len(buttons[1])})
	}
	return line, spans
}

// tabName is a tab's key, its title and how much came to it unseen. While digits go into a field,
// the keys are those that no field takes.
func (r *Root) tabName(i int, tab Tab, wide bool) string {
	name, key := tab.Short, fmt.Sprint(r.number(i))
	if wide || name == "" {
		name = tab.Title
	}
	if r.typing() {
		key = "F" + key
	}
	if n := r.env.News[tab.Screen.ID()]; n > 0 {
		name += "•" + Count(n)
	}
	return key + " " + cells.Clean(name)
}

// noteLines are the message row and, of a toast that is longer, the line above it: the lower border
// of what is shown gives way to it, never the keys.
func (r *Root) noteLines() (above, row string) {
	n := r.Note()
	if n.Text == "" {
		return "", cells.Blank(r.size.W)
	}
	bar := 0
	if n.Total > 0 {
		bar = r.size.W / 4
	}
	room, style := max(0, r.size.W-bar-4), n.Level.Style(r.env.Theme)
	mark, text := r.env.Mark(n.Level), cells.Clean(n.Text)
	if lines := cells.Wrap(text, room); len(lines) > 1 && r.message.showing(r.env.Now()) {
		above = cells.FitLine(" "+mark+" "+style.Render(lines[0]), r.size.W)
		mark, text = " ", strings.Join(lines[1:], " ")
	}
	text = style.Render(cells.Truncate(text, room))
	if bar > 0 {
		text += " " + r.env.Progress(n.Done, n.Total, bar-1)
	}
	return above, cells.FitLine(" "+mark+" "+text, r.size.W)
}

// hintLine chooses the hints that fit, by whole items, and says where.
func (r *Root) hintLine() ([]hint, []span) {
	gap := 1
	if r.size.W >= cells.FullWidth {
		gap = 2
	}
	items := hints(r.reachable())
	var spans []span
	x := 1
	for i, h := range items {
		if r.env.ASCII {
			h.keys = cells.Named(h.keys)
			items[i] = h
		}
		w := cells.Width(h.keys) + 1 + cells.Width(h.label)
		if x+w > r.size.W-1 {
			return items[:i], spans
		}
		spans = append(spans, span{x, x + w})
		x += w + gap
	}
	return items, spans
}

// hints is the line of keys at the foot, as the short help of Bubbles writes it.
func (r *Root) hints() string {
	t := r.env.Theme
	items, spans := r.hintLine()
	bindings := make([]key.Binding, len(items))
	for i, h := range items {
		bindings[i] = key.NewBinding(key.WithKeys(h.keys), key.WithHelp(h.keys, h.label))
	}
	gap := 1
	if len(spans) > 1 {
		gap = spans[1].from - spans[0].to
	}
	short := shorthelp.Model{ShortSeparator: cells.Blank(gap),
		Styles: shorthelp.Styles{ShortKey: t.Key.Lip(), ShortDesc: t.Muted.Lip()}}
	return cells.FitLine(" "+short.ShortHelpView(bindings), r.size.W)
}

// smallFrame says what is missing below the smallest size, in the middle.
func (r *Root) smallFrame() string {
	t, inner := r.env.Theme, Frame{}.Inner(r.size)
	text := fmt.Sprintf("This console needs at least %d × %d.\nYours is %d × %d.\n\n"+
		"Make the window larger, or run with --plain for lines in place of screens.\n\n",
		cells.MinWidth, cells.MinHeight, r.size.W, r.size.H)
	if n := len(r.ends()); n > 0 {
		text += "Leaving ends " + Counted(n, "thing") + ", named where there is room.\n" +
			t.Key.Render("ctrl+c") + " quit all the same"
	} else {
		text += t.Key.Render("q") + " quit"
	}
	look := t.Renderer().NewStyle().Width(min(inner.W, smallWidth))
	if inner.W >= 24 {
		look = look.Padding(0, 2)
	}
	block := look.Render(text)
	block = lipgloss.Place(inner.W, inner.H, lipgloss.Center, lipgloss.Center, block)
	return Frame{}.Draw(t, r.size, block)
}

// smallWidth is how wide the text of a frame that is too small gets.
const smallWidth = 70
