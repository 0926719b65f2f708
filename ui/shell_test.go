package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/headless"
	"bourse/ui/uitest"
)

// plainScreen is a screen of two panes that records what it is told.
type plainScreen struct {
	ui.Panes
	env    *ui.Env
	id     ui.ScreenID
	got    []tea.Msg
	clicks []tea.MouseMsg
	runs   []string
	holds  string
	field  *ui.Input // captures keys when set
	off    string
}

func newPlain(env *ui.Env, id ui.ScreenID) *plainScreen {
	s := &plainScreen{env: env, id: id}
	list, detail := &plainPane{s, "list"}, &plainPane{s, "detail"}
	s.Panes = ui.NewPanes(env, func(area cells.Box) []ui.Placed {
		boxes := area.Columns(cells.Fixed(30), cells.Fill(1))
		return []ui.Placed{{list, boxes[0]}, {detail, boxes[1]}}
	}, list, detail)
	return s
}

func (s *plainScreen) ID() ui.ScreenID { return s.id }
func (s *plainScreen) Init() tea.Cmd   { return nil }
func (s *plainScreen) Unsaved() string { return s.holds }

func (s *plainScreen) Captures(k tea.KeyMsg) bool { return s.field != nil && s.field.Captures(k) }

func (s *plainScreen) Update(m tea.Msg) tea.Cmd {
	s.got = append(s.got, m)
	if k, ok := m.(tea.KeyMsg); ok && s.field != nil {
		s.field.Key(k)
	}
	return s.Panes.Update(m)
}

// plainPane is a pane that shows its name.
type plainPane struct {
	screen *plainScreen
	name   string
}

func (p *plainPane) Name() string                 { return p.name }
func (p *plainPane) Title() (title, right string) { return p.name, "" }
func (p *plainPane) Actions() []ui.Action         { return nil }

func (p *plainPane) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok {
		p.screen.clicks = append(p.screen.clicks, m)
	}
	return nil
}

func (p *plainPane) Draw(cells.Box, bool) string { return string(p.screen.id) + " " + p.name }

func (s *plainScreen) Actions() []ui.Action {
	act := func(pane, id string, run func() tea.Cmd, key string) ui.Action {
		return ui.Action{Scope: string(s.id), ID: id, Pane: pane, Key: ui.Keys(key),
			Label: "do " + id, Help: "does " + id, Run: run}
	}
	note := func(what string) func() tea.Cmd {
		return func() tea.Cmd { s.runs = append(s.runs, what); return nil }
	}
	blocked := act("", "blocked", note("blocked"), "B")
	blocked.Off = s.off
	return append([]ui.Action{
		act("list", "pick", note("pick"), "x"),
		act("detail", "erase", note("erase"), "x"),
		act("", "wide", note("wide"), "w"),
		act("", "danger", s.danger, "D"),
		act("", "slow", func() tea.Cmd { return func() tea.Msg { return "answer" } }, "s"),
		blocked,
	}, s.PaneActions()...)
}

func (s *plainScreen) danger() tea.Cmd {
	s.env.Open(ui.NewConfirm(s.env,
		ui.ConfirmSpec{Title: "Burn", Lines: []string{"all of it"}, Yes: "Burn it",
			Run: func() tea.Cmd {
				s.runs = append(s.runs, "burnt")
				s.env.Toast(
					ui.OK, "burnt")
				return nil
			}}))
	return nil
}

func twoScreens(t testing.TB) (*uitest.Kit, *plainScreen, *plainScreen) {
	env, _ := uitest.NewEnv()
	a, b := newPlain(env, "alpha"), newPlain(env, "beta")
	k := uitest.New(t, env, ui.Tab{Screen: a, Title: "Alpha", Short: "Al"},
		ui.Tab{Screen: b, Title: "Beta", Short: "Be"})
	k.Send(ui.Header{Mode: "DEMO", Chain: "Ethereum", ChainShort: "eth", ChainID: 1,
		Account:  "main",
		Address:  "0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
		Balances: []string{"4.2183 ETH", "12,480.55 USDC"},
		Block:    21904113, BlockAt: uitest.Start.Add(-3 * time.Second),
		BlockTime: 12 * time.Second,
		Gas:       "12.4 gwei",
		Conn:      ui.Live, Latency: 38 * time.Millisecond})
	return k, a, b
}

