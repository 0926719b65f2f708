package compose

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// What the choices of when to sell are called.
const (
	atNow    = "now"
	atPrice  = "my price"
	atStop   = "stop"
	atTrail  = "trailing stop"
	atProfit = "take profit"
	atEither = "stop or profit"
	inSeries = "in a series"
)

var (
	allTimes = []string{atNow, atPrice, atStop, atTrail, atProfit, atEither, inSeries}
	buyTimes = []string{atNow, atPrice, inSeries}
)

const (
	defaultSeries = "4"
	longLife      = "7d" // of orders that wait for a price
)

// plan is when an order is to be auctioned and for how little: its fields, read as what they mean.
type plan struct {
	when, least, worth, count, every *form.Field
	trail, trailOf                   *form.Field // of a trailing stop
	profit, profitLeast              *form.Field // of the other order of a stop or profit
}

// inPercent is how a trail's distance is given unless a price is chosen.
const inPercent = "%"

func newPlan() plan {
	number := func(id, label string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: form.NumberField, Input: ui.Number()}
	}
	p := plan{
		when:  &form.Field{ID: "when", Label: "When", Kind: form.ChoiceField, Choices: allTimes},
		least: number("least", "At least"), worth: number("worth", "Once at"),
		count:  number("count", "Orders"),
		every:  &form.Field{ID: "every", Label: "  every", Kind: form.ChoiceField},
		trail:  number("trail", "Trails by"),
		profit: number("profit", "Or at"), profitLeast: number("profitleast", "At least"),
		trailOf: &form.Field{ID: "trailof", Label: "  in", Kind: form.ChoiceField,
			Choices: []string{inPercent, ""}},
	}
	p.every.Choices = views.SlicePauseNames()
	p.reset()
	return p
}

func (p plan) reset() {
	p.when.Chosen, p.every.Chosen, p.trailOf.Chosen = 0, 0, 0
	for _, f := range []*form.Field{p.least, p.worth, p.trail, p.profit, p.profitLeast} {
		f.Input.Set("")
	}
	p.count.Input.Fill(defaultSeries)
}

// wait fills in what an order waits for.
func (p plan) wait(t views.TypedTrigger) {
	p.when.Choose(atStop)
	p.worth.Input.Fill(t.At)
	switch {
	case t.Trail:
		p.when.Choose(atTrail)
		p.worth.Input.Set("")
		distance, percent := strings.CutSuffix(t.At, "%")
		p.trail.Input.Fill(distance)
		if !percent {
			p.trailOf.Chosen = 1
		}
	case t.OrAt != "":
		p.when.Choose(atEither)
		p.profit.Input.Fill(t.OrAt)
		p.profitLeast.Input.Fill(t.OrLeast)
	case t.Profit:
		p.when.Choose(atProfit)
	}
	p.least.Input.Fill(t.Least)
}

// slice fills in a series.
func (p plan) slice(n uint32, every time.Duration) {
	p.when.Choose(inSeries)
	p.count.Input.Fill(strconv.FormatUint(uint64(n), 10))
	p.every.Choose(views.SliceText(every))
}

func (p plan) is(when string) bool { return p.when.Value() == when }

// ownFloor tells whether the least is typed, and not what slippage leaves of a quote.
func (p plan) ownFloor() bool { return !p.is(atNow) && !p.is(inSeries) }

// triggered tells whether the order waits for a worth.
func (p plan) triggered() bool { return p.ownFloor() && !p.is(atPrice) }

// falls tells whether the n-th order waits for a fall of what it brings.
func (p plan) falls(n int) bool { return p.triggered() && !p.is(atProfit) && n == 0 }

