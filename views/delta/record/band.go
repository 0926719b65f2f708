package record

import (
	"cmp"
	"slices"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// Band draws a price band with its marks. Marks that would stand in one place move apart, so
// that each number can be read.
func Band(env *ui.Env, area cells.Box, marks []ui.BandMark) string {
	switch {
	case len(marks) == 0:
		return ""
	case area.W < Roomy:
		return ui.PriceBand(env, area.W, apart(area.W, marks))
	}
	return Pad(ui.PriceBand(env, area.W-2, apart(area.W-2, marks)))
}

// apart gives marks places on a band of so many cells: to scale where there is room for their
// words, next to each other where not. Where there is none at all, neighbours share a place, and
// the higher number is shown.
func apart(width int, marks []ui.BandMark) []ui.BandMark {
	slices.SortStableFunc(marks, func(a, b ui.BandMark) int {
		return cmp.Compare(a.Value, b.Value)
	})
	for i := 1; i < len(marks); { // equal ones share a place
		if marks[i].Text != marks[i-1].Text {
			i++
			continue
		}
		marks[i-1].Name += ", " + marks[i].Name
		marks = slices.Delete(marks, i, i+1)
	}
	cell := 0
	for _, m := range marks {
		cell = max(cell, cells.Width(m.Name), cells.Width(m.Text))
	}
	near, span := float64(cell+1), float64(width-cell-6) // as ui.PriceBand lays them out
	for len(marks) > 2 && near*float64(len(marks)-1) > span {
		last := len(marks) - 1
		marks[last-1].Name, marks[last-1].Text,
			marks[last-1].Note = marks[last-1].Name+", "+marks[last].Name, marks[last].Text, ""
		marks = marks[:last]
		cell = max(cell, cells.Width(marks[last-1].Name))
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

// Mark is an amount on a price band.
func Mark(name string, a api.Amount, t api.Token, note string) ui.BandMark {
	return ui.BandMark{Value: a.Float(), Name: name, Text: format.Fine(a, t, api.Down), Note: note}
}
