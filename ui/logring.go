package ui

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"bourse/ui/cells"
)

// LogLine is one record of the log.
type LogLine struct {
	Seq       uint64 // counts from 1, so that a view can tell what is new
	Time      time.Time
	Level     slog.Level
	Component string // the record's "component" attribute
	Text      string // message and other attributes, cleaned
}

// LogRing keeps the newest lines of the log for the Activity screen and the
// crash report. Nothing may write to the terminal while the screen is up, so
// it is the standard logger's handler; records also go on to next, if any.
type LogRing struct {
	mu    *sync.Mutex
	lines *ringLines
	next  slog.Handler
	attrs []slog.Attr
	group string
}

type ringLines struct {
	buf []LogLine
	seq uint64
}

// NewLogRing keeps the newest size lines and hands every record to next, which
// may be nil.
func NewLogRing(size int, next slog.Handler) *LogRing {
	return &LogRing{mu: &sync.Mutex{}, lines: &ringLines{buf: make([]LogLine, max(1, size))},
		next: next}
}

// maxLine bounds what is kept of a line, in bytes: lines can hold what others said.
const maxLine = 4 << 10

// cutLine leaves of a text what a line of a log holds, in memory of its own.
func cutLine(s string) string {
	if len(s) > maxLine {
		s = strings.ToValidUTF8(s[:maxLine], "") + "…"
	}
	return strings.Clone(s)
}

// Enabled implements slog.Handler: the ring takes Info and above, next decides
// for itself.
func (l *LogRing) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelInfo || l.next != nil && l.next.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (l *LogRing) Handle(ctx context.Context, rec slog.Record) error {
	line := LogLine{Time: rec.Time, Level: rec.Level}
	var b strings.Builder
	b.WriteString(rec.Message)
	add := func(a slog.Attr) bool {
		if a.Key == "component" {
			line.Component = cells.Clean(cutLine(a.Value.String()))
			return true
		}
		b.WriteString(" " + a.Key + "=" + a.Value.Resolve().String())
		return true
	}
	for _, a := range l.attrs {
		add(a)
	}
	rec.Attrs(func(a slog.Attr) bool { a.Key = l.group + a.Key; return add(a) })
	line.Text = cells.Clean(cutLine(b.String()))
	if rec.Level >= slog.LevelInfo {
		l.mu.Lock()
		l.lines.seq++
		line.Seq = l.lines.seq
		l.lines.buf[int(line.Seq-1)%len(l.lines.buf)] = line
		l.mu.Unlock()
	}
	if l.next != nil && l.next.Enabled(ctx, rec.Level) {
		return l.next.Handle(ctx, rec)
	}
	return nil
}

// WithAttrs implements slog.Handler.
func (l *LogRing) WithAttrs(attrs []slog.Attr) slog.Handler {
	c := *l
	c.attrs = slices.Clone(l.attrs)
	for _, a := range attrs {
		a.Key = l.group + a.Key
		c.attrs = append(c.attrs, a)
	}
	if l.next != nil {
		c.next = l.next.WithAttrs(attrs)
	}
	return &c
}

// WithGroup implements slog.Handler.
func (l *LogRing) WithGroup(name string) slog.Handler {
	c := *l
	if name != "" {
		c.group = l.group + name + "."
	}
	if l.next != nil {
		c.next = l.next.WithGroup(name)
	}
	return &c
}

// Lines are the kept lines newer than seq, oldest first.
func (l *LogRing) Lines(seq uint64) []LogLine {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := uint64(len(l.lines.buf))
	from := seq + 1
	if l.lines.seq > n {
		from = max(from, l.lines.seq-n+1)
	}
	var out []LogLine
	for s := from; s <= l.lines.seq; s++ {
		out = append(out, l.lines.buf[int(s-1)%len(l.lines.buf)])
	}
	return out
}

// Last is the number of the newest line.
func (l *LogRing) Last() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.seq
}
