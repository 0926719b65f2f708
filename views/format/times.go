package format

import (
	"time"

	"bourse/ui"
)

// Times are told in the zone of the console, and where a date stands with the zone's name.

// Clock is the time of the day: "15:04:05".
func Clock(t time.Time) string { return ui.Local(t).Format("15:04:05") }

// Moment is a date, the time of the day and its zone: "2006-01-02 15:04:05 CET"; "never" for the
// zero time.
func Moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return ui.Local(t).Format("2006-01-02 15:04:05 ") + ui.ZoneName(t)
}

// When is the time of the day for what is of the same day as now, else the date and the minute,
// with the year where that is another: "15:04:05", "01-02 15:04", "2006-01-02".
func When(now, t time.Time) string {
	now, t = ui.Local(now), ui.Local(t)
	switch {
	case t.Year() != now.Year():
		return t.Format("2006-01-02")
	case t.YearDay() != now.YearDay():
		return t.Format("01-02 15:04")
	}
	return Clock(t)
}

// Stamp is a time in files that are exported: ISO 8601 with the offset of its zone.
func Stamp(t time.Time) string { return ui.Local(t).Format(time.RFC3339) }

// ParseTime reads a time as it is typed, in the zone of the console unless it names its offset.
func ParseTime(text string) (time.Time, error) {
	in := ui.Local(time.Time{}).Location()
	for _, layout := range []string{TimeLayout, "2006-01-02"} {
		if at, err := time.ParseInLocation(layout, text, in); err == nil {
			return at, nil
		}
	}
	return time.Parse(time.RFC3339, text)
}

// TimeLayout is how a time is typed.
const TimeLayout = "2006-01-02 15:04"
