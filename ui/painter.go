package ui

import (
	"io"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// painter draws on a terminal elsewhere. Bubble Tea's own renderer looks sixty times a second
// whether there is something to draw, which a hundred sessions cannot afford: this one wakes up
// when there is. While a write waits it keeps the newest frame only.
type painter struct {
	out  io.Writer
	wake chan struct{}
	done chan struct{}

	mu       sync.Mutex
	frame    string          // the newest
	controls strings.Builder // to be sent before it
	clear    bool            // the terminal shows nothing of what was drawn
}

var (
	paintBegin = ansi.SetMode(ansi.ModeAltScreenSaveCursor) + ansi.EraseEntireScreen +
		ansi.HideCursor + ansi.SetMode(ansi.ModeBracketedPaste) + ansi.SetMode(ansi.ModeFocusEvent)
	paintEnd = ansi.ResetMode(ansi.ModeBracketedPaste) + ansi.ShowCursor + paintMouseOff +
		ansi.ResetMode(ansi.ModeFocusEvent) + eraseAltScreen + leaveAltScreen
	paintMouse = ansi.SetMode(ansi.ModeMouseButtonEvent) +
		ansi.SetMode(ansi.ModeMouseExtSgr)
	paintMouseOff = ansi.ResetMode(ansi.ModeMouseButtonEvent) +
		ansi.ResetMode(ansi.ModeMouseExtSgr)
)

func newPainter(out io.Writer, mouse bool) *painter {
	p := &painter{out: out, wake: make(chan struct{}, 1), done: make(chan struct{})}
	p.controls.WriteString(paintBegin)
	if mouse {
		p.controls.WriteString(paintMouse)
	}
	return p
}

// show has a frame drawn. It never blocks.
func (p *painter) show(frame string) {
	p.mu.Lock()
	fresh := frame != p.frame || p.controls.Len() > 0 || p.clear
	p.frame = frame
	p.mu.Unlock()
	if !fresh {
		return
	}
	select {
	case p.wake <- struct{}{}:
	default: // it has not yet taken the one before
	}
}

// control sends what changes the terminal itself before the next frame.
func (p *painter) control(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.controls.WriteString(text)
}

// resized has the whole next frame drawn: the terminal shows nothing of what was.
func (p *painter) resized() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear = true
}

// run draws until end is called.
func (p *painter) run() {
	defer close(p.done)
	var shown []string // line by line
	for range p.wake {
		var text string
		if text, shown = p.changes(shown); text != "" {
			// A terminal that takes no more output ends the session by itself.
			_, _ = io.WriteString(p.out, text)
		}
	}
	_, _ = io.WriteString(p.out, paintEnd)
}

// end stops drawing and leaves the terminal as it was. show must not be called any more; done is
// closed once all is written.
func (p *painter) end() { close(p.wake) }

// changes are what makes a terminal that shows some lines show the newest frame.
func (p *painter) changes(shown []string) (text string, now []string) {
	p.mu.Lock()
	var b strings.Builder
	b.WriteString(p.controls.String())
	p.controls.Reset()
	frame, clear := p.frame, p.clear
	p.clear = false
	p.mu.Unlock()
	if clear {
		b.WriteString(ansi.EraseEntireScreen)
		shown = nil
	}
	now = strings.Split(frame, "\n")
	for i, line := range now {
		if i >= len(shown) || shown[i] != line {
			b.WriteString(ansi.CursorPosition(1, i+1))
			b.WriteString(line)
		}
	}
	return b.String(), now
}
