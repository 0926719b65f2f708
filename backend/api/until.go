package api

import (
	"fmt"
	"time"
)

// Until is how long a time is away, in words: "in 9s", "in 26m", "in 23h 10m" below two days, "in
// 6d", "expired" once it has come, and "never" for the zero time.
func Until(now, at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	switch d := at.Sub(now); {
	case d <= 0:
		return "expired"
	case d < time.Minute:
		return fmt.Sprintf("in %ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("in %dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("in %dh %02dm", d/time.Hour, d%time.Hour/time.Minute)
	default:
		return fmt.Sprintf("in %dd", d/(24*time.Hour))
	}
}
