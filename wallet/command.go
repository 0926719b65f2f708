package wallet

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"

	"bourse/backend/api"
	"bourse/store/file"
)

// Command is the wallet's side of the command line: `bourse wallet …`. Secrets are typed without
// echo and never printed: what is given out in the clear goes to a file that only its owner can
// read.
type Command struct {
	Wallet *Wallet
	Out    io.Writer
	// Ask reads one secret without echo, after showing the prompt.
	Ask func(prompt string) (Secret, error)
}

// CommandUsage lists what Run understands.
const CommandUsage = `bourse wallet list                                  accounts of this machine
bourse wallet new NAME                              a new account, from a new mnemonic
bourse wallet import NAME key                       from a private key, which is asked for
bourse wallet import NAME mnemonic [--index N]      from a BIP-39 mnemonic, which is asked for
bourse wallet import NAME keystore FILE             from a keystore file (JSON, version 3)
bourse wallet import NAME watch ADDRESS             an address to look at, without a key
bourse wallet rename NAME NEW                       another name for an account
bourse wallet password NAME                         another password, both are asked for
bourse wallet remove NAME                           out of the list; its key file is kept aside
bourse wallet export NAME                           the keystore file, encrypted, to standard output
bourse wallet export NAME key|mnemonic FILE         in the clear, to a new file that you alone read
`

// errUsage is for arguments of a verb that make no sense. It lists the forms of that verb, or of
// all where there is none of that name.
func errUsage(verb, what string) error {
	forms := ""
	for line := range strings.Lines(CommandUsage) {
		if strings.HasPrefix(line, "bourse wallet "+verb+" ") {
			forms += line
		}
	}
	if forms == "" {
		forms = CommandUsage
	}
	return refuse(BadInput, "%s; it goes:\n\n%s", what, forms)
}

// Run carries out one command; args are those after "wallet".
func (c Command) Run(args []string) error {
	if len(args) == 0 {
		return errUsage("", "say what to do")
	}
	verb, args := args[0], args[1:]
	switch {
	case verb == "list" && len(args) == 0:
		return c.list()
	case verb == "new" && len(args) == 1:
		return c.create(args[0])
	case verb == "rename" && len(args) == 2:
		return c.rename(args[0], args[1])
	case verb == "password" && len(args) == 1:
		return c.changePassword(args[0])
	case verb == "remove" && len(args) == 1:
		return c.remove(args[0])
	case verb == "import" && len(args) >= 2:
		return c.bringIn(args[0], args[1], args[2:])
	case verb == "export" && (len(args) == 1 || len(args) == 3):
		return c.export(args[0], args[1:])
	}
	return errUsage(verb, fmt.Sprintf("%q cannot be understood",
		strings.Join(append([]string{"wallet", verb}, args...), " ")))
}

func (c Command) list() error {
	for _, a := range c.Wallet.List() {
		line := fmt.Sprintf("%-*s %s  %s", maxName, a.Name, a.Address.Hex(), a.Kind)
		if a.Seeded {
			line += fmt.Sprintf("  %s%d", DerivationPath, a.Index)
		}
		if _, err := fmt.Fprintln(c.Out, line); err != nil {
			return err
		}
	}
	return nil
}

func (c Command) create(name string) error {
	if err := c.Wallet.CanName(name); err != nil {
		return err // before a password is asked for
	}
	password, err := c.newPassword()
	if err != nil {
		return err
	}
	defer password.Wipe()
	a, err := c.Wallet.New(name, password)
	if err != nil {
		return err
	}
	return c.added(a, fmt.Sprintf("Back it up, its words to a file: %s\n",
		c.Wallet.Says("export", strconv.Quote(a.Name), "mnemonic FILE")))
}

// Says is a command of the wallet as it is typed in a shell, with the data folder where it has to
// be named.
func (w *Wallet) Says(words ...string) string {
	said := append([]string{"bourse wallet"}, words...)
	if w.o.Data != "" {
		said = append(said, "--data", shellWord(w.o.Data))
	}
	return strings.Join(said, " ")
}

// shellWord is a word that a shell reads as it is.
func shellWord(word string) string {
	if strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-:\\", r)
	}) {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

func (c Command) rename(name, to string) error {
	a, err := c.Wallet.Find(name)
	if err != nil {
		return err
	}
	now, err := c.Wallet.Rename(a.Address, to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s is called %s\n", a.Name, now.Name)
	return err
}

func (c Command) changePassword(name string) error {
	a, err := c.Wallet.Find(name)
	if err != nil {
		return err
	}
	if a.Kind != Keystore {
		return refuse(BadInput, "%s has no password here", a.Name)
	}
	old, err := c.Ask("Password of " + a.Name + ": ")
	if err != nil {
		return err
	}
	defer old.Wipe()
	if err := c.Wallet.Unlock(a.Address, old); err != nil {
		return err // before a new one is asked for
	}
	fresh, err := c.newPassword()
	if err != nil {
		return err
	}
	defer fresh.Wipe()
	said, err := c.Wallet.ChangePassword(a.Address, old, fresh)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.Out, said)
	return err
}

// remove says what is lost and asks for the account's name.
func (c Command) remove(name string) error {
	a, err := c.Wallet.Find(name)
	if err != nil {
		return err
	}
	loss, err := c.Wallet.Removal(a.Address)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Out, strings.Join(loss.Says, " "))
	if len(loss.Kept) > 0 {
		typed, err := c.Ask(fmt.Sprintf("Type %s to remove it: ", a.Name))
		if err != nil {
			return err
		}
		if string(typed.Reveal()) != a.Name {
			return refuse(BadInput, "that is not its name: nothing was removed")
		}
	}
	if _, err := c.Wallet.Remove(a.Address); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s is removed\n", a.Name)
	return err
}

