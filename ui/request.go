package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// What a screen asks of the shell is a method call on its Env, made in Update,
// Init or the Run of an action. It takes effect as soon as the shell has
// control again, before the next message is looked at; its follow-ups belong
// to whoever asked. Work and waiting are commands: Call and After.

// ask notes what the shell is to do for whoever has control at present.
func (e *Env) ask(do func(r *Root, by owner)) {
	by := e.by
	e.asked = append(e.asked, func(r *Root) { do(r, by) })
}

// Open puts a dialog in front. What follows from it belongs to the asker.
func (e *Env) Open(d Dialog) {
	e.ask(func(r *Root, by owner) { r.open(by, d) })
}

// Close removes the dialog that asks for it.
func (e *Env) Close() { e.CloseThen(nil) }

// CloseThen removes the dialog that asks for it and then runs fn on behalf of
// whoever opened the dialog, so that answers reach that screen.
func (e *Env) CloseThen(fn func() tea.Cmd) {
	e.ask(func(r *Root, by owner) {
		if by.dialog != nil {
			r.close(by.dialog, fn)
		}
	})
}

// Goto makes a screen active and, unless with is nil, hands it with.
func (e *Env) Goto(id ScreenID, with tea.Msg) {
	e.ask(func(r *Root, _ owner) {
		r.show(id)
		tellShown(r) // before what it is to show
		if with != nil {
			r.tell(id, with)
		}
	})
}

// Tell hands a message to the asker itself: a dialog that closes tells so, in
// CloseThen, the screen it belongs to.
func (e *Env) Tell(m tea.Msg) {
	e.ask(func(r *Root, by owner) { r.deliver(by, m) })
}

// Send hands a message to another screen without showing it.
func (e *Env) Send(id ScreenID, m tea.Msg) {
	e.ask(func(r *Root, _ owner) { r.tell(id, m) })
}

// Broadcast tells the host, every screen and every open dialog.
func (e *Env) Broadcast(m tea.Msg) {
	e.ask(func(r *Root, _ owner) { r.broadcast(m) })
}

// As lets a part of another screen, which this one shows, act: what fn asks
// for, and the answers to the command it returns, are that screen's, which follows then.
func (e *Env) As(id ScreenID, fn func() tea.Cmd) tea.Cmd {
	was := e.by
	e.by = owner{screen: id, era: e.era}
	cmd := owned(e.by, fn(), e.rescue)
	e.by = was
	e.ask(func(r *Root, _ owner) { r.run(owner{screen: id}, func() tea.Cmd { return nil }) })
	return cmd
}

// Event is an answer that everybody is told, as by Broadcast. Then runs for the asker once all have
// been told.
type Event struct {
	Msg  tea.Msg
	Then tea.Cmd
}

// Begin runs a command as if the asker had returned it.
func (e *Env) Begin(cmd tea.Cmd) {
	e.ask(func(r *Root, by owner) { r.gather(owned(by, cmd, e.rescue)) })
}

// Toast shows one line in the message row: for a few seconds, or, at level
// Working, until the next one.
func (e *Env) Toast(level Level, text string) {
	e.ask(func(r *Root, _ owner) { r.message.set(Note{Level: level, Text: text}, e.Now()) })
}

// Announce shows one line about what has happened by itself: at once, or when the announcement
// before it was there long enough to be read. Toasts do not end it, they put it off.
func (e *Env) Announce(level Level, text string) {
	e.ask(func(r *Root, _ owner) {
		r.message.announce(Note{Level: level, Text: text}, e.Now())
	})
}

// Aside shows one line in the message row while nothing else is told there, and gives way to
// whatever comes; shown runs if it was shown.
func (e *Env) Aside(level Level, text string, shown func() tea.Cmd) {
	e.ask(func(r *Root, by owner) {
		if r.message.tellAside(Note{Level: level, Text: text}, e.Now()) {
			r.run(by, shown)
		}
	})
}

// Copy puts text on the clipboard through the terminal and says so; what names
// the text in the message, for example "order hash".
func (e *Env) Copy(what, text string) {
	e.ask(func(r *Root, _ owner) { r.gather(r.terminal.Copy(text)) })
	e.Toast(OK, "copied "+what)
}

// Bell rings the terminal's bell.
func (e *Env) Bell() {
	e.ask(func(r *Root, _ owner) { r.gather(r.terminal.Bell()) })
}

// Notify has the terminal show a notification, which is seen where another window is in front.
func (e *Env) Notify(text string) {
	e.ask(func(r *Root, _ owner) { r.gather(r.terminal.Notify(text)) })
}

// Quit ends the program without asking.
func (e *Env) Quit() {
	e.ask(func(r *Root, _ owner) { r.quit() })
}

// suspend hands the terminal back to the shell it was started from.
func (e *Env) suspend() {
	e.ask(func(r *Root, _ owner) { r.gather(tea.Suspend) })
}

// SetHeader changes the first row and tells everybody.
func (e *Env) SetHeader(h Header) {
	e.ask(func(r *Root, _ owner) { r.setHeader(h) })
}

// Replace goes on with other screens, once what they show has been opened.
func (e *Env) Replace(s Screens) {
	e.ask(func(r *Root, _ owner) { r.replace(s) })
}

// Asking is an action that only asks something of the shell.
func Asking(ask func()) func() tea.Cmd {
	return func() tea.Cmd {
		ask()
		return nil
	}
}

// Source is something that goes on happening: it sends until ctx is done. Of
// several messages with the same non-empty topic only the newest is delivered;
// messages without a topic are all delivered, in order.
type Source func(ctx context.Context, send func(topic string, m tea.Msg))

// Listen runs a source off the loop until the program ends, or the screens are replaced whose it
// is. What it sends is gathered and delivered to the asker at most twenty times a second.
func (e *Env) Listen(s Source) {
	e.ask(func(r *Root, by owner) { r.terminal.Listen(by.source(by.while(s))) })
}

// After delivers m to the asker once d has passed on the session's clock.
func (e *Env) After(d time.Duration, m tea.Msg) tea.Cmd {
	clock := e.Clock
	return func() tea.Msg {
		<-clock.After(d)
		return m
	}
}

// Call runs fn off the loop with a context that ends after limit, and delivers
// what it returns to the asker; nil delivers nothing. fn sees only values: it
// neither changes a screen nor asks anything of the shell.
func Call(ctx context.Context, limit time.Duration, fn func(context.Context) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return fn(ctx)
	}
}
