package ui

import (
	"testing"
	"time"
)

// Times are told in the zone of the machine, by its name or its offset, and in UTC unless told
// otherwise. The zone is the process's own, so that this test runs alone.
func TestTimesAreToldInTheirZone(t *testing.T) {
	at := time.Date(2026, 11, 23, 17, 25, 0, 0, time.UTC)
	if got := Local(at).Format("15:04 ") + ZoneName(at); got != "17:25 UTC" {
		t.Errorf("without a zone it is %s", got)
	}
	defer zone.Store(nil)
	SetZone(time.FixedZone("+0545", 5*3600+45*60))
	if got := Local(at).Format("15:04 ") + ZoneName(at); got != "23:10 UTC+0545" {
		t.Errorf("in Kathmandu it is %s", got)
	}
	SetZone(time.FixedZone("CET", 3600))
	if got := Local(at).Format("15:04 ") + ZoneName(at); got != "18:25 CET" {
		t.Errorf("in Berlin it is %s", got)
	}
}
