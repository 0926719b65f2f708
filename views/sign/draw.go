package sign

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// page is the part of the dialog that does not change while it is open, drawn once for a width and
// theme.
type page struct {
	width   int
	theme   *ui.Theme
	words   []string // what is done, and by whom
	details []string // the same field by field: domain, fields, digest
}

const wantedWidth = 92

// Size implements ui.Dialog.
func (d *Dialog) Size(area cells.Box) (w, h int) {
	w = min(wantedWidth, area.W-2)
	h = len(d.text(w).lines) + len(d.foot(w, area.H)) + 1
	if d.filled = w+4 > area.W-2 && h >= area.H; d.full {
		return area.W, area.H
	}
	return w, min(area.H, h)
}

// text is all that the dialog says, of which as much stands in it as there is room for.
type text struct {
	lines  []string
	unread int // so many of them, the first ones, have to be read before it is signed
}

// text is what scrolls: why it must not be signed, the words, the checks; after them, to be looked
// up, the fields.
func (d *Dialog) text(w int) text {
	p, t := d.pageFor(w), d.s.Env.Theme
	rule := t.Muted.Render(strings.Repeat("─", w))
	lines := append(slices.Clone(d.drawRefusal(t, w)), p.words...)
	if checks := d.checks(); len(checks) > 0 {
		lines = append(append(lines, rule), ui.CheckLines(d.s.Env, w, true, checks)...)
	}
	read := len(lines)
	return text{append(append(lines, rule), p.details...), read}
}

