package sign

import (
	"bourse/views"
	"bourse/wallet/describe"
)

// harmless are what may be signed on a day that has lost what it may: it trades nothing. Funds can
// be taken away, orders and rights taken back.
var harmless = map[describe.Kind]bool{describe.Send: true, describe.Approve: true,
	describe.Cancel: true, describe.Wrap: true, describe.Unwrap: true, describe.Claim: true,
	describe.Nothing: true, describe.Again: true}

// lossLock tells why a trade cannot be signed on such a day, "" where it can.
func lossLock(s *views.Session, act describe.Act) string {
	locked := s.LossDay().Locked
	if locked == "" || len(act.Pays) == 0 || harmless[act.Kind] {
		return ""
	}
	return locked + ": it trades nothing until you unlock it by “loss”, in the palette or by " +
		"bourse do"
}
