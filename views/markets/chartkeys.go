package markets

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
)

func (c *chartPane) Actions() []ui.Action {
	zoom, none := "", ""
	if c.depth {
		zoom = "c shows the candles first"
	}
	if _, ok := c.chosen(); !ok {
		none = "move the cursor with ←→ first"
	}
	out := act("zoomout", "", "{", "zoom out", "more time in a column of the chart", zoom,
		func() tea.Cmd { c.rezoom(false); return nil })
	in := act("zoomin", "", "}", "zoom in", "less time in a column of the chart", zoom,
		func() tea.Cmd { c.rezoom(true); return nil })
	out.Join, in.Join = "zoom", "zoom"
	out.Quiet, in.Quiet = true, true
	means := act("averages", "", "a", "averages", "moving averages of 20 and 50 candles, or none",
		zoom, func() tea.Cmd { c.noMeans = !c.noMeans; return nil })
	whole := act("whole", "", "z", "chart only",
		"the chart on the whole screen, or beside the book", "", c.toggleWhole)
	means.Quiet, whole.Quiet = true, !c.desk.hasFocus(paneChart)
	return append(c.cursorActions(),
		act("useprice", paneChart, "enter", "use price", "order form with the cursor's price",
			none, c.useChosen),
		out, in,
		act("depth", "", "c", "depth chart", "candles or depth chart", "", c.toggleDepth),
		act("interval", "", "i", "interval", "candles of 1, 5 or 15 minutes, 1 or 4 hours or a day",
			"", func() tea.Cmd {
				return c.setInterval((c.at + 1) % len(intervals))
			}),
		whole, means)
}

// cursorActions move the cursor of what the chart shows.
func (c *chartPane) cursorActions() []ui.Action {
	across := func(by int) func() tea.Cmd {
		return func() tea.Cmd {
			if c.depth {
				c.moveDepth(by)
				return nil
			}
			c.moveCross(by)
			return nil
		}
	}
	upright := func(by int) func() tea.Cmd {
		return ui.Asking(func() { c.moveCrossPrice(by) })
	}
	flat, off := "", ""
	if c.depth {
		flat = "the depth chart has no second direction"
	}
	if !c.cross.on {
		off = "there is no crosshair"
	}
	out := []ui.Action{
		act("left", paneChart, "left", "to the left", "chart cursor to the left", "", across(-1)),
		act("right", paneChart, "right", "to the right", "chart cursor to the right", "",
			across(1)),
		act("higher", paneChart, "up", "higher price", "crosshair up", flat, upright(1)),
		act("lower", paneChart, "down", "lower price", "crosshair down", flat, upright(-1)),
		act("pageback", paneChart, "pgup", "a page back", "chart cursor 20 columns to the left", "",
			across(-20)),
		act("pageon", paneChart, "pgdown", "a page on", "chart cursor 20 columns to the right", "",
			across(20)),
		act("oldest", paneChart, "home", "oldest candle", "crosshair to the oldest candle", flat,
			across(-candleCount*maxZoom)),
		act("newest", paneChart, "end", "newest candle", "crosshair to the newest candle", flat,
			across(candleCount*maxZoom)),
	}
	for i := range out {
		out[i].Join, out[i].Quiet = "cursor", i > 3
	}
	return append(out, act("nocross", paneChart, "esc", "no crosshair",
		"take the crosshair away", off, c.leaveCross))
}

// toggleWhole gives the chart the whole screen, or takes it back.
func (c *chartPane) toggleWhole() tea.Cmd {
	c.desk.toggleAlone(paneChart)
	return nil
}

// toggleDepth changes between candles and depth; the chart gets the focus for the depth's cursor.
func (c *chartPane) toggleDepth() tea.Cmd {
	if c.depth = !c.depth; c.depth {
		c.desk.focus(paneChart)
	} else {
		c.desk.focus(paneBook)
	}
	return nil
}
