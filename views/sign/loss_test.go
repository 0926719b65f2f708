package sign_test

import (
	"testing"

	"bourse/views"
)

// On a day that has lost what it may no trade is signed, whatever asked for it; also not by a
// dialog that was open before.
func TestALockedDaySignsNoTrade(t *testing.T) {
	t.Parallel()
	st := capped(t, "off")
	done := st.openOrder(nil)
	st.Hides("CANNOT BE SIGNED")
	st.Do(st.s.SetLossDay(views.LossDay{Locked: "$500.00 lost today"}))
	st.Press("S", "enter")
	st.Shows("$500.00 lost today: it trades nothing until you unlock it")
	also := st.openOrder(nil)
	st.Shows("CANNOT BE SIGNED", "it trades nothing until you unlock it")
	st.Press("S", "enter")
	if len(*also) != 0 {
		t.Error("the next one is signed")
	}
	if len(*done) != 0 {
		t.Fatal("it is signed")
	}
}
