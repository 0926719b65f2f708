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
	Latency  time.Duration // of the last of these
	Aside    int64         // keys that are no facts, passed over since the start
}
