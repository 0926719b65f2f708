package screenshots_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"bourse/views/screenshots"
)

// TestRecordingPlays reads a recording as its player does: a header, then changes in the order of
// time, which show an order that rests and the route of a swap.
func TestRecordingPlays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a recording takes an exchange of its own")
	}
	var out bytes.Buffer
	if err := screenshots.Record(t.Context(), stage(t), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var head struct{ Version, Width, Height int }
	if err := json.Unmarshal([]byte(lines[0]), &head); err != nil || head.Version != 2 ||
		head.Width != 120 || head.Height != 36 {
		t.Fatalf("the header is %s, %v", lines[0], err)
	}
	last, shown := -1.0, ""
	for _, line := range lines[1:] {
		var event [3]any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatalf("%.80s: %v", line, err)
		}
		at, text := event[0].(float64), event[2].(string)
		if at < last || event[1] != "o" || text == "" {
			t.Fatalf("after %v comes %.80s", last, line)
		}
		last, shown = at, shown+text
	}
	for _, text := range []string{"Sign", "PENDING", "Route tree"} {
		if !strings.Contains(shown, text) {
			t.Errorf("it never shows %q", text)
		}
	}
	if last < 15 {
		t.Errorf("it lasts %v seconds", last)
	}
}
