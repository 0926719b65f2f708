package server

import (
	"bytes"
	"context"
	"net/http"
	"runtime/debug"
	"sort"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"bourse/backend/api"
)

// buckets are the upper bounds of request durations, in seconds.
var buckets = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10}

// metrics are what /metrics tells: requests and their durations by route, what the server holds,
// how the networks stand, and the Go runtime and the process.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

// unmatched is the route label of requests for paths that do not exist.
const unmatched = "none"

func newMetrics(s *Server, table []route) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_http_requests_total", Help: "Requests answered.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "bourse_http_request_seconds", Help: "Time to answer a request.",
			Buckets: buckets,
		}, []string{"route"}),
	}
	m.seconds.WithLabelValues(unmatched)
	for _, r := range table {
		m.seconds.WithLabelValues(r.path)
	}
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	m.registry.MustRegister(m.requests, m.seconds, networkCollector{s}, heldCollector{s},
		revertCollector{s}, diskCollector{s}, clusterCollector{s},
		gauge("bourse_http_connections", "Open connections.",
			func() float64 { return float64(s.conns.Open()) }),
		gauge("bourse_http_event_streams", "Open event streams.",
			func() float64 { return float64(s.streams.Taken()) }),
		gauge("bourse_http_pending_bytes", "Bytes of answers that readers have not taken.",
			func() float64 { return float64(s.conns.Untaken()) }),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) observe(r *route, method string, status int, took time.Duration) {
	path := unmatched
	if r != nil {
		path = r.path
	} else if method != http.MethodGet && method != http.MethodPost &&
		method != http.MethodOptions {
		method = "other" // a client must not be able to invent labels
	}
	m.requests.WithLabelValues(path, method, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(path).Observe(took.Seconds())
}

// page is everything in the text format of Prometheus.
func (m *metrics) page() ([]byte, error) {
	families, err := m.registry.Gather()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, f := range families {
		if _, err := expfmt.MetricFamilyToText(&b, f); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

var (
	headBlock = prometheus.NewDesc("bourse_network_head_block",
		"Number of the newest block taken in.", []string{"network"}, nil)
	networkLive = prometheus.NewDesc("bourse_network_live",
		"Whether blocks are fresh.", []string{"network"}, nil)
	quarantined = prometheus.NewDesc("bourse_network_quarantined",
		"Contracts, and reads of others, that cost too much to be made for now.",
		[]string{"network"}, nil)
	denied = prometheus.NewDesc("bourse_network_denied_total",
		"Events and ends of orders that a node told, and the order contract or other nodes denied.",
		[]string{"network"}, nil)
	heldBytes = prometheus.NewDesc("bourse_held_bytes",
		"Memory that a cache, queue or window takes.", []string{"what", "network"}, nil)
	heldMost = prometheus.NewDesc("bourse_held_most_bytes",
		"Memory that it may take.", []string{"what", "network"}, nil)
)

// heldCollector tells how much memory is taken by what strangers can fill.
type heldCollector struct{ server *Server }

func (heldCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- heldBytes
	ch <- heldMost
}

func (c heldCollector) Collect(ch chan<- prometheus.Metric) {
	defer recoverTo(ch, heldBytes)
	list := c.server.held()
	if c.server.opts.Held != nil {
		list = append(list, c.server.opts.Held()...)
	}
	for _, h := range list {
		network := ""
		if h.ChainID != 0 {
			network = strconv.FormatUint(h.ChainID, 10)
		}
		ch <- prometheus.MustNewConstMetric(heldBytes, prometheus.GaugeValue, float64(h.Bytes),
			h.What, network)
		ch <- prometheus.MustNewConstMetric(heldMost, prometheus.GaugeValue, float64(h.Most),
			h.What, network)
	}
}

var (
	revertCount = prometheus.NewDesc("bourse_delta_reverts_total",
		"Settlements of agents that run here that failed on chain.", []string{"network"}, nil)
	revertCost = prometheus.NewDesc("bourse_delta_reverts_coins_total",
		"What they cost, in coins of the network.", []string{"network"}, nil)
	purseLeft = prometheus.NewDesc("bourse_delta_purse_coins",
		"What such may cost today, in coins of the network.", []string{"network"}, nil)
)

// revertCollector tells what settlements that failed cost.
type revertCollector struct{ server *Server }

func (revertCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- revertCount
	ch <- revertCost
	ch <- purseLeft
}

func (c revertCollector) Collect(ch chan<- prometheus.Metric) {
	defer recoverTo(ch, revertCount)
	if c.server.opts.Reverts == nil {
		return
	}
	const coin = 1e18
	for _, r := range c.server.opts.Reverts() {
		network := strconv.FormatUint(r.ChainID, 10)
		ch <- prometheus.MustNewConstMetric(revertCount, prometheus.CounterValue,
			float64(r.Count), network)
		ch <- prometheus.MustNewConstMetric(revertCost, prometheus.CounterValue,
			r.Cost.Float()/coin, network)
		ch <- prometheus.MustNewConstMetric(purseLeft, prometheus.GaugeValue,
			r.Left.Float()/coin, network)
	}
}

var (
	diskBytes = prometheus.NewDesc("bourse_disk_bytes",
		"What the files of the data folder take, by what they hold.", []string{"what"}, nil)
	storeRefused = prometheus.NewDesc("bourse_store_refused_total",
		"Writes that the store has refused since the start, by cause.", []string{"cause"}, nil)
)

// diskCollector tells what is on disk, and what could not be put there.
type diskCollector struct{ server *Server }

func (diskCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- diskBytes
	ch <- storeRefused
}

func (c diskCollector) Collect(ch chan<- prometheus.Metric) {
	defer recoverTo(ch, diskBytes)
	if c.server.opts.Disk == nil {
		return
	}
	d := c.server.opts.Disk()
	for what, n := range d.Bytes {
		ch <- prometheus.MustNewConstMetric(diskBytes, prometheus.GaugeValue, float64(n), what)
	}
	for cause, n := range d.Refused {
		ch <- prometheus.MustNewConstMetric(storeRefused, prometheus.CounterValue, float64(n),
			cause)
	}
}

// What one of the server's own takes, with what the library keeps for it.
const (
	connectionBytes = 16 << 10
	streamBytes     = 8 << 10
	clientBytes     = 512
)

// held tells how much the server's own tables take.
func (s *Server) held() []api.Held {
	list := []api.Held{
		{What: "connections", Bytes: connectionBytes * int64(s.conns.Open()),
			Most: connectionBytes * maxConnections},
		{What: "event streams", Bytes: streamBytes * int64(s.streams.Taken()),
			Most: streamBytes * maxStreams},
		{What: "answers", Bytes: s.conns.Untaken(), Most: maxPending},
	}
	if s.limits != nil {
		list = append(list, api.Held{What: "budgets of clients",
			Bytes: clientBytes * int64(s.limits.count()), Most: clientBytes * maxClients})
	}
	return list
}

// recoverTo makes a panic a metric that cannot be told: nobody above recovers.
func recoverTo(ch chan<- prometheus.Metric, d *prometheus.Desc) {
	if p := recover(); p != nil {
		ch <- prometheus.NewInvalidMetric(d, panicked(p, debug.Stack()))
	}
}

// networkCollector tells how every network stands; nothing while that cannot be told.
type networkCollector struct{ server *Server }

func (networkCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- headBlock
	ch <- networkLive
	ch <- quarantined
	ch <- denied
}

func (c networkCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(c.server.stop, c.server.times.probe)
	defer cancel()
	defer recoverTo(ch, headBlock)
	statuses, err := c.server.statuses(ctx)
	if err != nil {
		return
	}
	for _, st := range statuses {
		network, live := strconv.FormatUint(st.ChainID, 10), 0.0
		if st.Live {
			live = 1
		}
		ch <- prometheus.MustNewConstMetric(
			headBlock, prometheus.GaugeValue, float64(st.Head.Number), network)
		ch <- prometheus.MustNewConstMetric(networkLive, prometheus.GaugeValue, live, network)
		ch <- prometheus.MustNewConstMetric(quarantined, prometheus.GaugeValue,
			float64(st.Quarantined), network)
		ch <- prometheus.MustNewConstMetric(denied, prometheus.CounterValue, float64(st.Denied),
			network)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
