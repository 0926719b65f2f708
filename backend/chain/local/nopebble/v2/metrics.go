package pebble

// Metrics are the figures of a store, by the names of both versions.
type Metrics struct {
	Levels                            []LevelMetrics
	WAL                               struct{ BytesWritten uint64 }
	BlockCache, TableCache, FileCache CacheMetrics
	Filter                            struct{ Hits, Misses int64 }
	Flush                             struct{ Count int64 }
	TableIters                        int64
	MemTable                          struct {
		Size, ZombieSize   uint64
		Count, ZombieCount int64
	}
	Compact struct {
		ReadCount, NumInProgress, InProgressBytes int64
		EstimatedDebt                             uint64
	}
}

// LevelMetrics are those of one level.
type LevelMetrics struct {
	NumFiles, TablesCount                                  int64
	BytesCompacted, BytesFlushed, BytesRead                uint64
	TableBytesCompacted, TableBytesFlushed, TableBytesRead uint64
}

// CacheMetrics are those of a cache.
type CacheMetrics struct{ Size, Hits, Misses int64 }

// DiskSpaceUsage is how many bytes a store takes.
func (*Metrics) DiskSpaceUsage() uint64 { return 0 }

func (*Metrics) String() string { return "" }
