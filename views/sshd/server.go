package sshd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"bourse/backend/api"
	"bourse/backend/seats"
	"bourse/ui"
	"bourse/ui/style"
)

// Limits bound what clients can make a server hold: as many sessions, and as many connections that
// are none yet, which take no place of a session.
type Limits struct {
	Total   int // at once
	Address int // at once from one address
}

// DefaultLimits are for a machine of two cores.
func DefaultLimits() Limits { return Limits{Total: 128, Address: 32} }

// room has as many seats.
func (l Limits) room() seats.Room { return seats.Room{Most: l.Total, Each: l.Address} }

// startRate is how many consoles begin in a second, after which the next ones wait.
const startRate = 5

// Waiting times of a server.
const (
	beginTime = 20 * time.Second // until a connection has become a session
	writeTime = 10 * time.Second // until a client has taken what is written
	unusable  = 2                // exit code where the terminal is no use
	idleTime  = time.Hour        // until a session without a key press ends
	leaveTime = 20 * time.Second // until what a guest leaves is in order
	partTime  = 2 * time.Second  // until a connection ends whose session has ended
	aliveTime = 30 * time.Second // between two questions whether a client is there, and for each
)

// Config is what a server is made of.
type Config struct {
	HostKey string // path of the host key, made at the first start
	Guests  Guests
	Service api.Service // the exchange that all share
	Mode    string      // the word in the header: DEMO, LOCAL or LIVE
	Reports string      // folder of crash reports
	Clock   ui.Clock
	Limits  Limits // zero is DefaultLimits
	Log     *slog.Logger
}

// Server serves consoles over ssh.
type Server struct {
	cfg      Config
	ssh      *ssh.Server
	shared   *Shared        // the exchange as sessions read it
	arriving seats.Room     // connections that are no session yet
	sessions seats.Room     // of whom was let in
	starts   *rate.Limiter  // of consoles: what each reads at first is much
	patience time.Duration  // until a client has taken what is written
	alive    time.Duration  // aliveTime
	leaving  sync.WaitGroup // sessions, until what they leave is in order
}

// New prepares a server. It makes the host key where there is none.
func New(cfg Config) (*Server, error) {
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits()
	}
	s := &Server{cfg: cfg, starts: rate.NewLimiter(startRate, 1), arriving: cfg.Limits.room(),
		sessions: cfg.Limits.room(), patience: writeTime, alive: aliveTime}
	options := []ssh.Option{wish.WithHostKeyPath(cfg.HostKey), wish.WithVersion("bourse"),
		ssh.WrapConn(s.accept), wish.WithMiddleware(s.admit)}
	if knows := cfg.Guests.Knows; cfg.Guests.Named() {
		options = append(options, wish.WithPublicKeyAuth(
			func(_ ssh.Context, key ssh.PublicKey) bool { return knows(key) }))
	}
	var err error
	if s.ssh, err = wish.NewServer(options...); err != nil {
		return nil, fmt.Errorf("the ssh server cannot begin: %w", err)
	}
	// Sessions alone: no forwarding, no agents, no file transfer.
	s.ssh.ChannelHandlers = map[string]ssh.ChannelHandler{"session": oneSession}
	s.ssh.ConnectionFailedCallback = func(c net.Conn, err error) {
		s.cfg.Log.Debug("ssh: no session", "address", c.RemoteAddr(), "error", err)
	}
	return s, nil
}

// Fingerprint is the host key's, as clients show it.
func (s *Server) Fingerprint() string {
	return gossh.FingerprintSHA256(s.ssh.HostSigners[0].PublicKey())
}

