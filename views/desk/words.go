package desk

import (
	"fmt"
	"strings"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// Words are what is read before a signature, one thing a line: what the dialog shows at once, with
// marks that a voice or a braille line can tell.
func Words(q sign.Question) []string {
	what := "Sign typed data: "
	if q.Transaction {
		what = "Sign and send transaction: "
	}
	lines := []string{what + q.Title}
	if q.Steps > 1 {
		lines[0] += fmt.Sprintf(" (%d of %d)", q.Step, q.Steps)
	}
	lines = append(lines, cells.Clean(q.Lead))
	for _, l := range q.Essence {
		lines = append(lines, line(l))
	}
	lines = append(lines, fmt.Sprintf("Signing as: %s %s, %s", cells.Clean(q.Account.Name),
		q.Account.Address.Hex(), q.Account.Kind))
	for _, l := range q.Domain {
		lines = append(lines, line(l))
	}
	for _, c := range q.Checks {
		lines = append(lines, checkWord(c.Level)+": "+cells.Clean(c.Text))
	}
	return plain(lines)
}

// Details are every field that is signed, and the digest: what the dialog scrolls to.
func Details(q sign.Question) (lines []string) {
	for _, l := range q.Fields {
		lines = append(lines, line(l))
	}
	return plain(append(lines, "Digest: "+q.Hash.Hex()))
}

func plain(lines []string) []string {
	for i, l := range lines {
		lines[i] = Plain(l)
	}
	return lines
}

func line(l describe.Line) string {
	text := cells.Clean(l.Value)
	if l.Label != "" { // else it goes on with the one above
		text = cells.Clean(l.Label) + ": " + text
	}
	if l.Raw != "" {
		text += " (" + cells.Clean(l.Raw) + ")"
	}
	if l.Note != "" {
		text += ", " + cells.Clean(l.Note)
	}
	if l.Level >= describe.Warn {
		text = "Look: " + text
	}
	return text
}

func checkWord(l ui.Level) string {
	switch l {
	case ui.Bad:
		return "Danger"
	case ui.Warn:
		return "Warning"
	case ui.OK:
		return "Fine"
	}
	return "Note"
}

// Plain is a line without characters that only a picture has: arrows and marks become words or go,
// letters of every script stay. What would move a cursor or hide what is shown goes, too.
func Plain(text string) string {
	text = spoken.Replace(cells.CleanLines(text))
	return strings.Map(func(r rune) rune {
		if r >= 0x2190 && r < 0x2c00 { // arrows, signs, boxes, blocks, shapes, braille
			return -1
		}
		return r
	}, text)
}

var spoken = strings.NewReplacer(" ▲", "", " ▼", "", "→", "to", "×", "x", "−", "-", "…", "...",
	"≥", "at least", "≤", "at most", "≈", "about", "·", "-", "⏎", "enter", "\u00a0", " ")