func TestEveryFrameIsExact(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.EveryFrame()
	for _, keys := range [][]string{{"?"}, {"esc", ":"}, {"esc", "D"}} {
		k.Press(keys...)
		k.EveryFrame()
	}
	for _, size := range [][2]int{{79, 24}, {80, 23}, {60, 12}, {1, 1}, {0, 0}, {3, 40}, {300, 2}} {
		k.Resize(size[0], size[1])
		k.AssertFrame()
	}
}

func TestGoldens(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.Goldens("shell")
	k.Press("?")
	k.Goldens("help")
	k.Press("esc", ":")
	k.Goldens("palette")
	k.Press("esc", "D")
	k.Goldens("confirm")
	k.Resize(60, 12)
	k.Golden("small")
}

func TestActionsAreSound(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.CheckActions()
}

func TestKeysGoFromInnerScopeToOuter(t *testing.T) {
	k, a, b := twoScreens(t)
	k.Press("x", "tab", "x", "w")
	if got := strings.Join(a.runs, " "); got != "pick erase wide" {
		t.Errorf("ran %q", got)
	}
	a.field = &ui.Input{}
	k.Press("w", "2", "q", "tab")
	if a.field.Value() != "w2q" || k.Quit {
		t.Errorf("a text field takes every printable key, got %q", a.field.Value())
	}
	if !a.HasFocus("list") {
		t.Error("⇥ must pass a text field")
	}
	a.field = nil
	k.Press("2")
	if k.Root.Active() != "beta" {
		t.Error("2 must show the second screen")
	}
	k.Press("esc")
	if k.Root.Active() != "alpha" {
		t.Error("esc must go back")
	}
	a.got, b.got = nil, nil
	k.Press("z")
	if len(a.got) != 1 || len(b.got) != 0 {
		t.Errorf("an unclaimed key belongs to the active screen: %v %v", a.got, b.got)
	}
}

func TestAnswersReachWhoAsked(t *testing.T) {
	k, a, b := twoScreens(t)
	_, cmd := k.Root.Update(ui.Press("s"))
	k.Press("2")
	a.got, b.got = nil, nil
	k.Do(cmd)
	if len(a.got) != 1 || a.got[0] != "answer" || len(b.got) != 0 {
		t.Errorf("the answer went astray: %v %v", a.got, b.got)
	}
}

func TestGuardedDialogSwallowsTypingAhead(t *testing.T) {
	k, a, _ := twoScreens(t)
	k.Press("D", "tab", "enter") // typed ahead
	if len(a.runs) != 0 || len(k.Root.Dialogs()) != 1 {
		t.Fatalf("typed-ahead keys answered: %v %v", a.runs, k.Root.Dialogs())
	}
	for range 10 { // a key held down keeps the guard up for as long as it is held
		k.Advance(400 * time.Millisecond)
		k.Press("tab")
	}
	k.Advance(425 * time.Millisecond)
	k.Press("enter") // meant for what ⇥ would have chosen
	if len(a.runs) != 0 || len(k.Root.Dialogs()) != 1 {
		t.Fatalf("⏎ after a key that was not taken: %v %v", a.runs, k.Root.Dialogs())
	}
	k.Press("enter") // default: No
	if len(a.runs) != 0 || len(k.Root.Dialogs()) != 0 {
		t.Fatalf("⏎ must press No: %v %v", a.runs, k.Root.Dialogs())
	}
	k.Press("D")
	k.Advance(time.Second)
	k.Press("y")
	k.Shows("y was not taken: ⇥ goes to Burn it, ⏎ then does it")
	k.Press("tab", "enter")
	if strings.Join(a.runs, " ") != "burnt" || k.Root.Note().Text != "burnt" {
		t.Errorf("ran %v, note %v", a.runs, k.Root.Note())
	}
}

func TestQuitAsksWhenSomethingIsUnfinished(t *testing.T) {
	k, a, _ := twoScreens(t)
	a.holds = "an order is not signed"
	k.Press("q")
	if k.Quit {
		t.Fatal("quit without asking")
	}
	k.Shows("an order is not signed")
	k.Press("esc")
	a.holds = ""
	k.Press("q")
	if !k.Quit {
		t.Error("q must quit")
	}
	k.Quit = false
	k.Press("D", "q")
	if k.Quit {
		t.Error("q must not quit from a dialog")
	}
	k.Press("ctrl+c")
	if !k.Quit {
		t.Error("⌃c quits from anywhere")
	}
}

