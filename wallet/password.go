package wallet

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store/file"
)

// ChangePassword protects an account's key by another password, and its mnemonic too where no other
// account came from it; said tells what keeps the old one. The key stays open or locked as it was.
func (w *Wallet) ChangePassword(address common.Address, old, fresh Secret) (said string,
	err error) {
	w.mu.Lock()
	e, err := w.entry(address)
	shared := e.Seed != "" && sharesSeed(w.entries, e)
	w.mu.Unlock()
	if err != nil {
		return "", err
	}
	if e.Kind == Development {
		return "", refuse(BadInput, "%s is a development account: it has no password", e.Name)
	}
	key, err := w.read(e, old)
	if err != nil {
		return "", err
	}
	defer key.Wipe()
	if err := w.checkNew(fresh); err != nil {
		return "", err
	}
	said = e.Name + " has a new password"
	switch {
	case shared:
		said += "; its mnemonic keeps the old one, since other accounts came from it"
	case e.Seed != "":
		// the mnemonic first: a try that broke off between the two left it under the new one
		words, err := w.readFile(e.Seed, old)
		if errors.Is(err, WrongPassword) {
			if words, err = w.readFile(e.Seed, fresh); errors.Is(err, WrongPassword) {
				said += "; its mnemonic keeps its own"
				break
			}
		}
		if err != nil {
			return "", err
		}
		defer words.Wipe()
		if err := w.protect(e.Seed, words, fresh, address); err != nil {
			return "", err
		}
	}
	return said, w.protect(e.File, key, fresh, address)
}

// protect writes a file anew under a password.
func (w *Wallet) protect(name string, data, password Secret, address common.Address) error {
	raw, err := encrypt(data, password, address, w.o.Scrypt)
	if err != nil {
		return err
	}
	if err := file.Replace(filepath.Join(w.o.Folder, name), raw); err != nil {
		return fmt.Errorf("the key cannot be kept: %w", err)
	}
	return nil
}