// trailing is the distance that is typed for a trailing stop; why is what is wrong with it.
func (w *inputs) trailing() (t api.DeltaTrail, why string) {
	text, piece := strings.TrimSpace(w.plan.trail.Value()), w.piece()
	if t.Buys = !piece.Selling; text == "" || !w.plan.is(atTrail) {
		return t, ""
	}
	decimals, percent := piece.Quote.Decimals, w.plan.trailOf.Value() == inPercent
	if percent {
		decimals = 2
	}
	a, err := api.ParseUnits(text, decimals)
	switch {
	case err != nil && percent:
		return t, "a share in percent, such as 3 or 0.5"
	case err != nil:
		return t, err.Error()
	case a.IsZero():
		return t, "must be above zero"
	case !percent:
		t.Price = a
	case !a.Less(api.NewAmount(api.BPS)):
		return t, "must be below 100%"
	default:
		t.Bps, _ = a.Uint64()
	}
	return t, ""
}

// orders is how many orders are signed; those of a series may be slices of one order.
func (p plan) orders() (n int, why string) {
	if p.is(atEither) {
		return 2, ""
	}
	if !p.is(inSeries) {
		return 1, ""
	}
	n, err := strconv.Atoi(strings.TrimSpace(p.count.Value()))
	if err != nil || n < 2 || n > views.MostSlices {
		return 1, fmt.Sprintf("a whole number from 2 to %d", views.MostSlices)
	}
	return n, ""
}

// interval is the pause between two orders of a series.
func (p plan) interval() time.Duration {
	if !p.is(inSeries) {
		return 0
	}
	pause, _ := views.ReadSlicePause(p.every.Value())
	return pause
}

// shape shows the fields that are needed, and says what is wrong with them.
func (w *inputs) shapePlan() {
	p, piece := w.plan, w.piece()
	w.offerTimes()
	own := p.ownFloor()
	p.least.Hidden, p.worth.Hidden = !own, !p.triggered() || p.is(atTrail)
	p.trail.Hidden, p.trailOf.Hidden = !p.is(atTrail), !p.is(atTrail)
	p.profit.Hidden, p.profitLeast.Hidden = !p.is(atEither), !p.is(atEither)
	p.count.Hidden, p.every.Hidden = !p.is(inSeries), !p.is(inSeries)
	w.slip.Hidden, w.slipOther.Hidden = own, own || w.slipOther.Hidden
	p.count.Width, p.trail.Width = 10, 10
	for n, f := range []struct{ least, worth *form.Field }{{p.least, p.worth},
		{p.profitLeast, p.profit}} {
		f.least.Width, f.worth.Width = w.sell.Width, w.sell.Width
		f.least.Label, f.least.Suffix = "At least", piece.Unit()
		if !piece.Selling {
			f.least.Label = "At most"
		}
		if w.buys() {
			f.least.Below, f.least.Problem = w.mostBelow()
			continue
		}
		f.worth.Suffix = views.Symbol(piece.Quote) + " " + piece.OrBeyond(p.falls(n))
		f.least.Below, f.least.Problem = w.inAll(w.leastOf(n))
		f.worth.Below, f.worth.Problem = w.inAll(w.worthOf(n))
	}
	w.shapeTrail(piece)
	n, why := p.orders()
	p.count.Problem, p.count.Suffix = why, ""
	if a, _ := w.orderAmount(); why == "" && !a.IsZero() {
		p.count.Suffix = fmt.Sprintf("%d × %s", n,
			format.Fine(a, w.fixed(), api.Down)+" "+views.Symbol(w.fixed()))
	}
}

// offerTimes offers when to trade: what is bought exactly waits for a price of its own alone.
func (w *inputs) offerTimes() {
	was := w.plan.when.Value()
	w.plan.when.Choices, w.plan.when.Chosen = allTimes, 0
	if w.buys() {
		w.plan.when.Choices = buyTimes
	}
	w.plan.when.Choose(was)
}

// shapeTrail says where a trailing stop would stand now.
func (w *inputs) shapeTrail(piece views.Piece) {
	p := w.plan
	p.trailOf.Choices[1] = piece.Unit()
	_, p.trail.Problem = w.trailing()
	p.trail.Suffix, p.trail.Below = "", ""
	amount, _ := w.amount()
	worth, why := w.worthOf(0)
	if p.trail.Problem == "" && why != "" {
		p.trail.Problem = why
	}
	if p.is(atTrail) && !worth.IsZero() {
		price, _, _ := strings.Cut(piece.Level(w.s, amount, worth), " ") // the unit is below
		p.trail.Suffix = "now " + price
		p.trail.Below, _ = w.inAll(worth, "")
	}
}

