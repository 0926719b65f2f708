package ui_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
)

// opened is a kit with a dialog open over a plain screen.
func opened(t *testing.T, make func(*ui.Env) ui.Dialog) (*uitest.Kit, *plainScreen) {
	k, a, _ := twoScreens(t)
	k.Env.Open(make(k.Env))
	k.Do(nil)
	k.Advance(2 * time.Second)
	return k, a
}

func TestConfirmOneLine(t *testing.T) {
	ran := 0
	ask := func(env *ui.Env) ui.Dialog {
		return ui.NewConfirm(env, ui.ConfirmSpec{Title: "Cancel order a1f3…?", Yes: "Cancel it",
			Run: func() tea.Cmd { ran++; return nil }})
	}
	for keys, want := range map[string]int{"n": 0, "esc": 0, "enter": 0, "space": 0, "y": 1} {
		ran = 0
		k, _ := opened(t, ask)
		k.EveryFrame()
		k.Press(keys)
		if ran != want {
			t.Errorf("%s ran it %d times", keys, ran)
		}
	}
}

// TestConfirmTakesNothingForAnAnswer: S⏎, which signs elsewhere, is neither yes nor no here.
func TestConfirmTakesNothingForAnAnswer(t *testing.T) {
	for _, lines := range [][]string{nil, {"all of it"}} {
		for _, key := range []string{"S", "Y", "x", "space"} {
			ran := 0
			k, _ := opened(t, func(env *ui.Env) ui.Dialog {
				return ui.NewConfirm(env, ui.ConfirmSpec{Title: "Cancel?", Yes: "Cancel it",
					Lines: lines, Run: func() tea.Cmd { ran++; return nil }})
			})
			k.Press(key)
			k.Shows("is no answer")
			k.Press("enter")
			if ran != 0 || len(k.Root.Dialogs()) != 1 {
				t.Fatalf("%s⏎ ran it %d times, %d dialogs are open", key, ran,
					len(k.Root.Dialogs()))
			}
			k.Shows("⏎ was not taken")
			k.Press("tab", "enter")
			if ran != 1 {
				t.Errorf("%s, ⇥ and ⏎ ran it %d times", key, ran)
			}
		}
	}
	k, _ := opened(t, func(env *ui.Env) ui.Dialog {
		return ui.NewConfirm(env, ui.ConfirmSpec{Title: "Burn?", Yes: "Burn it",
			Lines: []string{"all of it"}})
	})
	k.Press("y", "enter")
	if len(k.Root.Dialogs()) != 1 {
		t.Error("y⏎ is taken for no")
	}
}

// TestScrollerMarksItsCut: the lines of a text that scrolls are no exception.
func TestScrollerMarksItsCut(t *testing.T) {
	var s ui.Scroller
	s.SetText("taker 0x7099 block 1,234\nshort\nlast")
	if got := s.Draw(cells.Box{W: 18, H: 2}); got != "taker 0x7099 bloc…\nshort             " {
		t.Errorf("%q", got)
	}
	s.Scroll(1)
	if got := s.Draw(cells.Box{W: 6, H: 2}); got != "short \nlast  " {
		t.Errorf("scrolled: %q", got)
	}
}

func TestConfirmTypedWord(t *testing.T) {
	ran := 0
	k, _ := opened(t, func(env *ui.Env) ui.Dialog {
		return ui.NewConfirm(env, ui.ConfirmSpec{
			Title: "Unlimited approval", Level: ui.Bad,
			Lines: []string{"The contract may take everything."},
			Word:  "UNLIMITED", Yes: "Approve", Run: func() tea.Cmd { ran++; return nil }})
	})
	k.EveryFrame()
	k.Press("tab", "enter")
	if ran != 0 || len(k.Root.Dialogs()) != 1 {
		t.Fatal("approved without the word")
	}
	k.Press("tab")
	k.Type("unlimted")
	k.Press("enter")
	if ran != 0 || len(k.Root.Dialogs()) != 1 {
		t.Fatal("a wrong word leaves the dialog")
	}
	k.Shows("it wants the word UNLIMITED, not unlimted")
	for range "unlimted" {
		k.Press("backspace")
	}
	k.Type("unlimited")
	k.Shows("unlimited▁")
	k.Press("enter")
	if ran != 0 {
		t.Fatal("⏎ after the word must only move to the button")
	}
	k.Press("enter")
	if ran != 1 {
		t.Error("the word and the button together do it")
	}
}

