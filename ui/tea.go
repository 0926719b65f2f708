package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// redraw is the shortest time between two deliveries of streamed data: 20 Hz.
const redraw = 50 * time.Millisecond

// quitPatience is how long a finished program waits for its streams.
const quitPatience = 2 * time.Second

// ProgramOptions are the surroundings of a program.
type ProgramOptions struct {
	In        io.Reader // nil: the terminal
	Out       *os.File  // nil: standard output
	Getenv    func(string) string
	Log       *LogRing // its last lines go into a crash report
	ReportDir string   // where crash reports are written
}

// Program is a shell in a terminal. It is the only part that knows Bubble Tea.
type Program struct {
	root   *Root
	opt    ProgramOptions
	tea    *tea.Program
	out    *lockedFile
	posts  *collector
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	mu     sync.Mutex
	crash  *crash
	frame  string
	dirty  bool
}

// NewProgram prepares root for a terminal; ctx ends the program.
func NewProgram(ctx context.Context, root *Root, opt ProgramOptions) *Program {
	if opt.Out == nil {
		opt.Out = os.Stdout
	}
	if opt.Getenv == nil {
		opt.Getenv = os.Getenv
	}
	p := &Program{root: root, opt: opt, out: &lockedFile{File: opt.Out}, posts: newCollector(), dirty: true}
	p.ctx, p.cancel = context.WithCancel(ctx)
	options := []tea.ProgramOption{tea.WithContext(p.ctx), tea.WithOutput(p.out), tea.WithAltScreen(),
		tea.WithReportFocus(), tea.WithoutSignalHandler()}
	if !root.mouseOff {
		options = append(options, tea.WithMouseCellMotion())
	}
	if opt.In != nil {
		options = append(options, tea.WithInput(opt.In))
	}
	p.tea = tea.NewProgram(model{p}, options...)
	return p
}

// Send delivers an event from outside to all screens, or a Header to the
// shell. It never blocks; of one topic only the newest is delivered, at most
// twenty times a second. Safe for concurrent use.
func (p *Program) Send(topic string, m Msg) {
	if topic != "" {
		topic = "outside\x00" + topic
	}
	p.posts.put(topic, m)
}

// Run shows the console until it is quit, ctx ends or it crashes. The terminal
// is restored on every way out. A crash leaves a report and names it.
func (p *Program) Run() error {
	p.work.Go(func() {
		p.posts.run(p.ctx, redraw, func(batch []Msg) { p.tea.Send(batch) })
	})
	_, err := p.tea.Run()
	p.cancel()
	p.wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.crash != nil {
		return p.crash.report(p.opt)
	}
	if errors.Is(err, tea.ErrProgramKilled) { // ctx ended: that is no failure
		return nil
	}
	return err
}

// wait gives streams and commands time to end.
func (p *Program) wait() {
	done := make(chan struct{})
	go func() { p.work.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(quitPatience):
	}
}

// model makes a Program a tea.Model.
type model struct{ p *Program }

func (m model) Init() tea.Cmd {
	defer m.p.rescue()
	return m.p.commands(m.p.root.Init())
}

func (m model) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	defer m.p.rescue()
	next = m
	in := translate(msg)
	if in == nil {
		return m, nil
	}
	m.p.dirty = true
	if _, back := msg.(tea.ResumeMsg); back {
		return m, tea.ClearScreen
	}
	return m, m.p.commands(m.p.root.Handle(in))
}

func (m model) View() string {
	defer m.p.rescue()
	if m.p.dirty {
		m.p.frame, m.p.dirty = m.p.root.Frame(), false
	}
	return m.p.frame
}

// translate turns Bubble Tea's messages into ours; nil is of no interest.
func translate(msg tea.Msg) Msg {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return SizeMsg{msg.Width, msg.Height}
	case tea.KeyMsg:
		return translateKey(msg)
	case tea.MouseMsg:
		return translateMouse(msg)
	case tea.FocusMsg:
		return FocusMsg{true}
	case tea.BlurMsg:
		return FocusMsg{false}
	case tea.ResumeMsg, []Msg, answer:
		return msg
	}
	return nil
}

