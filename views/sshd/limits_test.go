package sshd

import (
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// Places are given by address and in total, and come back.
func TestPlaces(t *testing.T) {
	t.Parallel()
	c := newCounter(Limits{Total: 3, Address: 2})
	for i, step := range []struct {
		address string
		leave   bool
		want    error
	}{
		{"a", false, nil}, {"a", false, nil}, {"a", false, errTooMany}, {"b", false, nil},
		{"b", false, errFull}, {"a", true, nil}, {"a", false, nil}, {"a", true, nil},
		{"a", true, nil}, {"b", false, nil}, {"b", false, errTooMany},
	} {
		if step.leave {
			c.leave(step.address)
		} else if err := c.enter(step.address); !errors.Is(err, step.want) {
			t.Errorf("step %d of %s: %v, want %v", i, step.address, err, step.want)
		}
	}
}

// Whoever has a network of IPv6 is one client, and one of IPv4 is so by either name.
func TestAddressesAreCountedAsOne(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"[2001:db8:1:2::1]:22", "[2001:db8:1:2:ffff:ffff:ffff:ffff]:1"},
		{"[fe80::1%eth0]:1", "[fe80::2%eth1]:1"},
		{"192.0.2.1:1", "[::ffff:192.0.2.1]:2"},
	} {
		if a, b := host(addr(same[0])), host(addr(same[1])); a != b {
			t.Errorf("%s is %s and %s is %s", same[0], a, same[1], b)
		}
	}
	for _, other := range [][2]string{
		{"[2001:db8:1:2::1]:22", "[2001:db8:1:3::1]:22"},
		{"192.0.2.1:1", "192.0.2.2:1"},
	} {
		if a, b := host(addr(other[0])), host(addr(other[1])); a == b {
			t.Errorf("%s and %s are both %s", other[0], other[1], a)
		}
	}
}

type addr string

func (a addr) Network() string { return "tcp" }
func (a addr) String() string  { return string(a) }

// taken is how many connections a server counts.
func taken(s *Server) int {
	s.conns.mu.Lock()
	defer s.conns.mu.Unlock()
	return s.conns.total
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
