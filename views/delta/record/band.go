package record

import (
	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// Band draws a price band with its marks.
func Band(env *ui.Env, area cells.Box, marks []ui.BandMark) string {
	switch {
	case len(marks) == 0:
		return ""
	case area.W < Roomy:
		return ui.PriceBand(env, area.W, marks)
	}
	return Pad(ui.PriceBand(env, area.W-2, marks))
}

// Mark is an amount on a price band.
func Mark(name string, a api.Amount, t api.Token, note string) ui.BandMark {
	return ui.BandMark{Value: a.Float(), Name: name, Text: format.Fine(a, t, api.Down), Note: note}
}
