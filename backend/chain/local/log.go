package local

import (
	"context"
	"log/slog"

	"github.com/ethereum/go-ethereum/log"
)

// routeLogs sends what go-ethereum logs to l. The library keeps one logger per process, so the
// chain opened last is the one that logs.
func routeLogs(l *slog.Logger) {
	if l == nil {
		return
	}
	// The wrapper keeps go-ethereum from installing the handler as slog's default as well.
	log.SetDefault(struct{ log.Logger }{log.NewLogger(quieter{l.Handler()})})
}

// quieter lowers the library's levels: it reports every block as information and warns of what a
// chain without peers lacks, which is all detail to us.
type quieter struct{ slog.Handler }

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
	return q.Handler.Enabled(ctx, lowered(level))
}

func (q quieter) Handle(ctx context.Context, r slog.Record) error {
	r.Level = lowered(r.Level)
	return q.Handler.Handle(ctx, r)
}

func (q quieter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quieter{q.Handler.WithAttrs(attrs)}
}

func (q quieter) WithGroup(name string) slog.Handler { return quieter{q.Handler.WithGroup(name)} }
