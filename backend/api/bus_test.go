package api

import (
	"context"
	"fmt"
	"testing"
)

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
