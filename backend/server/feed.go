package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// How a feed works: at most so often, and no more than a twentieth of the time, is a book read; so
// many changes are kept for streams that break, and so long a feed goes on without readers.
const (
	feedPause  = 50 * time.Millisecond
	feedShare  = 20
	feedKept   = 256
	feedLinger = 30 * time.Second
	feedRetry  = time.Second
)

// feedKey names the feed of a book.
type feedKey struct {
	chainID uint64
	pair    api.Pair
	depth   int
}

// feeds are the books that somebody follows. All readers of a book share what is worked out of it.
type feeds struct {
	mu sync.Mutex
	of map[feedKey]*feed
}

// feed numbers what changes in a book. Its readers look for themselves how far it is, so that none
// holds up another.
type feed struct {
	name     string // of the feed among all of all nodes
	exchange api.Exchange
	key      feedKey
	stop     context.CancelFunc
	readers  int // guarded by feeds.mu

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
func (s *Server) follow(key feedKey, exchange api.Exchange) *feed {
	s.feeds.mu.Lock()
	defer s.feeds.mu.Unlock()
	f := s.feeds.of[key]
	if f == nil {
		ctx, cancel := context.WithCancel(s.stop)
		f = &feed{name: strings.ReplaceAll(s.nextID(), "-", ""), exchange: exchange, key: key,
			stop: cancel, moved: make(chan struct{})}
		if s.feeds.of == nil {
			s.feeds.of = make(map[feedKey]*feed)
		}
		s.feeds.of[key] = f
		go f.run(ctx, s.svc)
	}
	f.readers++
	return f
}

func (s *Server) leaveFeed(f *feed) {
	s.feeds.mu.Lock()
	defer s.feeds.mu.Unlock()
	if f.readers--; f.readers > 0 {
		return
	}
	time.AfterFunc(feedLinger, func() {
		s.feeds.mu.Lock()
		defer s.feeds.mu.Unlock()
		if f.readers == 0 && s.feeds.of[f.key] == f {
			delete(s.feeds.of, f.key)
			f.stop()
		}
	})
}

// run reads the book whenever it may have changed.
func (f *feed) run(ctx context.Context, svc api.Service) {
	events := svc.Subscribe(ctx, api.TopicBook)
	for {
		start := time.Now()
		book, err := f.exchange.Book(ctx, f.key.pair, f.key.depth)
		pause := max(feedPause, feedShare*time.Since(start))
		if err == nil {
			f.take(book)
		} else {
			pause = feedRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		for err == nil {
			e, open := <-events
			if !open {
				return
			}
			if e.ChainID == f.key.chainID &&
				(e.Key == "" || e.Key == api.PairKey(f.key.pair.Base, f.key.pair.Quote)) {
				break
			}
		}
	}
}

// take numbers what a book that was read changes.
func (f *feed) take(book api.Book) {
	f.mu.Lock()
	defer f.mu.Unlock()
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
	key := feedKey{c.in.chainID(), pairOf(c.in), c.in.integer("depth")}
	// what is wrong with the pair is said at once
	if _, err := c.exchange.Book(c.ctx, key.pair, 1); err != nil {
		return reply{}, err
	}
	name, text, _ := strings.Cut(c.lastEventID(), "-")
	exchange := c.exchange
	return s.seated(c, func(ctx context.Context, out outlet) {
		f := s.follow(key, exchange)
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
