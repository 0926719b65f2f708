package book

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"bourse/ui"
	"bourse/ui/cells"
)

// Candle is one candle in chart numbers: floats are fine for pixels.
type Candle struct {
	At                     time.Time
	Open, High, Low, Close float64
	Volume                 float64
}

// Candles draws candles with block glyphs: ┃ bodies, │ wicks, to half a cell; rising ones are
// plain, falling ones hollow of colour only, so the heading says ▲ or ▼ too. Over them stand
// the averages, the prices and fills that are marked, and the crosshair.
type Candles struct {
	Points   []Candle    // oldest first
	Averages [][]float64 // as long as Points, NaN where there is none
	Marks    []Mark
	Fills    []Fill
	Last     float64 // the last price, which has a line; 0 has none
	Label    func(price float64) string
	Volume   bool // rows of volume at the foot
	Back     int  // newest points that are out of sight at the right
	Cross    Cross
}

// Mark is a price with a line: an order's, an alert's.
type Mark struct {
	Price float64
	Glyph rune // at the right end
	Style ui.Style
}

// Fill is a trade of the user's.
type Fill struct {
	At    time.Time
	Price float64
	Buy   bool
}

// Cross is the crosshair: on a point, at a price. The zero Cross is off.
type Cross struct {
	On    bool
	Point int
	Price float64
}

// View is the part of the points that is drawn, and where.
type View struct {
	From, To     int // points
	Axis         int // cells left of them, with a cell for the line
	Rows, Volume int
	Low, High    float64
}

// edge is the room right of the points, for the glyphs of marks.
const edge = 1

// View is what Draw shows in an area; ok is false where there is nothing or no room.
func (c Candles) View(area cells.Box) (v View, ok bool) {
	const foot = 2 // the time axis
	v.Rows = area.H - foot
	if c.Volume {
		v.Volume = 1 + max(0, min(2, (v.Rows-12)/4))
		v.Rows -= v.Volume
	}
	if len(c.Points) == 0 || v.Rows < 2 || area.W < 12 {
		return v, false
	}
	v.To = max(1, len(c.Points)-max(0, c.Back))
	widest := area.W / 2 // of the axis, whatever the prices
	axis := min(widest, max(cells.Width(c.label(c.Points[v.To-1].Close)), 5))
	for range 2 { // the labels of what is in sight may be wider, and leave less in sight
		v.From = max(0, v.To-max(1, area.W-axis-2-edge))
		v.Low, v.High = bounds(c.Points[v.From:v.To])
		axis = min(widest,
			max(axis, cells.Width(c.label(v.Low)), cells.Width(c.label(v.High))))
	}
	v.From = max(v.From, v.To-max(1, area.W-axis-2-edge))
	v.Low, v.High = bounds(c.Points[v.From:v.To])
	v.Axis = axis + 2
	return v, true
}

func (c Candles) label(p float64) string {
	if c.Label == nil {
		return ui.Thousands(strconv.FormatFloat(p, 'f', 1, 64))
	}
	return c.Label(p)
}

// Row is the row of a price; ok is false for one that is out of sight.
func (v View) Row(price float64) (row int, ok bool) {
	share := (v.High - price) / (v.High - v.Low)
	if !(share >= 0 && share <= 1) { // also for values that are no numbers
		return 0, false
	}
	return min(v.Rows-1, int(share*float64(v.Rows))), true
}

// PriceAt is the price in the middle of a row.
func (v View) PriceAt(row int) float64 {
	return v.High - (v.High-v.Low)*(float64(row)+0.5)/float64(v.Rows)
}

// Step is how far apart the labels of the axis are.
func (v View) Step() float64 {
	return (v.High - v.Low) * float64(v.labelled()) / float64(v.Rows)
}

// labelled is of how many rows one has a label.
func (v View) labelled() int { return max(2, v.Rows/5) }

// PointAt is the point in a column of the area; ok is false where there is none.
func (v View) PointAt(x int) (point int, ok bool) {
	point = v.From + x - v.Axis
	return point, point >= v.From && point < v.To
}

