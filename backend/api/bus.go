package api

import (
	"context"
	"fmt"
	"sync"
)

// Bus carries events from the parts of the backend to readers. Publishing never blocks: a slow
// reader's waiting events are conflated to the newest of each topic, chain and key. The zero Bus is
// ready.
type Bus struct {
	mu      sync.Mutex
	readers map[*reader]struct{}
}

type eventKey struct {
	topic Topic
	chain uint64
	key   string
}

// reader holds one subscription's waiting events in order of first arrival.
type reader struct {
	topics  map[Topic]bool
	mu      sync.Mutex
	order   []eventKey
	waiting map[eventKey]Event
	at      map[uint64]*Position // of each network with what waits
	wake    chan struct{}
}

// maxWaiting is how many events wait for a reader. Those of one that is further behind become one
// for each topic and chain with an empty Key and nothing in it: read everything of it again.
const maxWaiting = 1024

// eventBytes is about what an event that waits takes; the order or fill in it is that of all
// readers.
const eventBytes = 512

// Held tells how much the events that wait for readers take.
func (b *Bus) Held() Held {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := Held{What: "events that wait for readers"}
	for r := range b.readers {
		r.mu.Lock()
		h.Bytes += eventBytes * int64(len(r.order))
		h.Most += eventBytes * maxWaiting
		r.mu.Unlock()
	}
	return h
}

// Publish hands an event to every subscription of its topic.
func (b *Bus) Publish(events ...Event) { b.PublishAt(nil, events...) }

// PublishAt is Publish for events with which the orders of a network come to a position.
func (b *Bus) PublishAt(at *Position, events ...Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for r := range b.readers {
		r.put(at, events)
	}
}

// Subscribe returns events of the topics (all if none is named) until ctx ends, then the channel
// closes.
func (b *Bus) Subscribe(ctx context.Context, topics ...Topic) <-chan Event {
	r := &reader{topics: make(map[Topic]bool), waiting: make(map[eventKey]Event),
		at: make(map[uint64]*Position), wake: make(chan struct{}, 1)}
	for _, t := range topics {
		r.topics[t] = true
	}
	b.mu.Lock()
	if b.readers == nil {
		b.readers = make(map[*reader]struct{})
	}
	b.readers[r] = struct{}{}
	b.mu.Unlock()
	out := make(chan Event)
	go func() {
		defer close(out)
		defer b.drop(r)
		r.pump(ctx, out)
	}()
	return out
}

func (b *Bus) drop(r *reader) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.readers, r)
}

func (r *reader) put(at *Position, events []Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at != nil {
		r.at[at.ChainID] = at
	}
	for _, e := range events {
		if len(r.topics) > 0 && !r.topics[e.Topic] {
			continue
		}
		k := keyOf(e)
		if _, ok := r.waiting[k]; !ok && len(r.order) >= maxWaiting {
			r.shrink()
		}
		if all := (eventKey{e.Topic, e.ChainID, ""}); r.again(all) {
			continue
		}
		if _, ok := r.waiting[k]; !ok {
			r.order = append(r.order, k)
		}
		r.waiting[k] = e
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// keyOf is what a newer event takes the place of. A fill happened once: none takes its place.
func keyOf(e Event) eventKey {
	if e.Fill != nil {
		return eventKey{e.Topic, e.ChainID, fmt.Sprintf("%s %s %d", e.Key, e.Fill.TxHash,
			e.Fill.LogIndex)}
	}
	return eventKey{e.Topic, e.ChainID, e.Key}
}

// again tells whether everything of a topic and chain is to be read again anyway.
func (r *reader) again(all eventKey) bool {
	e, ok := r.waiting[all]
	return ok && e == (Event{Topic: all.topic, ChainID: all.chain})
}

// shrink puts one event for each topic and chain in the place of all that wait. r.mu is held.
func (r *reader) shrink() {
	waited := r.order
	r.order = nil
	clear(r.waiting)
	for _, k := range waited {
		k.key = ""
		if _, ok := r.waiting[k]; !ok {
			r.order = append(r.order, k)
			r.waiting[k] = Event{Topic: k.topic, ChainID: k.chain}
		}
	}
}

// take returns what waits. The last event of a network comes to its position, and those before it
// say that more belong to that.
func (r *reader) take() []Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	events := make([]Event, len(r.order))
	for i, k := range r.order {
		events[i] = r.waiting[k]
		events[i].At = r.at[k.chain]
	}
	told := make(map[uint64]bool)
	for i := len(events) - 1; i >= 0; i-- {
		events[i].More = events[i].At != nil && told[events[i].ChainID]
		told[events[i].ChainID] = true
	}
	for chain := range told {
		delete(r.at, chain)
	}
	r.order = r.order[:0]
	clear(r.waiting)
	return events
}

func (r *reader) pump(ctx context.Context, out chan<- Event) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		}
		for _, e := range r.take() {
			select {
			case <-ctx.Done():
				return
			case out <- e:
			}
		}
	}
}
