package etcd

import (
	"context"
	"crypto/hmac"
	"slices"
	"time"

	"bourse/backend/api"
	"bourse/store/facts"
)

// vitals are what a node counts and measures for its operator, guarded by Log.mu.
type vitals struct {
	newest  int64 // revision of the newest mark that a majority told of
	applied uint64
	breaks  uint64
	pruning api.ClusterPruning
	members []api.ClusterMember
	clocks  map[string]*clock // of other nodes, by name
}

// stopwatch counts how long things take.
type stopwatch struct {
	count  uint64
	total  time.Duration
	within [len(bounds)]uint64
}

// bounds of what a transaction takes, in seconds: the last one is Patience.
var bounds = [...]float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2}

func (s *stopwatch) note(took time.Duration) {
	s.count++
	s.total += took
	for i := range bounds {
		if took.Seconds() <= bounds[i] {
			s.within[i]++
		}
	}
}

func (s *stopwatch) timing() api.Timing {
	t := api.Timing{Count: s.count, Seconds: s.total.Seconds(),
		Within: make(map[float64]uint64, len(bounds))}
	for i := range bounds {
		t.Within[bounds[i]] = s.within[i]
	}
	return t
}

// Vitals implements facts.Log.
func (l *Log) Vitals() api.ClusterVitals {
	l.gather.mu.Lock()
	appends := l.gather.took.timing()
	l.gather.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	v := api.ClusterVitals{Newest: l.vitals.newest, Applied: l.vitals.applied,
		Breaks: l.vitals.breaks, Appends: appends, Pruning: l.vitals.pruning,
		Members: slices.Clone(l.vitals.members), Skews: make(map[string]time.Duration)}
	for _, s := range l.streams {
		for _, a := range s.queue {
			v.Queued += len(a.list)
		}
	}
	for name, c := range l.vitals.clocks {
		v.Skews[name] = c.ahead()
	}
	return v
}

// lookEvery is how often a node looks how the members of etcd stand.
const lookEvery = 3 * time.Second

// look asks all members of etcd how they stand, until ctx ends.
func (l *Log) look(ctx context.Context) error {
	warned := false
	for ctx.Err() == nil {
		list := l.lookAt(ctx)
		l.change(func() { l.vitals.members = list })
		full := slices.ContainsFunc(list, func(m api.ClusterMember) bool { return m.Full() })
		if full && !warned {
			l.cfg.Logger.Warn("etcd is about to be full: compact and defragment it, or raise " +
				"its quota")
		}
		warned = full
		rest(ctx, lookEvery)
	}
	return nil
}

func (l *Log) lookAt(ctx context.Context) []api.ClusterMember {
	list := make([]api.ClusterMember, len(l.cfg.Endpoints))
	done := make(chan struct{})
	for i, addr := range l.cfg.Endpoints {
		go func() {
			defer func() { done <- struct{}{} }()
			ctx, cancel := context.WithTimeout(ctx, Patience)
			defer cancel()
			list[i].Addr = addr
			if st, err := l.member().Status(ctx, addr); err == nil && st.Leader != 0 {
				list[i] = api.ClusterMember{Addr: addr, Up: true, Bytes: st.DbSize,
					InUse: st.DbSizeInUse, Quota: st.DbSizeQuota}
			}
		}()
	}
	for range list {
		<-done
	}
	return list
}

// clock is what another node told of its time lately, as this node read it: how far that was ahead.
// What a node told is up to nodeEvery old when it is read, so that the largest comes next to the
// truth.
type clock struct {
	told [2 * nodeSeconds]time.Duration
	n    int
	last time.Time
}

func (c *clock) note(told, now time.Time) {
	if told.Equal(c.last) {
		return // it was read before
	}
	c.last = told
	c.told[c.n%len(c.told)] = told.Sub(now)
	c.n++
}

func (c *clock) ahead() time.Duration { return slices.Max(c.told[:min(c.n, len(c.told))]) }

// clockMAC is by what a node proves that it told of its time itself, not somebody who can write to
// etcd.
func (l *Log) clockMAC(key *facts.Key, n *Node) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return key.Signer(l.cfg.Name, l.id).Sign([]byte("clock"), []byte(n.Name),
		[]byte(n.Time.Format(time.RFC3339Nano)))
}

// isTold tells whether a node told of its time: where this node has keys, by one of these.
func (l *Log) isTold(n *Node) bool {
	return !n.Time.IsZero() && (len(l.cfg.Keys) == 0 ||
		slices.ContainsFunc(l.cfg.Keys, func(key facts.Key) bool {
			return hmac.Equal(n.MAC, l.clockMAC(&key, n))
		}))
}

// compare notes what nodes that are alive told of their time.
func (l *Log) compare(nodes []Node, now time.Time) {
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n Node) bool {
		return n.Name == l.cfg.Node || !l.isTold(&n)
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	clocks, list := make(map[string]*clock), []time.Duration{0} // its own
	for i := range nodes {
		n := &nodes[i]
		c := l.vitals.clocks[n.Name]
		if c == nil {
			c = new(clock)
		}
		clocks[n.Name] = c
		c.note(n.Time, now)
		list = append(list, c.ahead())
	}
	slices.Sort(list)
	l.vitals.clocks = clocks
	ahead := list[(len(list)-1)/2]
	if ahead.Abs() <= api.MaxSkew {
		ahead = 0
	}
	l.ahead.Store(int64(ahead))
}

// Ahead implements facts.Log. The clock of the exchange is the median of its nodes' clocks, of two
// the one that is behind: a node whose clock is ahead neither dates orders into the future nor
// makes quotes that the others find too old, or not yet made.
func (l *Log) Ahead() time.Duration {
	return time.Duration(l.ahead.Load())
}
