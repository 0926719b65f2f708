package positions

import (
	"cmp"
	"math/big"
	"slices"
	"time"

	"bourse/views"
	"bourse/views/book"
	"bourse/views/ledger"
)

// result is all that the screen shows: of one network, or of all that have answered together. Sums
// are USD.
type result struct {
	parts               []views.Part[part] // none before they are read
	silent              []string           // networks that do not answer: they are in no sum
	realised, open, gas *big.Rat
	fifo, specific      *big.Rat      // realised by these methods
	unknown, refused    int           // events in no sum
	toldBy              string        // who alone tells of some
	days                []*ledger.Day // oldest first
	equity              []book.Candle
	equityBy            string // who alone tells of its prices
}

// unread says that there is nothing yet, "" once something has been read.
func (r *result) unread() string {
	if len(r.parts) == 0 {
		return "nothing has been read yet"
	}
	return ""
}

// uncosted is how many sales are in no sum, since nothing tells what was sold had cost.
func (r *result) uncosted() (n int) {
	for _, part := range r.parts {
		for _, e := range part.Data.Book.Events {
			if e.Uncosted != nil {
				n++
			}
		}
	}
	return n
}

// merge sums up what was read of several networks.
func merge(parts []views.Part[part], silent []string) result {
	r := result{parts: parts, silent: silent, realised: new(big.Rat), open: new(big.Rat),
		gas: new(big.Rat), fifo: new(big.Rat), specific: new(big.Rat)}
	var curves [][]book.Candle
	days := map[uint64]*ledger.Day{}
	for _, p := range parts {
		b := p.Data.Book
		r.realised.Add(r.realised, b.Realised)
		r.open.Add(r.open, p.Data.Open())
		r.gas.Add(r.gas, b.Gas)
		r.fifo.Add(r.fifo, b.FIFO)
		r.specific.Add(r.specific, b.Specific)
		r.unknown, r.refused = r.unknown+b.Unknown, r.refused+b.Refused
		for _, e := range b.Events {
			r.toldBy = cmp.Or(e.ToldBy, r.toldBy)
		}
		for _, d := range b.Days {
			sum := days[d.Start]
			if sum == nil {
				sum = &ledger.Day{Start: d.Start, Realised: new(big.Rat), Gas: new(big.Rat)}
				days[d.Start] = sum
				r.days = append(r.days, sum)
			}
			sum.Realised.Add(sum.Realised, d.Realised)
			sum.Gas.Add(sum.Gas, d.Gas)
			sum.Events += d.Events
		}
		r.equityBy = cmp.Or(r.equityBy, p.Data.toldBy)
		if len(p.Data.equity) > 0 {
			curves = append(curves, p.Data.equity)
		}
	}
	slices.SortFunc(r.days, func(a, b *ledger.Day) int { return cmp.Compare(a.Start, b.Start) })
	r.equity = together(curves)
	return r
}

// together adds curves up, hour by hour. Beyond the ends of one it counts as it is there.
func together(curves [][]book.Candle) []book.Candle {
	if len(curves) < 2 {
		return slices.Concat(curves...)
	}
	first, last := curves[0][0].At, curves[0][0].At
	for _, c := range curves {
		if c[0].At.Before(first) {
			first = c[0].At
		}
		if at := c[len(c)-1].At; at.After(last) {
			last = at
		}
	}
	out := make([]book.Candle, int(last.Sub(first)/time.Hour)+1)
	for i := range out {
		out[i].At = first.Add(time.Duration(i) * time.Hour)
		for _, c := range curves {
			hour := int(out[i].At.Sub(c[0].At) / time.Hour)
			out[i].Close += c[max(0, min(hour, len(c)-1))].Close
		}
	}
	return joined(out)
}
