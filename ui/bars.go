package ui

import (
	"slices"
	"strings"

	"bourse/ui/cells"
)

var eighths = [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Eighths is a horizontal bar of share × w cells, to an eighth of a cell,
// padded to w. A share above zero shows at least a sliver.
func Eighths(share float64, w int) string {
	if w <= 0 {
		return ""
	}
	n := int(min(1, max(0, share))*float64(8*w) + 0.5)
	if share > 0 && n == 0 {
		n = 1
	}
	full := strings.Repeat("█", n/8) + eighths[n%8]
	return full + cells.Blank(w-(n+7)/8)
}

// FillBar is "▓▓░░░░░░": share of w cells, in whole cells; anything above
// nothing shows one, anything below all leaves one.
func FillBar(share float64, w int) string {
	n := int(min(1, max(0, share)) * float64(w))
	if share > 0 && n == 0 && w > 0 {
		n = 1
	}
	return strings.Repeat("▓", n) + strings.Repeat("░", max(0, w-n))
}

var sparks = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// Sparkline draws the newest w values, scaled from zero to the largest.
func Sparkline(values []float64, w int) string {
	values = values[max(0, len(values)-w):]
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	var b strings.Builder
	for _, v := range values {
		i := 0
		if most > 0 && v > 0 {
			i = min(len(sparks)-1, int(v/most*float64(len(sparks))))
		}
		b.WriteString(sparks[i])
	}
	return b.String() + cells.Blank(w-len(values))
}

// Pair is one key and value line.
type Pair struct {
	Key, Value string
	Style      Style // of the value
	Level      Level // a glyph before the value, if any
}

// Pairs draws key and value lines: keys in a column of their own, values
// cleaned and cut to w cells.
func Pairs(t *Theme, w int, pairs ...Pair) string {
	kw := 0
	for _, p := range pairs {
		kw = max(kw, cells.Width(p.Key))
	}
	kw = min(kw, w/2)
	lines := make([]string, len(pairs))
	for i, p := range pairs {
		value, mark := cells.Clean(p.Value), ""
		if p.Level != Plain {
			mark = p.Level.Style(t).Render(p.Level.Glyph()) + " "
		}
		room := w - kw - 2 - cells.Width(mark)
		lines[i] = t.Muted.Render(cells.Left(p.Key, kw)) + "  " + mark +
			p.Style.Render(cells.Truncate(value, room))
	}
	return strings.Join(lines, "\n")
}

// Check is one line of a list of checks.
type Check struct {
	Level Level // OK, Warn, Bad or Working
	Text  string
	Key   string // what to press about it: "a approve"
	Own   bool   // looked at by this program alone, whoever else tells things
}

// Gravest is the first failed check, else the first warning, as a note with the key that helps;
// empty where all hold.
func (e *Env) Gravest(checks []Check) Note {
	for _, level := range []Level{Bad, Warn} {
		for _, c := range checks {
			if c.Level == level {
				text := c.Text
				if key := e.Offered(c.Key); key != "" {
					text += "  (" + key + ")"
				}
				return Note{Level: level, Text: text}
			}
		}
	}
	return Note{}
}

// Checks draws a list of checks, one a line; narrow joins them when they fit.
func Checks(e *Env, w int, narrow bool, checks []Check) string {
	t := e.Theme
	var lines []string
	line := ""
	for _, c := range checks {
		if c.Level == OK && !c.Own && e.ToldBy != "" { // nothing vouches for it
			c.Level, c.Text = Plain, c.Text+", told by "+e.ToldBy
		}
		item := e.Mark(c.Level) + " " + cells.Clean(c.Text)
		if key := e.Offered(c.Key); key != "" {
			item += "   " + t.Key.Render(key)
		}
		if narrow && line != "" && cells.Width(line)+3+cells.Width(item) <= w {
			line += "   " + item
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = item
	}
	return strings.Join(append(lines, line), "\n")
}

// CheckLines draws a list of checks in lines of at most w cells. One that is longer goes on below,
// indented; what to press about it is never cut in two.
func CheckLines(e *Env, w int, narrow bool, checks []Check) (lines []string) {
	const firm = "\u00a0" // a space at which no line is broken
	whole := slices.Clone(checks)
	for i := range whole {
		whole[i].Key = strings.ReplaceAll(e.Offered(whole[i].Key), " ", firm)
	}
	for _, l := range strings.Split(Checks(e, w, narrow, whole), "\n") {
		parts := []string{l}
		if cells.Width(l) > w {
			parts = cells.Wrap(l, max(1, w-2))
		}
		for i, part := range parts {
			if i > 0 {
				part = "  " + part
			}
			lines = append(lines, strings.ReplaceAll(part, firm, " "))
		}
	}
	return lines
}

// Worst is the gravest level of a list of checks: Bad, Working, Warn, OK.
func Worst(checks []Check) Level {
	worst := Plain
	rank := map[Level]int{Plain: 0, OK: 1, Warn: 2, Working: 3, Bad: 4}
	for _, c := range checks {
		if rank[c.Level] > rank[worst] {
			worst = c.Level
		}
	}
	return worst
}
