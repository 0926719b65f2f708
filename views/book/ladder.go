package book

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// flashTime is how long a changed size is bold.
const flashTime = 300 * time.Millisecond

// Ladder is an order book: asks above, bids below, the best prices next to the
// spread, a cursor on one level.
type Ladder struct {
	Pair  format.Pair
	Last  string // last price with its glyph, shown on the spread row: "▲3,020.50"
	Mine  func(api.BookOrder) bool
	Value func(quote api.Amount) string // quote units in money; nil: no value column
	State ui.State
	// Dust are how many asks and bids stand before these that are not worth the gas to take them
	Dust [2]int

	bidOrders, askOrders []api.BookOrder
	bidPools, askPools   []api.PoolLevel
	bids, asks           []Level
	width                int64      // of a level in ticks, 0: as the orders stand
	grid                 grid       // the prices that the orders stand on
	sum                  int        // what Σ and size show: base, quote, value
	onAsk                bool       // the cursor's side
	cursor               api.Amount // the price of the cursor's level in ticks
	best                 bool       // the cursor stays on the best price, whatever it is
	changed              map[levelKey]time.Time
	seen                 bool
	drawn                []ladderRow // what each row of the last Draw showed
}

// ladderRow is a level on the screen.
type ladderRow struct {
	ask bool
	at  int // index in its side, -1: no level
}

// NewLadder is an empty ladder for a pair.
func NewLadder(pair format.Pair) *Ladder {
	return &Ladder{Pair: pair, best: true, changed: map[levelKey]time.Time{}}
}

// SetBook replaces both sides, best first. Sizes that changed flash once; the command asks for the
// redraw that ends it.
func (l *Ladder) SetBook(e *ui.Env, asks, bids []api.BookOrder) tea.Cmd {
	oldAsks, oldBids := l.asks, l.bids
	l.askOrders, l.bidOrders = asks, bids
	l.grid = gridOf(l.Pair, asks, bids)
	l.group()
	if !e.Motion || !l.seen {
		l.seen = true
		return nil
	}
	clear(l.changed)
	l.compare(e.Now(), oldAsks, l.asks, true)
	l.compare(e.Now(), oldBids, l.bids, false)
	if len(l.changed) == 0 {
		return nil
	}
	return e.After(flashTime, flashOver{})
}

// flashOver only makes the screen draw again.
type flashOver struct{}

// flashLevels is how deep changes are looked for: more than any screen shows.
const flashLevels = 60

// levelKey tells levels apart from one book to the next.
type levelKey struct {
	ask   bool
	ticks api.Amount
}

// compare notes the levels near the best price whose size is another than before. Both sides are
// in the order of their prices.
func (l *Ladder) compare(now time.Time, before, after []Level, ask bool) {
	for _, v := range after[:min(len(after), flashLevels)] {
		for len(before) > 0 && before[0].Ticks.Less(v.Ticks) == ask && before[0].Ticks != v.Ticks {
			before = before[1:]
		}
		if len(before) == 0 || before[0].Ticks != v.Ticks || before[0].Size != v.Size {
			l.changed[levelKey{ask, v.Ticks}] = now
		}
	}
}

func (l *Ladder) group() {
	l.asks = withPools(l.Pair, Group(l.Pair, l.askOrders, true, l.width, l.Mine), l.askPools,
		true, l.width)
	l.bids = withPools(l.Pair, Group(l.Pair, l.bidOrders, false, l.width, l.Mine), l.bidPools,
		false, l.width)
}

// SetStep chooses the level width that comes nearest to ticks from below.
func (l *Ladder) SetStep(ticks int64) {
	for _, s := range steps {
		if s <= ticks {
			l.width = s
		}
	}
	l.group()
}

// Group is the level width as a price.
func (l *Ladder) Group() string {
	return l.Pair.TickText(api.NewAmount(uint64(max(l.width, l.grid.finest, 1))))
}

// regroup chooses the next width of levels: the first leaves every price as it is, the others are
// multiples of the tick that nearly all orders keep.
func (l *Ladder) regroup(by int) {
	widths := l.grid.widths()
	at := 0
	for i, w := range widths {
		if w <= l.width {
			at = i
		}
	}
	if l.width = widths[max(0, min(len(widths)-1, at+by))]; l.width == widths[0] {
		l.width = 0
	}
	l.group()
	if side := l.side(l.onAsk); len(side) > 0 && !l.best {
		l.cursor = side[l.near()].Ticks
	}
}

func (l *Ladder) side(ask bool) []Level {
	if ask {
		return l.asks
	}
	return l.bids
}

