package server

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/seats"
)

// startServer runs a server on a loopback listener. The returned function stops it and returns what
// Run returned.
func startServer(t *testing.T, svc api.Service, change func(*Server)) (addr string, s *Server,
	stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s = New(svc, Options{})
	if change != nil {
		change(s)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, l) }()
	stopped := false
	stop = func() error {
		cancel()
		if stopped {
			return nil
		}
		stopped = true
		return <-done
	}
	t.Cleanup(func() { _ = stop() })
	return l.Addr().String(), s, stop
}

// dial opens a connection that the test writes raw bytes on.
func dial(t *testing.T, addr, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c
}

// status reads the status of the next answer, 0 where the connection was closed without one.
func status(c net.Conn) int {
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	return res.StatusCode
}

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !done(); {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not come", what)
		}
		<-time.After(time.Millisecond)
	}
}

func TestHostsOfALoopbackListener(t *testing.T) {
	t.Parallel()
	addr, _, _ := startServer(t, apitest.NewEcho(),
		func(s *Server) { s.opts.Hosts = []string{"Trader.Example"} })
	for host, want := range map[string]int{
		addr: 200, "localhost": 200, "LOCALHOST:80": 200, "[::1]:80": 200, "127.0.0.5": 200,
		"trader.example:8080": 200, "localhost.": 200,
		"evil.example": 421, "evil.example:80": 421, "127.0.0.1.evil.example": 421, "10.0.0.1": 421,
		"localhost.evil.example": 421, "": 421,
	} {
		c := dial(t, addr, "GET /healthz HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n")
		if got := status(c); got != want {
			t.Errorf("Host %q answers %d, want %d", host, got, want)
		}
	}
	c := dial(t, addr, "GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if got := status(c); got != 421 {
		t.Errorf("an absolute target with a foreign name answers %d", got)
	}
	if check := hostsFor(&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}, []string{"x"}); check.check(
		"any.example") != nil {
		t.Error("a listener that others may reach refuses a name")
	}
}

