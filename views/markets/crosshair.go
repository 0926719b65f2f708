package markets

import (
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views/book"
)

// crosshair is on a column of the candles, told by its time so that it stays there when new ones
// come, and at a price.
type crosshair struct {
	on    bool
	start int64   // of the column, in UNIX seconds
	price float64 // 0 is the column's close
	edge  int64   // the newest column in sight; 0 is the newest there is
}

// point is the crosshair's column; ok is false while it is off.
func (c *chartPane) point() (i int, ok bool) {
	if !c.cross.on {
		return 0, false
	}
	return c.pointOf(c.cross.start)
}

func (c *chartPane) pointOf(start int64) (i int, ok bool) {
	for i = len(c.points) - 1; i >= 0; i-- {
		if c.points[i].At.Unix() <= start {
			return i, true
		}
	}
	return 0, len(c.points) > 0
}

// back is how many of the newest columns are out of sight.
func (c *chartPane) back() int {
	if c.cross.edge == 0 {
		return 0
	}
	i, ok := c.pointOf(c.cross.edge)
	if !ok {
		return 0
	}
	return len(c.points) - 1 - i
}

// drawn is the chart of candles as it stands.
func (c *chartPane) drawn(area cells.Box) book.Candles {
	k := book.Candles{Points: c.points, Volume: area.H >= 9, Back: c.back(), Label: c.priceLabel,
		Fills: c.fills, Marks: c.marks(), Last: c.float(c.last)}
	if !c.noMeans {
		k.Averages = c.means
	}
	if i, ok := c.point(); ok {
		k.Cross = book.Cross{On: true, Point: i, Price: c.crossAt(i)}
	}
	return k
}

// crossAt is the price of the crosshair on a point.
func (c *chartPane) crossAt(point int) float64 {
	if c.cross.price > 0 {
		return c.cross.price
	}
	return c.points[point].Close
}

// crossPrice is the crosshair's price, on the tick that is nearest.
func (c *chartPane) crossPrice() (api.Price, bool) {
	i, ok := c.point()
	if !ok || c.depth {
		return api.Price{}, false
	}
	return c.shape.TickPrice(book.Nearest(c.crossAt(i) * math.Pow10(c.shape.PricePlaces)))
}

// moveCross moves the crosshair by columns, first onto the newest in sight.
func (c *chartPane) moveCross(by int) {
	v, ok := c.drawn(c.plotBox(c.room())).View(c.plotBox(c.room()))
	if !ok {
		return
	}
	i, on := c.point()
	if !on {
		i, by = v.To-1, 0
	}
	i = max(0, min(len(c.points)-1, i+by))
	c.cross.on, c.cross.start = true, c.points[i].At.Unix()
	switch width := v.To - v.From; {
	case i < v.From:
		c.cross.edge = c.points[min(len(c.points)-1, i+width-1)].At.Unix()
	case i == len(c.points)-1:
		c.cross.edge = 0
	case i >= v.To:
		c.cross.edge = c.cross.start
	}
}

// moveCrossPrice moves the crosshair by rows, up for positive numbers.
func (c *chartPane) moveCrossPrice(by int) {
	v, ok := c.drawn(c.plotBox(c.room())).View(c.plotBox(c.room()))
	i, on := c.point()
	if !ok || !on {
		c.moveCross(0)
		return
	}
	row, ok := v.Row(c.crossAt(i))
	if !ok {
		row = v.Rows / 2
	}
	c.cross.price = v.PriceAt(max(0, min(v.Rows-1, row-by)))
}

// pointAt puts the crosshair where the mouse has clicked.
func (c *chartPane) pointAt(x, y int) {
	box := c.plotBox(c.room())
	v, ok := c.drawn(box).View(box)
	if !ok {
		return
	}
	row := y - c.headRows(c.room())
	if i, ok := v.PointAt(x); ok && row >= 0 && row < v.Rows {
		c.cross.on, c.cross.start = true, c.points[i].At.Unix()
		c.cross.price = v.PriceAt(row)
	}
}

// leaveCross takes the crosshair away.
func (c *chartPane) leaveCross() tea.Cmd { c.cross = crosshair{}; return nil }
