package wallet

import (
	"bytes"
	"errors"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/store/file"
	"bourse/ui"
	"bourse/ui/form"
	keys "bourse/wallet"
)

// text and hidden make the fields of the account dialogs.
func text(id, label, hint string) *form.Field {
	return &form.Field{ID: id, Label: label, Kind: form.TextField, Width: 47,
		Input: ui.Input{Hint: hint}}
}

func hidden(id, label string) *form.Field {
	return &form.Field{ID: id, Label: label, Kind: form.TextField, Width: 47,
		Input: ui.Input{Masked: true, Limit: 300}}
}

func secret(f *form.Field) keys.Secret { return keys.NewSecret(f.Input.Bytes()) }

// newPassword are the two fields for a password to be made.
func newPassword() []*form.Field {
	return []*form.Field{hidden("password", "new password"), hidden("again", "repeat it")}
}

// samePassword checks those two fields before any key is derived, and goes to the one to mend.
func samePassword(f *form.Form) string {
	if f.Field("password").Hidden {
		return ""
	}
	first, again := secret(f.Field("password")), secret(f.Field("again"))
	defer first.Wipe()
	defer again.Wipe()
	if !bytes.Equal(first.Reveal(), again.Reveal()) {
		f.Focus("again")
		return "the two passwords differ"
	}
	if err := keys.CheckPassword(first); err != nil {
		f.Focus("password")
		return err.Error()
	}
	return ""
}

// freeName checks the name of an account to be, and goes to it where it is none.
func freeName(wallet *keys.Wallet, f *form.Form) string {
	if err := wallet.CanName(f.Field("name").Value()); err != nil {
		f.Focus("name")
		return err.Error()
	}
	return ""
}

func (p *accountsPane) openUnlock(a keys.Account) {
	wallet := p.s.Wallet
	p.s.Open(newFormDialog(p.s.Env, formSpec{
		Title: "Unlock " + a.Name, Verb: "Unlock",
		Fields: []*form.Field{hidden("password", "password")},
		Lines:  []string{"The key stays in memory until you lock it, or for ten idle minutes."},
		Start: func(f *form.Form) work {
			password := secret(f.Field("password"))
			return func() (keys.Account, string, error) {
				defer password.Wipe()
				if err := wallet.Unlock(a.Address, password); err != nil {
					return a, "", err
				}
				now, err := wallet.Account(a.Address)
				return now, now.Name + " is open", err
			}
		},
	}))
}

func (p *accountsPane) openNew() tea.Cmd {
	wallet := p.s.Wallet
	p.s.Open(newFormDialog(p.s.Env, formSpec{
		Title: "New account", Verb: "Make",
		Fields: append([]*form.Field{text("name", "name", "savings")}, newPassword()...),
		Check: func(f *form.Form) string {
			if why := freeName(wallet, f); why != "" {
				return why
			}
			return samePassword(f)
		},
		Lines: []string{"The account comes from a new mnemonic, kept encrypted on this machine. " +
			"Back it up with: " + wallet.Says("export NAME mnemonic FILE")},
		Start: func(f *form.Form) work {
			name, password := f.Field("name").Value(), secret(f.Field("password"))
			return func() (keys.Account, string, error) {
				defer password.Wipe()
				a, err := wallet.New(name, password)
				return a, a.Name + " is made; back it up: " +
					wallet.Says("export", strconv.Quote(a.Name), "mnemonic FILE"), err
			}
		},
	}))
	return nil
}

func (p *accountsPane) openDerive(from keys.Account) {
	wallet := p.s.Wallet
	p.s.Open(newFormDialog(p.s.Env, formSpec{
		Title: "Derive from " + from.Name, Verb: "Derive",
		Fields: []*form.Field{text("name", "name", from.Name+" 2"),
			hidden("password", "password of "+from.Name)},
		Check: func(f *form.Form) string { return freeName(wallet, f) },
		Lines: []string{"The next account of the mnemonic that " + from.Name +
			" came from, under the same password."},
		Start: func(f *form.Form) work {
			name, password := f.Field("name").Value(), secret(f.Field("password"))
			return func() (keys.Account, string, error) {
				defer password.Wipe()
				a, err := wallet.Derive(from.Address, name, password)
				return a, a.Name + " is derived", err
			}
		},
	}))
}

func (p *accountsPane) openRename(a keys.Account) {
	wallet := p.s.Wallet
	name := text("name", "name", "")
	name.Input.Set(a.Name)
	p.s.Open(newFormDialog(p.s.Env, formSpec{
		Title: "Rename " + a.Name, Verb: "Rename", Fields: []*form.Field{name},
		Lines: []string{a.Address.Hex()},
		Start: func(f *form.Form) work {
			name := f.Field("name").Value()
			return func() (keys.Account, string, error) {
				now, err := wallet.Rename(a.Address, name)
				return now, a.Name + " is called " + now.Name, err
			}
		},
	}))
}

func (p *accountsPane) openPassword(a keys.Account) {
	wallet := p.s.Wallet
	p.s.Open(newFormDialog(p.s.Env, formSpec{
		Title: "Another password for " + a.Name, Verb: "Change",
		Fields: append([]*form.Field{hidden("old", "old password")}, newPassword()...),
		Check:  samePassword,
		Start: func(f *form.Form) work {
			old, fresh := secret(f.Field("old")), secret(f.Field("password"))
			return func() (keys.Account, string, error) {
				defer old.Wipe()
				defer fresh.Wipe()
				said, err := wallet.ChangePassword(a.Address, old, fresh)
				return a, said, err
			}
		},
	}))
}

