package desk

import (
	"bourse/ui"
	"bourse/ui/style"
	"bourse/views"
	"bourse/wallet"
)

// AddressBook is the address book of a data folder, without an exchange.
type AddressBook struct{ s *views.Session }

// OpenAddressBook reads that of the folder that the console keeps its state in.
func OpenAddressBook(state string, w *wallet.Wallet) (*AddressBook, error) {
	kept, err := views.OpenPreferences(state)
	if err != nil {
		return nil, err
	}
	theme, err := style.NewTheme("mono", style.NewRenderer(0))
	if err != nil {
		return nil, err
	}
	return &AddressBook{&views.Session{Env: ui.NewEnv(ui.WallClock{}, theme), Wallet: w,
		Preferences: kept}}, nil
}

// CSV is the book as a file.
func (b *AddressBook) CSV() string { return b.s.ContactsCSV() }

// ReadFile tells what a file would do.
func (b *AddressBook) ReadFile(path string) (views.ContactsFile, error) {
	text, err := views.ReadContactsFile(path)
	return b.s.ReadContacts(text), err
}

// Add adds what a file has and the book has not.
func (b *AddressBook) Add(f views.ContactsFile) error { return b.s.AddContacts(f.New) }
