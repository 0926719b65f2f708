package pebble

import (
	"errors"
	"io"
)

var (
	// ErrClosed is what a closed store answers.
	ErrClosed = errors.New("pebble: closed")
	// ErrNotFound is what a store answers that does not have a key.
	ErrNotFound = errors.New("pebble: not found")

	errAbsent = errors.New("this program reads no store of the kind Pebble")
)

// Open refuses: there is no such store here.
func Open(string, *Options) (*DB, error) { return nil, errAbsent }

// Peek refuses: there is no such store here.
func Peek(string, any) (*DBDesc, error) { return nil, errAbsent }

// DBDesc is what is seen of a store from outside.
type DBDesc struct {
	Exists             bool
	FormatMajorVersion FormatMajorVersion
}

// FormatMajorVersion is the form of a store's files.
type FormatMajorVersion uint64

// FormatFlushableIngest is the oldest form that the newer version opens.
const FormatFlushableIngest FormatMajorVersion = 13

// Options are those of a store, in both versions.
type Options struct {
	Cache                       any
	MaxOpenFiles                int
	MemTableSize                uint64
	MemTableStopWritesThreshold int
	MaxConcurrentCompactions    func() int
	CompactionConcurrencyRange  func() (int, int)
	Levels                      any // a list in one version, an array in the other
	TargetFileSizes             [7]int64
	ReadOnly                    bool
	EventListener               *EventListener
	Logger                      any
	WALBytesPerSync             int
	L0CompactionThreshold       int
	FormatMajorVersion          FormatMajorVersion
	Experimental                struct {
		ReadSamplingMultiplier    int64
		L0CompactionConcurrency   int
		CompactionDebtConcurrency uint64
	}
}

type (
	// LevelOptions are those of one level.
	LevelOptions struct {
		TargetFileSize int64
		FilterPolicy   any
	}
	// EventListener is told what a store does in the background.
	EventListener struct {
		CompactionBegin, CompactionEnd func(CompactionInfo)
		WriteStallBegin                func(WriteStallBeginInfo)
		WriteStallEnd                  func()
	}
	// CompactionInfo tells what is compacted.
	CompactionInfo struct{ Input []struct{ Level int } }
	// WriteStallBeginInfo tells why writing waits.
	WriteStallBeginInfo struct{ Reason string }
	// WriteOptions tell when a write is done.
	WriteOptions struct{ Sync bool }
	// IterOptions bound what is gone through.
	IterOptions struct{ LowerBound, UpperBound []byte }
)

var (
	// NoSync is a write that is not waited for.
	NoSync = &WriteOptions{}
	// Sync is a write that is waited for.
	Sync = &WriteOptions{Sync: true}
)

// NewCache has nothing to keep.
func NewCache(int64) any { return nil }

// DB is a store, of which there is none: nothing of it is ever reached.
type DB struct{}

func (*DB) Get([]byte) ([]byte, io.Closer, error)              { return nil, nil, errAbsent }
func (*DB) Set(_, _ []byte, _ *WriteOptions) error             { return errAbsent }
func (*DB) Delete([]byte, *WriteOptions) error                 { return errAbsent }
func (*DB) DeleteRange(_, _ []byte, _ *WriteOptions) error     { return errAbsent }
func (*DB) Apply(*Batch, *WriteOptions) error                  { return errAbsent }
func (*DB) Compact(...any) error                               { return errAbsent }
func (*DB) Close() error                                       { return nil }
func (*DB) NewBatch() *Batch                                   { return &Batch{} }
func (*DB) NewBatchWithSize(int) *Batch                        { return &Batch{} }
func (*DB) NewIter(*IterOptions) (*Iterator, error)            { return &Iterator{}, errAbsent }
func (*DB) RatchetFormatMajorVersion(FormatMajorVersion) error { return errAbsent }
func (*DB) Metrics() *Metrics                                  { return &Metrics{} }

// Batch is a list of writes.
type Batch struct{}

func (*Batch) Set(_, _ []byte, _ *WriteOptions) error         { return errAbsent }
func (*Batch) Delete([]byte, *WriteOptions) error             { return errAbsent }
func (*Batch) DeleteRange(_, _ []byte, _ *WriteOptions) error { return errAbsent }
func (*Batch) LogData([]byte, *WriteOptions) error            { return errAbsent }
func (*Batch) Commit(*WriteOptions) error                     { return errAbsent }
func (*Batch) Reader() *BatchReader                           { return &BatchReader{} }
func (*Batch) Reset()                                         {}
func (*Batch) Close() error                                   { return nil }

// InternalKeyKind is what a write of a batch does.
type InternalKeyKind uint8

const (
	InternalKeyKindDelete InternalKeyKind = iota
	InternalKeyKindSet
	InternalKeyKindRangeDelete
)

// BatchReader goes through the writes of a batch.
type BatchReader struct{}

func (*BatchReader) Next() (kind InternalKeyKind, key, value []byte, ok bool, err error) {
	return 0, nil, nil, false, errAbsent
}

// Iterator goes through the keys of a store.
type Iterator struct{}

func (*Iterator) First() bool   { return false }
func (*Iterator) Next() bool    { return false }
func (*Iterator) Valid() bool   { return false }
func (*Iterator) Key() []byte   { return nil }
func (*Iterator) Value() []byte { return nil }
func (*Iterator) Error() error  { return errAbsent }
func (*Iterator) Close() error  { return nil }
