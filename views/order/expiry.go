package order

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"bourse/ui"
	"bourse/views/format"
)

// The ways to say when an order ends.
const (
	oneDay  = "1d"
	oneHour = "1h"
	oneWeek = "7d"
	never   = "never"
	custom  = "date"
)

// expiryOf reads when an order ends, in UNIX seconds: 0 is never. text is what was typed for
// custom: a time in the zone of the console, or a span such as 36h.
func expiryOf(choice, text string, now time.Time) (uint64, error) {
	switch choice {
	case never:
		return 0, nil
	case custom:
		at, err := customExpiry(strings.TrimSpace(text), now)
		if err != nil {
			return 0, err
		}
		if !at.After(now) {
			return 0, errors.New("that time has passed")
		}
		return uint64(at.Unix()), nil
	}
	span, err := parseSpan(choice)
	return uint64(now.Add(span).Unix()), err
}

func customExpiry(text string, now time.Time) (time.Time, error) {
	if span, err := parseSpan(text); err == nil {
		return now.Add(span), nil
	}
	if at, err := format.ParseTime(text); err == nil {
		return at, nil
	}
	return time.Time{}, errors.New(
		"type a span such as 36h or 3d, or a time in " + ui.ZoneName(now) + " such as " +
			ui.Local(now.Add(24*time.Hour)).Format(format.TimeLayout))
}

// maxSpan keeps spans within what a time can hold.
const maxSpan = 100 * 365 * 24 * time.Hour

// parseSpan reads a number of minutes, hours, days or weeks: 30m, 36h, 3d, 2w.
func parseSpan(text string) (time.Duration, error) {
	bad := errors.New("is no span")
	if len(text) < 2 {
		return 0, bad
	}
	unit, ok := map[byte]time.Duration{
		'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour,
		'w': 7 * 24 * time.Hour}[text[len(text)-1]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 32)
	if !ok || err != nil || n == 0 || time.Duration(n) > maxSpan/unit {
		return 0, bad
	}
	return time.Duration(n) * unit, nil
}
