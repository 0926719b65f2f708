// Package uitest drives the console's shell and screens without a terminal:
// keys as strings, commands carried out at once, timers on a fake clock,
// frames as text. It exists so that every screen is tested the same way.
package uitest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/ui"

	"github.com/charmbracelet/x/ansi"
)

// NewEnv is a session on a fake clock with the default theme in true colour.
func NewEnv() (*ui.Env, *Clock) {
	theme, err := ui.NewTheme("", ui.TrueColor)
	if err != nil {
		panic(err) // the default theme exists
	}
	clock := NewClock()
	return ui.NewEnv(clock, theme), clock
}

// Kit is a shell under test and what it asked of its terminal.
type Kit struct {
	T      testing.TB
	Root   *ui.Root
	Env    *ui.Env
	Clock  *Clock
	Copied []string // clipboard
	Title  string   // window title
	Bells  int
	Mouse  bool
	Quit   bool

	w, h   int
	timers []timer
	posts  chan ui.Msg
	ctx    context.Context
}

type timer struct {
	at     time.Time
	effect ui.Effect
}

// New starts a shell with these tabs at 120 × 36 and carries out everything
// the screens ask for at the start.
func New(t testing.TB, env *ui.Env, tabs ...ui.Tab) *Kit {
	t.Helper()
	return NewRoot(t, env, ui.NewRoot(ui.Config{Env: env, Tabs: tabs, Brand: "BOURSE", Profile: ui.TrueColor}))
}

// NewScreen is New for one screen.
func NewScreen(t testing.TB, env *ui.Env, s ui.Screen) *Kit {
	t.Helper()
	return New(t, env, ui.Tab{Screen: s, Title: string(s.ID()), Short: string(s.ID())})
}

// NewRoot puts a kit around a shell; env must be on a Clock of this package.
func NewRoot(t testing.TB, env *ui.Env, root *ui.Root) *Kit {
	t.Helper()
	clock, ok := env.Clock.(*Clock)
	if !ok {
		t.Fatal("the session must run on a uitest.Clock")
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	k := &Kit{T: t, Root: root, Env: env, Clock: clock, Mouse: true, posts: make(chan ui.Msg, 4096), ctx: ctx}
	k.Resize(120, 36)
	k.carry(root.Init())
	return k
}

// Resize sets the size of the window.
func (k *Kit) Resize(w, h int) { k.w, k.h = w, h; k.Send(ui.SizeMsg{W: w, H: h}) }

// Send delivers a message and carries out what follows.
func (k *Kit) Send(m ui.Msg) { k.carry(k.Root.Handle(m)) }

// Press presses keys by name, one after the other.
func (k *Kit) Press(keys ...ui.Key) {
	for _, key := range keys {
		k.Send(ui.KeyMsg{Key: key})
	}
}

// Type presses the keys of a text.
func (k *Kit) Type(text string) {
	for _, r := range text {
		key := ui.Key(r)
		if r == ' ' {
			key = "space"
		}
		k.Press(key)
	}
}

// Paste pastes text.
func (k *Kit) Paste(text string) { k.Send(ui.PasteMsg(text)) }

// Click clicks on a cell of the frame.
func (k *Kit) Click(x, y int) { k.Send(ui.MouseMsg{X: x, Y: y}) }

// ClickOn clicks on the first place in the frame that shows text.
func (k *Kit) ClickOn(text string) {
	k.T.Helper()
	x, y, ok := k.Find(text)
	if !ok {
		k.T.Fatalf("the frame does not show %q:\n%s", text, k.Frame())
	}
	k.Click(x, y)
}

// Wheel turns the wheel over a cell: down for positive clicks.
func (k *Kit) Wheel(x, y, clicks int) {
	kind := ui.WheelDown
	if clicks < 0 {
		kind, clicks = ui.WheelUp, -clicks
	}
	for range clicks {
		k.Send(ui.MouseMsg{X: x, Y: y, Kind: kind})
	}
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

// Advance moves the clock by d, firing the timers on the way in their order.
func (k *Kit) Advance(d time.Duration) {
	end := k.Clock.Now().Add(d)
	for {
		next := -1
		for i, t := range k.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(k.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		due := k.timers[next]
		k.timers = slices.Delete(k.timers, next, next+1)
		k.Clock.set(due.at)
		due.effect.After = 0
		if due.effect.Run != nil {
			k.carry(ui.Cmd{due.effect})
		} else {
			k.Send(due.effect.Answer(due.effect.Now))
		}
	}
	k.Clock.set(end)
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

// carry carries out effects, and what follows from them, until nothing is
// left but timers and streams.
func (k *Kit) carry(c ui.Cmd) {
	for len(c) > 0 {
		e := c[0]
		c = c[1:]
		switch {
		case e.After > 0:
			k.timers = append(k.timers, timer{k.Clock.Now().Add(e.After), e})
		case e.Stream != nil:
			go e.Stream(k.ctx, func(p ui.Posted) {
				select {
				case k.posts <- e.Answer(p.Msg):
				case <-k.ctx.Done():
				}
			})
		case e.Run != nil:
			c = append(c, k.Root.Handle(e.Answer(e.Run()))...)
		default:
			k.terminal(e.Now)
		}
	}
}

func (k *Kit) terminal(m ui.Msg) {
	switch m := m.(type) {
	case ui.QuitRequest:
		k.Quit = true
	case ui.CopyRequest:
		k.Copied = append(k.Copied, m.Text)
	case ui.TitleRequest:
		k.Title = m.Title
	case ui.MouseRequest:
		k.Mouse = m.On
	case ui.BellRequest:
		k.Bells++
	}
}
