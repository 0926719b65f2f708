package views_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/wallet"
)

// What a service says of a maker is said to that maker as of whom it is about.
func TestAReasonTellsItsMakerOfThemselves(t *testing.T) {
	t.Parallel()
	me, other := common.Address{1}, common.Address{2}
	s := &views.Session{Account: wallet.Account{Address: me}}
	for told, want := range map[string]string{
		" holds nothing of X":                       "you hold nothing of X",
		" does not let the order contract move X":   "you do not let the order contract move X",
		" holds or allows less of X than one unit":  "you hold or allow less of X than one unit",
		" is somebody of whom nobody has ever told": "",
	} {
		for _, maker := range []common.Address{me, other} {
			o := api.OrderRecord{StateReason: "the maker " + api.Lower(maker) + told}
			o.Maker = maker
			is := o.StateReason
			if maker == me && want != "" {
				is = want
			}
			if got := s.Reason(o); got != is {
				t.Errorf("%q, not %q", got, is)
			}
		}
	}
}