func (c Command) added(a Account, more string) error {
	_, err := fmt.Fprintf(c.Out, "%s is %s\n%s", a.Name, a.Address.Hex(), more)
	return err
}

// bringIn is `import NAME KIND …`.
func (c Command) bringIn(name, kind string, args []string) error {
	switch {
	case kind == "watch" && len(args) == 1:
		address, err := api.ParseAddress(args[0])
		if err != nil {
			return refuse(BadInput, "the address %v", err)
		}
		a, err := c.Wallet.Watch(name, address)
		if err != nil {
			return err
		}
		return c.added(a, "")
	case kind == "keystore" && len(args) == 1:
		stored, err := file.Read(args[0], file.Small)
		if err != nil {
			return err
		}
		return c.protected(name, "Password of the file: ", func(password Secret) (Account, error) {
			a, err := c.Wallet.ImportKeystore(name, stored, password)
			if !errors.Is(err, ShortPassword) {
				return a, err
			}
			fresh, err := c.newPassword() // other programs take shorter ones
			if err != nil {
				return Account{}, err
			}
			defer fresh.Wipe()
			return c.Wallet.ImportKeystoreUnder(name, stored, password, fresh)
		})
	case kind == "key" && len(args) == 0:
		return c.secret(name, "Private key (64 hex digits): ", checkKey,
			func(key, password Secret) (Account, error) {
				return c.Wallet.ImportKey(name, key, password)
			})
	case kind == "mnemonic":
		flags := flag.NewFlagSet("import", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		index := flags.Uint("index", 0, "")
		if err := flags.Parse(args); err != nil || flags.NArg() > 0 || *index >= 1<<31 {
			return errUsage("import", "import mnemonic takes --index N alone")
		}
		return c.secret(name, "Mnemonic (12 to 24 words): ", checkMnemonic,
			func(words, password Secret) (Account, error) {
				return c.Wallet.ImportMnemonic(name, words, uint32(*index), password)
			})
	}
	return errUsage("import", fmt.Sprintf("import knows key, mnemonic, keystore FILE and watch "+
		"ADDRESS, not %q", strings.Join(append([]string{kind}, args...), " ")))
}

// secret asks for something to import under a name, which is checked, and a new password for it.
func (c Command) secret(name, prompt string, check func(Secret) error,
	add func(what, password Secret) (Account, error)) error {
	if err := c.Wallet.CanName(name); err != nil {
		return err
	}
	what, err := c.Ask(prompt)
	if err != nil {
		return err
	}
	defer what.Wipe()
	if err := check(what); err != nil {
		return err
	}
	password, err := c.newPassword()
	if err != nil {
		return err
	}
	defer password.Wipe()
	a, err := add(what, password)
	if err != nil {
		return err
	}
	return c.added(a, "")
}

// protected asks for the one password of what is imported under a name.
func (c Command) protected(name, prompt string, add func(password Secret) (Account, error)) error {
	if err := c.Wallet.CanName(name); err != nil {
		return err
	}
	password, err := c.Ask(prompt)
	if err != nil {
		return err
	}
	defer password.Wipe()
	a, err := add(password)
	if err != nil {
		return err
	}
	return c.added(a, "")
}

// newPassword asks twice.
func (c Command) newPassword() (Secret, error) {
	first, err := c.Ask(fmt.Sprintf("New password (at least %d characters): ", MinPassword))
	if err != nil {
		return Secret{}, err
	}
	if err := CheckPassword(first); err != nil {
		first.Wipe()
		return Secret{}, err // before it is typed twice
	}
	again, err := c.Ask("The same again: ")
	if err != nil {
		first.Wipe()
		return Secret{}, err
	}
	defer again.Wipe()
	if string(first.Reveal()) != string(again.Reveal()) {
		first.Wipe()
		return Secret{}, refuse(BadInput, "the two passwords differ; nothing was changed")
	}
	return first, nil
}

func (c Command) export(name string, args []string) error {
	a, err := c.Wallet.Find(name)
	if err != nil {
		return err
	}
	if len(args) > 0 && args[0] != "key" && args[0] != "mnemonic" {
		return errUsage("export", fmt.Sprintf("export knows key FILE and mnemonic FILE, not %q",
			args[0]))
	}
	password, err := c.Ask("Password of " + a.Name + ": ")
	if err != nil {
		return err
	}
	defer password.Wipe()
	if len(args) == 0 {
		file, err := c.Wallet.ExportKeystore(a.Address, password)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.Out, "%s\n", file)
		return err
	}
	give := c.Wallet.ExportKey
	if args[0] == "mnemonic" {
		give = c.Wallet.ExportMnemonic
	}
	clear, err := give(a.Address, password)
	if err != nil {
		return err
	}
	defer clear.Wipe()
	if err := writeNew(args[1], clear); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "The %s of %s is in %s. Whoever reads it owns the account: keep "+
		"it off this machine.\n", args[0], a.Name, args[1])
	return err
}

// writeNew writes a secret to a file that was not there before.
func writeNew(path string, s Secret) error {
	text := append(s.Reveal(), '\n')
	err := file.Create(path, text)
	if errors.Is(err, os.ErrExist) {
		return refuse(Taken, "%s is already there: name a new file", path)
	}
	return err
}