func TestConfirmLongListScrolls(t *testing.T) {
	var list []string
	for i := range 60 {
		list = append(list, "order "+ui.Count(i))
	}
	k, _ := opened(t, func(env *ui.Env) ui.Dialog {
		return ui.NewConfirm(env, ui.ConfirmSpec{
			Title: "Cancel all", Lines: list, Yes: "Cancel 60 orders", Run: ui.Asking(env.Close)})
	})
	k.EveryFrame()
	k.Resize(80, 24)
	k.Shows("[ No ]◂", "[ Cancel 60 orders ]", "more, press ↓")
	k.Hides("order 59")
	for range 60 {
		k.Press("down")
	}
	k.Shows("order 59")
	k.Press("y")
	if len(k.Root.Dialogs()) != 1 {
		t.Error("y must not answer a question with a list")
	}
}

// TestFKeysLeaveWhatSignsNothing: a dialog that can move money is left by esc alone.
func TestFKeysLeaveWhatSignsNothing(t *testing.T) {
	t.Parallel()
	k, _, _ := twoScreens(t)
	prompt := ui.NewPrompt(k.Env, ui.PromptSpec{Title: "Name"})
	k.Env.Open(prompt)
	k.Do(nil)
	k.Press("2") // goes into the field
	if k.Root.Active() != "alpha" || len(k.Root.Dialogs()) != 1 {
		t.Fatalf("%s, %v", k.Root.Active(), k.Root.Dialogs())
	}
	k.Press("f2")
	if k.Root.Active() != "beta" || len(k.Root.Dialogs()) != 0 {
		t.Fatalf("%s, %v", k.Root.Active(), k.Root.Dialogs())
	}
	k.Env.Open(ui.NewConfirm(k.Env, ui.ConfirmSpec{Title: "Cancel?", Yes: "Yes", No: "No"}))
	k.Do(nil)
	k.Advance(time.Second)
	k.Press("f1")
	if k.Root.Active() != "beta" || len(k.Root.Dialogs()) != 1 {
		t.Errorf("%s, %v", k.Root.Active(), k.Root.Dialogs())
	}
	k.Shows("goes to another screen: esc closes this first")
}

func TestPrompt(t *testing.T) {
	got := ""
	k, _ := opened(t, func(env *ui.Env) ui.Dialog {
		return ui.NewPrompt(env, ui.PromptSpec{Title: "Name", Lines: []string{"What is it called?"},
			Check: func(v string) string {
				if v == "" {
					return "a name is needed"
				}
				return ""
			}, Run: func(v string) tea.Cmd { got = v; return nil }})
	})
	k.EveryFrame()
	k.Press("enter")
	k.Shows("✗ a name is needed")
	k.Type("q main?")
	k.Press("enter")
	if got != "q main?" || len(k.Root.Dialogs()) != 0 {
		t.Errorf("got %q, dialogs %v", got, k.Root.Dialogs())
	}
}

func TestSecretPromptNeverShows(t *testing.T) {
	var got string
	k, _ := opened(t, func(env *ui.Env) ui.Dialog {
		return ui.NewPrompt(env, ui.PromptSpec{Title: "Unlock", Input: ui.Input{Masked: true},
			Secret: func(b []byte) tea.Cmd { got = string(b); clear(b); return nil }})
	})
	k.Type("zyzzyva")
	k.Shows("•••••••")
	k.Hides("zyzzyva")
	k.Press("enter")
	if got != "zyzzyva" {
		t.Errorf("got %q", got)
	}
	k.Press(":")
	k.Hides("zyzzyva")
}

func TestViewer(t *testing.T) {
	k, _ := opened(t, func(env *ui.Env) ui.Dialog {
		return ui.NewViewer(env, "Raw",
			"{\n  \"a\": \"\x1b[2J\u202evalue\"\n}\n"+strings.Repeat("line\n", 80)+"last")
	})
	k.EveryFrame()
	k.Shows(`"a": "value"`)
	k.Press("G")
	k.Shows("last")
	k.Press("y")
	if len(k.Copied) != 1 || !strings.HasPrefix(k.Copied[0], "{\n  \"a\": \"value\"") {
		t.Errorf("copied %q", k.Copied)
	}
	k.Shows("✓ copied text")
}

