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
func Screenshots(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return command.Usagef("say where the pictures go: bourse screenshots DIR")
	}
	return onStage(ctx, func(s screenshots.Stage) error {
		return screenshots.Make(ctx, s, args[0])
	})
}

// Record is `bourse record FILE.cast`.
func Record(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return command.Usagef("say where the recording goes: bourse record FILE.cast")
	}
	return onStage(ctx, func(s screenshots.Stage) error {
		f, err := os.Create(args[0])
		if err != nil {
			return err
		}
		return errors.Join(screenshots.Record(ctx, s, f), f.Close())
	})
}

// onStage opens a session that comes out the same every time.
func onStage(ctx context.Context, run func(screenshots.Stage) error) (err error) {
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
	return run(screenshots.Stage{
		Clock: clock,
		Config: console.Config{
			Wallet: w, Mode: "DEMO", Profile: style.TrueColor,
			Random: mathrand.NewChaCha8([32]byte{1}),
			Open:   func(ctx context.Context) (api.Service, error) { return s, s.Begin(ctx) },
		},
		Step: s.Step,
	})
}
