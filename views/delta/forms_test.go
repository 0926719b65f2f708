package delta_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// later is an order of a later form of this account that a program elsewhere has placed.
func later(t *testing.T, o api.DeltaOrder, status api.DeltaStatus,
	fills ...api.DeltaTransaction) *stage {
	t.Helper()
	s := world()
	s.orders = past(1)
	r := &s.orders[0]
	o.Owner, o.SrcToken, o.DestToken = r.Order.Owner, usdc.Address, weth.Address
	o.Deadline = uint64(noon.Add(24 * 365 * time.Hour).Unix())
	o.Complete()
	r.Order, r.Status, r.Transactions, r.FilledAmount = o, status, fills, api.Amount{}
	a := api.DeltaAuction{ID: r.ID, Status: status, Events: []api.DeltaEvent{
		{Order: r.ID, Seq: 1, To: api.DeltaNotStarted, Reason: "submitted", Time: r.CreatedAt}}}
	for i := range fills {
		fills[i].Status, fills[i].Hash = 1, common.Hash{byte(i + 1)}
		r.FilledAmount = r.FilledAmount.Add(fills[i].Spent)
		a.Events = append(a.Events, api.DeltaEvent{Order: r.ID, Seq: uint64(i + 2),
			To: api.DeltaRunning, Reason: "settled in part", TxHash: &fills[i].Hash,
			Time: r.CreatedAt.Add(time.Minute)})
	}
	if status == api.DeltaExecuted {
		r.FilledAmount = o.SrcAmount
	}
	s.auctions[r.ID] = a
	st := newStage(t, s)
	st.Advance(20 * time.Second)
	st.header()
	return st
}

// An order that buys is told by what it buys and what it may spend, in the tokens these are of, and
// what it saved is of what it sells.
func TestAPurchaseIsToldByWhatItSpends(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Form: api.SecondForm, Buy: true, SrcAmount: units("5050", usdc),
		DestAmount: units("1.5", weth), ExpectedDestAmount: units("5000", usdc)}
	st := later(t, o, api.DeltaExecuted, api.DeltaTransaction{Spent: units("4980", usdc),
		Received: units("1.5", weth), ProtocolFee: units("10", usdc), FilledPercent: 10_000})
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	st.Shows("4,980.00", "at most 5,050.00 USDC", "expected to spend 5,000.00 USDC",
		"+20.00 USDC unspent", "protocol fee 10.00 USDC")
	st.Press("enter")
	st.settle()
	st.Shows("1.500000 WETH with USDC", "1.500000 WETH for 4,980.00 USDC", "10.00 USDC",
		"5,050.00 USDC")
}

// An order in slices says how many are settled and what those to come trade, the last one with what
// division left over.
func TestSlicesAreTold(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Form: api.SlicedForm, Slices: 4, Interval: 300,
		SrcAmount: units("1000.03", usdc), SliceAmount: units("0.08", weth)}
	st := later(t, o, api.DeltaRunning, api.DeltaTransaction{Spent: units("250.0075", usdc),
		Received: units("0.0801", weth), FilledPercent: 2500})
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	st.Shows("slices 1 of 4 settled, at least 5m apart")
	st.Press("enter")
	st.settle()
	st.Shows("1 of 4 settled", "slice 1 of 4", "slice 2 of 4", "250.01 USDC for at least 0.080000",
		", due ",
		"spent 250.007500 USDC", // to the last place
		"0.080100 floor +0.12%", "WETH (+0.12%) above", "at this rate")
	st.Hides("to the protocol", "quote +") // nothing is taken of a slice, and none was quoted
}

