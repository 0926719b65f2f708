package compose

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
	"bourse/views/pairform"
)

// quotePane shows the newest quote with what it means.
type quotePane struct {
	ui.Display
	s      *views.Session
	pair   *pairform.Pair
	in     *inputs
	quotes *quoter
}

func (w *quotePane) Title() (title, right string) {
	if w.quotes.answers() {
		return "Quote", ui.Age(w.quotes.age()) + " old"
	}
	return "Quote", ""
}

// Pane is the name of the form's pane.
const Pane = "form"

func (w *quotePane) quoteMarks() []ui.BandMark {
	name, note := "expected", "signed"
	if w.in.keeps(0, w.quotes.newest.price.DestAmountBeforeFee) {
		name, note = "quote", "now"
	}
	return []ui.BandMark{record.Mark("floor", w.quotes.minOut(), w.pair.Dest, "you never get less"),
		record.Mark(name, w.quotes.newest.price.DestAmount, w.pair.Dest, note)}
}

// Draw shows the price with what it means, or why there is none.
func (w *quotePane) Draw(area cells.Box, _ bool) string {
	t := w.s.Env.Theme
	switch {
	case w.quotes.off() != "":
		return w.drawOff(area)
	case w.quotes.answers() && w.quotes.newest.price == nil:
		return w.drawFallback(area)
	case w.quotes.newest.problem != "" && (!w.quotes.fits() || w.quotes.newest.price == nil):
		return record.Say(area, t.Danger, "✗ "+w.quotes.newest.problem)
	case !w.quotes.newest.known || w.quotes.newest.price == nil:
		return record.Say(area, t.Muted,
			"Sign what you sell and the least you accept. Agents bid in "+
				"sealed rounds; the one that brings you most settles it and pays the gas.")
	}
	style := t.Text
	if !w.quotes.fits() || w.quotes.stale() {
		style = t.Muted
	}
	pairs := w.quotePairs(area.W >= record.Roomy, style)
	if w.quotes.key() == "" {
		pairs = append([]ui.Pair{{Key: "quote", Value: "of what was typed before",
			Level: ui.Warn}}, pairs...)
	}
	return record.Pad(ui.Pairs(t, area.W-2, pairs...)) +
		"\n\n" +
		w.band(area)
}

// band draws the floor beside the quote; a purchase has no scale, since what comes is exact.
func (w *quotePane) band(area cells.Box) string {
	if w.in.buys() {
		return ""
	}
	return record.Band(w.s.Env, area, w.quoteMarks())
}

// quotePairs are the figures of the price; a narrow pane leaves out what its form or the swap
// screen says as well.
func (w *quotePane) quotePairs(wide bool, style ui.Style) []ui.Pair {
	p := w.quotes.newest.price
	line := func(key, value, more string) ui.Pair {
		if wide {
			value += more
		}
		return ui.Pair{Key: key, Value: value, Style: style}
	}
	below := "  "
	twice := w.quotes.newest.later() && p.PartnerFee > 0 // the price has the fee in it already
	if bps, why := w.in.slippage(); !w.in.plan.ownFloor() && why == "" && !twice {
		below += api.Percent(int64(bps)) + " less"
	} else if n, ok := format.AmountOffBy(w.quotes.minOut(), p.DestAmount); ok && n > 0 {
		below += api.Percent(n) + " more"
	} else if ok {
		below += api.Percent(-n) + " less"
	}
	worth := line("worth", format.USD(p.DestUSD, api.Down), " for "+format.USD(p.SrcUSD, api.Up))
	if n, known := w.quotes.loss(); known {
		worth.Value += " (" + format.Bps(-n) + ")"
		switch {
		case n >= views.ImpactStop:
			worth.Level = ui.Bad
		case n >= views.ImpactNote:
			worth.Level = ui.Warn
		}
	}
	rate := line("rate", views.Rate(w.s, p.SrcAmount, p.DestAmount, w.pair.Src, w.pair.Dest, wide),
		"")
	if w.in.buys() {
		return w.buyPairs(line, rate, worth)
	}
	dest := w.pair.Dest
	unit := " " + views.Symbol(dest)
	return append(w.executesPair(line),
		line("you get", format.Fine(p.DestAmount, dest, api.Down)+unit+w.each(), ""),
		rate,
		line("before fee", format.Fine(p.DestAmountBeforeFee, dest, api.Down),
			"  gas share "+format.USD(p.GasCostUSD, api.Up)),
		worth,
		w.marketPair(line),
		line("floor", w.floorText(unit)+w.each(), below+", after fees"),
		line("protocol", w.protocolText(), ""),
		w.deadlinePair(line),
		line("partner", w.partnerText(), ""),
		w.sealPair(line))
}

