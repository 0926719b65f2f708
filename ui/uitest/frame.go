package uitest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	_ "github.com/charmbracelet/x/exp/teatest" // defines -update, which rewrites golden files

	"bourse/ui/style"
)

// Sizes are the windows every screen is looked at in.
var Sizes = [][2]int{{80, 24}, {100, 30}, {120, 36}, {160, 48}, {200, 60}, {200, 28}, {90, 50}}

// Styled is the screen with its colours.
func (k *Kit) Styled() string { return k.Root.View() }

// Shows fails the test unless the frame shows every text.
func (k *Kit) Shows(texts ...string) {
	k.T.Helper()
	frame := k.Frame()
	for _, text := range texts {
		if !strings.Contains(frame, text) {
			k.T.Errorf("the frame does not show %q:\n%s", text, frame)
		}
	}
}

// Hides fails the test if the frame shows any of the texts.
func (k *Kit) Hides(texts ...string) {
	k.T.Helper()
	frame := k.Frame()
	for _, text := range texts {
		if strings.Contains(frame, text) {
			k.T.Errorf("the frame shows %q:\n%s", text, frame)
		}
	}
}

// AssertFrame fails the test unless the frame has exactly the window's size
// and holds nothing but text and colours that end with their line.
func (k *Kit) AssertFrame() {
	k.T.Helper()
	frame := k.Root.View()
	if err := CheckText(frame, k.w, k.h); err != nil {
		k.T.Fatalf("%s, theme %s, %d × %d: %v\n%s", k.Root.Active(), k.Env.Theme.Name, k.w, k.h,
			err, k.Frame())
	}
	if again := k.Root.View(); again != frame {
		k.T.Fatalf("%s, theme %s, %d × %d: drawing it has changed it, from\n%s\nto\n%s",
			k.Root.Active(), k.Env.Theme.Name, k.w, k.h, ansi.Strip(frame), ansi.Strip(again))
	}
}

// CheckText tells what is wrong with a drawing that should be w × h cells.
func CheckText(s string, w, h int) error {
	lines := strings.Split(s, "\n")
	if h == 0 {
		lines = nil
	}
	if len(lines) != h {
		return fmt.Errorf("%d lines instead of %d", len(lines), h)
	}
	for i, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			return fmt.Errorf("line %d has %d cells instead of %d: %q", i+1, got, w, line)
		}
		if err := checkLine(line); err != nil {
			return fmt.Errorf("line %d: %w: %q", i+1, err, line)
		}
	}
	return nil
}

func checkLine(line string) error {
	open := false
	for i := 0; i < len(line); {
		if line[i] == 0x1b {
			end := strings.IndexByte(line[i:], 'm')
			if end < 0 || !strings.HasPrefix(line[i:], "\x1b[") ||
				strings.Trim(line[i+2:i+end], "0123456789;:") != "" {
				return fmt.Errorf("an escape sequence that is no colour")
			}
			seq := line[i : i+end+1]
			open = seq != "\x1b[0m" && seq != "\x1b[m"
			i += end + 1
			continue
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		if unicode.IsControl(r) || r == utf8.RuneError && n == 1 {
			return fmt.Errorf("a control byte")
		}
		i += n
	}
	if open {
		return fmt.Errorf("a colour left on")
	}
	return nil
}

// EveryFrame checks the frame in every size and theme, and returns to where it
// was.
func (k *Kit) EveryFrame() {
	k.T.Helper()
	w, h, theme := k.w, k.h, k.Env.Theme
	defer func() { k.Env.Theme = theme; k.Resize(w, h) }()
	for _, name := range style.ThemeNames() {
		for _, p := range []style.Profile{style.TrueColor, style.Colors16, style.NoColor} {
			t, err := style.NewTheme(name, style.NewRenderer(p))
			if err != nil {
				k.T.Fatal(err)
			}
			k.Env.Theme = t
			for _, size := range Sizes {
				k.Resize(size[0], size[1])
				k.AssertFrame()
			}
		}
	}
}

// Golden compares the frame, as plain text, with testdata/name_WxH.txt.
// "go test -update" rewrites the file.
func (k *Kit) Golden(name string) {
	k.T.Helper()
	k.AssertFrame()
	Golden(k.T, fmt.Sprintf("%s_%dx%d.txt", name, k.w, k.h), k.Frame())
}

// Goldens is Golden at 120 × 36 and at 80 × 24.
func (k *Kit) Goldens(name string) {
	k.T.Helper()
	w, h := k.w, k.h
	defer func() { k.Resize(w, h) }()
	k.Resize(120, 36)
	k.Golden(name)
	k.Resize(80, 24)
	k.Golden(name)
}

// Golden compares text with a file in testdata, ignoring blanks at line ends.
func Golden(t testing.TB, file, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	got := strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", file)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test -update to make it", err)
	}
	if string(want) != got {
		t.Errorf("%s differs; if the change is meant, run go test -update.\nwant:\n%s\ngot:\n%s",
			path, want, got)
	}
}

// CheckActions fails the test on any mistake in the tables of actions.
func (k *Kit) CheckActions() {
	k.T.Helper()
	for _, err := range k.Root.CheckActions() {
		k.T.Error(err)
	}
}

// Fuzz presses n random keys, with clicks, pastes, resizes and time between,
// and checks the frame after each, and after some that drawing it changes nothing. avoid lists keys
// never to press.
func (k *Kit) Fuzz(seed uint64, n int, avoid ...string) {
	k.T.Helper()
	rnd := rand.New(rand.NewPCG(seed, 1))
	keys := fuzzKeys(avoid)
	const pureEvery = 8 // of reading the whole model
	for i := range n {
		switch rnd.IntN(20) {
		case 0:
			k.Resize(rnd.IntN(220), rnd.IntN(70))
		case 1:
			size := Sizes[rnd.IntN(len(Sizes))]
			k.Resize(size[0], size[1])
		case 2:
			k.Send(tea.MouseMsg{X: rnd.IntN(k.w + 2), Y: rnd.IntN(k.h + 2),
				Action: tea.MouseActionPress, Button: fuzzButtons[rnd.IntN(len(fuzzButtons))]})
		case 3:
			k.Paste([]string{"12,345.678", "0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
				"漢字\x1b[31m\u202e\nx", ""}[rnd.IntN(4)])
		case 4:
			k.Advance(time.Duration(rnd.IntN(2000)) * time.Millisecond)
		default:
			k.Press(keys[rnd.IntN(len(keys))])
		}
		k.AssertFrame()
		if i%pureEvery == 0 {
			k.AssertPure()
		}
	}
}

var fuzzButtons = [...]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp,
	tea.MouseButtonWheelDown}

func fuzzKeys(avoid []string) []string {
	keys := []string{"enter", "enter", "esc", "esc", "tab", "shift+tab", "up", "down", "left",
		"right", "home", "end",
		"pgup", "pgdown", "backspace", "delete", "space", "ctrl+k", "ctrl+l", "ctrl+u", "ctrl+w",
		"alt+1", "alt+5", "f1"}
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	return slices.DeleteFunc(keys, func(k string) bool { return slices.Contains(avoid, k) })
}