// Draw implements ui.Dialog. All but the buttons scrolls.
func (d *Dialog) Draw(area cells.Box) string {
	t, foot := d.s.Env.Theme, d.foot(area.W, area.H)
	all := d.text(area.W)
	room := max(1, area.H-len(foot)-1)
	d.scroll.SetText(strings.Join(all.lines, "\n"))
	shown := d.scroll.Draw(cells.Box{W: area.W, H: room})
	d.sight = sight{lines: all.lines[:all.unread], from: d.scroll.Seen() - room,
		to: d.scroll.Seen()}
	lines := append([]string{shown, t.Muted.Render(d.below(all, area.W))}, foot...)
	d.placeButtons(area.H)
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

// below says between what scrolls and the buttons how many lines are below, and how many of them
// have to be read.
func (d *Dialog) below(all text, w int) string {
	n := d.scroll.Below()
	unread := max(0, all.unread-d.scroll.Seen())
	if d.stage != reviewing || len(d.never()) > 0 {
		unread = n
	}
	switch {
	case n == 0:
		return strings.Repeat("─", w)
	case unread == 0:
		return cells.Truncate("▾ "+ui.Counted(n, "line")+" below: the same field by field", w)
	case unread == n:
		return cells.Truncate("▾ "+ui.Counted(n, "line")+" below: ↓ or ␣", w)
	}
	return cells.Truncate(fmt.Sprintf("▾ %s below, %d to read before signing: ↓ or ␣",
		ui.Counted(n, "line"), unread), w)
}

func (d *Dialog) pageFor(w int) *page {
	t := d.s.Env.Theme
	if d.page.width != w || d.page.theme != t {
		d.page = page{width: w, theme: t, words: d.drawWords(t, w), details: d.drawDetails(t, w)}
	}
	return &d.page
}

func (d *Dialog) drawWords(t *ui.Theme, w int) []string {
	var out []string
	lead := d.description.Lead
	if len(d.never()) > 0 {
		lead = "What it says:"
	}
	for _, l := range cells.Wrap(lead, w) {
		out = append(out, t.Muted.Render(l))
	}
	how := string(d.account.Kind)
	if d.account.Kind == wallet.Keystore {
		how += ", asks for its password"
		if d.account.Open {
			how = "keystore, unlocked"
		}
	}
	who := describe.Line{Label: "Signing as",
		Value: d.account.Name + "  " + d.account.Address.Hex(), Note: how}
	out = append(out, t.Muted.Render(strings.Repeat("─", w)))
	return append(out, drawLines(t, d.marked(append(slices.Clone(d.description.Essence), who)),
		w)...)
}

func (d *Dialog) drawDetails(t *ui.Theme, w int) []string {
	lines := slices.Concat(d.description.Domain, d.description.Fields)
	if data := d.spec.Data; data != nil && d.account.Kind == wallet.Hardware {
		const note = "as the Ledger shows it"
		lines = append(lines,
			describe.Line{Label: "domain hash", Value: data.Domain.Separator().Hex(), Note: note},
			describe.Line{Label: "message hash", Value: data.Message.Hash().Hex(), Note: note})
	}
	lines = append(lines, describe.Line{Label: "digest", Value: d.description.Hash.Hex()})
	return drawLines(t, d.marked(lines), w)
}

// marked takes the marks of what was found right off the lines of what can never be signed.
func (d *Dialog) marked(lines []describe.Line) []describe.Line {
	for i := range lines {
		if lines[i].Level == describe.OK && len(d.never()) > 0 {
			lines[i].Level = describe.Plain
		}
	}
	return lines
}

// drawRefusal is why it can never be signed, or was not, and what to do about it.
func (d *Dialog) drawRefusal(t *ui.Theme, w int) (out []string) {
	why, todo := d.never(), d.todo()
	if d.stage == failed {
		why, todo = []string{d.problem}, ""
	}
	for _, reason := range why {
		for i, l := range cells.Wrap(cells.Clean(reason), max(8, w-2)) {
			mark := "  "
			if i == 0 {
				mark = t.Danger.Render(ui.Bad.Glyph()) + " "
			}
			out = append(out, mark+t.Danger.Render(l))
		}
	}
	if len(why) == 0 {
		return nil
	}
	for _, l := range cells.Wrap(todo, max(8, w-2)) {
		if l != "" {
			out = append(out, "  "+l)
		}
	}
	return append(out, t.Muted.Render(strings.Repeat("─", w)))
}

// drawLines writes labelled values; what is too long for a line goes on below, under the value.
func drawLines(t *ui.Theme, lines []describe.Line, w int) []string {
	label := 0
	for _, l := range lines {
		label = max(label, cells.Width(cells.Clean(l.Label)))
	}
	label = min(label, w/3)
	var out []string
	for _, l := range lines {
		head := t.Muted.Render(cells.Left(cells.Clean(l.Label), label)) + "  "
		for i, text := range drawLine(t, l, w-label-2) {
			if i > 0 {
				head = strings.Repeat(" ", label+2)
			}
			out = append(out, head+text)
		}
	}
	return out
}

// drawLine flows mark and value, raw and note into lines of w cells.
func drawLine(t *ui.Theme, l describe.Line, w int) []string {
	style, mark := levelStyle(t, l.Level), ""
	if l.Level > describe.Plain {
		mark = style.Render(glyph(l.Level)) + " "
	}
	if l.Level <= describe.OK {
		style = t.Text
	}
	type item struct {
		text  string
		style ui.Style
	}
	items := []item{{l.Value, style}}
	if l.Raw != "" {
		items = append(items, item{"(" + l.Raw + ")", t.Muted})
	}
	if l.Note != "" {
		items = append(items, item{l.Note, t.Muted})
	}
	lines, used := []string{mark}, cells.Width(mark)
	for n, it := range items {
		clean := cells.CleanLines(it.text)
		if n > 0 && used+2+cells.Width(clean) <= w {
			lines[len(lines)-1] += "  " + it.style.Render(clean)
			used += 2 + cells.Width(clean)
			continue
		}
		for i, part := range cells.Wrap(clean, max(8, w-2)) {
			if n > 0 || i > 0 {
				lines = append(lines, "")
			}
			lines[len(lines)-1] += it.style.Render(part)
			used = cells.Width(lines[len(lines)-1])
		}
	}
	return lines
}

func glyph(l describe.Level) string {
	return map[describe.Level]ui.Level{
		describe.OK: ui.OK, describe.Warn: ui.Warn, describe.Danger: ui.Bad,
		describe.Block: ui.Bad}[l].Glyph()
}

func levelStyle(t *ui.Theme, l describe.Level) ui.Style {
	switch l {
	case describe.OK:
		return t.OK
	case describe.Warn:
		return t.Warn
	case describe.Danger, describe.Block:
		return t.Danger
	}
	return t.Text
}

// checks are the wallet's and the opener's, the gravest first. What can never be signed keeps its
// warnings: what was found right is of what was asked for, which may be another thing.
func (d *Dialog) checks() []ui.Check {
	var out []ui.Check
	levels := map[describe.Level]ui.Level{
		describe.OK: ui.OK, describe.Warn: ui.Warn, describe.Danger: ui.Bad}
	for _, c := range d.description.Checks {
		if c.Level != describe.Block { // which stand above the words
			out = append(out, ui.Check{Level: levels[c.Level], Text: c.Text, Own: true})
		}
	}
	if d.description.Blocked() == "" {
		out = append(out, d.spec.Checks...)
	}
	out = append(out, firstChecks(d.s, d.first)...)
	never := d.never()
	if why := d.s.Env.Blocked(); why != "" && len(never) == 0 && !d.busy() {
		when := "cannot sign at present: "
		if d.stage == resting {
			when = "it is not signed if this lasts: "
		}
		out = append(out, ui.Check{Level: ui.Bad, Text: when + why})
	}
	sorted := make([]ui.Check, 0, len(out))
	for _, level := range []ui.Level{ui.Bad, ui.Warn, ui.Working, ui.OK, ui.Plain} {
		for _, c := range out {
			right := level == ui.OK || level == ui.Plain
			if c.Level == level && (len(never) == 0 || !right && !slices.Contains(never, c.Text)) {
				sorted = append(sorted, c)
			}
		}
	}
	return sorted
}

// foot is the bottom of the dialog in h rows, which depends on the stage; its last line has the
// buttons.
func (d *Dialog) foot(w, h int) []string {
	e, t := d.s.Env, d.s.Env.Theme
	var gap []string
	const tight = 16
	if h > tight {
		gap = []string{""}
	}
	switch d.stage {
	case unlocking:
		out := []string{"Password of " + cells.Clean(d.account.Name),
			d.password.Draw(t, min(w, 44), true)}
		if d.problem != "" {
			for _, l := range cells.Wrap("✗ "+cells.Clean(d.problem), w) {
				out = append(out, t.Danger.Render(l))
			}
		}
		return append(out, t.Muted.Render("⏎ unlocks and signs    "+d.escapes()))
	case resting:
		return append(gap, e.Mark(ui.Working)+" "+d.restNote().Text, "")
	case working:
		return append(gap, e.Mark(ui.Working)+" signing…", "")
	case handing:
		return append(gap, e.Mark(ui.Working)+" "+d.handingFoot(), "")
	case failed:
		return append(gap, d.buttonRow(t))
	}
	var out []string
	if asked := d.asks(); asked != "" {
		out = append(out, cells.Truncate("Type \""+asked+"\" to go on: ", w-20)+d.word.Draw(
			t, 18, d.choice == onWord))
	}
	return append(append(out, gap...), d.buttonRow(t))
}

// button is one of the buttons in the last line.
type button struct {
	label   string
	focused bool
	enabled bool
	note    string
	press   func() tea.Cmd
}

func (d *Dialog) row() []button {
	if d.stage == failed {
		out := []button{{"Close", true, true, "", ui.Asking(d.s.Close)},
			{"Retry", false, d.made.made() || d.off() == "", " r", d.again}}
		if d.spec.Edit != nil {
			out = append(out, button{"Edit", false, true, " e", d.edit})
		}
		return out
	}
	if len(d.never()) > 0 {
		out := []button{{"Close", true, true, "", ui.Asking(d.s.Close)}}
		if d.spec.Edit != nil {
			out = append(out, button{"Edit", false, true, " e", d.edit})
		}
		return out
	}
	label := "Sign"
	if d.description.Transaction {
		label = "Sign and send"
	}
	sign := button{label, d.choice == onSign, d.off() == "" && (d.asks() == "" || d.spelled()),
		"  press S, then ⏎", d.pressSign}
	if d.asks() != "" && !d.spelled() {
		sign.note = "  press S, type " + d.asks() + ", then ⏎ ⏎"
	}
	switch {
	case d.off() != "":
		sign.note = ""
	case d.choice == onSign && d.toRead.ready(d.s.Env.Now()):
		sign.note = "  ⏎ signs"
	case d.choice == onSign && !d.toRead.all():
		sign.note = "  " + d.toRead.towards() + " first"
	case d.choice == onSign:
		sign.note = "  read it first"
	}
	leave := "Cancel"
	if d.cancels() {
		leave = "Keep it"
	}
	return []button{{leave, d.choice == onCancel, true, "", ui.Asking(d.s.Close)}, sign}
}

// pressSign is a click on Sign: the first one moves to it, the second one signs.
func (d *Dialog) pressSign() tea.Cmd {
	if d.choice != onSign {
		return d.aim()
	}
	return d.enter()
}

func (d *Dialog) buttonRow(t *ui.Theme) string {
	var b strings.Builder
	b.WriteString("  ")
	for _, x := range d.row() {
		b.WriteString(ui.Button(t, x.label, x.focused, x.enabled))
		b.WriteString(t.Muted.Render(x.note) + "    ")
	}
	return b.String()
}

// placeButtons notes where the buttons of the last line stand, for the mouse.
func (d *Dialog) placeButtons(h int) {
	d.buttons = d.buttons[:0]
	if d.stage != reviewing && d.stage != failed {
		return
	}
	x := 2
	for _, b := range d.row() {
		w := cells.Width(b.label) + 5
		d.buttons = append(d.buttons, span{h - 1, x, x + w, b.press})
		x += w + cells.Width(b.note) + 4
	}
}
