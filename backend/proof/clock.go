package proof

import (
	"context"
	"fmt"
	"time"

	"bourse/backend/chain"
)

const (
	// lateFill is how long after its end an order may be seen to be filled that was in time.
	lateFill = time.Minute
	headAge  = time.Second // for which a node's newest block counts

	// Whose the time is.
	yourNode    = "your node"
	thisMachine = "this machine's clock"

	minutes = "2006-01-02 15:04 MST"
)

// headSeen is the time of a network's newest block, and when it was asked for.
type headSeen struct{ is, at time.Time }

// clock is the time by which orders end: that of the newest block of a node or, without one that
// answers, this machine's; by is whose it is.
func (w *Witness) clock(ctx context.Context, node *chain.Network) (now time.Time, by string) {
	machine := w.now()
	if node == nil {
		return machine, thisMachine
	}
	w.mu.Lock()
	seen := w.heads[node.ChainID()]
	w.mu.Unlock()
	if machine.Sub(seen.at).Abs() >= headAge {
		head, err := node.Head(ctx)
		if err != nil {
			return machine, thisMachine
		}
		seen = headSeen{time.Unix(int64(head.Time), 0), machine}
		w.mu.Lock()
		w.heads[node.ChainID()] = seen
		w.mu.Unlock()
	}
	return seen.is, yourNode
}

// ending is when something ends that was signed to do so.
func ending(seconds uint64) time.Time { return time.Unix(int64(min(seconds, 1<<40)), 0).UTC() }

// tooLong contradicts a service that goes on with an order whose time is up.
func (w *Witness) tooLong(end time.Time, by, status string) string {
	return fmt.Sprintf("its time was up at %s by %s, though %s calls it %s", end.Format(minutes),
		by, w.host, status)
}
