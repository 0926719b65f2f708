package form

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Draw shows the form in exactly area.W × area.H cells; where it is low, the
// second lines and gaps go first, and the buttons always stay.
func (f *Form) Draw(e *ui.Env, area cells.Box, focused bool) string {
	w := area.W
	buttons := f.buttons(e.Theme, w, focused)
	room := area.H - len(buttons)
	extra := ""
	if f.Extra != nil {
		extra = f.Extra(area)
	}
	roomy := f.height(true)+f.checkHeight(e, w, false)+2 <= room
	wrap := roomy && f.height(true)+f.checkHeight(e, w, true)+2+
		strings.Count(extra, "\n") <= room
	lines, rows := f.fieldLines(e, w, roomy, focused)
	if len(f.Checks) > 0 {
		if roomy {
			rule := "─ checks " + strings.Repeat("─", max(0, w-16))
			lines = append(lines, "", e.Theme.Muted.Render(" "+rule))
		} else {
			lines = append(lines, "")
		}
		lines = append(lines, f.checkLines(e, w, !roomy, wrap)...)
	}
	if extra != "" {
		lines = append(lines, strings.Split(extra, "\n")...)
	}
	lines, rows = f.follow(e, lines, rows, room)
	if pad := room - len(lines); pad > 0 && roomy {
		lines = append(lines, "")
	}
	for range buttons {
		rows = append(rows, formRow{-1})
	}
	f.rows = rows
	f.mapButtons(len(lines))
	return cells.Fit(strings.Join(append(lines, buttons...), "\n"), area.W, area.H)
}

// follow cuts the lines to room, keeping the focused field in sight, and says in the place of the
// first or the last line that there are more.
func (f *Form) follow(e *ui.Env, lines []string, rows []formRow, room int) ([]string, []formRow) {
	for len(rows) < len(lines) {
		rows = append(rows, formRow{-1})
	}
	if room = max(0, room); len(lines) <= room {
		return lines, rows
	}
	from := 0
	for i, r := range rows {
		if r.item == f.at && f.at < len(f.Fields) {
			from = max(0, min(i-room/2, len(lines)-room))
			break
		}
	}
	more := len(lines) - from - room
	lines, rows = slices.Clone(lines[from:from+room]), slices.Clone(rows[from:from+room])
	if room < leastMarked {
		return lines, rows
	}
	mark := func(at, hidden int) {
		text := " … " + ui.Counted(hidden+1, "more line")
		lines[at], rows[at] = e.Theme.Muted.Render(text), formRow{-1}
	}
	if from > 0 {
		mark(0, from)
	}
	if more > 0 {
		mark(room-1, more)
	}
	return lines, rows
}

// leastMarked is how many lines there must be for one of them to tell of those that are cut.
const leastMarked = 5

// mapButtons notes on which row the buttons are, for the mouse.
func (f *Form) mapButtons(row int) {
	for len(f.rows) <= row+1 {
		f.rows = append(f.rows, formRow{-1})
	}
	if len(f.Buttons) > 0 {
		f.rows[row] = formRow{len(f.Fields)}
	}
}

func (f *Form) height(roomy bool) int {
	n := 0
	for _, x := range f.Fields {
		if x.Hidden {
			continue
		}
		n++
		if roomy && x.Below != "" {
			n++
		}
		if roomy && x.Gap {
			n++
		}
	}
	return n
}

// checkHeight is what the checks take, one or, wrapped, all of the lines that each needs.
func (f *Form) checkHeight(e *ui.Env, w int, wrap bool) int {
	if len(f.Checks) == 0 {
		return 0
	}
	return 1 + len(f.checkLines(e, w, false, wrap))
}

// checkLines are the checks.
func (f *Form) checkLines(e *ui.Env, w int, narrow, wrap bool) (lines []string) {
	checks := strings.Split(ui.Checks(e, w-2, narrow, f.Checks), "\n")
	if wrap {
		checks = ui.CheckLines(e, w-1, narrow, f.Checks)
	}
	for _, l := range checks {
		lines = append(lines, " "+l)
	}
	return lines
}

