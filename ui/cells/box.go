package cells

import tea "github.com/charmbracelet/bubbletea"

// Box is a rectangle of cells. Width and height are never negative.
type Box struct{ X, Y, W, H int }

// Contains tells whether the cell x, y lies in the box.
func (b Box) Contains(x, y int) bool {
	return x >= b.X && x < b.X+b.W && y >= b.Y && y < b.Y+b.H
}

// Inset takes dx cells off the left and right and dy off the top and bottom.
func (b Box) Inset(dx, dy int) Box {
	return Box{b.X + min(dx, b.W/2), b.Y + min(dy, b.H/2), max(0, b.W-2*dx), max(0, b.H-2*dy)}
}

// Centre places a box of w × h cells, cut to fit, in the middle of b.
func (b Box) Centre(w, h int) Box {
	w, h = max(0, min(w, b.W)), max(0, min(h, b.H))
	return Box{b.X + (b.W-w)/2, b.Y + (b.H-h)/2, w, h}
}

// Breakpoints of screens.md: the two are independent of each other.
const (
	MinWidth, MinHeight   = 80, 24
	FullWidth, FullHeight = 120, 36
	HugeWidth             = 160
	ChromeHeight          = 4 // header, tabs, message line, hints
)

// Wide tells whether the box has the columns of the full layout.
func (b Box) Wide() bool { return b.W >= FullWidth }

// Tall tells whether the body box has the rows of the full layout.
func (b Box) Tall() bool { return b.H >= FullHeight-ChromeHeight }

// Huge tells whether there is room for a fourth column.
func (b Box) Huge() bool { return b.W >= HugeWidth }

// Size is how much of a line one part of a split wants.
type Size struct {
	kind sizeKind
	n    int
}

type sizeKind uint8

const (
	fixed sizeKind = iota
	percent
	fill
)

// Fixed asks for n cells.
func Fixed(n int) Size { return Size{fixed, max(0, n)} }

// Percent asks for n hundredths of the whole.
func Percent(n int) Size { return Size{percent, max(0, min(n, 100))} }

// Fill asks for a share of what is left, in proportion to weight.
func Fill(weight int) Size { return Size{fill, max(1, weight)} }

// Columns cuts the box into parts from left to right.
func (b Box) Columns(sizes ...Size) []Box {
	out := make([]Box, len(sizes))
	x := b.X
	for i, w := range divide(b.W, sizes) {
		out[i] = Box{x, b.Y, w, b.H}
		x += w
	}
	return out
}

// Rows cuts the box into parts from top to bottom.
func (b Box) Rows(sizes ...Size) []Box {
	out := make([]Box, len(sizes))
	y := b.Y
	for i, h := range divide(b.H, sizes) {
		out[i] = Box{b.X, y, b.W, h}
		y += h
	}
	return out
}

// divide shares total cells: fixed and percent parts first, in order, each cut
// to what is left; the rest goes to the fill parts by weight, the remainder to
// the last of them. Nothing is negative and the sum never exceeds total.
func divide(total int, sizes []Size) []int {
	out := make([]int, len(sizes))
	left, weights, last := max(0, total), 0, -1
	for i, s := range sizes {
		switch s.kind {
		case fixed:
			out[i] = min(s.n, left)
		case percent:
			out[i] = min(total*s.n/100, left)
		case fill:
			weights += s.n
			last = i
		}
		out[i] = max(0, out[i])
		left -= out[i]
	}
	if last < 0 {
		return out
	}
	rest := left
	for i, s := range sizes {
		if s.kind == fill {
			out[i] = left * s.n / weights
			rest -= out[i]
		}
	}
	out[last] += rest
	return out
}

// Mouse gives a mouse event relative to b, and whether it lies in b.
func (b Box) Mouse(m tea.MouseMsg) (tea.MouseMsg, bool) {
	if !b.Contains(m.X, m.Y) {
		return m, false
	}
	m.X, m.Y = m.X-b.X, m.Y-b.Y
	return m, true
}
