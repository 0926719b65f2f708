package ui

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
	"bourse/ui/style"
)

// stubborn is a screen that does what its keys say.
type stubborn struct {
	env *Env
	mu  sync.Mutex
	got []tea.Msg
}

func (s *stubborn) ID() ScreenID            { return "stubborn" }
func (s *stubborn) Resize(cells.Box)        {}
func (s *stubborn) Draw(a cells.Box) string { return cells.Fit("ready to go wrong", a.W, a.H) }
func (s *stubborn) Init() tea.Cmd {
	s.env.Listen(func(ctx context.Context, send func(string, tea.Msg)) {
		for i := range 1000 {
			send("book", i)
		}
		send("", "fill")
		<-ctx.Done()
	})
	return nil
}

func (s *stubborn) Update(m tea.Msg) tea.Cmd {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, m)
	return nil
}

func (s *stubborn) Actions() []Action {
	act := func(id string, key string, run func() tea.Cmd) Action {
		return Action{Scope: "stubborn", ID: id, Key: Keys(key), Label: id, Help: id, Run: run}
	}
	return []Action{
		act("panic", "p", func() tea.Cmd { panic("the sky fell") }),
		act("later", "l", func() tea.Cmd {
			return tea.Batch(nil, Sequence(tea.ClearScreen,
				func() tea.Msg { panic("the sky fell later") }))
		}),
		act("copy", "y", func() tea.Cmd {
			s.env.Copy("text", "hello clipboard")
			return nil
		}),
	}
}

// session runs a program on a pipe and a file in place of a terminal.
type session struct {
	t      *testing.T
	keys   io.WriteCloser
	screen string // file with everything written to the terminal
	dir    string
	done   chan error
	view   *stubborn
}

func start(t *testing.T, ctx context.Context, getenv func(string) string) (*session, *Program) {
	t.Helper()
	theme, err := style.NewTheme("", style.NewRenderer(style.NoColor))
	if err != nil {
		t.Fatal(err)
	}
	in, keys := io.Pipe()
	s := &session{t: t, keys: keys, dir: t.TempDir(), done: make(chan error, 1),
		view: &stubborn{env: NewEnv(WallClock{}, theme)}}
	s.screen = filepath.Join(s.dir, "screen")
	out, err := os.Create(s.screen)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close(); keys.Close() })
	log := NewLogRing(500, nil)
	slog.New(log).Warn("a line from before", "component", "test")
	root := NewRoot(Config{Env: s.view.env,
		Tabs: []Tab{{Screen: s.view, Title: "Stubborn"}}, Brand: "BOURSE", Host: explorer{}})
	p := NewProgram(ctx, root, ProgramOptions{
		In: in, Out: out, Log: log, ReportDir: s.dir, Getenv: getenv})
	go func() { s.done <- p.Run() }()
	p.tea.Send(nil) // the loop is running
	return s, p
}

// until waits for cond by polling what only the outside can see.
func (s *session) until(what string, cond func() bool) {
	s.t.Helper()
	limit, tick := time.After(5*time.Minute), time.NewTicker(5*time.Millisecond)
	defer tick.Stop()
	for !cond() {
		select {
		case <-tick.C:
		case <-limit:
			s.t.Fatalf("waited in vain for %s", what)
		}
	}
}

func (s *session) shows(text string) func() bool {
	return func() bool {
		b, err := os.ReadFile(s.screen)
		return err == nil && strings.Contains(string(b), text)
	}
}

func (s *session) end() error {
	s.t.Helper()
	select {
	case err := <-s.done:
		return err
	case <-time.After(5 * time.Minute):
		s.t.Fatal("the program does not end")
		return nil
	}
}

func none(string) string { return "" }

func TestProgramRunsAndQuits(t *testing.T) {
	s, p := start(t, t.Context(), none)
	p.Send("", tea.WindowSizeMsg{Width: 80, Height: 24})
	s.until("the first frame", s.shows("ready to go wrong"))
	p.Send("head", Header{Mode: "DEMO", Address: someone})
	s.until("the header", s.shows("DEMO"))
	s.until("the account's link", s.shows("\x1b]8;;https://pages.test/"+someone+"\a"+
		ShortAddress(someone)+"\x1b]8;;\a"))
	if _, err := s.keys.Write([]byte("y")); err != nil {
		t.Fatal(err)
	}
	s.until("the clipboard sequence",
		s.shows("\x1b]52;c;"+base64.StdEncoding.EncodeToString([]byte("hello clipboard"))+"\a"))
	s.until("the stream", func() bool {
		s.view.mu.Lock()
		defer s.view.mu.Unlock()
		seen := 0
		for _, m := range s.view.got {
			if m == 999 || m == "fill" {
				seen++
			}
		}
		// conflated: not one message for each of the thousand
		return seen == 2 && len(s.view.got) < 100
	})
	if _, err := s.keys.Write([]byte("q")); err != nil {
		t.Fatal(err)
	}
	if err := s.end(); err != nil {
		t.Errorf("quit with %v", err)
	}
	if !s.shows("\x1b[2J\x1b[H\x1b[?1049l")() {
		t.Error("the alternate screen was not left")
	}
}

func TestProgramEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s, p := start(t, ctx, none)
	p.Send("", tea.WindowSizeMsg{Width: 80, Height: 24})
	s.until("the first frame", s.shows("ready to go wrong"))
	cancel()
	if err := s.end(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestCrashLeavesAReport(t *testing.T) {
	for key, what := range map[string]string{"p": "the sky fell", "l": "the sky fell later"} {
		s, p := start(t, t.Context(), none)
		p.Send("", tea.WindowSizeMsg{Width: 80, Height: 24})
		s.until("the first frame", s.shows("ready to go wrong"))
		if _, err := s.keys.Write([]byte(key)); err != nil {
			t.Fatal(err)
		}
		err := s.end()
		if err == nil || !strings.Contains(err.Error(), what) ||
			!strings.Contains(err.Error(), s.dir) {
			t.Fatalf("%s ended with %v", key, err)
		}
		reports, _ := filepath.Glob(filepath.Join(s.dir, "bourse-crash-*.txt"))
		if len(reports) != 1 {
			t.Fatalf("reports %v", reports)
		}
		text, err := os.ReadFile(reports[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{what, "stubborn", "a line from before", "goroutine"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("the report lacks %q", want)
			}
		}
		if !s.shows("\x1b[2J\x1b[H\x1b[?1049l")() {
			t.Error("the terminal was not restored")
		}
	}
}

func TestClipboardThroughMultiplexers(t *testing.T) {
	env := func(pairs ...string) func(string) string {
		return func(k string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == k {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	for want, getenv := range map[string]func(string) string{
		"\x1b]52;c;eA==\a": none,
		"\x1b]52;c;eA==\a\x1bPtmux;\x1b\x1b]52;c;eA==\a\x1b\\": env("TMUX", "/x", "TERM", "screen"),
		"\x1bP\x1b]52;c;eA==\a\x1b\\":                          env("TERM", "screen-256color"),
	} {
		if got := clipboardSequence("x", getenv); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLogRing(t *testing.T) {
	var next strings.Builder
	ring := NewLogRing(3, slog.NewTextHandler(&next, nil))
	log := slog.New(ring).With("component", "swap")
	log.Debug("unseen")
	for _, text := range []string{"one", "two", "three", "four"} {
		log.Info(text, "err", errors.New("x\x1b[2J"))
	}
	got := ring.Lines(0)
	if len(got) != 3 || got[0].Text != "two err=x" || got[2].Seq != 4 ||
		got[2].Component != "swap" || ring.Last() != 4 {
		t.Errorf("%+v", got)
	}
	if got := ring.Lines(3); len(got) != 1 || got[0].Text != "four err=x" {
		t.Errorf("newer than 3: %+v", got)
	}
	if strings.Count(next.String(), "component=swap") != 4 {
		t.Errorf("the next handler got %q", next.String())
	}
	slog.New(ring.WithGroup("g")).Info("five", "a", 1)
	if got := ring.Lines(4); got[0].Text != "five g.a=1" {
		t.Errorf("%+v", got)
	}
}

func TestCollectorConflates(t *testing.T) {
	c := newCollector()
	for i := range 1000 {
		c.put("book", i)
		if i%250 == 0 {
			c.put("", "fill")
		}
	}
	got := c.take()
	if len(got) != 5 || got[0] != 999 {
		t.Errorf("got %v", got)
	}
	if got := c.take(); len(got) != 0 {
		t.Errorf("taken twice: %v", got)
	}
}

// eager is a clock on which waiting takes no time.
type eager struct {
	WallClock
	waited []time.Duration
}

func (e *eager) After(d time.Duration) <-chan time.Time {
	e.waited = append(e.waited, d)
	return time.After(0)
}

func TestAsker(t *testing.T) {
	clock := &eager{}
	a, e := &Debouncer{}, NewEnv(clock, nil)
	first, second := a.Change(e)(), a.Change(e)()
	if clock.waited[0] != typing || a.Due(first) || !a.Due(second) {
		t.Fatal("only the pause after the last key asks")
	}
	epoch := a.Begin()
	third := a.Change(e)()
	if a.Due(third) {
		t.Error("one question in flight at a time")
	}
	fresh, again := a.Done(epoch)
	if fresh || again == nil || !a.Due(again()) {
		t.Error("the stale answer is dropped and the newest question asked")
	}
	if fresh, again := a.Done(a.Begin()); !fresh || again != nil {
		t.Error("an answer to the newest question is fresh")
	}
	epoch = a.Begin()
	a.Drop()
	if fresh, _ := a.Done(epoch); fresh {
		t.Error("dropped answers are stale")
	}
	if a.Due("something else") || a.Due(askDue{&Debouncer{}, a.epoch}) {
		t.Error("other messages are no signal")
	}
}

func TestExport(t *testing.T) {
	theme, _ := style.NewTheme("", style.NewRenderer(style.NoColor))
	env := NewEnv(WallClock{}, theme)
	env.ExportDir = t.TempDir()
	m := env.Export("orders/../ETH", "csv", "a,b\n")().(Note)
	files, _ := filepath.Glob(filepath.Join(env.ExportDir, "*.csv"))
	if m.Level != OK || len(files) != 1 || !strings.Contains(m.Text, files[0]) {
		t.Fatalf("%+v %v", m, files)
	}
	env.ExportDir = filepath.Join(env.ExportDir, "made", "when", "missing")
	if m := env.Export("x", "csv", "")().(Note); m.Level != OK {
		t.Errorf("%+v", m)
	}
	env.ExportDir = files[0] // no folder
	if m := env.Export("x", "csv", "")().(Note); m.Level != Bad {
		t.Errorf("%+v", m)
	}
}
