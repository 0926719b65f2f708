package views_test

import (
	"testing"
	"time"

	"bourse/ui"
	"bourse/views"
)

// asked is what a feed's question comes to in these tests.
type asked struct{ epoch uint64 }

// due is the timer in a command, if there is one.
func due(t *testing.T, c ui.Cmd) ui.Msg {
	t.Helper()
	if len(c) != 1 || c[0].After <= 0 {
		t.Fatalf("no timer in %+v", c)
	}
	return c[0].Now
}

func TestFeedAsksOneAtATimeWithAPause(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000, 0)
	var questions []uint64
	f := &views.Feed{Pause: time.Second, Ask: func(epoch uint64) ui.Cmd {
		questions = append(questions, epoch)
		return ui.Cmd{{Now: asked{epoch}}}
	}}
	if f.Want(now); len(questions) != 1 {
		t.Fatal("not asked at once")
	}
	f.Want(now)
	f.Want(now)
	if len(questions) != 1 {
		t.Fatal("two in flight")
	}
	fresh, again := f.Done(questions[0], now.Add(time.Millisecond))
	if !fresh || len(questions) != 1 {
		t.Fatal("asked without the pause")
	}
	timer := due(t, again)
	if f.Want(now.Add(time.Millisecond)) != nil {
		t.Error("a second timer for the same pause")
	}
	if _, ok := f.Due(timer, now.Add(1001*time.Millisecond)); !ok || len(questions) != 2 {
		t.Fatal("what was wanted meanwhile is forgotten")
	}
	if fresh, again = f.Done(questions[1], now.Add(2*time.Second)); !fresh || again != nil {
		t.Error("asked without being wanted")
	}
	if _, ok := f.Due("something else", now); ok {
		t.Error("takes what is not its own")
	}
}

func TestFeedDropsStaleAnswers(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000, 0)
	var questions []uint64
	f := &views.Feed{Pause: time.Second, Ask: func(epoch uint64) ui.Cmd { questions = append(questions, epoch); return nil }}
	f.Want(now)
	f.Drop()
	f.Want(now)
	if len(questions) != 2 || questions[0] == questions[1] {
		t.Fatalf("asked %v", questions)
	}
	if fresh, _ := f.Done(questions[0], now); fresh {
		t.Error("an answer to the old question is taken for fresh")
	}
	f.Want(now) // one is still in flight
	if len(questions) != 2 {
		t.Error("a stale answer ends the flight of the new question")
	}
	if fresh, _ := f.Done(questions[1], now); !fresh {
		t.Error("the answer to the new question is stale")
	}
}
