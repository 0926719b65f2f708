package chain

import (
	"encoding/json"
	"time"
)

// ReaderCode is the code of the reader of batches.
var ReaderCode = readerCode

// Interval is how long the watcher waits after a round.
func (w *Watcher) Interval() time.Duration { return max(w.pause(), w.interval()) }

// Hear has the watcher take a header as the node tells of it by itself.
func (w *Watcher) Hear(header json.RawMessage) { w.blocks.hear(header) }
