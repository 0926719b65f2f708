package markets

import (
	"math"
	"strconv"
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
}{{"1m", time.Minute}, {"5m", 5 * time.Minute}, {"15m", 15 * time.Minute}, {"1h", time.Hour},
	{"4h", 4 * time.Hour}, {"1d", 24 * time.Hour}}

const (
	firstInterval = 2
	candleCount   = 720
	maxZoom       = 8 // candles in one column
)

// averages are the lengths of the moving averages, in columns.
var averages = [...]int{20, 50}

// chartPane is the candles of the pair, or its depth.
type chartPane struct {
	s      *views.Session
	desk   *desk
	ladder *ladderPane
	own    *minePane
	feed   *reader[candlesRead]
	alone  bool // it has the whole screen

	shape   format.Pair
	state   ui.State
	candles []api.Candle
	single  []book.Candle // a point for each of them
	points  []book.Candle // a point for each column
	means   [][]float64
	fills   []book.Fill
	last    api.Price
	at      int // of intervals
	zoom    int // candles that make one column; 0 is 1
	noMeans bool
	depth   bool
	cursor  int // column of the depth chart, -1 none
	cross   crosshair
}

func newChart(d *desk, ladder *ladderPane, own *minePane) *chartPane {
	c := &chartPane{s: d.s, desk: d, ladder: ladder, own: own, at: firstInterval}
	c.feed = newReader(d, theCandles, question.candles, func() *ui.State { return &c.state },
		func(read candlesRead) tea.Cmd {
			c.set(read)
			return nil
		})
	return c
}

func (*chartPane) Name() string { return paneChart }

func (c *chartPane) Title() (title, right string) {
	if c.alone {
		return name(c.s.Market) + " · " + c.title(), c.feed.old()
	}
	return c.title(), c.feed.old()
}

func (c *chartPane) Update(m tea.Msg) tea.Cmd {
	cmd, ok := c.feed.update(m)
	if ok {
		return cmd
	}
	if click, ok := m.(tea.MouseMsg); ok {
		return c.chartMouse(click)
	}
	return cmd
}

func (c *chartPane) Draw(area cells.Box, _ bool) string {
	if c.depth {
		return c.drawDepth(area)
	}
	return c.drawCandles(c.s.Env, area)
}

// room is inside the pane.
func (c *chartPane) room() cells.Box { return c.desk.inside(c) }

// candlesRead are candles, and the same in numbers for pixels.
type candlesRead struct {
	candles []api.Candle
	points  []book.Candle
}

// clear empties the chart for another pair or interval.
func (c *chartPane) clear(shape format.Pair) {
	c.shape, c.candles, c.single, c.points, c.cursor = shape, nil, nil, nil, -1
	c.means, c.cross = nil, crosshair{}
	c.feed.Drop()
	c.state = ui.State{What: "candles", Loading: true, Empty: "No trades yet. c shows depth."}
}

func (c *chartPane) interval() time.Duration { return intervals[c.at].width }

func (c *chartPane) columnWidth() int { return max(1, c.zoom) }

// columnSeconds is the time that a column stands for.
func (c *chartPane) columnSeconds() uint64 {
	return uint64(c.interval().Seconds()) * uint64(c.columnWidth())
}

// set takes candles and joins those of one column.
func (c *chartPane) set(read candlesRead) {
	c.candles, c.single = read.candles, read.points
	c.points = c.points[:0]
	width := c.columnSeconds()
	var column uint64
	for i, p := range c.single {
		start := c.candles[i].Start
		if n := len(c.points); n > 0 && start/width == column {
			last := &c.points[n-1]
			last.High, last.Low = max(last.High, p.High), min(last.Low, p.Low)
			last.Close, last.Volume = p.Close, last.Volume+p.Volume
			continue
		}
		column = start / width
		c.points = append(c.points, p)
	}
	c.means = c.means[:0]
	for _, n := range averages {
		c.means = append(c.means, mean(c.points, n))
	}
}

