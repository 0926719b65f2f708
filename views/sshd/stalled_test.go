package sshd

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// deaf is a connection from which nothing is read any more once it is stalled.
type deaf struct {
	net.Conn
	stalled atomic.Bool
	closed  chan struct{}
}

func (d *deaf) Read(b []byte) (int, error) {
	if d.stalled.Load() {
		<-d.closed
		return 0, net.ErrClosed
	}
	return d.Conn.Read(b)
}

// TestStalledClientHoldsUpNobody has a client that stops to read and goes on typing, so that there
// is more and more to draw for it. Others are drawn for as before, the exchange answers, and the
// client is given up.
func TestStalledClientHoldsUpNobody(t *testing.T) {
	t.Parallel()
	service := exchange(t, "--no-traders")
	var server *Server
	address := serve(t, service, visitors(t, service, 2), func(s *Server) {
		server, s.patience = s, 2*time.Second
	})
	tcp, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	stuck := &deaf{Conn: tcp, closed: make(chan struct{})}
	t.Cleanup(func() { close(stuck.closed) })
	conn, err := speak(stuck, address)
	if err != nil {
		t.Fatal(err)
	}
	a := openConsole(t, conn, "xterm-256color", 240, 60)
	b := connect(t, address, "127.0.0.1", "xterm-256color", 120, 36)
	a.press("", "live")
	b.press("", "live")
	stuck.stalled.Store(true)
	go func() { // the next pane, and the next: every key is a frame
		for {
			if _, err := io.WriteString(a.in, "\t"); err != nil {
				return
			}
		}
	}()
	most, end := time.Duration(0), time.Now().Add(5*time.Minute)
	for i := 0; server.sessions.Taken() > 1 || i < 4; i++ {
		begin := time.Now()
		b.press("c", []string{"Depth", "Candles"}[i%2])
		if _, err := apitest.On(service, api.LocalChainID).Status(t.Context()); err != nil {
			t.Fatal(err)
		}
		most = max(most, time.Since(begin))
		if begin.After(end) {
			t.Fatal("a client that does not read is not given up")
		}
	}
	t.Log("the other client's longest frame took", most)
	if most > time.Minute {
		t.Errorf("a frame took %v beside a client that does not read", most)
	}
}
