package sign

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// page is the part of the dialog that does not change while it is open, drawn once for a width and
// theme.
type page struct {
	width   int
	theme   *ui.Theme
	words   []string // what must be in sight: the words
	details []string // what scrolls: who signs, domain, fields
}

const wantedWidth = 92

// Size implements ui.Dialog.
func (d *Dialog) Size(area cells.Box) (w, h int) {
	if d.full {
		return area.W, area.H
	}
	w = min(wantedWidth, area.W-2)
	p := d.pageFor(w)
	return w, min(area.H, len(p.words)+len(p.details)+len(d.foot(w))+2)
}

// Draw implements ui.Dialog. The words stay at the top and the checks and buttons at the bottom;
// what is between them scrolls. Where the words alone are too long, they scroll with the rest.
func (d *Dialog) Draw(area cells.Box) string {
	t, p, foot := d.s.Env.Theme, d.pageFor(area.W), d.foot(area.W)
	top, body := p.words, p.details
	const least = 3
	if len(top)+len(foot)+least+1 > area.H {
		top, body = nil, append(append([]string{}, p.words...), p.details...)
	}
	room := max(1, area.H-len(top)-len(foot)-1)
	d.scroll.SetText(strings.Join(body, "\n"))
	middle := d.scroll.Draw(cells.Box{W: area.W, H: room})
	d.whole = top != nil || d.scroll.Seen() >= len(p.words)
	lines := append(append([]string{}, top...), middle, d.rule(t, area.W))
	lines = append(lines, foot...)
	d.placeButtons(area.H)
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

// rule divides what scrolls from the foot; it says what is below and shows the digest, which is
// not the hash that a transaction is sent as.
func (d *Dialog) rule(t *ui.Theme, w int) string {
	left := ""
	if n := d.scroll.Below(); n > 0 {
		left = "▾ " + ui.Count(n) + " more, press ↓"
	}
	hash := "digest " + d.description.Hash.Hex()
	if cells.Width(left)+1+cells.Width(hash) > w {
		hash = "digest " + format.Hash(d.description.Hash)
	}
	return t.Muted.Render(cells.Spread(left, hash, w))
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
	for _, l := range cells.Wrap(d.description.Lead, w) {
		out = append(out, t.Muted.Render(l))
	}
	out = append(out, t.Muted.Render(strings.Repeat("─", w)))
	out = append(out, drawLines(t, d.description.Essence, w)...)
	return append(out, t.Muted.Render(strings.Repeat("─", w)))
}

func (d *Dialog) drawDetails(t *ui.Theme, w int) []string {
	how := string(d.account.Kind)
	if d.account.Kind == wallet.Keystore {
		how += ", asks for its password"
		if d.account.Open {
			how = "keystore, unlocked"
		}
	}
	lines := []describe.Line{{Label: "Signing as",
		Value: d.account.Name + "  " + d.account.Address.Hex(), Note: how}}
	lines = append(append(lines, d.description.Domain...), d.description.Fields...)
	if data := d.spec.Data; data != nil && d.account.Kind == wallet.Hardware {
		const note = "as the Ledger shows it"
		lines = append(lines,
			describe.Line{Label: "domain hash", Value: data.Domain.Separator().Hex(), Note: note},
			describe.Line{Label: "message hash", Value: data.Message.Hash().Hex(), Note: note})
	}
	lines = append(lines, describe.Line{Label: "digest", Value: d.description.Hash.Hex()})
	return drawLines(t, lines, w)
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

// checks are the wallet's and the opener's, the gravest first.
func (d *Dialog) checks() []ui.Check {
	var out []ui.Check
	levels := map[describe.Level]ui.Level{
		describe.OK: ui.OK, describe.Warn: ui.Warn, describe.Danger: ui.Bad, describe.Block: ui.Bad}
	for _, c := range d.description.Checks {
		out = append(out, ui.Check{Level: levels[c.Level], Text: c.Text, Own: true})
	}
	out = append(append(out, d.spec.Checks...), firstChecks(d.s, d.first)...)
	if d.moved != "" {
		out = append(out, ui.Check{Level: ui.Bad, Text: d.moved + ": close and review it again"})
	} else if why := d.s.Env.Blocked(); why != "" {
		out = append(out, ui.Check{Level: ui.Bad, Text: "cannot sign at present: " + why})
	}
	sorted := make([]ui.Check, 0, len(out))
	for _, level := range []ui.Level{ui.Bad, ui.Warn, ui.Working, ui.OK, ui.Plain} {
		for _, c := range out {
			if c.Level == level {
				sorted = append(sorted, c)
			}
		}
	}
	return sorted
}

const mostChecks = 5 // lines of checks that are in sight

// foot is the bottom of the dialog, which depends on the stage; its last line has the buttons.
func (d *Dialog) foot(w int) []string {
	e, t := d.s.Env, d.s.Env.Theme
	switch d.stage {
	case unlocking:
		out := []string{"Password of " + cells.Clean(d.account.Name),
			d.password.Draw(t, min(w, 44), true)}
		if d.problem != "" {
			out = append(out, t.Danger.Render("✗ "+cells.Truncate(cells.Clean(d.problem), w-2)))
		}
		return append(out, t.Muted.Render("⏎ unlocks and signs    esc cancels"))
	case working:
		return []string{"", e.Mark(ui.Working) + " signing and handing it on…", ""}
	case failed:
		var out []string
		for i, l := range cells.Wrap(cells.Clean(d.problem), max(8, w-2)) {
			mark := "  "
			if i == 0 {
				mark = t.Danger.Render("✗ ")
			}
			if i < mostChecks {
				out = append(out, mark+l)
			}
		}
		return append(out, "", d.buttonRow(t))
	}
	out := d.checkLines(e, w)
	if d.asked != "" {
		out = append(out, cells.Truncate("Type \""+d.asked+"\" to go on: ", w-20)+d.word.Draw(
			t, 18, d.choice == onWord))
	}
	return append(out, "", d.buttonRow(t))
}

func (d *Dialog) checkLines(e *ui.Env, w int) []string {
	var out []string
	for _, line := range strings.Split(ui.Checks(e, w, true, d.checks()), "\n") {
		for i, part := range cells.Wrap(line, w) {
			if i > 0 {
				part = "  " + part
			}
			out = append(out, part)
		}
	}
	if len(out) > mostChecks {
		out = append(out[:mostChecks-1], e.Theme.Muted.Render("… and more: f full screen"))
	}
	return out
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
		out := []button{{"Close", true, true, "", d.s.Close},
			{"Retry", false, d.made.made() || d.off() == "", " r", d.again}}
		if d.spec.Edit != nil {
			out = append(out, button{"Edit", false, true, " e", d.edit})
		}
		return out
	}
	label := "Sign"
	if d.description.Transaction {
		label = "Sign and send"
	}
	sign := button{label, d.choice == onSign, d.off() == "" && (d.asked == "" || d.spelled()),
		"  press S, then ⏎", d.pressSign}
	if d.asked != "" && !d.spelled() {
		sign.note = "  press S, type " + d.asked + ", then ⏎ ⏎"
	}
	switch {
	case d.choice == onSign && d.toRead.ready(d.s.Env.Now()):
		sign.note = "  ⏎ signs"
	case d.choice == onSign:
		sign.note = "  read it first"
	}
	return []button{{"Cancel", d.choice == onCancel, true, "", d.s.Close}, sign}
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
