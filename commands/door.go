package commands

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/ui"
	"bourse/ui/style"
	"bourse/views/console"
	"bourse/views/desk"
	"bourse/views/sign"
	"bourse/wallet"
)

// door is a way to trade without a screen: its flags, and what it opens.
type door struct {
	o        command.Options
	password string // file that holds one
	joined   bool   // the exchange is that of another process, which goes on
	numbered bool   // lists of orders are
	once     bool   // it ends after one sentence
	posts    bool   // what happens to the accounts is posted, where a webhook is named
}

// doorFlags are those of the console that mean something without a screen.
const doorFlags = "account network data signer backend rpc rpc-send rpc-rate confirmations delta " +
	"tokens no-local log log-format log-level utc"

// define gives a door's command its flags, under the names that they have for the console.
func (d *door) define(f *pflag.FlagSet) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	d.o.Define(all, style.ThemeNames())
	for _, name := range strings.Fields(doorFlags) {
		f.AddFlag(all.Lookup(name))
	}
}

// definePassword adds where a password comes from.
func (d *door) definePassword(f *pflag.FlagSet) {
	f.StringVar(&d.password, "password-file", "", "read the account's password from the first "+
		"line of `FILE`")
}

// secret asks for a password: from the file that was named, else at the terminal.
func (d *door) secret(prompt string) (wallet.Secret, error) {
	if d.password == "" {
		if !term.IsTerminal(int(os.Stdin.Fd())) {
			return wallet.Secret{}, fmt.Errorf("the account is locked and nobody is at the "+
				"terminal; --password-file FILE names its password: %w", desk.ErrDeclined)
		}
		return wallet.AskSecret(os.Stdin, os.Stderr)(prompt)
	}
	f, err := os.Open(d.password)
	if err != nil {
		return wallet.Secret{}, command.Usagef("--password-file: %v", err)
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return wallet.Secret{}, fmt.Errorf("--password-file: %w", err)
	}
	return wallet.NewSecret([]byte(strings.TrimRight(string(line), "\r\n"))), nil
}

// open opens the exchange and a desk at it; end ends both. Where that fails, what is open already
// ends.
func (d *door) open(ctx context.Context, by sign.Decider, tell func(string)) (at *desk.Desk,
	end func() error, err error) {
	if err := d.o.Check(); err != nil {
		return nil, nil, err
	}
	log, closeLog, err := d.o.Logger(io.Discard)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	shut := func() error { cancel(); closeLog(); return nil }
	defer func() {
		if err != nil {
			err = errors.Join(err, shut())
		}
	}()
	dir, done, err := d.o.Folder()
	if err != nil {
		return nil, nil, err
	}
	shut = func() error { cancel(); closeLog(); done(); return nil }
	settings, _ := ui.LoadSettings(filepath.Join(dir, "settings")) // the console tells mistakes
	if !settings.UTC {
		ui.SetZone(zone(d.o))
	}
	w, err := d.wallet(ctx, dir, tell)
	if err != nil {
		return nil, nil, err
	}
	x, err := d.exchange(dir, w, log, cancel)
	if err != nil {
		return nil, nil, err
	}
	folder := shut
	shut = func() error { return errors.Join(x.Close(), folder()) }
	service, err := x.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	d.joined = x.Joined()
	if d.posts {
		posted, stop, err := d.post(ctx, service, w, dir, log)
		if err != nil {
			return nil, nil, err
		}
		service = posted
		open := shut
		shut = func() error { return errors.Join(stop(), open()) }
	}
	at, err = desk.Open(ctx, desk.Config{Service: service, Wallet: w, Account: begins(d.o, w),
		Network: d.o.Network, Exchange: host(d.o.Backend), State: filepath.Join(dir, "console"),
		Decider: by, Tell: tell, Resting: console.StandardRest,
		Numbered: d.numbered, Names: x.Names(),
		Ends: d.once && !d.joined && d.o.Backend == ""})
	var unknown desk.Unknown
	if errors.As(err, &unknown) {
		err = command.Usagef("%v", err)
	}
	if err != nil {
		return nil, nil, err
	}
	return at, func() error { return errors.Join(at.Close(), shut()) }, nil
}

// post posts what happens to the accounts of a wallet, as the console does, until it is stopped; by
// is the exchange through which what is sent is watched.
func (d *door) post(ctx context.Context, service api.Service, w *wallet.Wallet, dir string,
	log *slog.Logger) (by api.Service, stop func() error, err error) {
	box, err := d.o.Webhook(dir, log)
	if box == nil || err != nil {
		return service, func() error { return nil }, err
	}
	ctx, cancel := context.WithCancel(ctx)
	post, closeBox := posting(ctx, box)
	watcher := announce.New(announce.Config{Service: service, Now: time.Now,
		Path: console.NewsFile(filepath.Join(dir, "console"), host(d.o.Backend))})
	var accounts []common.Address
	for _, a := range w.List() {
		accounts = append(accounts, a.Address)
	}
	watcher.Watch(accounts)
	ended := make(chan error, 1)
	go func() { ended <- watcher.Run(ctx, log, post) }()
	return watcher.Sending(service), func() error {
		cancel()
		return errors.Join(<-ended, closeBox())
	}, nil
}

// wallet opens the accounts of a data folder, and those of the signers that were named.
func (d *door) wallet(ctx context.Context, dir string, tell func(string)) (*wallet.Wallet,
	error) {
	w, err := OpenWallet(dir)
	if err != nil {
		return nil, err
	}
	for _, address := range d.o.Signers {
		tell("asking the signer for its accounts; it may want your approval")
		if _, err := w.Attach(ctx, address); err != nil {
			return nil, command.Usagef("%v", err)
		}
	}
	return w, nil
}

// exchange is what the console opens as well, or has open.
func (d *door) exchange(dir string, w *wallet.Wallet, log *slog.Logger, failed func()) (
	*command.Exchange, error) {
	accounts, err := wallet.DevelopmentAccounts()
	return &command.Exchange{Options: d.o, Dir: dir, Accounts: accounts, Log: log,
		Failed: failed, Join: true, Keys: w.Has}, err
}
