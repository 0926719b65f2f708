package server

import (
	"net/http/httptest"
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
		s.times.read, s.times.write, s.times.heartbeat = 400*time.Millisecond, 400*time.Millisecond,
			50*time.Millisecond
	})
	c := dial(t, addr, "GET /x/events?topics=block HTTP/1.1\r\nHost: localhost\r\n\r\n")
	buffer := make([]byte, 4096)
	start, text := time.Now(), ""
	for time.Since(start) < time.Second {
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
	waitFor(t, "the end of the stream", func() bool { return s.streams.Load() == 0 })
}

func TestTooManyStreams(t *testing.T) {
	t.Parallel()
	s := New(apitest.NewEcho(), Options{})
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	s.streams.Store(maxStreams)
	ask(t, srv, "GET", "/x/events", "").want(t, 429, api.RateLimited)
	ask(t, srv, "GET", "/x/events?topics=order,gossip", "").want(t, 400, api.ValidationError)
	if s.streams.Load() != maxStreams {
		t.Errorf("%d streams are counted", s.streams.Load())
	}
}
