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
	begun.Worth, begun.Trail.From = api.NewAmount(100), api.NewAmount(97)
	given, fell, rose, elsewhere := trail, begun, begun, begun
	given.Worth = api.NewAmount(97)
	fell.Worth, rose.Worth = api.NewAmount(96), api.NewAmount(110)
	elsewhere.Trail.From = api.NewAmount(90)
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
		"from where":  {&given, &begun, nil, ""},
		"it rose":     {&begun, &rose, nil, ""},
		"it fell":     {&trail, &fell, nil, "only rises"},
		"fell again":  {&rose, &begun, nil, "only rises"},
		"elsewhere":   {&given, &elsewhere, nil, "begin elsewhere"},
		"moved there": {&begun, &elsewhere, nil, "begin elsewhere"},
		"fell, met":   {&given, nil, &api.DeltaHeld{fell, true}, "only rises"},
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
