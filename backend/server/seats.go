package server

import (
	"net/netip"
	"slices"
	"sync"

	"bourse/backend/api"
)

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
