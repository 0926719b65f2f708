package views_test

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/views"
)

// asked is what a feed's question comes to in these tests.
type asked struct{ epoch uint64 }

// clock is a clock on which waiting takes no time.
type clock struct {
	now    time.Time
	waited []time.Duration
}

func (c *clock) Now() time.Time { return c.now }

func (c *clock) After(d time.Duration) <-chan time.Time {
	c.waited = append(c.waited, d)
	return time.After(0)
}

func (c *clock) pass(d time.Duration) { c.now = c.now.Add(d) }

func newClock() (*clock, *ui.Env) {
	c := &clock{now: time.Unix(1_000, 0)}
	return c, ui.NewEnv(c, nil)
}

// due is what a command that waits comes to.
func due(t *testing.T, c *clock, cmd tea.Cmd) tea.Msg {
	t.Helper()
	if cmd == nil {
		t.Fatal("no command that waits")
	}
	m := cmd()
	if len(c.waited) != 1 || c.waited[0] <= 0 {
		t.Fatalf("waited %v", c.waited)
	}
	return m
}

func TestFeedAsksOneAtATimeWithAPause(t *testing.T) {
	t.Parallel()
	c, env := newClock()
	var questions []uint64
	f := &views.Poller{Pause: time.Second, Ask: func(epoch uint64) tea.Cmd {
		questions = append(questions, epoch)
		return func() tea.Msg { return asked{epoch} }
	}}
	if f.Want(env); len(questions) != 1 {
		t.Fatal("not asked at once")
	}
	f.Want(env)
	f.Want(env)
	if len(questions) != 1 {
		t.Fatal("two in flight")
	}
	c.pass(time.Millisecond)
	fresh, again := f.Done(questions[0], env)
	if !fresh || len(questions) != 1 {
		t.Fatal("asked without the pause")
	}
	timer := due(t, c, again)
	if f.Want(env) != nil {
		t.Error("a second timer for the same pause")
	}
	c.pass(time.Second)
	if _, ok := f.Due(timer, env); !ok || len(questions) != 2 {
		t.Fatal("what was wanted meanwhile is forgotten")
	}
	c.pass(time.Second)
	if fresh, again = f.Done(questions[1], env); !fresh || again != nil {
		t.Error("asked without being wanted")
	}
	if _, ok := f.Due("something else", env); ok {
		t.Error("takes what is not its own")
	}
}

func TestFeedDropsStaleAnswers(t *testing.T) {
	t.Parallel()
	_, env := newClock()
	var questions []uint64
	f := &views.Poller{Pause: time.Second,
		Ask: func(epoch uint64) tea.Cmd { questions = append(questions, epoch); return nil }}
	f.Want(env)
	f.Drop()
	f.Want(env)
	if len(questions) != 2 || questions[0] == questions[1] {
		t.Fatalf("asked %v", questions)
	}
	if fresh, _ := f.Done(questions[0], env); fresh {
		t.Error("an answer to the old question is taken for fresh")
	}
	f.Want(env) // one is still in flight
	if len(questions) != 2 {
		t.Error("a stale answer ends the flight of the new question")
	}
	if fresh, _ := f.Done(questions[1], env); !fresh {
		t.Error("the answer to the new question is stale")
	}
}
