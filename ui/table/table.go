package table

import (
	"slices"
	"strings"

	"bourse/ui"
)

// Column describes one column of a table.
type Column[R any] struct {
	Title string
	// Export is the title in the export, where that holds something else than the screen.
	Export string
	Width  int // cells; the least of a flex column
	Flex   int // share of the room that is left
	Right  bool
	Drop   int                         // > 0: left out when room is short, the highest first
	Cell   func(R) string              // plain text; the table cleans it
	Style  func(*ui.Theme, R) ui.Style // nil is Text
	Less   func(a, b R) int            // order of a before b; nil: not sortable
	CSV    func(R) string              // what the export holds; nil is Cell
}

// Table shows rows by identity: the selection and the marks follow the row's
// id when rows come, go and change their order.
type Table[R any] struct {
	Columns []Column[R]
	ID      func(R) string
	Flag    func(R) string // one-cell flag before the row, such as "!"
	State   ui.State
	Gap     int  // blank cells between columns; 0 is one
	Bare    bool // the filter's text is shown elsewhere

	rows     []R // as set
	shown    []R // filtered and sorted
	frozen   bool
	waiting  *[]R
	selected string
	at, top  int
	height   int
	width    int
	marks    map[string]bool
	sortBy   int // column, -1 as set
	desc     bool
	filter   ui.Input
	editing  bool
}

// New is an empty table.
func New[R any](id func(R) string, columns ...Column[R]) *Table[R] {
	return &Table[R]{Columns: columns, ID: id, sortBy: -1, marks: map[string]bool{}, height: 1}
}

// SetRows replaces the rows. The selected row stays selected; if it is gone,
// the one in its place is. While frozen, the newest rows wait.
func (t *Table[R]) SetRows(rows []R) {
	if t.frozen {
		t.waiting = &rows
		return
	}
	t.rows = rows
	t.refresh()
}

// Freeze holds the rows still while a dialog about them is open.
func (t *Table[R]) Freeze(on bool) {
	t.frozen = on
	if !on && t.waiting != nil {
		rows := *t.waiting
		t.waiting = nil
		t.SetRows(rows)
	}
}

// refresh filters and sorts, then finds the selection again.
func (t *Table[R]) refresh() {
	query := strings.ToLower(t.filter.Value())
	t.shown = t.shown[:0]
	for _, r := range t.rows {
		if query == "" || t.matches(r, query) {
			t.shown = append(t.shown, r)
		}
	}
	if t.sortBy >= 0 && t.sortBy < len(t.Columns) && t.Columns[t.sortBy].Less != nil {
		less, sign := t.Columns[t.sortBy].Less, 1
		if t.desc {
			sign = -1
		}
		slices.SortStableFunc(t.shown, func(a, b R) int { return sign * less(a, b) })
	}
	at := slices.IndexFunc(t.shown, func(r R) bool { return t.ID(r) == t.selected })
	if at < 0 {
		at = t.at
	}
	t.move(at)
}

func (t *Table[R]) matches(r R, query string) bool {
	for _, c := range t.Columns {
		if strings.Contains(strings.ToLower(c.Cell(r)), query) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(t.ID(r)), query)
}

// move puts the cursor on row i of those shown.
func (t *Table[R]) move(i int) {
	t.at = max(0, min(i, len(t.shown)-1))
	t.selected = ""
	if len(t.shown) > 0 {
		t.selected = t.ID(t.shown[t.at])
	}
	t.scroll()
}

func (t *Table[R]) scroll() {
	t.top = max(min(t.top, t.at), t.at-t.height+1)
	t.top = max(0, min(t.top, len(t.shown)-t.height))
}

// Selected is the row under the cursor.
func (t *Table[R]) Selected() (row R, ok bool) {
	if len(t.shown) == 0 {
		return row, false
	}
	return t.shown[t.at], true
}

// Select puts the cursor on the row with this id, now or when it comes.
func (t *Table[R]) Select(id string) {
	t.selected = id
	t.refresh()
	if len(t.shown) == 0 {
		t.selected = id
	}
}

// Above is how many of the rows shown are scrolled out at the top.
func (t *Table[R]) Above() int { return t.top }

// Rows are the rows shown: filtered and sorted.
func (t *Table[R]) Rows() []R { return t.shown }

// All are the rows as they were set.
func (t *Table[R]) All() []R { return t.rows }

// Step moves the cursor by n rows, as far as there are any.
func (t *Table[R]) Step(n int) { t.move(t.at + n) }

// Len is the number of rows set, filtered or not.
func (t *Table[R]) Len() int { return len(t.rows) }

// Marked are the marked rows that are shown, else the selected one: what a
// command acts on.
func (t *Table[R]) Marked() []R {
	var out []R
	for _, r := range t.shown {
		if t.marks[t.ID(r)] {
			out = append(out, r)
		}
	}
	if r, ok := t.Selected(); ok && len(out) == 0 {
		out = append(out, r)
	}
	return out
}

// Marks is the number of marks.
func (t *Table[R]) Marks() int { return len(t.marks) }

// ClearMarks removes all marks.
func (t *Table[R]) ClearMarks() { clear(t.marks) }

// SortBy sorts by a column; -1 is the order the rows are set in.
func (t *Table[R]) SortBy(column int, desc bool) {
	t.sortBy, t.desc = column, desc
	t.refresh()
}

// Sorted describes the order for a pane's title: "price ↑", "" as set.
func (t *Table[R]) Sorted() string {
	if t.sortBy < 0 || t.sortBy >= len(t.Columns) {
		return ""
	}
	if t.desc {
		return t.Columns[t.sortBy].Title + " ↓"
	}
	return t.Columns[t.sortBy].Title + " ↑"
}

// Filter is the filter's text.
func (t *Table[R]) Filter() string { return t.filter.Value() }

// SetFilter shows only rows with a cell that contains text.
func (t *Table[R]) SetFilter(text string) {
	t.filter.Set(text)
	t.refresh()
}
