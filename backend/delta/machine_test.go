package delta

import (
	"testing"

	"bourse/backend/api"
)

// Every status can be reached, an order that is not done can always end, and nothing is listed twice.
func TestTransitions(t *testing.T) {
	t.Parallel()
	seen := make(map[transition]bool)
	reached := map[api.DeltaStatus]bool{none: true}
	for _, a := range transitions {
		key := transition{from: a.from, to: a.to}
		if seen[key] || a.trigger == "" || a.to == none {
			t.Errorf("%+v is listed twice, has no trigger or leads nowhere", a)
		}
		seen[key] = true
	}
	for range transitions {
		for _, a := range transitions {
			reached[a.to] = reached[a.to] || reached[a.from]
		}
	}
	for _, s := range []api.DeltaStatus{waiting, running, executing, executed, suspended, expired, cancelled, failed} {
		if !reached[s] {
			t.Errorf("%s can't be reached", s)
		}
		if !allowed(s, executed) && s != executed {
			t.Errorf("%s can't become EXECUTED, though the chain may say so", s)
		}
		if !s.Final() && !allowed(s, cancelled) {
			t.Errorf("the owner can't cancel while %s", s)
		}
	}
	if allowed(executed, cancelled) || allowed(none, running) {
		t.Error("what is settled can't be cancelled, and nothing runs before it was submitted")
	}
}
