package ui

import (
	"math/big"
	"slices"
	"time"

	"bourse/backend/api"
)

// flashTime is how long a changed size is bold.
const flashTime = 300 * time.Millisecond

// Ladder is an order book: asks above, bids below, the best prices next to the
// spread, a cursor on one level.
type Ladder struct {
	Pair  LadderPair
	Last  string // last price with its glyph, shown on the spread row: "▲3,020.50"
	Mine  func(api.BookOrder) bool
	Value func(quote api.Amount) string // quote units in money; nil: no value column
	State State

	bidOrders, askOrders []api.BookOrder
	bids, asks           []BookLevel
	step                 int      // index into steps
	sum                  int      // what Σ and size show: base, quote, value
	onAsk                bool     // the cursor's side
	cursor               *big.Int // nil: the best price, whatever it is
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
func NewLadder(pair LadderPair) *Ladder {
	return &Ladder{Pair: pair, changed: map[levelKey]time.Time{}}
}

// SetBook replaces both sides, best first. Sizes that changed flash once; the
// command asks for the redraw that ends it.
func (l *Ladder) SetBook(e *Env, asks, bids []api.BookOrder) Cmd {
	before := l.sizes()
	l.askOrders, l.bidOrders = asks, bids
	l.group()
	if !e.Motion || !l.seen {
		l.seen = true
		return nil
	}
	clear(l.changed)
	for key, size := range l.sizes() {
		if before[key] != size {
			l.changed[key] = e.Now()
		}
	}
	if len(l.changed) == 0 {
		return nil
	}
	return After(flashTime, flashOver{})
}

// flashOver only makes the screen draw again.
type flashOver struct{}

// flashLevels is how deep changes are looked for: more than any screen shows.
const flashLevels = 60

// levelKey tells levels apart from one book to the next.
type levelKey struct {
	ask   bool
	price string
}

func (l *Ladder) sizes() map[levelKey]api.Amount {
	out := make(map[levelKey]api.Amount, 2*flashLevels)
	for _, ask := range []bool{true, false} {
		side := l.side(ask)
		for _, v := range side[:min(len(side), flashLevels)] {
			out[levelKey{ask, v.Text}] = v.Size
		}
	}
	return out
}

func (l *Ladder) group() {
	l.asks = l.Pair.GroupBook(l.askOrders, true, steps[l.step], l.Mine)
	l.bids = l.Pair.GroupBook(l.bidOrders, false, steps[l.step], l.Mine)
}

// SetStep chooses the level width that comes nearest to ticks from below.
func (l *Ladder) SetStep(ticks int64) {
	for i, s := range steps {
		if s <= ticks {
			l.step = i
		}
	}
	l.group()
}

// Group is the level width as a price.
func (l *Ladder) Group() string { return tickText(big.NewInt(steps[l.step]), l.Pair.PricePlaces) }

func (l *Ladder) regroup(by int) {
	l.step = max(0, min(len(steps)-1, l.step+by))
	l.group()
	if side := l.side(l.onAsk); len(side) > 0 && l.cursor != nil {
		l.cursor = side[l.near()].Price
	}
}

func (l *Ladder) side(ask bool) []BookLevel {
	if ask {
		return l.asks
	}
	return l.bids
}

// near is the index of the cursor's level, or the nearest one on its side.
func (l *Ladder) near() int {
	side := l.side(l.onAsk)
	if l.cursor == nil || len(side) == 0 {
		return 0
	}
	i := slices.IndexFunc(side, func(v BookLevel) bool {
		if l.onAsk {
			return v.Price.Cmp(l.cursor) >= 0
		}
		return v.Price.Cmp(l.cursor) <= 0
	})
	if i < 0 {
		return len(side) - 1
	}
	return i
}

// Cursor is the level under the cursor and its side.
func (l *Ladder) Cursor() (level BookLevel, ask, ok bool) {
	side := l.side(l.onAsk)
	if len(side) == 0 {
		return level, l.onAsk, false
	}
	return side[l.near()], l.onAsk, true
}

// Levels are the grouped sides, best first.
func (l *Ladder) Levels() (asks, bids []BookLevel) { return l.asks, l.bids }

// Mid is the middle price as shown; false while a side is empty.
func (l *Ladder) Mid() (string, bool) {
	m, _, _, ok := mid(l.bids, l.asks, l.Pair.PricePlaces)
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
		l.cursor = side[i].Price
	}
}

// Mouse handles a mouse event in the ladder's own box: a click moves the
// cursor, a click on the cursor's level is a choice (true).
func (l *Ladder) Mouse(m MouseMsg) (chosen bool) {
	switch m.Kind {
	case WheelUp:
		l.Move(-1)
		return false
	case WheelDown:
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
	l.onAsk, l.cursor = row.ask, side[row.at].Price
	return false
}

// Actions are the ladder's keys in a pane.
func (l *Ladder) Actions(pane string) []Action {
	act := func(id, label, help, join string, run func(), keys ...Key) Action {
		return Action{Scope: "book", ID: id, Pane: pane, Keys: keys, Label: label, Help: help, Join: join,
			Run: func() Cmd { run(); return nil }}
	}
	out := []Action{
		act("up", "level up", "level above", "level", func() { l.Move(-1) }, "up", "k"),
		act("down", "level down", "level below", "level", func() { l.Move(1) }, "down", "j"),
		act("finer", "finer levels", "finer price levels", "group", func() { l.regroup(-1) }, "["),
		act("coarser", "coarser levels", "coarser price levels", "group", func() { l.regroup(1) }, "]"),
		act("sum", "base/quote/value", "sums in base, quote or value", "", l.nextSum, "v"),
		act("best", "best bid", "cursor to the best bid", "best bid and ask", func() { l.toBest(false) }, "g", "home"),
		act("bestask", "best ask", "cursor to the best ask", "best bid and ask", func() { l.toBest(true) }, "G", "end"),
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
		l.onAsk, l.cursor = ask, nil
	}
}
