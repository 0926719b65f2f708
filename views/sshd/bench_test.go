package sshd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// BenchmarkSessions presses keys in many consoles at once while the book moves. The server is a
// process of its own, whose figures they are: how long a frame takes to come, what a session holds
// in memory, what it takes of a processor while nobody presses a key, and how long the exchange
// takes to answer with one session and with all of them. A hundred sessions are for
// BOURSE_TEST_LONG=1; BOURSE_TEST_PROFILE names a folder for the server's profiles.
func BenchmarkSessions(b *testing.B) {
	n := crowd()
	server := startServer(b, "")
	first := watch(b, server.address, "127.0.0.1")
	first.press(b, "", "live")
	time.Sleep(settling)
	alone := server.ask(b, "watch")
	begun := time.Now()
	watchers := watchAll(b, server.address, n)
	b.ReportMetric(time.Since(begun).Seconds(), "all-open-s")
	time.Sleep(restsAfter)
	beside := server.ask(b, "watch")
	each := func(now, before float64) float64 { return (now - before) / float64(n) }
	b.ReportMetric(each(beside.Held, alone.Held)/(1<<20), "MB/session")
	b.ReportMetric(each(beside.Resident, alone.Resident)/(1<<20), "RSS-MB/session")
	b.ReportMetric(100*each(beside.CPU, alone.CPU), "%cpu/session")
	b.ReportMetric(alone.P50, "alone-p50-ms")
	b.ReportMetric(beside.P50, "beside-p50-ms")
	b.ReportMetric(alone.P99, "alone-p99-ms")
	b.ReportMetric(beside.P99, "beside-p99-ms")
	profileOf(b, server)
	frames := frameTimes(b, watchers)
	b.ReportMetric(quantile(frames, 0.5), "frame-p50-ms")
	b.ReportMetric(quantile(frames, 0.99), "frame-p99-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkIdleSessions opens many consoles of an exchange on which nobody trades and leaves them
// alone.
func BenchmarkIdleSessions(b *testing.B) {
	n := crowd()
	server := startServer(b, "--no-traders")
	time.Sleep(settling)
	alone := server.ask(b, "watch")
	watchAll(b, server.address, n)
	time.Sleep(restsAfter)
	beside := server.ask(b, "watch")
	profileOf(b, server)
	b.ReportMetric(100*alone.CPU, "%cpu-alone")
	b.ReportMetric(100*(beside.CPU-alone.CPU)/float64(n), "%cpu/session")
	b.ReportMetric(0, "ns/op")
}

// profileOf writes a server's profiles where they are asked for.
func profileOf(b *testing.B, server *process) {
	b.Helper()
	if folder := os.Getenv("BOURSE_TEST_PROFILE"); folder != "" {
		server.ask(b, "profile "+folder)
	}
}

// crowd is how many sessions there are.
func crowd() int {
	if long() {
		return 100
	}
	return 4
}

// watchAll opens many consoles and waits until all show the exchange.
func watchAll(b *testing.B, address string, n int) []*watcher {
	b.Helper()
	watchers := make([]*watcher, n)
	for i := range watchers {
		watchers[i] = watch(b, address, fmt.Sprintf("127.0.0.%d", 2+i%8))
	}
	for _, w := range watchers {
		w.press(b, "", "live")
	}
	return watchers
}

// How long things are watched.
const (
	settling = 4 * time.Second
	window   = 10 * time.Second
)

// frameTimes changes what a console shows, each client at its own pace.
func frameTimes(b *testing.B, watchers []*watcher) []time.Duration {
	var mu sync.Mutex
	var all []time.Duration
	var work sync.WaitGroup
	for i, w := range watchers {
		work.Go(func() {
			time.Sleep(time.Duration(i) * time.Second / time.Duration(len(watchers)))
			for range 5 {
				for _, text := range []string{"Depth", "Candles"} {
					took, err := w.frame("c", text)
					if err != nil {
						b.Error(err)
						return
					}
					mu.Lock()
					all = append(all, took)
					mu.Unlock()
					time.Sleep(time.Second)
				}
			}
		})
	}
	work.Wait()
	return all
}

func quantile(all []time.Duration, q float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return float64(all[min(len(all)-1, int(q*float64(len(all))))]) / float64(time.Millisecond)
}

// watcher is a client that costs little: it looks at what it is shown only while it waits for a
// text.
type watcher struct {
	in    io.Writer
	mu    sync.Mutex
	text  []byte // that is waited for, nil for none
	shown []byte // since then
	found chan error
}

// watch opens a console for a watcher.
func watch(b *testing.B, address, from string) *watcher {
	b.Helper()
	conn, err := dial(address, from)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	session, err := conn.NewSession()
	if err != nil {
		b.Fatal(err)
	}
	w := &watcher{found: make(chan error, 1)}
	out, err := session.StdoutPipe()
	if err == nil {
		w.in, err = session.StdinPipe()
	}
	if err == nil {
		err = errors.Join(session.RequestPty("xterm-256color", 36, 120, gossh.TerminalModes{}),
			session.Shell())
	}
	if err != nil {
		b.Fatal(err)
	}
	w.text = []byte("live")
	go w.read(out)
	return w
}

func (w *watcher) read(out io.Reader) {
	chunk := make([]byte, 32<<10)
	for {
		n, err := out.Read(chunk)
		w.mu.Lock()
		if w.text != nil {
			w.shown = append(w.shown, chunk[:n]...)
			if found := bytes.Contains(w.shown, w.text); found || err != nil {
				w.text, w.shown = nil, w.shown[:0]
				if found {
					err = nil
				}
				w.found <- err
			}
		}
		w.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// frame sends a key and waits for a text.
func (w *watcher) frame(key, text string) (time.Duration, error) {
	begin := time.Now()
	if key != "" {
		w.mu.Lock()
		w.text = []byte(text)
		w.mu.Unlock()
		if _, err := io.WriteString(w.in, key); err != nil {
			return 0, err
		}
	}
	select {
	case err := <-w.found:
		return time.Since(begin), err
	case <-time.After(5 * time.Minute):
		return 0, fmt.Errorf("after %q there is no %q", key, text)
	}
}

func (w *watcher) press(b *testing.B, key, text string) {
	b.Helper()
	if _, err := w.frame(key, text); err != nil {
		b.Fatal(err)
	}
}