// inAll is the total that stands under the price of a piece.
func (w *inputs) inAll(total api.Amount, problem string) (below, why string) {
	if !total.IsZero() {
		below = format.Fine(total, w.pair.Dest, api.Down) + " " + views.Symbol(w.pair.Dest) +
			" in all"
	}
	return below, problem
}

// leastOf is what the whole n-th order brings at the price that is typed as its least.
func (w *inputs) leastOf(n int) (a api.Amount, why string) {
	field := w.plan.least
	switch {
	case !w.plan.ownFloor() || w.buys():
		return a, ""
	case n > 0:
		field = w.plan.profitLeast
	}
	amount, _ := w.amount()
	return w.piece().Total(strings.TrimSpace(field.Value()), amount, api.Up)
}

// worthOf is what the sale has to be worth before the n-th order is auctioned; of a trailing stop,
// where it would stand now.
func (w *inputs) worthOf(n int) (a api.Amount, why string) {
	amount, _ := w.amount()
	field := w.plan.worth
	switch {
	case !w.plan.triggered():
		return a, ""
	case w.plan.is(atTrail):
		trail, why := w.trailing()
		worth := w.market()
		if why != "" || trail.IsZero() || worth.IsZero() || amount.IsZero() {
			return a, why
		}
		a = trail.Level(worth, amount, w.pair.Src.Decimals, w.pair.Dest.Decimals)
		if a.IsZero() {
			return a, "is more than the price"
		}
		return a, ""
	case n > 0:
		field = w.plan.profit
	}
	return w.piece().Total(strings.TrimSpace(field.Value()), amount, api.Down)
}

// keeps tells whether the n-th order is to run at another price than today's, so that the rise it
// waits for is to be its owner's.
func (w *inputs) keeps(n int, quoted api.Amount) bool {
	least, _ := w.leastOf(n)
	return n > 0 || w.plan.triggered() || quoted.Less(least)
}

// expects is what the n-th order of those signed, from 0, is to expect: half of what comes above it
// is the protocol's. quoted and floor are before fees.
func (w *inputs) expects(n int, quoted, floor api.Amount) api.Amount {
	if !w.keeps(n, quoted) {
		return quoted
	}
	worth, _ := w.worthOf(n)
	return eip712.ExpectedLater(quoted, floor, worth)
}

// orderAmount is the exact amount of one order: all, or the same part in each order of a series.
func (w *inputs) orderAmount() (a api.Amount, why string) {
	a, why = w.typed()
	if n, _ := w.plan.orders(); w.plan.is(inSeries) && n > 1 {
		a = a.MulDiv(api.NewAmount(1), api.NewAmount(uint64(n)))
	}
	return a, why
}

// planProblem tells what is missing of the plan, "" where nothing is.
func (w *inputs) planProblem() string {
	p := w.plan
	for _, f := range []*form.Field{p.least, p.worth, p.trail, p.profit, p.profitLeast, p.count} {
		if !f.Hidden && f.Problem != "" {
			return strings.TrimSpace(f.Label) + ": " + f.Problem
		}
	}
	empty := func(f *form.Field) bool {
		return !f.Hidden && strings.TrimSpace(f.Value()) == ""
	}
	least, _ := w.leastOf(0)
	worth, _ := w.worthOf(0)
	higher, _ := w.worthOf(1)
	profitLeast, _ := w.leastOf(1)
	switch {
	case empty(p.trail):
		return "say by how much it trails"
	case empty(p.least), empty(p.profitLeast):
		return "say the worst price that you accept"
	case empty(p.worth), empty(p.profit):
		return "say at which price it is to be sold"
	case p.falls(0) && worth.Less(least):
		return "the least is above the worth at which it is sold: it could not be met"
	case p.is(atEither) && !worth.Less(higher):
		return "the profit is to be beyond the stop"
	case p.is(atEither) && higher.Less(profitLeast):
		return "the profit's least is above its price: once let go it would end the stop, and " +
			"not be met itself"
	}
	return ""
}

