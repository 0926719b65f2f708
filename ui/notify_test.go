package ui

import (
	"strings"
	"testing"
)

// What a notification says cannot end its sequence, nor be read as arguments of it.
func TestNotificationsAreClean(t *testing.T) {
	t.Parallel()
	hostile := "a\a b\x1b\\ c\x9c d\x1b]52;c;aGk=\a;4;1 \u202e" + strings.Repeat("x", 5000)
	for _, env := range []map[string]string{{}, {"TERM": "foot"}, {"TERM": "rxvt-unicode"},
		{"TMUX": "1"}} {
		seq := notifySequence(hostile, func(name string) string { return env[name] })
		body := strings.TrimSuffix(strings.TrimPrefix(seq, "\x1bPtmux;\x1b"), "\x1b\\")
		body = strings.TrimSuffix(strings.TrimPrefix(body, "\x1b]"), "\a")
		for _, r := range body {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e' {
				t.Fatalf("%v: %q has %q in it", env, seq, r)
			}
		}
		if len(seq) > 1000 {
			t.Errorf("%d bytes", len(seq))
		}
		want := "9;bourse: a"
		if env["TERM"] != "" {
			want = "777;notify;bourse;a"
			if strings.Count(body, ";") != 3 {
				t.Errorf("%q has other arguments", body)
			}
		}
		if !strings.HasPrefix(body, want) {
			t.Errorf("%v: %q", env, body)
		}
	}
}
