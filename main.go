// Command bourse is a trading console for the terminal with a complete exchange inside: orders, markets and an embedded chain in one process,
// with or without a screen.
package main

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/httpapi"
	"bourse/ui"
	_ "bourse/ui/early" // before the terminal library, which else waits for the terminal
	"bourse/views/console"
	"bourse/wallet"

	"golang.org/x/term"
)

// Exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
)

// defaultListen is where --serve listens unless told otherwise.
const defaultListen = "127.0.0.1:8080"

func main() {
	// The store reads through mapped files; what the collector leaves lying comes on top of them.
	debug.SetGCPercent(50)
	err := errors.Join(wallet.NoCoreDumps(), run(os.Args[1:]))
	var stop exitError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
	case errors.As(err, &stop):
		fmt.Fprintln(os.Stderr, "bourse:", stop.text)
		os.Exit(stop.code)
	default:
		fmt.Fprintln(os.Stderr, "bourse:", err)
		os.Exit(exitFailed)
	}
}

// exitError ends the program with a sentence and a code.
type exitError struct {
	code int
	text string
}

func (e exitError) Error() string { return e.text }

func usage(format string, args ...any) error {
	return exitError{exitUsage, fmt.Sprintf(format, args...)}
}

// options are the flags.
type options struct {
	demo, serve, version, noMouse, noMotion, noTraders bool
	seed                                               uint64
	listen, localRPC, backend                          string
	data, account, theme, rate, log                    string
	seeded                                             bool
}

func run(args []string) error {
	if len(args) > 0 && args[0] == "wallet" {
		return runWallet(args[1:])
	}
	if len(args) > 0 && args[0] == "store" {
		return runStore(args[1:])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) > 0 && args[0] == "screenshots" {
		return runScreenshots(ctx, args[1:])
	}
	if len(args) > 0 && args[0] == "surplus" {
		return runSurplus(ctx, args[1:])
	}
	o, err := parse(args)
	if err != nil {
		return err
	}
	if o.version {
		fmt.Println("bourse", backend.Version())
		return nil
	}
	if o.serve {
		return runServer(ctx, o)
	}
	if !term.IsTerminal(int(os.Stdout.Fd())) {
		return usage("the console needs a terminal on standard output; use --serve for a service without a screen")
	}
	return runConsole(ctx, o)
}

const synopsis = `bourse                        console on the local network; state is kept in the data folder
bourse --demo [--seed N]      a lively session in a throwaway folder (or in --data DIR)
bourse --serve                headless service (default address ` + defaultListen + `)
bourse --backend URL          the console of a service elsewhere
bourse wallet …               new, import, list, export
bourse store backup DIR FILE  copies the store of a data folder, also while it is in use
bourse store check DIR|FILE   proves that the store of a data folder, or a copy, is whole
bourse screenshots DIR        pictures of every screen, from a seeded session
bourse surplus [--seed N] [--hours H]
                              what the Delta orders of a demo get beyond the best single pool

`

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("bourse", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&o.demo, "demo", false, "a lively session in a throwaway folder")
	f.Uint64Var(&o.seed, "seed", 0, "`N` from which every random choice of the simulation follows")
	f.BoolVar(&o.serve, "serve", false, "serve without a screen")
	f.StringVar(&o.listen, "listen", "", "serve HTTP on `ADDR`, beside the console or with --serve")
	f.StringVar(&o.localRPC, "local-rpc", "", "serve the local network's JSON-RPC on `ADDR`")
	f.StringVar(&o.backend, "backend", "", "show the console of the service at `URL`")
	f.StringVar(&o.data, "data", "", "keep everything in `DIR`")
	f.StringVar(&o.account, "account", "", "act as the account `NAME` (or address)")
	f.StringVar(&o.theme, "theme", "", "colours: `NAME` is dark, light, classic, inverted, contrast or mono")
	f.BoolVar(&o.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	f.BoolVar(&o.noMotion, "no-motion", false, "no flashes and no moving spinner")
	f.BoolVar(&o.noTraders, "no-traders", false, "no simulated traders on the local network")
	f.StringVar(&o.rate, "rate-limit", strconv.Itoa(httpapi.DefaultRateLimit), "requests a second for each client: `N` or off")
	f.StringVar(&o.log, "log", "", "write the log to `FILE`")
	f.BoolVar(&o.version, "version", false, "print the version")
	err := f.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Print(synopsis)
		f.SetOutput(os.Stdout)
		f.PrintDefaults()
		return o, err
	}
	if err != nil {
		return o, usage("%v; see bourse --help", err)
	}
	if f.NArg() > 0 {
		return o, usage("%q is not a command; see bourse --help", f.Arg(0))
	}
	f.Visit(func(f *flag.Flag) { o.seeded = o.seeded || f.Name == "seed" })
	if !o.seeded {
		o.seed = mathrand.Uint64()
	}
	if o.backend != "" && (o.serve || o.demo || o.listen != "" || o.localRPC != "") {
		return o, usage("--backend shows a service that runs elsewhere: it goes with neither --serve, --demo, --listen nor --local-rpc")
	}
	_, err = o.rateLimit()
	return o, err
}

