package activity

import (
	"sync"
	"time"
)

// Level is the kind of an entry.
type Level uint8

// The levels, in the order of the keys that choose them.
const (
	Error Level = iota
	Warning
	Signed
	Filled
	Info
	Debug
)

var levelNames = [...]string{"ERR", "WARN", "SIGN", "FILL", "INFO", "DEBUG"}

func (l Level) String() string { return levelNames[l] }

// Entry is one thing that happened.
type Entry struct {
	ID        uint64 // counts from 1
	Time      time.Time
	Level     Level
	Component string // wallet, book, orders, chain, …
	Text      string
	Took      time.Duration
	What      string // what happened, for a failure
	Do        string // what to do about it
	ErrorType string
	Request   string // JSON without secrets and signatures
	Response  string
}

// kept is how many entries are remembered.
const kept = 2000

// Log remembers the newest entries. It may be used from many goroutines.
type Log struct {
	now     func() time.Time
	mu      sync.Mutex
	entries []Entry // oldest first
	last    uint64
}

// NewLog makes an empty log on a clock.
func NewLog(now func() time.Time) *Log { return &Log{now: now} }

// Add appends an entry and fills in its id and, where it is missing, its time.
func (l *Log) Add(e Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	e.ID = l.last
	if e.Time.IsZero() {
		e.Time = l.now()
	}
	if len(l.entries) >= 2*kept {
		l.entries = append(l.entries[:0], l.entries[len(l.entries)-kept:]...)
	}
	l.entries = append(l.entries, e)
}

// Since returns the entries after an id, oldest first, as far as they are remembered, and the
// newest id.
func (l *Log) Since(id uint64) ([]Entry, uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := int(min(l.last-id, uint64(len(l.entries))))
	return append([]Entry(nil), l.entries[len(l.entries)-n:]...), l.last
}
