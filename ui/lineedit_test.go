package ui_test

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
)

// pasted is a paste as the terminal reports it.
func pasted(text string) tea.KeyMsg {
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
}

func typed(f *ui.Input, keys ...string) string {
	for _, k := range keys {
		if f.Captures(ui.Press(k)) {
			f.Key(ui.Press(k))
		}
	}
	return f.Value()
}

func TestNumberFieldDropsNothingOfANumber(t *testing.T) {
	f := ui.Number()
	for _, text := range []string{"12.5", "1,5", "1e3", "1E3", "-2", "+2", "1.2.3", "0x10", "1'000",
		"1_000", "1 000", "5%", "$5", "٣4", "4٣", "１２", "½", "−2", "١٫٥"} {
		f.Set("")
		if got := typed(&f, strings.Split(text, "")...); got != text {
			t.Errorf("%q is typed and %q stands there", text, got)
		}
	}
	for _, space := range []string{"\u00a0", "\u202f"} { // that do not break a line
		f.Set("")
		if got := typed(&f, "1", space, "5"); got != "1 5" {
			t.Errorf("1, %q, 5 are typed and %q stands there", space, got)
		}
	}
	f.Set("")
	for _, k := range []string{"a", "s", "esc", "tab", "enter", "ctrl+k", "alt+1", "up", "down",
		"e", "x"} {
		if f.Captures(ui.Press(k)) {
			t.Errorf("%s must pass", k)
		}
	}
	for _, k := range []string{"7", ".", ",", "-", "backspace", "left", "home", "ctrl+u"} {
		if !f.Captures(ui.Press(k)) {
			t.Errorf("%s must be taken", k)
		}
	}
	for text, want := range map[string]string{
		"12,345.678": "12345.678", " 7 ": "7", "1.234,56": "9", "1,5": "9", "12 ETH": "9",
		"-3": "9", "0x10": "9", ".5": ".5", "1e5": "9", "": "9", "1,500": "9",
		"1,500.0": "1500.0", "1,234,567": "1234567"} {
		f.Set("9")
		f.Key(pasted(text))
		if f.Value() != want {
			t.Errorf("pasting %q leaves %q, want %q", text, f.Value(), want)
		}
	}
}

func TestTextFieldEdits(t *testing.T) {
	f := ui.Input{}
	if got := typed(&f, "a", "space", "b", "c", "left", "left", "X", "home", "Y", "end", "Z",
		"backspace", "ctrl+w", "q"); got != "Ya q" {
		t.Errorf("got %q", got)
	}
	f.Set("")
	f.Key(pasted("0x71C7\x1b[2J\u202e656E\nsecond line"))
	if f.Value() != "0x71C7656E" {
		t.Errorf("pasted %q", f.Value())
	}
	for _, k := range []string{"q", ":", "?", "space", "漢"} {
		if !f.Captures(ui.Press(k)) {
			t.Errorf("a text field takes %s", k)
		}
	}
}

func TestSecretsAreMaskedAndWiped(t *testing.T) {
	env := newEnv()
	f := ui.Input{Masked: true}
	typed(&f, "h", "u", "n", "t", "e", "r", "2")
	if drawn := f.Draw(env.Theme, 30, true); strings.ContainsAny(drawn, "hunter") ||
		!strings.Contains(drawn, "•••••••") {
		t.Errorf("shown as %q", drawn)
	}
	if got := string(f.Bytes()); got != "hunter2" {
		t.Errorf("got %q", got)
	}
	f.Wipe()
	if f.Value() != "" || len(f.Bytes()) != 0 {
		t.Error("not wiped")
	}
}

// An input against a plain model of runes and a cursor, and its drawing.
func TestInputModel(t *testing.T) {
	env := newEnv()
	rapid.Check(t, func(t *rapid.T) {
		f, model, at := ui.Input{}, []rune{}, 0
		for range rapid.IntRange(0, 40).Draw(t, "n") {
			k := rapid.SampledFrom([]string{
				"a", "漢", "space", "left", "right", "home", "end", "backspace", "delete",
				"ctrl+u"}).Draw(t, "key")
			f.Key(ui.Press(k))
			switch k {
			case "left":
				at = max(0, at-1)
			case "right":
				at = min(len(model), at+1)
			case "home":
				at = 0
			case "end":
				at = len(model)
			case "backspace":
				if at > 0 {
					model, at = slices.Delete(model, at-1, at), at-1
				}
			case "delete":
				if at < len(model) {
					model = slices.Delete(model, at, at+1)
				}
			case "ctrl+u":
				model, at = slices.Delete(model, 0, at), 0
			default:
				model = slices.Insert(model, at, ui.Press(k).Runes...)
				at++
			}
			if f.Value() != string(model) {
				t.Fatalf("after %s: %q, want %q", k, f.Value(), string(model))
			}
			w := rapid.IntRange(1, 20).Draw(t, "w")
			if got := cells.Width(f.Draw(env.Theme, w, w%2 == 0)); got != w {
				t.Fatalf("%d cells instead of %d: %q", got, w, f.Draw(env.Theme, w, w%2 == 0))
			}
		}
	})
}

func TestWorst(t *testing.T) {
	if ui.Worst(nil) != ui.Plain ||
		ui.Worst([]ui.Check{{Level: ui.OK}, {Level: ui.Bad}, {Level: ui.Working}}) != ui.Bad {
		t.Error("the gravest check decides")
	}
}

// TestACutHeadIsMarked: the end of an address that does not fit looks like no address.
func TestACutHeadIsMarked(t *testing.T) {
	env, _ := uitest.NewEnv()
	theme := env.Theme
	f := ui.Input{}
	f.Set("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	for room := 1; room < 50; room++ {
		got := ansi.Strip(f.Text(theme, room, true))
		if w := cells.Width(got); w != room && room < 43 || w > room {
			t.Errorf("%d cells of %d: %q", w, room, got)
		}
		if cut := !strings.HasPrefix(got, "0x7"); room > 1 && cut != strings.HasPrefix(got, "…") ||
			cut != (room < 43) {
			t.Errorf("%d cells: %q", room, got)
		}
	}
}
