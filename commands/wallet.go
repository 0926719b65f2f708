package commands

import (
	cryptorand "crypto/rand"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"time"

	"bourse/backend/command"
	"bourse/wallet"
)

// OpenWallet opens the accounts of a data folder.
func OpenWallet(dir string) (*wallet.Wallet, error) {
	return wallet.Open(wallet.Options{
		Folder: filepath.Join(dir, "accounts"), Now: time.Now, Random: cryptorand.Reader,
		Development: true,
	})
}

// Wallet is `bourse wallet …`.
func Wallet(args []string) error {
	f := flag.NewFlagSet("bourse wallet", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	data := f.String("data", "", "")
	if err := f.Parse(args); err != nil {
		return command.Usagef("%v; the commands are:\n\n%s", err, wallet.CommandUsage)
	}
	dir, _, err := command.Options{Data: *data}.Folder()
	if err != nil {
		return err
	}
	w, err := OpenWallet(dir)
	if err != nil {
		return err
	}
	err = wallet.Command{Wallet: w, Out: os.Stdout, Ask: wallet.AskSecret(os.Stdin, os.Stderr)}.Run(
		f.Args())
	var refusal *wallet.Refusal
	if errors.As(err, &refusal) {
		return command.Usagef("%v", err)
	}
	return err
}
