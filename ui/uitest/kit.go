package uitest

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"bourse/ui"
	"bourse/ui/headless"
	"bourse/ui/style"
)

// Start is when every test's clock begins.
var Start = time.Date(2026, 11, 21, 16, 41, 34, 0, time.UTC)

// NewClock is a clock at Start.
func NewClock() *headless.Clock { return headless.NewClock(Start) }

// NewEnv is a session on a manual clock with the default theme in true colour.
func NewEnv() (*ui.Env, *headless.Clock) {
	theme, err := style.NewTheme("", style.NewRenderer(style.TrueColor))
	if err != nil {
		panic(err) // the default theme exists
	}
	clock := NewClock()
	return ui.NewEnv(clock, theme), clock
}

// Kit is a shell under test.
type Kit struct {
	*headless.Driver
	T   testing.TB
	Env *ui.Env

	w, h  int
	posts chan tea.Msg
}

// New starts a shell with these tabs at 120 × 36 and carries out everything
// the screens ask for at the start.
func New(t testing.TB, env *ui.Env, tabs ...ui.Tab) *Kit {
	t.Helper()
	return NewRoot(t, env, ui.NewRoot(
		ui.Config{Env: env, Tabs: tabs, Brand: "BOURSE"}))
}

// NewScreen is New for one screen.
func NewScreen(t testing.TB, env *ui.Env, s ui.Screen) *Kit {
	t.Helper()
	return New(t, env, ui.Tab{Screen: s, Title: string(s.ID()), Short: string(s.ID())})
}

// NewRoot puts a kit around a shell; env must be on a manual clock.
func NewRoot(t testing.TB, env *ui.Env, root *ui.Root) *Kit {
	t.Helper()
	clock, ok := env.Clock.(*headless.Clock)
	if !ok {
		t.Fatal("the session must run on a headless.Clock")
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	k := &Kit{Driver: headless.New(root, clock), T: t, Env: env, w: 120, h: 36,
		posts: make(chan tea.Msg, 4096)}
	k.Sources = func(s ui.Source) { headless.Run(ctx, s, k.posts) }
	k.Start(k.w, k.h)
	return k
}

// Resize sets the size of the window.
func (k *Kit) Resize(w, h int) {
	k.w, k.h = w, h
	k.Driver.Resize(w, h)
}

// ClickOn clicks on the first place in the frame that shows text.
func (k *Kit) ClickOn(text string) {
	k.T.Helper()
	x, y, ok := k.Find(text)
	if !ok {
		k.T.Fatalf("the frame does not show %q:\n%s", text, k.Frame())
	}
	k.Click(x, y)
}

// Find is the cell where text first stands in the frame.
func (k *Kit) Find(text string) (x, y int, ok bool) {
	for y, line := range strings.Split(k.Frame(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			return ansi.StringWidth(before), y, true
		}
	}
	return 0, 0, false
}

// WaitFor handles what streams deliver until cond holds; five seconds without
// that fail the test.
func (k *Kit) WaitFor(what string, cond func() bool) {
	k.T.Helper()
	limit := time.NewTimer(5 * time.Second)
	defer limit.Stop()
	for !cond() {
		select {
		case m := <-k.posts:
			k.Send(m)
		case <-limit.C:
			k.T.Fatalf("waited in vain for %s; the frame:\n%s", what, k.Frame())
		}
	}
}
