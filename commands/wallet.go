package commands

import (
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bourse/backend"
	"bourse/backend/command"
	"bourse/wallet"
)

// OpenWallet opens the accounts of a data folder; of none, "", there are those of development.
func OpenWallet(dir string) (*wallet.Wallet, error) {
	o := wallet.Options{Now: time.Now, Random: cryptorand.Reader, Development: true}
	if dir != "" {
		o.Folder = filepath.Join(dir, "accounts")
		o.Data = dataFlag(dir)
	}
	return wallet.Open(o)
}

// dataFlag is the data folder as a command has to name it, wherever it is typed; "" is the usual
// one.
func dataFlag(dir string) string {
	whole, err := filepath.Abs(dir)
	if err != nil {
		whole = dir
	}
	if usual, err := backend.DefaultDir(); err == nil && whole == usual {
		return ""
	}
	return whole
}

// accounts is `bourse wallet …`.
func accounts() *cobra.Command {
	var o command.Options
	group := &cobra.Command{
		Use:   "wallet",
		Short: "Accounts of this machine: list, new, import, rename, password, remove, export",
		Example: `bourse wallet new savings
bourse wallet import old keystore UTC--2020-01-01T00-00-00Z.json
bourse wallet import desk watch 0xe92b586627ccA7a83dC919cc7127196d70f55a06
bourse wallet export savings mnemonic words.txt`,
	}
	group.PersistentFlags().StringVar(&o.Data, "data", "", "keep everything in `DIR`")
	part := func(use, short string) *cobra.Command {
		return &cobra.Command{Use: use, Short: short,
			Args: command.Arguments(strings.Fields(use)[1:]...),
			RunE: func(c *cobra.Command, args []string) error {
				return runWallet(c, &o, append([]string{c.Name()}, args...))
			}}
	}
	bringIn := part("import NAME key|mnemonic|keystore FILE|watch ADDRESS",
		"An account from a secret, which is asked for, from a file, or an address to look at")
	bringIn.Args = cobra.ArbitraryArgs // their number hangs on the kind, as with export
	index := bringIn.Flags().Uint32("index", 0, "which account of a mnemonic: `N`")
	bringIn.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("index") {
			args = append(args, "--index", fmt.Sprint(*index))
		}
		return runWallet(c, &o, append([]string{"import"}, args...))
	}
	give := part("export NAME [key|mnemonic FILE]",
		"The encrypted keystore to standard output, or a secret in the clear to a new file")
	give.Args = cobra.ArbitraryArgs
	give.ValidArgsFunction = func(c *cobra.Command, args []string, _ string) ([]string,
		cobra.ShellCompDirective) {
		switch len(args) {
		case 0:
			return accountNames(c), cobra.ShellCompDirectiveNoFileComp
		case 1:
			return []string{"key", "mnemonic"}, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
	named := func(use, short string) *cobra.Command {
		c := part(use, short)
		c.ValidArgsFunction = func(c *cobra.Command, args []string, _ string) ([]string,
			cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return accountNames(c), cobra.ShellCompDirectiveNoFileComp
		}
		return c
	}
	return command.Group(group, part("list", "Accounts of this machine"),
		part("new NAME", "A new account, from a new mnemonic"), bringIn,
		named("rename NAME NEW", "Another name for an account"),
		named("password NAME", "Another password for an account"),
		named("remove NAME", "An account out of the list; its key file is kept aside"), give)
}

func runWallet(c *cobra.Command, o *command.Options, args []string) error {
	dir, _, err := o.Folder()
	if err != nil {
		return err
	}
	makes := args[0] == "new" || args[0] == "import"
	if _, err := os.Stat(dir); o.Data != "" && !makes && errors.Is(err, fs.ErrNotExist) {
		return command.Usagef("there is nothing at %s", dir)
	}
	w, err := OpenWallet(dir)
	if err != nil {
		return err
	}
	return wallet.Command{Wallet: w, Out: c.OutOrStdout(),
		Ask: wallet.AskSecret(os.Stdin, os.Stderr)}.Run(args)
}

// begins is the account to begin as, "" for the first of the wallet: without the local network the
// first that signs elsewhere, which development accounts do not.
func begins(o command.Options, w *wallet.Wallet) string {
	if o.Account != "" || o.Local() {
		return o.Account
	}
	for _, a := range w.List() {
		if a.CanSign(0) == nil {
			return a.Address.Hex()
		}
	}
	return ""
}