// each says of a figure that it is of one slice, or of one order, of a series.
func (w *quotePane) each() string {
	if n, _ := w.in.plan.orders(); w.in.plan.is(inSeries) && n > 1 {
		return " each"
	}
	return ""
}

// executesPair is, for an order that waits for a price, where the market meets it: the price of a
// piece with the gas of the settlement and the partner's fee in.
func (w *quotePane) executesPair(line func(key, value, more string) ui.Pair) []ui.Pair {
	if !w.in.plan.ownFloor() || !w.quotes.fits() || w.in.planProblem() != "" {
		return nil
	}
	p := w.quotes.newest.price
	o := api.DeltaOrder{SrcToken: w.pair.Src.Address, DestToken: w.pair.Dest.Address,
		Buy: w.in.buys()}
	_, o.PartnerAndFee = w.quotes.newest.partnerTerms()
	var gas api.Amount
	var known bool
	if o.Buy {
		o.SrcAmount, o.DestAmount = w.in.most(), p.DestAmount
		gas, known = gasShare(p.GasCostUSD, p.SrcUSD, p.SrcAmount)
	} else {
		o.SrcAmount, _ = w.in.amount()
		o.DestAmount = w.quotes.leastBefore()
		gas, known = gasShare(p.GasCostUSD, p.DestUSD, p.DestAmount)
	}
	if !known {
		return nil
	}
	e := views.DeltaExecutes(o, w.in.trigger(0, w.s.Env.Now()), gas)
	text, unit := w.s.ExecutesText(e, o)
	pairs := []ui.Pair{line("executes at", text, " "+unit+", all in")}
	if w.in.plan.is(atEither) {
		least, _ := w.in.leastOf(1)
		o.DestAmount = eip712.WithFlatFee(least, o.PartnerAndFee)
		e = views.DeltaExecutes(o, w.in.trigger(1, w.s.Env.Now()), gas)
		text, unit = w.s.ExecutesText(e, o)
		pairs = append(pairs, line("or at", text, " "+unit))
	}
	return pairs
}

// gasShare is what gas costs in a token of which an amount is worth so many USD; known is false
// where a quote does not tell.
func gasShare(gasUSD, worthUSD string, amount api.Amount) (share api.Amount, known bool) {
	gas, ok := new(big.Rat).SetString(gasUSD)
	worth, priced := new(big.Rat).SetString(worthUSD)
	if !ok || !priced || worth.Sign() <= 0 {
		return share, false
	}
	gas.Mul(gas, new(big.Rat).SetInt(amount.Big())).Quo(gas, worth)
	share, err := api.AmountFromBig(format.Floor(gas, 0))
	return share, err == nil
}

