package sign_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/views"
	"bourse/views/sign"
)

// posts opens the dialog of an order whose service answers after a while, and signs.
func (st *stage) posts(late time.Duration, answer error) *int {
	st.T.Helper()
	data := eip712.OrderTypedData(local.ChainID, rfq, st.order())
	posted := new(int)
	st.do(func() tea.Cmd {
		sign.Open(st.s, sign.Spec{Data: &data,
			Submit: func(context.Context, sign.Signed) (any, error) {
				*posted++
				<-st.Clock.After(late)
				return nil, answer
			},
			Done: func(sign.Signed) tea.Cmd {
				st.s.Tell("done")
				return nil
			}})
		return nil
	})
	st.Press("S", "enter")
	return posted
}

// told counts how often the message row or the journal was told of a text.
func (st *stage) told(text string) (n int) {
	for _, m := range st.host.got {
		if told, ok := m.(views.Told); ok && strings.Contains(told.Text, text) {
			n++
		}
	}
	return n
}

// TestASlowAnswerIsLeft: while a service takes its time over what was signed, its dialog says what
// is so, can be left after a moment, and what becomes of it is told once, whatever that is.
func TestASlowAnswerIsLeft(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer error
		found  bool // the book has it before the answer comes
		says   string
	}{
		"taken":        {nil, false, "the service has it"},
		"found before": {nil, true, "the service has it"},
		"refused": {api.Errorf(api.ValidationError, "too late"), false,
			"refused: too late"},
		"no answer":        {errors.New("EOF"), false, "no answer came; it is looked for"},
		"found, no answer": {errors.New("EOF"), true, "the service has it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			st.service.OnOrder = func(_ context.Context, hash common.Hash, _ bool) (
				api.OrderRecord, error) {
				if !c.found {
					return api.OrderRecord{}, api.Errorf(api.NotFound, "no such order")
				}
				return api.OrderRecord{Hash: hash, State: api.Pending}, nil
			}
			posted := st.posts(40*time.Second, c.answer)
			st.Shows("Handed on as 0x", "no answer yet")
			st.Hides("esc cancels", "Signing…")
			st.Press("esc", "enter", "q", "f3")
			if st.openDialogs() != 1 {
				t.Fatalf("it is left in the first moment: %q", st.Root.Dialogs())
			}
			st.Hides("esc closes this first")
			st.Advance(3 * time.Second)
			st.Shows("esc leaves it", "no answer yet: esc leaves it to Activity")
			st.Hides("esc cancels", "Signing…", "esc wait")
			st.Resize(80, 24)
			st.Shows("no answer yet: esc leaves it to Activity", "it goes on in Activity")
			st.Press("esc")
			st.Shows("has no answer yet: it goes on in Activity")
			if st.openDialogs() != 0 {
				t.Fatalf("esc leaves it open: %q", st.Root.Dialogs())
			}
			doubted := st.doubted()
			st.do(func() tea.Cmd { return sign.Follow(st.s, doubted, false) })
			if got := st.told("the service has it"); c.found && got != 1 {
				t.Errorf("what the book has is told %d times before the answer", got)
			}
			st.Advance(2 * time.Minute)
			if st.told(c.says) != 1 || *posted != 1 {
				t.Errorf("told %d times %q, posted %d times; %v", st.told(c.says), c.says, *posted,
					st.host.got)
			}
			for _, m := range st.host.got {
				if m == "done" {
					t.Error("what comes next is begun although it was left")
				}
			}
		})
	}
}

// TestAQuickAnswerIsNotLeft: who presses esc at once waits for it, and goes on as ever.
func TestAQuickAnswerIsNotLeft(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.posts(time.Second, nil)
	st.Press("esc")
	st.Advance(time.Second)
	done := 0
	for _, m := range st.host.got {
		if m == "done" {
			done++
		}
	}
	if done != 1 || st.openDialogs() != 0 {
		t.Errorf("done %d times, dialogs %q", done, st.Root.Dialogs())
	}
}
