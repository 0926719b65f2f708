package wallet

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store/file"
)

// MinPassword is the shortest password, in bytes, that protects a new key file.
const MinPassword = 8

// checkKeeps refuses a new key where there is no folder to keep it.
func (w *Wallet) checkKeeps() error {
	if w.InMemory() {
		return refuse(BadInput, "this session keeps no keys: make and import accounts with "+
			"bourse on your own machine")
	}
	return nil
}

// checkNew is checkKeeps that refuses a password that is too short, too.
func (w *Wallet) checkNew(password Secret) error {
	if err := w.checkKeeps(); err != nil {
		return err
	}
	return CheckPassword(password)
}

// CheckPassword refuses a password that is too short to protect a key.
func CheckPassword(password Secret) error {
	if len(password.Reveal()) < MinPassword {
		return refuse(ShortPassword, "a password has at least %d characters: it is all that "+
			"protects the key on this machine", MinPassword)
	}
	return nil
}

// New makes an account from a new mnemonic, which is kept encrypted beside the key: ExportMnemonic
// gives it out as a backup.
func (w *Wallet) New(name string, password Secret) (Account, error) {
	words, err := newMnemonic(w.o.Random)
	if err != nil {
		return Account{}, err
	}
	defer words.Wipe()
	return w.ImportMnemonic(name, words, 0, password)
}

// ImportMnemonic adds the account of the given index of a BIP-39 mnemonic, and keeps the mnemonic,
// encrypted too, to derive further accounts.
func (w *Wallet) ImportMnemonic(
	name string, words Secret, i uint32, password Secret) (Account, error) {
	words, err := tidyMnemonic(words)
	if err != nil {
		return Account{}, err
	}
	defer words.Wipe()
	return w.addDerived(name, words, i, password, "")
}

// Derive adds the next account of the mnemonic that an account came from.
func (w *Wallet) Derive(from common.Address, name string, password Secret) (Account, error) {
	w.mu.Lock()
	e, err := w.entry(from)
	next := e.Index
	for _, other := range w.entries {
		if other.Seed == e.Seed {
			next = max(next, other.Index)
		}
	}
	w.mu.Unlock()
	if err != nil {
		return Account{}, err
	}
	words, err := w.readSeed(e, password)
	if err != nil {
		return Account{}, err
	}
	defer words.Wipe()
	return w.addDerived(name, words, next+1, password, e.Seed)
}

// addDerived adds account i of a mnemonic, whose file is written unless it is there.
func (w *Wallet) addDerived(name string, words Secret, i uint32, password Secret,
	seed string) (Account, error) {
	if err := w.checkNew(password); err != nil {
		return Account{}, err
	}
	if i >= publicKeys && string(words.Reveal()) == developmentMnemonic {
		return Account{}, refuse(BadInput, "everyone knows this mnemonic: of its accounts the "+
			"first %d can be used, on the local network alone", publicKeys)
	}
	keys, err := deriveKeys(words, i, 1)
	if err != nil {
		return Account{}, err
	}
	key := keys[0]
	defer key.Wipe()
	e, err := w.prepare(name, key, password)
	if err != nil {
		return Account{}, err
	}
	e.Index, e.Seed = i, seed
	if e.Seed == "" {
		raw, err := encrypt(words, password, e.Address, w.o.Scrypt)
		if err != nil {
			return Account{}, err
		}
		e.Seed = "seed--" + e.File
		if err := file.Replace(filepath.Join(w.o.Folder, e.Seed), raw); err != nil {
			return Account{}, err
		}
	}
	return w.store(e, key, password)
}

// ImportKey adds the account of a private key, written as 64 hex digits.
func (w *Wallet) ImportKey(name string, digits, password Secret) (Account, error) {
	key, err := parseKey(digits)
	if err != nil {
		return Account{}, err
	}
	return w.addKey(name, key, password)
}

// checkKey tells what is wrong with the digits of a private key.
func checkKey(digits Secret) error {
	key, err := parseKey(digits)
	key.Wipe()
	return err
}

// checkMnemonic tells what is wrong with the words of a mnemonic.
func checkMnemonic(words Secret) error {
	words, err := tidyMnemonic(words)
	words.Wipe()
	return err
}

// ImportKeystore adds the account of a version-3 keystore file; the password opens the file and
// goes on protecting the key. Where it opens the file and is too short for that, the refusal is
// ShortPassword: ImportKeystoreUnder takes another.
func (w *Wallet) ImportKeystore(name string, file []byte, password Secret) (Account, error) {
	return w.ImportKeystoreUnder(name, file, password, password)
}

// ImportKeystoreUnder is ImportKeystore where another password protects the key here. Whatever is
// wrong with the file, or with the password that opens it, is said first.
func (w *Wallet) ImportKeystoreUnder(name string, file []byte, opens, fresh Secret) (Account,
	error) {
	if err := w.checkKeeps(); err != nil {
		return Account{}, err
	}
	key, err := decrypt(file, opens)
	if err != nil {
		return Account{}, err
	}
	if err := checkOwner(file, key); err != nil {
		key.Wipe()
		return Account{}, err
	}
	return w.addKey(name, key, fresh)
}

