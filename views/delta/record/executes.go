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
	o := r.Order
	if r.Hidden || r.Status.Final() || Over(r, s.Env.Now()) || o.Form.Sliced() ||
		o.SrcAmount.IsZero() {
		return ui.Unknown, ""
	}
	src, dest := Tokens(s, r)
	costIn := dest
	if o.Buy {
		costIn = src
	}
	there := s.On(r.ChainID)
	gas := there.GasIn(views.SettleGas, costIn)
	if gas.IsZero() {
		return ui.Unknown, ""
	}
	return there.ExecutesText(views.DeltaExecutes(o, r.Trigger, gas), o)
}
