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

// contactActions are the address book's files, by name in the palette.
func (w *Screen) contactActions() []ui.Action {
	return []ui.Action{
		{Scope: "wallet", ID: "contacts-export", Key: ui.Keys(), Label: "export contacts",
			Help: "write the address book to a CSV file", Run: w.exportContacts},
		{Scope: "wallet", ID: "contacts-import", Key: ui.Keys(), Label: "import contacts",
			Help: "add the contacts of a CSV file: address, label", Off: w.noFiles(),
			Run: w.importContacts},
	}
}

// noFiles says why no file can be read.
func (w *Screen) noFiles() string {
	if w.s.Remote != "" {
		return "the files of the host are not yours to read"
	}
	return ""
}

func (w *Screen) exportContacts() tea.Cmd {
	return w.s.Export("contacts", "csv", w.s.ContactsCSV())
}

// importContacts asks for the file.
func (w *Screen) importContacts() tea.Cmd {
	return w.s.Open(ui.NewPrompt(w.s.Env, ui.PromptSpec{
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
}

// onContactsRead shows what is wrong, or asks about what would be added.
func (w *Screen) onContactsRead(m contactsRead) tea.Cmd {
	if m.err != nil {
		return w.s.Toast(ui.Bad, m.err.Error())
	}
	f := w.s.ReadContacts(m.text)
	if len(f.Wrong) > 0 {
		return w.s.Open(ui.NewViewer(w.s.Env, "Nothing was imported",
			strings.Join(f.Wrong, "\n")))
	}
	lines := []string{f.Said() + "."}
	for _, alike := range f.Alike {
		lines = append(lines, "! "+alike+": compare every digit")
	}
	return w.s.Open(ui.NewConfirm(w.s.Env, ui.ConfirmSpec{Title: "Import contacts", Lines: lines,
		Yes: "Import", Run: func() tea.Cmd {
			w.s.TakeContacts(f.New)
			return tea.Batch(w.s.Broadcast(views.ContactsChanged{}), func() tea.Msg {
				return contactsAdded{f, w.s.AddContacts(f.New)}
			})
		}}))
}

func (w *Screen) onContactsAdded(m contactsAdded) tea.Cmd {
	if m.err != nil {
		return w.s.Toast(ui.Bad, m.err.Error())
	}
	return w.s.Toast(ui.OK, "imported: "+m.file.Said())
}
