package main

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"os"
	"time"

	"github.com/spf13/cobra"

	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/backend/demo"
	"bourse/ui/headless"
	"bourse/ui/style"
	"bourse/views/console"
	"bourse/views/screenshots"
	"bourse/wallet"
)

// pictures makes pictures of every screen.
func pictures() *cobra.Command {
	return &cobra.Command{
		Use:   "pictures DIR",
		Short: "Pictures of every screen, from a seeded session",
		Args:  command.Arguments("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			return onStage(c.Context(), func(s screenshots.Stage) error {
				return screenshots.Make(c.Context(), s, args[0])
			})
		},
	}
}

// record makes a recording for asciinema.
func record() *cobra.Command {
	return &cobra.Command{
		Use:   "record FILE.cast",
		Short: "A recording of the same session, for asciinema",
		Args:  command.Arguments("FILE.cast"),
		RunE: func(c *cobra.Command, args []string) error {
			return onStage(c.Context(), func(s screenshots.Stage) error {
				f, err := os.Create(args[0])
				if err != nil {
					return err
				}
				return errors.Join(screenshots.Record(c.Context(), s, f), f.Close())
			})
		},
	}
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