// near is the index of the cursor's level, or the nearest one on its side.
func (l *Ladder) near() int {
	side := l.side(l.onAsk)
	if l.best || len(side) == 0 {
		return 0
	}
	i := slices.IndexFunc(side, func(v Level) bool {
		if l.onAsk {
			return !v.Ticks.Less(l.cursor)
		}
		return !l.cursor.Less(v.Ticks)
	})
	if i < 0 {
		return len(side) - 1
	}
	return i
}

// Cursor is the level under the cursor and its side.
func (l *Ladder) Cursor() (level Level, ask, ok bool) {
	side := l.side(l.onAsk)
	if len(side) == 0 {
		return level, l.onAsk, false
	}
	return side[l.near()], l.onAsk, true
}

// Levels are the grouped sides, best first.
func (l *Ladder) Levels() (asks, bids []Level) { return l.asks, l.bids }

// Mid is the middle price as shown; false while a side is empty.
func (l *Ladder) Mid() (string, bool) {
	m, _, _, ok := spread(l.Pair, l.top(false), l.top(true))
	return m, ok
}

// Move moves the cursor by n rows: down the screen for positive n, across the
// spread where it must.
func (l *Ladder) Move(n int) {
	i := l.near()
	if len(l.side(l.onAsk)) == 0 {
		l.onAsk, i = !l.onAsk, 0
	}
	for ; n > 0; n-- {
		switch {
		case l.onAsk && i > 0:
			i--
		case l.onAsk && len(l.bids) > 0:
			l.onAsk, i = false, 0
		case !l.onAsk && i < len(l.bids)-1:
			i++
		}
	}
	for ; n < 0; n++ {
		switch {
		case !l.onAsk && i > 0:
			i--
		case !l.onAsk && len(l.asks) > 0:
			l.onAsk, i = true, 0
		case l.onAsk && i < len(l.asks)-1:
			i++
		}
	}
	if side := l.side(l.onAsk); len(side) > 0 {
		l.cursor, l.best = side[i].Ticks, false
	}
}

// Mouse handles a mouse event in the ladder's own box: a click moves the
// cursor, a click on the cursor's level is a choice (true).
func (l *Ladder) Mouse(m tea.MouseMsg) (chosen bool) {
	switch m.Button {
	case tea.MouseButtonWheelUp:
		l.Move(-1)
		return false
	case tea.MouseButtonWheelDown:
		l.Move(1)
		return false
	}
	if m.Y < 0 || m.Y >= len(l.drawn) || l.drawn[m.Y].at < 0 {
		return false
	}
	row := l.drawn[m.Y]
	side := l.side(row.ask)
	if row.at >= len(side) {
		return false
	}
	if l.onAsk == row.ask && l.near() == row.at {
		return true
	}
	l.onAsk, l.cursor, l.best = row.ask, side[row.at].Ticks, false
	return false
}

// Actions are the ladder's keys in a pane.
func (l *Ladder) Actions(pane string) []ui.Action {
	act := func(id, label, help, join string, run func(), keys ...string) ui.Action {
		return ui.Action{Scope: "book", ID: id, Pane: pane, Key: ui.Keys(keys...), Label: label,
			Help: help,
			Join: join,
			Run:  func() tea.Cmd { run(); return nil }}
	}
	out := []ui.Action{
		act("up", "level up", "level above", "level", func() { l.Move(-1) }, "up", "k"),
		act("down", "level down", "level below", "level", func() { l.Move(1) }, "down", "j"),
		act("finer", "finer levels", "finer price levels", "group", func() { l.regroup(-1) }, "["),
		act("coarser", "coarser levels", "coarser price levels", "group",
			func() { l.regroup(1) }, "]"),
		act("sum", "base/quote/value", "sums in base, quote or value", "", l.nextSum, "v"),
		act("best", "best bid", "cursor to the best bid", "best bid and ask",
			func() { l.toBest(false) }, "g", "home"),
		act("bestask", "best ask", "cursor to the best ask", "best bid and ask",
			func() { l.toBest(true) }, "G", "end"),
	}
	for i := range out[4:] {
		out[4+i].Quiet = true
	}
	return out
}

func (l *Ladder) nextSum() {
	l.sum = (l.sum + 1) % 3
	if l.sum == 2 && l.Value == nil {
		l.sum = 0
	}
}

// toBest keeps the cursor on the best price of a side until it is moved.
func (l *Ladder) toBest(ask bool) {
	if len(l.side(ask)) > 0 {
		l.onAsk, l.best = ask, true
	}
}