// trigger is what holds the order back that is the n-th of those signed, from 0.
func (w *inputs) trigger(n int, start time.Time) *api.DeltaTrigger {
	if worth, _ := w.worthOf(n); !worth.IsZero() {
		trail, _ := w.trailing()
		if trail.IsZero() {
			trail = api.DeltaTrail{}
		}
		return &api.DeltaTrigger{Worth: worth, Below: w.plan.falls(n), Trail: trail}
	}
	if n == 0 || !w.plan.is(inSeries) {
		return nil
	}
	return &api.DeltaTrigger{
		NotBefore: uint64(start.Add(time.Duration(n) * w.plan.interval()).Unix())}
}

// planChecks say what is unusual about the plan: how far the floor is from what the market pays,
// and who watches what is held back.
func (w *checker) planChecks() []ui.Check {
	p := w.in.plan
	var list []ui.Check
	n, _ := p.orders()
	for i := range n {
		if check, ok := w.floorCheck(i); ok && (i == 0 || p.is(atEither)) {
			list = append(list, check)
		}
	}
	switch {
	case p.triggered():
		for i := range n {
			list = append(list, w.triggerCheck(i))
		}
		if p.is(atTrail) {
			way := "up as the price rises; its floor stays"
			if !w.in.piece().Selling {
				way = "down as the price falls; its limit stays"
			}
			list = append(list, ui.Check{Text: "the stop only moves " + way})
		}
		if p.is(atEither) {
			list = append(list, ui.Check{
				Text: "2 signatures over one nonce: only one of the two can settle"})
		}
	case p.is(inSeries) && w.signed() == "":
		list = append(list, w.slicesCheck())
	}
	return list
}

// triggerCheck says what the sale is worth now and who watches that, or that nothing is left to
// wait for.
func (w *checker) triggerCheck(n int) ui.Check {
	worth, ok := w.worthNow()
	if !ok {
		return ui.Check{Level: ui.Warn,
			Text: "the service holds it until then; while it is off, nothing is watched"}
	}
	amount, _ := w.in.amount()
	text := "at " + w.in.piece().Level(w.s, amount, worth)
	if t := w.in.trigger(n, w.s.Env.Now()); t != nil && t.Met(t.NotBefore, worth) {
		return ui.Check{Level: ui.Bad, Text: text + " already: it would not wait"}
	}
	// a trail's distance is what was typed, whatever the market's prices make of it
	text = "now " + text + "; watched while the service runs, only then"
	if off, ok := w.triggerOff(n); ok && off != 0 && !w.in.plan.is(atTrail) {
		text += "; the trigger is " + views.FarTotal{Off: off}.Beside()
	}
	return ui.Check{Level: ui.Warn, Text: text}
}

// triggerOff is how far the price of the n-th trigger is above the market's, in basis points; below
// it is negative. The price of a purchase is the lower the more that brings.
func (w *checker) triggerOff(n int) (off int64, ok bool) {
	worth, _ := w.in.worthOf(n)
	all, _ := w.in.amount()
	switch now := w.marketFor(all); {
	case worth.IsZero() || now.IsZero():
		return 0, false
	case w.in.piece().Selling:
		return format.AmountOffBy(worth, now)
	default:
		return format.AmountOffBy(now, worth)
	}
}

// worthNow is what is sold at the market's prices.
func (w *checker) worthNow() (worth api.Amount, ok bool) {
	a, _ := w.in.amount()
	src, dest := w.s.Prices[w.pair.Src.Address], w.s.Prices[w.pair.Dest.Address]
	if a.IsZero() || !src.Known() || !dest.Known() {
		return worth, false
	}
	return dest.BaseFor(src.QuoteFor(a, api.Down), api.Down), true
}

