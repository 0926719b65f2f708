package seats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"
)

// end is one end of a connection whose client has an address.
type end struct {
	net.Conn
	client string
}

func (e end) RemoteAddr() net.Addr {
	a, _ := net.ResolveTCPAddr("tcp", e.client)
	return a
}

// come opens a connection of a client, and returns what the client has of it.
func come(t *testing.T, of *Connections, client string) (client1 net.Conn, server *connection) {
	t.Helper()
	a, b := net.Pipe()
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, of.add(end{b, client + ":1"})
}

// closed tells whether the server has closed a connection.
func closed(c net.Conn) bool {
	_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := c.Read(make([]byte, 1))
	return errors.Is(err, io.EOF)
}

func busy(c *connection) { Busy(WithConnection(context.Background(), c)) }

func within(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); <-time.After(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what, "did not come")
		}
	}
}

// Of whoever has most, that connection gives way which waits for its client for longest; where all
// of his are answered it is the newest. Who has few keeps what he has.
func TestWhoHasMostConnectionsGivesWay(t *testing.T) {
	t.Parallel()
	of := NewConnections(6, 1<<20)
	few, fewOwn := come(t, of, "192.0.2.1")
	busy(fewOwn)
	old, _ := come(t, of, "192.0.2.2")
	var many [4]net.Conn
	var own [4]*connection
	for i := range many {
		many[i], own[i] = come(t, of, fmt.Sprintf("10.0.0.%d", i%2))
	}
	busy(own[0])
	gone := func(want ...int) {
		t.Helper()
		for i, c := range many {
			is := false
			for _, w := range want {
				is = is || w == i
			}
			if closed(c) != is {
				t.Errorf("connection %d: closed %t, want %t", i, !is, is)
			}
		}
		if closed(few) || closed(old) || of.Open() > 6 {
			t.Errorf("of who has one: closed %t, %t; %d are open", closed(few), closed(old),
				of.Open())
		}
	}
	come(t, of, "198.51.100.1") // 10.0.0.1 has as many as 10.0.0.0, which waited less
	gone(1)
	_, last := come(t, of, "198.51.101.1") // 10.0 has most still
	busy(last)
	gone(1, 2)
	if of.Open() != 6 {
		t.Errorf("%d are open", of.Open())
	}
}

// Where all are answered and nobody has more than the new one would, it is refused.
func TestAnsweredConnectionsStay(t *testing.T) {
	t.Parallel()
	of := NewConnections(3, 1<<20)
	var all [3]net.Conn
	for i := range all {
		c, own := come(t, of, fmt.Sprintf("10.%d.0.1", i))
		all[i] = c
		busy(own)
	}
	late, _ := come(t, of, "10.9.0.1")
	if !closed(late) || closed(all[0]) || closed(all[1]) || closed(all[2]) {
		t.Error("a new connection takes the place of one that is answered")
	}
	again, _ := come(t, of, "10.0.0.1") // who has one that is answered
	if !closed(again) || of.Open() != 3 {
		t.Errorf("a second one: closed %t, %d are open", closed(again), of.Open())
	}
}

// Bytes that clients do not take are bounded: who leaves most loses the connection that takes
// nothing for longest; who takes some is served to the end.
func TestWhoLeavesMostBytesGivesWay(t *testing.T) {
	t.Parallel()
	const answer = 64 << 10
	of := NewConnections(100, 5*answer)
	send := func(c *connection) chan error {
		done := make(chan error, 1)
		busy(c)
		go func() {
			_, err := c.Write(make([]byte, answer))
			done <- err
		}()
		within(t, "the answer", func() bool {
			of.mu.Lock()
			defer of.mu.Unlock()
			return c.writing > 0 || c.left
		})
		return done
	}
	honest, own := come(t, of, "192.0.2.1")
	told := send(own)
	var done [10]chan error
	for i := range done {
		_, greedy := come(t, of, "10.0.0.1")
		done[i] = send(greedy)
		if n := of.Untaken(); n > 5*answer {
			t.Fatalf("%d bytes are not taken", n)
		}
	}
	for i := range 6 {
		if err := <-done[i]; err == nil {
			t.Errorf("answer %d was taken", i)
		}
	}
	if n, err := io.CopyN(io.Discard, honest, answer); err != nil {
		t.Errorf("who takes what he asked for gets %d bytes: %v", n, err)
	}
	if err := <-told; err != nil {
		t.Error(err)
	}
	if n := of.Untaken(); n != 4*answer {
		t.Errorf("%d bytes are not taken, want %d", n, 4*answer)
	}
	_ = own.Close()
	if n := of.Open(); n != 4 {
		t.Errorf("%d connections are open, want those of the four that still wait", n)
	}
}

// A whole network is forgotten with its last connection.
func TestNothingIsLeftOfConnections(t *testing.T) {
	t.Parallel()
	of := NewConnections(10, 1<<20)
	for i := range 100 {
		_, c := come(t, of, fmt.Sprintf("10.%d.0.1", i))
		if i%2 == 0 {
			busy(c)
		}
		_ = c.Close()
		_ = c.Close()
	}
	if of.Open() != 0 || of.Untaken() != 0 || len(of.all.within) != 0 {
		t.Errorf("%d are open, %d bytes, %d networks", of.Open(), of.Untaken(), len(of.all.within))
	}
}