// addKey adds the account of a key and wipes the key.
func (w *Wallet) addKey(name string, key, password Secret) (Account, error) {
	defer key.Wipe()
	if err := w.checkNew(password); err != nil {
		return Account{}, err
	}
	e, err := w.prepare(name, key, password)
	if err != nil {
		return Account{}, err
	}
	return w.store(e, key, password)
}

// prepare makes the entry of a new key and refuses it early, before a second goes into encryption.
func (w *Wallet) prepare(name string, key, password Secret) (entry, error) {
	name, err := cleanName(name)
	if err != nil {
		return entry{}, err
	}
	address, err := addressOf(key)
	if err != nil {
		return entry{}, err
	}
	e := entry{Name: name, Address: address, Kind: Keystore}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.free(w.entries, e); err != nil {
		return entry{}, err
	}
	e.File = keyFileName(w.o.Now(), address)
	return e, nil
}

// store encrypts a key into its file and adds it to the index.
func (w *Wallet) store(e entry, key, password Secret) (Account, error) {
	raw, err := encrypt(key, password, e.Address, w.o.Scrypt)
	if err != nil {
		return Account{}, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	path := filepath.Join(w.o.Folder, e.File)
	if err := file.Replace(path, raw); err != nil {
		return Account{}, fmt.Errorf("the key cannot be kept: %w", err)
	}
	if err := w.add(e); err != nil {
		return Account{}, err
	}
	return w.account(e), nil
}

// Watch adds an address to look at, without a key.
func (w *Wallet) Watch(name string, address common.Address) (Account, error) {
	name, err := cleanName(name)
	if err != nil {
		return Account{}, err
	}
	e := entry{Name: name, Address: address, Kind: WatchedOnly}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.add(e); err != nil {
		return Account{}, err
	}
	return w.account(e), nil
}

// ExportKeystore returns an account's key file, which its password opens in other wallets, once
// that password is proven.
func (w *Wallet) ExportKeystore(address common.Address, password Secret) ([]byte, error) {
	key, e, err := w.reveal(address, password)
	if err != nil {
		return nil, err
	}
	defer key.Wipe()
	if e.Kind == Development {
		return encrypt(key, password, address, w.o.Scrypt)
	}
	return file.Read(filepath.Join(w.o.Folder, e.File), file.Small)
}

// ExportKey returns an account's private key as 64 hex digits with 0x, once its password is proven.
// Wipe it after showing it.
func (w *Wallet) ExportKey(address common.Address, password Secret) (Secret, error) {
	key, _, err := w.reveal(address, password)
	if err != nil {
		return Secret{}, err
	}
	defer key.Wipe()
	return NewSecret(fmt.Appendf(nil, "0x%x", key.Reveal())), nil
}

// ExportMnemonic returns the words that an account came from, once its password is proven. Wipe
// them after showing them.
func (w *Wallet) ExportMnemonic(address common.Address, password Secret) (Secret, error) {
	w.mu.Lock()
	e, err := w.entry(address)
	w.mu.Unlock()
	if err != nil {
		return Secret{}, err
	}
	return w.readSeed(e, password)
}

// reveal returns a copy of an account's key, which the caller wipes.
func (w *Wallet) reveal(address common.Address, password Secret) (Secret, entry, error) {
	w.mu.Lock()
	e, err := w.entry(address)
	w.mu.Unlock()
	if err != nil {
		return Secret{}, e, err
	}
	if e.Kind == Development {
		return NewSecret(slices.Clone(w.dev[address].key.Reveal())), e, nil
	}
	key, err := w.read(e, password)
	return key, e, err
}

// read decrypts the key of an entry and makes sure that it is the right one.
func (w *Wallet) read(e entry, password Secret) (Secret, error) {
	switch e.Kind {
	case WatchedOnly:
		return Secret{}, refuse(WatchOnly,
			"%s is watch-only: there is no key to unlock; import it to sign with it", e.Name)
	case Session:
		return Secret{}, refuse(BadInput, "the key of %s ends with this session", e.Name)
	case External, Hardware:
		return Secret{}, refuse(BadInput, "a signer elsewhere holds the key of %s", e.Name)
	}
	key, err := w.readFile(e.File, password)
	if err != nil {
		return Secret{}, err
	}
	if address, err := addressOf(key); err != nil || address != e.Address {
		key.Wipe()
		return Secret{}, refuse(BadInput,
			"%s holds another account's key than %s: move it away and import the right one", e.File,
			e.Address.Hex())
	}
	return key, nil
}

func (w *Wallet) readSeed(e entry, password Secret) (Secret, error) {
	if e.Seed == "" {
		return Secret{}, refuse(BadInput,
			"%s did not come from a mnemonic of this wallet, so nothing can be derived from it",
			e.Name)
	}
	return w.readFile(e.Seed, password)
}

func (w *Wallet) readFile(name string, password Secret) (Secret, error) {
	raw, err := file.Read(filepath.Join(w.o.Folder, name), file.Small)
	if err != nil {
		return Secret{}, fmt.Errorf("the key file cannot be read: %w", err)
	}
	return decrypt(raw, password)
}
