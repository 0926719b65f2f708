package ui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bourse/ui/cells"
)

// Step is one event of a timeline, or one step of a rail.
type Step struct {
	At    time.Time // zero: has not happened
	Text  string
	Note  string // after the text
	Level Level  // OK done, Working under way, Warn or Bad; Plain to come
}

// mark is the step's glyph: ● done, ◐ under way, ○ to come.
func (s Step) mark(e *Env) string {
	switch s.Level {
	case OK:
		return e.Theme.OK.Render("●")
	case Plain:
		return e.Theme.Muted.Render("○")
	}
	return e.Mark(s.Level)
}

// Timeline draws steps in lines of w cells: time, glyph, text, note. A note that is too long for
// its line goes on below: beside the texts where that leaves room for some words, else under them.
func Timeline(e *Env, w int, steps []Step) []string {
	const frame, least = 13, 30 // cells before a text; what is room for some words
	text := 0
	for _, s := range steps {
		text = max(text, cells.Width(cells.Clean(s.Text)))
	}
	text = min(text, max(0, w-frame)*2/3)
	indent, beside := frame+text+2, w-frame-text-2
	if beside < least {
		indent = frame + 2
	}
	var lines []string
	for _, s := range steps {
		note := cells.Clean(s.Note)
		first := note
		if cut := cells.Wrap(note, beside); len(cut) > 0 {
			first = cut[0]
		}
		lines = append(lines, cells.FitLine(s.head(e, text)+e.Theme.Muted.Render(first), w))
		rest := strings.TrimSpace(strings.TrimPrefix(note, first))
		if rest == "" {
			continue
		}
		for _, n := range cells.Wrap(rest, w-indent) {
			lines = append(lines, cells.FitLine(cells.Blank(indent)+e.Theme.Muted.Render(n), w))
		}
	}
	return lines
}

// head is what stands before a step's note: time, glyph and, in so many cells, its text.
func (s Step) head(e *Env, text int) string {
	at, style := cells.Blank(8), e.Theme.Text
	if !s.At.IsZero() {
		at = Local(s.At).Format("15:04:05")
	}
	if s.Level == Plain {
		style = e.Theme.Muted
	}
	return " " + e.Theme.Muted.Render(at) + "  " + s.mark(e) + " " +
		style.Render(cells.Left(cells.Clean(s.Text), text)) + "  "
}

// Rail draws numbered steps in one row, the current one bright:
// 1 Quote ✓   2 Build ✓   3 Sign ●   4 Auction.
func Rail(e *Env, w int, steps []Step) string {
	t, gap := e.Theme, "   "
	if w < cells.FullWidth/2 {
		gap = " "
	}
	parts := make([]string, len(steps))
	for i, s := range steps {
		text := Count(i+1) + " " + cells.Clean(s.Text)
		switch s.Level {
		case OK:
			parts[i] = t.Muted.Render(text+" ") + t.OK.Render("✓")
		case Plain:
			parts[i] = t.Muted.Render(text)
		case Working:
			parts[i] = t.Accent.Render(text) + " " + t.Accent.Render("●")
		default:
			parts[i] = t.Accent.Render(text) + " " + e.Mark(s.Level)
		}
	}
	return cells.FitLine(" "+strings.Join(parts, gap), w)
}

// TimeScale draws steps to scale on two rows: names with times above dots
// whose distances follow the time between them.
func TimeScale(e *Env, w int, steps []Step) string {
	var done []Step
	for _, s := range steps {
		if !s.At.IsZero() {
			done = append(done, s)
		}
	}
	if len(done) == 0 {
		return cells.FitLine("", w)
	}
	total := done[len(done)-1].At.Sub(done[0].At)
	names := 0
	for _, s := range done {
		names += cells.Width(cells.Clean(s.Text)) + 12
	}
	room := max(0, w-2-names-2*len(done))
	var b strings.Builder
	b.WriteByte(' ')
	for i, s := range done {
		b.WriteString(e.Theme.Text.Render(cells.Clean(s.Text)) +
			e.Theme.Muted.Render(" "+Local(s.At).Format("15:04:05")))
		if i == len(done)-1 {
			break
		}
		b.WriteString(" " + s.mark(e))
		n := 1
		if total > 0 {
			n += int(float64(room) * float64(done[i+1].At.Sub(s.At)) / float64(total))
		}
		b.WriteString(e.Theme.Muted.Render(strings.Repeat("─", n)) + done[i+1].mark(e) + " ")
	}
	return cells.FitLine(b.String(), w)
}

