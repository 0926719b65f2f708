package api

// Disk is what an exchange keeps on disk, and what it could not.
type Disk struct {
	Bytes   map[string]int64  // that files take, by what they hold
	Refused map[string]uint64 // writes refused since the start, by their cause
}
