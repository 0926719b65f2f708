package server

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// clock is a time that a test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newClock() *clock { return &clock{time.Unix(1_700_000_000, 0)} }

// allowed counts how many of n requests pass.
func allowed(l *limiter, remote string, costly bool, n int) int {
	passed := 0
	for range n {
		if l.take(remote, costly) == nil {
			passed++
		}
	}
	return passed
}

func TestRateLimits(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := newLimiter(DefaultRateLimit, c.Now)
	check := func(what string, got, want int) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d pass, want %d", what, got, want)
		}
	}
	check("burst", allowed(l, "10.0.0.1:1", false, 4000), 2000)
	check("costly burst, a budget of its own", allowed(l, "10.0.0.1:2", true, 200), 20)
	check("another address", allowed(l, "10.0.0.2:1", false, 4000), 2000)
	c.now = c.now.Add(time.Second)
	check("after a second", allowed(l, "10.0.0.1:3", false, 4000), 100)
	check("costly after a second", allowed(l, "10.0.0.1:3", true, 200), 10)
	c.now = c.now.Add(-time.Hour)
	check("after a clock set back", allowed(l, "10.0.0.1:3", false, 4000), 0)
	c.now = c.now.Add(time.Second)
	check("and a second later", allowed(l, "10.0.0.1:3", false, 4000), 100)
	c.now = c.now.Add(1000 * time.Hour)
	check("after a leap", allowed(l, "10.0.0.1:3", false, 4000), 2000)
	check("IPv6 network", allowed(l, "[2001:db8::1]:1", false, 4000), 2000)
	check("neighbour in it", allowed(l, "[2001:db8::2]:1", false, 4000), 0)
	check("IPv4 in IPv6", allowed(l, "[::ffff:10.0.0.1]:1", false, 4000), 0)
	check("off", allowed(newLimiter(0, c.Now), "10.0.0.1:1", true, 1000), 1000)
	check("one a second", allowed(newLimiter(1, c.Now), "10.0.0.1:1", true, 10), 2)
}

// Who reads much has asked for much: a book of 28 MB costs as many requests as it has units, and
// more than is left is paid back in time.
func TestLargeAnswersAreSpent(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Unix(1_800_000_000, 0)}
	l := newLimiter(100, c.Now)
	const book = 28 << 20 // 448 units
	l.spend("192.0.2.1:1", answerUnit-1)
	if n := allowed(l, "192.0.2.1:2", false, 2000); n != 2000 {
		t.Errorf("a small answer costs: %d of 2,000 are left", n)
	}
	l.spend("192.0.2.2:1", book)
	if n := allowed(l, "192.0.2.2:2", false, 3000); n != 2000-448 {
		t.Errorf("after a book %d requests are left, want %d", n, 2000-448)
	}
	l.spend("192.0.2.2:1", book)
	c.now = c.now.Add(4 * time.Second)
	if n := allowed(l, "192.0.2.2:2", false, 10); n != 0 {
		t.Errorf("%d requests are taken before a second book is paid", n)
	}
	c.now = c.now.Add(time.Second)
	if n := allowed(l, "192.0.2.2:2", false, 1000); n != 500-448 {
		t.Errorf("%d requests are taken five seconds after a second book", n)
	}
	if n := allowed(l, "192.0.2.3:2", false, 3000); n != 2000 {
		t.Errorf("another address has %d", n)
	}
}

func TestRateLimitSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := newLimiter(20, c.Now)
	allowed(l, "10.0.0.1:1", true, 4)
	wait := api.AsError(l.take("10.0.0.1:1", true)).RetryAfter
	if wait != 500*time.Millisecond {
		t.Errorf("RetryAfter is %s, want 500ms", wait)
	}
	c.now = c.now.Add(wait)
	if err := l.take("10.0.0.1:1", true); err != nil {
		t.Errorf("refused after RetryAfter: %v", err)
	}
}

func TestTheTableOfClientsIsBounded(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := newLimiter(1, c.Now)
	const busy = "192.0.2.1:1"
	allowed(l, busy, false, burstSeconds)
	for i := range 2 * maxClients {
		_ = l.take(fmt.Sprintf("10.%d.%d.%d:1", i>>16&255, i>>8&255, i&255), false)
		if i%1000 == 0 && l.take(busy, false) == nil {
			t.Fatal("a client that is busy was forgotten")
		}
	}
	if len(l.clients) > maxClients || l.recent.Len() != len(l.clients) {
		t.Errorf("%d clients are known, want at most %d", len(l.clients), maxClients)
	}
}

func TestRateLimitOverHTTP(t *testing.T) {
	t.Parallel()
	c := newClock()
	srv := httptest.NewServer(New(apitest.NewEcho(), Options{RateLimit: 2, Now: c.Now}))
	defer srv.Close()
	for range 2 * burstSeconds {
		if a := ask(t, srv, "GET", listPath, ""); a.status != 200 {
			t.Fatalf("refused inside the burst: %s", a.body)
		}
	}
	for _, path := range []string{listPath, "/nowhere", "/healthz"} {
		a := ask(t, srv, "GET", path, "")
		a.want(t, 429, api.RateLimited)
		if a.header.Get("Retry-After") != "1" {
			t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
		}
	}
}
