package sign_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
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

// TestWhatIsNotInSightIsNotSigned: in a window that is too small for all words and checks, ⏎ on
// Sign counts only after each of them was drawn and stood; all can be scrolled to.
func TestWhatIsNotInSightIsNotSigned(t *testing.T) {
	t.Parallel()
	sizes := []cells.Box{{W: 80, H: 24}, {W: 100, H: 28}, {W: 120, H: 36}}
	for _, size := range sizes {
		st := newStage(t)
		st.Resize(size.W, size.H)
		var checks []ui.Check
		var words []string
		for i := range 14 { // long ones, each word of which occurs once
			var text []string
			for j := range 30 {
				text = append(text, fmt.Sprintf("w%dx%d.", i, j))
			}
			words = append(words, text...)
			checks = append(checks, ui.Check{Level: ui.Warn, Text: strings.Join(text, " ")})
		}
		words = append(words, "6,036.000001", st.s.Account.Address.Hex()) // of the words
		signed, seen := st.openAtOnce(checks...), ""
		st.settle()
		st.Press("S")
		for n := 0; len(*signed) == 0; n++ {
			frame := st.Frame()
			st.settle()
			if st.Press("enter"); n == 0 && (len(*signed) != 0 ||
				!strings.Contains(st.Root.Note().Text, "not seen yet")) {
				t.Fatalf("%v: signed %d at first; the message row says %q", size, len(*signed),
					st.Root.Note().Text)
			}
			if n == 0 {
				st.Shows("lines below")
			}
			if seen += frame; n > 60 {
				t.Fatalf("%v: not to be signed after %d lines down:\n%s", size, n, frame)
			}
			st.Press("down", "down")
		}
		for _, w := range words {
			if !strings.Contains(seen, w) {
				t.Fatalf("%v: signed, and %q was never on the screen:\n%s", size, w, seen)
			}
		}
	}
}

// TestWhatFliesByIsNotRead: lines that were in sight for less than it takes to see them do not
// count, however long the dialog stands afterwards.
func TestWhatFliesByIsNotRead(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Resize(80, 24)
	var checks []ui.Check
	for i := range 40 {
		checks = append(checks, ui.Check{Level: ui.Warn, Text: fmt.Sprintf("%070d", i)})
	}
	signed := st.openAtOnce(checks...)
	st.settle()
	for range 6 {
		st.Press("pgdown")
		st.Advance(10 * time.Millisecond)
	}
	st.settle()
	st.settle()
	if st.Press("S", "enter"); len(*signed) != 0 {
		t.Fatalf("signed, with pages that flew by:\n%s", st.Frame())
	}
	st.Shows("not seen yet: ↑ goes there", "↑ first")
	for range 6 {
		st.Press("pgup")
		st.Advance(350 * time.Millisecond)
	}
	if st.Press("enter"); len(*signed) != 1 {
		t.Errorf("signed %d after all of it stood: %q", len(*signed), st.Root.Note().Text)
	}
}

// TestWhatIsBlockedAsksForNothing: a transaction that is another one than was asked for asks for no
// word, names no key that signs, shows nothing as right and says what to do.
func TestWhatIsBlockedAsksForNothing(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	thief := common.HexToAddress("0x00000000000000000000000000000000000bad00")
	st.service.OnPrepareTransfer = func(context.Context, api.TransferRequest) (api.Transaction,
		error) {
		return api.Transaction{ChainID: local.ChainID, From: st.s.Account.Address, To: thief,
			Value: amount("1"), Gas: 21000, GasPrice: amount("7")}, nil
	}
	task := sign.Send(st.s, "send", api.Asset{Address: api.NativeToken}, usdc, amount("1"))
	task.Word = "stranger"
	task.Checks = []ui.Check{{Level: ui.OK, Text: "goes to dev1"}, {Text: "one unit of it"}}
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.settle()
	st.Shows("CANNOT BE SIGNED", "it is not what was asked for", "ask for it once more",
		"[ Close ]◂")
	for _, wrong := range []string{"✓", "goes to dev1", "one unit of it", "Type \"", "press S",
		"S move to Sign", "[ Sign"} {
		if strings.Contains(st.Frame(), wrong) {
			t.Errorf("it shows %q:\n%s", wrong, st.Frame())
		}
	}
	if st.Press("S", "s", "enter", "enter"); len(st.service.sent) != 0 || st.openDialogs() != 0 {
		t.Errorf("sent %d:\n%s", len(st.service.sent), st.Frame())
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
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
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
			st.Shows("the next step is not signed; what was signed before it goes on and stays")
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
	st.Send(run(func() tea.Cmd {
		sign.Open(st.s, spec)
		return nil
	}))
	return &done
}
