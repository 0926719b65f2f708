package markets

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/format"
)

// intervals are the widths of a candle.
var intervals = [...]struct {
	name  string
	width time.Duration
}{{"15m", 15 * time.Minute}, {"1h", time.Hour}, {"4h", 4 * time.Hour}, {"1d", 24 * time.Hour}}

const (
	candleCount = 480
	maxZoom     = 8 // candles in one column
)

// chart is the candles of the pair, or its depth.
type chart struct {
	s      *views.Session
	ladder *ladderPane
	order  func(api.Side, api.Price) tea.Cmd // opens the order form
	reload func() tea.Cmd                    // reads the candles anew
	room   cells.Box                         // inside the pane

	shape   format.Pair
	state   ui.State
	candles []api.Candle
	points  []book.Candle
	at      int // of intervals
	zoom    int // candles that make one column; 0 is 1
	depth   bool
	cursor  int // column of the depth chart, -1 none
}

// clear empties the chart for another pair or interval.
func (c *chart) clear(shape format.Pair) {
	c.shape, c.candles, c.points, c.cursor = shape, nil, nil, -1
	c.state = ui.State{What: "candles", Loading: true, Empty: "No trades yet. c shows depth."}
}

func (c *chart) interval() time.Duration { return intervals[c.at].width }

func (c *chart) columnWidth() int { return max(1, c.zoom) }

func (c *chart) set(candles []api.Candle) {
	c.candles = candles
	c.points = c.points[:0]
	width := uint64(c.interval().Seconds()) * uint64(c.columnWidth())
	var column uint64
	for _, k := range candles {
		p := c.point(k)
		if n := len(c.points); n > 0 && k.Start/width == column {
			last := &c.points[n-1]
			last.High, last.Low = max(last.High, p.High), min(last.Low, p.Low)
			last.Close, last.Volume = p.Close, last.Volume+p.Volume
			continue
		}
		column = k.Start / width
		c.points = append(c.points, p)
	}
}

// point is a candle in numbers for pixels.
func (c *chart) point(k api.Candle) book.Candle {
	f := func(p api.Price) float64 { return p.Float(c.shape.BaseDecimals, c.shape.QuoteDecimals) }
	return book.Candle{At: at(k.Start), Open: f(k.Open), High: f(k.High), Low: f(k.Low),
		Close: f(k.Close), Volume: k.Volume.Float()}
}

func (c *chart) rezoom(finer bool) {
	if finer {
		c.zoom = max(1, c.columnWidth()/2)
	} else {
		c.zoom = min(maxZoom, c.columnWidth()*2)
	}
	c.set(c.candles)
}

func (c *chart) title() string {
	switch {
	case c.depth:
		return "Depth"
	case c.columnWidth() > 1:
		return "Candles " + intervals[c.at].name + " ×" + strconv.Itoa(c.columnWidth())
	}
	return "Candles " + intervals[c.at].name
}

// drawCandles is the newest candle in figures, the chart, and the intervals where there is room.
func (c *chart) drawCandles(e *ui.Env, area cells.Box) string {
	if len(c.points) == 0 || c.state.Err != "" {
		room := area.H
		if len(c.points) > 0 {
			room = max(1, area.H/3)
		}
		note := c.state.Lines(e, len(c.points), area.W, room)
		text := strings.Join(note, "\n")
		if len(c.points) == 0 {
			return cells.Fit(text, area.W, area.H)
		}
		return text + "\n" + c.plot(e, cells.Box{W: area.W, H: area.H - len(note)})
	}
	lines := []string{c.figures(e.Theme, area.W)}
	room := area.H - 1
	if area.H >= 10 {
		room--
	}
	lines = append(lines, c.plot(e, cells.Box{W: area.W, H: room}))
	if area.H >= 10 {
		lines = append(lines, c.foot(e.Theme, area.W))
	}
	return strings.Join(lines, "\n")
}

func (c *chart) plot(e *ui.Env, area cells.Box) string {
	chart := book.Candles{Points: c.points, Volume: area.H >= 9, Label: func(p float64) string {
		return ui.Thousands(strconv.FormatFloat(p, 'f', c.shape.PricePlaces, 64))
	}}
	return chart.Draw(e.Theme, area)
}

