package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
)

func read(text string) tea.KeyMsg {
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)}
}

// TestABurstIsAPaste: what comes by the read from a terminal without bracketed paste runs no
// command, nor does the line break behind it; keys run again right after.
func TestABurstIsAPaste(t *testing.T) {
	k, one, _ := twoScreens(t)
	k.Send(read("2f39fd6e51aad88f6f4ce6ab8827279cfffb92266"))
	k.Send(tea.KeyMsg{Type: tea.KeyEnter})
	k.Send(read("2")) // the last read of it
	if k.Root.Active() != one.id || len(one.runs) != 0 || len(k.Root.Dialogs()) != 0 {
		t.Fatalf("on %s, ran %v, open %v", k.Root.Active(), one.runs, k.Root.Dialogs())
	}
	if n := k.Root.Note(); !strings.Contains(n.Text, "no field here") {
		t.Errorf("the message row says %q", n.Text)
	}
	k.Advance(100 * time.Millisecond)
	k.Press("2")
	if k.Root.Active() == one.id {
		t.Error("a key that was pressed afterwards does nothing")
	}
	// a key that is held over a slow line is no paste, nor is what begins a command
	k.Press("1")
	k.Send(read("2222222222"))
	if k.Root.Active() == one.id {
		t.Error("a held key does nothing")
	}
	k.Send(read(":goto something"))
	if len(k.Root.Dialogs()) != 1 {
		t.Error("the palette does not open")
	}
}

// TestAMegabyteIsPastedInAMoment: of what no field can take the rest is dropped, unread.
func TestAMegabyteIsPastedInAMoment(t *testing.T) {
	k, one, _ := twoScreens(t)
	one.field = &ui.Input{Limit: 40}
	for range 4096 {
		k.Root.Update(read(strings.Repeat("ab12", 64)))
	}
	told := 0
	for _, m := range one.got {
		if key, ok := m.(tea.KeyMsg); ok {
			if told++; !key.Paste {
				t.Fatal("it is told of a key")
			}
		}
	}
	if told == 0 || told > 64 || one.field.Len() != 40 {
		t.Errorf("told %d times, %d characters", told, one.field.Len())
	}
}
