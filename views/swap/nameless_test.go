package swap_test

import (
	"testing"
	"time"

	"bourse/backend/api"
)

// Version 5 along pairs names what is bought nowhere in its call, which nobody could sign: it is
// not asked for, by the one flag that networks without pairs understand too.
func TestCallsThatNameNoDestinationAreNotAskedFor(t *testing.T) {
	t.Parallel()
	s := world()
	st := newStage(t, s)
	st.Press("d", "right", "d")
	st.Type("10")
	st.Advance(200 * time.Millisecond)
	if len(s.prices) == 0 {
		t.Fatal("nothing was asked\n" + st.Frame())
	}
	r := s.prices[len(s.prices)-1]
	if r.Version != api.Version5 || !r.NoDirectMethods || len(r.ExcludeMethods) > 0 {
		t.Fatalf("asked %+v\n%s", r, st.Frame())
	}
}
