package server

import (
	"container/list"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"bourse/backend/api"
	"bourse/backend/seats"
)

// DefaultRateLimit is how many requests a second one client address may make; costly ones a tenth
// of it. A console asks two hundred things and more as it starts, and some twenty a second where
// there is a block a second, and an office has one address: so several can start at once, and go
// on.
const (
	DefaultRateLimit = 100
	costlyShare      = 10 // of the rate that costly requests have
	burstSeconds     = 20 // of the rate that can be asked for at once
	costlySeconds    = 2  // of that of costly requests
)

// maxClients bounds the table of clients: with more, the one not seen for longest is forgotten.
const maxClients = 16384

// limiter keeps the request budgets of clients by address.
type limiter struct {
	perSecond int
	now       func() time.Time

	mu      sync.Mutex
	last    time.Time     // what the clock said last
	set     time.Duration // by how much it was set back in all
	clients map[netip.Addr]*list.Element
	recent  *list.List // of *client, the last seen in front
}

type client struct {
	addr         netip.Addr
	cheap, heavy *rate.Limiter
}

// newLimiter returns nil, which limits nothing, for a limit of 0.
func newLimiter(perSecond int, now func() time.Time) *limiter {
	if perSecond <= 0 {
		return nil
	}
	return &limiter{perSecond: perSecond, now: now, clients: make(map[netip.Addr]*list.Element),
		recent: list.New()}
}

// count is how many clients are remembered.
func (l *limiter) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.recent.Len()
}

// take spends one request of the client's budget, or says when to come back.
func (l *limiter) take(remote string, costly bool) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c, now := l.client(seats.Client(remote)), l.steady()
	bucket := c.cheap
	if costly {
		bucket = c.heavy
	}
	if bucket.AllowN(now, 1) {
		return nil
	}
	wait := time.Duration((1 - bucket.TokensAt(now)) / float64(bucket.Limit()) *
		float64(time.Second))
	e := api.Errorf(api.RateLimited,
		"more than %v requests a second from your address; wait as long as Retry-After says",
		bucket.Limit())
	e.RetryAfter = wait
	return e
}

// answerUnit is for how many bytes of an answer a request is spent beside its own: a whole book of
// tens of thousands of orders costs what hundreds of requests do.
const answerUnit = 64 << 10

// spend takes what an answer of a size costs from the client's budget, which can be overdrawn: what
// is large is known once it is made.
func (l *limiter) spend(remote string, size int) {
	more := size / answerUnit
	if l == nil || more == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c, now := l.client(seats.Client(remote)), l.steady()
	c.cheap.ReserveN(now, min(more, c.cheap.Burst()))
}

// steady returns the clock's time made to never go back: to a bucket, a clock set back by an hour
// would stand still for that hour.
func (l *limiter) steady() time.Time {
	now := l.now()
	if now.Before(l.last) {
		l.set += l.last.Sub(now)
	}
	l.last = now
	return now.Add(l.set)
}

func (l *limiter) client(addr netip.Addr) *client {
	if e, ok := l.clients[addr]; ok {
		l.recent.MoveToFront(e)
		return e.Value.(*client)
	}
	if l.recent.Len() >= maxClients {
		last := l.recent.Back()
		delete(l.clients, last.Value.(*client).addr)
		l.recent.Remove(last)
	}
	costly := max(1, l.perSecond/costlyShare)
	c := &client{
		addr:  addr,
		cheap: rate.NewLimiter(rate.Limit(l.perSecond), burstSeconds*l.perSecond),
		heavy: rate.NewLimiter(rate.Limit(costly), costlySeconds*costly),
	}
	l.clients[addr] = l.recent.PushFront(c)
	return c
}
