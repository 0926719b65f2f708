package views

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store/file"
	"bourse/ui/cells"
	"bourse/wallet/describe"
)

// Contacts are exported and imported as CSV: a first row "address,label", then a row for each.

// ContactsCSV is the address book as a file.
func (s *Session) ContactsCSV() string {
	var b strings.Builder
	b.WriteString("address,label\n")
	for _, c := range s.Contacts() {
		b.WriteString(c.Address.Hex() + "," + c.Label + "\n")
	}
	return b.String()
}

// ReadContactsFile is the text of a file of contacts. It waits for the disk: call it off the loop.
func ReadContactsFile(path string) (string, error) {
	return readSmallFile(path, "no address book")
}

// readSmallFile reads a text that is not what it should be where it is long.
func readSmallFile(path, otherwise string) (string, error) {
	text, err := file.Read(path, file.Small)
	if errors.Is(err, file.ErrNotSmall) {
		err = fmt.Errorf("%w: it is %s", err, otherwise)
	}
	return string(text), err
}

// ContactsFile is what a file of contacts would do.
type ContactsFile struct {
	New   []Contact // to be added
	Known int       // rows that the address book has already
	Wrong []string  // rows that cannot be taken, by their lines: with one, nothing is
	Alike []string  // addresses of new ones that resemble others
}

// ReadContacts reads a file and holds each row against the address book and the rows before it. It
// changes nothing: what the book has is neither replaced nor forgotten by any row.
func (s *Session) ReadContacts(text string) (f ContactsFile) {
	rows := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	rows.Comment, rows.TrimLeadingSpace, rows.FieldsPerRecord = '#', true, -1
	for first := true; ; first = false {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			f.Wrong = append(f.Wrong, cells.Clean(err.Error()))
			break
		}
		line, _ := rows.FieldPos(0)
		if first && !looksLikeAddress(row[0]) {
			if why := contactsHeader(row); why != "" {
				f.Wrong = append(f.Wrong, fmt.Sprintf("line %d: %s", line, why))
				break
			}
			continue
		}
		if why := s.readContact(&f, row); why != "" {
			f.Wrong = append(f.Wrong, fmt.Sprintf("line %d: %s", line, cells.Clean(why)))
		}
	}
	if len(s.Contacts())+len(f.New) > mostContacts {
		f.Wrong = append(f.Wrong, fmt.Sprintf("the address book has room for %d: there are %d, "+
			"and %d new ones", mostContacts, len(s.Contacts()), len(f.New)))
	}
	for i, c := range f.New {
		if like := s.LooksLike(c.Address); like != "" {
			f.Alike = append(f.Alike, c.Label+" "+like)
		}
		for _, other := range f.New[:i] {
			if describe.Resembles(c.Address, other.Address) {
				f.Alike = append(f.Alike, c.Label+" looks like "+other.Label)
			}
		}
	}
	return f
}

// contactsColumns are the names of a file's columns in its first row, where it names them.
var contactsColumns = []string{"address", "label"}

func looksLikeAddress(cell string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(cell)), "0x")
}

// contactsHeader says why a first row that begins with no address is no header either.
func contactsHeader(row []string) string {
	for i, name := range contactsColumns {
		if i >= len(row) || !strings.EqualFold(strings.TrimSpace(row[i]), name) {
			return fmt.Sprintf("the first row %q is no header that is known: it is %q, or left "+
				"out, and the rows are an address, a comma and a label",
				cells.Clean(strings.Join(row, ",")), strings.Join(contactsColumns, ","))
		}
	}
	return ""
}

// Said is what the import does in a sentence without its end.
func (f ContactsFile) Said() string { return newRows(len(f.New), "contact", f.Known) }

// newRows says how many rows of a file are new.
func newRows(added int, what string, known int) string {
	said := fmt.Sprintf("%d %ss are new", added, what)
	if added == 1 {
		said = "1 " + what + " is new"
	}
	if known == 1 {
		return said + ", 1 was there already"
	}
	return fmt.Sprintf("%s, %d were there already", said, known)
}

// readContact takes one row in, or says why not.
func (s *Session) readContact(f *ContactsFile, row []string) string {
	if len(row) < 2 {
		return "it takes an address, a comma and a label"
	}
	a, err := api.ParseAddress(strings.TrimSpace(row[0]))
	label := strings.TrimSpace(row[1])
	switch {
	case err != nil:
		return "the address " + err.Error()
	case a == common.Address{}:
		return "the zero address is nobody"
	}
	for _, c := range append(s.Contacts()[:len(s.Contacts()):len(s.Contacts())], f.New...) {
		switch {
		case c.Address == a && c.Label == label:
			f.Known++
			return ""
		case c.Address == a:
			return a.Hex() + " is called " + c.Label + " already: call it so, or take the row out"
		case strings.EqualFold(c.Label, label):
			return label + " is " + c.Address.Hex() + " already: choose another label"
		}
	}
	if why := s.labelProblem(label); why != "" {
		return why
	}
	f.New = append(f.New, Contact{a, label})
	return ""
}

// AddContacts adds those to the address book and returns once they are on disk. Call it off the
// loop.
func (s *Session) AddContacts(list []Contact) error {
	var lines []string
	for _, c := range list {
		lines = append(lines, c.Address.Hex()+" "+c.Label)
	}
	return s.Preferences.KeepChange(contactsName, func(text string) string {
		for _, line := range lines {
			if !strings.Contains("\n"+text, "\n"+line+"\n") {
				text += line + "\n"
			}
		}
		return text
	})
}

// TakeContacts puts those into the book of this session, on the loop.
func (s *Session) TakeContacts(list []Contact) {
	s.Contacts()
	for _, c := range list {
		s.book.put(c)
	}
}