// floorOff is how far the floor is below what it is measured by, in basis points rounded against
// the owner: the worth at which it is sold, or the quote.
func (w *checker) floorOff(n int) (off int64, ok bool) {
	if most, _ := w.in.typedMost(); !most.IsZero() {
		if !w.quotes.fits() {
			return 0, false
		}
		return format.AmountOffBy(most, w.quotes.newest.price.SrcAmount)
	}
	least, measure := w.floorMeasure(n)
	if least.IsZero() {
		return 0, false
	}
	above, ok := format.AmountOffBy(least, measure)
	return -above, ok
}

// floorMeasure is the floor and what it is measured by: zero where there is none.
func (w *checker) floorMeasure(n int) (least, measure api.Amount) {
	least, _ = w.in.leastOf(n)
	if measure, _ = w.in.worthOf(n); measure.IsZero() && w.quotes.fits() {
		measure = w.quotes.newest.price.DestAmount
	}
	return least, measure
}

func (w *checker) floorCheck(n int) (check ui.Check, ok bool) {
	off, ok := w.floorOff(n)
	if !ok {
		return check, false
	}
	than := "the quote"
	if w.in.plan.triggered() {
		than = "the trigger"
	}
	if most, _ := w.in.typedMost(); !most.IsZero() {
		return w.mostCheck(most, off), true
	}
	level, _ := views.AgainstMarket(off, "")
	least, measure := w.floorMeasure(n)
	amount, _ := w.in.amount()
	piece := w.in.piece()
	text := "floor " + piece.Each(w.s, amount, least) + ", "
	if off == 0 {
		return ui.Check{Text: text + "at " + than}, true
	}
	price := -off
	if !piece.Selling { // the less one gets, the more each piece costs
		price, _ = format.CostOffBy(measure, least)
	}
	if text += offPrice(price) + " than " + than; off < 0 {
		return ui.Check{Text: text + ": it waits until somebody meets it"}, true
	}
	return ui.Check{Level: level, Text: text}, true
}

// offPrice is how much more or less a price is than another.
func offPrice(off int64) string {
	if off < 0 {
		return api.Percent(-off) + " less"
	}
	return api.Percent(off) + " more"
}

// marketFor is what the market pays now for a part of what is sold, zero where nobody knows.
func (w *checker) marketFor(sold api.Amount) api.Amount {
	all, _ := w.in.amount()
	if now, known := w.worthNow(); known && !all.IsZero() {
		return now.MulDiv(sold, all)
	}
	if !w.quotes.fits() || w.quotes.newest.price.SrcAmount.IsZero() {
		return api.Amount{}
	}
	price := w.quotes.newest.price
	return price.DestAmount.MulDiv(sold, price.SrcAmount)
}

// worstCheck is the worst price that a floor lets through, marked where it is far from the market.
// An order of a series sells a part of what the market was asked for; a purchase pays at most so
// much for what it was asked for.
func (w *checker) worstCheck(sold, floor api.Amount) ui.Check {
	check := ui.Check{Text: "worst price " + w.in.piece().Each(w.s, sold, floor)}
	off, ok := format.AmountOffBy(floor, w.marketFor(sold))
	off, words := -off, " less than the market gives"
	if w.in.buys() && w.quotes.fits() {
		off, ok = format.CostOffBy(sold, w.marketAsks(floor))
		words = " more than the market asks"
	}
	if ok && off > 0 {
		check.Text += ", " + api.Percent(off) + words
		if check.Level, _ = views.AgainstMarket(off, ""); check.Level == ui.OK {
			check.Level = ui.Plain
		}
	}
	return check
}

// marketAsks is what so much of what is bought costs by a swap now, or by the quote where no swap
// is known.
func (w *checker) marketAsks(bought api.Amount) api.Amount {
	p, m := w.quotes.newest.price, w.quotes.newest.market
	if m != nil && !m.SrcAmount.IsZero() {
		return m.SrcAmount.MulDiv(bought, p.DestAmount)
	}
	return p.SrcAmount.MulDiv(bought, p.DestAmount)
}

