package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/style"
	"bourse/ui/uitest"
)

func TestHeaderFreshness(t *testing.T) {
	k, _, _ := twoScreens(t)
	at := func(age time.Duration) {
		h := k.Env.Header
		h.BlockAt = k.Clock.Now().Add(-age)
		k.Send(h)
	}
	for _, c := range []struct {
		age     time.Duration
		wide    string
		narrow  string
		blocked string
	}{
		{3 * time.Second, "blk 21,904,113 +3s", "blk 21,904,113 +3s", ""},
		{24 * time.Second, "blk 21,904,113 +24s", "blk 21,904,113 +24s", ""},
		{25 * time.Second, "blk 21,904,113 ! +25s", "blk 21,904,113 ! +25s", ""},
		{61 * time.Second, "blk 21,904,113 ✗ stale 1m", "blk 21,904,113 ✗ stale 1m",
			"the newest block is 1m old"},
		{-2 * time.Hour, "blk 21,904,113 ! 2h ahead", "blk 21,904,113 ! 2h ahead", ""},
	} {
		at(c.age)
		k.Resize(120, 36)
		k.Shows(c.wide)
		k.Resize(80, 24)
		k.Shows(c.narrow)
		if got := k.Env.Blocked(); got != c.blocked {
			t.Errorf("%v: %q, want %q", c.age, got, c.blocked)
		}
	}
	at(0)
	k.Advance(90 * time.Second) // ages go on without messages
	k.Shows("✗ stale 1m")
}

// In a narrow window that has no room for all, the last digits of the block are enough. That
// nothing
// is traded is said in any case.
func TestHeaderInANarrowWindow(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.Resize(80, 24)
	h := k.Env.Header
	h.Balances, h.Halted = []string{"1,004,218.3000 ETH"}, "trading locked"
	k.Send(h)
	k.Shows("⊘ trading locked", "blk 21,904,113 +", "● live", "eth(1) 0x71C7…976F")
	was := h.Block
	h.Locked, h.Block = true, 121_904_113_113
	k.Send(h)
	k.Shows("⊘ trading locked", "blk …113 +", "● live", "eth(1) 0x71C7…976F ⊘ locked")
	h.Locked, h.Block = false, was
	h.Halted = ""
	k.Send(h)
	k.Shows("blk 21,904,113 +", "1,004,218.3000 ETH")
}

func TestHeaderConnection(t *testing.T) {
	k, _, _ := twoScreens(t)
	h := k.Env.Header
	h.Conn, h.Attempt = ui.Reconnecting, 2
	k.Send(h)
	k.Shows("◐ reconnecting 2")
	if k.Env.Blocked() != "reconnecting" {
		t.Error(k.Env.Blocked())
	}
	h.Conn = ui.Offline
	k.Send(h)
	k.Shows("○ offline")
	if k.Env.Blocked() != "offline" {
		t.Error(k.Env.Blocked())
	}
	h.Conn, h.Locked = ui.Live, true
	k.Send(h)
	k.Shows("main 0x71C7…976F ⊘ locked")
}

// Whatever it holds, the header is one row, and what does not fit is left out
// whole.
func TestHeaderNeverOverflows(t *testing.T) {
	k, _, _ := twoScreens(t)
	h := k.Env.Header
	h.Account = strings.Repeat("漢", 60)
	h.Balances = []string{strings.Repeat("9", 90), "1 X", "evil\x1b[2J\u202e"}
	h.Chain = strings.Repeat("c", 40)
	k.Send(h)
	k.EveryFrame()
	k.Resize(120, 36)
	k.Shows("● live 38ms", "1 X")
	k.Hides("999")
}

func TestWindowTitle(t *testing.T) {
	k, _, _ := twoScreens(t)
	if k.WindowTitle != "BOURSE DEMO" {
		t.Errorf("title %q", k.WindowTitle)
	}
	h := k.Env.Header
	h.Mode = "LIVE"
	k.Send(h)
	if k.WindowTitle != "BOURSE LIVE" {
		t.Errorf("title %q", k.WindowTitle)
	}
}

func TestThemeKey(t *testing.T) {
	k, _, _ := twoScreens(t)
	seen := map[string]bool{}
	for range style.ThemeNames() {
		k.Press("t")
		seen[k.Env.Theme.Name] = true
		k.Shows("✓ theme " + k.Env.Theme.Name)
	}
	if len(seen) != len(style.ThemeNames()) {
		t.Errorf("the key goes through %v", seen)
	}
	env, _ := uitest.NewEnv()
	env.Theme, _ = style.NewTheme("", style.NewRenderer(style.NoColor))
	mute := uitest.NewRoot(t, env,
		ui.NewRoot(ui.Config{Env: env, Tabs: []ui.Tab{{Screen: newPlain(env, "a"), Title: "A"}}}))
	mute.Press("t")
	mute.Shows("shows no colours")
}

// TestConsolesOfDifferentTerminals draws consoles side by side in one process, each as its own
// terminal can, also after the theme key.
func TestConsolesOfDifferentTerminals(t *testing.T) {
	t.Parallel()
	sequences := map[style.Profile]string{style.TrueColor: "38;2;", style.Colors256: "38;5;",
		style.Colors16: ""}
	kits := map[style.Profile]*uitest.Kit{}
	for p := range sequences {
		env, _ := uitest.NewEnv()
		theme, err := style.NewTheme("classic", style.NewRenderer(p))
		if err != nil {
			t.Fatal(err)
		}
		env.Theme = theme
		kits[p] = uitest.NewScreen(t, env, newPlain(env, "a"))
	}
	for range 2 {
		for p, k := range kits {
			frame := k.Root.View()
			k.Press("?") // a dialog, of Lip Gloss's own borders
			frame += k.Root.View()
			k.Press("esc")
			for other, sequence := range sequences {
				if sequence != "" && strings.Contains(frame, sequence) != (other == p) {
					t.Errorf("a terminal of %v is sent %q: %v\n%q", p, sequence, other != p, frame)
				}
			}
			if !strings.Contains(frame, "\x1b[") {
				t.Errorf("a terminal of %v is sent no style", p)
			}
			k.Press("t")
		}
	}
}

