package commands_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/commands"
)

// TestTheEndIsToldWithoutAStream: a server that tells of no blocks, or refuses to, keeps nobody
// waiting for what is mined.
func TestTheEndIsToldWithoutAStream(t *testing.T) {
	here(t)
	m := open(t)
	for name, stream := range silent {
		front := m.behind(stream)
		for _, sentence := range []string{"send 5 usdc dev1",
			"fill " + m.stranger("0.2", "600").Hex() + " pay 300 usdc"} {
			out, err := do(t, front, sentence, "--yes", "--max-usd", "1000", "--timeout", "30s")
			if err != nil || !strings.Contains(out, "block ") {
				t.Errorf("%s: %s: %v\n%s", name, sentence, err, out)
			}
			if strings.HasPrefix(sentence, "fill") && !strings.Contains(out, "bought 0.100 WETH") {
				t.Errorf("%s: what it has brought is not told:\n%s", name, out)
			}
		}
	}
}

// silent are streams that tell of nothing.
var silent = map[string]http.HandlerFunc{
	"refused": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
	},
	"silent": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for tick := time.NewTicker(time.Second); ; { // as one that is alive
			if _, err := w.Write([]byte(": nothing\n\n")); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-tick.C:
			}
		}
	},
}

// behind is the address of a server whose stream is another.
func (m *market) behind(stream http.HandlerFunc) string {
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/x/events" {
			stream(w, r)
			return
		}
		m.handler.ServeHTTP(w, r)
	}))
	m.Cleanup(front.Close)
	return front.URL
}

// TestWhatIsWatchedIsReadByTimeWithoutAStream, and it is said so.
func TestWhatIsWatchedIsReadByTimeWithoutAStream(t *testing.T) {
	here(t)
	m := open(t)
	usdc := 600
	for name, stream := range silent {
		ctx, cancel := context.WithCancel(t.Context())
		out, in := io.Pipe()
		ended := make(chan error, 1)
		told := new(locked)
		go func() {
			root := commands.Root()
			root.SetOut(in)
			root.SetErr(told)
			root.SetArgs([]string{"do", "--backend", m.behind(stream), "book weth/usdc", "--watch"})
			err := root.ExecuteContext(ctx)
			in.Close()
			ended <- err
		}()
		lines := bufio.NewScanner(out)
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), "book of WETH/USDC: ") {
			t.Fatalf("%s: it begins with %q", name, lines.Text())
		}
		late := time.AfterFunc(2*time.Minute, cancel)
		for said := false; !said; { // a stream that is open is given time to tell of a block
			usdc++
			hash, found := m.stranger("0.2", strconv.Itoa(usdc)).Hex(), false
			for !found && lines.Scan() {
				found = strings.Contains(lines.Text(), hash)
			}
			if !found {
				t.Fatalf("%s: what is new is not told", name)
			}
			said = strings.Contains(told.String(), "read every few seconds: ")
		}
		late.Stop()
		cancel()
		go io.Copy(io.Discard, out)
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := strings.Count(told.String(), "read every few seconds: "); n != 1 {
			t.Errorf("%s: it is said %d times that it is read by time:\n%s", name, n, told.String())
		}
	}
}

// locked is a text that one writes while another reads.
type locked struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