func (f *Form) fieldLines(e *ui.Env, w int, roomy, focused bool) ([]string, []formRow) {
	label := 0
	for _, x := range f.Fields {
		if !x.Hidden {
			label = max(label, cells.Width(x.Label))
		}
	}
	label = min(label, w/3)
	var lines []string
	var rows []formRow
	for i, x := range f.Fields {
		if x.Hidden {
			continue
		}
		if roomy && x.Gap {
			lines, rows = append(lines, ""), append(rows, formRow{-1})
		}
		lines = append(lines, x.line(e.Theme, w, label, focused && i == f.at))
		rows = append(rows, formRow{i})
		below := x.problemBelow(e.Theme, w, label)
		if len(below) == 0 && roomy && x.Below != "" {
			below = []string{e.Theme.Muted.Render(cells.Truncate(x.Below, w-label-3))}
		}
		for _, l := range below {
			lines, rows = append(lines, cells.Blank(label+3)+l), append(rows, formRow{-1})
		}
	}
	return lines, rows
}

// derived follows the suffix of a field that follows from the others.
const derived = " (derived)"

// besides is how far a suffix stands from its control.
const besides = 2

// line is label, control and suffix or problem.
func (x *Field) line(t *ui.Theme, w, label int, focused bool) string {
	mark, style := " ", t.Muted
	if focused {
		mark, style = t.Accent.Render("▸"), t.Title
	}
	head := mark + style.Render(cells.Left(x.Label, label)) + "  "
	room := max(0, w-label-3)
	control, gap := x.control(t, room, focused), besides
	if x.Kind == ChoiceField {
		_, _, gap = x.spacing(room)
	}
	rest, beside := room-cells.Width(control)-gap, cells.Blank(gap)
	problem := x.problem()
	switch {
	case rest < 3:
		return head + control
	case problem != "" && cells.Width(problem) <= rest:
		return head + control + beside + t.Danger.Render(problem)
	case x.Derived:
		return head + control + beside +
			cells.Truncate(cells.Clean(x.suffix()), rest-cells.Width(derived)) +
			t.Muted.Render(derived)
	}
	return head + control + beside + t.Text.Render(cells.Truncate(cells.Clean(x.suffix()), rest))
}

// suffix is what stands beside the control.
func (x *Field) suffix() string {
	if x.Beside != nil {
		return x.Beside()
	}
	return x.Suffix
}

// problem is what is wrong with the value, with its mark.
func (x *Field) problem() string {
	if x.Problem == "" {
		return ""
	}
	return ui.Bad.Glyph() + " " + cells.Clean(x.Problem)
}

// problemBelow is the field's problem in lines of their own, where it does not fit beside the
// control.
func (x *Field) problemBelow(t *ui.Theme, w, label int) []string {
	room := max(1, w-label-3)
	text := x.problem()
	beside := room - cells.Width(x.control(t, room, false)) - 2
	if text == "" || beside >= 3 && cells.Width(text) <= beside {
		return nil
	}
	lines := cells.Wrap(text, room)
	for i, l := range lines {
		lines[i] = t.Danger.Render(l)
	}
	return lines
}

func (x *Field) control(t *ui.Theme, room int, focused bool) string {
	width := x.Width
	if width == 0 {
		width = 22
	}
	switch x.Kind {
	case ChoiceField:
		return x.choices(t, room, focused)
	case StaticField:
		return t.Text.Render(cells.Truncate(cells.Clean(x.Text), room))
	}
	return x.Input.Draw(t, min(width, room), focused)
}