// An order that a service calls ended before its deadline is told with the time that is left, and
// one of which a slice was settled is not told as settled.
func TestWhatEndedEarlyIsNotOver(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Form: api.SlicedForm, Slices: 2, Interval: 300,
		SrcAmount: units("1000", usdc), SliceAmount: units("0.16", weth)}
	st := later(t, o, api.DeltaCancelled, api.DeltaTransaction{Spent: units("500", usdc),
		Received: units("0.165", weth), FilledPercent: 5000})
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	st.Press("enter")
	st.settle()
	st.Shows("CANCELLED", "in 364d")
	st.Hides("ended  ", "5 Settled ✓")
}

// An order that a server alone calls cancelled is asked about until its deadline: it may be settled
// all the same.
func TestAServersWordIsWatched(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Form: api.SecondForm, SrcAmount: units("1000", usdc),
		DestAmount: units("0.32", weth), ExpectedDestAmount: units("0.33", weth)}
	st := later(t, o, api.DeltaCancelled)
	st.service.set(func() {
		st.service.orders[0].Promised = true
	})
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	st.Press("enter")
	st.settle()
	st.Shows("CANCELLED", "in 364d", "next")
	st.service.set(func() {
		st.service.orders[0].Status, st.service.orders[0].Promised = api.DeltaRunning, false
	})
	for range 20 {
		st.Advance(time.Second)
		st.settle()
	}
	st.Shows("RUNNING")
}

// What the end of an order leaves open where it is the word of a server alone is read in narrow
// windows too, with whose word it is.
func TestAServersWordIsReadable(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Form: api.SecondForm, SrcAmount: units("1000", usdc),
		DestAmount: units("0.32", weth), ExpectedDestAmount: units("0.33", weth)}
	st := later(t, o, api.DeltaCancelled)
	st.service.set(func() {
		r := &st.service.orders[0]
		r.Reason = "cancelled by the owner's signature"
		eip712.DeltaPromise("127.0.0.1:42003", r, noon)
	})
	until := "can settle it until " + noon.Add(24*365*time.Hour).Format("2006-01-02 15:04 MST")
	readable := func() {
		t.Helper()
		for _, size := range [][2]int{{80, 24}, {80, 36}, {120, 24}, {120, 36}} {
			st.Resize(size[0], size[1])
			pane := st.Frame()
			if from := strings.Index(pane, "reason "); from >= 0 {
				pane = pane[from+len("reason "):]
			}
			var text string
			for _, line := range strings.Split(pane, "\n") { // of the left pane alone
				line = strings.TrimLeft(line, "│┃ ")
				line, _, _ = strings.Cut(strings.ReplaceAll(line, "┃", "│"), "│")
				text += strings.TrimSpace(line) + " "
			}
			for _, want := range []string{"whoever has the signature " + until,
				"its end is the word of 127.0.0.1:42003 alone"} {
				if !strings.Contains(text, want) {
					t.Errorf("%v: it does not say %q:\n%s", size, want, st.Frame())
				}
			}
		}
	}
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	readable()
	st.Press("enter")
	st.settle()
	readable()
}

// What has expired is neither cancelled nor waited for.
func TestWhatExpiredIsNotCancelled(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Form: api.SecondForm, SrcAmount: units("1000", usdc),
		DestAmount: units("0.32", weth), ExpectedDestAmount: units("0.33", weth)}
	st := later(t, o, api.DeltaExpired)
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	st.Press("enter")
	st.settle()
	st.Shows("EXPIRED")
	st.Hides("x cancel", "first fill")
}

// A stop has no quote: its floor names its unit, and of a surplus that is not there yet the narrow
// window has nothing to say.
func TestAFloorWithoutAQuoteNamesItsUnit(t *testing.T) {
	t.Parallel()
	st := later(t, api.DeltaOrder{Form: api.SecondForm, SrcAmount: units("3000", usdc),
		DestAmount: units("1.090909", weth)}, api.DeltaNotStarted)
	st.Resize(80, 24)
	st.Press("h")
	st.Advance(2 * time.Second)
	st.header()
	st.Shows("floor 1.090909 WETH")
	st.Hides("surplus")
}
