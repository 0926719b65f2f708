package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// events answers with an endless stream of server-sent events. The service conflates what the
// reader is too slow for.
func (s *Server) events(c *call) (reply, error) {
	wanted, err := parseTopics(get[string](c.in, "topics"))
	if err != nil {
		return reply{}, err
	}
	addr := clientAddr(c.r.RemoteAddr)
	if c.r.Method == http.MethodGet {
		if err := s.streams.take(addr); err != nil {
			return reply{}, err
		}
	}
	return reply{status: http.StatusOK, contentType: "text/event-stream", stream: func() {
		defer s.streams.leave(addr)
		s.stream(c, wanted)
	}}, nil
}

// streamCounts are the open event streams by the address of their client, so that nobody has all of
// them.
type streamCounts struct {
	mu  sync.Mutex
	all int
	of  map[netip.Addr]int
}

// take counts one more stream, or says why there can't be one.
func (s *streamCounts) take(addr netip.Addr) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var e *api.Error
	switch {
	case s.of[addr] >= maxStreamsEach:
		e = api.Errorf(api.RateLimited, "your address has %d open event streams, which is as many "+
			"as one may have; close one first", maxStreamsEach)
	case s.all >= maxStreams:
		e = api.Errorf(api.RateLimited, "%d event streams are open, which is all this server "+
			"keeps; try again later", maxStreams)
	default:
		if s.of == nil {
			s.of = make(map[netip.Addr]int)
		}
		s.all++
		s.of[addr]++
		return nil
	}
	e.RetryAfter = streamRetry
	return e
}

func (s *streamCounts) leave(addr netip.Addr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.of[addr]--; s.of[addr] == 0 {
		delete(s.of, addr)
	}
}

// open is how many streams there are.
func (s *streamCounts) open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

func parseTopics(list string) ([]api.Topic, error) {
	if list == "" {
		return nil, nil
	}
	var wanted []api.Topic
	for _, name := range strings.Split(list, ",") {
		if !slices.Contains(wire.Topics[:], api.Topic(name)) {
			return nil, api.Invalid(api.FieldError{
				Field: "topics", Reason: fmt.Sprintf(
					"has %s, which is none of %v", quote(name), wire.Topics)})
		}
		wanted = append(wanted, api.Topic(name))
	}
	return wanted, nil
}

// stream writes events until the client goes, stops reading, or the server stops.
func (s *Server) stream(c *call, wanted []api.Topic) {
	ctx, cancel := context.WithCancel(c.r.Context())
	defer cancel()
	defer context.AfterFunc(s.stop, cancel)()
	events := s.svc.Subscribe(ctx, wanted...)
	c.headers(reply{status: http.StatusOK, contentType: "text/event-stream", stream: func() {}})
	c.w.WriteHeader(http.StatusOK)
	send := s.streamWriter(c.w)
	beat := time.NewTicker(s.times.heartbeat)
	defer beat.Stop()
	err := send(": connected\n\n")
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			err = send(": still here\n\n")
		case e, open := <-events:
			if !open {
				return
			}
			err = send(eventText(e))
		}
	}
}

// eventText is an event as the stream carries it.
func eventText(e api.Event) string {
	b, err := json.Marshal(wire.EventOf(e))
	if err != nil {
		return ": an event that cannot be written\n\n"
	}
	return fmt.Sprintf("event: %s\ndata: %s\n\n", e.Topic, b)
}

// streamWriter returns what sends text at once, and fails when the client has not taken it in time.
func (s *Server) streamWriter(w http.ResponseWriter) func(string) error {
	control := http.NewResponseController(w)
	return func(text string) error {
		if err := control.SetWriteDeadline(time.Now().Add(s.times.write)); err != nil {
			return err
		}
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return control.Flush()
	}
}
