package delta_test

import (
	"errors"
	"testing"
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
