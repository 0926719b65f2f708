package ui

import (
	"log/slog"
	"strings"
	"testing"
)

// A line of the log that holds what a stranger said takes bounded memory.
func TestLinesOfTheLogAreBounded(t *testing.T) {
	t.Parallel()
	ring := NewLogRing(4, nil)
	log := slog.New(ring)
	for range 10 {
		log.Info("told", "text", strings.Repeat("漢", 1<<20),
			"component", strings.Repeat("c", 1<<20))
	}
	lines := ring.Lines(0)
	for _, l := range lines {
		if len(l.Text)+len(l.Component) > 3*4096 || !strings.HasSuffix(l.Text, "…") {
			t.Errorf("a line takes %d bytes", len(l.Text)+len(l.Component))
		}
	}
	if len(lines) != 4 {
		t.Errorf("%d lines", len(lines))
	}
}
