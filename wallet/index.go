package wallet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store/file"
)

const indexVersion = 1

// index is the file that names the accounts of a folder. Keys are found without it: files it does
// not list are adopted under a made-up name, so losing it, or a crash between writing a key and
// writing it, loses no account.
type index struct {
	Version  int     `json:"version"`
	Accounts []entry `json:"accounts"`
}

// mostIndex is the most bytes of the index: those of more accounts than anybody has.
const mostIndex = 1 << 26

func (w *Wallet) indexPath() string { return filepath.Join(w.o.Folder, "accounts.json") }

// load reads the folder, where there is one.
func (w *Wallet) load() ([]entry, error) {
	if w.InMemory() {
		return slices.Clone(w.entries), nil
	}
	var x index
	raw, err := file.Read(w.indexPath(), mostIndex)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(raw, &x); err != nil {
			return nil, fmt.Errorf("%s is damaged (%w): move it away, and the keys beside it are "+
				"found again under new names", w.indexPath(), err)
		}
		if x.Version != indexVersion {
			return nil, fmt.Errorf("%s has version %d and this program reads %d: use a newer "+
				"program", w.indexPath(), x.Version, indexVersion)
		}
	}
	return w.adopt(x.Accounts)
}

// adopt adds the key files of the folder that no entry names.
func (w *Wallet) adopt(entries []entry) ([]entry, error) {
	files, err := filepath.Glob(filepath.Join(w.o.Folder, "UTC--*"))
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		file := filepath.Base(path)
		if slices.ContainsFunc(entries, func(e entry) bool { return e.File == file }) {
			continue
		}
		address := common.HexToAddress(file[strings.LastIndex(file, "--")+2:])
		i := slices.IndexFunc(entries, func(e entry) bool { return e.Address == address })
		switch {
		case i < 0:
			entries = append(entries, entry{
				Name: "key-" + address.Hex()[2:8], Address: address, Kind: Keystore, File: file})
		case entries[i].Kind == WatchedOnly:
			entries[i].Kind, entries[i].File = Keystore, file
		}
	}
	return entries, nil
}

// change applies f to the accounts as they are on disk and writes the result, in one step. Without
// a folder both happen in memory.
func (w *Wallet) change(f func([]entry) ([]entry, error)) error {
	entries, err := w.load()
	if err != nil {
		return err
	}
	if entries, err = f(entries); err != nil {
		return err
	}
	if !w.InMemory() {
		raw, err := json.MarshalIndent(index{indexVersion, entries}, "", "  ")
		if err != nil {
			return err
		}
		if err := file.Replace(w.indexPath(), append(raw, '\n')); err != nil {
			return err
		}
	}
	w.entries = entries
	return nil
}

// add puts an entry in the index. A watch-only account of the same address gives way to one with a
// key, and keeps its name if none is given.
func (w *Wallet) add(e entry) error {
	return w.change(func(entries []entry) ([]entry, error) {
		if err := w.free(entries, e); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(entries, func(old entry) bool { return old.Address == e.Address })
		if i < 0 {
			return append(entries, e), nil
		}
		entries[i] = e
		return entries, nil
	})
}

// free refuses an entry whose name or address the wallet already has.
func (w *Wallet) free(entries []entry, e entry) error {
	if err := w.freeOutside(e); err != nil {
		return err
	}
	for _, old := range append(w.development(), entries...) {
		if old.Address == e.Address {
			gainsKey := old.Kind == WatchedOnly && e.Kind == Keystore
			adopted := e.File != "" && e.File == old.File // its file was just written and found
			if !gainsKey && !adopted {
				return refuse(Taken, "this account is already here as %q", old.Name)
			}
			continue
		}
		if strings.EqualFold(old.Name, e.Name) {
			return refuse(Taken, "there is already an account named %q: choose another name",
				old.Name)
		}
	}
	return nil
}

// CanName refuses a name that no new account can have. That of an address without a key is left to
// its key, which may be coming.
func (w *Wallet) CanName(name string) error {
	name, err := cleanName(name)
	if err != nil {
		return err
	}
	for _, a := range w.List() {
		if strings.EqualFold(a.Name, name) && a.Kind != WatchedOnly {
			return refuse(Taken, "there is already an account named %q: choose another name",
				a.Name)
		}
	}
	return nil
}

// freeOutside refuses an entry whose name an account of a signer elsewhere has.
func (w *Wallet) freeOutside(e entry) error {
	for _, old := range w.externals() {
		if old.Address != e.Address && strings.EqualFold(old.Name, e.Name) {
			return refuse(Taken, "an account of a signer is named %q: choose another name",
				old.Name)
		}
	}
	return nil
}
