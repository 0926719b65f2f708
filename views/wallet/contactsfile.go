package wallet

import (
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/views"
)

// contactsRead is a file of contacts, as read off the loop.
type contactsRead struct {
	path, text string
	err        error
}

// contactsAdded is the end of an import.
type contactsAdded struct {
	file views.ContactsFile
	err  error
}

// actions are the address book's files, by name in the palette.
func (b *addressBook) actions() []ui.Action {
	return []ui.Action{
		{Scope: "wallet", ID: "contacts-export", Key: ui.Keys(), Label: "export contacts",
			Help: "write the address book to a CSV file", Run: b.exportContacts},
		{Scope: "wallet", ID: "contacts-import", Key: ui.Keys(), Label: "import contacts",
			Help: "add the contacts of a CSV file: address, label", Off: b.noFiles(),
			Run: b.importContacts},
	}
}

// update takes what was read of a file.
func (b *addressBook) update(m tea.Msg) {
	switch m := m.(type) {
	case contactsRead:
		b.onContactsRead(m)
		return
	case contactsAdded:
		b.onContactsAdded(m)
		return
	}
}

// noFiles says why no file can be read.
func (b *addressBook) noFiles() string {
	if b.s.Remote != "" {
		return "the files of the host are not yours to read"
	}
	return ""
}

func (b *addressBook) exportContacts() tea.Cmd {
	return b.s.Export("contacts", "csv", b.s.ContactsCSV())
}

// importContacts asks for the file.
func (b *addressBook) importContacts() tea.Cmd {
	b.s.Open(ui.NewPrompt(b.s.Env, ui.PromptSpec{
		Title: "Import contacts", Input: ui.Input{Hint: "/path/to/contacts.csv"},
		Lines: []string{"Which file? Its rows are an address, a comma and a label. What the " +
			"address book has stays; with a row that can't be taken nothing is imported."},
		Check: func(path string) string {
			if info, err := os.Stat(strings.TrimSpace(path)); err != nil || info.IsDir() {
				return "there is no such file"
			}
			return ""
		},
		Run: func(path string) tea.Cmd {
			path = strings.TrimSpace(path)
			return func() tea.Msg {
				text, err := views.ReadContactsFile(path)
				return contactsRead{path, text, err}
			}
		},
	}))
	return nil
}

// onContactsRead shows what is wrong, or asks about what would be added.
func (b *addressBook) onContactsRead(m contactsRead) {
	if m.err != nil {
		b.s.Toast(ui.Bad, m.err.Error())
		return
	}
	f := b.s.ReadContacts(m.text)
	if len(f.Wrong) > 0 {
		b.s.Open(ui.NewViewer(b.s.Env, "Nothing was imported",
			strings.Join(f.Wrong, "\n")))
		return
	}
	lines := []string{f.Said() + "."}
	for _, alike := range f.Alike {
		lines = append(lines, "! "+alike+": compare every digit")
	}
	b.s.Open(ui.NewConfirm(b.s.Env, ui.ConfirmSpec{Title: "Import contacts", Lines: lines,
		Yes: "Import", Run: func() tea.Cmd {
			b.s.TakeContacts(f.New)
			b.s.Broadcast(views.ContactsChanged{})
			return func() tea.Msg {
				return contactsAdded{f, b.s.AddContacts(f.New)}
			}
		}}))
}

func (b *addressBook) onContactsAdded(m contactsAdded) {
	if m.err != nil {
		b.s.Toast(ui.Bad, m.err.Error())
		return
	}
	b.s.Toast(ui.OK, "imported: "+m.file.Said())
}
