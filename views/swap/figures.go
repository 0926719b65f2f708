package swap

import (
	"fmt"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/route"
)

// figures write what the newest quote means.
type figures struct {
	s     *views.Session
	pair  *pairform.Pair
	in    *inputs
	trade *route.Trade
}

// figure is one number of a quote with its name, long and short.
type figure struct {
	name, short string
	value       string
	brief       string // the value where there is little room
	style       ui.Style
}

// list are the numbers of the quote.
func (w *figures) list() []figure {
	t, o := w.s.Env.Theme, w.trade.Quotes.Offer()
	style := t.Text
	if !w.trade.Quotes.Fits() || w.trade.Quotes.Stale() {
		style = t.Muted
	}
	rate, unit := w.rateText(o.Rate())
	mid := ui.Unknown
	if p, ok := w.mid(); ok {
		mid, _ = w.rateText(p)
	}
	text, level := impactText(w.trade.Quotes.Newest)
	list := []figure{
		{"rate", "rate", rate + " " + unit, rate, style},
		{"mid", "mid", mid, mid, style},
		{"price impact", "impact", text + "  ok <1% high ≥5% stop ≥15%", text, level.Style(t)},
		w.limit(o, style), w.gasFigure(style), w.feeFigure(o, style),
	}
	if level == ui.Plain {
		list[2].style = style
	}
	return list
}

// impactText is the price impact with its direction, and how grave it is.
func impactText(q route.Quote) (string, ui.Level) {
	n, known := route.Impact(q.Route)
	switch {
	case !known:
		return ui.Unknown, ui.Warn
	case n < 0:
		return "▲ " + api.Percent(-n), ui.Plain
	case q.Refused, n >= views.ImpactWarn:
		return "✗ ▼ " + api.Percent(n), ui.Bad
	case n >= views.ImpactNote:
		return "! ▼ " + api.Percent(n), ui.Warn
	}
	return "▼ " + api.Percent(n), ui.Plain
}

// limit is what the chain holds the swap to.
func (w *figures) limit(o route.Offer, style ui.Style) figure {
	if _, why := w.in.slippage(); why != "" {
		if o.Route.Side == api.Buy {
			return figure{"maximum in", "max in", ui.Unknown, ui.Unknown, style}
		}
		return figure{"minimum out", "min out", ui.Unknown, ui.Unknown, style}
	}
	if o.Route.Side == api.Buy {
		most := format.Scaled(o.Most(), w.pair.Src, api.Up)
		return figure{"maximum in", "max in", most + " " + cells.Clean(w.pair.Src.Symbol), most,
			style}
	}
	least := format.Scaled(o.Least(), w.pair.Dest, api.Down)
	return figure{"minimum out", "min out", least + " " + cells.Clean(w.pair.Dest.Symbol), least,
		style}
}

func (w *figures) gasFigure(style ui.Style) figure {
	dollars := format.USD(w.trade.Quotes.Newest.Route.GasCostUSD, api.Up)
	if wei, _, known := w.trade.Quotes.Gas(); known { // of the same gas that stands beside it
		if p := w.s.Prices[api.NativeToken]; p.Known() {
			dollars = format.Worth(p.QuoteFor(wei, api.Up), api.Up)
		}
	}
	text := dollars
	if wei, simulated, known := w.trade.Quotes.Gas(); known {
		how := "estimated"
		if simulated {
			how = "simulated"
		}
		text += fmt.Sprintf("  (%s %s, %s)", wei.Format(18, 6, api.Up),
			cells.Clean(w.s.Network.Symbol), how)
	}
	return figure{"network gas", "gas", text, dollars, style}
}

func (w *figures) feeFigure(o route.Offer, style ui.Style) figure {
	if o.Fee == 0 {
		return figure{"partner fee", "fee", "none", "none", style}
	}
	token := w.pair.Dest
	if o.Route.Side == api.Buy {
		token = w.pair.Src
	}
	brief := fmt.Sprintf("%d bps", o.Fee)
	return figure{"partner fee", "fee",
		brief + "  " + format.Scaled(o.FeeAmount(), token, api.Up) + " " +
			cells.Clean(token.Symbol),
		brief, style}
}

// mostMatters is what a title has room for: what the chain holds the swap to, and the impact.
func (w *figures) mostMatters() string {
	if !w.trade.Quotes.Fits() {
		return ""
	}
	limit := w.limit(w.trade.Quotes.Offer(), ui.Style{})
	impact, _ := impactText(w.trade.Quotes.Newest)
	return limit.short + " " + limit.brief + " " + impact
}

// draw writes the figures one a line, or two where there is little room.
func (w *figures) draw(area cells.Box, roomy bool) []string {
	t := w.s.Env.Theme
	if !w.trade.Quotes.Newest.Known || w.in.wish().Key() == "" { // nothing is typed that it answers
		return nil
	}
	var lines []string
	list := w.list()
	if roomy {
		const label = 13
		for _, f := range list {
			lines = append(lines, " "+t.Muted.Render(cells.Left(f.name, label))+" "+f.style.Render(
				cells.Truncate(f.value, area.W-label-3)))
		}
		return lines
	}
	half := (area.W - 1) / 2
	cell := func(f figure) string {
		const label = 8
		return t.Muted.Render(cells.Left(f.short, label)) +
			f.style.Render(cells.Left(f.brief, max(0, half-label)))
	}
	for i := 0; i+1 < len(list); i += 2 {
		lines = append(lines, " "+cell(list[i])+cell(list[i+1]))
	}
	return lines
}
