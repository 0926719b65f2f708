package order

import (
	"fmt"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/book"
	"bourse/views/format"
)

// restsPane shows the book around the price of the order, with the order in it.
type restsPane struct {
	ui.Display
	in      *inputs
	facts   *facts
	checker *checker
}

func (v *restsPane) Title() (title, right string) {
	return "Where it rests", v.in.s.Env.Old(v.facts.bookAt, 3*beatTime)
}

func (v *restsPane) Draw(area cells.Box, _ bool) string {
	t := v.in.s.Env.Theme
	if len(v.facts.asks)+len(v.facts.bids) == 0 {
		if note := v.facts.bookState.Lines(v.in.s.Env, 0, area.W, area.H); note != nil {
			return strings.Join(note, "\n")
		}
	}
	room := area.H - 3 // summary, blank, middle
	near, far := max(1, room/4), room-max(1, room/4)
	asks, bids := v.window(v.facts.asks, true, near), v.window(v.facts.bids, false, far)
	if v.amongAsks() {
		asks, bids = v.window(v.facts.asks, true, far), v.window(v.facts.bids, false, near)
	}
	lines, shape := []string{v.better(area.W), ""}, v.in.market().shape
	var c restCells
	for _, l := range append(append([]restLevel(nil), asks...), bids...) {
		c.scale = max(c.scale, l.size.Float())
		c.price, c.size = max(c.price, cells.Width(l.text)),
			max(c.size, cells.Width(l.shown(shape)))
	}
	c.shape = shape
	for i := len(asks) - 1; i >= 0; i-- {
		lines = append(lines, asks[i].line(t, true, c, area.W))
	}
	mid, name, _ := v.facts.yardstick()
	head := " " + shape.Price(mid) + " " + name + " "
	lines = append(lines, t.Muted.Render(
		head+strings.Repeat("─", max(0, min(24, area.W-cells.Width(head)-1)))))
	for _, l := range bids {
		lines = append(lines, l.line(t, false, c, area.W))
	}
	return strings.Join(lines, "\n")
}

// restLevel is a level of the book, with what the order would add to it.
type restLevel struct {
	ticks api.Amount
	text  string
	size  api.Amount
	mine  bool
	added api.Amount
	bid   bool // whose the order is, where the level is its alone
}

// amongAsks tells on which side of the middle the order's price is: that of its own side, unless it
// crosses the book.
func (v *restsPane) amongAsks() bool {
	s, m := v.in.sum(), v.in.market()
	if !s.complete {
		return !m.buy
	}
	price := m.ticks(m.signed(s))
	if best := v.facts.asks; m.buy {
		return len(best) > 0 && price.Cmp(best[0].Ticks) >= 0
	}
	best := v.facts.bids
	return len(best) == 0 || price.Cmp(best[0].Ticks) > 0
}

// window is n levels of a side, best first, that hold the order's level if it is on that side.
func (v *restsPane) window(side []book.Level, asks bool, n int) []restLevel {
	out := make([]restLevel, 0, len(side)+1)
	for _, l := range side {
		out = append(out, restLevel{ticks: l.Ticks, text: v.in.market().shape.TickText(l.Ticks),
			size: l.Size, mine: l.Mine})
	}
	s, m, at := v.in.sum(), v.in.market(), -1
	if s.complete && asks == v.amongAsks() && v.in.kind.Value() == kindLimit {
		out, at = v.insert(out, m.ticks(m.signed(s)), m.base(s), asks)
	}
	n = max(0, n) // a low pane has no room for it
	from := max(0, min(at-n+2, len(out)-n))
	return out[from:min(len(out), from+n)]
}

// insert adds the order to its level, or a level of its own.
func (v *restsPane) insert(levels []restLevel, ticks api.Amount, size api.Amount,
	asks bool) ([]restLevel, int) {
	at := 0
	for at < len(levels) {
		c := levels[at].ticks.Cmp(ticks)
		if c == 0 {
			levels[at].added = size
			return levels, at
		}
		if (c > 0) == asks {
			break
		}
		at++
	}
	own := restLevel{ticks: ticks, text: v.in.market().shape.TickText(ticks), added: size,
		bid: v.in.buying()}
	return append(levels[:at], append([]restLevel{own}, levels[at:]...)...), at
}

// restCells are the widths of the columns and the size of a full bar.
type restCells struct {
	shape       format.Pair
	price, size int
	scale       float64
}

func (l restLevel) shown(shape format.Pair) string {
	return shape.Size(l.size, api.Down)
}

func (l restLevel) line(t *ui.Theme, ask bool, c restCells, w int) string {
	style, side, bar := t.Up, "B", t.BarUp
	if l.size.IsZero() {
		ask = !l.bid
	}
	if ask {
		style, side, bar = t.Down, "A", t.BarDown
	}
	mark, tail := " ", ""
	if l.mine {
		tail = " ◆"
	}
	if !l.added.IsZero() {
		mark = t.Accent.Render("▸")
		added := "+" + c.shape.Size(l.added, api.Down)
		if tail += " " + added; w < 30 {
			tail = added
		}
	}
	head := mark + style.Render(cells.Right(l.text, c.price)+" "+side) + " " +
		cells.Right(l.shown(c.shape), c.size) + " "
	if room := min(16, w-cells.Width(head)-11); room > 0 && c.scale > 0 {
		head += bar.Render(ui.Eighths(l.size.Float()/c.scale, room))
	}
	return head + t.Accent.Render(cells.Truncate(tail, w-cells.Width(head)))
}

// better says how much is offered at better prices on the order's side.
func (v *restsPane) better(w int) string {
	s, m, t := v.in.sum(), v.in.market(), v.in.s.Env.Theme
	if v.in.kind.Value() == kindP2P {
		return t.Muted.Render(cells.Truncate(" P2P: outside the book", w))
	}
	if !s.complete {
		return t.Muted.Render(cells.Truncate(" type amount and price", w))
	}
	if b, ok := v.checker.crosses(s); ok {
		text := " ! meets " + format.Hash(b.Hash)
		if whole := text + " at once"; cells.Width(whole) <= w {
			text = whole
		}
		return t.Warn.Render(cells.Truncate(text, w))
	}
	side, verb := v.facts.bids, "bid"
	if !m.buy {
		side, verb = v.facts.asks, "offered"
	}
	price, sum := m.ticks(m.signed(s)), api.Amount{}
	for _, l := range side {
		if c := l.Ticks.Cmp(price); c == 0 || (c < 0) == m.buy {
			break
		}
		sum = l.SumSize
	}
	amount := m.shape.Some(sum)
	for _, text := range []string{
		fmt.Sprintf(" ▸ %s %s is %s at better prices", amount, cells.Clean(m.shape.Base), verb),
		" ▸ " + amount + " at better prices",
	} {
		if cells.Width(text) <= w {
			return text
		}
	}
	return " ▸ " + amount + " better"
}
