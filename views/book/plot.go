package book

import (
	"strings"

	"bourse/ui"
)

// plot is a field of cells that layers are drawn on, the later over the earlier.
type plot struct {
	w, h   int
	runes  []rune // 0 is blank
	behind []bool // whether a line is all that the cell holds
	styles []ui.Style
}

func newPlot(w, h int) *plot {
	return &plot{w, h, make([]rune, w*h), make([]bool, w*h), make([]ui.Style, w*h)}
}

func (p *plot) put(x, y int, r rune, s ui.Style) {
	if x < 0 || x >= p.w || y < 0 || y >= p.h {
		return
	}
	i := y*p.w + x
	p.runes[i], p.behind[i], p.styles[i] = r, false, s
}

// blank tells whether a cell holds nothing, or no more than a line across the field.
func (p *plot) blank(x, y int) bool {
	i := y*p.w + x
	return i >= 0 && i < len(p.runes) && (p.runes[i] == 0 || p.behind[i])
}

// line draws a row of one glyph across the field.
func (p *plot) line(y int, r rune, s ui.Style) {
	for x := range p.w {
		p.put(x, y, r, s)
		p.behind[y*p.w+x] = true
	}
}

// under draws a line where nothing else is.
func (p *plot) under(y int, r rune, s ui.Style) {
	for x := range p.w {
		if p.blank(x, y) {
			p.put(x, y, r, s)
		}
	}
}

// row is a row as text, without the blanks at its end.
func (p *plot) row(y int) string {
	from, to := y*p.w, (y+1)*p.w
	for to > from && p.runes[to-1] == 0 {
		to--
	}
	var out, run strings.Builder
	style := ui.Style{}
	for i := from; i < to; i++ {
		if r := p.runes[i]; r != 0 && p.styles[i] != style {
			out.WriteString(style.Render(run.String()))
			run.Reset()
			style = p.styles[i]
		}
		if p.runes[i] == 0 {
			run.WriteByte(' ')
			continue
		}
		run.WriteRune(p.runes[i])
	}
	out.WriteString(style.Render(run.String()))
	return out.String()
}
