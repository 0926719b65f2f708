package server

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// How a book is read for its feeds: at most so often, and no more than a twentieth of the time. So
// many changes are kept for streams that break, so long a feed goes on without readers, and so many
// such feeds do at a time.
const (
	feedPause  = 50 * time.Millisecond
	feedShare  = 20
	feedKept   = 256
	feedLinger = 30 * time.Second
	feedRetry  = time.Second
	idleFeeds  = 32
)

// bookKey names a book, whatever its depth.
type bookKey struct {
	chainID uint64
	pair    api.Pair
}

// feeds are the books that somebody follows. All readers of a book to one depth share what is
// worked out of it, and all of a book one reading of it.
type feeds struct {
	mu   sync.Mutex
	of   map[bookKey]*source
	idle []*feed // without readers, the longest first
}

// source reads a book for its feeds.
type source struct {
	key      bookKey
	exchange api.Exchange
	feeds    map[int]*feed // by depth; guarded by feeds.mu
	more     chan struct{} // that there is another feed
	stop     context.CancelFunc
}

// feed numbers what changes in a book to some depth. Its readers look for themselves how far it is,
// so that none holds up another.
type feed struct {
	name    string // of the feed among all of all nodes
	source  *source
	depth   int
	readers int // guarded by feeds.mu

	mu      sync.Mutex
	book    api.Book
	number  uint64 // 0 until the book was read
	changes []bookMessage
	moved   chan struct{} // closed at the next change
}

// bookMessage is a change as it is sent.
type bookMessage struct {
	number uint64
	data   []byte
}

// follow returns the feed of a book, which ends some time after leave.
func (s *Server) follow(key bookKey, depth int, exchange api.Exchange) *feed {
	s.feeds.mu.Lock()
	defer s.feeds.mu.Unlock()
	from := s.feeds.of[key]
	if from == nil {
		ctx, cancel := context.WithCancel(s.stop)
		from = &source{key: key, exchange: exchange, feeds: make(map[int]*feed),
			more: make(chan struct{}, 1), stop: cancel}
		if s.feeds.of == nil {
			s.feeds.of = make(map[bookKey]*source)
		}
		s.feeds.of[key] = from
		go from.run(ctx, s)
	}
	f := from.feeds[depth]
	if f == nil {
		f = &feed{name: strings.ReplaceAll(s.nextID(), "-", ""), source: from, depth: depth,
			moved: make(chan struct{})}
		from.feeds[depth] = f
		select {
		case from.more <- struct{}{}:
		default:
		}
	}
	s.feeds.idle = slices.DeleteFunc(s.feeds.idle, func(g *feed) bool { return g == f })
	f.readers++
	return f
}

// leaveFeed lets go of a feed. Of those that nobody reads only some go on, so that who asks for
// books to many depths has them worked out for as long as he reads them.
func (s *Server) leaveFeed(f *feed) {
	s.feeds.mu.Lock()
	defer s.feeds.mu.Unlock()
	if f.readers--; f.readers > 0 {
		return
	}
	s.feeds.idle = append(s.feeds.idle, f)
	if len(s.feeds.idle) > idleFeeds {
		s.feeds.end(s.feeds.idle[0])
	}
	time.AfterFunc(feedLinger, func() {
		s.feeds.mu.Lock()
		defer s.feeds.mu.Unlock()
		s.feeds.end(f)
	})
}

// end ends a feed that nobody reads, and its source with the last one. l.mu is held.
func (l *feeds) end(f *feed) {
	i := slices.Index(l.idle, f)
	if i < 0 {
		return
	}
	l.idle = slices.Delete(l.idle, i, i+1)
	from := f.source
	if delete(from.feeds, f.depth); len(from.feeds) == 0 {
		from.stop()
		delete(l.of, from.key)
	}
}

// list are the feeds of a source, and the greatest depth of any.
func (l *feeds) list(from *source) (list []*feed, deepest int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for depth, f := range from.feeds {
		list, deepest = append(list, f), max(deepest, depth)
	}
	return list, deepest
}

