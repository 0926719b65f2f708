package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
)

// TestFilePicker looks into a folder and takes a file whose name would clear the screen.
func TestFilePicker(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "keys"), 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "keys", "UTC-\x1b[2J1")
	for _, file := range []string{name, filepath.Join(folder, "other")} {
		if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	k, _, _ := twoScreens(t)
	got := ""
	k.Env.Open(ui.NewFilePicker(k.Env, "Choose a file", folder, func(path string) tea.Cmd {
		got = path
		return nil
	}))
	k.Do(nil)
	k.Shows("Choose a file", "▸", "keys", "other")
	k.Press("enter")
	k.Shows("UTC-1")
	k.Hides("other")
	k.Press("left")
	k.Shows("other")
	k.Press("enter", "enter")
	if got != name || len(k.Root.Dialogs()) != 0 {
		t.Errorf("chosen %q, open %v", got, k.Root.Dialogs())
	}
}