// choices shows every word, the chosen one in brackets; where there is no room for all, what fits
// around it, and which of how many is chosen.
func (x *Field) choices(t *ui.Theme, room int, focused bool) string {
	if parts := x.around(t, room, focused); len(parts) == len(x.Choices) {
		return strings.Join(parts, "")
	}
	count := fmt.Sprintf("  %d of %d", x.Chosen+1, len(x.Choices))
	shown := strings.Join(x.around(t, room-cells.Width(count), focused), "")
	if cells.Width(shown)+cells.Width(count) > room {
		return shown
	}
	return shown + t.Muted.Render(count)
}

// spacing is how far the words stand apart and the suffix from them: closer where the suffix would
// be cut otherwise, and closest where the parentheses alone part them.
func (x *Field) spacing(room int) (before, after string, beside int) {
	text := x.suffix()
	words, suffix := cells.Width(strings.Join(x.Choices, "")), cells.Width(cells.Clean(text))
	n := len(x.Choices)
	switch {
	case text == "" || words+4*n+besides+suffix <= room || words+n+2+suffix > room:
		return "  ", "  ", besides
	case words+2*n+besides+suffix <= room:
		return " ", " ", besides
	case words+n+1+besides+suffix <= room:
		return " ", "", besides
	}
	return " ", "", 1
}

// around is the chosen word and as many of those beside it as there is room for.
func (x *Field) around(t *ui.Theme, room int, focused bool) (parts []string) {
	before, after, _ := x.spacing(room)
	used := 0
	for i, c := range x.Choices {
		text := before + c + after
		style := t.Muted
		if i == x.Chosen {
			text, style = "("+before[1:]+c+strings.TrimPrefix(after, " ")+")", t.Text
			if focused {
				style = t.Accent
			}
		}
		if used += cells.Width(text); used > room && i > x.Chosen {
			break
		}
		parts = append(parts, style.Render(text))
	}
	for len(parts) > 1 && cells.Width(strings.Join(parts, "")) > room {
		parts = parts[1:]
	}
	return parts
}

// mostWhy is how many lines say why a button is off.
const mostWhy = 3

// buttons are the foot: one row of buttons and, for one that is off, why.
func (f *Form) buttons(t *ui.Theme, w int, focused bool) []string {
	if len(f.Buttons) == 0 {
		return nil
	}
	row := "  "
	why := ""
	for i, b := range f.Buttons {
		row += ui.Button(t, b.Label, focused && f.at == len(f.Fields)+i, b.Off == "") + " "
		if b.Off != "" && why == "" {
			why = b.Off
		}
	}
	if why == "" {
		return []string{row}
	}
	if room := w - cells.Width(row) - 2; room >= 12 && cells.Width(why) <= room {
		return []string{row + t.Warn.Render(cells.Clean(why))}
	}
	lines := []string{row}
	for i, l := range cells.Wrap(cells.Clean(why), max(1, w-4)) {
		if i == mostWhy {
			break
		}
		lines = append(lines, "  "+t.Warn.Render(l))
	}
	return lines
}

// Mouse handles a mouse event in the form's own box: a click focuses a field,
// picks a choice or presses a button.
func (f *Form) Mouse(m tea.MouseMsg) tea.Cmd {
	if m.Button != tea.MouseButtonLeft || m.Y < 0 || m.Y >= len(f.rows) {
		return nil
	}
	item := f.rows[m.Y].item
	if item >= len(f.Fields) {
		return f.clickButton(m.X)
	}
	if item < 0 || !f.canFocus(item) {
		return nil
	}
	again := f.at == item
	f.at = item
	if x := f.Fields[item]; again && x.Kind == ChoiceField {
		return f.choose(x, "right")
	}
	return nil
}

func (f *Form) clickButton(x int) tea.Cmd {
	at := 2
	for i, b := range f.Buttons {
		end := at + cells.Width(b.Label) + 4
		if x >= at && x < end {
			f.at = len(f.Fields) + i
			return f.press(b)
		}
		at = end + 2
	}
	return nil
}
