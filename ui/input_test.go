package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Every key that a terminal can report has a name that settings may use, and
// the name gives the key.
func TestKeyNamesAreValid(t *testing.T) {
	for typ := tea.KeyType(-80); typ < 130; typ++ {
		m := tea.KeyMsg{Type: typ}
		if typ == tea.KeyRunes || m.String() == "" {
			continue
		}
		if !validKey(m.String()) {
			t.Errorf("%q is no valid key name", m.String())
		}
		if got := Press(m.String()); got.String() != m.String() || got.Type == tea.KeyRunes {
			t.Errorf("%q presses %q", m, got)
		}
	}
	for _, name := range []string{"a", "X", "7", "漢", "alt+1", "alt+enter", "space"} {
		want := name
		if name == "space" {
			want = " "
		}
		if got := Press(name).String(); got != want {
			t.Errorf("%q presses %q", name, got)
		}
	}
}

func TestKeysAsShown(t *testing.T) {
	for key, want := range map[string]string{
		"up": "↑", "ctrl+k": "⌃k", "alt+1": "alt+1", "space": "␣", "shift+tab": "⇧⇥", "x": "x"} {
		if got := Keys(key).Help().Key; got != want {
			t.Errorf("%s is shown as %s", key, got)
		}
	}
	if !validKey("ctrl+alt+x") || validKey("hyper+x") || validKey("") || validKey("ab") {
		t.Error("validKey")
	}
}
