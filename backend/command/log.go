package command

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"bourse/backend"
	"bourse/backend/tracing"
)

// logFlags say where the log goes, in which form, and from which level on.
type logFlags struct {
	file, format string
	level        *slog.LevelVar // can be changed while the program runs, see debugging
}

func (l *logFlags) define(f *pflag.FlagSet) {
	l.level = new(slog.LevelVar)
	f.StringVar(&l.file, "log", "", "write the log to `FILE`")
	textVar(f, &l.format, "log-format", "text", "each line of the log is `FORMAT`: text, or json "+
		"for programs", oneOf([]string{"text", "json"}))
	f.Var(logLevel{l.level}, "log-level", "leave out of the log what is below `LEVEL`: debug, "+
		"info, warn or error")
}

// name is the level from which on lines are written.
func (l *logFlags) name() string { return logLevel{l.level}.String() }

// logLevel reads a level by its name.
type logLevel struct{ v *slog.LevelVar }

func (l logLevel) Type() string { return "string" }

func (l logLevel) String() string {
	if l.v == nil {
		return ""
	}
	return strings.ToLower(l.v.Level().String())
}

func (l logLevel) Set(s string) error {
	for _, level := range []slog.Level{
		slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError,
	} {
		if s == strings.ToLower(level.String()) {
			l.v.Set(level)
			return nil
		}
	}
	return fmt.Errorf("it takes debug, info, warn or error, not %q", s)
}

// Logger writes to the file of --log, else to fallback. Each line of a node of several names it.
func (o Options) Logger(fallback io.Writer) (*slog.Logger, func(), error) {
	out, done := fallback, func() {}
	if o.log.file != "" {
		f, err := os.OpenFile(o.log.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, Usagef("cannot write the log: %v", err)
		}
		out, done = f, func() { f.Close() }
	}
	var h slog.Handler
	options := &slog.HandlerOptions{Level: o.log.level}
	if o.log.format == "json" {
		h = slog.NewJSONHandler(out, options)
	} else {
		h = slog.NewTextHandler(out, options)
	}
	log := slog.New(h)
	node, err := o.node()
	if err != nil {
		done()
		return nil, nil, err
	}
	if node != "" {
		log = log.With("node", node)
	}
	return log, done, nil
}

// node is what this node is called among several, nothing where it is alone.
func (o Options) node() (string, error) {
	if o.cluster.url == "" {
		return "", nil
	}
	return o.cluster.name(&o)
}

// Trace has the process traced as --traces says, until end is called.
func (o Options) Trace(ctx context.Context, log *slog.Logger) (end func(), err error) {
	if o.traces == "" {
		return func() {}, nil
	}
	node, err := o.node()
	if err != nil {
		return nil, err
	}
	shut, err := tracing.Open(ctx, o.traces, backend.Version(), node, log)
	if err != nil {
		return nil, Usagef("--traces: %v", err)
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = shut(ctx) // what a collector does not take is lost, which ends nothing
	}, nil
}
