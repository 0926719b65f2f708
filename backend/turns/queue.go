// Package turns shares out what few can do at the same time among the clients of a server.
//
// One rule says who is next. Whatever this process needs for itself goes before all clients, in the
// order in which it came. Of clients, that one is next whose network has fewest turns now and, of
// those, would have had least time with one more that is as long as its last one, or as it says
// that it may be; in that network it is decided in the same way, down to the address. So each
// network gets as much as any other while it asks for as much, and whoever asks for less than that
// waits for nobody but those who have their turn. Clients that had no turn before share in this way
// beside those that had one, as if each of the two were a network: who asks from a new address each
// time, of which there are many in anybody's network, delays nobody but who is as new.
package turns

import (
	"context"
	"errors"
	"maps"
	"math"
	"net/netip"
	"slices"
	"sync"
	"time"

	"bourse/backend/api"
)

const (
	// mostWaiting is how many places there are for clients that wait.
	mostWaiting = 256
	// mostShares is of how many networks and addresses is kept what they had, beside those that
	// have or want a turn.
	mostShares = 4096
	// mostKnown is how many addresses are known to have had a turn. Those that had one alone are
	// forgotten first.
	mostKnown = 4096
)

// ErrBusy is that clients want more than can be done.
var ErrBusy = errors.New("more is asked for than can be done")

// Queue are those that wait for a turn. All methods may be called at the same time.
type Queue struct {
	each     int // turns that an address may have at the same time
	patience time.Duration

	mu      sync.Mutex
	free    int      // turns
	turns   int      // in all
	house   []*place // of this process, oldest first
	waiting []*place // of clients, oldest first
	root    share
	// the two parts of it
	regulars, newcomers part
	known               map[netip.Prefix]int // how many turns addresses had
}

// part are some clients: those that had a turn before, or that had none.
type part struct {
	share
	networks map[netip.Prefix]*share
}

// share is what a network or an address has, wants and had.
type share struct {
	running, waiting int // turns
	// had is the time of all its turns, and of those before it came that it is counted as having
	// had: nobody saves up turns while he asks for none. The last one took last.
	had, last time.Duration
	// least is what that part of it had had that had least of those that waited.
	least time.Duration
}

// place is where somebody waits, and has a turn.
type place struct {
	path  []*share     // from all clients down to its address; none for this process
	of    netip.Prefix // its address
	done  chan struct{}
	taken bool // done is closed because there is a turn, not because there is none for it
	since time.Time
	most  time.Duration // that the turn will take; 0 where nobody knows
}

// next is what a share of the place's will have had with this turn.
func (p *place) next(i int) time.Duration {
	if p.most > 0 {
		return p.path[i].had + p.most
	}
	return p.path[i].had + p.path[i].last
}

// New returns a queue for so many turns at the same time, of which an address may have some, in
// which a client waits for its turn for a time; 0 is as long as it likes.
func New(most, each int, patience time.Duration) *Queue {
	return &Queue{each: each, patience: patience, free: most, turns: most,
		regulars:  part{networks: make(map[netip.Prefix]*share)},
		newcomers: part{networks: make(map[netip.Prefix]*share)},
		known:     make(map[netip.Prefix]int)}
}

// Take waits for a turn on behalf of whom a call is made (api.ClientOf), until it is not needed any
// more, which is no error. Whoever got a turn gives it back. ErrBusy is for clients alone: where
// there are no more places, of the network that has most of them, and for those who have waited for
// too long.
func (q *Queue) Take(ctx context.Context, needless <-chan struct{}) (back func(), err error) {
	metered, err := q.take(ctx, needless, 0)
	if metered == nil {
		return nil, err
	}
	return func() { metered(math.MaxInt64) }, nil
}

// Metered does so for whoever knows the most that a turn will take, by which he has his turn, and
// gives it back with the most that it can have taken: where the clock says more, the machine was
// busy with what others wanted.
func (q *Queue) Metered(ctx context.Context, most time.Duration) (back func(took time.Duration),
	err error) {
	return q.take(ctx, nil, most)
}

func (q *Queue) take(ctx context.Context, needless <-chan struct{}, most time.Duration) (
	back func(took time.Duration), err error) {
	client := api.ClientOf(ctx)
	var late <-chan time.Time
	if client.IsValid() && q.patience > 0 {
		timer := time.NewTimer(q.patience)
		defer timer.Stop()
		late = timer.C
	}
	p := q.join(client, most)
	select {
	case <-p.done:
	case <-needless:
	case <-ctx.Done():
		err = ctx.Err()
	case <-late:
		err = ErrBusy
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-p.done:
		if !p.taken {
			return nil, ErrBusy
		}
		return func(took time.Duration) { q.back(p, took) }, nil
	default:
		q.leave(p)
		return nil, err
	}
}

