package commands

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"os"
	"time"

	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/backend/demo"
	"bourse/ui/headless"
	"bourse/ui/style"
	"bourse/views/console"
	"bourse/views/screenshots"
	"bourse/wallet"
)

// Screenshots is `bourse screenshots DIR`.
func Screenshots(ctx context.Context, args []string) (err error) {
	if len(args) != 1 {
		return command.Usagef("say where the pictures go: bourse screenshots DIR")
	}
	time.Local = time.UTC
	clock := headless.NewClock(time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC))
	dir, err := os.MkdirTemp("", "bourse-screenshots-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	w, err := wallet.Open(wallet.Options{
		Folder: dir, Now: clock.Now, Random: cryptorand.Reader, Development: true})
	if err != nil {
		return err
	}
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return err
	}
	s, err := demo.OpenSession(ctx, demo.Config{Seed: 1, Now: clock.Now, Accounts: accounts})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return screenshots.Make(ctx, screenshots.Stage{
		Clock: clock,
		Config: console.Config{
			Wallet: w, Mode: "DEMO", Profile: style.TrueColor,
			Random: mathrand.NewChaCha8([32]byte{1}),
			Open:   func(ctx context.Context) (api.Service, error) { return s, s.Begin(ctx) },
		},
		Step: s.Step,
	}, args[0])
}