// buyPairs are the figures of a purchase.
func (w *quotePane) buyPairs(line func(key, value, more string) ui.Pair,
	rate, worth ui.Pair) []ui.Pair {
	p, src := w.quotes.newest.price, w.pair.Src
	return append(w.executesPair(line),
		line("you get", record.Amount(p.DestAmount, w.pair.Dest, api.Down)+w.each(), " exactly"),
		line("for about", record.Amount(p.SrcAmount, src, api.Up)+w.each(),
			"  gas share "+format.USD(p.GasCostUSD, api.Up)),
		rate,
		worth,
		w.buyMarketPair(line),
		line("at most", record.Amount(w.in.most(), src, api.Up)+w.inAll(), w.aboveQuote()),
		line("comes back", "what is not spent", ", in the same transaction"),
		line("protocol", w.savedText(), ""),
		w.deadlinePair(line),
		line("partner", w.partnerText(), ""),
		w.sealPair(line))
}

// savedText is what the protocol takes of what a purchase saves.
func (w *quotePane) savedText() string {
	if w.quotes.sliced() {
		return "nothing of slices"
	}
	o := w.quotes.laterOrder()
	return "half of what is saved of " + record.Amount(o.ExpectedDestAmount, w.pair.Src, api.Up) +
		views.SurplusMost(o)
}

// inAll says of a figure that it is of all slices.
func (w *quotePane) inAll() string {
	if n, _ := w.in.plan.orders(); w.quotes.sliced() {
		return fmt.Sprintf(" for all %d", n)
	}
	return ""
}

// aboveQuote is how far the most that a purchase spends is above its quote.
func (w *quotePane) aboveQuote() string {
	quoted := w.quotes.newest.price.SrcAmount
	if w.quotes.sliced() {
		return ""
	}
	n, ok := format.CostOffBy(w.in.most(), quoted)
	switch {
	case !ok:
		return ""
	case n < 0:
		return "  " + api.Percent(-n) + " below the quote"
	}
	return "  " + api.Percent(n) + " more"
}

func (w *quotePane) deadlinePair(line func(key, value, more string) ui.Pair) ui.Pair {
	return line("deadline", format.Moment(w.in.deadline().Add(w.quotes.lasts())),
		", from signing")
}

// sealPair says what holds the order to the price.
func (w *quotePane) sealPair(line func(key, value, more string) ui.Pair) ui.Pair {
	if w.quotes.newest.later() {
		return line("order", "made here", ", the service's is compared")
	}
	return line("quote seal", "hmac", ", checked at the build")
}

// buyMarketPair compares what a purchase costs with a swap of the same.
func (w *quotePane) buyMarketPair(line func(key, value, more string) ui.Pair) ui.Pair {
	m := w.quotes.newest.market
	if m == nil {
		return line("market", ui.Unknown, "")
	}
	text := format.Fine(m.SrcAmount, w.pair.Src, api.Up)
	n, ok := format.AmountOffBy(w.quotes.newest.price.SrcAmount, m.SrcAmount)
	if !ok {
		return line("market", text, "")
	}
	out := line("market", text+"  "+format.Bps(n),
		" here; swap gas "+format.USD(m.GasCostUSD, api.Up))
	switch {
	case n <= 0:
		out.Level = ui.OK
	case n > muchWorse:
		out.Level = ui.Warn
	}
	return out
}

// floorText is the least, which nobody knows while the slippage is not one.
func (w *quotePane) floorText(unit string) string {
	if _, why := w.in.slippage(); why != "" && !w.in.plan.ownFloor() {
		return ui.Unknown
	}
	return format.Fine(w.quotes.minOut(), w.pair.Dest, api.Down) + unit
}

// protocolText is what the protocol takes, of the orders of a series that come later as well.
func (w *quotePane) protocolText() string {
	above := func(n int) string {
		return format.Fine(w.in.expects(n, w.quotes.newest.price.DestAmountBeforeFee,
			w.quotes.leastBefore()), w.pair.Dest, api.Down) + " " + views.Symbol(w.pair.Dest)
	}
	switch q := w.quotes; {
	case q.sliced():
		return "nothing of slices"
	case q.newest.later():
		o := q.laterOrder()
		return "half above " + record.Amount(o.ExpectedDestAmount, w.pair.Dest, api.Down) +
			views.SurplusMost(o)
	}
	text := "half above " + above(0)
	if n, _ := w.in.plan.orders(); n > 1 {
		text += ", of later ones above " + above(1)
	}
	return text
}

