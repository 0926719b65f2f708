package markets

import (
	"math"
	"strconv"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/book"
)

// drawCandles is a candle in figures, the chart, and the intervals where there is room.
func (c *chartPane) drawCandles(e *ui.Env, area cells.Box) string {
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
		rest := cells.Box{W: area.W, H: area.H - len(note)}
		return text + "\n" + c.drawn(rest).Draw(e.Theme, rest)
	}
	lines := c.figures(e.Theme, area)
	box := c.plotBox(area)
	lines = append(lines, c.drawn(box).Draw(e.Theme, box))
	if c.footed(area) {
		lines = append(lines, c.foot(e.Theme, area.W))
	}
	return strings.Join(lines, "\n")
}

// headRows is how many rows of an area are figures; footed tells whether the intervals stand below.
func (c *chartPane) headRows(area cells.Box) int {
	if area.H >= 12 && area.W < 80 {
		return 2
	}
	return 1
}

func (c *chartPane) footed(area cells.Box) bool { return area.H >= 10 }

// plotBox is the room of the candles in an area.
func (c *chartPane) plotBox(area cells.Box) cells.Box {
	h := area.H - c.headRows(area)
	if c.footed(area) {
		h--
	}
	return cells.Box{W: area.W, H: max(0, h)}
}

func (c *chartPane) float(p api.Price) float64 {
	if !p.Known() {
		return 0
	}
	return p.Float(c.shape.BaseDecimals, c.shape.QuoteDecimals)
}

func (c *chartPane) priceLabel(p float64) string {
	return ui.Thousands(strconv.FormatFloat(p, 'f', c.shape.PricePlaces, 64))
}

// marks are the prices with a line: the account's orders and alerts.
func (c *chartPane) marks() []book.Mark {
	var out []book.Mark
	t := c.s.Env.Theme
	for _, o := range c.own.All() {
		out = append(out, book.Mark{Price: c.float(o.price), Glyph: '◆', Style: t.Side(o.bid)})
	}
	for _, p := range c.s.AlertPrices[c.ladder.pair] {
		out = append(out, book.Mark{Price: c.float(p), Glyph: '!', Style: t.Warn})
	}
	return out
}

// figures tell the crosshair's candle, or the newest, and the averages where there is room.
func (c *chartPane) figures(t *ui.Theme, area cells.Box) []string {
	i, on := c.point()
	if !on {
		i = len(c.points) - 1
	}
	k, price := c.exact(i), c.shape.Price
	style, glyph := t.Change(k.Close.Cmp(k.Open))
	volume := "V " + c.shape.Size(k.Volume, api.Down)
	var tail []string // as much of it as fits
	if on {
		layout := "Jan 2 15:04"
		if area.W < 36 && c.columnSeconds() < 4*3600 {
			layout = "15:04"
		}
		tail = append(tail, ui.Local(c.points[i].At).Format(layout))
	}
	for n, m := range c.means {
		if !c.noMeans && !math.IsNaN(m[i]) {
			tail = append(tail, "MA"+strconv.Itoa(averages[n])+" "+c.priceLabel(m[i]))
		}
	}
	mark := style.Render(glyph)
	fit := func(tail []string, texts ...string) string {
		for _, text := range texts {
			if cells.Width(text)+2 <= area.W {
				line := t.Text.Render(text) + " " + mark
				for _, item := range tail {
					if cells.Width(line)+2+cells.Width(item) <= area.W {
						line += t.Muted.Render("  " + item)
					}
				}
				return line
			}
		}
		return ""
	}
	open, high, low, last := price(k.Open), price(k.High), price(k.Low), price(k.Close)
	if c.headRows(area) == 2 {
		above := " O " + open + " H " + high + " L " + low
		if cells.Width(above) > area.W {
			above = " O" + open + " H" + high + " L" + low
		}
		return []string{cells.Spread(t.Text.Render(above), "", area.W),
			fit(tail, " C "+last+"  "+volume, " C"+last)}
	}
	return []string{fit(append([]string{volume}, tail...),
		" O "+open+"  H "+high+"  L "+low+"  C "+last,
		" O"+open+" H"+high+" L"+low+" C"+last,
		" H"+high+" L"+low+" C"+last, " C"+last)}
}

// foot names the intervals, the chosen one in brackets.
func (c *chartPane) foot(t *ui.Theme, w int) string {
	line := " "
	for _, s := range c.spans() {
		style := t.Muted
		if s.at == c.at {
			style = t.Accent
		}
		line += style.Render(s.text)
	}
	if cells.Width(line)+8 <= w {
		return cells.Spread(line, t.Muted.Render("c depth "), w)
	}
	return cells.FitLine(line, w)
}

// span is where an interval's name stands in the foot.
type span struct {
	at, from, to int
	text         string
}

func (c *chartPane) spans() []span {
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
