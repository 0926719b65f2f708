package book

import (
	"fmt"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
)

// ladderCells are the widths of a ladder's columns.
type ladderCells struct{ price, size, sum, orders, bar int }

// Draw shows the book in exactly area.W × area.H cells.
func (l *Ladder) Draw(e *ui.Env, area cells.Box, focused bool) string {
	t := e.Theme
	tall := area.H >= 26
	spread := 1
	if tall {
		spread = 3
	}
	n := max(1, (area.H-2-spread-2)/2) // rows of a side; two rows for the foot
	asks, bids := l.window(true, n), l.window(false, n)
	lines, rows := make([]string, 0, area.H), make([]ladderRow, 0, area.H)
	add := func(line string, row ladderRow) { lines, rows = append(lines, line), append(rows, row) }
	none := ladderRow{at: -1}
	cols := l.columns(area.W, asks, bids)
	add(l.heading(t, area.W, n), none)
	add(t.Muted.Render(l.titles(cols)), none)
	note := l.State.Lines(e, len(l.asks)+len(l.bids), area.W, n)
	if text := l.dustText(); text != "" && len(note) < n {
		note = append(note, t.Muted.Render(cells.Truncate(text, area.W)))
	}
	for _, line := range note { // they stand where the worst asks would
		add(line, none)
	}
	asks = asks.cut(n - len(note))
	scale := l.scale(asks, bids)
	for i := n - len(note) - 1; i >= 0; i-- {
		l.addLevel(e, add, cols, asks, true, i, scale, focused)
	}
	if tall {
		add(l.rule(t, area.W, "↓", asks.from), none)
	}
	add(l.spreadLine(t, area.W, tall, max(asks.from, bids.from)), none)
	if tall {
		add(l.rule(t, area.W, "↑", bids.from), none)
	}
	for i := range n {
		l.addLevel(e, add, cols, bids, false, i, scale, focused)
	}
	if !tall && len(lines)+2 < area.H {
		add("", none)
	}
	add(l.balance(t, area.W), none)
	add(l.sweep(t, area.W), none)
	l.drawn = rows
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

// dustText counts the orders that are not worth their gas.
func (l *Ladder) dustText() string {
	var all []string
	for i, n := range l.Dust {
		if n > 0 {
			all = append(all, ui.Counted(n, [...]string{"ask", "bid"}[i]))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return " + " + strings.Join(all, ", ") + " not worth their gas"
}

// ladderSide is the part of a side on the screen.
type ladderSide struct {
	from   int
	levels []Level
}

func (s ladderSide) cut(n int) ladderSide {
	s.levels = s.levels[:min(len(s.levels), n)]
	return s
}

// window is the n levels of a side that hold the cursor, else the best ones.
func (l *Ladder) window(ask bool, n int) ladderSide {
	side, from := l.side(ask), 0
	if ask == l.onAsk {
		from = max(0, l.near()-n+1)
	}
	return ladderSide{from, side[from:min(len(side), from+n)]}
}

func (l *Ladder) columns(w int, sides ...ladderSide) ladderCells {
	c := ladderCells{price: 8, size: 6, sum: 7, orders: 2}
	for _, s := range sides {
		for _, v := range s.levels {
			c.price = max(c.price, len(l.Pair.TickText(v.Ticks)))
			c.size = max(c.size, cells.Width(l.amount(v.Size, v.Cost)))
			c.sum = max(c.sum, cells.Width(l.amount(v.SumSize, v.SumCost)))
			c.orders = max(c.orders, cells.Width(v.count()))
		}
	}
	if spare := w - 3 - c.price - c.size - c.sum - c.orders - 7; spare > 12 {
		c.price, c.size, c.sum = c.price+1, c.size+2, c.sum+2
	}
	c.bar = max(0, w-3-c.price-c.size-c.sum-c.orders-7)
	return c
}

func (l *Ladder) titles(c ladderCells) string {
	return "   " + cells.Right("Price", c.price+2) + cells.Right("Size", c.size+1) +
		cells.Right("Σ", c.sum+1) +
		cells.Right("ord", c.orders+2) + " depth"
}

// Roomy is how wide a ladder is from which on its first line names the pair.
const Roomy = 48

// heading is the pair, the grouping and what the sums are in.
func (l *Ladder) heading(t *ui.Theme, w, n int) string {
	unit := [...]string{"base", "quote", "value"}[l.sum]
	left := fmt.Sprintf(" group %s [ ]", l.Group())
	if w >= Roomy { // narrower panes have the pair in their title
		left = fmt.Sprintf(" %s/%s %s  %d levels", cells.Clean(l.Pair.Base),
			cells.Clean(l.Pair.Quote), left,
			min(n, max(len(l.asks), len(l.bids))))
	}
	return cells.Spread(left, t.Muted.Render("Σ:"+unit+" v "), w)
}

// amount shows a size in the unit chosen for sums.
func (l *Ladder) amount(base, quote api.Amount) string {
	switch l.sum {
	case 1:
		return l.Pair.Cost(quote, api.Down)
	case 2:
		return cells.Clean(l.Value(quote))
	}
	return l.Pair.Size(base, api.Down)
}

// scale is the largest running total on the screen.
func (l *Ladder) scale(sides ...ladderSide) float64 {
	most := 0.0
	for _, s := range sides {
		if n := len(s.levels); n > 0 {
			most = max(most, s.levels[n-1].SumSize.Float())
		}
	}
	return most
}

func (l *Ladder) addLevel(e *ui.Env, add func(string, ladderRow), c ladderCells, s ladderSide,
	ask bool, i int, scale float64, focused bool) {
	if i >= len(s.levels) {
		add("", ladderRow{at: -1})
		return
	}
	v, t := s.levels[i], e.Theme
	row := ladderRow{ask, s.from + i}
	chosen := l.onAsk == ask && l.near() == row.at
	side, style, bar := "B", t.Up, t.BarUp
	if ask {
		side, style, bar = "A", t.Down, t.BarDown
	}
	var b strings.Builder
	b.Grow(256)
	switch {
	case chosen && focused:
		b.WriteString(t.Accent.Render("▸"))
	case chosen:
		b.WriteString(t.Muted.Render("▸"))
	default:
		b.WriteByte(' ')
	}
	if v.Mine {
		b.WriteString(t.Accent.Render("◆"))
	} else {
		b.WriteByte(' ')
	}
	b.WriteString(style.Render(side + cells.Right(l.Pair.TickText(v.Ticks), c.price+2)))
	size := cells.Right(l.amount(v.Size, v.Cost), c.size+1)
	if at, ok := l.changed[levelKey{ask, v.Ticks}]; ok && e.Now().Sub(at) < flashTime {
		size = t.Flash.Render(size)
	} else {
		size = t.Text.Render(size)
	}
	b.WriteString(size)
	b.WriteString(t.Text.Render(cells.Right(l.amount(v.SumSize, v.SumCost), c.sum+1)))
	b.WriteString(t.Muted.Render(cells.Right(v.count(), c.orders+2)))
	b.WriteByte(' ')
	if scale > 0 {
		b.WriteString(bar.Render(ui.Eighths(v.SumSize.Float()/scale, c.bar)))
	}
	add(b.String(), row)
}

// rule divides the sides; it says how many better levels the cursor has pushed out of sight.
func (l *Ladder) rule(t *ui.Theme, w int, way string, hidden int) string {
	text := betterText(way, hidden)
	return t.Warn.Render(text) + t.Border.Render(strings.Repeat("─", max(0, w-cells.Width(text))))
}

func betterText(way string, hidden int) string {
	if hidden == 0 {
		return ""
	}
	return fmt.Sprintf(" %s %d better not shown ", way, hidden)
}

// spreadLine is the middle of the best prices, and that they cross where the best bid is not below
// the best ask; where it stands alone it says how many better levels are out of sight in place of
// the last price.
func (l *Ladder) spreadLine(t *ui.Theme, w int, tall bool, hidden int) string {
	m, gap, bps, ok := spread(l.Pair, l.top(false), l.top(true))
	if !ok {
		m, gap = ui.Unknown, ui.Unknown
	}
	last, style, crossed := cells.Clean(l.Last), t.Title, ""
	if ok && bps <= 0 {
		style, crossed = ui.Warn.Style(t), " ! crossed"
	}
	if tall {
		left := fmt.Sprintf(" mid %s  spread %s", m, gap)
		if ok {
			left += fmt.Sprintf(" · %.1fbps", bps)
		}
		return cells.Spread(style.Render(left+crossed), t.Title.Render(last+" "), w)
	}
	left := fmt.Sprintf("─ %s mid ─ %s", m, gap)
	if ok {
		left += fmt.Sprintf(" · %.1fbps ─", bps)
	}
	if hidden > 0 {
		last = strings.TrimSpace(betterText("!", hidden))
		left = fmt.Sprintf("─ %s mid ─", m)
	}
	return cells.Spread(style.Render(left+crossed), t.Title.Render(last+" "), w)
}

// balance compares the two sides' depth.
func (l *Ladder) balance(t *ui.Theme, w int) string {
	var bid, ask float64
	if n := len(l.bids); n > 0 {
		bid = l.bids[n-1].SumSize.Float()
	}
	if n := len(l.asks); n > 0 {
		ask = l.asks[n-1].SumSize.Float()
	}
	if bid+ask == 0 {
		return ""
	}
	share := bid / (bid + ask)
	left, right := fmt.Sprintf(" bids %2.0f%% ", 100*share),
		fmt.Sprintf(" %2.0f%% asks", 100-100*share)
	room := max(0, min(40, w-len(left)-len(right)-1))
	n := int(share*float64(room) + 0.5)
	return left + t.Up.Render(strings.Repeat("█", n)) +
		t.Down.Render(strings.Repeat("▒", room-n)) + right
}

// others is a level whose sums leave out the user's own orders, which nobody takes from himself,
// and pools where the level is of orders, which alone are swept then.
func (l *Ladder) others(v Level, ask bool) Level {
	swap := v.byPools()
	for _, u := range l.side(ask)[:l.near()+1] {
		if !swap {
			v.SumSize, v.SumCost = v.SumSize.Sub(u.Pools), v.SumCost.Sub(u.PoolCost)
		}
		if !u.Mine {
			continue
		}
		for _, o := range u.Orders {
			if l.Mine(o) {
				v.SumSize = v.SumSize.Sub(o.Size)
				v.SumCost = v.SumCost.Sub(o.Price.QuoteFor(o.Size, rounding(ask)))
			}
		}
	}
	return v
}

// sweep says what taking everything down to the cursor costs.
func (l *Ladder) sweep(t *ui.Theme, w int) string {
	v, ask, ok := l.Cursor()
	if !ok {
		return ""
	}
	v = l.others(v, ask)
	side, style := "B", t.Up
	if ask {
		side, style = "A", t.Down
	}
	verb := "sweep "
	if v.byPools() {
		verb = "swap "
	}
	what := fmt.Sprintf(" %s → %s%s %s", l.Pair.TickText(v.Ticks), verb,
		l.Pair.Size(v.SumSize, api.Down),
		cells.Clean(l.Pair.Base))
	lead, average := " ▸", "avg "+v.Average(l.Pair)+" "
	if v.SumSize.IsZero() {
		average = "your own only "
	}
	if cells.Width(lead+side+what+" "+average) > w { // the blanks at the ends go first, then a word
		lead, average = "▸", strings.TrimSpace(average)
	}
	if cells.Width(lead+side+what+" "+average) > w {
		what = strings.Replace(what, verb, "", 1)
	}
	return cells.Spread(t.Accent.Render(lead)+style.Render(side)+what, average, w)
}
