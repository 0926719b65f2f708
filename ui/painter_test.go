package ui

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestPainter draws on a terminal that takes one write at a time, when the test reads it.
func TestPainter(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	p := newPainter(w, true)
	go p.run()
	read := func() string {
		t.Helper()
		b := make([]byte, 1<<12)
		n, err := r.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	wants := func(got, what string, with, without []string) {
		t.Helper()
		for _, text := range with {
			if !strings.Contains(got, text) {
				t.Errorf("%s: %q lacks %q", what, got, text)
			}
		}
		for _, text := range without {
			if strings.Contains(got, text) {
				t.Errorf("%s: %q has %q", what, got, text)
			}
		}
	}
	p.show("one\ntwo")
	wants(read(), "at first", []string{paintBegin, paintMouse, "\x1b[Hone", "\x1b[2;1Htwo"}, nil)
	p.show("one\ntwo") // nothing to draw: it would come before the next
	p.show("one\n2")
	wants(read(), "a changed line", []string{"\x1b[2;1H2"}, []string{"one", "two"})
	// While nobody reads, it keeps the newest frame only: the first of these may be on its way.
	for _, frame := range []string{"a\n2", "b\n2", "c\n2"} {
		p.show(frame)
	}
	got := read()
	if !strings.Contains(got, "c") {
		got = read()
	}
	wants(got, "the newest frame", []string{"\x1b[Hc"}, []string{"b"})
	p.control(ansi.SetWindowTitle("t"))
	p.control(paintMouseOff)
	p.resized()
	p.show("c\n2")
	wants(read(), "another size",
		[]string{"\x1b]2;t\a", paintMouseOff, "\x1b[2J", "\x1b[Hc", "\x1b[2;1H2"}, nil)
	p.end()
	wants(read(), "at last", []string{paintEnd}, nil)
	<-p.done
}
