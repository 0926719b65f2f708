package ui

import (
	"reflect"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestTranslate(t *testing.T) {
	rune1 := func(s string, alt bool) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Alt: alt} }
	for _, c := range []struct {
		in   tea.Msg
		want Msg
	}{
		{rune1("a", false), []Msg{KeyMsg{"a"}}},
		{rune1("ab ", false), []Msg{KeyMsg{"a"}, KeyMsg{"b"}, KeyMsg{"space"}}},
		{rune1("1", true), []Msg{KeyMsg{"alt+1"}}},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a\nb"), Paste: true}, PasteMsg("a\nb")},
		{tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}, KeyMsg{"space"}},
		{tea.KeyMsg{Type: tea.KeyCtrlK}, KeyMsg{"ctrl+k"}},
		{tea.KeyMsg{Type: tea.KeyShiftTab}, KeyMsg{"shift+tab"}},
		{tea.KeyMsg{Type: tea.KeyEnter}, KeyMsg{"enter"}},
		{tea.KeyMsg{Type: tea.KeyPgDown}, KeyMsg{"pgdown"}},
		{tea.KeyMsg{Type: tea.KeyF2}, KeyMsg{"f2"}},
		{tea.WindowSizeMsg{Width: 3, Height: 4}, SizeMsg{3, 4}},
		{tea.MouseMsg{X: 1, Y: 2, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}, MouseMsg{1, 2, Click}},
		{tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelUp}, MouseMsg{Kind: WheelUp}},
		{tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown}, MouseMsg{Kind: WheelDown}},
		{tea.MouseMsg{Action: tea.MouseActionMotion, Button: tea.MouseButtonLeft}, nil},
		{tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonRight}, nil},
		{tea.FocusMsg{}, FocusMsg{true}},
		{tea.BlurMsg{}, FocusMsg{false}},
		{struct{}{}, nil},
	} {
		if got := translate(c.in); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%#v becomes %#v, want %#v", c.in, got, c.want)
		}
	}
}

// Every key that translate can name is a name settings may use.
func TestKeyNamesAreValid(t *testing.T) {
	for typ := tea.KeyType(-80); typ < 130; typ++ {
		m := tea.KeyMsg{Type: typ}
		if typ == tea.KeyRunes || m.String() == "" {
			continue
		}
		got := translateKey(m).(KeyMsg)
		if !got.Key.Valid() {
			t.Errorf("%q is no valid key name", got.Key)
		}
	}
}

func TestKeysAsShown(t *testing.T) {
	for key, want := range map[Key]string{"up": "↑", "ctrl+k": "⌃k", "alt+1": "alt+1", "space": "␣", "shift+tab": "⇧⇥", "x": "x"} {
		if got := key.String(); got != want {
			t.Errorf("%s is shown as %s", string(key), got)
		}
	}
	if !Key("ctrl+alt+x").Valid() || Key("hyper+x").Valid() || Key("").Valid() || Key("ab").Valid() {
		t.Error("Valid")
	}
}
