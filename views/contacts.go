package views

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// Contact is an address with the label that a person has given it.
type Contact struct {
	Address common.Address
	Label   string
}

const (
	contactsName = "contacts" // under which they are kept: a line for each, address and label
	longestLabel = 20         // characters
	mostContacts = 1000
)

// addressBook are the contacts of a session, in the order of their labels.
type addressBook struct {
	list []Contact
	read bool
	text string // as it was kept when it was read
}

// Contacts are the labelled addresses, in the order of their labels.
func (s *Session) Contacts() []Contact {
	if !s.book.read {
		s.book.read, s.book.list = true, nil
		s.book.text = s.Preferences.Get(contactsName)
		for line := range strings.Lines(s.book.text) {
			w := strings.Fields(line)
			if len(w) == 2 && common.IsHexAddress(w[0]) && s.labelProblem(w[1]) == "" {
				s.book.put(Contact{common.HexToAddress(w[0]), w[1]})
			}
		}
	}
	return s.book.list
}

// RereadContacts reads from disk what another program of the same folder has put into the address
// book. Call it off the loop; TakeUpContacts then takes it up.
func (k *Preferences) RereadContacts() { k.Reread(contactsName) }

// TakeUpContacts takes up the address book as it is kept by now, and tells whether it has changed.
func (s *Session) TakeUpContacts() bool {
	if !s.book.read || s.Preferences == nil || s.book.text == s.Preferences.Get(contactsName) {
		return false
	}
	s.book.read = false
	return true
}

// put adds a contact in place of what was known of its address.
func (b *addressBook) put(c Contact) {
	b.list = slices.DeleteFunc(b.list, func(o Contact) bool { return o.Address == c.Address })
	if c.Label != "" {
		b.list = append(b.list, c)
	}
	slices.SortFunc(b.list, func(x, y Contact) int { return strings.Compare(x.Label, y.Label) })
}

// LabelProblem says why an address cannot be given a label, "" where it can. A label is one word
// that is taken for nothing else.
func (s *Session) LabelProblem(a common.Address, label string) string {
	for _, c := range s.Contacts() {
		if strings.EqualFold(c.Label, label) && c.Address != a {
			return label + " is " + format.Address(c.Address) + " already: choose another label"
		}
	}
	if len(s.book.list) >= mostContacts {
		return "the address book is full: forget somebody first"
	}
	return s.labelProblem(label)
}

// wordProblem says why a word is no name, "" where it is one.
func wordProblem(word, what string) string {
	switch {
	case word == "":
		return "type " + what
	case len([]rune(word)) > longestLabel:
		return what + " has at most 20 characters"
	case strings.HasPrefix(strings.ToLower(word), "0x"):
		return what + " does not begin like an address"
	}
	for _, r := range word {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r) {
			return what + " is one word of letters, digits, - _ and ."
		}
	}
	return ""
}

func (s *Session) labelProblem(label string) string {
	if why := wordProblem(label, "a label"); why != "" {
		return why
	}
	if a, err := s.Wallet.Find(label); err == nil {
		return "your account " + a.Name + " is called so: choose another label"
	}
	return ""
}

// SetContact labels an address and keeps that; an empty label forgets it.
func (s *Session) SetContact(a common.Address, label string) tea.Cmd {
	s.Contacts()
	s.book.put(Contact{a, label})
	var lines []string
	if label != "" {
		lines = []string{a.Hex() + " " + label}
	}
	return s.Preferences.ChangeLines(contactsName, func(line string) bool {
		return strings.HasPrefix(strings.ToLower(line), api.Lower(a)+" ")
	}, lines...)
}

// Label is what an address is called in the address book, "" where it is not in it.
func (s *Session) Label(a common.Address) string {
	for _, c := range s.Contacts() {
		if c.Address == a {
			return c.Label
		}
	}
	return ""
}

// ShortName is an address where there is no room for all of it: by the name of the account, the
// label or the contract, else by its digits.
func (s *Session) ShortName(a common.Address) string {
	if name := s.AddressName(a); name != "" {
		return name
	}
	return s.ShortAddress(a)
}

// ShortAddress is an address by the ends of its digits. Where those are somebody else's too who is
// known, it is by digits in which the two differ.
func (s *Session) ShortAddress(a common.Address) string {
	if name, is := s.lookalike(a); name != "" {
		return format.AddressAround(a, describe.FirstDifference(a, is))
	}
	return format.Address(a)
}
