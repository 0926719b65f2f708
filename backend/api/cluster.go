package api

import "time"

// MaxLag is how long a node may be behind the log and still count as ready, and lead.
const MaxLag = 2500 * time.Millisecond

// ClusterStatus is how a node stands in the log of facts that it shares with others.
type ClusterStatus struct {
	Shared   bool          // there are other nodes, or may be
	Node     string        // its name
	Revision int64         // applied
	Age      time.Duration // since it was last sure to have applied everything
	Leads    []string      // what it leads
	Problem  string        // what keeps it from applying or appending; empty if nothing does
	Appended uint64        // facts that were appended here
	Groups   uint64        // transactions that took
	Aside    int64         // keys that are no facts, passed over since the start
}

// ClusterVitals is what a node measures of the log, of etcd and of the other nodes.
type ClusterVitals struct {
	Newest  int64  // revision of the newest facts that a majority of etcd told of
	Queued  int    // facts that came and are not applied yet
	Applied uint64 // facts that were applied here
	Breaks  uint64 // how often following the log broke off, to begin again
	Appends Timing // transactions that took facts
	Pruning ClusterPruning
	Members []ClusterMember
	Skews   map[string]time.Duration // how far the clocks of other nodes are ahead of this one's
}

// ClusterPruning is what a node did to take out of the log what is final. Only one at a time does.
type ClusterPruning struct {
	Done, Failed uint64 // how often
	Facts        uint64 // taken out
}

// ClusterMember is how a member of etcd stands, as a node sees it.
type ClusterMember struct {
	Addr  string
	Up    bool  // it answers
	Bytes int64 // of its database
	InUse int64 // of these
	Quota int64 // that they may be; 0 where it does not say
}

// Fullness is from which part of its quota on etcd is worth a warning.
const Fullness = 0.7

// Full tells whether a member is worth a warning.
func (m *ClusterMember) Full() bool {
	return m.Quota > 0 && float64(m.Bytes) > Fullness*float64(m.Quota)
}

// MaxSkew is how far clocks of nodes may differ: quotes of one are not taken by another one beyond
// some seconds.
const MaxSkew = 2 * time.Second

// Timing is how long things took that were done so often.
type Timing struct {
	Count   uint64
	Seconds float64            // all of them together
	Within  map[float64]uint64 // how many took no longer than so many seconds
}
