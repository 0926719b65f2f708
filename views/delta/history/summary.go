package history

import (
	"fmt"
	"slices"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// summary is the last seven days of the page in figures.
type summary struct {
	orders, executed, expired int
	unshown                   int // beside the orders
	median                    time.Duration
	quoted                    int64 // of the executed ones
	gain                      int64 // average against the quote, in hundredths of a percent
	surplus                   float64
	worth                     bool // the surplus is known in USD
	compared                  compared
}

// summaryPane shows the summary.
type summaryPane struct {
	ui.Display
	list *List
}

func (*summaryPane) Title() (title, right string) { return "Summary", "" }

const week = 7 * 24 * time.Hour

func pow10(n int) float64 {
	f := 1.0
	for range n {
		f *= 10
	}
	return f
}

func (p *summaryPane) summary() summary {
	var s summary
	var times []time.Duration
	var gains int64
	for _, r := range p.list.Table.Rows() {
		if !p.list.inSummary(r) {
			continue
		}
		if r.NotShown() {
			s.unshown++
			continue
		}
		s.orders++
		switch r.Status {
		case api.DeltaExecuted:
			s.executed++
			s.compared.add(p.list.measured[r.ID])
			times = append(times, record.Lasted(r.DeltaRecord, p.list.s.Env.Now()))
			if n, ok := format.AmountOffBy(r.received, r.quotePart()); ok {
				gains, s.quoted = gains+n, s.quoted+1
			}
			usd, ok := p.list.inUSD(r)
			s.surplus, s.worth = s.surplus+usd, s.worth || ok
		case api.DeltaExpired:
			s.expired++
		}
	}
	if len(times) > 0 {
		slices.Sort(times)
		s.median = times[len(times)/2]
	}
	if s.quoted > 0 {
		s.gain = gains / s.quoted
	}
	return s
}

func (p *summaryPane) Draw(area cells.Box, _ bool) string {
	th, s := p.list.s.Env.Theme, p.summary()
	noun := "orders"
	if s.orders == 1 {
		noun = "order"
	}
	text := fmt.Sprintf("7 days   %s %s   %s executed   %s expired", ui.Count(s.orders), noun,
		ui.Count(s.executed), ui.Count(s.expired))
	if s.unshown > 0 {
		text += "   " + ui.Count(s.unshown) + " not shown"
	}
	if s.executed > 0 {
		text += "   median " + record.Span(s.median)
		if s.quoted > 0 {
			text += "   avg " + format.Bps(s.gain) + " vs quote"
		}
		if s.worth {
			text += fmt.Sprintf("   surplus %+.2f USD", s.surplus)
		}
	}
	text = " " + th.Text.Render(cells.Truncate(text, area.W-2))
	if more := s.compared.text(); more != "" {
		text += "\n " + th.Text.Render(cells.Truncate(more, area.W-2))
	}
	return text
}

func (w *List) inSummary(r row) bool { return w.s.Env.Now().Sub(r.CreatedAt) <= week }

// inUSD is what an order brought beyond its quote, for a label; only of the network in front prices
// are known.
func (w *List) inUSD(r row) (float64, bool) {
	p, ok := w.s.Prices[r.dest.Address]
	if !ok || !p.Known() || r.ChainID != w.s.Network.ChainID || r.quotePart().IsZero() {
		return 0, false
	}
	const usdDecimals = 18
	return p.Float(r.dest.Decimals, usdDecimals) * (r.received.Float() - r.quotePart().Float()) /
		pow10(r.dest.Decimals), true
}
