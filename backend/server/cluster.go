package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"bourse/backend/api"
)

// Cluster is the log of facts that this node shares with others.
type Cluster interface {
	// Shown is a revision that covers whatever this node tells of a network; 0 is all.
	Shown(network uint64) int64
	// Wait waits until this node has applied a revision of a network; 0 is all.
	Wait(ctx context.Context, network uint64, revision int64) error
	Status() api.ClusterStatus
}

const (
	// revisionHeader tells with an answer how far the node was once it was made, with what the
	// answer is about: whoever sends it with a request sees at least as much. With a request it
	// tells how far the node must be that answers, with the network that the request is about:
	// others may be slow.
	revisionHeader = "X-Revision"
	// ageHeader tells how many seconds ago the node was last sure to know everything.
	ageHeader = "X-Age"
	// maxWait is how long a request waits for a revision.
	maxWait = 2 * time.Second
)

// network is the one that a request is about, 0 if it may be any.
func (c *call) network() uint64 {
	for i := range c.in.values {
		if name := c.in.params[i].name; name != "chainId" && name != "network" {
			continue
		}
		if id, ok := c.in.values[i].(uint64); ok {
			return id
		}
	}
	return 0
}

// awaitRevision waits until this node has applied the revision that a request names.
func (s *Server) awaitRevision(c *call) error {
	text := c.r.Header.Get(revisionHeader)
	if s.opts.Cluster == nil || text == "" {
		return nil
	}
	revision, err := strconv.ParseInt(text, 10, 64)
	if err != nil || revision < 0 {
		return api.Invalid(api.FieldError{Field: revisionHeader,
			Reason: "must be the number that an answer of this exchange came with"})
	}
	ctx, cancel := context.WithTimeout(c.ctx, maxWait)
	defer cancel()
	if s.opts.Cluster.Wait(ctx, c.network(), revision) != nil {
		e := api.Errorf(api.StoreUnavailable, "this node has not applied revision %d yet: try "+
			"again, or another node", revision)
		e.RetryAfter = time.Second
		return e
	}
	return nil
}

// clusterHeaders tells how far this node is.
func (s *Server) clusterHeaders(c *call, h http.Header) {
	if s.opts.Cluster == nil || c.route == nil {
		return
	}
	h.Set(revisionHeader, strconv.FormatInt(s.opts.Cluster.Shown(c.network()), 10))
	h.Set(ageHeader, strconv.FormatFloat(s.opts.Cluster.Status().Age.Seconds(), 'f', 3, 64))
}

// lagging is why a node is not ready though its store and networks are; nil if it is.
func (s *Server) lagging() error {
	if s.opts.Cluster == nil {
		return nil
	}
	st := s.opts.Cluster.Status()
	if !st.Shared || st.Age <= api.MaxLag {
		return nil
	}
	e := api.Errorf(api.StoreUnavailable, "this node has not been level with the others for %s",
		st.Age.Round(time.Second))
	if st.Problem != "" {
		e = api.Errorf(api.StoreUnavailable, "%s: %s", e.Details, st.Problem)
	}
	return e
}

// problem is what keeps this node from applying or appending what others shall know.
func (s *Server) problem() string {
	if s.opts.Cluster == nil {
		return ""
	}
	return s.opts.Cluster.Status().Problem
}

var (
	clusterRevision = prometheus.NewDesc("bourse_cluster_revision",
		"Revision of the log that this node has applied.", nil, nil)
	clusterAge = prometheus.NewDesc("bourse_cluster_age_seconds",
		"Time since this node was last level with the log.", nil, nil)
	clusterProblem = prometheus.NewDesc("bourse_cluster_problem",
		"1 while something keeps this node from applying or appending; /readyz says what.",
		nil, nil)
	clusterLeads = prometheus.NewDesc("bourse_cluster_leads",
		"What this node leads.", []string{"what"}, nil)
	clusterAppended = prometheus.NewDesc("bourse_cluster_appended_total",
		"Facts that this node appended.", nil, nil)
	clusterGroups = prometheus.NewDesc("bourse_cluster_groups_total",
		"Transactions that took.", nil, nil)
	clusterAside = prometheus.NewDesc("bourse_cluster_set_aside_total",
		"Keys of the log that are no facts, passed over since the start.", nil, nil)
	clusterLatency = prometheus.NewDesc("bourse_cluster_append_seconds",
		"Time that the last of them took.", nil, nil)
)

type clusterCollector struct{ server *Server }

func (clusterCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{clusterRevision, clusterAge, clusterProblem,
		clusterLeads, clusterAppended, clusterGroups, clusterLatency, clusterAside} {
		ch <- d
	}
}

func (c clusterCollector) Collect(ch chan<- prometheus.Metric) {
	if c.server.opts.Cluster == nil {
		return
	}
	st := c.server.opts.Cluster.Status()
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	gauge(clusterRevision, float64(st.Revision))
	gauge(clusterAge, st.Age.Seconds())
	problem := 0.0
	if st.Problem != "" {
		problem = 1
	}
	gauge(clusterProblem, problem)
	for _, what := range st.Leads {
		gauge(clusterLeads, 1, what)
	}
	counter := func(d *prometheus.Desc, v float64) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v)
	}
	counter(clusterAppended, float64(st.Appended))
	counter(clusterGroups, float64(st.Groups))
	counter(clusterAside, float64(st.Aside))
	gauge(clusterLatency, st.Latency.Seconds())
}
