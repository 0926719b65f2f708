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
	Vitals() api.ClusterVitals
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
	clusterAppends = prometheus.NewDesc("bourse_cluster_append_seconds",
		"Time that transactions took which appended facts.", nil, nil)
	clusterNewest = prometheus.NewDesc("bourse_cluster_newest_revision",
		"Revision of the newest facts that a majority of etcd told of.", nil, nil)
	clusterQueued = prometheus.NewDesc("bourse_cluster_queued_facts",
		"Facts that came from the log and are not applied yet.", nil, nil)
	clusterApplied = prometheus.NewDesc("bourse_cluster_applied_total",
		"Facts of the log that this node applied.", nil, nil)
	clusterBreaks = prometheus.NewDesc("bourse_cluster_follow_breaks_total",
		"How often following the log broke off, to begin again.", nil, nil)
	clusterPrunes = prometheus.NewDesc("bourse_cluster_prunes_total",
		"How often this node took out of the log what is final.", []string{"result"}, nil)
	clusterPruned = prometheus.NewDesc("bourse_cluster_pruned_facts_total",
		"Facts that this node took out of the log.", nil, nil)
	clusterSkew = prometheus.NewDesc("bourse_cluster_clock_skew_seconds",
		"How far the clock of another node is ahead of this one's, known to about a second.",
		[]string{"node"}, nil)
	etcdUp = prometheus.NewDesc("bourse_cluster_etcd_up",
		"Whether a member of etcd answers this node.", []string{"member"}, nil)
	etcdBytes = prometheus.NewDesc("bourse_cluster_etcd_bytes",
		"What the database of a member of etcd takes.", []string{"member"}, nil)
	etcdInUse = prometheus.NewDesc("bourse_cluster_etcd_in_use_bytes",
		"Of these those in use: the others a defragmentation gives back.", []string{"member"}, nil)
	etcdQuota = prometheus.NewDesc("bourse_cluster_etcd_quota_bytes",
		"What it may take.", []string{"member"}, nil)
)

type clusterCollector struct{ server *Server }

func (clusterCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{clusterRevision, clusterAge, clusterProblem,
		clusterLeads, clusterAppended, clusterGroups, clusterAppends, clusterAside,
		clusterNewest, clusterQueued, clusterApplied, clusterBreaks, clusterPrunes,
		clusterPruned, clusterSkew, etcdUp, etcdBytes, etcdInUse, etcdQuota} {
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
	counter := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	counter(clusterAppended, float64(st.Appended))
	counter(clusterGroups, float64(st.Groups))
	counter(clusterAside, float64(st.Aside))
	v := c.server.opts.Cluster.Vitals()
	ch <- prometheus.MustNewConstHistogram(clusterAppends, v.Appends.Count, v.Appends.Seconds,
		v.Appends.Within)
	gauge(clusterNewest, float64(v.Newest))
	gauge(clusterQueued, float64(v.Queued))
	counter(clusterApplied, float64(v.Applied))
	counter(clusterBreaks, float64(v.Breaks))
	counter(clusterPrunes, float64(v.Pruning.Done), "done")
	counter(clusterPrunes, float64(v.Pruning.Failed), "failed")
	counter(clusterPruned, float64(v.Pruning.Facts))
	for node, ahead := range v.Skews {
		gauge(clusterSkew, ahead.Seconds(), node)
	}
	for i := range v.Members {
		m := &v.Members[i]
		if !m.Up {
			gauge(etcdUp, 0, m.Addr)
			continue
		}
		gauge(etcdUp, 1, m.Addr)
		gauge(etcdBytes, float64(m.Bytes), m.Addr)
		gauge(etcdInUse, float64(m.InUse), m.Addr)
		if m.Quota > 0 {
			gauge(etcdQuota, float64(m.Quota), m.Addr)
		}
	}
}
