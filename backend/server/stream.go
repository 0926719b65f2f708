package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/seats"
	"bourse/backend/wire"
)

// catchUpWait is how long a stream waits for this node to come to where another one was.
const catchUpWait = 5 * time.Second

// seated gives a stream its place, and what it is answered by.
func (s *Server) seated(c *call, run func(ctx context.Context, out outlet)) (reply, error) {
	gone := make(chan struct{}) // another client gets the place
	mine := &seats.Seat{Client: seats.Client(c.r.RemoteAddr), GiveUp: func() { close(gone) }}
	if c.r.Method == http.MethodGet {
		if err := s.streams.Take(mine); err != nil {
			return reply{}, noStream(err)
		}
	}
	return reply{status: http.StatusOK, contentType: eventStream, stream: func() {
		defer s.streams.Leave(mine)
		ctx, cancel := context.WithCancel(c.r.Context())
		defer cancel()
		defer context.AfterFunc(s.stop, cancel)()
		out, err := s.outletFor(c, cancel)
		if err != nil {
			return // the client was told
		}
		go func() {
			select {
			case <-gone:
				out.end("all places are taken: another client gets this one")
				cancel()
			case <-ctx.Done():
			}
		}()
		run(ctx, out)
		out.end("")
	}}, nil
}

// noStream is why there is no place for a stream.
func noStream(why error) error {
	e := api.Errorf(api.RateLimited, "%d event streams are open, which is all this server keeps; "+
		"try again later", maxStreams)
	if errors.Is(why, seats.ErrTooMany) {
		e = api.Errorf(api.RateLimited, "your address has %d open event streams, which is as many "+
			"as one may have; close one first", maxStreamsEach)
	}
	e.RetryAfter = streamRetry
	return e
}

// events answers with an endless stream of events. The service conflates what the reader is too
// slow for, and what it lost of orders and fills is told again.
func (s *Server) events(c *call) (reply, error) {
	wanted, err := parseTopics(get[string](c.in, "topics"))
	if err != nil {
		return reply{}, err
	}
	f := &eventStreamer{server: s, client: seats.Client(c.r.RemoteAddr), wanted: wanted,
		at: make(map[uint64]api.Position)}
	f.replay, _ = s.svc.(api.Replayer)
	if f.from, err = parseMarks(c.lastEventID()); err != nil {
		return reply{}, err
	}
	networks, err := s.svc.Networks(c.ctx)
	if err != nil {
		return reply{}, err
	}
	f.only = opt[uint64](c.in, "network")
	var ids []uint64
	for _, n := range networks {
		ids = append(ids, n.ChainID)
		if f.only == nil || n.ChainID == *f.only {
			f.networks = append(f.networks, n.ChainID)
		}
	}
	if f.only != nil && len(f.networks) == 0 {
		return reply{}, api.NotConfigured(*f.only, ids)
	}
	return s.seated(c, f.run)
}

// lastEventID is where a client says that it got to: browsers add the header when they open a
// stream again, and can add none to a web socket.
func (c *call) lastEventID() string {
	if id := get[string](c.in, "lastEventId"); id != "" {
		return id
	}
	return get[string](c.in, "Last-Event-ID")
}

func parseTopics(list string) ([]api.Topic, error) {
	if list == "" {
		return wire.Topics[:], nil
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

// mark is where a stream is on a network: all was told up to a position, and of what leads to
// the next one a part.
type mark struct {
	done api.Position
	next *api.Position
}

// parseMarks reads the id of an event.
func parseMarks(id string) (map[uint64]mark, error) {
	if id == "" {
		return nil, nil
	}
	marks := make(map[uint64]mark)
	for _, part := range strings.Split(id, ",") {
		done, next, partly := strings.Cut(part, "~")
		var m mark
		var err error
		if m.done, err = api.ParsePosition(done); err == nil && partly {
			m.next = new(api.Position)
			*m.next, err = api.ParsePosition(next)
		}
		if err != nil {
			return nil, api.Invalid(api.FieldError{Field: "Last-Event-ID",
				Reason: "must be the id of an event of this exchange: " + cut(err.Error())})
		}
		marks[m.done.ChainID] = m
	}
	return marks, nil
}

// eventStreamer is one stream of events.
type eventStreamer struct {
	server   *Server
	client   netip.Addr
	replay   api.Replayer // nil where the service can't tell anything again
	wanted   []api.Topic
	only     *uint64 // the network that is asked for; nil is all
	networks []uint64
	from     map[uint64]mark // where the client says it was
	at       map[uint64]api.Position
	out      outlet
}

// run writes events until the client goes, stops reading, has to give its place, or the server
// stops.
func (f *eventStreamer) run(ctx context.Context, out outlet) {
	f.out = out
	topics := f.wanted
	if !slices.Contains(topics, api.TopicBlock) {
		topics = append(slices.Clone(topics), api.TopicBlock) // with each comes a position
	}
	events := f.server.svc.Subscribe(ctx, topics...)
	beat := time.NewTicker(f.server.times.heartbeat)
	defer beat.Stop()
	err := f.out.begin()
	if err == nil {
		err = f.begin(ctx)
	}
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			err = f.out.quiet(f.id(nil))
		case e, open := <-events:
			if !open {
				return
			}
			err = f.pass(ctx, e)
		}
	}
}

