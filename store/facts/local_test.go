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
	b := facts.Encode([]byte("signed"))
	if body, err := facts.Decode(b); err != nil || string(body) != "signed" {
		t.Fatalf("%q, %v", body, err)
	}
	for i := range b {
		changed := append([]byte(nil), b...)
		changed[i] ^= 4
		if _, err := facts.Decode(changed); !errors.Is(err, facts.ErrFormat) {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
	if _, err := facts.Decode(b[:3]); !errors.Is(err, facts.ErrFormat) {
		t.Errorf("cut short: %v", err)
	}
}
