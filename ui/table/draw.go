package table

import (
	"strings"

	"bourse/ui"
	"bourse/ui/cells"
)

// placed is a column that has room.
type placed struct {
	head
	column, width int
}

func (t *view) gap() int { return max(1, t.Gap) }

// layout gives the columns their widths in w cells, two of which are the
// cursor's and the mark's. Columns that may drop out do, before any is cut.
func (t *view) layout(w int) []placed {
	heads := t.heads()
	keep := make([]bool, len(heads))
	need, flex := 2, 0
	for i, c := range heads {
		keep[i] = true
		need += max(1, c.width) + t.gap()
	}
	need -= t.gap()
	for need > w {
		worst := -1
		for i, c := range heads {
			if keep[i] && c.drop > 0 && (worst < 0 || c.drop >= heads[worst].drop) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		keep[worst] = false
		need -= max(1, heads[worst].width) + t.gap()
	}
	out := make([]placed, 0, len(heads))
	for i, c := range heads {
		if keep[i] {
			out = append(out, placed{c, i, max(1, c.width)})
			flex += c.flex
		}
	}
	left := max(0, w-need)
	rest := left
	last := -1
	for i, p := range out {
		if p.flex > 0 {
			share := left * p.flex / flex
			out[i].width += share
			rest -= share
			last = i
		}
	}
	if last >= 0 {
		out[last].width += rest
	}
	return out
}

func (t *view) heads() []head {
	out := make([]head, t.of.columns())
	for i := range out {
		out[i] = t.of.head(i)
	}
	return out
}

// filterLine tells whether the filter takes the first row.
func (t *view) filterLine() bool { return !t.Bare && (t.editing || t.filter.Value() != "") }

// headRows are the rows above the first row: the filter line, while there is
// one, and the headings.
func (t *view) headRows() int {
	n := 0
	if t.filterLine() {
		n++
	}
	for i := range t.of.columns() {
		if t.of.head(i).title != "" {
			return n + 1
		}
	}
	return n
}

// Draw shows headings and the visible rows in exactly area.W × area.H cells;
// focused marks the cursor's row.
func (t *view) Draw(e *ui.Env, area cells.Box, focused bool) string {
	th := e.Theme
	t.width = area.W
	head := t.headRows()
	t.height = max(1, area.H-head)
	state := t.State
	if t.Len() > 0 {
		state.Empty = "" // there is something, which the filter may hide
	}
	note := state.Lines(e, len(t.order), area.W, t.noteRows())
	if note == nil && len(t.order) == 0 && t.filter.Value() != "" {
		note = []string{" " + th.Muted.Render("nothing matches; esc in the filter shows all")}
	}
	if len(t.order) > 0 {
		t.height = max(1, t.height-len(note))
	}
	t.scroll()
	cols := t.layout(area.W)
	lines := make([]string, 0, area.H)
	if t.filterLine() {
		lines = append(lines, th.Accent.Render("/")+" "+t.filter.Text(
			th, max(1, area.W-3), t.editing))
	}
	if head > len(lines) {
		lines = append(lines, t.heading(th, cols))
	}
	for i := t.top; i < min(len(t.order), t.top+t.height); i++ {
		lines = append(lines, t.row(th, cols, t.order[i], i == t.at, focused))
	}
	return cells.Fit(strings.Join(append(lines, note...), "\n"), area.W, area.H)
}

// noteRows is the room for what the table says about itself: what its rows
// leave, at least half.
func (t *view) noteRows() int {
	return max(t.height-len(t.order), (t.height+1)/2)
}

func (t *view) heading(th *ui.Theme, cols []placed) string {
	var b strings.Builder
	b.WriteString("  ")
	for i, p := range cols {
		if i > 0 {
			b.WriteString(cells.Blank(t.gap()))
		}
		title := p.title
		if p.column == t.sortBy {
			title = t.Sorted()
		}
		b.WriteString(align(title, p.width, p.right))
	}
	return th.Muted.Render(b.String())
}

func (t *view) row(th *ui.Theme, cols []placed, row int, chosen, focused bool) string {
	var b strings.Builder
	mark := " "
	if t.marks[t.of.id(row)] {
		mark = th.OK.Render("✓")
	} else if f := t.of.flag(row); f != "" {
		mark = th.Warn.Render(cells.Left(f, 1))
	}
	switch {
	case chosen && focused:
		b.WriteString(th.Accent.Render("▸"))
	case chosen:
		b.WriteString(th.Muted.Render("▸"))
	default:
		b.WriteByte(' ')
	}
	b.WriteString(mark)
	for i, p := range cols {
		if i > 0 {
			b.WriteString(cells.Blank(t.gap()))
		}
		style := t.of.style(th, p.column, row)
		if t.State.Err != "" {
			style = th.Muted // old rows
		}
		text := cells.Clean(t.of.cell(p.column, row))
		b.WriteString(style.Render(align(text, p.width, p.right)))
	}
	if chosen && focused {
		return th.Selected.Over(b.String())
	}
	return b.String()
}

func align(s string, w int, right bool) string {
	if right {
		return cells.Right(s, w)
	}
	return cells.Left(s, w)
}
