package wallet

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store/file"
)

// removedFolder is where the key files of removed accounts are kept, within the folder.
const removedFolder = "removed"

// Loss is what removing an account takes away.
type Loss struct {
	// Kept are the files that are kept aside, with the account's key and, where no other account
	// came from it, its mnemonic; none where there is no key.
	Kept []string
	// Says is that in sentences.
	Says []string
}

// Removal tells what removing an account takes away, and refuses what cannot be removed.
func (w *Wallet) Removal(address common.Address) (Loss, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.removal(address)
}

// removal is Removal where w.mu is held.
func (w *Wallet) removal(address common.Address) (l Loss, err error) {
	e, err := w.entry(address)
	if err != nil {
		return l, err
	}
	switch e.Kind {
	case Development:
		return l, refuse(BadInput, "%s is a development account: those stay", e.Name)
	case Session:
		return l, refuse(BadInput, "%s ends with this session", e.Name)
	case External, Hardware:
		return l, refuse(BadInput, "a signer elsewhere holds the key of %s: it is gone once the "+
			"program starts without that --signer", e.Name)
	case WatchedOnly:
		l.Says = []string{e.Name + " has no key here: nothing but its name is lost."}
		return l, nil
	}
	entries, err := w.load() // another program may have derived one meanwhile
	if err != nil {
		return l, err
	}
	names := []string{e.File}
	if e.Seed != "" && !sharesSeed(entries, e) {
		names = append(names, e.Seed)
	}
	for _, name := range names {
		l.Kept = append(l.Kept, filepath.Join(w.o.Folder, removedFolder, name))
	}
	kept, lost := "Its key is kept, encrypted under its password, in "+l.Kept[0], "that file"
	if len(l.Kept) > 1 {
		kept = fmt.Sprintf("Kept in %s, encrypted under its password: its key in %s, the mnemonic "+
			"that it came from in %s", filepath.Dir(l.Kept[0]), e.File, e.Seed)
		lost = "both files"
	}
	l.Says = []string{e.Name + " signs no more here: its open orders can't be cancelled and its " +
		"coins can't be moved from here.", kept + ".", "Whoever loses " + lost + ", or the " +
		"password, and has no other backup, loses what the account holds."}
	return l, nil
}

// Remove takes an account out of the wallet and keeps its files aside. Importing such a file brings
// the account back.
func (w *Wallet) Remove(address common.Address) (Loss, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l, err := w.removal(address)
	if err != nil {
		return Loss{}, err
	}
	if len(l.Kept) > 0 {
		if err := os.MkdirAll(filepath.Join(w.o.Folder, removedFolder), 0o700); err != nil {
			return Loss{}, fmt.Errorf("the key cannot be kept aside: %w", err)
		}
	}
	// The files first: an account whose key is away says so, and is removed by the next try.
	for _, to := range l.Kept {
		err := os.Rename(filepath.Join(w.o.Folder, filepath.Base(to)), to)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Loss{}, fmt.Errorf("the key cannot be kept aside: %w", err)
		}
	}
	if len(l.Kept) > 0 {
		err := errors.Join(file.SyncFolder(filepath.Join(w.o.Folder, removedFolder)),
			file.SyncFolder(w.o.Folder))
		if err != nil {
			return Loss{}, fmt.Errorf("the key cannot be kept aside: %w", err)
		}
	}
	w.open[address].key.Wipe()
	delete(w.open, address)
	return l, w.change(func(entries []entry) ([]entry, error) {
		return slices.DeleteFunc(entries, func(e entry) bool { return e.Address == address }), nil
	})
}

// sharesSeed tells whether another account came from the mnemonic of one.
func sharesSeed(entries []entry, e entry) bool {
	return slices.ContainsFunc(entries, func(other entry) bool {
		return other.Seed == e.Seed && other.Address != e.Address
	})
}
