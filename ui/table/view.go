package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bourse/ui"
)

// view is all of a table that does not depend on what its rows are: one code for tables of every
// type, which would otherwise be linked once for each.
type view struct {
	State ui.State
	Gap   int  // blank cells between columns; 0 is one
	Bare  bool // the filter's text is shown elsewhere

	of       source
	order    []int // the rows shown, as numbers of those set
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

// source answers for the rows by their numbers as set.
type source interface {
	set() int // how many there are
	columns() int
	head(column int) head
	id(row int) string
	flag(row int) string
	cell(column, row int) string
	csv(column, row int) string
	style(th *ui.Theme, column, row int) ui.Style
	compare(column, a, b int) int
	arrange(order []int) // takes the order in which rows are shown
}

// head is what a column is beside its rows.
type head struct {
	title, export string
	width, flex   int
	right         bool
	drop          int
	sortable      bool
}

// refresh filters and sorts, then finds the selection again.
func (t *view) refresh() {
	query := strings.ToLower(t.filter.Value())
	t.order = t.order[:0]
	for row := range t.of.set() {
		if query == "" || t.matches(row, query) {
			t.order = append(t.order, row)
		}
	}
	if t.sorted() && t.of.head(t.sortBy).sortable {
		sign := 1
		if t.desc {
			sign = -1
		}
		slices.SortStableFunc(t.order, func(a, b int) int {
			return sign * t.of.compare(t.sortBy, a, b)
		})
	} else if query != "" {
		var rest []int
		best := t.order[:0]
		for _, row := range t.order {
			if t.hasWord(row, query) {
				best = append(best, row)
			} else {
				rest = append(rest, row)
			}
		}
		t.order = append(best, rest...)
	}
	t.of.arrange(t.order)
	at := slices.IndexFunc(t.order, func(row int) bool { return t.of.id(row) == t.selected })
	if at < 0 {
		at = t.at
	}
	t.move(at)
}

func (t *view) matches(row int, query string) bool {
	for c := range t.of.columns() {
		if strings.Contains(strings.ToLower(t.of.cell(c, row)), query) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(t.of.id(row)), query)
}

// toBest moves the cursor from a row that only contains what was typed to one that has it as a
// word.
func (t *view) toBest() {
	query := strings.ToLower(t.filter.Value())
	if len(t.order) == 0 || query == "" {
		return
	}
	if !t.hasWord(t.order[t.at], query) && t.hasWord(t.order[0], query) {
		t.move(0)
	}
}

// hasWord tells whether a cell of a row has the query as a whole word.
func (t *view) hasWord(row int, query string) bool {
	for c := range t.of.columns() {
		if hasWord(strings.ToLower(t.of.cell(c, row)), query) {
			return true
		}
	}
	return false
}

// hasWord tells whether a text has the query between what is part of no word and no number.
func hasWord(text, query string) bool {
	inWord := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == ','
	}
	for {
		before, after, found := strings.Cut(text, query)
		if !found {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if !inWord(last) && !inWord(next) {
			return true
		}
		_, size := utf8.DecodeRuneInString(query)
		text = text[len(before)+size:]
	}
}

// move puts the cursor on row i of those shown.
func (t *view) move(i int) {
	t.at = max(0, min(i, len(t.order)-1))
	t.selected = ""
	if len(t.order) > 0 {
		t.selected = t.of.id(t.order[t.at])
	}
	t.scroll()
}

func (t *view) scroll() {
	t.top = max(min(t.top, t.at), t.at-t.height+1)
	t.top = max(0, min(t.top, len(t.order)-t.height))
}

// Select puts the cursor on the row with this id, now or when it comes.
func (t *view) Select(id string) {
	t.selected = id
	t.refresh()
	if len(t.order) == 0 {
		t.selected = id
	}
}

// Above is how many of the rows shown are scrolled out at the top.
func (t *view) Above() int { return t.top }

// Step moves the cursor by n rows, as far as there are any.
func (t *view) Step(n int) { t.move(t.at + n) }

// Len is the number of rows set, filtered or not.
func (t *view) Len() int { return t.of.set() }

// Marks is the number of marks.
func (t *view) Marks() int { return len(t.marks) }

// ClearMarks removes all marks.
func (t *view) ClearMarks() { clear(t.marks) }

// SortBy sorts by a column; -1 is the order the rows are set in.
func (t *view) SortBy(column int, desc bool) {
	t.sortBy, t.desc = column, desc
	t.refresh()
}

func (t *view) sorted() bool { return t.sortBy >= 0 && t.sortBy < t.of.columns() }

// Sorted describes the order for a pane's title: "price ↑", "" as set.
func (t *view) Sorted() string {
	switch {
	case !t.sorted():
		return ""
	case t.desc:
		return t.of.head(t.sortBy).title + " ↓"
	}
	return t.of.head(t.sortBy).title + " ↑"
}

// Filter is the filter's text.
func (t *view) Filter() string { return t.filter.Value() }

// SetFilter shows only rows with a cell that contains text.
func (t *view) SetFilter(text string) {
	t.filter.Set(text)
	t.refresh()
}
