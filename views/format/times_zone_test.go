package format_test

import (
	"testing"
	"time"

	"bourse/ui"
	"bourse/views/format"
)

// What is typed without an offset is read in the zone in which times are told, and files carry the
// offset. The zone is the process's own, so that this test runs alone.
func TestTypedTimesAreReadInTheZone(t *testing.T) {
	defer ui.SetZone(time.UTC)
	ui.SetZone(time.FixedZone("+08", 8*3600))
	for text, want := range map[string]string{
		"2026-12-24 18:00":          "2026-12-24T10:00:00Z",
		"2026-12-24":                "2026-12-23T16:00:00Z",
		"2026-12-24T18:00:00Z":      "2026-12-24T18:00:00Z",
		"2026-12-24T18:00:00+01:00": "2026-12-24T17:00:00Z",
	} {
		at, err := format.ParseTime(text)
		if got := at.UTC().Format(time.RFC3339); err != nil || got != want {
			t.Errorf("%s is read as %s (%v), want %s", text, got, err, want)
		}
	}
	at := time.Date(2026, 12, 24, 10, 0, 0, 0, time.UTC)
	if got := format.Stamp(at); got != "2026-12-24T18:00:00+08:00" {
		t.Errorf("an export has %s", got)
	}
	if got := format.Moment(at); got != "2026-12-24 18:00:00 UTC+08" {
		t.Errorf("a screen has %s", got)
	}
}
