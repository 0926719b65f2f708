package commands

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/backend/webhook"
	"bourse/ui"
	"bourse/ui/style"
	"bourse/views/console"
	"bourse/views/desk"
	"bourse/wallet"
)

// serve serves until a signal comes.
func serve(ctx context.Context, o command.Options) error {
	log, closeLog, err := o.Logger(os.Stderr)
	if err != nil {
		return err
	}
	defer closeLog()
	if err := o.CanListen(); err != nil && o.SSH == "" {
		return err
	}
	untrace, err := o.Trace(ctx, log)
	if err != nil {
		return err
	}
	defer untrace()
	dir, done, err := o.Folder()
	if err != nil {
		return err
	}
	defer done()
	o.Data = dir
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return err
	}
	if o.SSH != "" {
		return ServeSSH(ctx, o, dir, accounts, log)
	}
	b, err := o.Open(ctx, dir, accounts, o.Demo, log)
	if err == nil {
		err = o.Run(ctx, b, log, os.Stdout)
		err = errors.Join(err, b.Close())
	}
	return served(ctx, err)
}

// served is what a service ends with: who tells it to stop, also while it is still opening, is
// obeyed, which is no failure.
func served(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// openConsole shows the console until it is quit. The exchange opens while the first frame is
// already on the screen.
func openConsole(ctx context.Context, o command.Options) error {
	file, closeLog, err := o.Logger(io.Discard)
	if err != nil {
		return err
	}
	defer closeLog()
	ring := ui.NewLogRing(logLines, file.Handler())
	log := slog.New(ring)
	dir, done, err := o.Folder()
	if err != nil {
		return err
	}
	defer done()
	w, err := OpenWallet(dir)
	if err != nil {
		return err
	}
	for _, address := range o.Signers {
		fmt.Fprintln(os.Stderr, "asking the signer for its accounts; it may want your approval")
		if _, err := w.Attach(ctx, address); err != nil {
			return command.Usagef("%v", err)
		}
	}
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x := command.Exchange{
		Options: o, Dir: dir, Accounts: accounts, Log: log, Failed: cancel, Keys: w.Has}
	door := SSH{Options: o, Dir: dir, Log: log, Failed: cancel}
	if err := door.Listen(); err != nil {
		return err
	}
	open := func(ctx context.Context) (api.Service, error) {
		service, err := x.Open(ctx)
		if err == nil && o.SSH != "" {
			err = door.Open(service, x.House())
		}
		return service, err
	}
	box, err := o.Webhook(dir, log)
	if err != nil {
		return err
	}
	post, closeBox := posting(ctx, box)
	c, err := console.New(console.Config{
		Open: open, Progress: x.Progress,
		Wallet: w, Account: begins(o, w), Network: o.Network,
		Mode: o.Mode(), Leaving: o.Leaving(), Ends: o.Ends(),
		Exchange: host(o.Backend), Post: post, Resting: console.StandardRest,
		Names: x.Names(),
		Theme: o.Theme, NoMouse: o.NoMouse, NoMotion: o.NoMotion,
		Clock: ui.WallClock{}, Zone: zone(o),
		Profile: style.ColorProfile(os.Getenv), Random: cryptorand.Reader,
		Settings: filepath.Join(dir, "settings"),
		State:    filepath.Join(dir, "console"), Export: filepath.Join(dir, "exports"),
		Reports: dir,
		Log:     ring,
	})
	if err != nil {
		return command.Usagef("%v", err)
	}
	x.Sent = c.Sent
	ran := c.Run(ctx)
	if unknown := desk.Unknown(""); errors.As(ran, &unknown) {
		ran = command.Usagef("--network: %v", ran)
	}
	return errors.Join(ran, door.Close(), x.Close(), closeBox())
}

// zone is that in which times are told and read.
func zone(o command.Options) *time.Location {
	if o.UTC {
		return time.UTC
	}
	return time.Local
}

// posting posts what a console announces until it is closed; without an outbox nothing is posted.
func posting(ctx context.Context, box *webhook.Outbox) (post func([]announce.Announcement) error,
	stop func() error) {
	if box == nil {
		return nil, func() error { return nil }
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- box.Run(ctx) }()
	return box.Put, func() error { cancel(); return <-ended }
}

// host is that of an exchange's address, with its port.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address // which nothing is reached by
	}
	return strings.ToLower(u.Host)
}

// logLines is how many lines of the log a console remembers.
const logLines = 2000
