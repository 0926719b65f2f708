package ui

import (
	"math/big"
	"strings"
)

// DepthChart is the running totals of both sides over the price: bids █ left,
// asks ▒ right, ◆ over your orders.
type DepthChart struct {
	Bids, Asks []BookLevel // best first
	Places     int         // digits of prices in ticks
	Label      func(size float64) string
	Cursor     int // column, counted from the left of the plot; −1 none
}

// depthColumn is one column of the plot.
type depthColumn struct {
	size float64
	ask  bool
	mine bool
	at   *big.Int // price, in ticks
}

// Draw shows the chart in exactly area.W × area.H cells.
func (d DepthChart) Draw(t *Theme, area Box) string {
	h := area.H - 3
	const axis = 7
	w := area.W - axis - 1
	if h < 2 || w < 8 || len(d.Bids)+len(d.Asks) == 0 {
		return Fit(t.Muted.Render(" no depth to draw"), area.W, area.H)
	}
	cols := d.columns(w)
	most := 0.0
	for _, c := range cols {
		most = max(most, c.size)
	}
	lines := []string{Spread(" Σ  asks "+t.Down.Render("▒")+"  bids "+t.Up.Render("█"), t.Accent.Render("◆")+" your orders ", area.W)}
	every := max(1, h/5)
	for y := range h {
		floor := most * float64(h-1-y) / float64(h)
		mark, sep := blank(axis-1), "│"
		if y%every == 0 {
			mark, sep = Right(d.label(most*float64(h-y)/float64(h)), axis-1), "┤"
		}
		lines = append(lines, t.Muted.Render(mark+" "+sep)+d.row(t, cols, floor, most/float64(h)))
	}
	lines = append(lines, t.Muted.Render(blank(axis)+"└"+d.axisLine(cols)), t.Muted.Render(blank(axis+1)+d.prices(cols)))
	return Fit(strings.Join(lines, "\n"), area.W, area.H)
}

func (d DepthChart) label(size float64) string {
	if d.Label == nil {
		return ""
	}
	return Truncate(d.Label(size), 6)
}

// row draws one row of the plot: where a column's total reaches above floor.
func (d DepthChart) row(t *Theme, cols []depthColumn, floor, cell float64) string {
	var b, run strings.Builder
	style := Style{}
	flush := func() {
		b.WriteString(style.Render(run.String()))
		run.Reset()
	}
	for i, c := range cols {
		glyph, s := " ", Style{}
		switch {
		case i == d.Cursor && c.size <= floor:
			glyph, s = "│", t.Accent
		case c.size <= floor:
		case c.mine && c.size <= floor+cell:
			glyph, s = "◆", t.Accent
		case c.ask:
			glyph, s = "▒", t.Down
		default:
			glyph, s = "█", t.Up
		}
		if s != style {
			flush()
			style = s
		}
		run.WriteString(glyph)
	}
	flush()
	return b.String()
}

// columns samples the running totals: w columns over an equal span of prices
// on either side of the middle.
func (d DepthChart) columns(w int) []depthColumn {
	low, high := d.span()
	width := new(big.Int).Sub(high, low)
	cols := make([]depthColumn, w)
	for i := range cols {
		at := new(big.Int).Mul(width, big.NewInt(int64(i)))
		at.Quo(at, big.NewInt(int64(max(1, w-1)))).Add(at, low)
		next := new(big.Int).Mul(width, big.NewInt(int64(i+1)))
		next.Quo(next, big.NewInt(int64(max(1, w-1)))).Add(next, low)
		cols[i] = d.sample(at, next)
	}
	return cols
}

// sample is the total that rests between the middle and a price.
func (d DepthChart) sample(at, next *big.Int) depthColumn {
	c := depthColumn{at: at}
	for _, l := range d.Bids {
		if l.Price.Cmp(at) < 0 {
			break
		}
		c.size = l.SumSize.Float()
		c.mine = l.Mine && l.Price.Cmp(next) < 0
	}
	if c.size > 0 {
		return c
	}
	for _, l := range d.Asks {
		if l.Price.Cmp(at) > 0 {
			break
		}
		c.size, c.ask = l.SumSize.Float(), true
		c.mine = l.Mine && new(big.Int).Sub(next, at).Cmp(new(big.Int).Sub(at, l.Price)) > 0
	}
	return c
}

// span is the range of prices shown, as wide to either side of the middle as
// the nearer side's levels reach.
func (d DepthChart) span() (low, high *big.Int) {
	if len(d.Bids) == 0 {
		return d.Asks[0].Price, d.Asks[len(d.Asks)-1].Price
	}
	if len(d.Asks) == 0 {
		return d.Bids[len(d.Bids)-1].Price, d.Bids[0].Price
	}
	middle := new(big.Int).Add(d.Bids[0].Price, d.Asks[0].Price)
	middle.Quo(middle, big.NewInt(2))
	reach := new(big.Int).Sub(middle, d.Bids[len(d.Bids)-1].Price)
	if up := new(big.Int).Sub(d.Asks[len(d.Asks)-1].Price, middle); up.Cmp(reach) < 0 {
		reach = up
	}
	if reach.Sign() <= 0 {
		reach = big.NewInt(1)
	}
	return new(big.Int).Sub(middle, reach), new(big.Int).Add(middle, reach)
}

// PriceAt is the price, in ticks, of a column of a chart w cells wide.
func (d DepthChart) PriceAt(column, w int) *big.Int {
	if len(d.Bids)+len(d.Asks) == 0 {
		return new(big.Int)
	}
	cols := d.columns(max(8, w-8))
	return cols[max(0, min(column, len(cols)-1))].at
}

// ticks are the columns that carry a price.
func ticks(n int) []int { return []int{n / 6, n / 2, n - 1 - n/6} }

func (d DepthChart) axisLine(cols []depthColumn) string {
	line := []rune(strings.Repeat("─", len(cols)))
	for _, x := range ticks(len(cols)) {
		line[x] = '┬'
	}
	return string(line)
}

func (d DepthChart) prices(cols []depthColumn) string {
	row := blankRow(len(cols))
	for _, x := range ticks(len(cols)) {
		text := tickText(cols[x].at, d.Places)
		if len(text)*3+4 < len(cols) || x == len(cols)/2 {
			put(row, x-len(text)/2, text)
		}
	}
	return string(row)
}