// Draw shows the points in exactly area.W × area.H cells: one column each, a price axis at the
// left and a time axis below.
func (c Candles) Draw(t *ui.Theme, area cells.Box) string {
	v, ok := c.View(area)
	if !ok {
		return cells.Fit("", area.W, area.H)
	}
	p := newPlot(area.W-v.Axis, v.Rows)
	c.drawLines(t, v, p)
	c.drawPoints(t, v, p)
	c.drawCross(t, v, p)
	out := make([]string, 0, area.H)
	for y := range v.Rows {
		out = append(out, c.axisLabel(t, v, y)+p.row(y))
	}
	out = append(out, c.timeAxis(t, v)...)
	if v.Volume > 0 {
		out = append(out, volumeRows(t, c.Points[v.From:v.To], v)...)
	}
	return cells.Fit(strings.Join(out, "\n"), area.W, area.H)
}

// drawLines draws what lies behind the candles.
func (c Candles) drawLines(t *ui.Theme, v View, p *plot) {
	if y, ok := v.Row(c.Last); ok && c.Last > 0 {
		p.line(y, '┈', t.Muted)
	}
	for _, m := range c.Marks {
		if y, ok := v.Row(m.Price); ok {
			p.line(y, '╌', m.Style)
			p.put(p.w-1, y, m.Glyph, m.Style)
		}
	}
	for i, average := range c.Averages {
		glyph, style := '•', t.Warn
		if i > 0 {
			glyph, style = '·', t.Accent
		}
		for x, value := range average[min(v.From, len(average)):min(v.To, len(average))] {
			if y, ok := v.Row(value); ok {
				p.put(x, y, glyph, style)
			}
		}
	}
}

// drawPoints draws the candles, and the fills on them.
func (c Candles) drawPoints(t *ui.Theme, v View, p *plot) {
	for x, k := range c.Points[v.From:v.To] {
		style := t.Down
		if k.Close >= k.Open {
			style = t.Up
		}
		for y := range v.Rows {
			if glyph := candleCell(k, v.Low, v.High, y, v.Rows); glyph != ' ' {
				p.put(x, y, glyph, style)
			}
		}
	}
	for _, f := range c.Fills {
		i := v.To - 1
		for i >= v.From && c.Points[i].At.After(f.At) {
			i--
		}
		y, ok := v.Row(f.Price)
		if !ok || i < v.From || i == len(c.Points)-1-c.Back && c.Back > 0 &&
			!f.At.Before(c.Points[i+1].At) {
			continue
		}
		glyph := '▼'
		if f.Buy {
			glyph = '▲'
		}
		p.put(i-v.From, y, glyph, t.Accent)
	}
}

func (c Candles) drawCross(t *ui.Theme, v View, p *plot) {
	if !c.Cross.On || c.Cross.Point < v.From || c.Cross.Point >= v.To {
		return
	}
	x := c.Cross.Point - v.From
	if y, ok := v.Row(c.Cross.Price); ok {
		p.under(y, '┄', t.Accent)
	}
	for y := range v.Rows {
		if p.blank(x, y) {
			p.put(x, y, '┊', t.Accent)
		}
	}
}

// axisLabel is what stands left of a row: the price of the crosshair or the last one where the row
// holds it, else every few rows the price of the row.
func (c Candles) axisLabel(t *ui.Theme, v View, y int) string {
	w := v.Axis - 2
	if at, ok := v.Row(c.Cross.Price); ok && c.Cross.On && at == y {
		return t.Accent.Render(" " + cells.Right(c.label(c.Cross.Price), w) + "┤")
	}
	if at, ok := v.Row(c.Last); ok && c.Last > 0 && at == y {
		return t.Title.Render(" "+cells.Right(c.label(c.Last), w)) + t.Muted.Render("┤")
	}
	if y%v.labelled() == 0 {
		return t.Muted.Render(" " + cells.Right(c.label(v.PriceAt(y)), w) + "┤")
	}
	return t.Muted.Render(cells.Blank(w+1) + "│")
}

