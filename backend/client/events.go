package client

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// How a client keeps its event stream alive.
const (
	firstRetry  = 250 * time.Millisecond
	longestWait = 10 * time.Second
	silence     = 45 * time.Second // a stream without even a heartbeat for so long is dead
	openingWait = 2 * time.Second
)

// Subscribe streams events until ctx ends, then the channel closes. It returns when the stream is
// open or could not be opened at once. All subscriptions of a client share one stream of all their
// topics, since a server has few for an address. A stream that breaks is opened again, with pauses
// that grow to ten seconds, and goes on from its last event: the server tells what has happened in
// between. One that gave its events no ids can't, so each topic then gets one event for every
// network with an empty Key and nothing in it: read everything of that topic again. The same is
// told by time, of each network, while there is no stream or it tells of no blocks.
func (c *Client) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	out := make(chan api.Event)
	events := c.stream.bus.Subscribe(ctx, topics...)
	s, tried := c.stream.join(c, topics)
	go func() {
		defer close(out)
		defer c.stream.leave()
		for e := range events {
			select {
			case <-ctx.Done():
			case out <- e:
			}
		}
	}()
	select {
	case <-tried:
	case <-ctx.Done():
	case <-time.After(openingWait):
		s.late.Store(true)
	}
	return out
}

// stream is that of all of a client's subscriptions.
type stream struct {
	bus     api.Bus
	mu      sync.Mutex
	readers int
	shared  *subscription // nil without readers
	end     context.CancelFunc
}

// join adds a reader of topics, all if none is named; tried is closed once a stream of them is
// open, or could not be opened.
func (t *stream) join(c *Client, topics []api.Topic) (s *subscription, tried <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.readers++; t.shared == nil {
		var ctx context.Context
		ctx, t.end = context.WithCancel(context.Background())
		t.shared = &subscription{client: c, bus: &t.bus, hearing: newHearing(c.Now),
			topics: make(map[api.Topic]bool)}
		tried = t.shared.want(topics)
		go t.shared.run(ctx)
		go t.shared.byTime(ctx)
		c.hearings.add(t.shared.hearing)
		return t.shared, tried
	}
	return t.shared, t.shared.want(topics)
}

// leave ends the stream with its last reader.
func (t *stream) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.readers--; t.readers == 0 {
		t.end()
		t.shared.client.hearings.drop(t.shared.hearing)
		t.shared = nil
	}
}

type subscription struct {
	client  *Client
	bus     *api.Bus
	late    atomic.Bool // a reader went on before the stream was open
	gap     bool        // whether events may have been missed
	last    string      // id of the last event that was handed over
	next    string      // id of the one that is being read
	hearing *hearing

	mu     sync.Mutex
	topics map[api.Topic]bool // that are wanted
	fresh  bool               // the stream, or the attempt at one, is of all of them
	tried  chan struct{}      // closed when a stream of them is open, or could not be opened
	again  func()             // ends the stream, to open it anew
}

// want adds topics, all if none is named, and has the stream opened anew where it has not all.
func (s *subscription) want(topics []api.Topic) (tried <-chan struct{}) {
	if len(topics) == 0 {
		topics = wire.Topics[:]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	had := len(s.topics)
	for _, t := range topics {
		s.topics[t] = true
	}
	if len(s.topics) > had {
		s.tried, s.fresh = make(chan struct{}), false
		if s.again != nil {
			s.again()
		}
	}
	return s.tried
}

// wanted are the topics of readers, in one order.
func (s *subscription) wanted() (list []api.Topic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range wire.Topics {
		if s.topics[t] {
			list = append(list, t)
		}
	}
	return list
}

// begin is the target of a stream that again may end.
func (s *subscription) begin(again func()) string {
	s.mu.Lock()
	s.fresh, s.again = true, again
	s.mu.Unlock()
	return s.target()
}

// settle tells who waits that the stream is open, or could not be opened; stale is whether another
// topic is wanted by now, and the stream to be opened anew.
func (s *subscription) settle() (stale bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.fresh {
		return true
	}
	select {
	case <-s.tried:
	default:
		close(s.tried)
	}
	return false
}

func (s *subscription) run(ctx context.Context) {
	wait := firstRetry
	for ctx.Err() == nil {
		heard, why := s.listen(ctx)
		s.gap = true
		if s.settle() {
			continue
		}
		s.hearing.is(false, why)
		if heard {
			wait = firstRetry
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, longestWait)
	}
}

// listen opens one stream and passes on its events until it breaks. It tells whether the stream was
// ever open, and why it is not any more.
func (s *subscription) listen(ctx context.Context) (heard bool, why string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.next = ""
	res, err := s.client.send(ctx, http.MethodGet, s.begin(cancel), nil)
	if err != nil {
		return false, err.Error()
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusBadRequest {
		s.last = "" // another server does not know it
	}
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(res.Body, maxHeader)) // without it the status tells
		return false, errorFromReply(res.StatusCode, res.Header, body).Details
	}
	lines := bufio.NewReaderSize(res.Body, 4096)
	watch := time.AfterFunc(silence, cancel)
	defer watch.Stop()
	for {
		watch.Reset(silence)
		line, err := readLine(lines)
		watch.Stop() // the reader may take as long as it likes: the server conflates meanwhile
		if err != nil {
			return heard, "its stream of events broke: " + err.Error()
		}
		if !heard {
			heard = true
			if err := s.open(ctx); err != nil {
				return heard, err.Error()
			}
		}
		s.pass(line)
	}
}

// pass hands the event on a line, if there is one, to the readers.
func (s *subscription) pass(line []byte) {
	if id, ok := bytes.CutPrefix(line, []byte("id: ")); ok {
		s.next = string(id)
		return
	}
	if len(line) == 0 { // the event was handed over
		s.last, s.next = cmp.Or(s.next, s.last), ""
		return
	}
	data, ok := bytes.CutPrefix(line, []byte("data: "))
	var e wire.Event
	if ok && json.Unmarshal(data, &e) == nil {
		s.hearing.hear(e.API())
		s.bus.Publish(e.API())
	}
}

// open tells that the stream is open, and the readers to read everything again after a gap.
func (s *subscription) open(ctx context.Context) error {
	s.hearing.is(true, "")
	s.settle()
	s.gap = s.late.Swap(false) || s.gap
	if !s.gap || s.last != "" {
		s.gap = false
		return nil
	}
	networks, err := s.client.Networks(ctx)
	if err != nil {
		return err
	}
	s.gap = false
	for _, n := range networks {
		s.missed(n.ChainID)
	}
	return nil
}

func (s *subscription) target() string {
	var names []string
	for _, t := range s.wanted() {
		names = append(names, string(t))
	}
	query := make(url.Values)
	if len(names) < len(wire.Topics) {
		query.Set("topics", strings.Join(names, ","))
	}
	if s.last != "" {
		query.Set("lastEventId", s.last)
	}
	if len(query) == 0 {
		return s.client.base + "/x/events"
	}
	return s.client.base + "/x/events?" + query.Encode()
}

var errLongLine = errors.New("a line of the event stream is too long")

// readLine returns the next line without its end, of at most maxEvent bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimRight(line, "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, io.ErrUnexpectedEOF
		case len(line) > maxEvent:
			return nil, errLongLine
		}
	}
}
