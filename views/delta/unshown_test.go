package delta_test

import (
	"testing"
	"time"

	"bourse/backend/api"
)

// TestWhatIsNotShownIsNoOrderThatStands: the take profit of a pair was signed here and is not shown
// by the service. Neither the list, the order's screen nor the stop beside it says that it waits,
// and it counts for nothing.
func TestWhatIsNotShownIsNoOrderThatStands(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Form: api.SecondForm, SrcAmount: units("1000", usdc),
		DestAmount: units("0.32", weth), ExpectedDestAmount: units("0.33", weth),
		Nonce: api.NewAmount(7)}
	st := later(t, o, api.DeltaNotStarted)
	st.service.set(func() {
		stop := &st.service.orders[0]
		stop.Trigger = &api.DeltaTrigger{Below: true, Worth: units("0.3", weth)}
		profit := *stop
		profit.OrderHash[0] = 0x30
		profit.ID = profit.OrderHash.Hex()
		profit.Trigger = &api.DeltaTrigger{Worth: units("0.34", weth)}
		profit.Promised, profit.Unshown, profit.UnshownBy = true, true, "there"
		profit.Reason = "signed here, and not shown by there; there is no Delta order of the hash"
		profit.CreatedAt = stop.CreatedAt.Add(-time.Second)
		st.service.orders = append(st.service.orders, profit)
	})
	st.Resize(120, 44)
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	st.Shows("NOT_STARTED ◐", "? not shown", "7 days   1 order ", "1 not shown",
		"one cancels the other: take profit 0x30")
	st.Press("j")
	st.settle()
	st.Shows("signed here, and not shown by there")
	st.Press("enter")
	st.settle()
	st.Shows("? not shown  (as signed here)", "it may never have arrived at there",
		" ! signed here, and not shown by there;")
	st.Hides("submitted", "first fill", "Waiting for", "profit 0x3000, NOT_STARTED")
	st.Press("h", "k", "enter")
	st.settle()
	st.Shows("take profit 0x30", ", not shown")
}
