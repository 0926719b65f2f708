package headless

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"bourse/ui"
)

// Driver is a shell and what it asked of its terminal.
type Driver struct {
	Root        *ui.Root
	Clock       *Clock
	Copied      []string // clipboard
	WindowTitle string
	Bells       int
	// Notified is what was shown outside the window.
	Notified []string
	MouseOn  bool
	Quit     bool

	// Sources runs what the screens listen to; nil leaves it out, since what it
	// delivers comes when it likes.
	Sources func(ui.Source)

	queue  []tea.Cmd
	timers []timer
}

// job is a command under way.
type job chan tea.Msg

// timer is a command that waits for the clock.
type timer struct {
	wait
	job job
}

// New puts a driver around a shell whose session is on the clock.
func New(root *ui.Root, clock *Clock) *Driver {
	d := &Driver{Root: root, Clock: clock, MouseOn: true}
	root.Attach(d)
	return d
}

// Start gives the window its size and starts every screen.
func (d *Driver) Start(w, h int) {
	d.Resize(w, h)
	d.carry(d.Root.Init())
}

// Send delivers a message and carries out what follows.
func (d *Driver) Send(m tea.Msg) {
	_, cmd := d.Root.Update(m)
	d.carry(cmd)
}

// Do carries out a command, and what has been asked of the shell from outside.
func (d *Driver) Do(cmd tea.Cmd) {
	d.Send(nil)
	d.carry(cmd)
}

// Resize sets the size of the window.
func (d *Driver) Resize(w, h int) { d.Send(tea.WindowSizeMsg{Width: w, Height: h}) }

// Press presses keys by name, one after the other, which takes no time.
func (d *Driver) Press(keys ...string) {
	for _, k := range keys {
		d.Send(ui.Press(k))
	}
}

// Type presses the keys of a text.
func (d *Driver) Type(text string) {
	for _, r := range text {
		d.Press(string(r))
	}
}

// Paste pastes text.
func (d *Driver) Paste(text string) {
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// Click clicks on a cell of the frame.
func (d *Driver) Click(x, y int) { d.Send(Click(x, y)) }

// Click is the message of a click.
func Click(x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
}

// Wheel turns the wheel over a cell: down for positive clicks.
func (d *Driver) Wheel(x, y, clicks int) {
	m := tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown}
	if clicks < 0 {
		m.Button, clicks = tea.MouseButtonWheelUp, -clicks
	}
	for range clicks {
		d.Send(m)
	}
}

// Frame is the screen as plain text.
func (d *Driver) Frame() string { return ansi.Strip(d.Root.View()) }

// Advance moves the clock by t, letting what waits go on, in the order of time.
func (d *Driver) Advance(t time.Duration) {
	end := d.Clock.Now().Add(t)
	for {
		next := -1
		for i, t := range d.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(d.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		due := d.timers[next]
		d.timers = slices.Delete(d.timers, next, next+1)
		d.Clock.set(due.at)
		due.on <- due.at
		d.await(due.job)
		d.carry(nil)
	}
	d.Clock.set(end)
}

// endless is how many commands may follow from one before the clock goes on: more is a circle of
// commands and answers, which at a terminal would keep the machine busy.
const endless = 20_000

// carry carries out a command and what follows from it, until nothing is left
// but what waits. It panics where that has no end.
func (d *Driver) carry(cmd tea.Cmd) {
	d.queue = append(d.queue, cmd)
	for n := 0; len(d.queue) > 0; n++ {
		if n == endless {
			panic("commands follow from commands without end")
		}
		cmd, d.queue = d.queue[0], d.queue[1:]
		if cmd == nil {
			continue
		}
		j := make(job, 1)
		go func() {
			defer close(j)
			j <- cmd()
		}()
		d.await(j)
	}
}

// await takes a command's answer, or notes that it waits.
func (d *Driver) await(j job) {
	select {
	case m := <-j:
		d.handle(m)
	case w := <-d.Clock.waiting:
		d.timers = append(d.timers, timer{w, j})
	}
}

func (d *Driver) handle(m tea.Msg) {
	switch m := m.(type) {
	case nil:
	case tea.BatchMsg:
		d.queue = append(slices.Clone(m), d.queue...)
	case tea.QuitMsg:
		d.Quit = true
	default:
		_, cmd := d.Root.Update(m)
		d.queue = append(d.queue, cmd)
	}
}

// Copy implements ui.Terminal.
func (d *Driver) Copy(text string) tea.Cmd {
	d.Copied = append(d.Copied, text)
	return nil
}

// Bell implements ui.Terminal.
func (d *Driver) Bell() tea.Cmd {
	d.Bells++
	return nil
}

// Title implements ui.Terminal.
func (d *Driver) Title(text string) tea.Cmd {
	d.WindowTitle = text
	return nil
}

// Mouse implements ui.Terminal.
func (d *Driver) Mouse(on bool) tea.Cmd {
	d.MouseOn = on
	return nil
}

// Notify implements ui.Terminal.
func (d *Driver) Notify(text string) tea.Cmd {
	d.Notified = append(d.Notified, text)
	return nil
}

// Listen implements ui.Terminal.
func (d *Driver) Listen(s ui.Source) {
	if d.Sources != nil {
		d.Sources(s)
	}
}

// Run runs a source in the background and hands on what it sends.
func Run(ctx context.Context, s ui.Source, to chan<- tea.Msg) {
	go s(ctx, func(_ string, m tea.Msg) {
		select {
		case to <- m:
		case <-ctx.Done():
		}
	})
}
