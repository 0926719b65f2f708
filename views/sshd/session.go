package sshd

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"

	"bourse/backend/api"
	"bourse/backend/seats"
	"bourse/ui"
	"bourse/ui/style"
	"bourse/views/console"
	"bourse/wallet"
)

// Guest is who a session is for, as long as it lasts.
type Guest struct {
	Name    string
	Wallet  *wallet.Wallet // the session's own, in memory
	Leaving string         // what becomes of open orders when the session ends
	Ends    bool           // open orders end with the session
	// Ready returns once the guest's accounts are as they should be; nil is at once.
	Ready func(context.Context) error
	// Left puts in order what the session leaves behind; nil leaves nothing.
	Left func(context.Context) error
}

// Guests know who may come.
type Guests interface {
	// Named tells whether guests are known by their keys; else anybody may come.
	Named() bool
	Knows(key ssh.PublicKey) bool
	// Admit takes in whoever has the key, which is nil for somebody not named, and comes from an
	// address, or a network that counts as one.
	Admit(key ssh.PublicKey, address string) (Guest, error)
}

// The shortest time between two frames of data, since a hundred consoles share a machine: where
// somebody works, and where nobody has pressed a key for a while.
const (
	redraw     = 250 * time.Millisecond
	restful    = time.Second
	restsAfter = 10 * time.Second
)

// settings is the variable in which a client brings settings of its own, such as other keys.
const settings = "BOURSE_SETTINGS"

// remote is why a session has no files.
const remote = "this console runs on another machine: its files and its shell are out of reach"

// serve runs a console for a session until ctx ends.
func (s *Server) serve(ctx context.Context, sess ssh.Session, in *input) {
	address := seats.Client(sess.RemoteAddr().String()).String()
	guest, err := s.cfg.Guests.Admit(sess.PublicKey(), address)
	if err != nil {
		wish.Fatalln(sess, "bourse:", err)
		return
	}
	log := s.cfg.Log.With("guest", guest.Name, "address", address)
	log.Info("ssh: session begins")
	code := 0
	var theirs *ui.SettingsError
	if err := s.console(ctx, sess, guest, in); errors.As(err, &theirs) {
		code = 1
		wish.Errorln(sess, "bourse: "+settings+": "+strings.ReplaceAll(theirs.Error(), "\n",
			"\r\n\t")+"\r")
	} else if err != nil {
		code = 1
		log.Error("ssh: session failed", "error", err, "cause", cause(err))
		wish.Errorln(sess,
			"bourse: the session ended by a fault of the server; connect again\r")
	} else if why := context.Cause(ctx); errors.Is(why, errGivesWay) {
		code = 1
		log.Info("ssh: gives way")
		wish.Errorln(sess, "bourse: "+why.Error()+"\r")
	}
	// The client need not wait for what it leaves behind.
	_ = sess.Exit(code)
	part(sess)
	if guest.Left != nil {
		ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
		defer cancel()
		if err := guest.Left(ctx); err != nil {
			log.Error("ssh: what a session left is not in order", "error", err)
		}
	}
	log.Info("ssh: session ended")
}

// console shows a console until it is quit, its terminal is gone or nobody has used it for long.
func (s *Server) console(ctx context.Context, sess ssh.Session, guest Guest, in *input) error {
	pty, sizes, _ := sess.Pty()
	getenv := environment(append(sess.Environ(), "TERM="+pty.Term))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c, err := console.New(console.Config{
		Open: func(ctx context.Context) (api.Service, error) {
			if err := s.starts.Wait(ctx); err != nil {
				return nil, err
			}
			if guest.Ready != nil {
				if err := guest.Ready(ctx); err != nil {
					return nil, err
				}
			}
			return &own{Shared: s.shared}, nil
		},
		Wallet: guest.Wallet, Mode: s.cfg.Mode, Leaving: guest.Leaving, Ends: guest.Ends,
		Remote: remote, Clock: s.cfg.Clock, Profile: style.ColorProfile(getenv),
		Getenv: getenv, Reports: s.cfg.Reports, Own: getenv(settings),
		In: in, Out: &output{w: sess, limit: s.patience, gone: func() { hangUp(sess) }},
		Sizes: bounded(ctx, sizes), Redraw: in.pace, Resting: console.StandardRest,
	})
	if err != nil {
		return err
	}
	if err := c.Run(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// environment looks names up in a session's variables.
func environment(vars []string) func(string) string {
	return func(name string) string {
		for _, v := range vars {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

// The largest terminal that is drawn for: what a client says could be any number.
const (
	maxWidth  = 500
	maxHeight = 200
)

// bounded hands on the sizes of a terminal until it is gone.
func bounded(ctx context.Context, sizes <-chan ssh.Window) <-chan console.Size {
	out := make(chan console.Size)
	go func() {
		defer close(out)
		for w := range sizes {
			select {
			case out <- console.Size{W: min(w.Width, maxWidth), H: min(w.Height, maxHeight)}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// hangUp ends a session whose client does not read.
func hangUp(sess ssh.Session) {
	if conn, ok := sess.Context().Value(ssh.ContextKeyConn).(io.Closer); ok {
		_ = conn.Close() // it is given up in any case
	}
}

// output writes to a client and gives up one that does not read.
type output struct {
	w     io.Writer
	limit time.Duration // of a write
	gone  func()
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	timer := time.AfterFunc(o.limit, o.gone)
	defer timer.Stop()
	return o.w.Write(b)
}

// cause is what a fault of the exchange came from, for the log.
func cause(err error) error {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Cause
	}
	return nil
}