// mean is the moving average of n closes, NaN before there are as many.
func mean(points []book.Candle, n int) []float64 {
	out := make([]float64, len(points))
	sum := 0.0
	for i, p := range points {
		sum += p.Close
		if i >= n {
			sum -= points[i-n].Close
		}
		if out[i] = sum / float64(n); i < n-1 {
			out[i] = math.NaN()
		}
	}
	return out
}

// inPoints are candles in numbers for pixels.
func inPoints(shape format.Pair, candles []api.Candle) candlesRead {
	scale := math.Pow10(shape.BaseDecimals - shape.QuoteDecimals)
	f := func(p api.Price) float64 {
		if !p.Known() {
			return 0
		}
		return p.Quote.Float() / p.Base.Float() * scale
	}
	out := candlesRead{candles, make([]book.Candle, len(candles))}
	for i, k := range candles {
		out.points[i] = book.Candle{At: at(k.Start), Open: f(k.Open), High: f(k.High),
			Low: f(k.Low), Close: f(k.Close), Volume: k.Volume.Float()}
	}
	return out
}

// exact sums up the candles of a column.
func (c *chartPane) exact(point int) (sum api.Candle) {
	width := c.columnSeconds()
	column := uint64(c.points[point].At.Unix()) / width
	for _, k := range c.candles {
		switch {
		case k.Start/width != column:
		case !sum.Open.Known():
			sum = k
		default:
			if k.High.Cmp(sum.High) > 0 {
				sum.High = k.High
			}
			if k.Low.Cmp(sum.Low) < 0 {
				sum.Low = k.Low
			}
			sum.Close, sum.Volume = k.Close, sum.Volume.Add(k.Volume)
			sum.Trades += k.Trades
		}
	}
	return sum
}

func (c *chartPane) rezoom(finer bool) {
	if finer {
		c.zoom = max(1, c.columnWidth()/2)
	} else {
		c.zoom = min(maxZoom, c.columnWidth()*2)
	}
	c.cross = crosshair{}
	c.set(candlesRead{c.candles, c.single})
}

func (c *chartPane) title() string {
	switch {
	case c.depth:
		return "Depth"
	case c.columnWidth() > 1:
		return "Candles " + intervals[c.at].name + " ×" + strconv.Itoa(c.columnWidth())
	}
	return "Candles " + intervals[c.at].name
}

func (c *chartPane) setInterval(i int) tea.Cmd {
	c.at, c.depth = i, false
	c.clear(c.shape)
	return c.feed.want()
}

// chartMouse picks an interval, a candle or a price.
func (c *chartPane) chartMouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case c.depth:
		return c.depthMouse(msg)
	case msg.Button == tea.MouseButtonWheelUp:
		c.rezoom(true)
	case msg.Button == tea.MouseButtonWheelDown:
		c.rezoom(false)
	default:
		for _, s := range c.spans() {
			if c.footed(c.room()) && msg.Y == c.room().H-1 && msg.X >= s.from && msg.X < s.to {
				return c.setInterval(s.at)
			}
		}
		c.pointAt(msg.X, msg.Y)
	}
	return nil
}

// chosen is the price under the cursor of what the chart shows, if it has one.
func (c *chartPane) chosen() (api.Price, bool) {
	if c.depth {
		return c.depthPrice()
	}
	return c.crossPrice()
}

// useChosen opens the order form with the price under the cursor: to buy below the middle, to sell
// above it.
func (c *chartPane) useChosen() tea.Cmd {
	price, ok := c.chosen()
	if !ok {
		c.s.Toast(ui.Warn, "move the cursor with ←→ first")
		return nil
	}
	side := api.Buy
	if mid, known := c.ladder.mid(); known && price.Cmp(mid) > 0 {
		side = api.Sell
	}
	return c.desk.order(side, price)
}
