package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"bourse/ui/cells"
	"bourse/ui/style"
)

// redraw is the shortest time between two deliveries of streamed data where nothing else is said:
// 20 Hz.
const redraw = 50 * time.Millisecond

// quitPatience is how long a finished program waits for its streams.
const quitPatience = 2 * time.Second

// ProgramOptions are the surroundings of a program.
type ProgramOptions struct {
	In     io.Reader // nil: the terminal
	Out    io.Writer // nil: standard output; one that is no terminal is told its size by Resize
	Getenv func(string) string
	// shortest time between two deliveries of streamed data, and between two frames that only data
	// has changed, asked for before each; nil is 50 ms. A key press is drawn at once.
	Redraw    func() time.Duration
	Log       *LogRing // its last lines go into a crash report
	ReportDir string   // where crash reports are written
}

// Program is a shell in a terminal.
type Program struct {
	root   *Root
	opt    ProgramOptions
	tea    *tea.Program
	out    io.Writer
	paint  *painter // of a terminal elsewhere; nil leaves it to Bubble Tea
	posts  *collector
	links  bool // the terminal shows hyperlinks
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	mu     sync.Mutex
	crash  *crash
	drawn  drawn
}

// NewProgram prepares root for a terminal; ctx ends the program.
func NewProgram(ctx context.Context, root *Root, opt ProgramOptions) *Program {
	if opt.Out == nil {
		opt.Out = os.Stdout
	}
	if opt.Redraw == nil {
		opt.Redraw = func() time.Duration { return redraw }
	}
	if opt.Getenv == nil {
		opt.Getenv = os.Getenv
	}
	p := &Program{root: root, opt: opt, out: locked(opt.Out), posts: newCollector()}
	p.links = showsLinks(opt.Getenv)
	root.env.ASCII = style.LacksUTF8(opt.Getenv)
	p.ctx, p.cancel = context.WithCancel(ctx)
	root.Attach(p)
	root.env.rescue = p.rescue
	options := []tea.ProgramOption{
		tea.WithOutput(p.out), tea.WithAltScreen(),
		tea.WithReportFocus(), tea.WithoutSignalHandler()}
	if !root.mouseOff {
		options = append(options, tea.WithMouseCellMotion())
	}
	options = append(options, inputOf(opt.In)...)
	if _, here := opt.Out.(*os.File); !here {
		p.paint = newPainter(p.out, !root.mouseOff)
		options = append(options, tea.WithoutRenderer())
	}
	p.tea = tea.NewProgram(model{p}, options...)
	return p
}

// Send delivers an event from outside to all screens, or a Header to the
// shell. It never blocks; of one topic only the newest is delivered, at the
// pace of streamed data. Safe for concurrent use.
func (p *Program) Send(topic string, m tea.Msg) {
	if topic != "" {
		topic = "outside\x00" + topic
	}
	p.posts.put(topic, m)
}

// Resize tells the size of a terminal elsewhere, in cells.
func (p *Program) Resize(w, h int) { p.tea.Send(tea.WindowSizeMsg{Width: w, Height: h}) }

// Run shows the console until it is quit, ctx ends or it crashes. The terminal
// is restored on every way out. A crash leaves a report and names it.
func (p *Program) Run() error {
	p.work.Go(func() {
		p.posts.run(p.ctx, p.opt.Redraw, func(batch posted) { p.tea.Send(batch) })
	})
	if p.paint != nil {
		p.work.Go(p.paint.run)
	}
	ended := context.AfterFunc(p.ctx, p.quit)
	_, err := p.tea.Run()
	ended()
	p.shut()
	p.cancel()
	if p.paint != nil {
		p.paint.end()
	}
	p.wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.crash != nil {
		return p.crash.report(p.opt)
	}
	if errors.Is(err, tea.ErrProgramKilled) { // see quit: that is no failure
		return nil
	}
	return err
}

// shut closes what is open still, where no key has ended the program.
func (p *Program) shut() {
	defer p.rescue()
	p.root.shut()
}

