package ui

import (
	"slices"
	"testing"
)

// TestSecretsLeaveNoCopy keeps hold of every buffer that a secret was ever in, while it is typed,
// edited and outgrows them, and finds nothing in any of them once the field is wiped.
func TestSecretsLeaveNoCopy(t *testing.T) {
	f := Input{Masked: true}
	var buffers [][]rune
	hold := func() {
		b := f.secret.value[:cap(f.secret.value)]
		if n := len(buffers); len(b) > 0 && (n == 0 || &buffers[n-1][0] != &b[0]) {
			buffers = append(buffers, b)
		}
	}
	for range 12 {
		for _, r := range "correct horse battery" {
			f.Key(runeKey(r))
			hold()
		}
		for _, k := range []string{"backspace", "home", "delete", "end", "ctrl+w"} {
			f.Key(Press(k))
			hold()
		}
	}
	if len(buffers) < 3 || f.Len() == 0 {
		t.Fatalf("%d buffers, %d characters: the secret must outgrow some", len(buffers), f.Len())
	}
	if f.Value() != "" {
		t.Error("a secret is given out as a string")
	}
	for i, b := range buffers[:len(buffers)-1] {
		if slices.ContainsFunc(b, func(r rune) bool { return r != 0 }) {
			t.Errorf("buffer %d of %d keeps %q after it was outgrown", i, len(buffers), string(b))
		}
	}
	f.Wipe()
	for i, b := range buffers {
		if slices.ContainsFunc(b, func(r rune) bool { return r != 0 }) {
			t.Errorf("buffer %d of %d keeps %q", i, len(buffers), string(b))
		}
	}
	if f.open.Value() != "" || f.ready {
		t.Error("a secret has been in the editor of open text")
	}
}