// bounds is the price range of the points, never empty.
func bounds(points []Candle) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range points {
		low, high = min(low, p.Low), max(high, p.High)
	}
	if !(high > low) { // also for values that are no numbers
		low, high = low-1, low+1
	}
	if math.IsInf(low, 0) || math.IsNaN(low) || math.IsInf(high, 0) || math.IsNaN(high) {
		return 0, 1
	}
	return low, high
}

// The glyph of a cell by what its upper and lower half hold: nothing, wick or body.
var candleGlyphs = [3][3]rune{
	{' ', '╷', '╻'},
	{'╵', '│', '╽'},
	{'╹', '╿', '┃'},
}

func candleCell(p Candle, low, high float64, y, h int) rune {
	half := (high - low) / float64(2*h)
	top := high - float64(2*y)*half
	return candleGlyphs[halfCell(p, top-half, top)][halfCell(p, top-2*half, top-half)]
}

// halfCell is 2 where the body crosses the half cell from lo to hi, 1 where only the wick does.
func halfCell(p Candle, lo, hi float64) int {
	mid := (lo + hi) / 2
	bodyLow, bodyHigh := min(p.Open, p.Close), max(p.Open, p.Close)
	switch {
	case bodyLow <= mid && mid <= bodyHigh, lo < bodyLow && bodyHigh <= hi:
		return 2
	case p.Low <= mid && mid <= p.High:
		return 1
	}
	return 0
}

// timeAxis is the line below the candles and the times under its ticks, or under the crosshair.
func (c Candles) timeAxis(t *ui.Theme, v View) []string {
	points := c.Points[v.From:v.To]
	line, names := []rune(strings.Repeat("─", len(points))),
		[]rune(strings.Repeat(" ", len(points)+v.Axis))
	format := "15:04"
	if span := points[len(points)-1].At.Sub(points[0].At); span > 48*time.Hour {
		format = "Jan 2"
	}
	for x := 1; x+6 <= len(points); x += 11 {
		line[x] = '┬'
		copy(names[v.Axis+x-1:], []rune(ui.Local(points[x].At).Format(format)))
	}
	return []string{t.Muted.Render(strings.Repeat(" ", v.Axis-1) + "└" + string(line)),
		t.Muted.Render(string(names))}
}

// sparks are the heights of a cell of volume.
var sparks = []rune(" ▁▂▃▄▅▆▇█")

// fullBar is the volume of a full bar: the highest, or, where few stand far above all others, four
// times what three quarters of the bars stay below. What is higher is cut, under a ▲.
func fullBar(points []Candle) float64 {
	var volumes []float64
	for _, k := range points {
		if k.Volume > 0 {
			volumes = append(volumes, k.Volume)
		}
	}
	if len(volumes) == 0 {
		return 0
	}
	slices.Sort(volumes)
	return min(volumes[len(volumes)-1], 4*volumes[(len(volumes)-1)*3/4])
}

// volumeRows are bars of the points' volumes, in the colours of their candles.
func volumeRows(t *ui.Theme, points []Candle, v View) []string {
	most := fullBar(points)
	p := newPlot(len(points), v.Volume)
	for x, k := range points {
		style, eighths := t.BarDown, 0
		if k.Close >= k.Open {
			style = t.BarUp
		}
		if most > 0 && k.Volume > 0 {
			eighths = max(1, int(min(1, k.Volume/most)*float64(8*v.Volume)))
		}
		cut := k.Volume > most
		for y := v.Volume - 1; y >= 0 && eighths > 0; y-- {
			p.put(x, y, sparks[min(8, eighths)], style)
			if cut && y == 0 {
				p.put(x, y, '▲', style)
			}
			eighths -= 8
		}
	}
	out := make([]string, v.Volume)
	for y := range out {
		label := ""
		if y == v.Volume-1 {
			label = "vol"
		}
		out[y] = t.Muted.Render(cells.Right(label, v.Axis-1)+" ") + p.row(y)
	}
	return out
}