// TestHostileRequests sends what a careless or hostile client may send.
func TestHostileRequests(t *testing.T) {
	t.Parallel()
	addr, _, _ := startServer(t, apitest.NewEcho(), nil)
	slowHeader, _, _ := startServer(
		t, apitest.NewEcho(), func(s *Server) { s.times.header = 200 * time.Millisecond })
	slowBody, _, _ := startServer(
		t, apitest.NewEcho(), func(s *Server) { s.times.read = time.Second })
	post := "POST /ft/orders/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	for name, tc := range map[string]struct {
		addr, text string
		want       int
	}{
		"headers never end": {slowHeader,
			"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ", 0},
		"silence": {slowHeader, "", 0},
		"header bomb": {addr,
			"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" +
				strings.Repeat("X-A: "+strings.Repeat("a", 1000)+"\r\n", 30) + "\r\n", 431},
		"one endless header": {addr,
			"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("a", 1<<20), 431},
		"8 KiB address": {addr,
			"GET /healthz?" + strings.Repeat("a", 8192) +
				" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414},
		"body never ends":   {slowBody, post + "Content-Length: 100\r\n\r\n{", 408},
		"body never begins": {slowBody, post + "Content-Length: 100\r\n\r\n", 408},
		"chunked": {addr,
			post + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":", 411},
		"too large, not sent": {addr,
			post + "Content-Length: 99999999\r\nExpect: 100-continue\r\n\r\n", 413},
		"length and chunks": {addr,
			post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411},
		"two lengths": {addr,
			post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400},
		"negative length": {addr, post + "Content-Length: -2\r\n\r\n{}", 400},
		"chunks and more": {addr, post + "Transfer-Encoding: chunked, gzip\r\n\r\n", 501},
		"great expectations": {addr,
			"GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n", 417},
		"HTTP/3": {addr, "GET /healthz HTTP/3.0\r\nHost: localhost\r\n\r\n", 505},
		"a header without name": {addr,
			"GET /healthz HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n", 400},
		"no host": {addr, "GET /healthz HTTP/1.1\r\n\r\n", 400},
		"not HTTP": {addr,
			"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 tls\r\n\r\n", 400},
		"HTTP/2 preface": {addr, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 421},
		"CONNECT": {addr,
			"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
		"OPTIONS *": {addr, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
		"a body on GET is ignored": {addr,
			"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res, err := http.ReadResponse(bufio.NewReader(dial(t, tc.addr, tc.text)), nil)
			if err != nil {
				if tc.want != 0 {
					t.Errorf("answered nothing, want %d: %v", tc.want, err)
				}
				return
			}
			body, err := io.ReadAll(res.Body)
			if res.StatusCode != tc.want || err != nil {
				t.Errorf("answered %d, want %d: %v", res.StatusCode, tc.want, err)
			}
			if tc.want >= 400 {
				a := answer{status: res.StatusCode, header: res.Header, body: body}
				a.checkEnvelope(t)
			}
		})
	}
}

func TestPipelinedRequests(t *testing.T) {
	t.Parallel()
	addr, _, _ := startServer(t, apitest.NewEcho(), nil)
	const n = 50
	c := dial(t, addr, strings.Repeat("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", n))
	r := bufio.NewReader(c)
	for i := range n {
		res, err := http.ReadResponse(r, nil)
		if err != nil || res.StatusCode != 200 {
			t.Fatalf("answer %d: %v", i, err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
	}
}

// TestIdleConnectionsMakeRoom opens more connections than the server keeps. It wants an honest
// request to be answered throughout, and a stream, which is being answered, to stay open.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	t.Parallel()
	const limit = 20
	f := apitest.NewEcho()
	addr, s, _ := startServer(t, f,
		func(s *Server) { s.conns = seats.NewConnections(limit, maxPending) })
	stream := dial(t, addr, "GET /x/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	waitFor(t, "the stream", func() bool { return s.streams.Taken() == 1 })
	first := dial(t, addr, "")
	for i := range 3 * limit {
		dial(t, addr, strings.Repeat("GET ", i%2)) // idle, or slow with its headers
		if i%10 == 0 {
			c := dial(t, addr, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: "+
				"close\r\n\r\n")
			if got := status(c); got != 200 {
				t.Fatalf("an honest request is answered %d beside %d idle connections", got, i)
			}
		}
	}
	if n := s.conns.Open(); n > limit {
		t.Errorf("%d connections are open, want at most %d", n, limit)
	}
	if _, err := first.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the longest idle connection gets %v, want EOF", err)
	}
	f.Publish(api.Event{Topic: api.TopicBlock, Key: "still open"})
	for text := ""; !strings.Contains(text, "still open"); {
		b := make([]byte, 1024)
		n, err := stream.Read(b)
		if err != nil {
			t.Fatalf("the stream was closed for an idle connection: %v", err)
		}
		text += string(b[:n])
	}
}

// slow is a service whose Status answers when told.
type slow struct {
	apitest.Fake
	begun, finish chan struct{}
}

func newSlow() *slow {
	s := &slow{begun: make(chan struct{}), finish: make(chan struct{})}
	s.OnNetworks = func(context.Context) ([]api.Network, error) { return nil, nil }
	s.OnStatus = func(ctx context.Context, id uint64) (api.NetworkStatus, error) {
		close(s.begun)
		select {
		case <-s.finish:
			return api.NetworkStatus{ChainID: id}, nil
		case <-ctx.Done():
			return api.NetworkStatus{}, ctx.Err()
		}
	}
	return s
}

func TestStopFinishesRequestsInFlight(t *testing.T) {
	t.Parallel()
	svc := newSlow()
	addr, s, stop := startServer(t, svc, nil)
	c := dial(t, addr, "GET /x/1/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
	stream := dial(t, addr, "GET /x/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	<-svc.begun
	waitFor(t, "the stream", func() bool { return s.streams.Taken() == 1 })
	done := make(chan error, 1)
	go func() { done <- stop() }()
	if _, err := io.ReadAll(stream); err != nil {
		t.Errorf("the event stream ends with %v", err)
	}
	waitFor(t, "the end of listening", func() bool {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	close(svc.finish)
	if got := status(c); got != 200 {
		t.Errorf("the request in flight is answered %d", got)
	}
	if err := <-done; err != nil {
		t.Errorf("Run returns %v", err)
	}
}

// A server that is told to stop says at once that it is not ready, and goes on serving whoever
// comes until its time is over.
func TestDrain(t *testing.T) {
	t.Parallel()
	left := make(chan struct{})
	addr, s, stop := startServer(t, apitest.NewEcho(), func(s *Server) {
		s.opts.Drain, s.opts.Leave = time.Second, func() { close(left) }
	})
	const ready = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
	if got := status(dial(t, addr, ready)); got != 200 {
		t.Fatalf("before the stop: %d", got)
	}
	began, done := time.Now(), make(chan error, 1)
	go func() { done <- stop() }()
	<-left
	if got := status(dial(t, addr, ready)); got != 503 {
		t.Errorf("ready while it stops: %d", got)
	}
	const read = "GET /version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
	if got := status(dial(t, addr, read)); got != 200 {
		t.Errorf("a request while it stops: %d", got)
	}
	if err := <-done; err != nil || time.Since(began) < s.opts.Drain {
		t.Errorf("it stopped after %s: %v", time.Since(began), err)
	}
	if c, err := net.Dial("tcp", addr); err == nil {
		c.Close()
		t.Error("it still listens")
	}
}

func TestSlowServiceIsUnavailable(t *testing.T) {
	t.Parallel()
	svc := newSlow()
	addr, _, _ := startServer(t, svc, func(s *Server) { s.times.handler = 20 * time.Millisecond })
	c := dial(t, addr, "GET /x/1/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if got := status(c); got != 503 {
		t.Errorf("a service that does not answer in time gives %d", got)
	}
}

func TestRunTellsWhyItCanNotServe(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := New(apitest.NewEcho(), Options{}).Run(t.Context(), l); err == nil ||
		!strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("Run on a closed listener returns %v", err)
	}
}

// Who leaves more untaken than one may gets no other large answer, but small ones still.
func TestLargeRepliesAreBounded(t *testing.T) {
	t.Parallel()
	svc := wordy(16 << 20)
	addr, s, _ := startServer(t, svc, func(s *Server) { s.owed = 1 << 20 })
	get := "GET /tokens/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
	reader := dial(t, addr, get)
	waitFor(t, "an answer that nobody takes", func() bool { return s.conns.Untaken() > 1<<20 })
	if got := status(dial(t, addr, get)); got != 429 {
		t.Errorf("another large answer is given with status %d", got)
	}
	if got := status(dial(t, addr, strings.Replace(get, "/tokens/1", "/healthz", 1))); got != 200 {
		t.Errorf("a small answer is given with status %d", got)
	}
	_, _ = io.Copy(io.Discard, reader)
	if got := status(dial(t, addr, get)); got != 200 {
		t.Errorf("a large answer is refused with %d once the other is taken", got)
	}
	waitFor(t, "the release of memory", func() bool { return s.conns.Untaken() == 0 })
}

// Whoever has all connections by taking nothing of what he asked for keeps nobody out, of his own
// address or another one, and memory of no more than its bound waits for him.
func TestSlowReadersGiveWay(t *testing.T) {
	t.Parallel()
	const limit, most = 20, 8 << 20
	addr, s, _ := startServer(t, wordy(4<<20),
		func(s *Server) { s.conns = seats.NewConnections(limit, most) })
	greedy := func() { dial(t, addr, "GET /tokens/1 HTTP/1.1\r\nHost: localhost\r\n\r\n") }
	for range limit {
		greedy()
	}
	waitFor(t, "answers that nobody takes", func() bool { return s.conns.Untaken() > most/2 })
	for i := range 3 * limit {
		greedy()
		if n := s.conns.Untaken(); n > most {
			t.Fatalf("%d bytes wait for slow readers, want at most %d", n, most)
		}
		get := "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
		if got := status(dial(t, addr, get)); got != 200 {
			t.Fatalf("an honest request is answered %d beside %d slow readers", got, limit+i)
		}
	}
	if n := s.conns.Open(); n > limit {
		t.Errorf("%d connections are open, want at most %d", n, limit)
	}
}

// wordy is a service with an answer of so many bytes.
func wordy(size int) api.Service {
	svc := apitest.NewEcho()
	svc.OnTokens = func(context.Context, uint64) ([]api.Token, error) {
		return []api.Token{{Name: strings.Repeat("x", size)}}, nil
	}
	return svc
}

// Whoever posts on an open connection while the server stops in order gets an answer: new
// connections are refused, none that was served ends with a request on its way.
func TestStopLosesNoRequest(t *testing.T) {
	t.Parallel()
	for range 8 {
		addr, _, stop := startServer(t, apitest.NewEcho(),
			func(s *Server) { s.times.drain = time.Minute })
		var answered atomic.Int64
		var posting sync.WaitGroup
		for range 4 {
			posting.Go(func() {
				client := &http.Client{Transport: &http.Transport{}}
				defer client.CloseIdleConnections()
				for {
					open, err := postOnce(t, client, "http://"+addr+"/ft/orders/1337")
					if err != nil && open {
						t.Error(err)
					}
					if err != nil {
						return
					}
					answered.Add(1)
				}
			})
		}
		waitFor(t, "answers", func() bool { return answered.Load() > 40 })
		if err := stop(); err != nil {
			t.Error(err)
		}
		posting.Wait()
	}
}

// postOnce posts and tells whether it was on a connection that had been used before.
func postOnce(t *testing.T, client *http.Client, url string) (open bool, err error) {
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
		GotConn: func(i httptrace.GotConnInfo) { open = i.Reused }})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader("{}"))
	if err != nil {
		return false, err
	}
	r.Header.Set("Content-Type", "application/json")
	reply, err := client.Do(r)
	if err != nil {
		return open, err
	}
	defer reply.Body.Close()
	_, err = io.Copy(io.Discard, reply.Body)
	return open, err
}
