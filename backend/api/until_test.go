package api_test

import (
	"testing"
	"time"

	"bourse/backend/api"
)

func TestUntil(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		-time.Second: "expired", 0: "expired", 9 * time.Second: "in 9s", 59 * time.Second: "in 59s",
		26*time.Minute + time.Second: "in 26m", time.Hour: "in 1h 00m",
		23*time.Hour + 10*time.Minute: "in 23h 10m", 47*time.Hour + 59*time.Minute: "in 47h 59m",
		48 * time.Hour: "in 2d", 150 * time.Hour: "in 6d",
	} {
		if got := api.Until(now, now.Add(d)); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := api.Until(now, time.Time{}); got != "never" {
		t.Errorf("no time at all: %q", got)
	}
}