// rateLimit returns the limit, 0 for off.
func (o options) rateLimit() (int, error) {
	if o.rate == "off" {
		return 0, nil
	}
	n, err := strconv.Atoi(o.rate)
	if err != nil || n < 1 {
		return 0, usage("--rate-limit takes a number of requests a second, or off; not %q", o.rate)
	}
	return n, nil
}

// folder returns the data folder and what removes it at the end, if it is a throwaway one.
func (o options) folder() (dir string, done func(), err error) {
	if o.data != "" {
		return o.data, func() {}, nil
	}
	if o.demo {
		dir, err = os.MkdirTemp("", "bourse-demo-")
		return dir, func() { os.RemoveAll(dir) }, err
	}
	if dir, err = backend.DefaultDir(); err != nil {
		err = usage("%v: name one with --data DIR", err)
	}
	return dir, func() {}, err
}

// openWallet opens the accounts of a data folder.
func openWallet(dir string) (*wallet.Wallet, error) {
	return wallet.Open(wallet.Options{
		Folder: filepath.Join(dir, "accounts"), Now: time.Now, Random: cryptorand.Reader, Development: true,
	})
}

// openBackend opens the exchange of a data folder.
func (o options) openBackend(ctx context.Context, dir string, w *wallet.Wallet, traders bool, log *slog.Logger) (*backend.Backend, error) {
	b, err := backend.Open(ctx, backend.Config{
		Dir: dir, Now: time.Now, Seed: o.seed, Accounts: w.Development(), LocalRPC: o.localRPC, Logger: log, Traders: traders && !o.noTraders,
	})
	if backend.InUse(err) {
		return nil, usage("%v", err)
	}
	return b, err
}

// runServer serves until a signal comes.
func runServer(ctx context.Context, o options) error {
	log, closeLog, err := o.logger(os.Stderr)
	if err != nil {
		return err
	}
	defer closeLog()
	dir, done, err := o.folder()
	if err != nil {
		return err
	}
	defer done()
	w, err := openWallet(dir)
	if err != nil {
		return err
	}
	b, err := o.openBackend(ctx, dir, w, o.demo, log)
	if err != nil {
		return err
	}
	return errors.Join(serve(ctx, o, b, log, os.Stdout), b.Close())
}

// runConsole shows the console until it is quit. The exchange opens while the first frame is already on the screen.
func runConsole(ctx context.Context, o options) error {
	file, closeLog, err := o.logger(io.Discard)
	if err != nil {
		return err
	}
	defer closeLog()
	ring := ui.NewLogRing(logLines, file.Handler())
	log := slog.New(ring)
	dir, done, err := o.folder()
	if err != nil {
		return err
	}
	defer done()
	w, err := openWallet(dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x := exchange{o: o, dir: dir, wallet: w, log: log, failed: cancel}
	c, err := console.New(console.Config{
		Open: x.open, Wallet: w, Account: o.account, Mode: o.mode(), Theme: o.theme, NoMouse: o.noMouse, NoMotion: o.noMotion,
		Clock: clock{}, Profile: ui.ColorProfile(os.Getenv), Random: cryptorand.Reader, Settings: filepath.Join(dir, "settings"),
		State: filepath.Join(dir, "console"), Export: filepath.Join(dir, "exports"), Reports: dir, Log: ring,
	})
	if err != nil {
		return usage("%v", err)
	}
	return errors.Join(c.Run(ctx), x.close())
}

// logLines is how many lines of the log a console remembers.
const logLines = 2000

// mode is the word in the header.
func (o options) mode() string {
	switch {
	case o.backend != "":
		return "LIVE"
	case o.demo:
		return "DEMO"
	}
	return "LOCAL"
}

// clock is the system's.
type clock struct{}

func (clock) Now() time.Time { return time.Now() }

// exchange is what runs behind a console.
type exchange struct {
	o       options
	dir     string
	wallet  *wallet.Wallet
	log     *slog.Logger
	client  *httpapi.Client // of a service elsewhere
	backend *backend.Backend
	failed  func() // ends the console
	stop    context.CancelFunc
	ended   chan error
}

// open opens and starts the exchange, with its HTTP server where one was asked for. It returns once the newest block is taken in.
func (x *exchange) open(ctx context.Context) (api.Service, error) {
	if x.o.backend != "" {
		return x.connect()
	}
	b, err := x.o.openBackend(ctx, x.dir, x.wallet, true, x.log)
	if err != nil {
		return nil, err
	}
	x.backend, x.ended = b, make(chan error, 1)
	ctx, x.stop = context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer x.failed()
		if x.o.listen != "" {
			x.ended <- serve(ctx, x.o, b, x.log, io.Discard)
			return
		}
		x.ended <- b.Run(ctx)
	}()
	return b, b.Ready(ctx)
}

// connect reaches a service elsewhere.
func (x *exchange) connect() (api.Service, error) {
	c, err := httpapi.NewClient(x.o.backend, nil)
	if err != nil {
		return nil, usage("--backend: %v", err)
	}
	x.client = c
	return c, nil
}

