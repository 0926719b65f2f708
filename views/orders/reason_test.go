package orders_test

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// Why an order is suspended is said in full, in wide windows and in narrow ones.
func TestReasonOfASuspendedOrder(t *testing.T) {
	t.Parallel()
	bad := order(9, evil, usdc, "1", "3000", time.Hour)
	bad.State = api.Suspended
	bad.StateReason = "the contract 0x00000000000000000000000000000000000bad00 is not read " +
		"before 17:41:34: it used 2999999 gas\x1b[2J for one read"
	st := newStage(t, &service{orders: append(many(), bad)})
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		st.Resize(size[0], size[1])
		st.Send(views.ShowOrder{Hash: common.Hash{9}})
		st.Shows("! the contract 0x00000000000000000000000000000000000bad00", "17:41:34",
			"it used 2999999 gas")
	}
}
