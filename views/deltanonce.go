package views

import (
	"time"

	"bourse/backend/api"
)

// WhyNotInvalidate tells why there is no use in using up the nonce of an account's Delta order, ""
// while whoever has its signature can settle it, whatever a service calls it.
func (s *Session) WhyNotInvalidate(r api.DeltaRecord, now time.Time) string {
	switch {
	case r.ID == "":
		return "no order is shown"
	case r.Hidden:
		return "it is held back: u in the history reads it"
	case r.User != s.Account.Address:
		return "the chosen account did not sign it"
	case r.ChainID != s.Network.ChainID:
		return "it is on another network"
	case r.Status == api.DeltaExecuted:
		return "it is settled, and its nonce is used"
	case now.Unix() > 0 && r.Order.Deadline < uint64(now.Unix()):
		return "its deadline has passed, and nobody can settle it"
	}
	return s.MaySign()
}