// What is wrapped has its lines counted: a text that fits is shown whole.
func TestViewerHasRoomForWhatItWraps(t *testing.T) {
	k, _ := opened(t, func(env *ui.Env) ui.Dialog {
		return ui.NewViewer(env, "Order filled", strings.Repeat("several words ", 12)+
			"\nand the last line")
	})
	k.Resize(80, 24)
	k.Shows("and the last line")
}

// asking is a dialog that waits for an answer of its own.
type asking struct {
	ui.Confirm
	env     *ui.Env
	answers []tea.Msg
	closed  bool
}

func (a *asking) Title() string              { return "Asking" }
func (a *asking) Size(cells.Box) (int, int)  { return 20, 3 }
func (a *asking) Draw(area cells.Box) string { return cells.Fit("asking", area.W, area.H) }
func (a *asking) Actions() []ui.Action       { return nil }
func (a *asking) GuardsTypeahead() bool      { return false }
func (a *asking) Captures(tea.KeyMsg) bool   { return false }
func (a *asking) Closed()                    { a.closed = true }
func (a *asking) Init() tea.Cmd              { return a.env.After(time.Second, "late") }
func (a *asking) Update(m tea.Msg) tea.Cmd {
	if s, ok := m.(string); ok {
		a.answers = append(a.answers, s)
	}
	return nil
}

func TestAnswersOfDialogs(t *testing.T) {
	k, a, _ := twoScreens(t)
	d := &asking{env: k.Env}
	k.Env.Open(d)
	k.Do(nil)
	k.Advance(time.Second)
	k.Send("event")
	if len(d.answers) != 2 || d.answers[0] != "late" || d.answers[1] != "event" {
		t.Errorf("got %v", d.answers)
	}
	gone := &asking{env: k.Env}
	k.Env.Open(gone)
	k.Do(nil)
	k.Press("esc")
	a.got = nil
	k.Advance(2 * time.Second)
	if !gone.closed || len(gone.answers) != 0 || len(d.answers) != 2 {
		t.Errorf("a closed dialog got %v", gone.answers)
	}
	for _, m := range a.got {
		if m == "late" {
			t.Error("a dialog's answer went to the screen")
		}
	}
	if got := k.Root.Dialogs(); len(got) != 1 {
		t.Errorf("dialogs %v", got)
	}
}

func TestHelpFiltersAndExplains(t *testing.T) {
	env, _ := uitest.NewEnv()
	s := newPlain(env, "alpha")
	words := slices.Repeat([]ui.Word{{Term: "taker", Means: "you take from it"}}, 12)
	k := uitest.NewRoot(t, env, ui.NewRoot(
		ui.Config{Env: env, Tabs: []ui.Tab{{Screen: s, Title: "Alpha"}}, Brand: "BOURSE",
			Words: append(words, ui.Word{Term: "maker", Means: "you rest on the book"})}))
	k.Press("?")
	k.Shows("This screen: Alpha", "does pick", "command palette", "maker", "you rest on the book")
	k.Hides("does erase") // lives in the other pane
	k.Resize(cells.MinWidth, cells.MinHeight)
	k.Hides("you rest on the book")
	k.Press("pgdown", "pgdown")
	k.Shows("you rest on the book")
	k.Press("pgup", "pgup")
	k.Type("dang")
	k.Shows("does danger")
	k.Hides("does pick", "this help", "you take from it", "you rest on the book")
	k.EveryFrame()
	k.Press("backspace", "backspace", "backspace", "backspace")
	k.Type("ON THE BOOK") // in what explains a word
	k.Shows("maker", "you rest on the book")
	k.Hides("does danger", "you take from it", "no key does that")
	k.EveryFrame()
	k.Type("s")
	k.Shows("no key does that here, and no word is explained with that")
	k.Press("esc")
	if len(k.Root.Dialogs()) != 0 {
		t.Error("esc closes the help")
	}
}