// farDoubts are the totals that are far from the market, as a price for one piece that was typed
// wrongly is, and the word to be typed then.
func (w *checker) farDoubts() (lines []string, word string) {
	if !w.in.plan.ownFloor() {
		return nil, ""
	}
	amount, _ := w.in.amount()
	n, _ := w.in.plan.orders()
	for i := range n {
		least, _ := w.in.leastOf(i)
		worth, _ := w.in.worthOf(i)
		for _, x := range views.FarTotals(w.marketFor(amount), least, worth) {
			lines = append(lines, "The "+x.What+" of "+w.in.piece().Each(w.s, amount, x.Total)+
				" brings "+format.Fine(x.Total, w.pair.Dest, api.Down)+" "+
				views.Symbol(w.pair.Dest)+" in all, "+x.Beside()+" the market.")
			word = x.Word
		}
	}
	return lines, word
}

// doubts are why an order is asked about a second time, and the word to be typed then.
func (w *checker) doubts() (lines []string, word string) {
	lines, word = w.farDoubts()
	ask := func(off int64, name, text string) {
		level, asked := views.AgainstMarket(off, name)
		if level == ui.Warn {
			lines = append(lines, text)
		}
		if asked != "" {
			word = asked
		}
	}
	n, _ := w.in.plan.orders()
	own := false
	for i := range n {
		off, ok := w.floorOff(i)
		if !ok || i > 0 && !w.in.plan.is(atEither) {
			continue
		}
		own = true
		text := "The floor is " + api.Percent(off) +
			" below what you could expect: agents may pay as little as that."
		if w.in.buys() {
			text = "The most is " + api.Percent(off) +
				" above what you could expect to pay: agents may take as much as that."
		}
		ask(off, views.FloorWord, text)
	}
	if bps, why := w.in.slippage(); !own && why == "" && w.quotes.fits() {
		text := " accepts as little as " + record.Amount(w.quotes.minOut(), w.pair.Dest, api.Down)
		if w.in.buys() {
			text = " spends as much as " + record.Amount(w.in.most(), w.pair.Src, api.Up)
		}
		ask(int64(bps), views.SlippageWord, "A slippage of "+api.Percent(int64(bps))+text+".")
	}
	if off, ok := w.offMarket(); !own && ok {
		ask(off, views.ImpactWord, "The price is "+api.Percent(off)+
			" worse than what both tokens are worth.")
	}
	lost, known := w.quotes.loss()
	if known && lost >= views.ImpactWarn {
		lines = append(lines, "It loses "+api.Percent(lost)+
			" of its value: what you give is worth "+
			format.USD(w.quotes.newest.price.SrcUSD, api.Up)+
			", what you get "+format.USD(w.quotes.newest.price.DestUSD, api.Down)+".")
		if lost >= views.ImpactStop {
			word = views.ImpactWord
		}
	}
	if c, asked, _ := w.againstOwn(); c.Level == ui.Warn && w.quotes.fits() {
		lines, word = append(lines, "It may be a bad price: "+c.Text+"."), cmp.Or(asked, word)
	}
	return lines, word
}

// offMarket is how much worse the price is than by what both tokens are worth, which the service
// has told elsewhere.
func (w *checker) offMarket() (worse int64, ok bool) {
	now, known := w.worthNow()
	if !known || !w.quotes.fits() || w.in.buys() {
		return 0, false
	}
	whole, _ := w.in.amount()
	price := w.quotes.newest.price // of one slice, where it is sold in slices
	off, ok := format.AmountOffBy(price.DestAmount, now.MulDiv(price.SrcAmount, whole))
	return -off, ok
}

// againstOwn holds the price against the user's own node.
func (w *checker) againstOwn() (c ui.Check, word string, says bool) {
	return w.s.AgainstOwn(views.DeltaTold(w.quotes.newest.price, w.pair.Src, w.pair.Dest),
		views.ImpactStop)
}
