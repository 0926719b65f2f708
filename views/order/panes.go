package order

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/format"
)

// panes are the form and what stands beside it.
func (o *limitForm) panes() []ui.Slot {
	columns := o.area.Columns(cells.Fixed(52), cells.Fill(1))
	if o.area.Wide() {
		columns = o.area.Columns(cells.Percent(55), cells.Fill(1))
	}
	title := "New order"
	if !o.noPair() {
		title += " · " + o.pairName()
	}
	form := ui.Slot{Name: paneForm, Box: columns[0], Title: title, Right: "step 1 of 2",
		Draw: o.drawForm, Mouse: o.formMouse}
	rows := columns[1].Rows(cells.Percent(43), cells.Percent(25), cells.Fill(1))
	if !o.area.Tall() {
		rows = columns[1].Rows(cells.Fill(1), cells.Fixed(6))
	}
	out := []ui.Slot{form,
		{Box: rows[0], Title: "Where it rests", Right: o.s.Env.Old(o.facts.bookAt, 3*beatTime),
			Draw: side{o}.drawRests},
		{Box: rows[1], Title: "Compare", Draw: side{o}.drawCompare},
	}
	if len(rows) > 2 {
		out = append(out, ui.Slot{Box: rows[2], Title: "Balance use", Draw: side{o}.drawUse})
	}
	return out
}

// Draw implements ui.Screen.
func (o *limitForm) Draw(area cells.Box) string {
	o.area = area
	return ui.DrawPanes(o.s.Env, area, &o.Ring, o.panes())
}

func (o *limitForm) drawForm(area cells.Box, focused bool) string {
	return o.form.Draw(o.s.Env, area, focused)
}

func (o *limitForm) formMouse(m tea.MouseMsg) tea.Cmd { return o.form.Mouse(m) }

// side draws what stands beside the fields of a form; it reads the form and changes nothing.
type side struct{ o *limitForm }

// raw shows what is signed: the integers, and whose they are.
func (v side) raw(area cells.Box) string {
	s, t := v.o.sum(), v.o.s.Env.Theme
	line := func(what string, token api.Token, a api.Amount, unit string) string {
		text := ui.Unknown
		if s.complete {
			text = a.String() + unit
		}
		head := fmt.Sprintf(" %s %s %s", what, cells.Left(views.Symbol(token), 6),
			v.o.s.ShortAddress(token.Address))
		return cells.Spread(t.Muted.Render(head), text+" ", area.W)
	}
	maker, taker, unit := "makerAsset ", "takerAsset ", " raw"
	if area.W < 56 {
		maker, taker, unit = "maker", "taker", ""
	}
	lines := []string{line(maker, v.o.payToken(), s.pay, unit),
		line(taker, v.o.getToken(), s.get, unit)}
	if area.H >= 28 {
		rule := " ─ order " + strings.Repeat("─", max(0, area.W-10))
		lines = append([]string{"", t.Muted.Render(rule)}, lines...)
		lines = append(lines, t.Muted.Render(
			" maker       "+cells.Clean(v.o.s.Account.Name)+"  "+format.Address(
				v.o.s.Account.Address)),
			t.Muted.Render(" nonce       a random number, drawn when you review"))
	}
	return strings.Join(lines, "\n")
}

