package server

import (
	"maps"
	"net/netip"
	"slices"
	"sync"

	"bourse/backend/api"
)

// streamCounts are the places of open event streams by the address of their client. Nobody has all
// of them, by however many addresses of a network: where none is left, whoever has the most gives
// one to those who have fewer.
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
	case s.all >= maxStreams && !s.giveWay(p.addr):
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

// giveWay ends a stream for another client, if any network of clients has more than the other one's
// would have then: of the widest such network, in it of the one that has most, and so on, the
// newest of a client. s.mu is held.
func (s *streamCounts) giveWay(to netip.Addr) bool {
	among, gives := slices.Collect(maps.Keys(s.of)), false
	for i, home := range api.Networks(to) {
		of, sizes := make(map[netip.Prefix][]netip.Addr), make(map[netip.Prefix]int)
		for _, a := range among {
			n := api.Networks(a)[i]
			of[n], sizes[n] = append(of[n], a), sizes[n]+len(s.of[a])
		}
		most := home
		for n := range sizes {
			if sizes[n] > sizes[most] {
				most = n
			}
		}
		gives = gives || sizes[most] > sizes[home]+1
		if among = of[home]; gives {
			among = of[most]
		}
	}
	if !gives {
		return false
	}
	list := s.of[among[0]]
	p := list[len(list)-1]
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
