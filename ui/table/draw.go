package table

import (
	"strings"

	"bourse/ui"
	"bourse/ui/cells"
)

// placed is a column that has room.
type placed struct{ column, width int }

func (t *Table[R]) gap() int { return max(1, t.Gap) }

// layout gives the columns their widths in w cells, two of which are the
// cursor's and the mark's. Columns that may drop out do, before any is cut.
func (t *Table[R]) layout(w int) []placed {
	keep := make([]bool, len(t.Columns))
	need, flex := 2, 0
	for i, c := range t.Columns {
		keep[i] = true
		need += max(1, c.Width) + t.gap()
	}
	need -= t.gap()
	for need > w {
		worst := -1
		for i, c := range t.Columns {
			if keep[i] && c.Drop > 0 && (worst < 0 || c.Drop >= t.Columns[worst].Drop) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		keep[worst] = false
		need -= max(1, t.Columns[worst].Width) + t.gap()
	}
	out := make([]placed, 0, len(t.Columns))
	for i, c := range t.Columns {
		if keep[i] {
			out = append(out, placed{i, max(1, c.Width)})
			flex += c.Flex
		}
	}
	left := max(0, w-need)
	rest := left
	last := -1
	for i, p := range out {
		if f := t.Columns[p.column].Flex; f > 0 {
			share := left * f / flex
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

// filterLine tells whether the filter takes the first row.
func (t *Table[R]) filterLine() bool { return !t.Bare && (t.editing || t.filter.Value() != "") }

// headRows are the rows above the first row: the filter line, while there is
// one, and the headings.
func (t *Table[R]) headRows() int {
	n := 0
	if t.filterLine() {
		n++
	}
	for _, c := range t.Columns {
		if c.Title != "" {
			return n + 1
		}
	}
	return n
}

// Draw shows headings and the visible rows in exactly area.W × area.H cells;
// focused marks the cursor's row.
func (t *Table[R]) Draw(e *ui.Env, area cells.Box, focused bool) string {
	th := e.Theme
	t.width = area.W
	head := t.headRows()
	t.height = max(1, area.H-head)
	state := t.State
	if len(t.rows) > 0 {
		state.Empty = "" // there is something, which the filter may hide
	}
	note := state.Lines(e, len(t.shown), area.W, t.noteRows())
	if note == nil && len(t.shown) == 0 && t.filter.Value() != "" {
		note = []string{" " + th.Muted.Render("nothing matches; esc in the filter shows all")}
	}
	if len(t.shown) > 0 {
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
	for i := t.top; i < min(len(t.shown), t.top+t.height); i++ {
		lines = append(lines, t.row(th, cols, t.shown[i], i == t.at, focused))
	}
	return cells.Fit(strings.Join(append(lines, note...), "\n"), area.W, area.H)
}

// noteRows is the room for what the table says about itself: what its rows
// leave, at least half.
func (t *Table[R]) noteRows() int {
	return max(t.height-len(t.shown), (t.height+1)/2)
}

func (t *Table[R]) heading(th *ui.Theme, cols []placed) string {
	var b strings.Builder
	b.WriteString("  ")
	for i, p := range cols {
		if i > 0 {
			b.WriteString(cells.Blank(t.gap()))
		}
		c := t.Columns[p.column]
		title := c.Title
		if p.column == t.sortBy {
			title = t.Sorted()
		}
		b.WriteString(align(title, p.width, c.Right))
	}
	return th.Muted.Render(b.String())
}

func (t *Table[R]) row(th *ui.Theme, cols []placed, r R, chosen, focused bool) string {
	var b strings.Builder
	mark := " "
	switch {
	case t.marks[t.ID(r)]:
		mark = th.OK.Render("✓")
	case t.Flag != nil:
		if f := t.Flag(r); f != "" {
			mark = th.Warn.Render(cells.Left(f, 1))
		}
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
		c := t.Columns[p.column]
		style := th.Text
		switch {
		case t.State.Err != "":
			style = th.Muted // old rows
		case c.Style != nil:
			style = c.Style(th, r)
		}
		b.WriteString(style.Render(align(cells.Clean(c.Cell(r)), p.width, c.Right)))
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
