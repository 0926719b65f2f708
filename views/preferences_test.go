package views_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/views"
)

func TestKeptOutlivesTheSession(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "console")
	open := func() *views.Preferences {
		k, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	k := open()
	if k.Get("favourites") != "" {
		t.Error("something is kept before anything was")
	}
	first, second := k.Put("favourites", "one"), k.Put("favourites", "two")
	for _, cmd := range []tea.Cmd{second, first} {
		if m := cmd(); m != nil {
			t.Errorf("writing says %v", m)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "large"), []byte(strings.Repeat("x", 65<<10)),
		0o600); err != nil {
		t.Fatal(err)
	}
	if k = open(); k.Get("favourites") != "two" || k.Get("large") != "" {
		t.Errorf("kept %q", k.Get("favourites"))
	}
}

func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	t.Parallel()
	var k *views.Preferences
	if k.Put("a", "b") != nil || k.Get("a") != "" {
		t.Error("nil Preferences keep something")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := views.OpenPreferences(file); err == nil {
		t.Error("a file is taken for a folder")
	}
	k, err := views.OpenPreferences(filepath.Join(file, "below"))
	if err == nil {
		if m := k.Put("a", "b")(); m == nil {
			t.Error("a write that fails says nothing")
		}
	}
}
