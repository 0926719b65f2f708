package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/server"
)

// Run runs an exchange and its HTTP server until ctx ends: first the requests in flight finish,
// then the exchange stops. Its data folder is o.Data, which a service with o.Serve shares with
// other programs.
func (o Options) Run(ctx context.Context, b *backend.Backend, log *slog.Logger,
	out io.Writer) error {
	told, err := o.announcer(b, log)
	if err != nil {
		return err
	}
	if o.Serve {
		defer o.Share(o.Data, b, told, log)()
	}
	return o.run(ctx, b, told, log, out)
}

// run is Run, of an exchange as others use it, whose folder is shared already.
func (o Options) run(ctx context.Context, b *backend.Backend, told announcer, log *slog.Logger,
	out io.Writer) error {
	o.Listen = cmp.Or(o.Listen, DefaultListen)
	l, err := listen(o.Listen)
	if err != nil {
		return err
	}
	if ip := l.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		log.Warn("serving HTTP without TLS and without a login to every machine that reaches "+
			"this address: put a proxy before it that has both", "address", l.Addr())
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	ctx, end := context.WithCancel(ctx)
	failed := make(chan error, 1)
	go func() {
		defer end() // nothing becomes ready any more
		failed <- b.Run(running)
	}()
	served := make(chan error, 1)
	go func() { served <- o.server(b, told, log).Run(ctx, l) }()
	announced := make(chan struct{})
	go func() {
		defer close(announced)
		if b.Ready(running) == nil {
			told.run(running)
		}
	}()
	if err := b.Ready(ctx); err == nil {
		announceAddress(out, l.Addr(), b)
	}
	var runErr error
	select {
	case runErr = <-failed:
		failed <- nil
	case <-ctx.Done():
	}
	end()
	serveErr := <-served
	stop()
	<-announced
	return errors.Join(runErr, serveErr, <-failed)
}

// CanListen says why nothing can be served at the address, before a folder is made and a chain is
// begun for it. It is listened to once there is something to answer.
func (o Options) CanListen() error {
	l, err := listen(cmp.Or(o.Listen, DefaultListen))
	if err != nil {
		return err
	}
	return l.Close()
}

func listen(at string) (net.Listener, error) {
	l, err := net.Listen("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %v; choose another address with --listen",
			at, err)
	}
	return l, nil
}

// server answers for an exchange as the flags say.
func (o Options) server(b *backend.Backend, service api.Service,
	log *slog.Logger) *server.Server {
	limit, _ := ratePerSecond(o.rate) // checked when the flag was read
	var hosts []string
	if host, _, err := net.SplitHostPort(o.Listen); err == nil && host != "" {
		hosts = []string{host}
	}
	var cluster server.Cluster
	if b.Log().Status().Shared {
		cluster = b.Log()
	}
	return server.New(service, server.Options{
		Cluster: cluster,
		Version: backend.Version(), RateLimit: limit, Hosts: hosts, Ready: b.Health, Held: b.Held,
		Reverts: b.Reverts, Disk: b.Disk, Log: log, Now: time.Now,
		Drain: o.Drain, Leave: b.Leave})
}

// announceAddress tells whoever started the service where it is.
func announceAddress(out io.Writer, addr net.Addr, b *backend.Backend) {
	networks, err := b.Networks(context.Background())
	if err != nil {
		return
	}
	ids := make([]string, len(networks))
	for i, n := range networks {
		ids[i] = strconv.FormatUint(n.ChainID, 10)
	}
	fmt.Fprintf(out, "serving http://%s networks %s\n", addr, strings.Join(ids, ","))
	if url := b.LocalRPC(); url != "" {
		fmt.Fprintf(out, "local rpc %s\n", url)
	}
}
