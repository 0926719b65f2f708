package format

import "time"

// Times are told in UTC, as the chain counts them.

// Clock is the time of the day: "15:04:05".
func Clock(t time.Time) string { return t.UTC().Format("15:04:05") }

// Moment is a date and the time of the day: "2006-01-02 15:04:05"; "never" for the zero time.
func Moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}

// When is the time of the day for what is of the same day as now, else the date and the minute,
// with the year where that is another: "15:04:05", "01-02 15:04", "2006-01-02".
func When(now, t time.Time) string {
	now, t = now.UTC(), t.UTC()
	switch {
	case t.Year() != now.Year():
		return t.Format("2006-01-02")
	case t.YearDay() != now.YearDay():
		return t.Format("01-02 15:04")
	}
	return Clock(t)
}

// Stamp is a time in files that are exported.
func Stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
