package ui

import (
	"strings"

	"bourse/ui/cells"
)

// Frame is a bordered part of a screen: heavy border and accent when it has the
// focus. Only frames draw borders; views draw what is inside.
type Frame struct {
	Title   string
	Right   string // at the right end of the top border: counts, ages, keys
	Focused bool
}

// Inner is the room inside the border of a frame that fills area.
func (p Frame) Inner(area cells.Box) cells.Box {
	return area.Inset(1, 1)
}

// Draw frames content in exactly area.W × area.H cells.
func (p Frame) Draw(t *Theme, area cells.Box, content string) string {
	w, h := area.W, area.H
	if w < 2 || h < 2 {
		return cells.Fit("", w, h)
	}
	g, style := lightBorder, t.Border
	if p.Focused {
		g, style = heavyBorder, t.FocusBorder
	}
	var b strings.Builder
	b.Grow(w*h + len(content) + h*32)
	p.top(&b, t, g, style, w)
	side := style.Render(g.side)
	for range h - 2 {
		var line string
		line, content, _ = strings.Cut(content, "\n")
		b.WriteByte('\n')
		b.WriteString(side)
		cells.WriteLine(&b, line, w-2)
		b.WriteString(side)
	}
	b.WriteByte('\n')
	b.WriteString(style.Render(g.bottomLeft + strings.Repeat(g.line, w-2) + g.bottomRight))
	return b.String()
}

type border struct{ topLeft, topRight, bottomLeft, bottomRight, line, side string }

var (
	lightBorder = border{"┌", "┐", "└", "┘", "─", "│"}
	heavyBorder = border{"┏", "┓", "┗", "┛", "━", "┃"}
)

// top draws the upper border with the titles: ┏━ Title ━━━ right ━┓.
func (p Frame) top(b *strings.Builder, t *Theme, g border, style Style, w int) {
	title, right := cells.Truncate(cells.Clean(p.Title), w-6), cells.Clean(p.Right)
	room := w - 2 // between the corners
	var head, tail string
	if title != "" {
		head = style.Render(g.line+" ") + t.Title.Render(title)
		room -= 2 + cells.Width(title)
		if room > 0 {
			head += " "
			room--
		}
	}
	if rw := cells.Width(right); right != "" && rw+3 < room {
		tail = " " + t.Muted.Render(right) + style.Render(" "+g.line)
		room -= rw + 3
	}
	b.WriteString(style.Render(g.topLeft))
	b.WriteString(head)
	b.WriteString(style.Render(strings.Repeat(g.line, max(0, room))))
	b.WriteString(tail)
	b.WriteString(style.Render(g.topRight))
}

// Canvas puts drawn parts into one area: views draw each pane into its box.
type Canvas struct {
	w, h  int
	parts []part
}

type part struct {
	box   cells.Box
	lines []string
}

// NewCanvas is an empty canvas for an area.
func NewCanvas(area cells.Box) *Canvas { return &Canvas{w: area.W, h: area.H} }

// Put places text, which must be exactly b.W × b.H cells as panes and Fit make
// it, at b. Boxes must not overlap.
func (c *Canvas) Put(b cells.Box, text string) {
	if b.W > 0 && b.H > 0 {
		c.parts = append(c.parts, part{b, strings.Split(text, "\n")})
	}
}

// String is the canvas in exactly its size; cells nothing was put on are blank.
func (c *Canvas) String() string {
	var b strings.Builder
	row := make([]*part, 0, len(c.parts))
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row = row[:0]
		for i := range c.parts {
			if p := &c.parts[i]; y >= p.box.Y && y < p.box.Y+p.box.H && y-p.box.Y < len(p.lines) {
				at := len(row)
				row = append(row, p)
				for ; at > 0 && row[at-1].box.X > p.box.X; at-- {
					row[at], row[at-1] = row[at-1], row[at]
				}
			}
		}
		x := 0
		for _, p := range row {
			b.WriteString(cells.Blank(p.box.X - x))
			b.WriteString(p.lines[y-p.box.Y])
			x = p.box.X + p.box.W
		}
		b.WriteString(cells.Blank(c.w - x))
	}
	return b.String()
}
