package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"

	"github.com/ethereum/go-ethereum/log"
	"github.com/syndtr/goleveldb/leveldb"
)

// routeLogs sends what go-ethereum logs to l. The library keeps one logger per process, so the
// chain opened last is the one that logs.
func routeLogs(l *slog.Logger) {
	// The wrapper keeps go-ethereum from installing the handler as slog's default as well.
	log.SetDefault(struct{ log.Logger }{log.NewLogger(
		quieter{l.Handler(), os.Stderr})})
}

// quieter lowers the library's levels: it reports every block as information and warns of what a
// chain without peers lacks, which is all detail to us. After what is critical the library ends the
// process: that is said to last where nobody logs it. Work in the background that comes too late,
// when its store is closed, ends alone: it would take the reason why a chain can't be opened along.
type quieter struct {
	slog.Handler
	last io.Writer
}

func lowered(level slog.Level) slog.Level {
	switch {
	case level >= log.LevelCrit:
		return level
	case level >= slog.LevelError:
		return slog.LevelWarn
	}
	return min(level, slog.LevelDebug)
}

func (q quieter) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= log.LevelCrit || q.Handler.Enabled(ctx, lowered(level))
}

func (q quieter) Handle(ctx context.Context, r slog.Record) error {
	r.Level = lowered(r.Level)
	if r.Level >= log.LevelCrit && comesLate(r) {
		runtime.Goexit() // which goes past the end of the process
	}
	if r.Level >= log.LevelCrit && !q.Handler.Enabled(ctx, r.Level) {
		text := "bourse: the local chain can't go on: " + r.Message
		r.Attrs(func(a slog.Attr) bool {
			text += " " + a.String()
			return true
		})
		_, err := fmt.Fprintln(q.last, text)
		return err
	}
	return q.Handler.Handle(ctx, r)
}

// comesLate tells whether something failed because its store was closed before.
func comesLate(r slog.Record) (late bool) {
	r.Attrs(func(a slog.Attr) bool {
		err, is := a.Value.Any().(error)
		late = late || is && errors.Is(err, leveldb.ErrClosed)
		return true
	})
	return late
}

func (q quieter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quieter{q.Handler.WithAttrs(attrs), q.last}
}

func (q quieter) WithGroup(name string) slog.Handler {
	return quieter{q.Handler.WithGroup(name), q.last}
}
