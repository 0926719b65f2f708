package server

import (
	"io"
	"net"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/seats"
)

func TestStreamOutlivesDeadlinesAndBeats(t *testing.T) {
	t.Parallel()
	f := apitest.NewEcho()
	addr, s, _ := startServer(t, f, func(s *Server) {
		s.times.read, s.times.write, s.times.heartbeat = time.Second, time.Second,
			50*time.Millisecond
	})
	c := dial(t, addr, "GET /x/events?topics=block HTTP/1.1\r\nHost: localhost\r\n\r\n")
	buffer := make([]byte, 4096)
	start, text := time.Now(), ""
	for time.Since(start) < 2*time.Second {
		n, err := c.Read(buffer)
		if err != nil {
			t.Fatalf("the stream broke after %s: %v", time.Since(start), err)
		}
		text += string(buffer[:n])
	}
	f.Publish(api.Event{Topic: api.TopicBlock, Block: 77})
	waitFor(t, "the event", func() bool {
		n, err := c.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		text += string(buffer[:n])
		return strings.Contains(text, "event: block\n") && strings.Contains(text, `"block":77`)
	})
	c.Close()
	waitFor(t, "the end of the stream", func() bool { return s.streams.Taken() == 0 })
}

func TestTooManyStreams(t *testing.T) {
	t.Parallel()
	s := New(apitest.NewEcho(), Options{})
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	for i := range maxStreams {
		addr := netip.AddrFrom4([4]byte{10, byte(i), 0, 1})
		if err := s.streams.Take(&seats.Seat{Client: addr}); err != nil {
			t.Fatal(err)
		}
	}
	ask(t, srv, "GET", "/x/events", "").want(t, 429, api.RateLimited)
	ask(t, srv, "GET", "/x/events?topics=order,gossip", "").want(t, 400, api.ValidationError)
	if s.streams.Taken() != maxStreams {
		t.Errorf("%d streams are counted", s.streams.Taken())
	}
}

// A client that opens all the event streams it can leaves room for others, and has it back for what
// it closes.
func TestStreamsOfOneClient(t *testing.T) {
	t.Parallel()
	addr, s, _ := startServer(t, apitest.NewEcho(), func(*Server) {})
	const request = "GET /x/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
	var open []net.Conn
	for range maxStreamsEach {
		open = append(open, dial(t, addr, request))
	}
	waitFor(t, "the streams", func() bool { return s.streams.Taken() == maxStreamsEach })
	answer := make([]byte, 4096)
	n, err := dial(t, addr, request).Read(answer)
	if text := string(answer[:n]); err != nil || !strings.Contains(text, " 429 ") ||
		!strings.Contains(text, "Retry-After: 5") || !strings.Contains(text, "RateLimited") {
		t.Errorf("one stream too many: %q, %v", text, err)
	}
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	other, err := from.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Write([]byte(request)); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the stream of another client", func() bool {
		return s.streams.Taken() == maxStreamsEach+1
	})
	open[0].Close()
	waitFor(t, "its end", func() bool { return s.streams.Taken() == maxStreamsEach })
	dial(t, addr, request)
	waitFor(t, "a new one", func() bool { return s.streams.Taken() == maxStreamsEach+1 })
}

// The stream that has to give its place ends, and says why.
func TestAStreamThatGivesWaySaysSo(t *testing.T) {
	t.Parallel()
	addr, s, _ := startServer(t, apitest.NewEcho(), func(*Server) {})
	take := func(client netip.Addr) {
		t.Helper()
		if err := s.streams.Take(&seats.Seat{Client: client}); err != nil {
			t.Fatal(err)
		}
	}
	take(seats.Client("127.0.0.1:1"))
	c := dial(t, addr, "GET /x/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	waitFor(t, "the stream", func() bool { return s.streams.Taken() == 2 })
	for i := range maxStreams - 1 { // the last one gets a place of who has two
		take(netip.AddrFrom4([4]byte{10, byte(i), 0, 1}))
	}
	text, err := io.ReadAll(c)
	if err != nil || !strings.Contains(string(text), "another client gets this one") {
		t.Errorf("the newest stream of who has most: %q, %v", text, err)
	}
	if n := s.streams.Taken(); n != maxStreams {
		t.Errorf("%d streams are open", n)
	}
}
