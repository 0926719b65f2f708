package command

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// private listens on a socket in a data folder, which its owner alone can open. Whoever has the
// store open is the only one, so a socket that is there is of a process that was killed.
func private(dir, name string) (net.Listener, error) {
	path := filepath.Join(dir, name)
	os.Remove(path)
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// debug lets the owner of a data folder look into the process that has it open, on a socket in it:
// the profiles of the Go runtime below /debug/pprof/, and the level of the log at /debug/log.
func (o Options) debug(dir string, log *slog.Logger) (end func()) {
	l, err := private(dir, "debug.sock")
	if err != nil {
		log.Warn("no profiles of this process can be had", "reason", err)
		return func() {}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /debug/log", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, o.log.name())
	})
	mux.HandleFunc("PUT /debug/log", func(w http.ResponseWriter, r *http.Request) {
		word, _ := io.ReadAll(io.LimitReader(r.Body, 100))
		before := o.log.name()
		if err := (logLevel{o.log.level}).Set(strings.TrimSpace(string(word))); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		log.Warn("the level of the log was changed", "from", before, "to", o.log.name())
		fmt.Fprintln(w, o.log.name())
	})
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		srv.Serve(l)
	}()
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if srv.Shutdown(ctx) != nil {
			srv.Close()
		}
		<-ended
	}
}
