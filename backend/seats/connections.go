package seats

import (
	"container/list"
	"context"
	"net"
	"net/netip"
	"sync"
	"time"

	"bourse/backend/api"
)

// Connections bounds how many connections a server has open, and how many bytes it holds that
// clients have not taken. Where there are too many, whoever has most gives way: of the widest
// network that has most, in it of the one that has most, and so on, the connection that waits for
// its client, by sending nothing or by taking nothing of what is written, for longest. Of those
// that are all being answered it is the newest.
type Connections struct {
	most      int
	mostBytes int64

	mu  sync.Mutex
	all group
}

// NewConnections bounds connections, to what a quarter of the files suffices for that the process
// may have open, and bytes.
func NewConnections(most int, bytes int64) *Connections {
	if files := openFiles(); files > 0 {
		most = max(1, min(most, files/4))
	}
	return &Connections{most: most, mostBytes: bytes,
		all: group{within: make(map[netip.Prefix]*group)}}
}

// group are the connections of a network or, without any within, of an address.
type group struct {
	within            map[netip.Prefix]*group
	conns             int
	bytes             int64
	waiting, answered list.List // of *connection at an address, the longest in front
}

// connection is one of a server's.
type connection struct {
	net.Conn
	of      *Connections
	path    [4]*group // from all down to its address
	client  netip.Addr
	place   *list.Element
	since   time.Time // it waits, or is answered
	busy    bool      // it is being answered
	writing int       // bytes
	left    bool      // it has no place any more
	torn    bool      // as its bytes were not taken
}

func (c *connection) address() *group { return c.path[len(c.path)-1] }

type connectionKey struct{}

// WithConnection is a server's ConnContext.
func WithConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// connectionOf is the one that a request came by; nil where no such listener took it.
func connectionOf(ctx context.Context) *connection {
	c, _ := ctx.Value(connectionKey{}).(net.Conn)
	for {
		switch in := c.(type) {
		case *connection:
			return in
		case interface{ NetConn() net.Conn }:
			c = in.NetConn()
		default:
			return nil
		}
	}
}

// Listen returns a listener whose connections are these.
func (t *Connections) Listen(l net.Listener) net.Listener { return listener{l, t} }

type listener struct {
	net.Listener
	of *Connections
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return l.of.add(c), nil
}

// add takes a connection in, and closes those that are too many, which can be the new one.
func (t *Connections) add(raw net.Conn) *connection {
	c := &connection{Conn: raw, of: t, client: Client(raw.RemoteAddr().String())}
	t.mu.Lock()
	c.path[0] = &t.all
	for i, n := range api.Networks(c.client) {
		above := c.path[i]
		if above.within[n] == nil {
			above.within[n] = new(group)
			if i+2 < len(c.path) {
				above.within[n].within = make(map[netip.Prefix]*group)
			}
		}
		c.path[i+1] = above.within[n]
	}
	for _, g := range c.path {
		g.conns++
	}
	c.settle()
	var gives *connection
	if t.all.conns > t.most {
		gives = t.all.most(func(g *group) int64 { return int64(g.conns) }).longest()
		gives.leave()
	}
	t.mu.Unlock()
	if gives != nil {
		gives.cut()
	}
	return c
}

// settle puts a connection last among those that do as it does now. t.mu is held.
func (c *connection) settle() {
	if c.left {
		return
	}
	g := c.address()
	c.lift()
	c.since = time.Now()
	if c.busy && c.writing == 0 {
		c.place = g.answered.PushBack(c)
	} else {
		c.place = g.waiting.PushBack(c)
	}
}

// lift takes a connection out of the list that it is in. t.mu is held.
func (c *connection) lift() {
	if c.place != nil { // an element is removed of no other list
		c.address().waiting.Remove(c.place)
		c.address().answered.Remove(c.place)
	}
	c.place = nil
}

// leave ends what a connection counts as. t.mu is held.
func (c *connection) leave() {
	if c.left {
		return
	}
	c.torn = c.writing > 0
	c.hold(-c.writing)
	c.lift()
	c.left = true
	for _, g := range c.path {
		g.conns--
	}
	for i, n := range api.Networks(c.client) {
		if c.path[i+1].conns == 0 {
			delete(c.path[i].within, n)
			return
		}
	}
}

