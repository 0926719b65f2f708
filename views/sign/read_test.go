package sign_test

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
)

// TestSignCountsOnceItCouldBeRead: ⏎ on Sign signs nothing before the dialog stood whole on the
// screen for a time that grows with what is new in it.
func TestSignCountsOnceItCouldBeRead(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	signed := st.openAtOnce()
	st.Advance(450 * time.Millisecond) // what was typed ahead is over
	st.Press("S", "enter")
	if len(*signed) != 0 || !strings.Contains(st.Root.Note().Text, "before this could be read") {
		t.Fatalf("signed %d after 0.45 s; the message row says %q", len(*signed),
			st.Root.Note().Text)
	}
	st.Shows("read it first")
	st.Advance(2050 * time.Millisecond) // the longest that it takes
	st.Shows("⏎ signs")
	if st.Press("enter"); len(*signed) != 1 {
		t.Fatalf("signed %d after 2.5 s:\n%s", len(*signed), st.Frame())
	}
	// the same once more is read in less
	signed = st.openAtOnce()
	st.Advance(450 * time.Millisecond)
	if st.Press("S", "enter"); len(*signed) != 1 {
		t.Errorf("signed %d of what was just read:\n%s", len(*signed), st.Frame())
	}
}

// TestWhatIsNotInSightIsNotSigned: where a window is too small for the words, those below are to be
// looked at first.
func TestWhatIsNotInSightIsNotSigned(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Resize(80, 24)
	var checks []ui.Check
	for _, n := range []string{"one", "two", "three", "four", "five"} {
		checks = append(checks, ui.Check{Level: ui.Warn, Text: strings.Repeat(n+" ", 14)})
	}
	signed := st.openAtOnce(checks...)
	st.settle()
	st.Press("S", "enter")
	if len(*signed) != 0 || !strings.Contains(st.Root.Note().Text, "not all words were in sight") {
		t.Fatalf("signed %d; the message row says %q\n%s", len(*signed), st.Root.Note().Text,
			st.Frame())
	}
	for range 6 {
		st.Press("pgdown")
	}
	st.settle()
	st.settle()
	if st.Press("enter"); len(*signed) != 1 {
		t.Errorf("signed %d after all was in sight:\n%s", len(*signed), st.Frame())
	}
}

// TestEveryDialogOpensOnCancel: whatever came before it.
func TestEveryDialogOpensOnCancel(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.OnPrepareTransfer = func(context.Context, api.TransferRequest) (api.Transaction,
		error) {
		return api.Transaction{ChainID: local.ChainID, From: st.s.Account.Address, To: usdc,
			Value: amount("1"), Gas: 21000, GasPrice: amount("7")}, nil
	}
	task := sign.Send(st.s, "send", api.Asset{Address: api.NativeToken}, usdc, amount("1"))
	task.Step, task.Steps = 2, 2
	st.do(func() tea.Cmd { return sign.Run(st.s, task) })
	st.Shows("2 of 2", "[ Cancel ]◂")
	if st.Press("enter"); len(st.service.sent) != 0 || st.openDialogs() != 0 {
		t.Errorf("sent %d:\n%s", len(st.service.sent), st.Frame())
	}
}

// TestTheFormIsStillWhileAStepIsAwaited: no key reaches the screen while a flow waits, but esc
// leaves it; then it does not go on.
func TestTheFormIsStillWhileAStepIsAwaited(t *testing.T) {
	t.Parallel()
	for _, leaves := range []bool{false, true} {
		st := newStage(t)
		var flow *views.Flow
		st.do(func() tea.Cmd {
			flow = st.s.Flow()
			flow.Wait("approve USDC: waiting for its block")
			return nil
		})
		st.Shows("The next step waits", "approve USDC: waiting for its block")
		st.host.got = nil
		st.Press("S", "enter", "x", "5", "f3", ":", "q")
		st.Paste("0xabc")
		for _, m := range st.host.got {
			switch m.(type) {
			case tea.KeyMsg, tea.MouseMsg:
				t.Errorf("the form was told %v", m)
			}
		}
		if st.Quit || len(st.Root.Dialogs()) != 1 {
			t.Fatalf("quit %t, dialogs %q", st.Quit, st.Root.Dialogs())
		}
		if leaves {
			if st.Press("esc"); st.openDialogs() != 0 {
				t.Fatalf("esc leaves it:\n%s", st.Frame())
			}
		}
		if goes := flow.Goes(); goes == leaves {
			t.Errorf("left %t, goes on %t", leaves, goes)
		}
		if st.Send(nil); st.openDialogs() != 0 {
			t.Error("a flow that waits for nothing is over")
		}
	}
}

// openAtOnce opens the dialog for an order, and lets no time pass.
func (st *stage) openAtOnce(checks ...ui.Check) *[]sign.Signed {
	data := eip712.OrderTypedData(local.ChainID, rfq, st.order())
	var done []sign.Signed
	spec := sign.Spec{Data: &data, Checks: checks,
		Done: func(s sign.Signed) tea.Cmd { done = append(done, s); return nil }}
	st.Send(run(func() tea.Cmd { return sign.Open(st.s, spec) }))
	return &done
}
