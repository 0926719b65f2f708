package swap

import (
	"fmt"
	"slices"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// figure is one number of a quote with its name, long and short.
type figure struct {
	name, short string
	value       string
	brief       string // the value where there is little room
	style       ui.Style
}

// figures are what a quote means.
func (w *Screen) figures() []figure {
	t, o := w.s.Env.Theme, w.offer()
	style := t.Text
	if !w.fits() || w.stale() {
		style = t.Muted
	}
	rate, unit := w.rateText(o.rate())
	mid := ui.Unknown
	if p, ok := w.mid(); ok {
		mid, _ = w.rateText(p)
	}
	text, level := impactText(w.quote)
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
func impactText(q quote) (string, ui.Level) {
	n, known := impact(q.route)
	switch {
	case !known:
		return ui.Unknown, ui.Warn
	case n < 0:
		return "▲ " + views.Hundredths(-n), ui.Plain
	case q.refused, n >= views.ImpactWarn:
		return "✗ ▼ " + views.Hundredths(n), ui.Bad
	case n >= views.ImpactNote:
		return "! ▼ " + views.Hundredths(n), ui.Warn
	}
	return "▼ " + views.Hundredths(n), ui.Plain
}

// limit is what the chain holds the swap to.
func (w *Screen) limit(o offer, style ui.Style) figure {
	if o.route.Side == api.Buy {
		most := shownAmount(o.most(), w.src, api.Up)
		return figure{"maximum in", "max in", most + " " + ui.Clean(w.src.Symbol), most, style}
	}
	least := shownAmount(o.least(), w.dest, api.Down)
	return figure{"minimum out", "min out", least + " " + ui.Clean(w.dest.Symbol), least, style}
}

func (w *Screen) gasFigure(style ui.Style) figure {
	dollars := usd(w.quote.route.GasCostUSD)
	text := dollars
	if wei, simulated, known := w.gas(); known {
		how := "estimated"
		if simulated {
			how = "simulated"
		}
		text += fmt.Sprintf("  (%s %s, %s)", wei.Format(18, 6, api.Up), ui.Clean(w.s.Network.Symbol), how)
	}
	return figure{"network gas", "gas", text, dollars, style}
}

func (w *Screen) feeFigure(o offer, style ui.Style) figure {
	if o.fee == 0 {
		return figure{"partner fee", "fee", "none", "none", style}
	}
	token := w.dest
	if o.route.Side == api.Buy {
		token = w.src
	}
	brief := fmt.Sprintf("%d bps", o.fee)
	return figure{"partner fee", "fee", brief + "  " + shownAmount(o.feeAmount(), token, api.Up) + " " + ui.Clean(token.Symbol), brief, style}
}

// drawFigures writes the figures one a line, or two where there is little room.
func (w *Screen) drawFigures(area ui.Box, roomy bool) []string {
	t := w.s.Env.Theme
	if !w.quote.known {
		return nil
	}
	var lines []string
	list := w.figures()
	if roomy {
		const label = 13
		for _, f := range list {
			lines = append(lines, " "+t.Muted.Render(ui.Left(f.name, label))+" "+f.style.Render(ui.Truncate(f.value, area.W-label-3)))
		}
		return lines
	}
	half := (area.W - 1) / 2
	cell := func(f figure) string {
		const label = 8
		return t.Muted.Render(ui.Left(f.short, label)) + f.style.Render(ui.Left(f.brief, max(0, half-label)))
	}
	for i := 0; i+1 < len(list); i += 2 {
		lines = append(lines, " "+cell(list[i])+cell(list[i+1]))
	}
	return lines
}

// drawExtra is what stands between the fields and the buttons: figures and checks, as much as there is room for.
func (w *Screen) drawExtra(area ui.Box) string {
	t := w.s.Env.Theme
	fields := 0
	for _, f := range w.form.Fields {
		if !f.Hidden {
			fields++
		}
		if !f.Hidden && f.Gap {
			fields++
		}
		if !f.Hidden && f.Below != "" {
			fields++
		}
	}
	room := area.H - fields - 2 // the buttons, and why they are off
	checks := w.checks()
	const wideFigures = 6
	roomy := room >= wideFigures+len(checks)+3
	lines := []string{""}
	if room < wideFigures {
		lines = nil
	}
	lines = append(lines, w.drawFigures(area, roomy)...)
	if !roomy { // what does not fit is what is well
		grave := map[ui.Level]int{ui.Bad: 2, ui.Warn: 1}
		slices.SortStableFunc(checks, func(a, b ui.Check) int { return grave[b.Level] - grave[a.Level] })
	}
	if roomy {
		rule := " ─ checks " + strings.Repeat("─", max(0, area.W-11))
		lines = append(lines, "", t.Muted.Render(rule))
	}
	for _, l := range strings.Split(ui.Checks(w.s.Env, area.W-2, !roomy, checks), "\n") {
		for i, part := range ui.Wrap(l, area.W-2) {
			if i > 0 {
				part = "  " + part
			}
			lines = append(lines, " "+part)
		}
	}
	return strings.Join(lines, "\n")
}
