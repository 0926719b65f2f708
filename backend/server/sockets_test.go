package server

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"bourse/backend/api/apitest"
)

// Clients of web sockets that send too much, ping without reading what comes back, or take in
// nothing lose their place, and so many at once get no more than their address may have. Who reads
// goes on beside them.
func TestHostileSockets(t *testing.T) {
	t.Parallel()
	addr, s, _ := startServer(t, apitest.NewEcho(), func(s *Server) {
		s.times.heartbeat, s.times.write = 200*time.Millisecond, 2*time.Second
	})
	url := "ws://" + addr + "/x/events"
	open := func() *websocket.Conn {
		t.Helper()
		c, _, err := websocket.DefaultDialer.Dial(url, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	honest := open()
	over := make(chan error, 1)
	go func() {
		for {
			if _, _, err := honest.ReadMessage(); err != nil { // it answers each ping
				over <- err
				return
			}
		}
	}()
	attacks := map[string]func(c *websocket.Conn){
		"a frame of a megabyte": func(c *websocket.Conn) {
			_ = c.WriteMessage(websocket.BinaryMessage, make([]byte, 1<<20))
		},
		"a message in a thousand frames": func(c *websocket.Conn) {
			w, err := c.NextWriter(websocket.BinaryMessage)
			for err == nil {
				_, err = w.Write(bytes.Repeat([]byte{1}, 4096))
			}
		},
		"pings without an end": func(c *websocket.Conn) {
			for c.WriteControl(websocket.PingMessage, make([]byte, 125),
				time.Now().Add(time.Second)) == nil {
			}
		},
		"nothing at all": func(*websocket.Conn) {},
	}
	for _, attack := range attacks {
		go attack(open())
	}
	waitFor(t, "the end of the attacks", func() bool { return s.streams.Taken() == 1 })
	var flood sync.WaitGroup
	var mu sync.Mutex
	seats, refused := 0, 0
	for range 8 {
		flood.Go(func() {
			for range 50 {
				c, r, err := websocket.DefaultDialer.Dial(url, nil)
				mu.Lock()
				if err == nil {
					seats++
					t.Cleanup(func() { c.Close() })
				} else if r != nil && r.StatusCode == 429 {
					refused++
				} else {
					t.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	flood.Wait()
	if n := s.streams.Taken(); n > maxStreamsEach || seats == 0 || seats+refused != 400 {
		t.Errorf("of 400 sockets %d were opened and %d refused; %d are open", seats, refused, n)
	}
	waitFor(t, "the end of all that take in nothing", func() bool { return s.streams.Taken() == 1 })
	select {
	case err := <-over:
		t.Fatalf("who answers is cut off: %v", err)
	default:
	}
	honest.Close()
	waitFor(t, "its place", func() bool { return s.streams.Taken() == 0 })
}
