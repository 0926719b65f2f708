package book

import (
	"math"
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

// Candles draws candles with block glyphs: ┃ bodies, │ wicks, to half a
// cell; rising ones are plain, falling ones hollow of colour only, so the
// heading says ▲ or ▼ too.
type Candles struct {
	Points []Candle // oldest first
	Label  func(price float64) string
	Volume bool // a row of volume at the foot
}

// Draw shows the newest candles that fit in exactly area.W × area.H cells:
// one column each, a price axis at the left and a time axis below.
func (c Candles) Draw(t *ui.Theme, area cells.Box) string {
	w, h := area.W, area.H-2
	if c.Volume {
		h--
	}
	label := c.Label
	if label == nil {
		label = func(p float64) string { return ui.Thousands(strconv.FormatFloat(p, 'f', 1, 64)) }
	}
	if len(c.Points) == 0 || h < 2 || w < 12 {
		return cells.Fit("", area.W, area.H)
	}
	widest := w / 2 // of the axis, whatever the prices
	axis := min(widest, max(cells.Width(label(c.Points[len(c.Points)-1].Close)), 5))
	points := c.Points[max(0, len(c.Points)-(w-axis-2)):]
	low, high := bounds(points)
	axis = min(widest, max(axis, cells.Width(label(low)), cells.Width(label(high))))
	points = points[max(0, len(points)-max(1, w-axis-2)):]
	low, high = bounds(points)
	rows := make([]strings.Builder, h)
	every := max(2, h/5)
	for y := range h {
		mark, sep := strings.Repeat(" ", axis), "│"
		if y%every == 0 {
			mark, sep = cells.Right(label(high-(high-low)*(float64(y)+0.5)/float64(h)), axis), "┤"
		}
		rows[y].WriteString(t.Muted.Render(" " + mark + sep))
	}
	for _, p := range points {
		style := t.Down
		if p.Close >= p.Open {
			style = t.Up
		}
		for y := range h {
			rows[y].WriteString(style.Render(candleCell(p, low, high, y, h)))
		}
	}
	out := make([]string, 0, area.H)
	for y := range rows {
		out = append(out, rows[y].String())
	}
	out = append(out, timeAxis(t, points, axis)...)
	if c.Volume {
		out = append(out, volumeRow(t, points, axis))
	}
	return cells.Fit(strings.Join(out, "\n"), area.W, area.H)
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
var candleGlyphs = [3][3]string{
	{" ", "╷", "╻"},
	{"╵", "│", "╽"},
	{"╹", "╿", "┃"},
}

func candleCell(p Candle, low, high float64, y, h int) string {
	half := (high - low) / float64(2*h)
	top := high - float64(2*y)*half
	return candleGlyphs[halfCell(p, top-half, top)][halfCell(p, top-2*half, top-half)]
}

// halfCell is 2 where the body crosses the half cell from lo to hi, 1 where
// only the wick does.
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

// timeAxis is the line below the candles and the times under its ticks.
func timeAxis(t *ui.Theme, points []Candle, axis int) []string {
	line, names := []rune(strings.Repeat("─", len(points))),
		[]rune(strings.Repeat(" ", len(points)+axis+2))
	format := "15:04"
	if span := points[len(points)-1].At.Sub(points[0].At); span > 48*time.Hour {
		format = "Jan 2"
	}
	for x := 1; x+6 <= len(points); x += 11 {
		line[x] = '┬'
		copy(names[axis+2+x-1:], []rune(points[x].At.Format(format)))
	}
	return []string{t.Muted.Render(strings.Repeat(" ", axis+1) + "└" + string(line)),
		t.Muted.Render(string(names))}
}

func volumeRow(t *ui.Theme, points []Candle, axis int) string {
	volumes := make([]float64, len(points))
	for i, p := range points {
		volumes[i] = p.Volume
	}
	return t.Muted.Render(cells.Right("vol", axis+1)+" ") +
		t.BarUp.Render(ui.Sparkline(volumes, len(points)))
}
