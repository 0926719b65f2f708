// Package store keeps everything the exchange must remember across a crash: typed tables with
// indexes in one bbolt file, written in groups that share a disk flush, checksummed record by
// record, and never trusted blindly when read back.
//
// # Guarantees
//
// An Update that returned nil is on disk. Many goroutines may call Update at once: their changes
// are committed together, in the order they arrived, and each one succeeds or fails alone. The
// structure of the file is verified when it is opened, every record when it is read. A damaged
// record makes the store read-only: reads that still work go on, writes answer ErrUnavailable. A
// full disk refuses writes and is survived without a restart; a failed flush refuses writes until
// the process is started again, since the kernel then no longer tells which pages reached the disk.
//
// # What owns what
//
// One goroutine writes (batch.go); readers have snapshots of their own (tx.go). Tables and indexes
// are descriptions without state (table.go, index.go): all that is remembered is in the file.
// verify.go walks the file's structure once, before the engine is let loose on it; check.go walks
// every record when asked to; compact.go gives free pages back when a file is opened. Start reading
// at store.go.
package store
