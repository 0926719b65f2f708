package command

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/pflag"

	"bourse/backend"
	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/webhook"
)

// webhookFlags say where announcements are posted to, and of whom.
type webhookFlags struct {
	url      string
	accounts []common.Address
}

func (w *webhookFlags) define(f *pflag.FlagSet) {
	textVar(f, &w.url, "webhook", "", "post fills, offers, reverts, fired stops and ends of "+
		"orders to `URL`, signed with the key in the folder webhook of the data folder",
		webAddress)
	f.Func("announce", "with --serve and --webhook, tell of the account `ADDRESS`; repeatable",
		func(s string) error {
			a, err := api.ParseAddress(s)
			if err == nil {
				w.accounts = append(w.accounts, a)
			}
			return err
		})
}

func (w *webhookFlags) check(o *Options) error {
	switch {
	case len(w.accounts) > 0 && (w.url == "" || !o.Serve):
		return Usagef("--announce names whose news --webhook posts, of a service with --serve; a " +
			"console posts those of its own accounts")
	case w.url != "" && o.Serve && len(w.accounts) == 0:
		return Usagef("--webhook: a service has no accounts of its own; name those it tells of " +
			"with --announce")
	}
	return nil
}

// Webhook returns where the announcements of a data folder wait to be posted; nil posts none.
func (o Options) Webhook(dir string, log *slog.Logger) (*webhook.Outbox, error) {
	if o.webhook.url == "" {
		return nil, nil
	}
	box, err := webhook.Open(webhook.Config{URL: o.webhook.url, Now: time.Now, Log: log,
		Folder: filepath.Join(dir, "webhook")})
	if err != nil {
		return nil, Usagef("%v", err)
	}
	return box, nil
}

// announcer tells of the accounts that a service was told to look after.
type announcer struct {
	api.Service  // through which transactions are sent that are to be watched
	api.Replayer // of streams that go on
	run          func(ctx context.Context)
}

var _ api.Replayer = announcer{} // the server asks for it

// announcer watches a service where one is wanted.
func (o Options) announcer(b *backend.Backend, log *slog.Logger) (announcer, error) {
	quiet := announcer{Service: b, Replayer: b, run: func(context.Context) {}}
	if !o.Serve { // a console tells of its own accounts
		return quiet, nil
	}
	box, err := o.Webhook(o.Data, log)
	if box == nil || err != nil {
		return quiet, err
	}
	w := announce.New(announce.Config{Service: b, Now: time.Now,
		Path: filepath.Join(o.Data, "webhook", "seen.json")})
	w.Watch(o.webhook.accounts)
	run := func(ctx context.Context) {
		var both sync.WaitGroup
		both.Go(func() { box.Run(ctx) })
		both.Go(func() { w.Run(ctx, log, box.Put) })
		both.Wait()
	}
	return announcer{Service: w.Sending(b), Replayer: b, run: run}, nil
}