// Busy tells whether somebody waits.
func (q *Queue) Busy() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.house)+len(q.waiting) > 0
}

// join gives somebody a place, and a turn if there is one.
func (q *Queue) join(client netip.Addr, most time.Duration) *place {
	q.mu.Lock()
	defer q.mu.Unlock()
	defer q.next()
	p := &place{done: make(chan struct{}), most: most}
	if !client.IsValid() {
		q.house = append(q.house, p)
		return p
	}
	p.path, p.of = q.pathOf(client)
	for _, s := range p.path {
		s.waiting++
	}
	if q.waiting = append(q.waiting, p); len(q.waiting) > mostWaiting {
		of := among(q.waiting, func(p, first *place, i int) bool {
			a, b := p.path[i], first.path[i]
			return a.waiting > b.waiting || a.waiting == b.waiting && a.had > b.had
		})
		last := of[len(of)-1]
		q.leave(last)
		close(last.done)
	}
	return p
}

// pathOf are the shares by which a client gets its turns, and its address. q.mu is held.
func (q *Queue) pathOf(client netip.Addr) (path []*share, address netip.Prefix) {
	networks := api.Networks(client)
	address = networks[len(networks)-1]
	of := &q.regulars
	if q.known[address] == 0 {
		of = &q.newcomers
	}
	path = []*share{&q.root, of.after(&q.root)}
	if len(of.networks) > mostShares {
		maps.DeleteFunc(of.networks, func(_ netip.Prefix, s *share) bool { return s.idle() })
	}
	for _, n := range networks {
		if of.networks[n] == nil {
			of.networks[n] = new(share)
		}
		path = append(path, of.networks[n].after(path[len(path)-1]))
	}
	return path, address
}

func (s *share) idle() bool { return s.running+s.waiting == 0 }

// after is the share, which is part of another one, as it is when somebody joins it.
func (s *share) after(above *share) *share {
	if s.idle() {
		s.had = max(s.had, above.least)
	}
	return s
}

// know counts a turn of an address. q.mu is held.
func (q *Queue) know(address netip.Prefix) {
	if q.known[address]++; len(q.known) <= mostKnown {
		return
	}
	for _, often := range []bool{false, true} {
		if len(q.known) > mostKnown/2 {
			maps.DeleteFunc(q.known, func(_ netip.Prefix, n int) bool { return often || n == 1 })
		}
	}
}

// leave takes a place away. q.mu is held.
func (q *Queue) leave(p *place) {
	for _, s := range p.path {
		s.waiting--
	}
	is := func(other *place) bool { return other == p }
	q.house, q.waiting = slices.DeleteFunc(q.house, is), slices.DeleteFunc(q.waiting, is)
}

// next gives turns to those whose they are. q.mu is held.
func (q *Queue) next() {
	for ; q.free > 0; q.free-- {
		of := q.house
		if len(q.house) == 0 {
			of = slices.DeleteFunc(slices.Clone(q.waiting), func(p *place) bool {
				return p.path[len(p.path)-1].running >= q.each
			})
			of = among(of, func(p, first *place, i int) bool {
				a, b := p.path[i], first.path[i]
				return a.running < b.running || a.running == b.running && p.next(i) < first.next(i)
			})
		}
		if len(of) == 0 {
			return
		}
		p := of[0]
		q.leave(p)
		for _, s := range p.path {
			s.running++
		}
		p.taken, p.since = true, time.Now()
		close(p.done)
	}
}

// among is where of some clients that one waits whose network comes before all others, and in it
// its part, and so on; oldest first. The queue's mu is held.
func among(of []*place, before func(p, first *place, i int) bool) []*place {
	if len(of) == 0 {
		return nil
	}
	of = slices.Clone(of)
	for i := range of[0].path {
		first := of[0]
		least := first.path[i].had
		for _, p := range of {
			if least = min(least, p.path[i].had); before(p, first, i) {
				first = p
			}
		}
		if i > 0 {
			above := of[0].path[i-1]
			above.least = max(above.least, least)
		}
		of = slices.DeleteFunc(of, func(p *place) bool { return p.path[i] != first.path[i] })
	}
	return of
}

// back takes a turn back. Where nobody has or wants one, nothing of before matters.
func (q *Queue) back(p *place, most time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	took := min(time.Since(p.since), most)
	for _, s := range p.path {
		s.running--
		s.had, s.last = s.had+took, took
	}
	if len(p.path) > 0 {
		q.know(p.of)
	}
	q.free++
	if q.next(); q.free == q.turns {
		q.root = share{}
		for _, of := range []*part{&q.regulars, &q.newcomers} {
			of.share = share{}
			clear(of.networks)
		}
	}
}