// marketPair compares the price with a swap of the same.
func (w *quotePane) marketPair(line func(key, value, more string) ui.Pair) ui.Pair {
	m := w.quotes.newest.market
	if m == nil {
		return line("market", ui.Unknown, "")
	}
	n, ok := format.AmountOffBy(w.quotes.newest.price.DestAmount, m.DestAmount)
	if !ok {
		return line("market", format.Fine(m.DestAmount, w.pair.Dest, api.Down), "")
	}
	out := line("market", format.Fine(m.DestAmount, w.pair.Dest, api.Down)+"  "+format.Bps(n),
		" here; swap gas "+format.USD(m.GasCostUSD, api.Up))
	switch { // what is a little worse, which the swap's gas may outweigh, is neither
	case n >= 0:
		out.Level = ui.OK
	case n < -muchWorse:
		out.Level = ui.Warn
	}
	return out
}

// partnerText is what the partner takes that is asked for.
func (w *quotePane) partnerText() string {
	p := w.quotes.newest.partner
	if p == nil || p.PartnerAddress == (common.Address{}) {
		return "none, no fee"
	}
	text := fmt.Sprintf("%.2f%%", p.PartnerFee)
	_, signed := w.quotes.newest.partnerTerms()
	if w.quotes.newest.later() {
		signed = w.quotes.laterOrder().PartnerAndFee
	}
	switch _, bps, _ := eip712.SplitPartnerAndFee(signed); {
	case bps > 0: // which wins over the surplus
	case p.TakeSurplus && w.quotes.sliced():
		text = "nothing of slices"
	case p.TakeSurplus:
		text = "half the surplus"
	}
	return text + " to " + w.s.ShortAddress(p.PartnerAddress)
}

// drawOff says why there is no Delta and how whoever runs the service turns it on.
func (w *quotePane) drawOff(area cells.Box) string {
	t := w.s.Env.Theme
	return strings.Join([]string{
		record.Say(area, t.Warn, "! "+w.quotes.off()), "",
		record.Say(area, t.Text, "No agent of this service may settle there: the deployed Delta "+
			"contract lets only its own agents do that."), "",
		record.Say(area, t.Text, "Whoever runs the service turns it on: this puts a contract "+
			"there that its agents settle on, and then it is started anew."), "",
		record.Say(area, t.Key, fmt.Sprintf("bourse deploy --rpc %d=URL",
			w.s.Network.ChainID)), "",
		" " + t.Key.Render("i") + " " + t.Text.Render("Swap instead"),
	}, "\n")
}

// drawFallback says why the service has no Delta price, what that means and what a swap would
// bring.
func (w *quotePane) drawFallback(area cells.Box) string {
	t := w.s.Env.Theme
	parts := []string{record.Say(area, t.Warn, "! No Delta price for this order")}
	if f := w.quotes.newest.fallback; f != nil {
		meaning := w.quotes.meaning(f.ErrorType, f.Details)
		parts = append(parts, record.Say(area, t.Text, string(f.ErrorType)+": "+meaning))
		if f.Details != meaning {
			parts = append(parts, record.Say(area, t.Muted, f.Details))
		}
	}
	parts = append(parts, "")
	if m := w.quotes.newest.market; m != nil {
		text := "bring " + record.Amount(m.DestAmount, w.pair.Dest, api.Down)
		if w.in.buys() {
			text = "cost " + record.Amount(m.SrcAmount, w.pair.Src, api.Up)
		}
		parts = append(parts, record.Say(area, t.Text, "A swap would "+text+"."))
	}
	return strings.Join(append(parts,
		" "+t.Key.Render("i")+" "+t.Text.Render("Swap instead")), "\n")
}