func TestDisabledActionSaysWhy(t *testing.T) {
	k, a, _ := twoScreens(t)
	a.off = "no key for this account"
	k.Press("B")
	k.Shows("! do blocked: no key for this account")
	k.Press(":")
	k.Type("blocked")
	k.Shows("Do blocked (no key for this account)")
}

func TestPaletteRunsActionsOfOtherScreens(t *testing.T) {
	k, _, b := twoScreens(t)
	k.Press("ctrl+k")
	k.Type("erase beta")
	k.Press("enter")
	if k.Root.Active() != "beta" || strings.Join(b.runs, "") != "erase" || !b.HasFocus("detail") {
		t.Errorf("active %s, ran %v, focus %s", k.Root.Active(), b.runs, b.FocusedPane())
	}
	k.Press(":")
	k.Type("/alpha")
	k.Press("enter")
	if k.Root.Active() != "alpha" {
		t.Error("/alpha must show the screen")
	}
}

// Without UTF-8 the keys of the hints are words, and as many are shown as then fit.
func TestHintsInASCII(t *testing.T) {
	env, _ := uitest.NewEnv()
	env.ASCII = true
	k := uitest.New(t, env, ui.Tab{Screen: newPlain(env, "alpha"), Title: "Alpha", Short: "Al"})
	lines := strings.Split(strings.TrimRight(k.Frame(), "\n"), "\n")
	if foot := lines[len(lines)-1]; !strings.Contains(foot, "Tab") || strings.Contains(foot, ">") {
		t.Errorf("the hints are %q", foot)
	}
	k.EveryFrame()
}

func TestMouse(t *testing.T) {
	k, a, _ := twoScreens(t)
	k.ClickOn("2 Beta")
	if k.Root.Active() != "beta" {
		t.Error("a click on a tab shows its screen")
	}
	k.ClickOn(": command")
	if d := k.Root.Dialogs(); len(d) != 1 || d[0] != "Command" {
		t.Errorf("dialogs %v", d)
	}
	k.Press("esc")
	k.ClickOn("1 Alpha")
	k.ClickOn("do wide")
	if strings.Join(a.runs, " ") != "wide" {
		t.Errorf("a click on a hint runs it: %v", a.runs)
	}
	a.got = nil
	k.Click(31, 3)
	if len(a.got) != 1 || a.got[0] != (headless.Click(31, 1)) {
		t.Errorf("mouse in body coordinates: %v", a.got)
	}
	if !a.HasFocus("detail") || len(a.clicks) != 1 || a.clicks[0] != (headless.Click(0, 0)) {
		t.Errorf("a click focuses its pane and counts from its inside: %s %v", a.FocusedPane(),
			a.clicks)
	}
	k.Press("M")
	k.Shows("mouse off")
	if k.MouseOn {
		t.Error("the terminal was not told")
	}
}

// A toast that is longer than its row takes the border above it, never the row of the keys.
func TestLongToastsAreShownWhole(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.Resize(cells.MinWidth, cells.MinHeight)
	k.Env.Toast(ui.OK, "route swap: done in block 1,234: received 15,022.4912 USDC against "+
		"15,026.7400 promised, 0.03% less")
	k.Do(nil)
	if got := strings.Join(strings.Fields(k.Frame()), " "); !strings.Contains(got,
		"received 15,022.4912 USDC against 15,026.7400 promised, 0.03% less x do pick") {
		t.Errorf("the toast is cut:\n%s", k.Frame())
	}
	k.AssertFrame()
	k.Advance(10 * time.Second)
	k.Hides("promised")
}

func TestToastsFade(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.Env.Toast(ui.Bad, "no\x1b[2J way")
	k.Do(nil)
	k.Shows("✗ no way")
	k.Advance(7 * time.Second)
	k.Hides("no way")
	k.Env.Toast(ui.Working, "busy")
	k.Do(nil)
	k.Advance(time.Minute)
	k.Shows("busy")
}

func TestFuzzShell(t *testing.T) {
	k, a, _ := twoScreens(t)
	k.Fuzz(1, 1500)
	a.field = &ui.Input{}
	k.Fuzz(2, 500)
}

func TestFuzzWidgets(t *testing.T) {
	k := busyKit(t)
	k.CheckActions()
	k.EveryFrame()
	k.Fuzz(3, 2000)
}
