package demo_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"bourse/backend/demo"
)

// The report of a short session: every agent's settlements, and none that pays less than the best
// single pool.
func TestSurplus(t *testing.T) {
	t.Parallel()
	var told []time.Duration
	r, err := demo.MeasureSurplus(
		t.Context(), 7, time.Minute, developmentAccounts(t),
		func(passed time.Duration) { told = append(told, passed) })
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := r.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	t.Log(text.String())
	if r.Total.Settlements < 10 || r.By["ring of 2"] == nil || r.By["ring of 3"] == nil ||
		r.By["router"] == nil {
		t.Errorf("%d settlements by %v", r.Total.Settlements, r.By)
	}
	if r.Total.Captured().Sign() <= 0 || r.Reverted > 0 || r.Differing > 0 || r.Failed > 0 {
		t.Errorf("surplus of %s, %d reverted, %d otherwise than simulated, %d steps failed",
			r.Total.Captured(), r.Reverted, r.Differing, r.Failed)
	}
	for round, s := range r.Shares {
		if s.Captured > s.Bound {
			t.Errorf("round %d captured %g ether, the bound is %g", round, s.Captured, s.Bound)
		}
	}
	if len(told) != 1 || told[0] != time.Minute {
		t.Errorf("told of %v", told)
	}
	for _, want := range []string{
		"ring of 2", "total", "captured of the bound", "matched without pools",
		"rounds to fill", "EXECUTED"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}
