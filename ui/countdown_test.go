package ui_test

import (
	"testing"
	"time"

	"bourse/ui/uitest"
)

func TestCountdown(t *testing.T) {
	t.Parallel()
	env, _ := uitest.NewEnv()
	const good = 15 * time.Second
	for age, want := range map[time.Duration]string{0: "15s", 600 * time.Millisecond: "14s",
		14*time.Second + 999*time.Millisecond: "1s", good: "0s", 20 * time.Second: "-5s"} {
		left := env.Countdown(env.Now().Add(-age), good)
		if left.View() != want || left.Timedout() != (age >= good) {
			t.Errorf("after %s: %s left, over is %t", age, left.View(), left.Timedout())
		}
	}
}
