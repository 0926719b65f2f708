package commands_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestTheEndIsToldWithoutAStream: a server that tells of no blocks, or refuses to, keeps nobody
// waiting for what is mined.
func TestTheEndIsToldWithoutAStream(t *testing.T) {
	here(t)
	m := open(t)
	for name, stream := range map[string]http.HandlerFunc{
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
	} {
		front := httptest.NewServer(http.HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/x/events" {
					stream(w, r)
					return
				}
				m.handler.ServeHTTP(w, r)
			}))
		t.Cleanup(front.Close)
		for _, sentence := range []string{"send 5 usdc dev1",
			"fill " + m.stranger("0.2", "600").Hex() + " pay 300 usdc"} {
			out, err := do(t, front.URL, sentence, "--yes", "--max-usd", "1000", "--timeout", "30s")
			if err != nil || !strings.Contains(out, "block ") {
				t.Errorf("%s: %s: %v\n%s", name, sentence, err, out)
			}
			if strings.HasPrefix(sentence, "fill") && !strings.Contains(out, "bought 0.100 WETH") {
				t.Errorf("%s: what it has brought is not told:\n%s", name, out)
			}
		}
	}
}
