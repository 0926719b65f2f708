package desk_test

import (
	"errors"
	"testing"

	"bourse/views/desk"
)

// A word is the same in capitals or not, whoever gives it.
func TestWordsInCapitalsOrNot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed, wanted string
		agrees        bool
	}{{"unlock", "UNLOCK", true}, {"CAP", "cap", true}, {"cup", "cap", false}, {"", "cap", false}} {
		limits := desk.Limits{Tell: func(string) {}, Words: []string{c.typed}}
		err := limits.Agree(t.Context(), nil, c.wanted)
		if (err == nil) != c.agrees || err != nil && !errors.Is(err, desk.ErrDeclined) {
			t.Errorf("--word %q for %q: %v", c.typed, c.wanted, err)
		}
	}
}
