package compose

import (
	"fmt"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// Orders of the later forms buy an exact amount, or trade in slices by one signature. The form
// makes the order of what is on the screen; what the service builds is only held against that.

// wantsLater tells whether what is typed needs a later form. A series is signed order by order
// where the network has none.
func (w *inputs) wantsLater() bool { return w.buys() || w.plan.is(inSeries) }

// later tells whether an order of a later form is made of the quote.
func (q *quote) later() bool { return q.price != nil && q.price.Bridge != nil }

// sliced tells whether a series is one order in slices, as far as the newest quote tells.
func (w *quoter) sliced() bool { return w.in.plan.is(inSeries) && w.newest.later() }

// signatures is how many orders are signed, one after the other.
func (w *quoter) signatures() int {
	n, _ := w.in.plan.orders()
	if w.sliced() {
		return 1
	}
	return n
}

// typedMost is the most that a purchase spends by the price that is typed for it.
func (w *inputs) typedMost() (a api.Amount, why string) {
	if !w.buys() || !w.plan.ownFloor() {
		return a, ""
	}
	bought, _ := w.typed()
	return w.piece().Cost(strings.TrimSpace(w.plan.least.Value()), bought)
}

func (w *inputs) mostBelow() (below, why string) {
	most, why := w.typedMost()
	if !most.IsZero() {
		below = format.Fine(most, w.pair.Src, api.Down) + " " + views.Symbol(w.pair.Src) + " in all"
	}
	return below, why
}

// laterTerms are what an order of a later form is made of: the newest quote and what is typed.
func (w *quoter) laterTerms() *api.DeltaTerms {
	p := w.newest.price
	t := &api.DeltaTerms{Type: api.DeltaTypeOrder, Side: api.Sell, Src: p.SrcToken,
		Dest: p.DestToken, Input: p.SrcAmount, Output: p.DestAmount}
	if w.in.buys() {
		t.Side = api.Buy
	}
	if w.in.plan.ownFloor() {
		limit, _ := w.in.typedMost()
		if !w.in.buys() {
			_, terms := w.newest.partnerTerms()
			least, _ := w.in.leastOf(0)
			limit = eip712.WithFlatFee(least, terms)
		}
		t.Limit = &limit
	}
	if !w.sliced() {
		return t
	}
	n, _ := w.in.plan.orders()
	t.Type, t.Slices = api.DeltaTypeTWAP, uint32(n)
	t.Interval = uint64(w.in.plan.interval() / time.Second)
	if t.Total, _ = w.in.typed(); w.in.buys() {
		t.Type, t.Most = api.DeltaTypeTWAPBuy, p.SrcAmount.MulDivUp(t.Total, p.DestAmount)
	}
	return t
}

// laterRequest asks for the order of a later form that the form shows; deadline, nonce and permit
// are put in where it is signed.
func (w *quoter) laterRequest() api.DeltaBuildRequest {
	slippage, _ := w.in.slippage()
	to, _ := w.in.beneficiary()
	of, _ := w.newest.partnerTerms()
	return api.DeltaBuildRequest{
		ChainID: w.s.Network.ChainID, Owner: w.s.Account.Address, Beneficiary: to,
		Slippage: &slippage, Terms: w.laterTerms(),
		PartiallyFillable: w.in.partial.Value() == parts,
		PartnerAddress:    of.PartnerAddress, PartnerFeeBps: feeBps(of),
		PartnerTakesSurplus: of.TakeSurplus,
	}
}

// laterOrder is the order of a later form that is made of what is on the screen.
func (w *quoter) laterOrder() api.DeltaOrder {
	r := w.laterRequest()
	return eip712.DeltaOrderOf(&r)
}

// most is what a purchase spends at most, zero while no quote tells.
func (w *quoter) most() api.Amount {
	if most, _ := w.in.typedMost(); !most.IsZero() {
		return most
	}
	if !w.fits() || !w.newest.later() {
		return api.Amount{}
	}
	return w.laterOrder().SrcAmount
}

// lasts is how long an order in slices takes beyond the life that is chosen.
func (w *quoter) lasts() time.Duration {
	if !w.sliced() {
		return 0
	}
	n, _ := w.in.plan.orders()
	return time.Duration(n) * w.in.plan.interval()
}

// slicesCheck says which kind of a series it is.
func (w *checker) slicesCheck() ui.Check {
	n, _ := w.in.plan.orders()
	if w.in.planProblem() != "" {
		return ui.Check{Text: "a series"}
	}
	if !w.quotes.fits() {
		return ui.Check{Text: "a series of " + fmt.Sprint(n)}
	}
	if !w.quotes.sliced() {
		return ui.Check{Level: ui.Warn, Text: fmt.Sprintf(
			"%d signatures now; the service sends each at its time, at today's floor", n)}
	}
	return ui.Check{Level: ui.OK, Text: fmt.Sprintf(
		"one signature for %d slices, at least %s apart, at today's %s each", n,
		w.in.plan.every.Value(), w.boundName())}
}

// boundName is what the owner's bound is called.
func (w *checker) boundName() string {
	if w.in.buys() {
		return "most"
	}
	return "floor"
}

// laterProblem is what an order of a later form cannot be, "" where it can.
func (w *checker) laterProblem() string {
	if !w.quotes.fits() {
		return ""
	}
	switch q := &w.quotes.newest; {
	case w.in.buys() && !q.later():
		return "Delta sells exact amounts only here: choose SELL"
	case w.in.plan.triggered() && q.later():
		return "this server holds no order back: choose now, my price or a series"
	}
	return ""
}

// mostCheck says how far the most that is typed is from the quote.
func (w *checker) mostCheck(most api.Amount, off int64) ui.Check {
	text := "at most " + format.Fine(most, w.pair.Src, api.Up) + " in all, "
	switch {
	case off < 0:
		return ui.Check{Text: text + api.Percent(-off) +
			" below the quote: it waits until somebody meets it"}
	case off == 0:
		return ui.Check{Text: text + "at the quote"}
	}
	level, _ := views.AgainstMarket(off, "")
	return ui.Check{Level: level, Text: text + api.Percent(off) + " above the quote"}
}
