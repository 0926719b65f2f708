package order

import (
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

// comparePane says what taking from the book would bring for the same payment.
type comparePane struct {
	ui.Display
	in    *inputs
	facts *facts
}

func (*comparePane) Title() (title, right string) { return "Compare", "" }

func (v *comparePane) Draw(area cells.Box, _ bool) string {
	s, m, t := v.in.sum(), v.in.market(), v.in.s.Env.Theme
	if !s.complete {
		return t.Muted.Render(" if you took instead")
	}
	w, price := sweepAsks(v.facts.book.Asks, s.pay), api.Price{}
	if !m.buy {
		w = sweepBids(v.facts.book.Bids, s.pay)
	}
	if w.got.IsZero() {
		return t.Muted.Render(" the book has nothing to take")
	}
	price = m.signed(sum{pay: w.paid, get: w.got})
	return strings.Join(v.compared(w, price, s.get, area.W), "\n")
}

// compared puts a sweep in lines, in fewer words where there is little room.
func (v *comparePane) compared(w sweep, price api.Price, wanted api.Amount, width int) []string {
	pay, get, shape, t := v.in.payToken(), v.in.getToken(), v.in.market().shape, v.in.s.Env.Theme
	paid := format.Amount(w.paid, pay, api.Up) + " " + views.Symbol(pay)
	got := "→ " + format.Amount(w.got, get, api.Down) + " " + views.Symbol(get)
	effective, impact := shape.Price(price), ""
	if off, ok := v.facts.offMid(price, v.in.buying()); ok {
		impact = format.Bps(off)
	}
	_, name, _ := v.facts.yardstick()
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

// usePane says what the order leaves of what the account holds.
type usePane struct {
	ui.Display
	in    *inputs
	facts *facts
}

func (*usePane) Title() (title, right string) { return "Balance use", "" }

func (v *usePane) Draw(area cells.Box, _ bool) string {
	t, f, s := v.in.payToken(), v.facts.funds, v.in.sum()
	state := ui.State{What: "your balance", Loading: !f.known, Err: v.facts.fundsErr,
		Retry: beatTime}
	if note := state.Lines(v.in.s.Env, 0, area.W, area.H); note != nil {
		return strings.Join(note, "\n")
	}
	left := format.Amount(f.free().Sub(s.pay), t, api.Down)
	if f.free().Less(s.pay) {
		left = ui.Minus + format.Amount(s.pay.Sub(f.free()), t, api.Up)
	}
	const width = 34
	theme := v.in.s.Env.Theme
	line := func(key, value string) string {
		return cells.Spread(" "+theme.Muted.Render(key), value, min(width, area.W-1))
	}
	native := f.native.Format(18, 4, api.Down) + " " + cells.Clean(v.in.s.Network.Symbol)
	return strings.Join([]string{
		line("balance", format.Amount(f.balance, t, api.Down)+" "+views.Symbol(t)),
		line("open orders", format.Amount(f.claimed, t, api.Up)+" "+views.Symbol(t)),
		line("this order", format.Amount(s.pay, t, api.Up)+" "+views.Symbol(t)),
		line("left", left+" "+views.Symbol(t)), "",
		line("native for gas", native),
	}, "\n")
}
