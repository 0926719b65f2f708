package api_test

import (
	"strings"
	"testing"

	"bourse/backend/api"
)

// What a service makes of a trigger is what it was asked for, but for where a trail begins; one
// that was met already is told as having been held.
func TestNotHeldAs(t *testing.T) {
	t.Parallel()
	stop := api.DeltaTrigger{Worth: api.NewAmount(5), Below: true}
	trail := api.DeltaTrigger{Below: true, Trail: api.DeltaTrail{Bps: 300}}
	begun := trail
	begun.Worth, begun.Trail.From = api.NewAmount(97), api.NewAmount(100)
	higher, later, wider := stop, stop, begun
	higher.Worth, later.NotBefore, wider.Trail.Bps = api.NewAmount(6), 9, 5
	for name, c := range map[string]struct {
		asked, told *api.DeltaTrigger
		held        *api.DeltaHeld
		fault       string
	}{
		"now":         {nil, nil, nil, ""},
		"a stop":      {&stop, &stop, nil, ""},
		"met already": {&stop, nil, &api.DeltaHeld{stop, true}, ""},
		"a trail":     {&trail, &begun, nil, ""},
		"not at all":  {&stop, nil, nil, "does not hold the order back"},
		"another one": {&stop, &higher, nil, "another trigger"},
		"later":       {&stop, &later, nil, "another trigger"},
		"another met": {&stop, nil, &api.DeltaHeld{higher, true}, "another trigger"},
		"closer":      {&trail, &wider, nil, "another trigger"},
		"not for now": {nil, &stop, nil, "which was to be auctioned at once"},
	} {
		r := api.DeltaRecord{Trigger: c.told, Held: c.held}
		got := r.NotHeldAs(c.asked)
		if (got == "") != (c.fault == "") || !strings.Contains(got, c.fault) {
			t.Errorf("%s: %q, not %q", name, got, c.fault)
		}
	}
}
