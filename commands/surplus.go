package commands

import (
	"context"
	"os"

	"bourse/backend/command"
	"bourse/wallet"
)

// Surplus is `bourse surplus`: a report of what the simulated traders left over.
func Surplus(ctx context.Context, args []string) error {
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return err
	}
	return command.Surplus(ctx, args, accounts, os.Stdout, os.Stderr)
}