// run reads the book whenever it may have changed.
func (from *source) run(ctx context.Context, s *Server) {
	events := s.svc.Subscribe(ctx, api.TopicBook)
	for {
		start := time.Now()
		list, deepest := s.feeds.list(from)
		book, err := from.exchange.Book(ctx, from.key.pair, deepest)
		pause := feedRetry
		if err == nil {
			for _, f := range list {
				f.take(book)
			}
			pause = max(feedPause, feedShare*time.Since(start))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		if err == nil && !from.wait(events) {
			return
		}
	}
}

// wait waits until the book may have changed or another feed wants it; false at the end.
func (from *source) wait(events <-chan api.Event) bool {
	for {
		select {
		case <-from.more:
			return true
		case e, open := <-events:
			if !open || e.ChainID == from.key.chainID && (e.Key == "" ||
				e.Key == api.PairKey(from.key.pair.Base, from.key.pair.Quote)) {
				return open
			}
		}
	}
}

// take numbers what a book that was read changes.
func (f *feed) take(book api.Book) {
	f.mu.Lock()
	defer f.mu.Unlock()
	book.Asks = book.Asks[:min(len(book.Asks), f.depth)]
	book.Bids = book.Bids[:min(len(book.Bids), f.depth)]
	change, differs := f.book.ChangeTo(&book)
	f.book.Block = book.Block
	if f.number > 0 && !differs {
		return
	}
	f.number++
	change.Number = f.number
	data, err := json.Marshal(change)
	if err != nil {
		f.changes = nil
	} else {
		f.changes = append(f.changes, bookMessage{f.number, data})
	}
	if len(f.changes) > feedKept {
		f.changes = f.changes[len(f.changes)-feedKept:]
	}
	f.book = book
	close(f.moved)
	f.moved = make(chan struct{})
}

// after returns what leads on from a number: changes, or where these are not kept the whole book.
func (f *feed) after(number uint64) (list []bookMessage, whole *api.BookSnapshot,
	moved <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if number == f.number {
		return nil, nil, f.moved
	}
	missing := f.number - number
	if number == 0 || number > f.number || missing > uint64(len(f.changes)) {
		book := f.book
		book.Asks, book.Bids = wire.List(book.Asks), wire.List(book.Bids)
		return nil, &api.BookSnapshot{Book: book, Number: f.number,
			Checksum: book.Checksum()}, f.moved
	}
	return f.changes[uint64(len(f.changes))-missing:], nil, f.moved
}

// bookEvents answers with a book and then with what changes in it.
func (s *Server) bookEvents(c *call) (reply, error) {
	key := bookKey{c.in.chainID(), pairOf(c.in)}
	// what is wrong with the pair is said at once
	if _, err := c.exchange.Book(c.ctx, key.pair, 1); err != nil {
		return reply{}, err
	}
	name, text, _ := strings.Cut(c.lastEventID(), "-")
	exchange, depth := c.exchange, c.in.integer("depth")
	return s.seated(c, func(ctx context.Context, out outlet) {
		f := s.follow(key, depth, exchange)
		defer s.leaveFeed(f)
		number, err := strconv.ParseUint(text, 10, 64)
		if name != f.name || err != nil {
			number = 0
		}
		if out.begin() == nil {
			f.write(ctx, out, number, s.times.heartbeat)
		}
	})
}

// write writes what leads on from a number until the client goes.
func (f *feed) write(ctx context.Context, out outlet, number uint64, heartbeat time.Duration) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	id := func(n uint64) string { return fmt.Sprintf("%s-%d", f.name, n) }
	for {
		changes, whole, moved := f.after(number)
		if whole != nil {
			data, err := json.Marshal(whole)
			if err != nil || out.event(id(whole.Number), "snapshot", data) != nil {
				return
			}
			number = whole.Number
		}
		for _, m := range changes {
			if out.event(id(m.number), "change", m.data) != nil {
				return
			}
			number = m.number
		}
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if out.quiet("") != nil {
				return
			}
		case <-moved:
		}
	}
}