// quit ends the program as a key does, so that what reads the terminal has stopped before the
// terminal is closed. A program that does not answer is killed.
func (p *Program) quit() {
	late := time.AfterFunc(quitPatience, p.tea.Kill)
	p.tea.Quit()
	late.Stop()
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

// model is the shell as the program runs it: what panics ends the program with
// a report.
type model struct{ p *Program }

func (m model) Init() tea.Cmd {
	defer m.p.rescue()
	return m.p.root.Init()
}

func (m model) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	defer m.p.rescue()
	next = m
	if _, due := msg.(drawDue); due {
		m.p.drawn.due()
		return m, nil
	}
	if _, size := msg.(tea.WindowSizeMsg); size && m.p.paint != nil {
		m.p.paint.resized()
	}
	if _, back := msg.(tea.ResumeMsg); back {
		m.p.drawn.changed(msg, false)
		return m, tea.ClearScreen
	}
	_, cmd = m.p.root.Update(msg)
	m.p.drawn.changed(msg, m.p.root.pasting())
	return m, cmd
}

func (m model) View() string {
	defer m.p.rescue()
	draw := m.p.root.View
	if m.p.links {
		draw = func() string { return linked(m.p.root.View(), m.p.root) }
	}
	began := time.Now()
	frame := m.p.drawn.view(draw, m.p.opt.Redraw(), func(rest time.Duration) {
		time.AfterFunc(rest, func() { m.p.tea.Send(drawDue{}) })
	})
	m.p.root.drewFor(time.Since(began))
	if m.p.paint == nil {
		return frame
	}
	m.p.paint.show(frame)
	return ""
}

// Listen implements Terminal: what a source sends is gathered, then delivered.
func (p *Program) Listen(s Source) {
	p.work.Go(func() {
		defer p.rescue()
		s(p.ctx, p.posts.put)
	})
}

// Copy implements Terminal by OSC 52.
func (p *Program) Copy(text string) tea.Cmd {
	return p.write(clipboardSequence(text, p.opt.Getenv))
}

// Bell implements Terminal.
func (p *Program) Bell() tea.Cmd { return p.write("\a") }

// Notify implements Terminal.
func (p *Program) Notify(text string) tea.Cmd {
	if p.root.env.ASCII {
		text = cells.ASCII(text)
	}
	return p.write(notifySequence(text, p.opt.Getenv))
}

// Title implements Terminal.
func (p *Program) Title(text string) tea.Cmd {
	if p.paint == nil {
		return tea.SetWindowTitle(text)
	}
	p.paint.control(ansi.SetWindowTitle(text))
	return nil
}

// Mouse implements Terminal.
func (p *Program) Mouse(on bool) tea.Cmd {
	switch {
	case p.paint == nil && on:
		return tea.EnableMouseCellMotion
	case p.paint == nil:
		return tea.DisableMouse
	case on:
		p.paint.control(paintMouse)
	default:
		p.paint.control(paintMouseOff)
	}
	return nil
}

func (p *Program) write(s string) tea.Cmd {
	return func() tea.Msg {
		// A terminal that takes no more output is noticed by the renderer.
		_, _ = io.WriteString(p.out, s)
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

// What a screen shows is erased before it is left: tmux keeps what no longer fits a window that has
// grown meanwhile, above the prompt.
const (
	leaveAltScreen = ansi.ResetModeAltScreenSaveCursor
	eraseAltScreen = ansi.EraseEntireScreen + ansi.CursorHomePosition
)

// locked keeps frames and clipboard sequences from mixing.
func locked(out io.Writer) io.Writer {
	if f, ok := out.(*os.File); ok { // which the terminal library wants to see
		return &lockedFile{File: f}
	}
	return &lockedStream{w: out}
}

// lockedFile is the terminal of the process.
type lockedFile struct {
	*os.File
	mu sync.Mutex
}

func (f *lockedFile) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if string(b) == leaveAltScreen {
		if _, err := f.File.WriteString(eraseAltScreen); err != nil {
			return 0, err
		}
	}
	return f.File.Write(b)
}

func (f *lockedFile) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// lockedStream is a terminal elsewhere.
type lockedStream struct {
	w  io.Writer
	mu sync.Mutex
}

func (f *lockedStream) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.w.Write(b)
}
