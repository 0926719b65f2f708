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
// open or could not be opened at once. A stream that breaks is opened again, with pauses that grow
// to ten seconds, and goes on from its last event: the server tells what has happened in between.
// One that gave its events no ids can't, so each topic then gets one event for every network with
// an empty Key and nothing in it: read everything of that topic again. The same is told by time, of
// each network, while there is no stream or it tells of no blocks.
func (c *Client) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	out := make(chan api.Event)
	s := &subscription{client: c, topics: topics, out: out, tried: make(chan struct{}),
		hearing: newHearing(c.Now)}
	leave := c.hearings.add(s.hearing)
	var both sync.WaitGroup
	both.Go(func() { s.run(ctx) })
	both.Go(func() { s.byTime(ctx) })
	go func() {
		both.Wait()
		leave()
		close(out)
	}()
	select {
	case <-s.tried:
	case <-ctx.Done():
	case <-time.After(openingWait):
		s.late.Store(true)
	}
	return out
}

type subscription struct {
	client  *Client
	topics  []api.Topic
	out     chan<- api.Event
	tried   chan struct{} // closed when the first stream is open, or could not be opened
	once    sync.Once
	late    atomic.Bool // the reader went on before the first stream was open
	gap     bool        // whether events may have been missed
	last    string      // id of the last event that was handed over
	next    string      // id of the one that is being read
	hearing *hearing
}

func (s *subscription) run(ctx context.Context) {
	wait := firstRetry
	for ctx.Err() == nil {
		heard, why := s.listen(ctx)
		s.hearing.is(false, why)
		if heard {
			wait = firstRetry
		}
		s.gap = true
		s.once.Do(func() { close(s.tried) })
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
	res, err := s.client.send(ctx, http.MethodGet, s.target(), nil)
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
		s.pass(ctx, line)
	}
}

// pass hands the event on a line, if there is one, to the reader.
func (s *subscription) pass(ctx context.Context, line []byte) {
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
		s.give(ctx, e.API())
	}
}

func (s *subscription) give(ctx context.Context, e api.Event) {
	select {
	case <-ctx.Done():
	case s.out <- e:
	}
}

// open tells that the stream is open, and the reader to read everything again after a gap.
func (s *subscription) open(ctx context.Context) error {
	s.hearing.is(true, "")
	s.once.Do(func() { close(s.tried) })
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
		s.missed(ctx, n.ChainID)
	}
	return nil
}

func (s *subscription) target() string {
	names := make([]string, len(s.topics))
	for i, t := range s.topics {
		names[i] = string(t)
	}
	query := make(url.Values)
	if len(names) > 0 {
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
