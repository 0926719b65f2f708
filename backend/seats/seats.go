package seats

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"bourse/backend/api"
)

// Room is so many seats.
type Room struct {
	Most int // in all
	Each int // of one client

	mu    sync.Mutex
	seats []*Seat // oldest first
}

// Seat is what one client takes of a room.
type Seat struct {
	Client netip.Addr // as Client reads it
	GiveUp func()     // is called once another client gets the seat
	// Idle is how long the seat has been of no use; nil is not at all.
	Idle func() time.Duration
}

// Why there is no seat.
var (
	ErrFull    = errors.New("all places are taken: try again later")
	ErrTooMany = errors.New("your address has as many places as one may have: leave one first")
)

// Take gives a client a seat, which may be another's, or says why there is none.
func (r *Room) Take(s *Seat) error {
	r.mu.Lock()
	var gives *Seat
	var err error
	switch {
	case r.of(s.Client) >= r.Each:
		err = ErrTooMany
	case len(r.seats) >= r.Most:
		if gives = r.giver(s.Client); gives == nil {
			err = ErrFull
		}
	}
	if err == nil {
		r.remove(gives)
		r.seats = append(r.seats, s)
	}
	r.mu.Unlock()
	if gives != nil {
		gives.GiveUp()
	}
	return err
}

// of is how many seats a client has. r.mu is held.
func (r *Room) of(client netip.Addr) (n int) {
	for _, s := range r.seats {
		if s.Client == client {
			n++
		}
	}
	return n
}

// giver is the seat that another client gets, if any network of clients has more than the other
// one's would have then: of the widest such network, in it of the one that has most, and so on, the
// one that has been idle for longest, and of several the newest. r.mu is held.
func (r *Room) giver(to netip.Addr) *Seat {
	among, gives := make([]taken, len(r.seats)), false
	for i, s := range r.seats {
		among[i].Seat = s
		if s.Idle != nil {
			among[i].idle = s.Idle()
		}
	}
	for i, home := range api.Networks(to) {
		of := make(map[netip.Prefix][]taken)
		for _, s := range among {
			n := api.Networks(s.Client)[i]
			of[n] = append(of[n], s)
		}
		most := of[home]
		for _, list := range of {
			if len(list) > len(most) ||
				len(list) == len(most) && longestIdle(list).idle > longestIdle(most).idle {
				most = list
			}
		}
		gives = gives || len(most) > len(of[home])+1
		if among = of[home]; gives {
			among = most
		}
	}
	if !gives {
		return nil
	}
	return longestIdle(among).Seat
}

// taken is a seat and how long it has been idle.
type taken struct {
	*Seat
	idle time.Duration
}

// longestIdle is the one of some seats that has been idle for longest, the newest of several.
func longestIdle(list []taken) (longest taken) {
	for _, s := range list {
		if s.idle >= longest.idle {
			longest = s
		}
	}
	return longest
}

// remove takes a seat back, unless it was given away. r.mu is held.
func (r *Room) remove(s *Seat) {
	if at := slices.Index(r.seats, s); at >= 0 {
		r.seats = slices.Delete(r.seats, at, at+1)
	}
}

// Leave takes a seat back, unless it was given away.
func (r *Room) Leave(s *Seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(s)
}

// Taken is how many seats are taken.
func (r *Room) Taken() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.seats)
}

// Client is whom an address with its port belongs to. Who has an address of IPv6 has as many as its
// network of 64 bits holds, which count as one. Clients whose address can't be read are one.
func Client(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.IPv6Unspecified()
	}
	a = a.Unmap().WithZone("")
	if a.Is6() {
		p, _ := a.Prefix(64)
		return p.Addr()
	}
	return a
}