// begin tells what a client has missed, or where it begins.
func (f *eventStreamer) begin(ctx context.Context) error {
	for _, id := range f.networks {
		if err := f.beginOn(ctx, id); err != nil {
			return err
		}
	}
	return f.out.quiet(f.id(nil))
}

func (f *eventStreamer) beginOn(ctx context.Context, chainID uint64) error {
	m, given := f.from[chainID]
	if given && f.knows(ctx, m) {
		f.at[chainID] = m.done
		if err := f.again(ctx, chainID); err != nil {
			return err
		}
		return f.hints(chainID)
	}
	if f.replay != nil {
		if at, err := f.replay.Position(ctx, chainID); err == nil {
			f.at[chainID] = at
		}
	}
	if f.from == nil {
		return nil
	}
	return f.lost(chainID, f.wanted)
}

// knows tells whether this node has come to where the client was, and waits for that, not for
// long.
func (f *eventStreamer) knows(ctx context.Context, m mark) bool {
	if f.replay == nil {
		return false
	}
	furthest := m.done
	if m.next != nil {
		furthest = *m.next
	}
	late := time.NewTimer(catchUpWait)
	defer late.Stop()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		known, err := f.replay.Knows(ctx, furthest)
		if err == nil && known {
			known, err = f.replay.Knows(ctx, m.done)
			return err == nil && known
		}
		at, err := f.replay.Position(ctx, furthest.ChainID)
		if err == nil && at.Block >= furthest.Block && at.Orders >= furthest.Orders {
			return false // there already, and it is another one
		}
		select {
		case <-ctx.Done():
			return false
		case <-late.C:
			return false
		case <-tick.C:
		}
	}
}

// again tells what changed since the position that all was told up to.
func (f *eventStreamer) again(ctx context.Context, chainID uint64) error {
	from, told := f.at[chainID]
	if f.replay == nil || !told {
		return f.lost(chainID, []api.Topic{api.TopicOrder, api.TopicFill})
	}
	at, known, err := f.retell(ctx, from)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && known:
		f.at[chainID] = at
		return nil
	}
	if at, err := f.replay.Position(ctx, chainID); err == nil {
		f.at[chainID] = at
	}
	return f.lost(chainID, []api.Topic{api.TopicOrder, api.TopicFill})
}

// lost tells that everything of topics is to be read again.
func (f *eventStreamer) lost(chainID uint64, topics []api.Topic) error {
	for _, t := range topics {
		if err := f.write(api.Event{Topic: t, ChainID: chainID}); err != nil {
			return err
		}
	}
	return nil
}

// hints tells of what carries no fact that it may have changed.
func (f *eventStreamer) hints(chainID uint64) error {
	if err := f.lost(chainID, []api.Topic{api.TopicAuction, api.TopicBook,
		api.TopicTrade}); err != nil {
		return err
	}
	return f.write(api.Event{Topic: api.TopicBlock, ChainID: chainID, Key: "head",
		Block: f.at[chainID].Block})
}

// pass writes an event of the service. What it lost of orders and fills is told again.
func (f *eventStreamer) pass(ctx context.Context, e api.Event) error {
	if f.only != nil && e.ChainID != *f.only {
		return nil
	}
	if e.Key == "" && (e.Topic == api.TopicOrder || e.Topic == api.TopicFill) {
		return f.again(ctx, e.ChainID)
	}
	if e.At != nil && !e.More {
		f.at[e.ChainID] = *e.At
	}
	return f.write(e)
}

// write writes an event if it is wanted.
func (f *eventStreamer) write(e api.Event) error {
	list, err := f.tell([]api.Event{e})
	if err != nil || len(list) == 0 {
		return err
	}
	return f.out.events(list)
}

// idOf is the id of an event. It says where a client goes on that saw no more: of
// events that belong together, all but the last also name the position that they lead to, since
// all before is known up to the one in f.at alone.
func (f *eventStreamer) idOf(e api.Event) string {
	if e.More {
		return f.id(e.At)
	}
	return f.id(nil)
}

// id says where the stream is: all was told up to a position of each network, and on one of them
// a part of what leads to the next.
func (f *eventStreamer) id(next *api.Position) string {
	var parts []string
	for _, chainID := range f.networks {
		at, told := f.at[chainID]
		if !told {
			continue
		}
		text := at.String()
		if next != nil && next.ChainID == chainID {
			text += "~" + next.String()
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}
