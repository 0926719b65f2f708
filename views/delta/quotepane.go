package delta

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// roomy is how wide a pane is from which on values are written out.
const roomy = 46

// drawQuote shows the price with what it means, or why there is none.
func (w *Screen) drawQuote(area ui.Box, _ bool) string {
	t := w.s.Env.Theme
	switch {
	case w.answers() && w.quote.price == nil:
		return w.drawFallback(area)
	case w.quote.problem != "" && (!w.fits() || w.quote.price == nil):
		return w.say(area, t.Danger, "✗ "+w.quote.problem)
	case !w.quote.known || w.quote.price == nil:
		return w.say(area, t.Muted, "Sign what you sell and the least you accept. Agents bid in sealed rounds; the one that brings you most settles it and pays the gas.")
	}
	style := t.Text
	if !w.fits() || w.stale() {
		style = t.Muted
	}
	return pad(ui.Pairs(t, area.W-2, w.quotePairs(area.W >= roomy, style)...)) + "\n\n" + w.drawBand(area, w.quoteMarks())
}

// say wraps a sentence into a pane.
func (w *Screen) say(area ui.Box, style ui.Style, text string) string {
	lines := ui.Wrap(ui.Clean(text), max(1, area.W-2))
	for i := range lines {
		lines[i] = " " + style.Render(lines[i])
	}
	return strings.Join(lines, "\n")
}

// pad sets lines off the border.
func pad(text string) string { return " " + strings.ReplaceAll(text, "\n", "\n ") }

// quotePairs are the figures of the price; a narrow pane leaves out what its form or the swap screen says as well.
func (w *Screen) quotePairs(wide bool, style ui.Style) []ui.Pair {
	p, dest := w.quote.price, w.dest
	unit := " " + views.Symbol(dest)
	line := func(key, value, more string) ui.Pair {
		if wide {
			value += more
		}
		return ui.Pair{Key: key, Value: value, Style: style}
	}
	bps, _ := w.slippage()
	worth := line("worth", usd(p.DestUSD), " for "+usd(p.SrcUSD))
	if n, known := w.loss(); known {
		worth.Value += " (" + percent(-n) + ")"
		switch {
		case n >= views.ImpactStop:
			worth.Level = ui.Bad
		case n >= views.ImpactNote:
			worth.Level = ui.Warn
		}
	}
	return []ui.Pair{
		line("you get", amountText(p.DestAmount, dest, api.Down)+unit, ""),
		line("rate", w.rate(p.SrcAmount, p.DestAmount, w.src, dest, wide), ""),
		line("before fee", amountText(p.DestAmountBeforeFee, dest, api.Down), "  gas share "+usd(p.GasCostUSD)),
		worth,
		w.marketPair(line),
		line("floor", amountText(w.floor(), dest, api.Down)+unit, fmt.Sprintf("  %d bps less", bps)),
		line("deadline", w.deadline().Format("01-02 15:04:05"), ", counted from the signature"),
		line("partner", w.partnerText(), ""),
		line("price seal", "hmac ✓", " passed on as it came"),
	}
}

// marketPair compares the price with a swap of the same.
func (w *Screen) marketPair(line func(key, value, more string) ui.Pair) ui.Pair {
	m := w.quote.market
	if m == nil {
		return line("market", ui.Unknown, "")
	}
	n, ok := views.AmountOffBy(w.quote.price.DestAmount, m.DestAmount)
	if !ok {
		return line("market", amountText(m.DestAmount, w.dest, api.Down), "")
	}
	out := line("market", amountText(m.DestAmount, w.dest, api.Down)+"  "+percent(n), " here; swap gas "+usd(m.GasCostUSD))
	if out.Level = ui.OK; n < -muchWorse {
		out.Level = ui.Warn
	}
	return out
}

// partnerText is what the partner takes that is asked for.
func (w *Screen) partnerText() string {
	p := w.quote.partner
	if p == nil || p.PartnerAddress == (common.Address{}) {
		return "none, no fee"
	}
	text := fmt.Sprintf("%.2f%%", p.PartnerFee)
	if p.TakeSurplus {
		text = "half the surplus"
	}
	return text + " to " + ui.ShortAddress(p.PartnerAddress.Hex())
}

// rate writes what one token costs in the other, so that the number is above one.
func (w *Screen) rate(in, out api.Amount, src, dest api.Token, words bool) string {
	m := api.Market{ChainID: w.s.Network.ChainID, Base: src, Quote: dest, Last: api.Price{Quote: out, Base: in}}
	if m.Last.Known() && m.Last.Float(src.Decimals, dest.Decimals) < 1 {
		m.Base, m.Quote, m.Last = dest, src, api.Price{Quote: in, Base: out}
	}
	if !m.Last.Known() {
		return ui.Unknown
	}
	per := "/"
	if words {
		per = " per "
	}
	shape := w.s.Shape(m)
	return m.Last.Format(m.Base.Decimals, m.Quote.Decimals, shape.PricePlaces, api.Down) + " " + views.Symbol(m.Quote) + per + views.Symbol(m.Base)
}

// drawFallback says why the service has no Delta price, what that means and what a swap would bring.
func (w *Screen) drawFallback(area ui.Box) string {
	t := w.s.Env.Theme
	parts := []string{w.say(area, t.Warn, "! No Delta price for this order")}
	if f := w.quote.fallback; f != nil {
		meaning := w.meaning(f.ErrorType, f.Details)
		parts = append(parts, w.say(area, t.Text, string(f.ErrorType)+": "+meaning))
		if f.Details != meaning {
			parts = append(parts, w.say(area, t.Muted, f.Details))
		}
	}
	parts = append(parts, "")
	if m := w.quote.market; m != nil {
		parts = append(parts, w.say(area, t.Text, "A swap would bring "+amountText(m.DestAmount, w.dest, api.Down)+" "+views.Symbol(w.dest)+"."))
	}
	return strings.Join(append(parts, " "+t.Key.Render("i")+" "+t.Text.Render("Swap instead")), "\n")
}
