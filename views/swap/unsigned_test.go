package swap_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestALostAnswerIsNotUnsigned: a swap that a key has signed and that may have arrived is called
// that by whoever leaves, as long as the form shows it.
func TestALostAnswerIsNotUnsigned(t *testing.T) {
	t.Parallel()
	s := world()
	s.OnSendTransaction = func(context.Context, uint64, []byte) (common.Hash, error) {
		return common.Hash{}, errors.New("EOF")
	}
	st := quoted(t, s)
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	st.settle()
	st.Press("esc", "q")
	st.Shows("a swap that is signed and may have been sent as 0x")
	st.Hides("that is not signed")
	st.Press("esc", "1", "q")
	st.Shows("a swap that is not signed")
}
