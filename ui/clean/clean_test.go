package clean

import (
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Wrapped Ether": "Wrapped Ether", "a\nb\tc\u00a0d\u2003e": "a b c d e",
		"\x1b[31mred\x1b[0m \x1b]0;title\x07x": "red x", "US\u200bD\u202eC": "USDC",
		"\xffA\u3164\u115f\ufeffB\u0301": "AB", "漢字 ✓": "漢字 ✓", "": "",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q is cleaned to %q, want %q", in, got, want)
		}
	}
	if got := TextUpTo("ab漢字", 4); got != "ab漢字" {
		t.Errorf("a text that fits is cut to %q", got)
	}
	if got := TextUpTo("ab漢字c", 4); got != "ab漢…" {
		t.Errorf("a text that does not fit is cut to %q", got)
	}
	if got := Lines("a\r\nb\tc\x1b[2J\n\u202ed"); got != "a\nb  c\nd" {
		t.Errorf("lines are cleaned to %q", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add("\x1b[31mUSDC\u202e\u3164\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := TextUpTo(s, 16)
		if utf8.RuneCountInString(got) > 16 || Text(got) != got {
			t.Fatalf("%q is cleaned to %q", s, got)
		}
		for _, r := range got {
			if IsUnsafe(r) {
				t.Fatalf("%q keeps %U", s, r)
			}
		}
	})
}
