package ui_test

import (
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
)

// TestRemoteSessionTouchesNoFiles exports, browses and suspends in a session on somebody else's
// machine: the text is shown and copied, and nothing is written, read or stopped.
func TestRemoteSessionTouchesNoFiles(t *testing.T) {
	t.Parallel()
	k, _, _ := twoScreens(t)
	const why = "this console runs on a server: its files are not yours"
	folder := t.TempDir()
	k.Env.Remote, k.Env.ExportDir = why, folder
	k.Do(k.Env.Export("orders", "csv", "id,price\n1,3020"))
	k.Shows("orders-", "y copy", "id,price", "1,3020")
	k.Press("y")
	if len(k.Copied) != 1 || !strings.HasPrefix(k.Copied[0], "id,price\n1,3020") {
		t.Errorf("copied %q", k.Copied)
	}
	k.Press("esc")
	k.Env.Open(ui.NewFilePicker(k.Env, "Choose a file", "/", func(string) tea.Cmd {
		t.Error("a file was chosen")
		return nil
	}))
	k.Do(nil)
	k.Shows("Choose a file", why)
	k.Press("enter", "right", "left")
	k.Hides("etc")
	k.Press("esc", "ctrl+z")
	k.Shows(why)
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}
