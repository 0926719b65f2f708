package ui

import (
	"context"
	"time"
)

// Msg is anything an Update can be told: an input (KeyMsg, PasteMsg, MouseMsg,
// FocusMsg), an answer to a command, or an event from outside.
type Msg = any

// Cmd is what an Update asks for. nil asks for nothing. Requests to the shell
// (open a dialog, show a toast, change screen) take effect before the next key
// is looked at; work and waiting happen off the loop, and their answer comes
// back to the screen or dialog that asked, active or not.
type Cmd []Effect

// Effect is one item of a Cmd. Views make them with the functions below; only
// the shell and the test kit look inside. Exactly one of Run, Stream and Now
// is set.
type Effect struct {
	After  time.Duration                                // wait this long first
	Run    func() Msg                                   // work off the loop
	Stream func(ctx context.Context, send func(Posted)) // runs until its context ends
	Now    Msg                                          // deliver this
	to     owner
}

// Posted is one message of a stream. Of several messages with the same
// non-empty topic only the newest is delivered; messages without a topic are
// all delivered, in order.
type Posted struct {
	Topic string
	Msg   Msg
}

// Answer wraps the result of an effect so that it reaches whoever asked.
func (e Effect) Answer(m Msg) Msg {
	if m == nil {
		return nil
	}
	return answer{to: e.to, msg: m}
}

// Do runs fn off the loop and delivers what it returns; nil delivers nothing.
// fn may return a Cmd, which is then carried out for the asker.
func Do(fn func() Msg) Cmd { return Cmd{{Run: fn}} }

// Call is Do with a context that ends after limit.
func Call(ctx context.Context, limit time.Duration, fn func(context.Context) Msg) Cmd {
	return Do(func() Msg {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return fn(ctx)
	})
}

// After delivers m to the asker once d has passed.
func After(d time.Duration, m Msg) Cmd { return Cmd{{After: d, Now: m}} }

// Stream runs fn off the loop until the program ends. What it sends is
// gathered and delivered at most twenty times a second, newest per topic.
// fn must return when ctx is done.
func Stream(fn func(ctx context.Context, send func(Posted))) Cmd { return Cmd{{Stream: fn}} }

// Batch joins commands.
func Batch(cmds ...Cmd) Cmd {
	var all Cmd
	for _, c := range cmds {
		all = append(all, c...)
	}
	return all
}

// owner says who asked for an effect: a dialog, else the screen with that id,
// else the host, else the shell itself.
type owner struct {
	screen ScreenID
	dialog *layer
	host   bool
}

// answer carries the result of an effect back to its owner.
type answer struct {
	to  owner
	msg Msg
}

func now(m Msg) Cmd { return Cmd{{Now: m}} }

// Requests to the shell.
type (
	gotoMsg struct {
		id   ScreenID
		with Msg
	}
	sendMsg struct {
		id  ScreenID
		msg Msg
	}
	asMsg struct {
		id  ScreenID
		cmd Cmd
	}
	broadcastMsg struct{ msg Msg }
	openMsg      struct{ dialog Dialog }
	closeMsg     struct{ then func() Cmd }
	noteMsg      struct{ note Note }
)

// Requests that only the program around the shell can carry out.
type (
	// QuitRequest ends the program.
	QuitRequest struct{}
	// CopyRequest puts text on the clipboard through the terminal (OSC 52).
	CopyRequest struct{ Text string }
	// TitleRequest sets the window title.
	TitleRequest struct{ Title string }
	// MouseRequest switches mouse reports on or off.
	MouseRequest struct{ On bool }
	// SuspendRequest hands the terminal back to the shell it was started from.
	SuspendRequest struct{}
	// BellRequest rings the terminal's bell.
	BellRequest struct{}
)

// Goto makes a screen active and, unless with is nil, hands it with.
func Goto(id ScreenID, with Msg) Cmd { return now(gotoMsg{id, with}) }

// Send hands a message to another screen without showing it.
func Send(id ScreenID, m Msg) Cmd { return now(sendMsg{id, m}) }

// As lets another screen's part, which this one shows, ask for something: the answers go to that screen.
func As(id ScreenID, c Cmd) Cmd {
	if len(c) == 0 {
		return nil
	}
	return now(asMsg{id, c})
}

// Broadcast tells the host, every screen and every open dialog.
func Broadcast(m Msg) Cmd { return now(broadcastMsg{m}) }

// Open puts a dialog in front. Its answers and follow-ups belong to the asker.
func Open(d Dialog) Cmd { return now(openMsg{d}) }

// Close removes the dialog that asks for it.
func Close() Cmd { return now(closeMsg{}) }

// CloseThen removes the dialog that asks for it and then runs fn on behalf of
// whoever opened the dialog, so that answers reach that screen.
func CloseThen(fn func() Cmd) Cmd { return now(closeMsg{fn}) }

// Toast shows one line in the message row: for a few seconds, or, at level
// Working, until the next one.
func Toast(level Level, text string) Cmd { return now(noteMsg{Note{level, text}}) }

// Copy puts text on the clipboard through the terminal and says so; what names
// the text in the message, for example "order hash".
func Copy(what, text string) Cmd {
	return Batch(now(CopyRequest{text}), Toast(OK, "copied "+what))
}

// Bell rings the terminal's bell.
func Bell() Cmd { return now(BellRequest{}) }

// Quit ends the program without asking.
func Quit() Cmd { return now(QuitRequest{}) }
