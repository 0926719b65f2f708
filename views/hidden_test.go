package views_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/headless"
	"bourse/ui/uitest"
	"bourse/views"
)

// asker is a screen that asks whenever it is told something, and counts its questions.
type asker struct {
	id    ui.ScreenID
	env   *ui.Env
	feed  views.Poller
	asked int
	shows ui.ScreenID // beside itself
}

func newAsker(env *ui.Env, id ui.ScreenID) *asker {
	a := &asker{id: id, env: env}
	a.feed = views.Poller{Ask: func(epoch uint64) tea.Cmd {
		a.asked++
		return func() tea.Msg { return asked{epoch} }
	}}
	return a
}

func (a *asker) ID() ui.ScreenID           { return a.id }
func (a *asker) Init() tea.Cmd             { return a.feed.Want(a.env) }
func (a *asker) Actions() []ui.Action      { return nil }
func (a *asker) Resize(cells.Box)          {}
func (a *asker) Draw(cells.Box) string     { return "" }
func (a *asker) Shows(id ui.ScreenID) bool { return id == a.shows }

func (a *asker) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case asked:
		_, again := a.feed.Done(m.epoch, a.env)
		return again
	case string:
		return a.feed.Want(a.env)
	}
	return nil
}

// TestHiddenScreensAskNothing tells two screens of news. The hidden one asks once it is shown, be
// it in front or beside the one in front; one whose answers always count asks in any case.
func TestHiddenScreensAskNothing(t *testing.T) {
	t.Parallel()
	env, clock := uitest.NewEnv()
	front, back, always := newAsker(env, "front"), newAsker(env, "back"), newAsker(env, "always")
	always.feed.Always = true
	d := headless.New(ui.NewRoot(ui.Config{Env: env,
		Tabs: []ui.Tab{{Screen: front}, {Screen: back}, {Screen: always}}}), clock)
	counts := func(what string, want [3]int) {
		t.Helper()
		if got := [3]int{front.asked, back.asked, always.asked}; got != want {
			t.Errorf("%s: asked %v times, want %v", what, got, want)
		}
	}
	d.Start(120, 36)
	counts("at first", [3]int{1, 0, 1})
	d.Send("news")
	d.Send("news")
	counts("after news", [3]int{3, 0, 3})
	d.Press("2")
	counts("when shown", [3]int{3, 1, 3})
	d.Send("news")
	counts("while shown", [3]int{3, 2, 4})
	d.Press("1")
	counts("back in front", [3]int{4, 2, 4})
	d.Send("news")
	counts("hidden again", [3]int{5, 2, 5})
	front.shows = "back"
	d.Send(nil)
	counts("beside the one in front", [3]int{5, 3, 5})
	d.Send("news")
	counts("news beside", [3]int{6, 4, 6})
}