func (c *chart) figures(t *ui.Theme, w int) string {
	k := c.candles[len(c.candles)-1]
	price := c.shape.Price
	sign := k.Close.Cmp(k.Open)
	style, glyph := t.Change(sign)
	for _, text := range []string{
		" O " + price(k.Open) + "  H " + price(k.High) + "  L " + price(k.Low) + "  C " +
			price(k.Close),
		" O" + price(k.Open) + " H" + price(k.High) + " L" + price(k.Low) + " C" + price(k.Close),
		" H" + price(k.High) + " L" + price(k.Low) + " C" + price(k.Close),
		" C" + price(k.Close),
	} {
		if cells.Width(text)+2 <= w {
			return t.Text.Render(text) + " " + style.Render(glyph)
		}
	}
	return ""
}

// foot names the intervals, the chosen one in brackets.
func (c *chart) foot(t *ui.Theme, w int) string {
	line := " "
	for _, s := range c.spans() {
		style := t.Muted
		if s.at == c.at {
			style = t.Accent
		}
		line += style.Render(s.text)
	}
	return cells.Spread(line, t.Muted.Render("{ } zoom  c depth "), w)
}

// span is where an interval's name stands in the foot.
type span struct {
	at, from, to int
	text         string
}

func (c *chart) spans() []span {
	var out []span
	x := 1
	for i, v := range intervals {
		text := " " + v.name + " "
		if i == c.at {
			text = "[ " + v.name + " ]"
		}
		out = append(out, span{i, x, x + cells.Width(text), text})
		x += cells.Width(text)
	}
	return out
}

// drawDepth is the running totals over the price.
func (c *chart) drawDepth(area cells.Box) string {
	t := c.s.Env.Theme
	asks, bids := c.ladder.Levels()
	c.cursor = min(c.cursor, depthColumns(area)-1)
	scale, _ := new(big.Float).SetInt(
		new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.shape.BaseDecimals)), nil)).Float64()
	chart := book.Depth{Bids: bids, Asks: asks, Pair: c.shape, Cursor: c.cursor,
		Label: func(size float64) string {
			return strconv.FormatFloat(size/scale, 'g', 3, 64)
		}}
	foot := t.Muted.Render(" ←→ move")
	if price, ok := c.depthPrice(); ok {
		foot = t.Accent.Render(" ▸ ") +
			c.shape.Price(price) + t.Muted.Render("  ←→ move  ⏎ use price")
	}
	return chart.Draw(t, cells.Box{W: area.W, H: area.H - 1}) + "\n" + foot
}

// depthColumns is how many columns the depth chart has in an area.
func depthColumns(area cells.Box) int { return max(1, area.W-depthAxis) }

// depthAxis is the room left of the chart's columns.
const depthAxis = 8

// depthPrice is the price under the depth chart's cursor.
func (c *chart) depthPrice() (api.Price, bool) {
	if c.cursor < 0 || !c.depth {
		return api.Price{}, false
	}
	asks, bids := c.ladder.Levels()
	ticks := book.Depth{Bids: bids, Asks: asks}.PriceAt(c.cursor, c.room)
	return c.shape.TickPrice(ticks)
}

// moveDepth moves the depth chart's cursor, from the middle at first.
func (c *chart) moveDepth(by int) tea.Cmd {
	n := depthColumns(c.room)
	if c.cursor < 0 {
		c.cursor = n / 2
	}
	c.cursor = max(0, min(n-1, c.cursor+by))
	return nil
}

// chartMouse picks an interval or a price.
func (c *chart) chartMouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case c.depth && msg.Button == tea.MouseButtonLeft:
		if x := msg.X - depthAxis; x == c.cursor && x >= 0 {
			return c.useDepth()
		}
		c.cursor = max(0, min(depthColumns(c.room)-1, msg.X-depthAxis))
	case c.depth && msg.Button == tea.MouseButtonWheelUp:
		return c.moveDepth(-1)
	case c.depth:
		return c.moveDepth(1)
	case msg.Button == tea.MouseButtonWheelUp:
		c.rezoom(true)
	case msg.Button == tea.MouseButtonWheelDown:
		c.rezoom(false)
	default:
		for _, s := range c.spans() {
			if msg.Y == c.room.H-1 && msg.X >= s.from && msg.X < s.to {
				return c.setInterval(s.at)
			}
		}
	}
	return nil
}

func (c *chart) setInterval(i int) tea.Cmd {
	if c.at = i; c.depth {
		c.depth = false
	}
	c.clear(c.shape)
	return c.reload()
}

// useDepth opens the order form with the price under the cursor: to buy below the middle, to sell
// above it.
func (c *chart) useDepth() tea.Cmd {
	price, ok := c.depthPrice()
	if !ok {
		return c.s.Toast(ui.Warn, "move the cursor with ←→ first")
	}
	side := api.Buy
	if mid, known := c.ladder.mid(); known && price.Cmp(mid) > 0 {
		side = api.Sell
	}
	return c.order(side, price)
}
