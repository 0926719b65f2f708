package table

import (
	"cmp"
	"encoding/csv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Typed takes typed text while it has the focus, as a table does while its
// filter is open.
type Typed interface {
	Captures(tea.KeyMsg) bool
	Update(tea.Msg) bool
}

// Captures tells whether the table's filter line wants a key.
func (t *view) Captures(m tea.KeyMsg) bool {
	k := m.String()
	return t.editing && (k == "enter" || k == "esc" || t.filter.Captures(m))
}

// Update takes keys for the filter line and pastes; it tells whether it used
// the message.
func (t *view) Update(m tea.Msg) bool {
	if !t.editing {
		return false
	}
	k, ok := m.(tea.KeyMsg)
	if !ok {
		return false
	}
	switch k.String() {
	case "esc":
		t.editing = false
		t.SetFilter("")
	case "enter":
		t.editing = false
	default:
		if t.filter.Key(k) {
			t.refresh()
			t.toBest()
		}
	}
	return true
}

// Mouse handles a mouse event in the table's own box: a click selects, a
// click on the selected row opens it (true), a click on a heading sorts, the
// wheel moves the cursor.
func (t *view) Mouse(m tea.MouseMsg) (open bool) {
	switch m.Button {
	case tea.MouseButtonWheelUp:
		t.move(t.at - 1)
		return false
	case tea.MouseButtonWheelDown:
		t.move(t.at + 1)
		return false
	}
	row := m.Y - t.headRows()
	if row < 0 {
		t.clickHead(m)
		return false
	}
	if row += t.top; row >= len(t.order) || row >= t.top+t.height {
		return false
	}
	if row == t.at {
		return true
	}
	t.move(row)
	return false
}

func (t *view) clickHead(m tea.MouseMsg) {
	if m.Y != t.headRows()-1 {
		return
	}
	x := 2
	for _, c := range t.layout(t.width) {
		if m.X >= x && m.X < x+c.width && c.sortable {
			t.SortBy(c.column, t.sortBy == c.column && !t.desc)
		}
		x += c.width + t.gap()
	}
}

// Actions are the keys of a table in a pane. open is what ⏎ does; nil has none.
func (t *view) Actions(pane string, open func() tea.Cmd) []ui.Action {
	act := func(id, label, help, join string, run func(), keys ...string) ui.Action {
		return ui.Action{Scope: "table", ID: id, Pane: pane, Key: ui.Keys(keys...), Label: label,
			Help: help,
			Join: join, Quiet: join == "",
			Run: func() tea.Cmd { run(); return nil }}
	}
	out := []ui.Action{
		act("up", "up", "row above", "select", func() { t.move(t.at - 1) }, "up", "k"),
		act("down", "down", "row below", "select", func() { t.move(t.at + 1) }, "down", "j"),
		act("pageup", "page up", "a page up", "page", func() { t.move(t.at - t.height) }, "pgup"),
		act("pagedown", "page down", "a page down", "page", func() { t.move(t.at + t.height) },
			"pgdown"),
		act("top", "first row", "first row", "first and last row", func() { t.move(0) }, "g",
			"home"),
		act("bottom", "last row", "last row", "first and last row",
			func() { t.move(len(t.order) - 1) }, "G", "end"),
		act("mark", "mark", "mark the row", "", t.mark, "space"),
		act("filter", "filter", "show only rows that contain a text", "",
			func() { t.editing = true }, "/"),
		act("sort", "sort", "sort by the next column", "", t.nextSort, "s"),
		act("reverse", "reverse order", "sort the other way round", "",
			func() { t.SortBy(t.sortBy, !t.desc) }, "S"),
	}
	for i := range out {
		out[i].Quiet = out[i].ID != "up" && out[i].ID != "down"
	}
	if t.filter.Value() != "" {
		out = append(out, act("clear", "show all rows", "drop the filter", "",
			func() { t.SetFilter("") }, "esc"))
	}
	if open != nil {
		out = append(out, ui.Action{Scope: "table", ID: "open", Pane: pane, Key: ui.Keys("enter"),
			Label: "open",
			Help:  "open the row", Run: open})
	}
	return out
}

func (t *view) mark() {
	if t.selected == "" {
		return
	}
	if t.marks[t.selected] {
		delete(t.marks, t.selected)
	} else {
		t.marks[t.selected] = true
	}
	t.move(t.at + 1)
}

// nextSort goes through the sortable columns and back to the order as set.
func (t *view) nextSort() {
	for i := t.sortBy + 1; i < t.of.columns(); i++ {
		if t.of.head(i).sortable {
			t.SortBy(i, false)
			return
		}
	}
	t.SortBy(-1, false)
}

// CSV is what the table shows: the filtered, sorted rows with all columns.
// Cells a spreadsheet would run as a formula are quoted with an apostrophe.
func (t *view) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	record := make([]string, t.of.columns())
	for i, c := range t.heads() {
		record[i] = cmp.Or(c.export, c.title)
	}
	_ = w.Write(record) // a strings.Builder takes everything
	for _, row := range t.order {
		for i := range record {
			record[i] = cells.Harmless(cells.Clean(t.of.csv(i, row)))
		}
		_ = w.Write(record)
	}
	w.Flush()
	return b.String()
}
