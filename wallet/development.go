package wallet

import (
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
)

// developmentMnemonic is the standard mnemonic of development networks. Its keys are known to
// everyone.
const developmentMnemonic = "test test test test test test test test test test test junk"

// developmentKeys returns the ten accounts of the local network: main, dev1 … dev9.
func developmentKeys() (map[common.Address]openKey, error) {
	keys, err := deriveKeys(NewSecret([]byte(developmentMnemonic)), 0, 10)
	if err != nil {
		return nil, err
	}
	dev := make(map[common.Address]openKey, len(keys))
	for i, key := range keys {
		address, err := addressOf(key)
		if err != nil {
			return nil, err
		}
		e := entry{Name: "main", Address: address, Kind: Development, Index: uint32(i)}
		if i > 0 {
			e.Name = fmt.Sprintf("dev%d", i)
		}
		dev[address] = openKey{e, key}
	}
	return dev, nil
}

// publicKeys is how many accounts of the development mnemonic are known as such: more than any
// development network gives coins to.
const publicKeys = 100

// publicAddresses are those whose keys everyone knows.
var publicAddresses = sync.OnceValue(func() map[common.Address]bool {
	keys, err := deriveKeys(NewSecret([]byte(developmentMnemonic)), 0, publicKeys)
	if err != nil {
		panic("wallet: the development mnemonic gives no keys: " + err.Error())
	}
	known := make(map[common.Address]bool, len(keys))
	for _, key := range keys {
		address, err := addressOf(key)
		if err != nil {
			panic("wallet: the development mnemonic gives no key: " + err.Error())
		}
		known[address] = true
	}
	return known
})

// development returns the entries of the development accounts, by index.
func (w *Wallet) development() []entry {
	entries := make([]entry, len(w.dev))
	for _, k := range w.dev {
		entries[k.entry.Index] = k.entry
	}
	return entries
}

// DevelopmentAccounts returns the addresses of the development accounts by index, to which the
// local network gives coins.
func DevelopmentAccounts() ([]common.Address, error) {
	keys, err := developmentKeys()
	list := make([]common.Address, len(keys))
	for address, k := range keys {
		list[k.entry.Index] = address
	}
	return list, err
}
