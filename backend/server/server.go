package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"bourse/backend/api"
	"bourse/backend/seats"
	"bourse/backend/turns"
)

// Limits of a server. They bound what one client, or many, can make it hold.
const (
	maxBody        = 64 << 10
	maxURI         = 8000
	maxHeader      = 16 << 10
	maxConnections = 4096
	maxStreams     = 256
	maxStreamsEach = 64        // of one client address: several consoles' worth
	maxPending     = 128 << 20 // bytes of answers that slow readers keep in memory
	maxPendingEach = 64 << 20  // of one client address, beyond which it gets no large answer
	largeReply     = 64 << 10
)

// streamRetry is when a client that got no event stream may ask again.
const streamRetry = 5 * time.Second

// timeouts bound how long a server waits: for a client to send, for a handler to answer, for a
// client to read.
type timeouts struct {
	header, read, handler, write, idle, stop, probe time.Duration
	// for clients to learn, by an answer, that their connections end
	drain time.Duration
	// between comments of a quiet event stream
	heartbeat time.Duration
}

func standardTimeouts() timeouts {
	return timeouts{
		header: 5 * time.Second, read: 15 * time.Second, handler: 12 * time.Second,
		write: 30 * time.Second, idle: 90 * time.Second,
		stop: 10 * time.Second, probe: 3 * time.Second, heartbeat: 15 * time.Second,
		drain: time.Second,
	}
}

// Options are what a server can be told. The zero value serves without rate limits or logs.
type Options struct {
	Version string // shown by /version
	// requests a second for each client address, 0 is no limit; see DefaultRateLimit
	RateLimit int
	// names that clients may use for a loopback listener, beside localhost and loopback addresses
	Hosts []string
	// what /metrics tells of caches and queues beside the server's own; nil has none
	Held func() []api.Held
	// what /metrics tells of settlements that failed on chain; nil has none
	Reverts func() []api.Reverts
	// what /metrics tells of what is on disk; nil is nothing
	Disk func() api.Disk
	// more for /readyz to ask, such as the health of the store
	Ready func(ctx context.Context) error
	// how this node shares facts with others; nil is a single machine
	Cluster Cluster
	// Drain is how long the server goes on once it is told to stop, unready, so that whoever sends
	// requests here sends them elsewhere before the address is closed.
	Drain time.Duration
	// Leave is called when that begins; nil is nothing
	Leave func()
	// requests at debug, faults of ours at error; nil logs nothing
	Log  *slog.Logger
	Now  func() time.Time // for rate limits and durations; nil is time.Now
	Rand io.Reader        // for request ids; nil is crypto/rand
}

// Server answers the interface over HTTP from a service.
type Server struct {
	svc     api.Service
	opts    Options
	log     *slog.Logger
	now     func() time.Time
	root    *node
	limits  *limiter
	metrics *metrics
	conns   *seats.Connections
	owed    int64 // bytes that a client may leave untaken and get another large answer
	times   timeouts

	hosts   hostCheck
	idBase  string
	idNext  atomic.Uint64
	leaving atomic.Bool // it was told to stop
	streams seats.Room
	replays *turns.Queue // of what streams missed
	lists   *turns.Queue // of more than a page of an owner's orders
	spoken  spoken
	feeds   feeds
	stop    context.Context // ends event streams
	stopNow context.CancelFunc
}

// New returns a server for a service. Serve it with Run, or use it as a http.Handler.
func New(svc api.Service, opts Options) *Server {
	s := &Server{svc: svc, opts: opts, log: opts.Log, now: opts.Now, times: standardTimeouts(),
		streams: seats.Room{Most: maxStreams, Each: maxStreamsEach}, replays: newReplays(),
		lists:  turns.New(max(1, runtime.GOMAXPROCS(0)/2), 1, listPatience),
		spoken: newSpoken()}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	table := routes()
	s.root = newRouter(table)
	s.metrics = newMetrics(s, table)
	s.limits = newLimiter(opts.RateLimit, s.now)
	s.conns, s.owed = seats.NewConnections(maxConnections, maxPending), maxPendingEach
	s.idBase = idBase(opts.Rand)
	s.stop, s.stopNow = context.WithCancel(context.Background())
	return s
}

// idBase returns what tells the request ids of this process from those of others.
func idBase(r io.Reader) string {
	if r == nil {
		r = rand.Reader
	}
	var b [6]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return "req"
	}
	return hex.EncodeToString(b[:])
}

func (s *Server) nextID() string {
	return s.idBase + "-" + strconv.FormatUint(s.idNext.Add(1), 10)
}

// Run serves on the listener until ctx ends. Then it ends event streams, lets the requests in
// flight finish, and returns nil.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	s.hosts = hostsFor(l.Addr(), s.opts.Hosts)
	srv := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.times.header,
		ReadTimeout:       s.times.read,
		WriteTimeout:      s.times.write,
		IdleTimeout:       s.times.idle,
		MaxHeaderBytes:    maxHeader,
		ConnContext:       seats.WithConnection,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		// OPTIONS * has no endpoint to speak of.
		DisableGeneralOptionsHandler: true,
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(listener{s.conns.Listen(l), s}) }()
	select {
	case err := <-failed:
		s.stopNow()
		return fmt.Errorf("serve on %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	if err := s.leave(failed); err != nil {
		return fmt.Errorf("serve on %s: %w", l.Addr(), err)
	}
	_ = l.Close() // who comes from now on is refused
	return s.shutdown(srv, failed)
}

// leave goes on serving for as long as Drain says, while /readyz tells everybody to go elsewhere.
func (s *Server) leave(failed <-chan error) error {
	s.leaving.Store(true)
	if s.opts.Leave != nil {
		s.opts.Leave()
	}
	over := time.NewTimer(s.opts.Drain)
	defer over.Stop()
	select {
	case err := <-failed:
		s.stopNow()
		return err
	case <-over.C:
		return nil
	}
}

// drain waits, not for long, until no connection is open: each answer from now on ends its own. One
// that was closed while a request was on its way would lose that request.
func (s *Server) drain() {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(s.times.drain); s.conns.Open() > 0; {
		select {
		case <-late:
			return
		case <-tick.C:
		}
	}
}

func (s *Server) shutdown(srv *http.Server, failed <-chan error) error {
	s.stopNow()
	s.drain()
	ctx, cancel := context.WithTimeout(context.Background(), s.times.stop)
	defer cancel()
	err := srv.Shutdown(ctx)
	if errors.Is(err, net.ErrClosed) { // the listener was closed already
		err = nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(fmt.Errorf("requests still ran %s after the stop", s.times.stop),
			srv.Close())
	}
	<-failed
	return err
}
