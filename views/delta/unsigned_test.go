package delta_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/sign"
)

// TestALostAnswerIsNotUnsigned: an order that a key has signed and that may have arrived is called
// that by whoever leaves, as long as the form shows it.
func TestALostAnswerIsNotUnsigned(t *testing.T) {
	t.Parallel()
	s := world()
	s.lost = errors.New("EOF")
	st := submitted(t, s)
	st.settle()
	st.Press("esc", "q")
	st.Shows("a Delta order that is signed and may have been sent as 0x")
	st.Hides("that is not signed")
	st.Press("esc", "1", "q")
	st.Shows("a Delta order that is not signed")
}

// TestASeriesGoesOnAfterLostAnswers: the service has an order of a series, and its answers to it
// are lost each time. The next order is asked for all the same, so that nobody is left with half
// of a series without a word.
func TestASeriesGoesOnAfterLostAnswers(t *testing.T) {
	t.Parallel()
	s := world()
	st := seriesOfThree(t, s, 1)
	st.Shows("2 of 3")
	s.set(func() { s.lost = errors.New("EOF") })
	st.Press("S", "enter")
	st.settle()
	st.Shows("It may have been sent as 0x")
	for range 2 { // for the answer it is handed on once more, which is lost too
		for _, e := range st.s.UnderWay.List() {
			st.s.UnderWay.Took(e.Hash)
			st.Send(sign.Found{Sent: e, Shown: new(bool)})
			st.settle()
		}
	}
	st.s.UnderWay.Took(st.s.UnderWay.List()[0].Hash)
	s.set(func() { s.lost = nil })
	st.settle()
	st.Shows("3 of 3")
	st.Hides(`Type "again"`) // nobody has seen how the second one ended, which is another one
	st.Press("S", "enter")
	st.settle()
	nonces := map[api.Amount]bool{}
	for _, r := range s.submissions {
		nonces[r.Order.Nonce] = true
	}
	if len(nonces) != 3 {
		t.Errorf("orders of %d nonces were sent: %+v", len(nonces), s.submissions)
	}
	st.Shows("4 Auction")
}

// seriesOfThree is a stage that signs the first orders of a series of three, up to the dialog of
// the next one.
func seriesOfThree(t *testing.T, s *service, signed int) *stage {
	t.Helper()
	st := quoted(t, s)
	st.when(6)
	st.Press("tab")
	st.Type("3")
	st.Press("tab", "right")
	p := *s.price
	p.SrcAmount = units("1666.666666", usdc)
	s.set(func() { s.price = &p })
	st.Press("r")
	st.settle()
	st.Press("enter")
	st.settle()
	st.signReading()
	for range signed {
		st.Press("S", "enter")
		st.settle()
	}
	return st
}

// TestASeriesThatWasLeftGoesOn: esc leaves a series midway, which says how much of it is signed;
// the next ⏎ goes on with the order that comes next, whatever else the form says by then, so that
// no part is signed twice.
func TestASeriesThatWasLeftGoesOn(t *testing.T) {
	t.Parallel()
	s := world()
	st := seriesOfThree(t, s, 1)
	st.Shows("2 of 3")
	st.Press("esc")
	st.settle()
	st.says("1 of 3 orders are signed, for 1,666.66", "Sign 2 of 3")
	// the first of them is settled meanwhile, and what is held is enough for the rest alone
	s.set(func() {
		h := s.held[usdc.Address]
		h.Balance = units("3333.333334", usdc)
		s.held[usdc.Address] = h
		s.orders = nil
	})
	st.number++
	st.header()
	st.Send(views.BlockSeen{})
	st.Press("tab", "right") // another slippage is no other trade
	st.settle()
	st.says("1 of 3 orders are signed")
	st.Advance(time.Hour)
	st.header()
	st.Press("r")
	st.settle()
	before := st.Clock.Now()
	st.Press("enter")
	st.settle()
	st.says("2 of 3")
	for range 2 {
		st.Press("S", "enter")
		st.settle()
	}
	if len(s.submissions) != 3 {
		t.Fatalf("%d submissions\n%s", len(s.submissions), st.Frame())
	}
	var all api.Amount
	for _, r := range s.submissions {
		all = all.Add(r.Order.SrcAmount)
	}
	if all != units("4999.999998", usdc) {
		t.Errorf("the series sells %s", all)
	}
	a, b := s.submissions[1], s.submissions[2]
	if first := time.Unix(int64(a.Trigger.NotBefore), 0); first.Before(before.Truncate(
		time.Second)) || first.After(before.Add(time.Minute)) {
		t.Errorf("what goes on at %v has its next order at %v", before, first)
	}
	if b.Trigger.NotBefore-a.Trigger.NotBefore != 300 || b.Order.Deadline-a.Order.Deadline != 300 {
		t.Errorf("%+v and %+v are not five minutes apart", a.Trigger, b.Trigger)
	}
	st.Shows("4 Auction")
}

// TestAnotherTradeEndsASeries: what is typed in place of a series midway is another trade, which is
// said; whoever quits is told what is signed.
func TestAnotherTradeEndsASeries(t *testing.T) {
	t.Parallel()
	s := world()
	st := seriesOfThree(t, s, 1)
	st.Press("esc")
	st.settle()
	st.Press("q")
	st.says("1 of 3 orders are signed")
	st.Press("esc", "shift+tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab", "ctrl+u")
	st.Type("3")
	if note := st.Root.Note().Text; !strings.Contains(note, "1 of 3 orders are signed, for "+
		"1,666.66") || !strings.Contains(note, "another trade") {
		t.Errorf("the message row says %q", note)
	}
	st.settle()
	st.Hides("Sign 2 of")
}

// TestALostPartIsFoundAfterItWasLeft: the answer to an order of a series is lost and its dialog
// closed; once the service is seen to have it, the series goes on with the order after it.
func TestALostPartIsFoundAfterItWasLeft(t *testing.T) {
	t.Parallel()
	for signed := range 3 {
		s := world()
		st := seriesOfThree(t, s, signed)
		s.set(func() { s.lost = errors.New("EOF") })
		st.Press("S", "enter")
		st.settle()
		st.Shows("It may have been sent as 0x")
		st.Press("esc")
		st.settle()
		st.says("one more may have been sent as 0x")
		list := st.s.UnderWay.List()
		e := list[len(list)-1]
		st.s.UnderWay.Remove(e.Hash)
		st.Send(sign.Found{Sent: e, Shown: new(bool)})
		s.set(func() { s.lost = nil })
		st.settle()
		if signed == 2 {
			st.Shows("[ ▁") // all are signed, and the form is empty
			continue
		}
		st.Press("r")
		st.settle()
		st.Press("enter")
		st.settle()
		for n := signed + 2; n <= 3; n++ {
			st.says(fmt.Sprintf("%d of 3", n))
			st.Hides(`Type "again"`)
			st.Press("S", "enter")
			st.settle()
		}
		nonces := map[api.Amount]bool{}
		for _, r := range s.submissions {
			nonces[r.Order.Nonce] = true
		}
		if len(s.submissions) != 3 || len(nonces) != 3 {
			t.Errorf("after %d: %d submissions of %d nonces\n%s", signed, len(s.submissions),
				len(nonces), st.Frame())
		}
	}
}
