package server

import (
	"io"
	"net"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
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
	waitFor(t, "the end of the stream", func() bool { return s.streams.open() == 0 })
}

func TestTooManyStreams(t *testing.T) {
	t.Parallel()
	s := New(apitest.NewEcho(), Options{})
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	for i := range maxStreams {
		addr := netip.AddrFrom4([4]byte{10, byte(i), 0, 1})
		if err := s.streams.take(&seat{addr: addr, end: make(chan struct{})}); err != nil {
			t.Fatal(err)
		}
	}
	ask(t, srv, "GET", "/x/events", "").want(t, 429, api.RateLimited)
	ask(t, srv, "GET", "/x/events?topics=order,gossip", "").want(t, 400, api.ValidationError)
	if s.streams.open() != maxStreams {
		t.Errorf("%d streams are counted", s.streams.open())
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
	waitFor(t, "the streams", func() bool { return s.streams.open() == maxStreamsEach })
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
		return s.streams.open() == maxStreamsEach+1
	})
	open[0].Close()
	waitFor(t, "its end", func() bool { return s.streams.open() == maxStreamsEach })
	dial(t, addr, request)
	waitFor(t, "a new one", func() bool { return s.streams.open() == maxStreamsEach+1 })
}

// A few clients that have all places give them, one by one, to clients that have fewer, until all
// have as many; nobody ends the stream of somebody who has no more than himself.
func TestStreamsOfManyGiveWay(t *testing.T) {
	t.Parallel()
	s := New(apitest.NewEcho(), Options{})
	open := func(last int) *seat {
		t.Helper()
		p := &seat{addr: netip.AddrFrom4([4]byte{10, 0, 0, byte(last)}), end: make(chan struct{})}
		if err := s.streams.take(p); err != nil {
			t.Fatalf("client %d: %v", last, err)
		}
		return p
	}
	ended := func(list []*seat) (n int) {
		for _, p := range list {
			select {
			case <-p.end:
				n++
			default:
			}
		}
		return n
	}
	var hogs, others []*seat
	for i := range maxStreams {
		hogs = append(hogs, open(i%4))
	}
	for i := range maxStreams / 2 {
		others = append(others, open(10+i))
		if s.streams.open() != maxStreams {
			t.Fatalf("%d streams are open", s.streams.open())
		}
	}
	if n := ended(hogs); n != len(others) || ended(others) > 0 {
		t.Errorf("%d streams of those who had most ended, and %d of others", n, ended(others))
	}
	for _, p := range hogs[:4] {
		if ended([]*seat{p}) != 0 {
			t.Error("the oldest stream of a client ended")
		}
	}
	for _, p := range append(hogs, others...) {
		s.streams.leave(p)
	}
	if s.streams.open() != 0 || len(s.streams.of) > 0 {
		t.Errorf("%d streams are open after all have left", s.streams.open())
	}
}

// Who has all places by as many addresses of a network as there are places, one for each, gives
// them to clients elsewhere, and those of these that share a network are one there.
func TestStreamsOfANetworkGiveWay(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(network, i byte) netip.Addr{
		"IPv4": func(network, i byte) netip.Addr {
			return netip.AddrFrom4([4]byte{10, network, 0, i})
		},
		"IPv6": func(network, i byte) netip.Addr {
			return netip.AddrFrom16([16]byte{0x20, 1, 0xd, network, 0, 0, i})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s streamCounts
			for i := range maxStreams {
				p := &seat{addr: of(1, byte(i)), end: make(chan struct{})}
				if err := s.take(p); err != nil {
					t.Fatal(err)
				}
			}
			got := 0
			for i := range maxStreams {
				if s.take(&seat{addr: of(2, byte(i)), end: make(chan struct{})}) == nil {
					got++
				}
			}
			if got != maxStreams/2 {
				t.Errorf("a network elsewhere gets %d places, half are %d", got, maxStreams/2)
			}
			if err := s.take(&seat{addr: of(3, 1), end: make(chan struct{})}); err != nil {
				t.Error("a client of a third network:", err)
			}
		})
	}
}

// The stream that has to give its place ends, and says why.
func TestAStreamThatGivesWaySaysSo(t *testing.T) {
	t.Parallel()
	addr, s, _ := startServer(t, apitest.NewEcho(), func(*Server) {})
	c := dial(t, addr, "GET /x/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	waitFor(t, "the stream", func() bool { return s.streams.open() == 1 })
	if err := s.streams.take(&seat{addr: clientAddr("127.0.0.1:1"),
		end: make(chan struct{})}); err != nil {
		t.Fatal(err)
	}
	s.streams.mu.Lock()
	list := s.streams.of[clientAddr("127.0.0.1:1")]
	slices.Reverse(list) // the newest is the one over the wire
	gave := s.streams.giveWay(clientAddr("10.0.0.1:1"))
	s.streams.mu.Unlock()
	text, err := io.ReadAll(c)
	if !gave || err != nil || !strings.Contains(string(text), "another client gets this one") {
		t.Errorf("gave way %t, then %q, %v", gave, text, err)
	}
	waitFor(t, "its end", func() bool { return s.streams.open() == 1 })
}
