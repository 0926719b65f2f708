package ui

import (
	"strings"
	"sync/atomic"
	"time"
)

var zone atomic.Pointer[time.Location]

// SetZone chooses the zone in which this process tells and reads times, before its console begins.
// Without it that is UTC.
func SetZone(l *time.Location) { zone.Store(l) }

// Local is a time in the zone in which times are told.
func Local(t time.Time) time.Time {
	if l := zone.Load(); l != nil {
		return t.In(l)
	}
	return t.UTC()
}

// ZoneName is what the zone is called at a time: "UTC", "CET", or the offset of one that has no
// name.
func ZoneName(t time.Time) string {
	name := Local(t).Format("MST")
	if strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		return "UTC" + name
	}
	return name
}

// WithZone is the title of a column of times, with the zone that they are in now.
func (e *Env) WithZone(title string) string { return title + " " + ZoneName(e.Now()) }