func translateKey(msg tea.KeyMsg) Msg {
	if msg.Paste {
		return PasteMsg(string(msg.Runes))
	}
	if msg.Type != tea.KeyRunes {
		return KeyMsg{Key(strings.Replace(msg.String(), " ", "space", 1))}
	}
	var keys []Msg // one read may bring several keys
	for _, r := range msg.Runes {
		k := Key(r)
		if r == ' ' {
			k = "space"
		}
		if msg.Alt {
			k = "alt+" + k
		}
		keys = append(keys, KeyMsg{k})
	}
	return keys
}

func translateMouse(msg tea.MouseMsg) Msg {
	m := MouseMsg{X: msg.X, Y: msg.Y}
	switch {
	case msg.Action != tea.MouseActionPress:
		return nil
	case msg.Button == tea.MouseButtonLeft:
		m.Kind = Click
	case msg.Button == tea.MouseButtonWheelUp:
		m.Kind = WheelUp
	case msg.Button == tea.MouseButtonWheelDown:
		m.Kind = WheelDown
	default:
		return nil
	}
	return m
}

// commands starts what a Cmd asks for.
func (p *Program) commands(c Cmd) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range c {
		switch {
		case e.Stream != nil:
			p.stream(e)
		case e.Run != nil:
			cmds = append(cmds, func() tea.Msg {
				defer p.rescue()
				return e.Answer(e.Run())
			})
		case e.After > 0:
			cmds = append(cmds, tea.Tick(e.After, func(time.Time) tea.Msg { return e.Answer(e.Now) }))
		default:
			cmds = append(cmds, p.terminal(e.Now))
		}
	}
	return tea.Batch(cmds...)
}

// stream runs a stream; its messages are gathered under its owner's name.
func (p *Program) stream(e Effect) {
	who := fmt.Sprintf("%s\x00%p\x00", e.to.screen, e.to.dialog)
	p.work.Go(func() {
		defer p.rescue()
		e.Stream(p.ctx, func(m Posted) {
			topic := m.Topic
			if topic != "" {
				topic = who + topic
			}
			p.posts.put(topic, e.Answer(m.Msg))
		})
	})
}

// terminal carries out requests only the terminal can fulfil.
func (p *Program) terminal(m Msg) tea.Cmd {
	switch m := m.(type) {
	case QuitRequest:
		return tea.Quit
	case TitleRequest:
		return tea.SetWindowTitle(Clean(m.Title))
	case MouseRequest:
		if m.On {
			return tea.EnableMouseCellMotion
		}
		return tea.DisableMouse
	case SuspendRequest:
		return tea.Suspend
	case CopyRequest:
		return p.write(clipboardSequence(m.Text, p.opt.Getenv))
	case BellRequest:
		return p.write("\a")
	}
	return nil
}

func (p *Program) write(s string) tea.Cmd {
	return func() tea.Msg {
		// A terminal that takes no more output is noticed by the renderer.
		_, _ = p.out.WriteString(s)
		return nil
	}
}

// rescue turns a panic into the end of the program with a report.
func (p *Program) rescue() {
	v := recover()
	if v == nil {
		return
	}
	p.mu.Lock()
	if p.crash == nil {
		p.crash = &crash{value: v, stack: debug.Stack(), at: p.root.env.Now()}
	}
	p.mu.Unlock()
	go p.tea.Kill()
}

// lockedFile keeps frames and clipboard sequences from mixing.
type lockedFile struct {
	*os.File
	mu sync.Mutex
}

func (f *lockedFile) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.File.Write(b)
}

func (f *lockedFile) WriteString(s string) (int, error) { return f.Write([]byte(s)) }
