package wallet

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/format"
)

// addressBook lists the contacts: to send to one, to label it anew, to forget it, or to add one.
func (w *Screen) addressBook() tea.Cmd {
	items := []menu.Item{{Title: "New contact…", Run: w.newContact}}
	for _, c := range w.contacts() {
		note := format.Address(c.Address)
		if lists := w.listsOf(c.Address); len(lists) > 0 {
			note = "★ " + strings.Join(lists, ", ") + "  " + note
		}
		items = append(items, menu.Item{Title: c.Label, Note: note,
			Search: c.Address.Hex(), Run: func() tea.Cmd { return w.contact(c) }})
	}
	items = append(items, menu.Item{Title: "Import contacts…", Off: w.noFiles(),
		Run: w.importContacts}, menu.Item{Title: "Export contacts as CSV", Run: w.exportContacts})
	return w.s.Open(menu.New(w.s.Env, "Address book", items))
}

// contacts are those who are watched, in the order of their lists, and then the others.
func (w *Screen) contacts() (list []views.Contact) {
	rest := slices.Clone(w.s.Contacts())
	for _, maker := range w.s.WatchedMakers() {
		is := func(c views.Contact) bool { return c.Address == maker }
		if i := slices.IndexFunc(rest, is); i >= 0 {
			list = append(list, rest[i])
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return append(list, rest...)
}

// listsOf are the watchlists that a maker is on.
func (w *Screen) listsOf(maker common.Address) (names []string) {
	for _, x := range w.s.Watchlists() {
		if x.ChainID == 0 && x.Maker == maker {
			names = append(names, x.List)
		}
	}
	return names
}

// contact offers what can be done with one.
func (w *Screen) contact(c views.Contact) tea.Cmd {
	watched := views.Watched{Maker: c.Address}
	again := func() tea.Cmd { return w.s.Broadcast(views.ContactsChanged{}) }
	items := []menu.Item{{Title: "Watchlists of " + c.Label + "…",
		Run: func() tea.Cmd { return w.s.WatchlistsOf(c.Label, watched, again) }}}
	for _, name := range w.listsOf(c.Address) {
		watched := views.Watched{List: name, Maker: c.Address}
		for _, up := range []bool{true, false} {
			way := map[bool]string{true: "Up", false: "Down"}[up]
			items = append(items, menu.Item{Title: way + " in " + name, Run: func() tea.Cmd {
				cmd := w.s.MoveWatched(watched, up)
				return tea.Batch(cmd, w.addressBook())
			}})
		}
	}
	return w.s.Open(menu.New(w.s.Env, c.Label+"  "+c.Address.Hex(), append([]menu.Item{
		{Title: "Send to " + c.Label + "…", Off: w.s.MaySign(), Run: func() tea.Cmd {
			return w.send(views.SendAsset{To: c.Label})
		}},
		{Title: "Copy the address", Run: func() tea.Cmd {
			return w.s.Copy("address of "+c.Label, c.Address.Hex())
		}},
		{Title: "Another label…", Run: func() tea.Cmd { return w.label(c.Address, c.Label) }},
		{Title: "Forget " + c.Label, Run: func() tea.Cmd {
			return tea.Batch(w.s.SetContact(c.Address, ""), w.s.Unwatch(c.Address),
				w.s.Toast(ui.OK, c.Label+" is forgotten"), again())
		}},
	}, items...)))
}

// newContact asks for an address, then for its label.
func (w *Screen) newContact() tea.Cmd {
	return w.s.Open(ui.NewPrompt(w.s.Env, ui.PromptSpec{
		Title: "New contact", Input: ui.Input{Hint: "0x…"},
		Lines: []string{"Whose address? Its capital letters are its checksum: they are compared."},
		Check: func(text string) string {
			a, err := api.ParseAddress(strings.TrimSpace(text))
			switch {
			case err != nil:
				return "the address " + err.Error()
			case a == common.Address{}:
				return "the zero address is nobody"
			}
			return ""
		},
		Run: func(text string) tea.Cmd {
			a, _ := api.ParseAddress(strings.TrimSpace(text)) // Check has read it
			return w.label(a, w.s.Label(a))
		},
	}))
}

// label asks what an address is to be called.
func (w *Screen) label(a common.Address, now string) tea.Cmd {
	input := ui.Input{Hint: "bob", Limit: 20}
	input.Fill(now)
	lines := []string{a.Hex()}
	if like := w.s.LooksLike(a); like != "" {
		lines = append(lines, "! it "+like+": label it only if you mean this one")
	}
	return w.s.Open(ui.NewPrompt(w.s.Env, ui.PromptSpec{
		Title: "Label", Input: input, Lines: lines,
		Check: func(text string) string { return w.s.LabelProblem(a, strings.TrimSpace(text)) },
		Run: func(text string) tea.Cmd {
			text = strings.TrimSpace(text)
			return tea.Batch(w.s.SetContact(a, text),
				w.s.Toast(ui.OK, format.Address(a)+" is "+text+" from here on"),
				w.s.Broadcast(views.ContactsChanged{}))
		},
	}))
}
