package commands

import (
	"context"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/wallet"
)

// deploy is `bourse deploy …`.
func deploy() *cobra.Command {
	d := &command.Deploy{
		Payer: func(ctx context.Context, signers []string, dir string) (command.Payer, error) {
			w, err := OpenWallet(dir)
			if err != nil {
				return nil, err
			}
			for _, address := range signers {
				if _, err := w.Attach(ctx, address); err != nil {
					return nil, command.Usagef("%v", err)
				}
			}
			return &payer{wallet: w}, nil
		}}
	return d.Command()
}

// payer signs with an account of the wallet, whose password it asks for where there is one.
type payer struct {
	wallet  *wallet.Wallet
	account wallet.Account
}

// Account implements command.Payer.
func (p *payer) Account(name string) (common.Address, error) {
	a, err := p.wallet.Find(name)
	p.account = a
	return a.Address, err
}

// Sign implements command.Payer.
func (p *payer) Sign(tx api.Transaction) ([]byte, error) {
	if p.account.Kind == wallet.Keystore && !p.account.Open {
		password, err := wallet.AskSecret(os.Stdin, os.Stderr)(
			"password of " + p.account.Name + ": ")
		if err != nil {
			return nil, err
		}
		if err := p.wallet.Unlock(p.account.Address, password); err != nil {
			return nil, err
		}
	}
	raw, _, err := p.wallet.SignTransaction(p.account.Address, tx)
	return raw, err
}