// openRemove says what is lost with an account, and asks for its name where that is a key.
func (p *accountsPane) openRemove(a keys.Account) {
	wallet := p.s.Wallet
	loss, err := wallet.Removal(a.Address)
	if err != nil {
		p.s.Toast(ui.Warn, err.Error())
		return
	}
	name := text("name", "type its name", a.Name)
	name.Hidden = len(loss.Kept) == 0
	p.s.Open(newFormDialog(p.s.Env, formSpec{
		Title: "Remove " + a.Name, Verb: "Remove", Fields: []*form.Field{name},
		Lines: append([]string{a.Address.Hex()}, loss.Says...),
		Check: func(f *form.Form) string {
			if !name.Hidden && name.Value() != a.Name {
				return "that is not its name: nothing was removed"
			}
			return ""
		},
		Start: func(*form.Form) work {
			return func() (keys.Account, string, error) {
				_, err := wallet.Remove(a.Address)
				return a, a.Name + " is removed", err
			}
		},
	}))
}

// What can be imported.
const (
	fromKey      = "key"
	fromMnemonic = "mnemonic"
	fromFile     = "keystore"
	fromAddress  = "watch"
)

func (p *accountsPane) openImport() tea.Cmd {
	kind := &form.Field{ID: "kind", Label: "what", Kind: form.ChoiceField,
		Choices: []string{fromKey, fromMnemonic, fromFile, fromAddress}}
	lines := "What you type stays on this machine, is never shown, and is kept encrypted under " +
		"the password."
	if p.s.Wallet.InMemory() {
		kind.Choices = []string{fromAddress}
		lines = "Until the session ends. It keeps no keys, so addresses are all that it takes."
	}
	fields := append([]*form.Field{kind, text("name", "name", "imported"),
		hidden("secret", "private key"), text("path", "path", "/path/to/UTC--…"),
		text("address", "address", "0x…"), hidden("opens", "its password")}, newPassword()...)
	wallet := p.s.Wallet
	short := false // whether the file's password is too short to protect the key here
	p.s.Open(newFormDialog(p.s.Env, formSpec{
		Title: "Import an account", Verb: "Import", Fields: fields,
		Check: func(f *form.Form) string {
			if why := freeName(wallet, f); why != "" {
				return why
			}
			return checkImport(f)
		},
		Changed: func(f *form.Form) { shapeImport(f, short) }, File: "path",
		Failed: func(f *form.Form, err error) {
			if errors.Is(err, keys.ShortPassword) && f.Field("kind").Value() == fromFile && !short {
				short = true
				shapeImport(f, short)
				f.Focus("password")
			}
		},
		Lines: []string{lines},
		Start: func(f *form.Form) work { return importer(wallet, f) },
	}))
	return nil
}

// shapeImport shows the fields that the chosen kind needs. A file whose own password is short is
// kept under a new one.
func shapeImport(f *form.Form, short bool) {
	kind := f.Field("kind").Value()
	f.Field("secret").Hidden = kind != fromKey && kind != fromMnemonic
	f.Field("secret").Label = map[string]string{fromKey: "private key", fromMnemonic: "words"}[kind]
	f.Field("path").Hidden = kind != fromFile
	f.Field("address").Hidden = kind != fromAddress
	f.Field("opens").Hidden = kind != fromFile
	fresh := kind == fromKey || kind == fromMnemonic || kind == fromFile && short
	f.Field("password").Hidden, f.Field("again").Hidden = !fresh, !fresh
}

func checkImport(f *form.Form) string {
	switch f.Field("kind").Value() {
	case fromKey, fromMnemonic, fromFile:
		return samePassword(f)
	case fromAddress:
		if _, err := api.ParseAddress(f.Field("address").Value()); err != nil {
			f.Focus("address")
			return "the address " + err.Error()
		}
	}
	return ""
}

// importer takes what was typed out of the form, on the loop, and returns what is left to do off
// it.
func importer(wallet *keys.Wallet, f *form.Form) work {
	kind, name := f.Field("kind").Value(), f.Field("name").Value()
	password, hidden := secret(f.Field("password")), secret(f.Field("secret"))
	opens, path := secret(f.Field("opens")), f.Field("path").Value()
	under := opens
	if !f.Field("password").Hidden {
		under = password
	}
	address, _ := api.ParseAddress(f.Field("address").Value()) // checked before
	return func() (a keys.Account, said string, err error) {
		defer password.Wipe()
		defer hidden.Wipe()
		defer opens.Wipe()
		switch kind {
		case fromKey:
			a, err = wallet.ImportKey(name, hidden, password)
		case fromMnemonic:
			a, err = wallet.ImportMnemonic(name, hidden, 0, password)
		case fromFile:
			var stored []byte
			if stored, err = file.Read(path, file.Small); err == nil {
				a, err = wallet.ImportKeystoreUnder(name, stored, opens, under)
			}
		case fromAddress:
			a, err = wallet.Watch(name, address)
		}
		return a, a.Name + " is imported", err
	}
}
