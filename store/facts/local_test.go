package facts_test

import (
	"errors"
	"testing"

	"bourse/store/facts"
	"bourse/store/facts/factstest"
)

func TestLocal(t *testing.T) {
	t.Parallel()
	l := facts.NewLocal()
	factstest.Conform(t, func(*testing.T, string) facts.Log { return l })
}

func TestFactsCarryTheirFormatAndASum(t *testing.T) {
	t.Parallel()
	for _, hint := range []string{"", "seen"} {
		b := facts.Encode([]byte("signed"), []byte(hint))
		body, with, err := facts.Decode(b)
		if err != nil || string(body) != "signed" || string(with) != hint {
			t.Fatalf("%q, %q, %v", body, with, err)
		}
		for i := range b {
			changed := append([]byte(nil), b...)
			changed[i] ^= 4
			if _, _, err := facts.Decode(changed); !errors.Is(err, facts.ErrBroken) {
				t.Errorf("byte %d changed: %v", i, err)
			}
		}
		if _, _, err := facts.Decode(b[:3]); !errors.Is(err, facts.ErrBroken) {
			t.Errorf("cut short: %v", err)
		}
	}
}
