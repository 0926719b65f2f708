package server

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// connections bounds how many connections are open. Of those that wait for a client (idle, or
// sending a request), the one that has waited longest makes room for a new one, so that idle and
// slow connections cannot lock honest clients out.
type connections struct {
	max     int
	mu      sync.Mutex
	open    map[net.Conn]*list.Element // nil while a request is being answered
	waiting *list.List                 // of net.Conn, the longest wait in front
}

func newConnections(limit int) *connections {
	return &connections{max: limit, open: make(map[net.Conn]*list.Element), waiting: list.New()}
}

type connKey struct{}

func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// changed is the server's ConnState hook.
func (t *connections) changed(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if longest := t.add(c); longest != nil {
			_ = longest.Close()
		}
	case http.StateClosed, http.StateHijacked:
		t.mu.Lock()
		defer t.mu.Unlock()
		if e := t.open[c]; e != nil {
			t.waiting.Remove(e)
		}
		delete(t.open, c)
	}
}

// add takes a new connection in and returns the one to close for it; that is the new one where no
// other waits.
func (t *connections) add(c net.Conn) net.Conn {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open[c] = t.waiting.PushBack(c)
	if len(t.open) <= t.max {
		return nil
	}
	front := t.waiting.Front()
	longest := front.Value.(net.Conn)
	t.waiting.Remove(front)
	delete(t.open, longest)
	return longest
}

// busy marks a request's connection as being answered, until release.
func (t *connections) busy(ctx context.Context) {
	c, _ := ctx.Value(connKey{}).(net.Conn)
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.open[c]; e != nil {
		t.waiting.Remove(e)
		t.open[c] = nil
	}
}

// release marks a request's connection as waiting again.
func (t *connections) release(ctx context.Context) {
	c, _ := ctx.Value(connKey{}).(net.Conn)
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, known := t.open[c]; known && e == nil {
		t.open[c] = t.waiting.PushBack(c)
	}
}

// count returns how many connections are open.
func (t *connections) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.open)
}
