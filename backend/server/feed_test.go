package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/gorilla/websocket"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// shelf is a book that a test changes.
type shelf struct {
	*apitest.Fake
	mu   sync.Mutex
	book api.Book
}

func newShelf() *shelf {
	s := &shelf{Fake: &newNetworked(true, api.Network{ChainID: 1}).Fake}
	s.book = api.Book{ChainID: 1, Base: apitest.Address(1), Quote: apitest.Address(2)}
	s.OnBook = func(context.Context, uint64, api.Pair, int) (api.Book, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		b := s.book
		b.Asks, b.Bids = slices.Clone(b.Asks), slices.Clone(b.Bids)
		return b, nil
	}
	return s
}

func (s *shelf) put(asks ...api.BookOrder) {
	s.mu.Lock()
	s.book.Asks = asks
	s.mu.Unlock()
	s.Publish(api.Event{Topic: api.TopicBook, ChainID: 1,
		Key: api.PairKey(s.book.Base, s.book.Quote)})
}

func ask1(n byte, size uint64) api.BookOrder {
	return api.BookOrder{Hash: common.Hash{n}, Maker: apitest.Address(9),
		Price: api.Price{Quote: api.NewAmount(5), Base: api.NewAmount(2)},
		Size:  api.NewAmount(size)}
}

// socketNote is a message of a web socket as a client reads it.
type socketNote struct {
	ID, Event string
	Data      struct {
		Number     uint64
		Asks, Bids []api.BookOrder
		Gone       []common.Hash
		Checksum   uint32
	}
}

func openSocket(t *testing.T, url, lastID string) *websocket.Conn {
	t.Helper()
	if lastID != "" {
		url += "?lastEventId=" + lastID
	}
	c, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(url, "http"), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func hear(t *testing.T, c *websocket.Conn) (m socketNote) {
	t.Helper()
	if err := c.ReadJSON(&m); err != nil {
		t.Fatal(err)
	}
	return m
}

// A book comes whole, then by what differs, each difference with the next number and with the
// checksum of the book; a stream that breaks goes on with what it missed, and one of another server
// begins anew.
func TestBookBySocket(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.put(ask1(1, 10), ask1(2, 20))
	srv := httptest.NewServer(New(s, Options{}))
	t.Cleanup(srv.Close)
	path := "/x/1/book/" + api.Lower(s.book.Base) + "/" + api.Lower(s.book.Quote) + "/events"
	c := openSocket(t, srv.URL+path, "")
	first := hear(t, c)
	// crc32 of the two lines, by Python's zlib
	if first.Event != "snapshot" || len(first.Data.Asks) != 2 || len(first.Data.Bids) != 0 ||
		first.Data.Checksum != bookSum {
		t.Fatalf("begins with %+v", first)
	}
	s.put(ask1(2, 15), ask1(3, 30))
	second := hear(t, c)
	if second.Event != "change" || second.Data.Number != first.Data.Number+1 ||
		!slices.Equal(second.Data.Asks, []api.BookOrder{ask1(2, 15), ask1(3, 30)}) ||
		!slices.Equal(second.Data.Gone, []common.Hash{{1}}) {
		t.Fatalf("then %+v", second)
	}
	c.Close()
	s.put(ask1(3, 30))
	again := openSocket(t, srv.URL+path, second.ID)
	third := hear(t, again)
	if third.Event != "change" || third.Data.Number != second.Data.Number+1 ||
		len(third.Data.Asks) != 0 || !slices.Equal(third.Data.Gone, []common.Hash{{2}}) {
		t.Fatalf("goes on with %+v", third)
	}
	other := httptest.NewServer(New(s, Options{}))
	t.Cleanup(other.Close)
	fresh := hear(t, openSocket(t, other.URL+path, third.ID))
	if fresh.Event != "snapshot" || len(fresh.Data.Asks) != 1 ||
		fresh.Data.Checksum != third.Data.Checksum {
		t.Fatalf("another server begins with %+v", fresh)
	}
}

// A client that asks for a book to many depths, one after the other, has it read once at a time for
// all of them, and what nobody reads any more is not kept going but for a few.
func TestFeedsOfOneBookShareItsReading(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.put(ask1(1, 10), ask1(2, 20), ask1(3, 30))
	var reading, together atomic.Int64
	book := s.OnBook
	s.OnBook = func(ctx context.Context, id uint64, pair api.Pair, depth int) (api.Book, error) {
		if depth > 1 { // one for a look at whether there is such a book
			if reading.Add(1) > 1 {
				together.Add(1)
			}
			defer reading.Add(-1)
		}
		return book(ctx, id, pair, depth)
	}
	server := New(s, Options{})
	srv := httptest.NewServer(server)
	t.Cleanup(srv.Close)
	url := srv.URL + "/x/1/book/" + api.Lower(s.book.Base) + "/" + api.Lower(s.book.Quote) +
		"/events?depth="
	for depth := 1; depth <= 2*idleFeeds; depth++ {
		r, err := http.Get(url + fmt.Sprint(depth))
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(r.Body)
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "data:") {
		}
		r.Body.Close()
		if want := min(depth, 3); strings.Count(lines.Text(), `"orderHash"`) != want {
			t.Fatalf("to a depth of %d comes %s", depth, lines.Text())
		}
	}
	waitFor(t, "the end of the streams", func() bool { return server.streams.Taken() == 0 })
	server.feeds.mu.Lock()
	defer server.feeds.mu.Unlock()
	going := 0
	for _, from := range server.feeds.of {
		going += len(from.feeds)
	}
	if len(server.feeds.of) != 1 || going > idleFeeds || going != len(server.feeds.idle) {
		t.Errorf("%d books are read for %d depths, of which nobody reads %d", len(server.feeds.of),
			going, len(server.feeds.idle))
	}
	if n := together.Load(); n > 0 {
		t.Errorf("%d times the book was read while it was being read", n)
	}
}

