package httpapi

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"time"
)

// buckets are the upper bounds of request durations, in seconds.
var buckets = [...]float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10}

// metrics counts requests and their durations by route, in the text format of Prometheus.
type metrics struct {
	mu       sync.Mutex
	requests map[requestKey]uint64
	seconds  map[string]*histogram
}

type requestKey struct {
	route, method string
	status        int
}

type histogram struct {
	counts [len(buckets) + 1]uint64
	sum    float64
}

// unmatched is the route label of requests for paths that do not exist.
const unmatched = "none"

func newMetrics(table []route) *metrics {
	m := &metrics{requests: make(map[requestKey]uint64), seconds: map[string]*histogram{unmatched: {}}}
	for _, r := range table {
		m.seconds[r.path] = new(histogram)
	}
	return m
}

func (m *metrics) observe(r *route, method string, status int, took time.Duration) {
	path := unmatched
	if r != nil {
		path = r.path
	} else if method != http.MethodGet && method != http.MethodPost && method != http.MethodOptions {
		method = "other" // a client must not be able to invent labels
	}
	seconds := took.Seconds()
	at := sort.SearchFloat64s(buckets[:], seconds)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[requestKey{path, method, status}]++
	h := m.seconds[path]
	h.counts[at]++
	h.sum += seconds
}

// write prints all counters.
func (m *metrics) write(w io.Writer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	fmt.Fprint(w, "# TYPE bourse_http_requests_total counter\n")
	keys := make([]requestKey, 0, len(m.requests))
	for k := range m.requests {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		a, b := keys[i], keys[j]
		return a.route < b.route || a.route == b.route && (a.method < b.method || a.method == b.method && a.status < b.status)
	})
	for _, k := range keys {
		fmt.Fprintf(w, "bourse_http_requests_total{route=%q,method=%q,status=\"%d\"} %d\n", k.route, k.method, k.status, m.requests[k])
	}
	fmt.Fprint(w, "# TYPE bourse_http_request_seconds histogram\n")
	for _, path := range sortedKeys(m.seconds) {
		m.seconds[path].write(w, path)
	}
}

func (h *histogram) write(w io.Writer, path string) {
	var total uint64
	for i, n := range h.counts {
		total += n
		le := "+Inf"
		if i < len(buckets) {
			le = strconv.FormatFloat(buckets[i], 'g', -1, 64)
		}
		fmt.Fprintf(w, "bourse_http_request_seconds_bucket{route=%q,le=%q} %d\n", path, le, total)
	}
	fmt.Fprintf(w, "bourse_http_request_seconds_sum{route=%q} %g\nbourse_http_request_seconds_count{route=%q} %d\n", path, h.sum, path, total)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// gauge prints one value that goes up and down.
func gauge(w io.Writer, name string, value any) {
	fmt.Fprintf(w, "# TYPE %s gauge\n%s %v\n", name, name, value)
}

// writeGauges prints what the server holds.
func (s *Server) writeGauges(w io.Writer) {
	gauge(w, "bourse_http_connections", s.conns.count())
	gauge(w, "bourse_http_event_streams", s.streams.Load())
	gauge(w, "bourse_http_pending_bytes", s.pending.Load())
	gauge(w, "go_goroutines", runtime.NumGoroutine())
}
