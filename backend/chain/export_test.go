package chain

import "time"

// ReaderCode is the code of the reader of batches.
var ReaderCode = readerCode

// Interval is how long the watcher waits after a round.
func (w *Watcher) Interval() time.Duration { return max(w.pause(), w.interval()) }
