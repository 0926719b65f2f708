package delta

import (
	"cmp"
	"slices"

	"bourse/backend/api"
	"bourse/ui"
)

// drawBand draws a price band with its marks. Marks that would stand in one place move apart, so that each number can be read.
func (w *Screen) drawBand(area ui.Box, marks []ui.BandMark) string {
	switch {
	case len(marks) == 0:
		return ""
	case area.W < roomy:
		return ui.PriceBand(w.s.Env, area.W, apart(area.W, marks))
	}
	return pad(ui.PriceBand(w.s.Env, area.W-2, apart(area.W-2, marks)))
}

// apart gives marks places on a band of so many cells: to scale where there is room for their words, next to each other where not. Where there is
// none at all, neighbours share a place, and the higher number is shown.
func apart(width int, marks []ui.BandMark) []ui.BandMark {
	slices.SortStableFunc(marks, func(a, b ui.BandMark) int { return cmp.Compare(a.Value, b.Value) })
	cell := 0
	for _, m := range marks {
		cell = max(cell, ui.Width(m.Name), ui.Width(m.Text))
	}
	near, span := float64(cell+1), float64(width-cell-6) // as ui.PriceBand lays them out
	for len(marks) > 2 && near*float64(len(marks)-1) > span {
		last := len(marks) - 1
		marks[last-1].Name, marks[last-1].Text, marks[last-1].Note = marks[last-1].Name+", "+marks[last].Name, marks[last].Text, ""
		marks = marks[:last]
		cell = max(cell, ui.Width(marks[last-1].Name))
		near, span = float64(cell+1), float64(width-cell-6)
	}
	low, high := marks[0].Value, marks[len(marks)-1].Value
	for i := range marks {
		marks[i].Value -= low
		if high > low {
			marks[i].Value *= span / (high - low)
		}
		if i > 0 {
			marks[i].Value = max(marks[i].Value, marks[i-1].Value+near)
		}
	}
	for i := len(marks) - 1; i > 0; i-- {
		most := span
		if i < len(marks)-1 {
			most = marks[i+1].Value - near
		}
		marks[i].Value = min(marks[i].Value, most)
	}
	return marks
}

func mark(name string, a api.Amount, t api.Token, note string) ui.BandMark {
	return ui.BandMark{Value: a.Float(), Name: name, Text: amountText(a, t, api.Down), Note: note}
}

func (w *Screen) quoteMarks() []ui.BandMark {
	return []ui.BandMark{mark("floor", w.floor(), w.dest, "you never get less"), mark("expected", w.quote.price.DestAmount, w.dest, "signed")}
}

// marks are the numbers of an order that matter: floor, expected, and what was offered or received for the whole of it.
func (w *Screen) marks(t *tracked, notes bool) []ui.BandMark {
	o, r := t.record.Order, t.record
	_, dest := w.tokensOf(r)
	out := []ui.BandMark{mark("floor", o.DestAmount, dest, "you never get less"), mark("expected", quotedOf(o), dest, "signed")}
	spent, received := sums(r)
	switch best, bid, ok := bestSeen(t); {
	case !spent.IsZero():
		out = append(out, mark("received", received.MulDiv(o.SrcAmount, spent), dest, "at its rate"))
	case ok && bid:
		out = append(out, mark("best bid", best, dest, "best seen"))
	case ok:
		out = append(out, mark("now", best, dest, "best seen"))
	}
	for i := range out {
		if !notes {
			out[i].Note = ""
		}
	}
	return out
}
