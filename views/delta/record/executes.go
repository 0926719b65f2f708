package record

import (
	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// ExecutesAt is the market's price at which an open order is met, with the gas of its settlement
// and its partner's fee in; unit is what it is in, "" where nothing tells: of an order that is not
// open, that is hidden, in slices, or on a network whose prices are not known.
func ExecutesAt(s *views.Session, r api.DeltaRecord) (text, unit string) {
	if r.Hidden || r.Status.Final() || Over(r, s.Env.Now()) {
		return ui.Unknown, ""
	}
	if text, unit = s.On(r.ChainID).ExecutesAt(r); unit == "" {
		return ui.Unknown, ""
	}
	return text, unit
}
