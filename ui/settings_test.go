package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/uitest"
)

func TestSettings(t *testing.T) {
	s, err := ui.ParseSettings("settings",
		[]byte("# mine\n\ntheme = classic\nmouse=off\n motion = off\nkey alpha.pick = f2, "+
			"ctrl+p\n"))
	if err != nil || s.Theme != "classic" || s.Mouse || s.Motion || len(s.Keys) != 1 ||
		s.Keys[0].Line != 6 {
		t.Errorf("%+v, %v", s, err)
	}
	_, err = ui.ParseSettings("settings",
		[]byte("theme = puce\nnonsense\nmouse = maybe\ncolour = red\nkey a.b = hyper+x\n"))
	for _, want := range []string{
		"settings:1: there is no theme", "settings:2: ", "settings:3: ",
		"settings:4: there is no setting", "settings:5: no key is called"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q in %v", want, err)
		}
	}
	if s, err := ui.LoadSettings(filepath.Join(t.TempDir(), "none")); err != nil || !s.Mouse ||
		!s.Motion {
		t.Errorf("no file is all defaults: %+v %v", s, err)
	}
	path := filepath.Join(t.TempDir(), "settings")
	if err := os.WriteFile(path, []byte("mouse = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ui.LoadSettings(path); err == nil || !strings.Contains(err.Error(), path+":1:") {
		t.Errorf("%v", err)
	}
}

func TestOwnKeys(t *testing.T) {
	env, _ := uitest.NewEnv()
	a := newPlain(env, "alpha")
	tabs := []ui.Tab{{Screen: a, Title: "Alpha"}}
	actions := ui.NewRoot(ui.Config{Env: env, Tabs: tabs}).AllActions()
	bind := func(text string) (ui.Keymap, error) {
		s, err := ui.ParseSettings("s", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return s.Bind(actions)
	}
	for text, want := range map[string]string{
		"key alpha.pik = p":                      "s:1: there is no action",
		"\nkey alpha.wide = D":                   "s:2: key \"D\" is used by both",
		"key alpha.wide = p\nkey alpha.wide = u": "s:2: alpha.wide has its keys on line 1",
		"key global.help = q": "s:1: key \"q\" is used by both global.help " +
			"and global.quit",
	} {
		if _, err := bind(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want %q, got %v", text, want, err)
		}
	}
	twice := slices.Clone(actions)
	for _, a := range actions {
		a.Pane += "2"
		twice = append(twice, a)
	}
	if s, err := ui.ParseSettings("s", []byte("key alpha.wide = D")); err != nil {
		t.Fatal(err)
	} else if _, err := s.Bind(twice); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a clash in two panes is said as %v", err)
	}
	km, err := bind("key alpha.wide = p\nkey global.help = f11, H\nkey confirm.yes = Y\nkey " +
		"viewer.copy = c")
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, env, ui.NewRoot(
		ui.Config{Env: env, Tabs: tabs, Keymap: km, Brand: "BOURSE"}))
	k.Press("w", "p")
	if strings.Join(a.runs, " ") != "wide" {
		t.Errorf("ran %v", a.runs)
	}
	k.Press("H")
	k.Shows("Help", "p           does wide", "f11 H")
	k.Press("esc", "D")
	k.Advance(time.Second)
	k.Press("Y")
	if len(k.Root.Dialogs()) != 1 || len(a.runs) != 1 {
		t.Error("a question with a list has no key for yes, whatever the settings say")
	}
}

func TestCheckActionsFindsMistakes(t *testing.T) {
	run := func() tea.Cmd { return nil }
	good := ui.Action{Scope: "a", ID: "b", Key: ui.Keys("x"), Label: "l", Help: "h", Run: run}
	with := func(change func(*ui.Action)) []ui.Action {
		bad := good
		bad.ID = "c"
		bad.Key = ui.Keys("y")
		change(&bad)
		return []ui.Action{good, bad}
	}
	for want, actions := range map[string][]ui.Action{
		"taken by a.b":        with(func(a *ui.Action) { a.Key = ui.Keys("x") }),
		"is over 24 cells":    with(func(a *ui.Action) { a.Label = strings.Repeat("l", 25) }),
		"label is missing":    with(func(a *ui.Action) { a.Label = "" }),
		"help is missing":     with(func(a *ui.Action) { a.Help = "" }),
		"no key is called":    with(func(a *ui.Action) { a.Key = ui.Keys("ctl+x") }),
		"declared twice":      with(func(a *ui.Action) { a.ID = "b" }),
		"nothing to run":      with(func(a *ui.Action) { a.Run = nil }),
		"must be single word": with(func(a *ui.Action) { a.ID = "two words" }),
	} {
		errs := ui.CheckActions(actions)
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), want) {
			t.Errorf("want %q, got %v", want, errs)
		}
	}
	if errs := ui.CheckActions(with(
		func(a *ui.Action) { a.Key, a.Pane = ui.Keys("x"), "other" })); len(errs) != 0 {
		t.Errorf("the same key in another pane is no clash: %v", errs)
	}
}

// FuzzSettings reads any settings: every line counts once, as a key, a setting or a mistake that
// names it.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{"", "theme = classic\nmouse = off", "# a\n\nkey a.b = B, f2",
		"key = =", "key  x = space", "motion=ON", "theme", "= x", "key a = \x1b[31m",
		"\xff = \x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ui.ParseSettings("file", data)
		keys := 0
		for i, line := range strings.Split(string(data), "\n") {
			line = strings.TrimSpace(line)
			name, value, ok := strings.Cut(line, "=")
			name, value = strings.TrimSpace(name), strings.TrimSpace(value)
			switch {
			case line == "" || line[0] == '#':
			case !ok || name == "" || value == "" ||
				name != "theme" && name != "mouse" && name != "motion" &&
					!strings.HasPrefix(name, "key "):
				if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("file:%d: ", i+1)) {
					t.Errorf("line %d, %q, gives %v", i+1, line, err)
				}
			case strings.HasPrefix(name, "key "):
				keys++
			}
		}
		if len(s.Keys) != keys {
			t.Errorf("%d keys of %d lines", len(s.Keys), keys)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\x1b\x00") {
			t.Errorf("a mistake is told with control codes: %q", err)
		}
	})
}
