package ui_test

import (
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
)

// asker is a screen that returns a command on its key and remembers the answers.
type asker struct {
	plainScreen
	cmd tea.Cmd
}

func (a *asker) Actions() []ui.Action {
	return []ui.Action{{Scope: "asker", ID: "ask", Key: ui.Keys("s"), Label: "ask", Help: "asks",
		Run: func() tea.Cmd { return a.cmd }}}
}

func says(text string) tea.Cmd { return func() tea.Msg { return text } }

// TestAnswersOutOfBatchesAndSequences proves that the answers of every command
// in a batch or a sequence, however deep, reach the screen that returned it, in
// the order of the sequence, while another one is shown.
func TestAnswersOutOfBatchesAndSequences(t *testing.T) {
	k, _, b := twoScreens(t)
	env := k.Env
	a := &asker{plainScreen: *newPlain(env, "asker")}
	env.Replace(ui.Screens{Tabs: []ui.Tab{{Screen: a, Title: "Asker"},
		{Screen: b, Title: "Beta"}}})
	k.Do(nil)
	a.cmd = tea.Batch(says("one"), nil,
		ui.Sequence(env.After(time.Second, "two"), tea.Batch(says("three"), says("four")),
			says("five")),
		env.As("beta", func() tea.Cmd { return tea.Batch(says("yours"), says("too")) }))
	a.got, b.got = nil, nil
	_, cmd := k.Root.Update(ui.Press("s"))
	k.Press("2") // beta is shown before any command has run
	k.Do(cmd)
	k.Advance(time.Minute)
	texts := func(got []tea.Msg) []string {
		var out []string
		for _, m := range got {
			if s, ok := m.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	if got := texts(a.got); !slices.Equal(got, []string{"one", "two", "three", "four", "five"}) {
		t.Errorf("the asker got %q", got)
	}
	if got := texts(b.got); !slices.Equal(got, []string{"yours", "too"}) {
		t.Errorf("the screen it acted for got %q", got)
	}
}

// TestRequestsTakeEffectBeforeTheNextKey proves it for keys of one read of the
// terminal: the dialog that the first one opens takes the second one.
func TestRequestsTakeEffectBeforeTheNextKey(t *testing.T) {
	k, a, _ := twoScreens(t)
	a.got = nil
	k.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(":e2")})
	if d := k.Root.Dialogs(); len(d) != 1 || d[0] != "Command" || k.Root.Active() != "alpha" {
		t.Errorf("dialogs %v over %s", d, k.Root.Active())
	}
	k.Shows("> e2▁")
	if len(a.got) != 0 {
		t.Errorf("the screen got %v", a.got)
	}
}

// The end of the program that a command asks for is no answer.
func TestQuitIsNoAnswer(t *testing.T) {
	k, _, _ := twoScreens(t)
	k.Env.Send("alpha", nil)
	k.Do(nil)
	k.Do(tea.Batch(nil, tea.Quit))
	if !k.Quit {
		t.Error("it goes on")
	}
}

// What a screen has asked for does not reach the screen that has its name after a replacement, and
// what it listened to ends.
func TestAnswersToReplacedScreens(t *testing.T) {
	k, _, _ := twoScreens(t)
	env := k.Env
	first, second := &asker{plainScreen: *newPlain(env, "asker")},
		&asker{plainScreen: *newPlain(env, "asker")}
	show := func(a *asker) {
		env.Replace(ui.Screens{Tabs: []ui.Tab{{Screen: a, Title: "Asker"}}})
		k.Do(nil)
	}
	show(first)
	first.cmd = tea.Batch(says("late"), env.After(time.Second, "later"))
	_, cmd := k.Root.Update(ui.Press("s"))
	show(second)
	second.cmd, second.got = says("own"), nil
	k.Do(cmd)
	k.Advance(time.Minute)
	k.Press("s")
	var texts []string
	for _, m := range second.got {
		if s, ok := m.(string); ok {
			texts = append(texts, s)
		}
	}
	if !slices.Equal(texts, []string{"own"}) {
		t.Errorf("the second screen got %q", texts)
	}
}
