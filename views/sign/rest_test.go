package sign_test

import (
	"context"
	"math/big"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/sign"
)

// restingOrder opens an order that is posted by count.
func (st *stage) restingOrder(posted *int, moved *string) *[]sign.Signed {
	return st.openOrder(func(_ *api.Order, p *sign.Spec) {
		p.Submit = func(context.Context, sign.Signed) (any, error) { *posted++; return nil, nil }
		p.Moved = func() string { return *moved }
	})
}

// An order that is confirmed can be taken back for as long as it rests. Then there is no signature.
func TestAnOrderThatRestsIsTakenBack(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Resting = 3 * time.Second
	posted, moved := 0, ""
	done := st.restingOrder(&posted, &moved)
	st.Press("S", "enter")
	st.Shows("signed and posted in 3 s; u takes it back")
	st.Advance(2 * time.Second)
	st.Press("u")
	st.Shows("taken back: nothing was signed, and nothing was posted")
	st.Advance(time.Minute)
	for _, m := range st.host.got {
		if s, is := m.(views.Signed); is {
			t.Errorf("%s was signed", s.Title)
		}
	}
	if posted != 0 || len(*done) != 0 || st.openDialogs() != 0 {
		t.Errorf("it is posted %d times, done %v", posted, *done)
	}
}

// While an order rests only a u that was meant takes it back: every other key says what it does not
// do, and so does the u of a word that is typed.
func TestOnlyUTakesBackWhatRests(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"esc"}, {"enter"}, {"S"}, {":"}, {"?"}, {"q"}, {"8"}, {"f2"},
		{"a", "c", "c", "o", "u", "n", "t"}, {":", "u"}} {
		st := newStage(t)
		st.s.Resting = 3 * time.Second
		posted, moved := 0, ""
		done := st.restingOrder(&posted, &moved)
		st.Press("S", "enter")
		st.Advance(2 * time.Second)
		st.Press(keys...)
		st.Shows(ui.KeyName(keys[len(keys)-1]) + " was not taken: the order is signed in 1 s, " +
			"and only u")
		st.Advance(2 * time.Second)
		if posted != 1 || len(*done) != 1 {
			t.Errorf("after %v it is posted %d times", keys, posted)
		}
		st.Hides("was not taken") // it is over
	}
}

// Who presses u again and again takes the order back, whatever key came first.
func TestPressingUAgainTakesBack(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Resting = 3 * time.Second
	posted, moved := 0, ""
	st.restingOrder(&posted, &moved)
	st.Press("S", "enter")
	st.Advance(time.Second)
	st.Press("q")
	for range 3 {
		st.Advance(150 * time.Millisecond)
		st.Press("u")
	}
	st.Shows("taken back: nothing was signed, and nothing was posted")
	st.Advance(time.Minute)
	if posted != 0 {
		t.Errorf("it is posted %d times", posted)
	}
}

// Who leaves while an order rests finds in the journal what became of it.
func TestLeavingWhileAnOrderRestsIsKept(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	log := activity.NewLog(st.Clock.Now)
	st.s.Resting, st.s.Journal = 3*time.Second, log
	posted, moved := 0, ""
	st.restingOrder(&posted, &moved)
	st.Press("S", "enter", "ctrl+c")
	list, _ := log.Since(0)
	if !st.Quit || len(list) != 1 || !list[0].Kept ||
		list[0].Text != "Limit order was not signed: it was left while it rested" {
		t.Fatalf("quit %t, the journal has %+v", st.Quit, list)
	}
}

// What was signed before the order, such as a permit, is not said to be unsigned.
func TestWhatCameBeforeAnOrderIsSigned(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Resting = 3 * time.Second
	st.openOrder(func(_ *api.Order, p *sign.Spec) {
		p.Step, p.Steps = 2, 2
		p.Submit = func(context.Context, sign.Signed) (any, error) { return nil, nil }
	})
	st.Press("S", "enter")
	st.Advance(time.Second)
	st.Press("u")
	st.Shows("taken back: what came before is signed, the order is not, and was not posted")
}

func TestAnOrderIsPostedOnceItHasRested(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Resting = 3 * time.Second
	posted, moved := 0, ""
	done := st.restingOrder(&posted, &moved)
	st.Press("S", "enter")
	st.Advance(2900 * time.Millisecond)
	if posted != 0 {
		t.Fatal("it is posted before its time")
	}
	st.Advance(200 * time.Millisecond)
	if posted != 1 || len(*done) != 1 {
		t.Fatalf("posted %d times, done %v", posted, *done)
	}
	st.Press("u")
	st.Advance(time.Minute)
	if posted != 1 {
		t.Fatalf("posted %d times", posted)
	}

	st.s.Resting = 0
	st.restingOrder(&posted, &moved)
	st.Press("S", "enter")
	if posted != 2 {
		t.Fatal("without a rest it is not posted at once")
	}
}

// What moves while an order rests is not signed.
func TestWhatMovesWhileItRestsIsNotSigned(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Resting = 3 * time.Second
	posted, moved := 0, ""
	done := st.restingOrder(&posted, &moved)
	st.Press("S", "enter")
	moved = "the price moved"
	st.Advance(5 * time.Second)
	st.Shows("the price moved")
	if posted != 0 || len(*done) != 0 {
		t.Fatalf("posted %d times, done %v", posted, *done)
	}
}

// A wrong password is told before the order rests, and the right one lets it rest.
func TestALockedAccountIsUnlockedBeforeTheRest(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Resting, st.s.Account = 3*time.Second, st.saved
	posted, moved := 0, ""
	st.restingOrder(&posted, &moved)
	st.Press("S", "enter")
	st.Type("wrong")
	st.Press("enter")
	st.Shows("Password of savings")
	for range 5 {
		st.Press("backspace")
	}
	st.Type(password)
	st.Press("enter")
	st.Shows("u takes it back")
	if posted != 0 {
		t.Fatal("it is posted before its time")
	}
	st.Advance(4 * time.Second)
	if posted != 1 {
		t.Fatalf("posted %d times", posted)
	}
}

// A transaction does not rest.
func TestATransactionDoesNotRest(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Resting = 3 * time.Second
	task := st.approving(5, func() (api.Transaction, error) {
		return st.approve(big.NewInt(5)), nil
	})
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.Press("S", "enter")
	if len(st.service.sent) != 1 {
		t.Error("a transaction waits")
	}
}

// How long orders rest outlives the session, and what is no time is refused.
func TestReadRest(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	session := func() *views.Session {
		kept, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		return &views.Session{Preferences: kept, Resting: 3 * time.Second}
	}
	for text, want := range map[string]time.Duration{"5": 5 * time.Second, "7s": 7 * time.Second,
		"off": 0, "0": 0} {
		d, why := views.ReadRest(text)
		if why != "" {
			t.Fatal(why)
		}
		if m := session().SetRest(d)(); m != nil {
			t.Fatal(m)
		}
		if got := session().Rests(); got != want {
			t.Errorf("%q rests for %s", text, got)
		}
	}
	for _, text := range []string{"", "-1", "61", "1.5", "three", "3m"} {
		if _, why := views.ReadRest(text); why == "" {
			t.Errorf("%q is a time", text)
		}
	}
	if got := (&views.Session{Resting: time.Second}).Rests(); got != time.Second {
		t.Errorf("a session that keeps nothing rests for %s", got)
	}
}
