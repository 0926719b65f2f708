package chain_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/backend/chain"
)

// written is what a logger wrote, for several goroutines.
type written struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *written) take() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.b.Reset()
	return w.b.String()
}

// A clock that is far from the newest block's time is told of once, with both times and how far
// they are apart, and so is its return; what honest clocks differ by is not.
func TestClocksFarFromTheChain(t *testing.T) {
	t.Parallel()
	c, _, client := proxied(t)
	head := time.Unix(int64(c.Head().Time), 0).UTC()
	for _, own := range []bool{false, true} {
		now := head
		clock := func() time.Time { return now }
		n := connectAs(t, c, client, chain.Config{Timeout: time.Minute, Now: clock, Trusted: own})
		var log written
		w := chain.NewWatcher(n, chain.WatcherConfig{Now: clock,
			Rand: func() float64 { return 0 }, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		for _, step := range []struct {
			off  time.Duration // of the clock
			says []string      // nil: nothing
			ours bool          // whether a chain of this program's own says it too
		}{
			{-5 * time.Second, nil, true},
			{30 * time.Minute, nil, true},
			{-3 * time.Hour, []string{"3h0m0s ahead of", head.Format(time.RFC3339),
				head.Add(-3 * time.Hour).Format(time.RFC3339)}, true},
			{-3 * time.Hour, nil, true},
			{0, []string{"agree"}, true},
			{49 * time.Hour, []string{"2 days behind", head.Format(time.RFC3339),
				head.Add(49 * time.Hour).Format(time.RFC3339)}, false},
		} {
			now = head.Add(step.off)
			if err := w.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			said := log.take()
			if step.says == nil || own && !step.ours {
				if strings.Contains(said, "clock") {
					t.Errorf("off by %s, own %t: it says %s", step.off, own, said)
				}
				continue
			}
			for _, part := range step.says {
				if !strings.Contains(said, part) {
					t.Errorf("off by %s, own %t: %q is not in %q", step.off, own, part, said)
				}
			}
		}
	}
}
