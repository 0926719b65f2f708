package order

import (
	"fmt"
	"math/big"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// panels are the form and what stands beside it.
func (o *Screen) panels() []ui.Panel {
	columns := o.area.Columns(ui.Fixed(52), ui.Fill(1))
	if o.area.Wide() {
		columns = o.area.Columns(ui.Percent(55), ui.Fill(1))
	}
	title := "New order"
	if !o.noPair() {
		title += " · " + o.pairName()
	}
	form := ui.Panel{Name: paneForm, Box: columns[0], Title: title, Right: "step 1 of 2", Draw: o.drawForm, Mouse: o.formMouse}
	rows := columns[1].Rows(ui.Percent(43), ui.Percent(25), ui.Fill(1))
	if !o.area.Tall() {
		rows = columns[1].Rows(ui.Fill(1), ui.Fixed(6))
	}
	out := []ui.Panel{form,
		{Box: rows[0], Title: "Where it rests", Right: o.s.Env.Old(o.bookAt, 3*beatTime), Draw: o.drawRests},
		{Box: rows[1], Title: "Compare", Draw: o.drawCompare},
	}
	if len(rows) > 2 {
		out = append(out, ui.Panel{Box: rows[2], Title: "Balance use", Draw: o.drawUse})
	}
	return out
}

// Draw implements ui.Screen.
func (o *Screen) Draw(area ui.Box) string {
	o.area = area
	return ui.DrawPanels(o.s.Env, area, &o.Ring, o.panels())
}

func (o *Screen) drawForm(area ui.Box, focused bool) string {
	o.form.Extra = o.raw(area)
	return o.form.Draw(o.s.Env, area, focused)
}

func (o *Screen) formMouse(m ui.MouseMsg) ui.Cmd { return o.form.Mouse(m) }

// raw shows what is signed: the integers, and whose they are.
func (o *Screen) raw(area ui.Box) string {
	s, t := o.sum(), o.s.Env.Theme
	line := func(what string, token api.Token, a api.Amount, unit string) string {
		text := ui.Unknown
		if s.complete {
			text = a.String() + unit
		}
		head := fmt.Sprintf(" %s %s %s", what, ui.Left(views.Symbol(token), 6), ui.ShortAddress(token.Address.Hex()))
		return ui.Spread(t.Muted.Render(head), text+" ", area.W)
	}
	maker, taker, unit := "makerAsset ", "takerAsset ", " raw"
	if area.W < 56 {
		maker, taker, unit = "maker", "taker", ""
	}
	lines := []string{line(maker, o.payToken(), s.pay, unit), line(taker, o.getToken(), s.get, unit)}
	if area.H >= 28 {
		rule := " ─ order " + strings.Repeat("─", max(0, area.W-10))
		lines = append([]string{"", t.Muted.Render(rule)}, lines...)
		lines = append(lines, t.Muted.Render(" maker       "+ui.Clean(o.s.Account.Name)+"  "+ui.ShortAddress(o.s.Account.Address.Hex())),
			t.Muted.Render(" nonce       a random number, drawn when you review"))
	}
	return strings.Join(lines, "\n")
}

// drawRests shows the book around the order's price, with the order in it.
func (o *Screen) drawRests(area ui.Box, _ bool) string {
	t := o.s.Env.Theme
	if len(o.asks)+len(o.bids) == 0 {
		if note := o.bookState.Lines(o.s.Env, 0, area.W, area.H); note != nil {
			return strings.Join(note, "\n")
		}
	}
	room := area.H - 3 // summary, blank, middle
	near, far := max(1, room/4), room-max(1, room/4)
	asks, bids := o.window(o.asks, true, near), o.window(o.bids, false, far)
	if !o.buying() {
		asks, bids = o.window(o.asks, true, far), o.window(o.bids, false, near)
	}
	lines, shape := []string{o.better(area.W), ""}, o.market().shape
	var c restCells
	for _, l := range append(append([]restLevel(nil), asks...), bids...) {
		c.scale = max(c.scale, l.size.Float())
		c.price, c.size = max(c.price, ui.Width(l.text)), max(c.size, ui.Width(l.shown(shape)))
	}
	c.shape = shape
	for i := len(asks) - 1; i >= 0; i-- {
		lines = append(lines, asks[i].line(t, true, c, area.W))
	}
	mid, _ := o.mid()
	head := " " + mid.Format(shape.BaseDecimals, shape.QuoteDecimals, shape.PricePlaces, api.Down) + " mid "
	lines = append(lines, t.Muted.Render(head+strings.Repeat("─", max(0, min(24, area.W-ui.Width(head)-1)))))
	for _, l := range bids {
		lines = append(lines, l.line(t, false, c, area.W))
	}
	return strings.Join(lines, "\n")
}

// restLevel is a level of the book, with what the order would add to it.
type restLevel struct {
	ticks *big.Int
	text  string
	size  api.Amount
	mine  bool
	added api.Amount
}

// window is n levels of a side, best first, that hold the order's level if it is on that side.
func (o *Screen) window(side []ui.BookLevel, asks bool, n int) []restLevel {
	out := make([]restLevel, 0, len(side)+1)
	for _, l := range side {
		out = append(out, restLevel{ticks: l.Price, text: l.Text, size: l.Size, mine: l.Mine})
	}
	s, m, at := o.sum(), o.market(), -1
	if s.complete && asks != m.buy && o.kind.Value() == kindLimit {
		out, at = o.insert(out, m.ticks(m.signed(s)), m.base(s), asks)
	}
	from := max(0, min(at-n+2, len(out)-n))
	return out[from:min(len(out), from+n)]
}

// insert adds the order to its level, or a level of its own.
func (o *Screen) insert(levels []restLevel, ticks *big.Int, size api.Amount, asks bool) ([]restLevel, int) {
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
	p, _ := views.TickPrice(o.market().shape, ticks)
	shape := o.market().shape
	own := restLevel{ticks: ticks, text: p.Format(shape.BaseDecimals, shape.QuoteDecimals, shape.PricePlaces, api.Down), added: size}
	return append(levels[:at], append([]restLevel{own}, levels[at:]...)...), at
}

// restCells are the widths of the columns and the size of a full bar.
type restCells struct {
	shape       ui.LadderPair
	price, size int
	scale       float64
}

func (l restLevel) shown(shape ui.LadderPair) string {
	return l.size.Format(shape.BaseDecimals, shape.SizePlaces, api.Down)
}

func (l restLevel) line(t *ui.Theme, ask bool, c restCells, w int) string {
	style, side, bar := t.Up, "B", t.BarUp
	if ask {
		style, side, bar = t.Down, "A", t.BarDown
	}
	mark, tail := " ", ""
	if l.mine {
		tail = " ◆"
	}
	if !l.added.IsZero() {
		mark = t.Accent.Render("▸")
		added := "+" + l.added.Format(c.shape.BaseDecimals, c.shape.SizePlaces, api.Down)
		if tail += " " + added; w < 30 {
			tail = added
		}
	}
	head := mark + style.Render(ui.Right(l.text, c.price)+" "+side) + " " + ui.Right(l.shown(c.shape), c.size) + " "
	if room := min(16, w-ui.Width(head)-11); room > 0 && c.scale > 0 {
		head += bar.Render(ui.Eighths(l.size.Float()/c.scale, room))
	}
	return head + t.Accent.Render(ui.Truncate(tail, w-ui.Width(head)))
}

// better says how much is offered at better prices on the order's side.
func (o *Screen) better(w int) string {
	s, m, t := o.sum(), o.market(), o.s.Env.Theme
	if o.kind.Value() == kindP2P {
		return t.Muted.Render(ui.Truncate(" P2P: outside the book", w))
	}
	if !s.complete {
		return t.Muted.Render(ui.Truncate(" type amount and price", w))
	}
	if b, ok := o.crosses(s); ok {
		return t.Warn.Render(ui.Truncate(" ! meets "+short(b)+" at once", w))
	}
	side, verb := o.bids, "bid"
	if !m.buy {
		side, verb = o.asks, "offered"
	}
	price, sum := m.ticks(m.signed(s)), api.Amount{}
	for _, l := range side {
		if c := l.Price.Cmp(price); c == 0 || (c < 0) == m.buy {
			break
		}
		sum = l.SumSize
	}
	amount := sum.Format(m.shape.BaseDecimals, m.shape.SizePlaces, api.Down)
	for _, text := range []string{
		fmt.Sprintf(" ▸ %s %s is %s at better prices", amount, ui.Clean(m.shape.Base), verb),
		" ▸ " + amount + " at better prices",
	} {
		if ui.Width(text) <= w {
			return text
		}
	}
	return " ▸ " + amount + " better"
}

// drawCompare says what taking from the book would bring for the same payment.
func (o *Screen) drawCompare(area ui.Box, _ bool) string {
	s, m, t := o.sum(), o.market(), o.s.Env.Theme
	if !s.complete {
		return t.Muted.Render(" if you took instead")
	}
	w, price := sweepAsks(o.book.Asks, s.pay), api.Price{}
	if !m.buy {
		w = sweepBids(o.book.Bids, s.pay)
	}
	if w.got.IsZero() {
		return t.Muted.Render(" the book has nothing to take")
	}
	price = m.signed(sum{pay: w.paid, get: w.got})
	return strings.Join(o.compared(w, price, gain(w.got, s.get), area.W), "\n")
}

// compared puts a sweep in lines, in fewer words where there is little room.
func (o *Screen) compared(w sweep, price api.Price, gain float64, width int) []string {
	pay, get, shape, t := o.payToken(), o.getToken(), o.market().shape, o.s.Env.Theme
	paid := shown(w.paid, pay, api.Up) + " " + views.Symbol(pay)
	got := "→ " + shown(w.got, get, api.Down) + " " + views.Symbol(get)
	effective, impact := price.Format(shape.BaseDecimals, shape.QuoteDecimals, shape.PricePlaces, api.Down), ""
	if mid, ok := o.mid(); ok {
		impact = ui.SignedPercent(float64(views.OffBy(price, mid))/100, 2)
	}
	worth := ui.SignedPercent(gain, 2)
	if width < 40 {
		last := worth + " for it, " + orders(w.orders)
		if !w.enough {
			last = "! no more in the book"
		}
		return []string{" " + paid, " " + got, " at " + effective + "  " + impact, t.Muted.Render(" " + last)}
	}
	last := worth + " for the same payment, " + orders(w.orders)
	if !w.enough {
		last = "! the book takes that much only"
	}
	return []string{t.Muted.Render(" if you take from the book instead:"), " " + paid + " " + got, " effective " + effective + "   " + impact + " vs mid", t.Muted.Render(" " + last)}
}

// gain is how much more one amount is than another, in percent: for a label.
func gain(a, than api.Amount) float64 { return 100 * (a.Float()/than.Float() - 1) }

func orders(n int) string {
	if n == 1 {
		return "1 order"
	}
	return ui.Count(n) + " orders"
}

// drawUse says what the order leaves.
func (o *Screen) drawUse(area ui.Box, _ bool) string {
	t, f, s := o.payToken(), o.funds, o.sum()
	state := ui.State{What: "your balance", Loading: !f.known, Err: o.fundsErr, Retry: beatTime}
	if note := state.Lines(o.s.Env, 0, area.W, area.H); note != nil {
		return strings.Join(note, "\n")
	}
	left := shown(f.free().Sub(s.pay), t, api.Down)
	if f.free().Less(s.pay) {
		left = ui.Minus + shown(s.pay.Sub(f.free()), t, api.Up)
	}
	const width = 34
	theme := o.s.Env.Theme
	line := func(key, value string) string {
		return ui.Spread(" "+theme.Muted.Render(key), value, min(width, area.W-1))
	}
	native := f.native.Format(18, 4, api.Down) + " " + ui.Clean(o.s.Network.Symbol)
	return strings.Join([]string{
		line("balance", shown(f.balance, t, api.Down)+" "+views.Symbol(t)),
		line("open orders", shown(f.claimed, t, api.Up)+" "+views.Symbol(t)),
		line("this order", shown(s.pay, t, api.Up)+" "+views.Symbol(t)),
		line("left", left+" "+views.Symbol(t)), "",
		line("native for gas", native),
	}, "\n")
}
