package delta_test

import (
	"errors"
	"testing"

	"bourse/backend/api"
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
	st.Press("S", "enter")
	st.settle()
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
	st.Shows("3 of 3", `Type "again" to go on`) // nobody has seen how the second one ended
	st.Press("S")
	st.Type("again")
	st.Press("enter", "enter")
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
