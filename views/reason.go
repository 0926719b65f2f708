package views

import (
	"strings"

	"bourse/backend/api"
)

// Reason is why an order is as it is, by the service, which tells of its maker as of anybody: the
// maker who reads it is told of as such.
func (s *Session) Reason(o api.OrderRecord) string {
	rest, about := strings.CutPrefix(o.StateReason, "the maker "+api.Lower(o.Maker)+" ")
	if !about || o.Maker != s.Account.Address {
		return o.StateReason
	}
	for it, you := range map[string]string{"holds or allows ": "hold or allow ",
		"holds nothing ": "hold nothing ", "does not let ": "do not let "} {
		if what, ok := strings.CutPrefix(rest, it); ok {
			return "you " + you + what
		}
	}
	return o.StateReason
}