// close stops what open started.
func (x *exchange) close() error {
	if x.client != nil {
		x.client.Close()
	}
	if x.backend == nil {
		return nil
	}
	x.stop()
	return errors.Join(<-x.ended, x.backend.Close())
}

// serve runs an exchange and its HTTP server until ctx ends: first the requests in flight finish, then the exchange stops.
func serve(ctx context.Context, o options, b *backend.Backend, log *slog.Logger, out io.Writer) error {
	if o.listen == "" {
		o.listen = defaultListen
	}
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return usage("can not listen on %s: %v; choose another address with --listen", o.listen, err)
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	failed := make(chan error, 1)
	go func() { failed <- b.Run(running) }()
	served := make(chan error, 1)
	ctx, end := context.WithCancel(ctx)
	go func() { served <- httpServer(o, b, log).Run(ctx, l) }()
	if err := b.Ready(ctx); err == nil {
		announce(out, l.Addr(), b)
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
	return errors.Join(runErr, serveErr, <-failed)
}

func httpServer(o options, b *backend.Backend, log *slog.Logger) *httpapi.Server {
	limit, _ := o.rateLimit() // checked when the flags were read
	var hosts []string
	if host, _, err := net.SplitHostPort(o.listen); err == nil && host != "" {
		hosts = []string{host}
	}
	return httpapi.New(b, httpapi.Options{Version: backend.Version(), RateLimit: limit, Hosts: hosts, Ready: b.Health, Log: log, Now: time.Now})
}

// announce tells whoever started the service where it is.
func announce(out io.Writer, addr net.Addr, b *backend.Backend) {
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

// logger writes to the file of --log, else to fallback.
func (o options) logger(fallback io.Writer) (*slog.Logger, func(), error) {
	out, done := fallback, func() {}
	if o.log != "" {
		f, err := os.OpenFile(o.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, usage("can not write the log: %v", err)
		}
		out, done = f, func() { f.Close() }
	}
	return slog.New(slog.NewTextHandler(out, nil)), done, nil
}

// runScreenshots is `bourse screenshots DIR`.
func runScreenshots(ctx context.Context, args []string) (err error) {
	if len(args) != 1 {
		return usage("say where the pictures go: bourse screenshots DIR")
	}
	time.Local = time.UTC
	hand := console.NewHandClock(time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC))
	s, err := backend.OpenSession(ctx, 1, hand.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return console.Shots(ctx, console.Stage{
		Clock: hand,
		Config: console.Config{
			Wallet: s.Wallet, Mode: "DEMO", Profile: ui.TrueColor, Random: mathrand.NewChaCha8([32]byte{1}),
			Open: func(ctx context.Context) (api.Service, error) { return s, s.Begin(ctx) },
		},
		Step: s.Step,
	}, args[0])
}

// runSurplus is `bourse surplus`.
func runSurplus(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("bourse surplus", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	seed, hours := f.Uint64("seed", 1, ""), f.Float64("hours", 1, "")
	if err := f.Parse(args); err != nil || f.NArg() > 0 || *hours <= 0 {
		return usage("it goes: bourse surplus [--seed N] [--hours H]")
	}
	report, err := backend.MeasureSurplus(ctx, *seed, time.Duration(*hours*float64(time.Hour)), func(passed time.Duration) {
		fmt.Fprintf(os.Stderr, "\r%s of the session have passed", passed)
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr)
	_, err = report.WriteTo(os.Stdout)
	return err
}

// runStore is `bourse store …`.
func runStore(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "backup":
		return backend.BackupStore(args[1], args[2])
	case len(args) == 2 && args[0] == "check":
	default:
		return usage("the commands are: bourse store backup DIR FILE, bourse store check DIR|FILE")
	}
	r, err := backend.CheckStore(args[1])
	if backend.InUse(err) {
		return usage("%v, or check a copy of it: bourse store backup %s FILE", err, args[1])
	}
	if err != nil {
		return err
	}
	for _, problem := range r.Problems {
		fmt.Println(problem)
	}
	if len(r.Problems) > 0 {
		return fmt.Errorf("%s is damaged in the places above: restore a backup", args[1])
	}
	fmt.Printf("%s is whole: %d records and index entries\n", args[1], r.Records)
	return nil
}

// runWallet is `bourse wallet …`.
func runWallet(args []string) error {
	f := flag.NewFlagSet("bourse wallet", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	data := f.String("data", "", "")
	if err := f.Parse(args); err != nil {
		return usage("%v; the commands are:\n\n%s", err, wallet.CommandUsage)
	}
	dir, _, err := options{data: *data}.folder()
	if err != nil {
		return err
	}
	w, err := openWallet(dir)
	if err != nil {
		return err
	}
	err = wallet.Command{Wallet: w, Out: os.Stdout, Ask: wallet.AskSecret(os.Stdin, os.Stderr)}.Run(f.Args())
	var refusal *wallet.Refusal
	if errors.As(err, &refusal) {
		return usage("%v", err)
	}
	return err
}