// drawRests shows the book around the order's price, with the order in it.
func (v side) drawRests(area cells.Box, _ bool) string {
	t := v.o.s.Env.Theme
	if len(v.o.facts.asks)+len(v.o.facts.bids) == 0 {
		if note := v.o.facts.bookState.Lines(v.o.s.Env, 0, area.W, area.H); note != nil {
			return strings.Join(note, "\n")
		}
	}
	room := area.H - 3 // summary, blank, middle
	near, far := max(1, room/4), room-max(1, room/4)
	asks, bids := v.window(v.o.facts.asks, true, near), v.window(v.o.facts.bids, false, far)
	if v.amongAsks() {
		asks, bids = v.window(v.o.facts.asks, true, far), v.window(v.o.facts.bids, false, near)
	}
	lines, shape := []string{v.better(area.W), ""}, v.o.market().shape
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
	mid, name, _ := v.o.facts.yardstick()
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
func (v side) amongAsks() bool {
	s, m := v.o.sum(), v.o.market()
	if !s.complete {
		return !m.buy
	}
	price := m.ticks(m.signed(s))
	if best := v.o.facts.asks; m.buy {
		return len(best) > 0 && price.Cmp(best[0].Ticks) >= 0
	}
	best := v.o.facts.bids
	return len(best) == 0 || price.Cmp(best[0].Ticks) > 0
}

// window is n levels of a side, best first, that hold the order's level if it is on that side.
func (v side) window(side []book.Level, asks bool, n int) []restLevel {
	out := make([]restLevel, 0, len(side)+1)
	for _, l := range side {
		out = append(out, restLevel{ticks: l.Ticks, text: v.o.market().shape.TickText(l.Ticks),
			size: l.Size, mine: l.Mine})
	}
	s, m, at := v.o.sum(), v.o.market(), -1
	if s.complete && asks == v.amongAsks() && v.o.kind.Value() == kindLimit {
		out, at = v.insert(out, m.ticks(m.signed(s)), m.base(s), asks)
	}
	n = max(0, n) // a low pane has no room for it
	from := max(0, min(at-n+2, len(out)-n))
	return out[from:min(len(out), from+n)]
}

// insert adds the order to its level, or a level of its own.
func (v side) insert(levels []restLevel, ticks api.Amount, size api.Amount,
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
	own := restLevel{ticks: ticks, text: v.o.market().shape.TickText(ticks), added: size,
		bid: v.o.buying()}
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
func (v side) better(w int) string {
	s, m, t := v.o.sum(), v.o.market(), v.o.s.Env.Theme
	if v.o.kind.Value() == kindP2P {
		return t.Muted.Render(cells.Truncate(" P2P: outside the book", w))
	}
	if !s.complete {
		return t.Muted.Render(cells.Truncate(" type amount and price", w))
	}
	if b, ok := v.o.crosses(s); ok {
		text := " ! meets " + format.Hash(b.Hash)
		if whole := text + " at once"; cells.Width(whole) <= w {
			text = whole
		}
		return t.Warn.Render(cells.Truncate(text, w))
	}
	side, verb := v.o.facts.bids, "bid"
	if !m.buy {
		side, verb = v.o.facts.asks, "offered"
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

// drawCompare says what taking from the book would bring for the same payment.
func (v side) drawCompare(area cells.Box, _ bool) string {
	s, m, t := v.o.sum(), v.o.market(), v.o.s.Env.Theme
	if !s.complete {
		return t.Muted.Render(" if you took instead")
	}
	w, price := sweepAsks(v.o.facts.book.Asks, s.pay), api.Price{}
	if !m.buy {
		w = sweepBids(v.o.facts.book.Bids, s.pay)
	}
	if w.got.IsZero() {
		return t.Muted.Render(" the book has nothing to take")
	}
	price = m.signed(sum{pay: w.paid, get: w.got})
	return strings.Join(v.compared(w, price, s.get, area.W), "\n")
}

// compared puts a sweep in lines, in fewer words where there is little room.
func (v side) compared(w sweep, price api.Price, wanted api.Amount, width int) []string {
	pay, get, shape, t := v.o.payToken(), v.o.getToken(), v.o.market().shape, v.o.s.Env.Theme
	paid := format.Amount(w.paid, pay, api.Up) + " " + views.Symbol(pay)
	got := "→ " + format.Amount(w.got, get, api.Down) + " " + views.Symbol(get)
	effective, impact := shape.Price(price), ""
	if off, ok := v.o.facts.offMid(price, v.o.buying()); ok {
		impact = format.Bps(off)
	}
	_, name, _ := v.o.facts.yardstick()
	n, _ := format.AmountOffBy(w.got, wanted) // what is signed gets something
	worth := format.Bps(n)
	if width < 40 {
		last := worth + " for it, " + ui.Counted(w.orders, "order")
		if !w.enough {
			last = "! no more in the book"
		}
		return []string{" " + paid, " " + got, " at " + effective + "  " + impact,
			t.Muted.Render(" " + last)}
	}
	last := worth + " for the same payment, " + ui.Counted(w.orders, "order")
	if !w.enough {
		last = "! the book takes that much only"
	}
	return []string{t.Muted.Render(" if you take from the book instead:"), " " + paid + " " + got,
		" effective " + effective + "   " + impact + " vs " + name, t.Muted.Render(" " + last)}
}

// drawUse says what the order leaves.
func (v side) drawUse(area cells.Box, _ bool) string {
	t, f, s := v.o.payToken(), v.o.facts.funds, v.o.sum()
	state := ui.State{What: "your balance", Loading: !f.known, Err: v.o.facts.fundsErr,
		Retry: beatTime}
	if note := state.Lines(v.o.s.Env, 0, area.W, area.H); note != nil {
		return strings.Join(note, "\n")
	}
	left := format.Amount(f.free().Sub(s.pay), t, api.Down)
	if f.free().Less(s.pay) {
		left = ui.Minus + format.Amount(s.pay.Sub(f.free()), t, api.Up)
	}
	const width = 34
	theme := v.o.s.Env.Theme
	line := func(key, value string) string {
		return cells.Spread(" "+theme.Muted.Render(key), value, min(width, area.W-1))
	}
	native := f.native.Format(18, 4, api.Down) + " " + cells.Clean(v.o.s.Network.Symbol)
	return strings.Join([]string{
		line("balance", format.Amount(f.balance, t, api.Down)+" "+views.Symbol(t)),
		line("open orders", format.Amount(f.claimed, t, api.Up)+" "+views.Symbol(t)),
		line("this order", format.Amount(s.pay, t, api.Up)+" "+views.Symbol(t)),
		line("left", left+" "+views.Symbol(t)), "",
		line("native for gas", native),
	}, "\n")
}
