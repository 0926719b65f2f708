package positions

import (
	"math/big"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/format"
)

// equityPane draws what the account was worth.
type equityPane struct {
	s     *views.Session
	read  *result
	state *ui.State // that of the positions
	daily bool      // a candle is a day, not an hour
}

func (*equityPane) Name() string { return paneEquity }

// Title says what the curve leaves out: it is drawn of hours in which the account had nothing, too.
func (p *equityPane) Title() (title, right string) {
	title = "Equity $"
	if ui.ZoneName(p.s.Now()) != "UTC" { // which the days beside it are of
		title = p.s.WithZone(title)
	}
	if by := p.read.equityBy; by != "" {
		title += ", told by " + cells.Clean(by)
	}
	if p.s.Area.Wide() {
		return title + " · deposits count as always there", p.trend()
	}
	return title + ", no deposits", p.trend()
}

func (*equityPane) Update(tea.Msg) tea.Cmd { return nil }

// trend is what the equity has done in a day, where that is known.
func (p *equityPane) trend() string {
	n := len(p.read.equity)
	if n < 25 {
		return ""
	}
	now, was := p.read.equity[n-1].Close, p.read.equity[n-25].Close
	change := new(big.Rat)
	if change.SetFloat64(now-was) == nil {
		return ""
	}
	return "24h " + format.Gain(change)
}

func (p *equityPane) Draw(in cells.Box, _ bool) string {
	points := p.read.equity
	if p.daily {
		points = joinDays(points)
	}
	if len(points) == 0 {
		return cells.Fit(strings.Join(p.state.Lines(p.s.Env, 0, in.W, in.H), "\n"), in.W, in.H)
	}
	curve, places := book.Candles{Points: points}, 0
	curve.Label = func(v float64) string {
		r := new(big.Rat)
		if r.SetFloat64(v) == nil {
			return ui.Unknown
		}
		return format.Rat(r, places, false)
	}
	if v, ok := curve.View(in); ok {
		places = placesFor(v.Step())
	}
	return curve.Draw(p.s.Env.Theme, in)
}

// placesFor is how many digits after the point tell labels apart that are a step apart.
func placesFor(step float64) (places int) {
	for places < format.USDDecimals && step > 0 && step < 1 {
		step *= 10
		places++
	}
	return places
}

func (p *equityPane) Actions() []ui.Action {
	return []ui.Action{act("daily", "", "i", "days or hours", "equity by hours or by days",
		p.read.unread(), ui.Asking(func() { p.daily = !p.daily }))}
}

// joinDays joins the hours of a day.
func joinDays(hours []book.Candle) (out []book.Candle) {
	for _, h := range hours {
		start := h.At.Truncate(24 * time.Hour)
		if n := len(out); n > 0 && out[n-1].At.Equal(start) {
			d := &out[n-1]
			d.High, d.Low, d.Close = max(d.High, h.High), min(d.Low, h.Low), h.Close
			continue
		}
		h.At = start
		out = append(out, h)
	}
	return out
}
