package sshd

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// taken is how many connections a server counts.
func taken(s *Server) int { return s.arriving.Taken() + s.sessions.Taken() }

// Four addresses that have all places for sessions, with keys pressed so that they stay, keep
// nobody out: who comes from elsewhere gets the place in which no key was pressed for longest,
// whose visitor is told why, and who has that much already gets no more.
func TestSessionsOfManyGiveWay(t *testing.T) {
	t.Parallel()
	service := exchange(t, "--no-traders") // visitors of two tests would be the same accounts
	var server *Server
	address := serve(t, service, visitors(t, service, 8), func(s *Server) {
		server, s.sessions = s, Limits{Total: 4, Address: 2}.room()
	})
	var hogs []*client
	for i := range 4 {
		c := connect(t, address, fmt.Sprintf("127.7.0.%d", 1+i), "xterm", 80, 24)
		c.press("", "live")
		hogs = append(hogs, c)
	}
	for i, c := range hogs {
		if i != 2 {
			c.press("c", "Depth")
		}
	}
	guest := connect(t, address, "127.0.0.1", "xterm", 80, 24)
	guest.press("", "live")
	var exit *gossh.ExitError
	if err := hogs[2].Wait(); !errors.As(err, &exit) || !strings.Contains(hogs[2].told.String(),
		"somebody who has fewer gets this one") {
		t.Errorf("the visitor who gave way reads %q, %v", hogs[2].told.String(), err)
	}
	for i, c := range hogs {
		if i != 2 {
			c.press("c", "Candles")
		}
	}
	if n := server.sessions.Taken(); n != 4 {
		t.Errorf("%d places are taken", n)
	}
	connect(t, address, "127.0.0.2", "xterm", 80, 24).press("", "live")
	says(t, address, nil, "all places are taken", func(s *gossh.Session) error {
		return errors.Join(s.RequestPty("xterm", 24, 80, nil), s.Shell(), s.Wait())
	})
}

// Connections that say nothing, as many as a server takes and more, keep nobody out, neither who
// comes nor who is there: they take no place of a session, and that which came first gives way.
func TestSilentConnectionsGiveWay(t *testing.T) {
	t.Parallel()
	public, auth := newKey(t)
	team, err := desk(watched + " " + public + " alice")
	if err != nil {
		t.Fatal(err)
	}
	var server *Server
	address := serve(t, quiet(t), team, func(s *Server) {
		server, s.arriving = s, Limits{Total: 4, Address: 2}.room()
		s.sessions = Limits{Total: 4, Address: 4}.room()
	})
	here := connect(t, address, "127.0.0.1", "xterm", 80, 24, auth)
	here.press("", "READ-ONLY")
	var silent []net.Conn
	for i := range 4 {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 6, 0, byte(1+i/2))}}
		c, err := d.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		silent = append(silent, c)
		for end := time.Now().Add(time.Minute); server.arriving.Taken() <= i; {
			if time.Now().After(end) {
				t.Fatalf("%d of %d connections are counted", server.arriving.Taken(), i+1)
			}
		}
	}
	connect(t, address, "127.0.0.1", "xterm", 80, 24, auth).press("", "READ-ONLY")
	here.press("?", "READ-ONLY")
	if _, err := io.ReadAll(silent[0]); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Error(err)
	}
	if n := server.arriving.Taken(); n != 3 {
		t.Errorf("%d of 4 silent connections are left by one who came", n)
	}
}

// A connection whose session has ended is ended too, whoever would go on holding it, so that its
// place is free.
func TestConnectionsEndWithTheirSession(t *testing.T) {
	t.Parallel()
	var server *Server
	service := exchange(t, "--no-traders") // visitors of two tests would be the same accounts
	address := serve(t, service, visitors(t, service, 2), func(s *Server) { server = s })
	for name, run := range map[string]func(*gossh.Session) error{
		"refused": func(s *gossh.Session) error { return s.Run("sh") },
		"a console that is quit": func(s *gossh.Session) error {
			in, err := s.StdinPipe()
			if err != nil {
				return err
			}
			err = errors.Join(s.RequestPty("xterm", 24, 80, nil), s.Shell())
			if err != nil {
				return err
			}
			if _, err := in.Write([]byte{3}); err != nil {
				return err
			}
			return s.Wait()
		},
	} {
		conn, err := dial(address, "127.0.0.1", nil)
		if err != nil {
			t.Fatal(err)
		}
		session, err := conn.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		run(session) //nolint:errcheck // how it ends is another test's
		// the client does not close what it holds: the server does
		closed := make(chan error, 1)
		go func() { closed <- conn.Wait() }()
		select {
		case <-closed:
		case <-time.After(beginTime / 2):
			t.Fatalf("%s: the connection stays when its session has ended", name)
		}
	}
	for end := time.Now().Add(time.Minute); taken(server) > 0; {
		if time.Now().After(end) {
			t.Fatalf("%d places are taken by nobody", taken(server))
		}
	}
}

// A client that is there no more, without a word, is asked and given up.
func TestSilentClientsAreGivenUp(t *testing.T) {
	t.Parallel()
	var server *Server
	service := exchange(t, "--no-traders") // visitors of two tests would be the same accounts
	address := serve(t, service, visitors(t, service, 2), func(s *Server) {
		server, s.alive = s, 2*time.Second // which a slow client keeps
	})
	tcp, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	mute := &muted{Conn: tcp}
	conn, err := speak(mute, address)
	if err != nil {
		t.Fatal(err)
	}
	c := openConsole(t, conn, "xterm", 80, 24)
	c.press("", "live")
	mute.silent.Store(true)
	for end := time.Now().Add(time.Minute); taken(server) > 0; {
		if time.Now().After(end) {
			t.Fatal("a client that does not answer keeps its place")
		}
	}
}

// muted is a connection on which nothing is said any more once it is silent.
type muted struct {
	net.Conn
	silent atomic.Bool
}

func (m *muted) Write(b []byte) (int, error) {
	if m.silent.Load() {
		return len(b), nil
	}
	return m.Conn.Write(b)
}
