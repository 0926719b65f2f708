package markets

import (
	"math/big"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views/book"
)

// drawDepth is the running totals over the price.
func (c *chartPane) drawDepth(area cells.Box) string {
	t := c.s.Env.Theme
	asks, bids := c.ladder.Levels()
	scale, _ := new(big.Float).SetInt(
		new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.shape.BaseDecimals)), nil)).Float64()
	chart := book.Depth{Bids: bids, Asks: asks, Pair: c.shape, Cursor: c.column(area),
		Label: func(size float64) string {
			if size /= scale; size >= 1000 {
				return strconv.FormatFloat(size, 'f', 0, 64)
			}
			return strconv.FormatFloat(size, 'g', 3, 64)
		}}
	foot := t.Muted.Render(" ←→ move")
	if price, ok := c.depthPrice(); ok {
		foot = t.Accent.Render(" ▸ ") +
			c.shape.Price(price) + t.Muted.Render("  ←→ move  ⏎ use price")
	}
	return chart.Draw(t, cells.Box{W: area.W, H: area.H - 1}) + "\n" + foot
}

// column is the one under the cursor, -1 none: a window that has shrunk may have fewer.
func (c *chartPane) column(area cells.Box) int { return min(c.cursor, depthColumns(area)-1) }

// depthColumns is how many columns the depth chart has in an area.
func depthColumns(area cells.Box) int { return max(1, area.W-depthAxis) }

// depthAxis is the room left of the chart's columns.
const depthAxis = 8

// depthPrice is the price under the depth chart's cursor.
func (c *chartPane) depthPrice() (api.Price, bool) {
	if c.cursor < 0 || !c.depth {
		return api.Price{}, false
	}
	asks, bids := c.ladder.Levels()
	ticks := book.Depth{Bids: bids, Asks: asks}.PriceAt(c.column(c.room()), c.room())
	return c.shape.TickPrice(ticks)
}

// moveDepth moves the depth chart's cursor, from the middle at first.
func (c *chartPane) moveDepth(by int) {
	n := depthColumns(c.room())
	if c.cursor < 0 {
		c.cursor = n / 2
	}
	c.cursor = max(0, min(n-1, c.cursor+by))
}

// depthMouse picks a price; a second click on it uses it.
func (c *chartPane) depthMouse(msg tea.MouseMsg) tea.Cmd {
	switch msg.Button {
	case tea.MouseButtonLeft:
		x := msg.X - depthAxis
		if x == c.cursor && x >= 0 {
			return c.useChosen()
		}
		c.cursor = max(0, min(depthColumns(c.room())-1, x))
		return nil
	case tea.MouseButtonWheelUp:
		c.moveDepth(-1)
		return nil
	}
	c.moveDepth(1)
	return nil
}
