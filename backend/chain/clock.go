package chain

import (
	"fmt"
	"time"
)

// How far apart a block and a clock may be: blocks of honest nodes are of some seconds from now at
// most, and a chain may rest for a while.
const (
	mostAhead  = time.Minute
	mostBehind = time.Hour
)

// Apart says how far the time of a network's newest block is from a clock, with both times; "" as
// long as it is what clocks that are right can have.
func Apart(head uint64, clock time.Time) string {
	at := time.Unix(int64(head), 0).In(clock.Location())
	far := at.Sub(clock).Round(time.Second)
	both := func(far time.Duration, way, then string) string {
		said := far.String()
		if days := far / (24 * time.Hour); days > 1 {
			said = fmt.Sprintf("%d days", days)
		}
		return fmt.Sprintf("its newest block is of %s, %s %s this machine's clock, which says %s: "+
			"%s", at.Format(time.RFC3339), said, way, clock.Format(time.RFC3339), then)
	}
	switch {
	case far > mostAhead:
		return both(far, "ahead of", "what is to expire does so by the blocks, so set the clock")
	case -far > mostBehind:
		return both(-far, "behind", "no blocks come, or the clock is wrong")
	}
	return ""
}

// checkClock logs once that a network and the clock are apart, and once that they are not any more.
// A chain of this program's own that rested since the last start goes on at the clock's time.
func (w *Watcher) checkClock(head Header) {
	far := Apart(head.Time, w.cfg.Now())
	if w.view.cfg.Trusted && time.Unix(int64(head.Time), 0).Before(w.cfg.Now()) {
		far = ""
	}
	switch was := w.apart; {
	case far != "" && !was:
		w.cfg.Logger.Warn("a network and the clock are apart", "chain", w.view.ChainID(),
			"why", far)
	case far == "" && was:
		w.cfg.Logger.Info("a network and the clock agree", "chain", w.view.ChainID())
	}
	w.apart = far != ""
}
