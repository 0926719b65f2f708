// Package pebble stands where go-ethereum's node links the store Pebble's first version, as the
// package of its second, v2, does: there the reason is told.
package pebble

import "github.com/cockroachdb/pebble/v2"

const (
	FormatFlushableIngest      = pebble.FormatFlushableIngest
	InternalKeyKindDelete      = pebble.InternalKeyKindDelete
	InternalKeyKindSet         = pebble.InternalKeyKindSet
	InternalKeyKindRangeDelete = pebble.InternalKeyKindRangeDelete
)

var (
	ErrClosed   = pebble.ErrClosed
	ErrNotFound = pebble.ErrNotFound
	NoSync      = pebble.NoSync
	Sync        = pebble.Sync

	Open     = pebble.Open
	Peek     = pebble.Peek
	NewCache = pebble.NewCache
)

type (
	Batch               = pebble.Batch
	CompactionInfo      = pebble.CompactionInfo
	DB                  = pebble.DB
	EventListener       = pebble.EventListener
	IterOptions         = pebble.IterOptions
	Iterator            = pebble.Iterator
	LevelOptions        = pebble.LevelOptions
	Options             = pebble.Options
	WriteOptions        = pebble.WriteOptions
	WriteStallBeginInfo = pebble.WriteStallBeginInfo
)