// Run serves on the listener until ctx ends, and returns nil once every session has ended and its
// account is clear.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	sharing, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	s.shared = Share(sharing, s.cfg.Service)
	failed := make(chan error, 1)
	go func() { failed <- s.ssh.Serve(l) }()
	var err error
	select {
	case err = <-failed:
		err = fmt.Errorf("serve ssh on %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	closing := s.ssh.Close()
	if errors.Is(closing, net.ErrClosed) {
		closing = nil
	}
	s.leaving.Wait()
	return errors.Join(err, closing)
}

// accept gives a connection a place among those that arrive, and ends one that becomes no session.
// Where all places are taken, of the network that has most the one gives way that came first: it
// has had the most time to say who it is.
func (s *Server) accept(ctx ssh.Context, c net.Conn) net.Conn {
	came := time.Now()
	seat := &seats.Seat{Client: seats.Client(c.RemoteAddr().String()),
		Idle: func() time.Duration { return time.Since(came) }, GiveUp: func() { _ = c.Close() }}
	if err := s.arriving.Take(seat); err != nil {
		s.cfg.Log.Warn("ssh: refused", "address", seat.Client, "reason", err)
		return nil
	}
	begin := time.AfterFunc(beginTime, seat.GiveUp)
	arrived := sync.OnceFunc(func() {
		begin.Stop()
		s.arriving.Leave(seat)
	})
	ctx.SetValue(arrivedKey{}, arrived)
	return &counted{Conn: c, left: arrived}
}

// arrivedKey is where a connection's context has what is called once it has become a session.
type arrivedKey struct{}

// counted is a connection that tells when it is closed.
type counted struct {
	net.Conn
	left func()
}

func (c *counted) Close() error {
	c.left()
	return c.Conn.Close()
}

// errGivesWay ends a session whose place another client gets.
var errGivesWay = errors.New("all places are taken: somebody who has fewer gets this one")

// admit lets a session in that is for a console, as long as there is room. Where there is none, of
// the network that has most the one gives way in which no key was pressed for longest.
func (s *Server) admit(ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		defer part(sess)
		pty, _, terminal := sess.Pty()
		dumb := style.Dumb(environment([]string{"TERM=" + pty.Term}))
		switch {
		case len(sess.RawCommand()) > 0:
			wish.Fatalln(sess, "bourse: this is a console: it runs no commands")
			return
		case !terminal:
			wish.Fatalln(sess, "bourse: the console needs a terminal: connect with ssh -t")
			return
		case dumb != "":
			wish.Errorln(sess, "bourse: "+dumb+"\r")
			_ = sess.Exit(unusable) // the client is going in any case
			return
		}
		ctx, end := context.WithCancelCause(sess.Context())
		defer end(nil)
		in := newInput(sess, idleTime, func() { end(nil) })
		defer in.stop()
		seat := &seats.Seat{Client: seats.Client(sess.RemoteAddr().String()), Idle: in.idleFor,
			GiveUp: func() { end(errGivesWay) }}
		if err := s.sessions.Take(seat); err != nil {
			wish.Fatalln(sess, "bourse:", err)
			return
		}
		s.leaving.Add(1)
		defer s.leaving.Done()
		defer s.sessions.Leave(seat)
		if arrived, ok := sess.Context().Value(arrivedKey{}).(func()); ok {
			arrived()
		}
		go s.keepAlive(sess)
		s.serve(ctx, sess, in)
	}
}

// part ends the connection of a session that has ended, once its client has had time to read what
// was said last: a place is for a session, not for whoever stays behind.
func part(sess ssh.Session) { time.AfterFunc(partTime, func() { hangUp(sess) }) }

// keepAlive asks now and then whether the client of a session is there, until it is not, or the
// session ends.
func (s *Server) keepAlive(sess ssh.Session) {
	conn, ok := sess.Context().Value(ssh.ContextKeyConn).(gossh.Conn)
	if !ok {
		return
	}
	ticker := time.NewTicker(s.alive)
	defer ticker.Stop()
	for {
		select {
		case <-sess.Context().Done():
			return
		case <-ticker.C:
		}
		gone := time.AfterFunc(s.alive, func() { hangUp(sess) })
		// any answer will do, also that the question is not known
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		if gone.Stop(); err != nil {
			return
		}
	}
}