func TestRequestsBetweenScreens(t *testing.T) {
	k, a, b := twoScreens(t)
	a.got, b.got = nil, nil
	k.Env.Send("beta", "quietly")
	k.Env.Bell()
	k.Do(nil)
	if k.Root.Active() != "alpha" || len(b.got) != 1 || b.got[0] != "quietly" || len(a.got) != 0 ||
		k.Bells != 1 {
		t.Errorf("%s %v %v %d", k.Root.Active(), a.got, b.got, k.Bells)
	}
	k.Env.Goto("beta", "openly")
	k.Do(nil)
	if k.Root.Active() != "beta" || b.got[1] != (ui.Shown{}) || b.got[2] != "openly" {
		t.Errorf("%s %v", k.Root.Active(), b.got)
	}
	k.Env.Goto("nowhere", nil)
	k.Do(nil)
	if k.Root.Active() != "beta" {
		t.Error("an unknown screen changes nothing")
	}
	k.Press("r")
	if last := b.got[len(b.got)-1]; last != (ui.Refresh{}) {
		t.Errorf("refresh reached %v", last)
	}
	k.Send(tea.BlurMsg{})
	if k.Env.Focused || a.got[len(a.got)-1] != (tea.BlurMsg{}) {
		t.Error("focus reports reach every screen")
	}
}

func TestConfirmByMouse(t *testing.T) {
	k, a, _ := twoScreens(t)
	k.Press("D")
	k.ClickOn("[ Burn it ]") // a click in flight
	k.Shows("the click came too soon after this opened, and was not taken")
	k.Advance(time.Second)
	k.ClickOn("[ Burn it ]")
	if len(a.runs) != 0 || len(k.Root.Dialogs()) != 1 {
		t.Fatalf("one click must not do it: %v", a.runs)
	}
	for range 2 { // of a double click, or of many
		k.Advance(300 * time.Millisecond)
		k.ClickOn("[ Burn it ]")
		k.Shows("the second click came too soon, and was not taken: click again")
	}
	if len(a.runs) != 0 || len(k.Root.Dialogs()) != 1 {
		t.Fatalf("a double click must not do it: %v", a.runs)
	}
	k.Advance(600 * time.Millisecond)
	k.ClickOn("[ Burn it ]")
	if strings.Join(a.runs, "") != "burnt" {
		t.Errorf("ran %v", a.runs)
	}
	k.Press("D")
	k.Advance(time.Second)
	k.ClickOn("[ No ]")
	if len(a.runs) != 1 || len(k.Root.Dialogs()) != 0 {
		t.Errorf("ran %v", a.runs)
	}
}

func TestPaletteCompletes(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.Press(":")
	k.Type("dang")
	k.Press("tab")
	k.Shows("> Do danger▁")
	k.Press("enter")
	if d := k.Root.Dialogs(); len(d) != 1 || d[0] != "Burn" {
		t.Errorf("a dangerous command opens its dialog: %v", d)
	}
}

// Names with the very text come before names with its letters; the screen of a command is told in
// a narrow window too, and a reason that its row has no room for stands whole at the foot.
func TestPaletteInANarrowWindow(t *testing.T) {
	k, a, _ := twoScreens(t)
	k.Resize(cells.MinWidth, cells.MinHeight)
	const reason = "the account is watched only, and its key is not among those of this wallet"
	a.off = reason
	k.Press(":")
	k.Type("do")
	k.Shows("▸ Do pick", "alpha")
	k.Press("esc", ":")
	k.Type("light")
	k.Shows("▸ Theme light")
	k.Press("esc", ":")
	k.Type("do blocked alpha")
	frame := strings.Join(strings.FieldsFunc(k.Frame(), func(r rune) bool {
		return strings.ContainsRune(" \n┃│", r)
	}), " ")
	if !strings.Contains(frame, reason) {
		t.Errorf("the reason is cut:\n%s", k.Frame())
	}
}

func TestPairs(t *testing.T) {
	env := newEnv()
	got := uitest.Lines(ui.Pairs(env.Theme, 24,
		ui.Pair{Key: "maker", Value: "main\x1b[2J 0x71C7…976F is long"},
		ui.Pair{Key: "by", Value: "you", Level: ui.OK}))
	if got[0] != "maker  main 0x71C7…976F…" || got[1] != "by     ✓ you" {
		t.Errorf("%q", got)
	}
}

func TestRing(t *testing.T) {
	var r, none ui.Ring
	r.SetPanes("a", "b", "c")
	r.NextPane(-1)
	if !r.HasFocus("c") {
		t.Error(r.FocusedPane())
	}
	r.SetPanes("c", "d")
	if !r.HasFocus("c") {
		t.Error("the focus stays where it can")
	}
	r.SetPanes("x")
	if !r.HasFocus("x") {
		t.Error(r.FocusedPane())
	}
	none.NextPane(1)
	if none.FocusedPane() != "" {
		t.Error("no panes, no focus")
	}
}

func TestIdle(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.Advance(10 * time.Minute)
	if k.Env.Idle() != 10*time.Minute {
		t.Errorf("idle for %v", k.Env.Idle())
	}
	k.Press("z")
	k.Advance(time.Second)
	if k.Env.Idle() != time.Second {
		t.Errorf("idle for %v", k.Env.Idle())
	}
}
