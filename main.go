// Command bourse is a trading console for the terminal with a complete exchange inside: orders,
// markets and an embedded chain in one process, with or without a screen.
package main

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/term"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/commands"
	"bourse/ui"
	_ "bourse/ui/early" // before the terminal library, which else waits for the terminal
	"bourse/ui/style"
	"bourse/views/console"
	"bourse/wallet"
)

// Exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	backend.Tune()
	err := errors.Join(wallet.NoCoreDumps(), run(os.Args[1:]))
	var wrong command.UsageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
	case errors.As(err, &wrong):
		fmt.Fprintln(os.Stderr, "bourse:", wrong)
		os.Exit(exitUsage)
	default:
		fmt.Fprintln(os.Stderr, "bourse:", err)
		os.Exit(exitFailed)
	}
}

func run(args []string) error {
	if len(args) > 0 && args[0] == "wallet" {
		return commands.Wallet(args[1:])
	}
	if len(args) > 0 && args[0] == "store" {
		return command.Store(args[1:], os.Stdout)
	}
	if len(args) > 0 && args[0] == "partners" {
		return command.Partners(args[1:], os.Stdout)
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP) // its terminal was closed
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	if len(args) > 0 && args[0] == "screenshots" {
		return commands.Screenshots(ctx, args[1:])
	}
	if len(args) > 0 && args[0] == "record" {
		return commands.Record(ctx, args[1:])
	}
	if len(args) > 0 && args[0] == "cluster" {
		return command.Cluster(ctx, args[1:], os.Stdout)
	}
	if len(args) > 0 && args[0] == "surplus" {
		return commands.Surplus(ctx, args[1:])
	}
	if len(args) > 0 && args[0] == "networks" {
		return command.Networks(ctx, args[1:], os.Stdout)
	}
	if len(args) > 0 && args[0] == "deploy" {
		return commands.Deploy(ctx, args[1:])
	}
	o, err := command.Parse(args)
	if err != nil {
		return err
	}
	if o.Version {
		fmt.Println("bourse", backend.Version())
		return nil
	}
	if o.Serve {
		return runServer(ctx, o)
	}
	if !term.IsTerminal(int(os.Stdout.Fd())) {
		return command.Usagef("the console needs a terminal on standard output; use --serve for " +
			"a service without a screen")
	}
	if why := style.Dumb(os.Getenv); why != "" {
		return command.Usagef("%s", why)
	}
	return runConsole(ctx, o)
}

// runServer serves until a signal comes.
func runServer(ctx context.Context, o command.Options) error {
	log, closeLog, err := o.Logger(os.Stderr)
	if err != nil {
		return err
	}
	defer closeLog()
	dir, done, err := o.Folder()
	if err != nil {
		return err
	}
	defer done()
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return err
	}
	if o.SSH != "" {
		return commands.ServeSSH(ctx, o, dir, accounts, log)
	}
	b, err := o.Open(ctx, dir, accounts, o.Demo, log)
	if err != nil {
		return err
	}
	return errors.Join(o.Run(ctx, b, log, os.Stdout), b.Close())
}

// runConsole shows the console until it is quit. The exchange opens while the first frame is
// already on the screen.
func runConsole(ctx context.Context, o command.Options) error {
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
	w, err := commands.OpenWallet(dir)
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
		Options: o, Dir: dir, Accounts: accounts, Log: log, Failed: cancel}
	door := commands.SSH{Options: o, Dir: dir, Log: log, Failed: cancel}
	open := func(ctx context.Context) (api.Service, error) {
		service, err := x.Open(ctx)
		if err == nil && o.SSH != "" {
			err = door.Open(service)
		}
		return service, err
	}
	zone := time.Local
	if o.UTC {
		zone = time.UTC
	}
	c, err := console.New(console.Config{
		Open: open, Progress: x.Progress,
		Wallet: w, Account: o.Account, Mode: o.Mode(), Leaving: o.Leaving(),
		Theme: o.Theme, NoMouse: o.NoMouse, NoMotion: o.NoMotion,
		Clock: ui.WallClock{}, Zone: zone, Profile: style.ColorProfile(os.Getenv), Random: cryptorand.Reader,
		Settings: filepath.Join(dir, "settings"),
		State:    filepath.Join(dir, "console"), Export: filepath.Join(dir, "exports"),
		Reports: dir,
		Log:     ring,
	})
	if err != nil {
		return command.Usagef("%v", err)
	}
	return errors.Join(c.Run(ctx), door.Close(), x.Close())
}

// logLines is how many lines of the log a console remembers.
const logLines = 2000
