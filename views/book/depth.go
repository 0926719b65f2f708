package book

import (
	"math/big"
	"sort"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// Depth is the running totals of both sides over the price: bids █ left,
// asks ▒ right, ◆ over your orders.
type Depth struct {
	Bids, Asks []Level // best first
	Pair       format.Pair
	Label      func(size float64) string
	Cursor     int // column, counted from the left of the plot; −1 none
}

const depthAxis = 7 // cells left of the axis

// depthColumn is one column of the plot.
type depthColumn struct {
	size      float64
	ask, mine bool
	price     float64 // in ticks
}

// Draw shows the chart in exactly area.W × area.H cells.
func (d Depth) Draw(t *ui.Theme, area cells.Box) string {
	h, w := area.H-3, area.W-depthAxis-1
	if h < 2 || w < 8 || len(d.Bids)+len(d.Asks) == 0 {
		return cells.Fit(t.Muted.Render(" no depth to draw"), area.W, area.H)
	}
	cols := d.columns(w)
	most := 0.0
	for _, c := range cols {
		most = max(most, c.size)
	}
	legend, own := " Σ  asks "+t.Down.Render("▒")+"  bids "+t.Up.Render("█"), " your orders "
	if cells.Width(legend)+2+cells.Width(own) > area.W {
		own = " yours "
	}
	lines := []string{cells.Spread(legend, t.Accent.Render("◆")+own, area.W)}
	every := max(1, h/5)
	for y := range h {
		mark, sep := strings.Repeat(" ", depthAxis-1), "│"
		if y%every == 0 {
			mark, sep = cells.Right(d.label(most*float64(h-y)/float64(h)), depthAxis-1), "┤"
		}
		lines = append(lines, t.Muted.Render(mark+" "+sep)+d.row(
			t, cols, most*float64(h-1-y)/float64(h), most/float64(h)))
	}
	lines = append(lines, t.Muted.Render(strings.Repeat(" ", depthAxis)+"└"+d.axisLine(w)),
		t.Muted.Render(strings.Repeat(" ", depthAxis+1)+d.prices(cols)))
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

func (d Depth) label(size float64) string {
	if d.Label == nil {
		return ""
	}
	return cells.Truncate(d.Label(size), depthAxis-1)
}

// row draws one row of the plot: where a column's total reaches above floor.
func (d Depth) row(t *ui.Theme, cols []depthColumn, floor, cell float64) string {
	var b strings.Builder
	b.Grow(len(cols)*3 + 64)
	style, run := ui.Style{}, make([]byte, 0, len(cols)*3)
	flush := func() {
		b.WriteString(style.Render(string(run)))
		run = run[:0]
	}
	for i, c := range cols {
		glyph, s := " ", ui.Style{}
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
		run = append(run, glyph...)
	}
	flush()
	return b.String()
}

// columns samples the running totals over w columns of equal width in price.
// The prices are floats: they only choose pixels.
func (d Depth) columns(w int) []depthColumn {
	bids, asks := floats(d.Bids), floats(d.Asks)
	low, high := depthSpan(bids, asks)
	step := (high - low) / float64(max(1, w-1))
	cols := make([]depthColumn, w)
	for i := range cols {
		c := &cols[i]
		c.price = low + step*float64(i)
		// Bids at or above the column's price, asks at or below it.
		if n := sort.Search(len(bids),
			func(k int) bool { return bids[k] < c.price-step/1e6 }); n > 0 {
			c.size = d.Bids[n-1].SumSize.Float()
			for k := n - 1; k >= 0 && bids[k] < c.price+step; k-- {
				c.mine = c.mine || d.Bids[k].Mine
			}
		} else if n := sort.Search(len(asks),
			func(k int) bool { return asks[k] > c.price+step/1e6 }); n > 0 {
			c.size, c.ask = d.Asks[n-1].SumSize.Float(), true
			for k := n - 1; k >= 0 && asks[k] > c.price-step; k-- {
				c.mine = c.mine || d.Asks[k].Mine
			}
		}
	}
	return cols
}

func floats(levels []Level) []float64 {
	out := make([]float64, len(levels))
	for i, l := range levels {
		out[i] = l.Ticks.Float()
	}
	return out
}

// depthSpan is the range of prices shown: as far to either side of the middle
// as the nearer side's levels reach.
func depthSpan(bids, asks []float64) (low, high float64) {
	switch {
	case len(bids) == 0:
		return asks[0], asks[len(asks)-1]
	case len(asks) == 0:
		return bids[len(bids)-1], bids[0]
	}
	middle := (bids[0] + asks[0]) / 2
	reach := max(1, min(middle-bids[len(bids)-1], asks[len(asks)-1]-middle))
	return middle - reach, middle + reach
}

// PriceAt is the price, in ticks, of a column of a chart area.W cells wide.
func (d Depth) PriceAt(column int, area cells.Box) api.Amount {
	if len(d.Bids)+len(d.Asks) == 0 {
		return api.Amount{}
	}
	cols := d.columns(max(1, area.W-depthAxis-1))
	return Nearest(cols[max(0, min(column, len(cols)-1))].price)
}

// Nearest is a whole number of ticks.
func Nearest(ticks float64) api.Amount {
	n, _ := big.NewFloat(max(0, ticks+0.5)).Int(nil)
	a, err := api.AmountFromBig(n)
	if err != nil {
		return api.MaxAmount
	}
	return a
}

// ticks are the columns that carry a price.
func ticks(n int) [3]int { return [3]int{n / 6, n / 2, n - 1 - n/6} }

func (d Depth) axisLine(w int) string {
	line := []rune(strings.Repeat("─", w))
	for _, x := range ticks(w) {
		line[x] = '┬'
	}
	return string(line)
}

func (d Depth) prices(cols []depthColumn) string {
	row := []rune(strings.Repeat(" ", len(cols)))
	for _, x := range ticks(len(cols)) {
		text := d.Pair.TickText(Nearest(cols[x].price))
		if len(text)*3+4 < len(cols) || x == len(cols)/2 {
			ui.Put(row, x-len(text)/2, text)
		}
	}
	return string(row)
}
