package ui

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

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

// edge is the border of the frame and its style.
func (p Frame) edge(t *Theme) (lipgloss.Border, Style) {
	if p.Focused {
		return heavyBorder, t.FocusBorder
	}
	return lightBorder, t.Border
}

// Draw frames content in exactly area.W × area.H cells. It writes the border itself: a screen has
// many frames, and each is drawn at every key.
func (p Frame) Draw(t *Theme, area cells.Box, content string) string {
	w, h := area.W, area.H
	if w < 2 || h < 2 {
		return cells.Fit("", w, h)
	}
	g, style := p.edge(t)
	var b strings.Builder
	b.Grow(w*h + len(content) + h*32)
	b.WriteString(p.top(t, w))
	side := style.Render(g.Left)
	for range h - 2 {
		var line string
		line, content, _ = strings.Cut(content, "\n")
		b.WriteByte('\n')
		b.WriteString(side)
		cells.WriteLine(&b, line, w-2)
		b.WriteString(side)
	}
	b.WriteByte('\n')
	b.WriteString(style.Render(g.BottomLeft + strings.Repeat(g.Bottom, w-2) + g.BottomRight))
	return b.String()
}

// empty is the frame around a blank column on either side of w × h cells: the border and padding
// of Lip Gloss below a first line with the titles, which Lip Gloss does not know.
func (p Frame) empty(t *Theme, w, h int) string {
	g, style := p.edge(t)
	return p.top(t, w+4) + "\n" + t.Renderer().NewStyle().Border(g, false, true, true, true).
		BorderForeground(style.Lip().GetForeground()).Padding(0, 1).Width(w+2).Height(h).
		Render("")
}

var lightBorder, heavyBorder = lipgloss.NormalBorder(), lipgloss.ThickBorder()

// top is the upper border with the titles, w cells wide: ┏━ Title ━━━ right ━┓.
func (p Frame) top(t *Theme, w int) string {
	g, style := p.edge(t)
	title, right := cells.Truncate(cells.Clean(p.Title), w-6), cells.Clean(p.Right)
	room := w - 2 // between the corners
	var head, tail string
	if title != "" {
		head = style.Render(g.Top+" ") + t.Title.Render(title)
		room -= 2 + cells.Width(title)
		if room > 0 {
			head += " "
			room--
		}
	}
	if rw := cells.Width(right); right != "" && rw+3 < room {
		tail = " " + t.Muted.Render(right) + style.Render(" "+g.Top)
		room -= rw + 3
	}
	return style.Render(g.TopLeft) + head + style.Render(strings.Repeat(g.Top, max(0, room))) +
		tail + style.Render(g.TopRight)
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
