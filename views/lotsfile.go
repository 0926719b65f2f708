package views

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"bourse/backend/api"
	"bourse/ui/cells"
)

// Lots are exported and imported as CSV: a first row with the names of LotColumns in any order,
// then a row for each.

// ReadLotsFile is the text of a file of lots. It waits for the disk: call it off the loop.
func ReadLotsFile(path string) (string, error) {
	return readSmallFile(path, "no list of lots")
}

// LotsFile is what a file of lots would do.
type LotsFile struct {
	New   []Lot    // to be added
	Known int      // rows that are there already
	Wrong []string // rows that cannot be taken, by line and column: with one, nothing is
}

// Said is what the import does in a sentence without its end.
func (f LotsFile) Said() string { return newRows(len(f.New), "lot", f.Known) }

// ReadLots reads a file for the chosen account on the network in front. It changes nothing.
func (s *Session) ReadLots(text string) (f LotsFile) {
	rows := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	rows.Comment, rows.TrimLeadingSpace, rows.FieldsPerRecord = '#', true, -1
	have, lines := s.Lots(), map[string]int{}
	var columns []string
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			f.Wrong = append(f.Wrong, cells.Clean(err.Error()))
			break
		}
		line, _ := rows.FieldPos(0)
		if columns == nil {
			var why string
			if columns, why = lotColumns(row); why != "" {
				f.Wrong = append(f.Wrong, fmt.Sprintf("line %d, %s", line, why))
				break
			}
			continue
		}
		if why := f.take(s, have, lines, line, columns, row); why != "" {
			f.Wrong = append(f.Wrong, fmt.Sprintf("line %d, %s", line, cells.Clean(why)))
		}
	}
	if columns == nil && len(f.Wrong) == 0 {
		f.Wrong = append(f.Wrong, "line 1, the file is empty")
	}
	if n := len(have.List) + len(f.New); n > mostLots {
		f.Wrong = append(f.Wrong, fmt.Sprintf("there is room for %d lots, with these there "+
			"were %d", mostLots, n))
	}
	return f
}

// take takes one row in, or says why not.
func (f *LotsFile) take(s *Session, have Lots, lines map[string]int, line int, columns,
	row []string) string {
	if len(row) < len(columns) {
		return fmt.Sprintf("column %d (%s): it ends before that", len(row)+1, columns[len(row)])
	}
	typed := map[string]string{}
	for i, text := range row {
		if i >= len(columns) {
			return fmt.Sprintf("column %d: the first row has only %d", i+1, len(columns))
		}
		typed[columns[i]] = text
	}
	l, column, why := s.ReadLot(typed)
	if why != "" {
		return fmt.Sprintf("column %d (%s): %s", slices.Index(columns, column)+1, column, why)
	}
	if same := lines[l.line()]; same > 0 {
		return fmt.Sprintf("column 1: it says what line %d says: add the amounts up, or tell the "+
			"two apart by time or source", same)
	}
	lines[l.line()] = line
	if have.Has(l) {
		f.Known++
	} else {
		f.New = append(f.New, l)
	}
	return ""
}

// lotColumns reads the first row.
func lotColumns(row []string) (columns []string, why string) {
	for i, name := range row {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case !slices.Contains(LotColumns, name):
			return nil, fmt.Sprintf("column %d: there is no column %q; they are %s", i+1,
				cells.Clean(name), strings.Join(LotColumns, ", "))
		case slices.Contains(columns, name):
			return nil, fmt.Sprintf("column %d: %s is there twice", i+1, name)
		}
		columns = append(columns, name)
	}
	for _, name := range []string{LotToken, LotAmount, LotDate} {
		if !slices.Contains(columns, name) {
			return nil, fmt.Sprintf("column %d: the column %s is missing", len(row)+1, name)
		}
	}
	if !slices.Contains(columns, LotCost) && !slices.Contains(columns, LotPrice) {
		return nil, fmt.Sprintf("column %d: a column cost or price is missing", len(row)+1)
	}
	return columns, ""
}

// LotsCSV are the lots of the chosen account as a file that ReadLots reads as the same.
func (s *Session) LotsCSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(LotColumns) // a strings.Builder takes everything
	for _, l := range s.Lots().List {
		t, _ := s.Token(l.Token)
		name := t.Symbol
		if found, ok := s.FindToken(name); !ok || found.Address != l.Token {
			name = api.Lower(l.Token)
		}
		places, _ := l.Cost.FloatPrec()
		_ = w.Write([]string{name, l.Amount.Units(t.Decimals), l.Cost.FloatString(places), "",
			lotDate(l.At), cells.Harmless(l.Source)})
	}
	w.Flush()
	return b.String()
}
