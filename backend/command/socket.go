package command

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/client"
)

// socketName is where, in a data folder, the process that has it open answers others of the same
// user.
const socketName = "exchange.sock"

// Share answers whoever may read the data folder on a socket in it, as over HTTP, until end is
// called, so that other programs trade on an exchange that is open already; service is the exchange
// as they use it. A place where no socket can be made, as under a very long path, has none.
func (o Options) Share(dir string, b *backend.Backend, service api.Service,
	log *slog.Logger) (end func()) {
	l, err := private(dir, socketName)
	if err != nil {
		log.Warn("no other program can use this exchange while it is open", "reason", err)
		return func() {}
	}
	unwatch := o.debug(dir, log)
	o.rate, o.Drain = "off", 0 // it is the owner's, and no balancer sends requests here
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := o.server(b, service, log).Run(ctx, l); err != nil {
			log.Warn("other programs cannot use this exchange any more", "reason", err)
		}
	}()
	return func() { cancel(); unwatch(); <-ended }
}

// reach returns a client of the process that has a data folder open, nil where none answers.
func reach(ctx context.Context, dir string) *client.Client {
	dialer := net.Dialer{Timeout: time.Second}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, "unix", filepath.Join(dir, socketName))
		},
		ResponseHeaderTimeout: 30 * time.Second, MaxIdleConnsPerHost: 16,
	}
	return answering(ctx, "http://localhost", transport)
}

// Running returns a client of the service at an address, or where none is named of the process that
// has a data folder open; nil where none answers.
func Running(ctx context.Context, address, dir string) *client.Client {
	if address == "" {
		return reach(ctx, dir)
	}
	return answering(ctx, address, nil)
}

// answering is a client of the service at an address, nil where none answers.
func answering(ctx context.Context, address string, by http.RoundTripper) *client.Client {
	c, err := client.New(address, by)
	if err != nil {
		return nil
	}
	if _, err := c.Networks(ctx); err != nil {
		c.Close()
		return nil
	}
	return c
}
