package ui

import (
	"testing"
	"time"
)

// TestDataWaitsForItsFrame draws what a person does at once, and any number of answers in one frame
// that comes when the last one is old enough.
func TestDataWaitsForItsFrame(t *testing.T) {
	t.Parallel()
	var d drawn
	drawings, asked := 0, []time.Duration(nil)
	view := func() {
		d.view(func() string { drawings++; return "frame" }, time.Hour,
			func(rest time.Duration) { asked = append(asked, rest) })
	}
	view()
	for range 5 {
		d.changed(posted{}, false)
		view()
	}
	if drawings != 1 || len(asked) != 1 || asked[0] <= 0 || asked[0] > time.Hour {
		t.Fatalf("%d frames, later asked for %v", drawings, asked)
	}
	d.changed(Press("x"), false)
	view()
	if drawings != 2 {
		t.Fatalf("after a key there are %d frames", drawings)
	}
	for range 5 { // reads of what is pasted without brackets
		d.changed(Press("x"), true)
		view()
	}
	if drawings != 2 {
		t.Fatalf("what is pasted is drawn at every read: %d frames", drawings)
	}
	d.due()
	view()
	if drawings != 3 {
		t.Fatalf("what is pasted is not drawn: %d frames", drawings)
	}
	d.due() // nothing has changed since
	view()
	d.changed(posted{}, false)
	view()
	d.due()
	view()
	if drawings != 4 || len(asked) != 2 {
		t.Errorf("%d frames, later asked for %v", drawings, asked)
	}
}