// hold counts bytes that are held for a connection. t.mu is held.
func (c *connection) hold(n int) {
	if c.left {
		return
	}
	c.writing += n
	for _, g := range c.path {
		g.bytes += int64(n)
	}
}

// cut closes a connection at once, with what the system holds of it.
func (c *connection) cut() {
	if tcp, ok := c.Conn.(interface{ SetLinger(int) error }); ok && c.torn {
		_ = tcp.SetLinger(0)
	}
	_ = c.Conn.Close()
}

// most is the address that has most, of the network that has most. t.mu is held.
func (g *group) most(has func(*group) int64) *group {
	for g.within != nil {
		var most *group
		var since time.Time
		for _, in := range g.within {
			if most != nil && has(in) < has(most) {
				continue
			}
			if waits := in.waits(); most == nil || has(in) > has(most) || waits.Before(since) {
				most, since = in, waits
			}
		}
		g = most
	}
	return g
}

// waits is since when one of the connections waits for its client. t.mu is held.
func (g *group) waits() time.Time {
	since := time.Now()
	for _, in := range g.within {
		if at := in.waits(); at.Before(since) {
			since = at
		}
	}
	if first := g.waiting.Front(); first != nil {
		since = first.Value.(*connection).since
	}
	return since
}

// longest is the connection of an address that gives way. t.mu is held.
func (g *group) longest() *connection {
	if first := g.waiting.Front(); first != nil {
		return first.Value.(*connection)
	}
	return g.answered.Back().Value.(*connection)
}

// slowest is the connection of an address that has taken none of its bytes for longest, nil where
// none is written to. t.mu is held.
func (g *group) slowest() *connection {
	for at := g.waiting.Front(); at != nil; at = at.Next() {
		if c := at.Value.(*connection); c.writing > 0 {
			return c
		}
	}
	return nil
}

// part is how many bytes a client takes that is not one that takes nothing.
const part = 16 << 10

// Write sends bytes, and fails where they are too many for what clients have left to be sent.
func (c *connection) Write(b []byte) (n int, err error) {
	for _, gives := range c.begin(len(b)) {
		gives.cut()
	}
	defer c.end(len(b))
	for {
		sent, err := c.Conn.Write(b[n:min(len(b), n+part)])
		if n += sent; err != nil || n == len(b) {
			return n, err
		}
		c.of.mu.Lock()
		c.settle()
		c.of.mu.Unlock()
	}
}

// begin counts bytes that are to be written, and returns those whose own have to go for them.
func (c *connection) begin(n int) (give []*connection) {
	t := c.of
	t.mu.Lock()
	defer t.mu.Unlock()
	c.hold(n)
	c.settle()
	for t.all.bytes > t.mostBytes {
		gives := t.all.most(func(g *group) int64 { return g.bytes }).slowest()
		if gives == nil {
			break
		}
		gives.leave()
		give = append(give, gives)
	}
	return give
}

func (c *connection) end(n int) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.hold(-n)
	c.settle()
}

// Close ends the connection, which gives its place back.
func (c *connection) Close() error {
	c.of.mu.Lock()
	c.leave()
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// Busy marks a request's connection as being answered, until Release.
func Busy(ctx context.Context) { mark(ctx, true) }

// Release marks a request's connection as waiting again.
func Release(ctx context.Context) { mark(ctx, false) }

func mark(ctx context.Context, busy bool) {
	c := connectionOf(ctx)
	if c == nil {
		return
	}
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.busy = busy
	c.settle()
}

// Open is how many connections are open.
func (t *Connections) Open() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.conns
}

// Untaken is how many bytes clients have not taken.
func (t *Connections) Untaken() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.bytes
}

// UntakenOf is how many of them the client of a request has not taken.
func UntakenOf(ctx context.Context) int64 {
	c := connectionOf(ctx)
	if c == nil {
		return 0
	}
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	return c.address().bytes
}
