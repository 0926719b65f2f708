package wallet

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet/ledger"
)

// Options say where the accounts are and what the wallet takes from outside.
type Options struct {
	// made if it is not there; files in it are readable by their owner alone. "" keeps the
	// accounts in memory alone: there are those of Hold and Watch, and no others
	Folder      string
	Data        string           // the data folder that commands have to name, "" is the usual one
	Scrypt      Scrypt           // cost of passwords; zero is StandardScrypt
	Idle        time.Duration    // how long an unlocked key stays without use; zero is ten minutes
	Now         func() time.Time // the clock
	Random      io.Reader        // for new mnemonics: crypto/rand.Reader
	Development bool             // whether the local network's ten accounts are there
	// Ledger opens the device that Attach names; nil is the one at USB
	Ledger func() (ledger.Port, error)
}

// DefaultIdle is how long an unlocked key stays without use.
const DefaultIdle = 10 * time.Minute

// Wallet keeps accounts in a folder and their unlocked keys in memory. Its methods may be called at
// the same time; those that take a password need about a second for it and hold nobody else up
// meanwhile.
type Wallet struct {
	o       Options
	dev     map[common.Address]openKey
	mu      sync.Mutex // guards all below
	open    map[common.Address]openKey
	held    map[common.Address]openKey    // of Hold
	used    time.Time                     // when a person or a signature last used the wallet
	outside map[common.Address]outsideKey // of Attach
	// entries are the accounts of the index file as last read or written.
	entries []entry
}

// openKey is an unlocked private key.
type openKey struct {
	entry entry
	key   Secret
}

// Open reads the accounts of a folder.
func Open(o Options) (*Wallet, error) {
	if o.Scrypt == (Scrypt{}) {
		o.Scrypt = StandardScrypt
	}
	if o.Idle == 0 {
		o.Idle = DefaultIdle
	}
	if o.Folder != "" {
		if err := os.MkdirAll(o.Folder, 0o700); err != nil {
			return nil, fmt.Errorf("the folder for accounts cannot be made: %w", err)
		}
	}
	w := &Wallet{o: o, open: make(map[common.Address]openKey),
		held: make(map[common.Address]openKey)}
	if o.Development {
		dev, err := developmentKeys()
		if err != nil {
			return nil, err
		}
		w.dev = dev
	}
	entries, err := w.load()
	w.entries = entries
	return w, err
}

// List returns the accounts: the development accounts first, then those of signers elsewhere, then
// the others in the order they came.
func (w *Wallet) List() []Account {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	var list []Account
	for _, e := range w.all() {
		list = append(list, w.account(e))
	}
	return list
}

// all are the entries of all accounts.
func (w *Wallet) all() []entry {
	list := append(w.development(), w.externals()...)
	for _, e := range w.entries {
		if _, elsewhere := w.outside[e.Address]; !elsewhere {
			list = append(list, e)
		}
	}
	return list
}

// Account returns one account by its address.
func (w *Wallet) Account(address common.Address) (Account, error) {
	for _, a := range w.List() {
		if a.Address == address {
			return a, nil
		}
	}
	return Account{}, refuse(UnknownAccount, "%s is not an account of this wallet", address.Hex())
}

// Has tells whether the key of an address is here, or with a signer that is asked.
func (w *Wallet) Has(address common.Address) bool {
	a, err := w.Account(address)
	return err == nil && a.Kind != WatchedOnly
}

// shortOf tells whether a name is the short one of a signer's account, which others may have too.
func (w *Wallet) shortOf(address common.Address, name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.EqualFold(w.outside[address].short, name) && name != ""
}

// Find returns an account by name, in any letter case, or by address. A name that several have is
// refused with their addresses.
func (w *Wallet) Find(nameOrAddress string) (Account, error) {
	list := w.List()
	var same []string
	var found Account
	for _, a := range list {
		if strings.EqualFold(a.Name, nameOrAddress) || w.shortOf(a.Address, nameOrAddress) {
			same, found = append(same, a.Address.Hex()), a
		}
	}
	switch len(same) {
	case 0:
	case 1:
		return found, nil
	default:
		return Account{}, refuse(BadInput, "%q is the name of several accounts: %s; say which by "+
			"its address", nameOrAddress, strings.Join(same, ", "))
	}
	if address, err := api.ParseAddress(nameOrAddress); err == nil {
		return w.Account(address)
	}
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Name
	}
	return Account{}, refuse(UnknownAccount, "there is no account %q; there are: %s", nameOrAddress,
		strings.Join(names, ", "))
}

func (w *Wallet) account(e entry) Account {
	_, open := w.open[e.Address]
	open = open || e.Kind == Development || e.Kind == Session || e.Kind.Elsewhere()
	return Account{Name: e.Name, Address: e.Address, Kind: e.Kind, Open: open,
		Seeded: e.Seed != "", Index: e.Index, Public: publicAddresses()[e.Address]}
}

// entry returns the index entry of an address.
func (w *Wallet) entry(address common.Address) (entry, error) {
	for _, e := range w.all() {
		if e.Address == address {
			return e, nil
		}
	}
	return entry{}, refuse(UnknownAccount, "%s is not an account of this wallet", address.Hex())
}

// Touch says that a person was there at a time, from which the idle time counts.
func (w *Wallet) Touch(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	if at.After(w.used) {
		w.used = at
	}
}

// expire locks everything once the idle time has passed. Every public method that looks at open
// keys calls it first, and so does List, which a console calls every second.
func (w *Wallet) expire() {
	if len(w.open) > 0 && w.o.Now().Sub(w.used) >= w.o.Idle {
		w.lockAll()
	}
}

// Unlock opens an account with its password until it is locked or the idle time has passed. It
// takes about a second.
func (w *Wallet) Unlock(address common.Address, password Secret) error {
	w.mu.Lock()
	e, err := w.entry(address)
	w.mu.Unlock()
	if err != nil || e.Kind == Development || e.Kind == Session || e.Kind.Elsewhere() {
		return err
	}
	key, err := w.read(e, password)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[address].key.Wipe()
	w.open[address] = openKey{e, key}
	w.used = w.o.Now()
	return nil
}

// Lock wipes the key of an account from memory. Development accounts stay open, since everyone has
// their keys, and so do those of Hold, which have no password to open them again.
func (w *Wallet) Lock(address common.Address) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[address].key.Wipe()
	delete(w.open, address)
}

// LockAll wipes all keys from memory.
func (w *Wallet) LockAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lockAll()
}

func (w *Wallet) lockAll() {
	for _, k := range w.open {
		k.key.Wipe()
	}
	clear(w.open)
}

// Rename gives an account another name.
func (w *Wallet) Rename(address common.Address, name string) (Account, error) {
	name, err := cleanName(name)
	if err != nil {
		return Account{}, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var renamed entry
	err = w.change(func(entries []entry) ([]entry, error) {
		i := slices.IndexFunc(entries, func(e entry) bool { return e.Address == address })
		if i < 0 {
			return nil, refuse(UnknownAccount,
				"%s is not in this folder: development accounts keep their names", address.Hex())
		}
		for _, e := range append(w.development(), entries...) {
			if e.Address != address && strings.EqualFold(e.Name, name) {
				return nil, refuse(Taken, "there is already an account named %q: choose another "+
					"name", e.Name)
			}
		}
		if err := w.freeOutside(entry{Name: name, Address: address}); err != nil {
			return nil, err
		}
		entries[i].Name = name
		renamed = entries[i]
		return entries, nil
	})
	return w.account(renamed), err
}
