package table

import "bourse/ui"

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
	view
	Columns []Column[R]
	ID      func(R) string
	Flag    func(R) string // one-cell flag before the row, such as "!"

	rows    []R // as set
	shown   []R // filtered and sorted
	frozen  bool
	waiting *[]R
}

// New is an empty table.
func New[R any](id func(R) string, columns ...Column[R]) *Table[R] {
	t := &Table[R]{Columns: columns, ID: id}
	t.view = view{of: t, sortBy: -1, marks: map[string]bool{}, height: 1}
	return t
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

// Selected is the row under the cursor.
func (t *Table[R]) Selected() (row R, ok bool) {
	if len(t.shown) == 0 {
		return row, false
	}
	return t.shown[t.at], true
}

// Rows are the rows shown: filtered and sorted.
func (t *Table[R]) Rows() []R { return t.shown }

// All are the rows as they were set.
func (t *Table[R]) All() []R { return t.rows }

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

// What the view asks of the rows, whose type it does not know.

func (t *Table[R]) set() int          { return len(t.rows) }
func (t *Table[R]) columns() int      { return len(t.Columns) }
func (t *Table[R]) id(row int) string { return t.ID(t.rows[row]) }

func (t *Table[R]) head(column int) head {
	c := &t.Columns[column]
	return head{c.Title, c.Export, c.Width, c.Flex, c.Right, c.Drop, c.Less != nil}
}

func (t *Table[R]) cell(column, row int) string { return t.Columns[column].Cell(t.rows[row]) }

func (t *Table[R]) csv(column, row int) string {
	if c := t.Columns[column].CSV; c != nil {
		return c(t.rows[row])
	}
	return t.cell(column, row)
}

func (t *Table[R]) style(th *ui.Theme, column, row int) ui.Style {
	if s := t.Columns[column].Style; s != nil {
		return s(th, t.rows[row])
	}
	return th.Text
}

func (t *Table[R]) compare(column, a, b int) int {
	return t.Columns[column].Less(t.rows[a], t.rows[b])
}

func (t *Table[R]) flag(row int) string {
	if t.Flag == nil {
		return ""
	}
	return t.Flag(t.rows[row])
}

func (t *Table[R]) arrange(order []int) {
	t.shown = t.shown[:0]
	for _, row := range order {
		t.shown = append(t.shown, t.rows[row])
	}
}
