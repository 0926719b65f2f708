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
	mine := &seat{addr: clientAddr(c.r.RemoteAddr), end: make(chan struct{})}
	if c.r.Method == http.MethodGet {
		if err := s.streams.take(mine); err != nil {
			return reply{}, err
		}
	}
	return reply{status: http.StatusOK, contentType: "text/event-stream", stream: func() {
		defer s.streams.leave(mine)
		s.stream(c, mine, wanted)
	}}, nil
}

// streamCounts are the places of open event streams by the address of their client. Nobody has all
// of them: where none is left, whoever has the most gives one to those who have fewer.
type streamCounts struct {
	mu  sync.Mutex
	all int
	of  map[netip.Addr][]*seat // oldest first
}

// seat is the place of one stream.
type seat struct {
	addr netip.Addr
	end  chan struct{} // closed when another client gets the place
}

// take gives a stream its place, or says why there is none.
func (s *streamCounts) take(p *seat) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var e *api.Error
	mine := len(s.of[p.addr])
	switch {
	case mine >= maxStreamsEach:
		e = api.Errorf(api.RateLimited, "your address has %d open event streams, which is as many "+
			"as one may have; close one first", maxStreamsEach)
	case s.all >= maxStreams && !s.giveWay(mine+1):
		e = api.Errorf(api.RateLimited, "%d event streams are open, which is all this server "+
			"keeps; try again later", maxStreams)
	default:
		if s.of == nil {
			s.of = make(map[netip.Addr][]*seat)
		}
		s.all++
		s.of[p.addr] = append(s.of[p.addr], p)
		return nil
	}
	e.RetryAfter = streamRetry
	return e
}

// giveWay ends the newest stream of the client that has the most, if these are more than another
// one would have then. s.mu is held.
func (s *streamCounts) giveWay(than int) bool {
	var most []*seat
	for _, list := range s.of {
		if len(list) > len(most) {
			most = list
		}
	}
	if len(most) <= than {
		return false
	}
	p := most[len(most)-1]
	s.remove(p)
	close(p.end)
	return true
}

// remove takes a place back, unless it was given away. s.mu is held.
func (s *streamCounts) remove(p *seat) {
	list := s.of[p.addr]
	at := slices.Index(list, p)
	if at < 0 {
		return
	}
	s.all--
	if s.of[p.addr] = slices.Delete(list, at, at+1); len(list) == 1 {
		delete(s.of, p.addr)
	}
}

func (s *streamCounts) leave(p *seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(p)
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

// stream writes events until the client goes, stops reading, has to give its place, or the server
// stops.
func (s *Server) stream(c *call, mine *seat, wanted []api.Topic) {
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
		case <-mine.end:
			_ = send(": all places are taken: another client gets this one\n\n")
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