// BandMark is a value on a price band.
type BandMark struct {
	Value float64 // for the place only
	Name  string
	Text  string // the exact number as text
	Note  string // under the mark
}

// bandWords are the words over a price band; at is where their middle stands, in cells.
type bandWords struct {
	name, text string
	at         float64
}

// PriceBand draws marks to scale on a line: names, numbers, the band, notes. The words stand over
// their marks where there is room for them and next to each other where not, so that each number
// can be read; the marks stay where their values are. The lowest is the floor at the left end.
func PriceBand(e *Env, w int, marks []BandMark) string {
	if len(marks) == 0 || w < 8 {
		return cells.FitLine("", w)
	}
	t := e.Theme
	marks = slices.SortedStableFunc(slices.Values(marks), func(a, b BandMark) int {
		return cmp.Compare(a.Value, b.Value)
	})
	low, high := marks[0].Value, marks[len(marks)-1].Value
	words, margin := wordsOf(marks), 3
	cell := widest(words)
	for len(words) > 2 && (cell+1)*(len(words)-1) > w-cell-2*margin {
		last := len(words) - 1 // the higher number stands for both
		words[last-1].name += ", " + words[last].name
		words[last-1].text, words = words[last].text, words[:last]
		cell = widest(words)
	}
	span := float64(max(1, w-cell-2*margin))
	at := func(v float64) float64 {
		if high == low {
			return 0
		}
		return (v - low) / (high - low) * span
	}
	spread(words, at, float64(cell+1), span)
	names, numbers, band, notes := blankRow(w), blankRow(w), blankRow(w), []string{}
	for x := margin; x <= margin+int(at(high)+0.5) && x < w; x++ {
		band[x] = '─'
	}
	for _, l := range words {
		x := margin + int(l.at+0.5)
		Put(names, x-cells.Width(l.name)/2, l.name)
		Put(numbers, x-cells.Width(l.text)/2, l.text)
	}
	for i, m := range marks {
		x := min(w-1, margin+int(at(m.Value)+0.5))
		switch {
		case i == 0:
			band[x] = '├'
		case i == len(marks)-1:
			band[x] = '┤'
		case band[x] == '─':
			band[x] = '┼'
		}
		if m.Note != "" {
			row := blankRow(w)
			Put(row, x, "└ "+cells.Clean(m.Note))
			notes = append(notes, string(row))
		}
	}
	rows := []string{t.Muted.Render(string(names)), t.Text.Render(string(numbers)),
		t.Accent.Render(string(band))}
	for _, n := range notes {
		rows = append(rows, t.Muted.Render(n))
	}
	return cells.Fit(strings.Join(rows, "\n"), w, len(rows))
}

// wordsOf are the words of marks from the lowest, at their values; equal numbers share a place.
func wordsOf(marks []BandMark) (out []bandWords) {
	for _, m := range marks {
		name, text := cells.Clean(m.Name), cells.Clean(m.Text)
		if n := len(out); n > 0 && out[n-1].text == text {
			out[n-1].name += ", " + name
			continue
		}
		out = append(out, bandWords{name, text, m.Value})
	}
	return out
}

func widest(words []bandWords) (w int) {
	for _, l := range words {
		w = max(w, cells.Width(l.name), cells.Width(l.text))
	}
	return w
}

// spread turns the values of words into places, at least near apart and at most span.
func spread(words []bandWords, at func(float64) float64, near, span float64) {
	for i := range words {
		words[i].at = at(words[i].at)
		if i > 0 {
			words[i].at = max(words[i].at, words[i-1].at+near)
		}
	}
	for i := len(words) - 1; i > 0; i-- {
		most := span
		if i < len(words)-1 {
			most = words[i+1].at - near
		}
		words[i].at = min(words[i].at, most)
	}
}

func blankRow(w int) []rune {
	row := make([]rune, w)
	for i := range row {
		row[i] = ' '
	}
	return row
}

// Put writes text into a row of cells at x, or as near to it as the row's ends
// allow; next to text that stands there already it moves right.
func Put(row []rune, x int, text string) {
	r := []rune(text)
	x = max(0, min(x, len(row)-len(r)))
	for x > 0 && x+len(r) < len(row) && row[x-1] != ' ' && row[x-1] != '─' {
		x++
	}
	copy(row[x:], r)
}
