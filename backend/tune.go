package backend

import (
	"os"
	"runtime"
	"runtime/debug"
)

// flushing is how many processors of the Go scheduler may stand still beside those that cores
// have work for: a goroutine that flushes to the disk keeps its own until the runtime notices.
const flushing = 2

// Tune sets the Go runtime up for a program that is an exchange, and returns what undoes that.
// GOMAXPROCS of the environment stays as it is.
func Tune() (undo func()) {
	// the store reads through mapped files; what the collector leaves lying comes on top of them
	percent := debug.SetGCPercent(50)
	processors := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(processors + flushing)
	}
	return func() {
		debug.SetGCPercent(percent)
		runtime.GOMAXPROCS(processors)
	}
}
