package etcdtest

import (
	"bytes"
	"context"
	"net"
	"regexp"
	"strconv"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// crossing is what the members of a cluster reach each other by, in this process, so that some of
// them can be cut off without a word to the kernel. While one is cut off, nothing passes to it or
// from it, and nothing is closed.
type crossing struct {
	mu    sync.Mutex
	moved *sync.Cond
	off   map[string]bool   // members by name
	names map[string]string // by id, as a member names itself in its requests
	doors []net.Listener
	conns map[net.Conn]bool
}

func newCrossing() *crossing {
	x := &crossing{off: make(map[string]bool), names: make(map[string]string),
		conns: make(map[net.Conn]bool)}
	x.moved = sync.NewCond(&x.mu)
	return x
}

// door is an address at which a member is reached through the crossing.
func (x *crossing) door(to, at string) (addr string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	x.doors = append(x.doors, l)
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go x.enter(near, to, at)
		}
	}()
	return l.Addr().String(), nil
}

var serverFrom = regexp.MustCompile(`(?i)\r\nX-Server-From: ([0-9a-f]+)\r\n`)

// enter reads who it is that comes, which a connection's first request tells, and carries on.
func (x *crossing) enter(near net.Conn, to, at string) {
	defer near.Close()
	var head []byte
	b := make([]byte, 4096)
	for !bytes.Contains(head, []byte("\r\n\r\n")) {
		n, err := near.Read(b)
		if head = append(head, b[:n]...); err != nil {
			return
		}
	}
	from := ""
	if id := serverFrom.FindSubmatch(head); id != nil {
		from = string(id[1])
	}
	x.wait(from, to)
	far, err := net.Dial("tcp", at)
	if err != nil {
		return
	}
	defer far.Close()
	x.mu.Lock()
	x.conns[near], x.conns[far] = true, true
	x.mu.Unlock()
	if _, err := far.Write(head); err != nil {
		return
	}
	back := make(chan struct{})
	go func() {
		x.carry(near, far, from, to)
		close(back)
	}()
	x.carry(far, near, from, to)
	<-back
	x.mu.Lock()
	delete(x.conns, near)
	delete(x.conns, far)
	x.mu.Unlock()
}

// carry carries bytes one way of a connection between two members.
func (x *crossing) carry(to, from net.Conn, a, b string) {
	defer to.Close()
	defer from.Close()
	part := make([]byte, 32<<10)
	for {
		n, err := from.Read(part)
		x.wait(a, b)
		if _, bad := to.Write(part[:n]); err != nil || bad != nil {
			return
		}
	}
}

// wait waits until neither of two members is cut off.
func (x *crossing) wait(from, to string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.off[to] || x.off[x.names[from]] {
		x.moved.Wait()
	}
}

func (x *crossing) set(name string, off bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.off[name] = off
	x.moved.Broadcast()
}

func (x *crossing) close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, l := range x.doors {
		l.Close()
	}
	for c := range x.conns {
		c.Close()
	}
	x.off = make(map[string]bool)
	x.moved.Broadcast()
}

// learn asks the cluster for the ids of its members.
func (x *crossing) learn(endpoints []string) error {
	c, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		return err
	}
	defer c.Close()
	list, err := c.MemberList(context.Background())
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, m := range list.Members {
		x.names[strconv.FormatUint(m.ID, 16)] = m.Name
	}
	return nil
}

// Cut cuts a member off from the other members, not from clients, of a cluster that was made for
// it, until Join.
func (c *Cluster) Cut(m *Member) { c.crossing.set(m.Name, true) }

// Join ends a cut.
func (c *Cluster) Join(m *Member) { c.crossing.set(m.Name, false) }
