package wallet

// InMemory tells whether nothing of the wallet is kept: it was opened without a folder.
func (w *Wallet) InMemory() bool { return w.o.Folder == "" }

// Hold adds an account whose key is in memory alone and needs no password. It signs for the local
// network only. The wallet takes the key over.
func (w *Wallet) Hold(name string, key Secret) (Account, error) {
	name, err := cleanName(name)
	if err != nil {
		return Account{}, err
	}
	address, err := addressOf(key)
	if err != nil {
		return Account{}, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.InMemory() {
		return Account{}, refuse(BadInput,
			"an account of a session has no place in a wallet that is kept: import its key")
	}
	e := entry{Name: name, Address: address, Kind: Session}
	if err := w.add(e); err != nil {
		return Account{}, err
	}
	w.held[address] = openKey{e, key}
	return w.account(e), nil
}