// bookSum is the checksum of the orders 1 and 2 with 10 and 20 units.
const bookSum = 286863458

// Pages of other origins get no stream by a web socket: no browser holds them off by itself.
func TestSocketsOfOtherOrigins(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(New(newShelf(), Options{}))
	t.Cleanup(srv.Close)
	url := "ws" + strings.TrimPrefix(srv.URL, "http") + "/x/events"
	_, r, err := websocket.DefaultDialer.Dial(url, http.Header{"Origin": {"https://evil.example"}})
	if err == nil || r == nil || r.StatusCode != http.StatusForbidden {
		t.Fatalf("a page of another origin: %+v, %v", r, err)
	}
	if c, _, err := websocket.DefaultDialer.Dial(url, nil); err != nil {
		t.Fatal(err)
	} else {
		c.Close()
	}
}

// replayed is a service that can tell again.
type replayed struct {
	*apitest.Fake
	mu sync.Mutex
	at api.Position
}

func (r *replayed) Position(context.Context, uint64) (api.Position, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at, nil
}

func (r *replayed) Knows(_ context.Context, p api.Position) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return p.Block <= r.at.Block && api.SameHash(p.Hash, common.Hash{7}), nil
}

func (r *replayed) Since(_ context.Context, p api.Position,
	tell func([]api.Event) error) (api.Position, bool, error) {
	at, _ := r.Position(context.Background(), 0)
	record := apitest.RecordOf(apitest.FungibleRequest())
	return at, true, tell([]api.Event{{Topic: api.TopicOrder, ChainID: p.ChainID,
		Key: record.Hash.Hex(), Order: &record, At: &at, More: true}})
}

// An event's id is where all before it was told; one of several that come together says so. With it
// a stream is told what it missed, and a position of another branch makes it read anew.
func TestEventsGoOnFromAnID(t *testing.T) {
	t.Parallel()
	r := &replayed{Fake: &newNetworked(true, api.Network{ChainID: 1}).Fake,
		at: api.Position{ChainID: 1, Block: 8, Hash: common.Hash{7}, Orders: 3}}
	srv := httptest.NewServer(New(r, Options{}))
	t.Cleanup(srv.Close)
	url := srv.URL + "/x/events"
	hearEvent := func(c *websocket.Conn) (id, event string, data api.Event) {
		t.Helper()
		var m struct {
			ID, Event string
			Data      json.RawMessage
		}
		for m.Event == "" || m.Event == "block" {
			m.Event = ""
			if err := c.ReadJSON(&m); err != nil {
				t.Fatal(err)
			}
		}
		var e struct {
			Key     string
			ChainID uint64
		}
		if err := json.Unmarshal(m.Data, &e); err != nil {
			t.Fatal(err)
		}
		return m.ID, m.Event, api.Event{Key: e.Key, ChainID: e.ChainID}
	}
	query := "?topics=order&network=1"
	dialed := func(lastID string) *websocket.Conn {
		t.Helper()
		c, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(url, "http")+query+
			"&lastEventId="+lastID, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	before := api.Position{ChainID: 1, Block: 5, Hash: common.Hash{7}, Orders: 2}
	id, event, data := hearEvent(dialed(before.String()))
	if want := before.String() + "~" + r.at.String(); event != "order" || data.Key == "" ||
		id != want {
		t.Errorf("%s %+v has the id %s, want %s", event, data, id, want)
	}
	strange := api.Position{ChainID: 1, Block: 5, Hash: common.Hash{6}, Orders: 2}
	for _, lastID := range []string{strange.String(), before.String() + "~" + strange.String()} {
		id, event, data = hearEvent(dialed(lastID))
		if event != "order" || data.Key != "" || id != r.at.String() {
			t.Errorf("from another branch comes %s %+v with the id %s", event, data, id)
		}
	}
	if a := ask(t, srv, "GET", "/x/events", "", "Last-Event-ID", "gossip"); a.status != 400 {
		t.Errorf("an id that is none is answered %d", a.status)
	}
	if a := ask(t, srv, "GET", "/x/events?network=77", ""); a.status == 200 {
		t.Error("a network that is not served has a stream")
	}
}
