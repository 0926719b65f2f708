package history

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// measuresAtOnce is how many auctions of settled orders are read between two frames.
const measuresAtOnce = 20

// gotMeasures are the comparisons of settled orders; nil for one of which the service tells none.
type gotMeasures map[string]*record.Comparison

// measure reads the auctions of settled orders of the last days that were not read yet. They do not
// change any more.
func (w *List) measure() tea.Cmd {
	var orders []row
	for _, r := range w.Table.Rows() {
		if _, known := w.measured[r.ID]; !known && w.inSummary(r) &&
			r.Status == api.DeltaExecuted && len(orders) < measuresAtOnce {
			orders = append(orders, r)
		}
	}
	if len(orders) == 0 || !w.front || w.measuring {
		return nil
	}
	w.measuring = true
	service := w.s.Service
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		got := make(gotMeasures)
		for _, r := range orders {
			a, err := readAuction(ctx, service, r.DeltaRecord)
			if err != nil {
				break
			}
			got[r.ID] = nil
			if c, ok := record.Compare(r.Order, a.Rounds); ok {
				got[r.ID] = &c
			}
		}
		return got
	})
}

// onMeasures takes comparisons and asks for more. After a failure the next reading of the list asks
// again.
func (w *List) onMeasures(m gotMeasures) tea.Cmd {
	w.measuring = false
	for id, c := range m {
		w.measured[id] = c
	}
	if len(m) == 0 {
		return nil
	}
	return w.measure()
}

// compared is how far settled orders came from the best pool and from the bound, on average in
// hundredths of a percent, and of how many.
type compared struct {
	pool, bound, pools, bounds int64
}

func (c *compared) add(m *record.Comparison) {
	if m == nil || m.Bid == nil {
		return
	}
	if base := m.Base(); base != nil {
		if n, ok := format.AmountOffBy(*m.Bid, *base); ok {
			c.pool, c.pools = c.pool+n, c.pools+1
		}
	}
	if m.Bound != nil {
		if n, ok := format.AmountOffBy(*m.Bid, *m.Bound); ok {
			c.bound, c.bounds = c.bound+n, c.bounds+1
		}
	}
}

// text is the averages in words, "" while none is known.
func (c *compared) text() string {
	if c.pools == 0 {
		return ""
	}
	text := "won bids avg " + format.Bps(c.pool/c.pools) + " vs best pool"
	if c.bounds > 0 {
		text += ", " + format.Bps(c.bound/c.bounds) + " vs bound"
	}
	return text + "   of " + ui.Count(c.pools) + " settled"
}
