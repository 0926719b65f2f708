package api

import (
	"context"
	"fmt"
	"testing"
)

// However many different events a reader leaves waiting, they take bounded memory, and it learns
// that it has to read everything again.
func TestEventsThatWaitAreBounded(t *testing.T) {
	var bus Bus
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	events := bus.Subscribe(ctx)
	for n := range uint64(5 * maxWaiting) {
		bus.Publish(Event{Topic: TopicOrder, ChainID: 1 + n%2, Key: fmt.Sprint(n)})
		if h := bus.Held(); h.Bytes > h.Most || h.Most == 0 {
			t.Fatalf("%d bytes wait, %d may", h.Bytes, h.Most)
		}
	}
	bus.Publish(Event{Topic: TopicBlock, ChainID: 1, Key: "head", Block: 7})
	again, last := map[uint64]bool{}, Event{}
	for e := range events {
		if e.Key == "" && e.Topic == TopicOrder {
			again[e.ChainID] = true
		}
		if last = e; e.Topic == TopicBlock {
			break
		}
	}
	if !again[1] || !again[2] || last.Block != 7 {
		t.Errorf("to read again %v, last %+v", again, last)
	}
}

func TestBusConflatesForSlowReaders(t *testing.T) {
	var bus Bus
	ctx, cancel := context.WithCancel(context.Background())
	events := bus.Subscribe(ctx, TopicBook)
	bus.Publish(Event{Topic: TopicBlock, Block: 1})
	for n := range uint64(10_000) {
		bus.Publish(Event{Topic: TopicBook, Key: fmt.Sprint(n % 2), Block: n})
	}
	newest := map[string]uint64{}
	seen := 0
	for e := range events {
		if e.Topic != TopicBook {
			t.Fatalf("got a %s event", e.Topic)
		}
		seen++
		newest[e.Key] = e.Block
		if newest["0"] == 9998 && newest["1"] == 9999 {
			break
		}
	}
	if seen > 6 {
		t.Errorf("a reader that waited got %d events; want the newest of each key", seen)
	}
	cancel()
	for range events {
	}
	bus.mu.Lock()
	defer bus.mu.Unlock()
	if len(bus.readers) != 0 {
		t.Error("an ended subscription is still held")
	}
}

// A slow reader gets every fill, an order as it is last, and with the last of what waits the
// position that all of it leads to.
func TestBusKeepsEveryFill(t *testing.T) {
	t.Parallel()
	var bus Bus
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	events := bus.Subscribe(ctx)
	bus.Publish(Event{Topic: TopicBlock, ChainID: 2, Key: "head"}) // what is being handed over
	for n := range uint64(3) {
		at := Position{ChainID: 1, Block: n, Orders: 1}
		bus.PublishAt(&at,
			Event{Topic: TopicFill, ChainID: 1, Key: "o", Fill: &Fill{LogIndex: uint(n)}},
			Event{Topic: TopicOrder, ChainID: 1, Key: "o", Block: n})
	}
	var fills []uint
	for e := range events {
		if e.Fill != nil {
			fills = append(fills, e.Fill.LogIndex)
		}
		if e.At != nil && e.At.Block == 2 && !e.More {
			break
		}
	}
	if fmt.Sprint(fills) != "[0 1 2]" {
		t.Errorf("the fills are %v", fills)
	}
}
