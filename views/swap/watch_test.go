package swap_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// TestOpenDecisionIsSimulatedAtEveryBlock takes an order of the route away while somebody looks at
// the transaction.
func TestOpenDecisionIsSimulatedAtEveryBlock(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND transaction")
	s.set(func() {
		s.unfit = api.Errorf(
			api.TransactionFails, "Couldn't swap the requested fill amount")
	})
	st.block()
	st.Press("S")
	st.Shows("on the newest block it would fail (Couldn't swap the requested fill amount)")
	if st.Press("enter"); len(s.Sent()) != 0 {
		t.Fatal("a transaction that would revert was sent")
	}
	s.set(func() { s.unfit = nil })
	st.settle()
	st.Press("enter")
	st.sign()
}

func TestClosedDecisionIsNotSimulated(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.Press("enter")
	st.settle()
	st.Press("esc")
	st.ClickOn("1 Markets")
	st.Advance(10 * time.Second)
	built := len(s.built)
	st.block()
	if len(s.built) != built {
		t.Error("it is simulated although nobody looks")
	}
}

// TestDoneSwapEmptiesTheForm keeps a second ⏎ from swapping as much again.
func TestDoneSwapEmptiesTheForm(t *testing.T) {
	t.Parallel()
	s := world()
	s.after = map[common.Address]api.Amount{
		weth.Address: units("21.4", weth), usdc.Address: units("42628.763341", usdc)}
	st := quoted(t, s)
	st.Press("enter")
	st.settle()
	st.Shows("over UniswapV3, UniswapV2, CurveV1", "in all at most 10.0000 WETH and 0.0008")
	st.sign()
	st.Shows("Type an amount first.", "last: received 30,148.21 USDC")
	st.Advance(30 * time.Second)
	st.header()
	if strings.Contains(st.Frame(), "[ 10") {
		t.Errorf("the amount is still typed:\n%s", st.Frame())
	}
	st.Press("enter")
	if len(st.Root.Dialogs()) != 0 {
		t.Error("an empty form is reviewed")
	}
}

// TestPurchaseIsApprovedWithHeadroom: what a purchase takes moves while its approval is mined.
func TestPurchaseIsApprovedWithHeadroom(t *testing.T) {
	t.Parallel()
	s := world()
	s.route.Side = api.Buy
	h := s.held[weth.Address]
	h.Allowances = nil
	s.held[weth.Address] = h
	st := newStage(t, s)
	st.Press("tab", "tab")
	st.Type("30148.213341")
	st.Advance(200 * time.Millisecond)
	st.Press("a")
	// 10 WETH, 0.5 % slippage and 2 % more.
	if len(s.Approvals()) != 1 || s.Approvals()[0].Amount != units("10.251", weth) {
		t.Fatalf("approvals %+v\n%s", s.Approvals(), st.Frame())
	}
}

// TestLongRouteKeepsItsSumInSight cuts the tree, not what it comes to.
func TestLongRouteKeepsItsSumInSight(t *testing.T) {
	t.Parallel()
	s := world()
	legs := &s.route.BestRoute[0].Swaps[0].Exchanges
	for range 30 {
		*legs = append(*legs, leg("UniswapV2", 0, api.Amount{}, api.Amount{}))
	}
	st := quoted(t, s)
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		st.Resize(size[0], size[1])
		st.Shows("= 30,148.21 USDC", " more ")
	}
	st.Press("v")
	for range 60 {
		st.Press("down")
	}
	st.Shows("CurveV1", "= 30,148.21 USDC")
}
