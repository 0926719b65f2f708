package views

import (
	"context"
	"sync"
)

// Mined says that a transaction of this console is in a block that the service has taken in. What
// screens show is read anew at once, whatever their pauses, before the user is told of it.
type Mined struct {
	mu    sync.Mutex
	reads []chan struct{} // each is closed once its answer has come
}

// reading notes that somebody reads anew; the function that it returns is called once that has
// come.
func (m *Mined) reading() func() {
	m.mu.Lock()
	defer m.mu.Unlock()
	read := make(chan struct{})
	m.reads = append(m.reads, read)
	return func() { close(read) }
}

// Wait returns once all have read that were told, or when ctx ends. It is called, off the loop,
// after the message has been broadcast.
func (m *Mined) Wait(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, read := range m.reads {
		select {
		case <-read:
		case <-ctx.Done():
			return
		}
	}
}
