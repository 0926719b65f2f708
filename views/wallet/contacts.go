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

// addressBook are the addresses that the user has labelled.
type addressBook struct {
	s    *views.Session
	send func(views.SendAsset) tea.Cmd
}

// open lists the contacts: to send to one, to label it anew, to forget it, or to add one.
func (b *addressBook) open() tea.Cmd {
	items := []menu.Item{{Title: "New contact…", Run: b.newContact}}
	for _, c := range b.contacts() {
		note := format.Address(c.Address)
		if lists := b.listsOf(c.Address); len(lists) > 0 {
			note = "★ " + strings.Join(lists, ", ") + "  " + note
		}
		items = append(items, menu.Item{Title: c.Label, Note: note,
			Search: c.Address.Hex(), Run: ui.Asking(func() { b.contact(c) })})
	}
	items = append(items, menu.Item{Title: "Import contacts…", Off: b.noFiles(),
		Run: b.importContacts}, menu.Item{Title: "Export contacts as CSV", Run: b.exportContacts})
	b.s.Open(menu.New(b.s.Env, "Address book", items))
	return nil
}

// contacts are those who are watched, in the order of their lists, and then the others.
func (b *addressBook) contacts() (list []views.Contact) {
	rest := slices.Clone(b.s.Contacts())
	for _, maker := range b.s.WatchedMakers() {
		is := func(c views.Contact) bool { return c.Address == maker }
		if i := slices.IndexFunc(rest, is); i >= 0 {
			list = append(list, rest[i])
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return append(list, rest...)
}

// listsOf are the watchlists that a maker is on.
func (b *addressBook) listsOf(maker common.Address) (names []string) {
	for _, x := range b.s.Watchlists() {
		if x.ChainID == 0 && x.Maker == maker {
			names = append(names, x.List)
		}
	}
	return names
}

// contact offers what can be done with one.
func (b *addressBook) contact(c views.Contact) {
	watched := views.Watched{Maker: c.Address}
	again := ui.Asking(func() { b.s.Broadcast(views.ContactsChanged{}) })
	items := []menu.Item{{Title: "Watchlists of " + c.Label + "…",
		Run: ui.Asking(func() { b.s.WatchlistsOf(c.Label, watched, again) })}}
	for _, name := range b.listsOf(c.Address) {
		watched := views.Watched{List: name, Maker: c.Address}
		for _, up := range []bool{true, false} {
			way := map[bool]string{true: "Up", false: "Down"}[up]
			items = append(items, menu.Item{Title: way + " in " + name, Run: func() tea.Cmd {
				cmd := b.s.MoveWatched(watched, up)
				return tea.Batch(cmd, b.open())
			}})
		}
	}
	b.s.Open(menu.New(b.s.Env, c.Label+"  "+c.Address.Hex(), append([]menu.Item{
		{Title: "Send to " + c.Label + "…", Off: b.s.MaySign(), Run: func() tea.Cmd {
			return b.send(views.SendAsset{To: c.Label})
		}},
		{Title: "Copy the address", Run: func() tea.Cmd {
			b.s.Copy("address of "+c.Label, c.Address.Hex())
			return nil
		}},
		{Title: "Another label…", Run: ui.Asking(func() { b.label(c.Address, c.Label) })},
		{Title: "Forget " + c.Label, Run: func() tea.Cmd {
			cmd := tea.Batch(b.s.SetContact(c.Address, ""), b.s.Unwatch(c.Address))
			b.s.Toast(ui.OK, c.Label+" is forgotten")
			return tea.Batch(cmd, again())
		}},
	}, items...)))
}

// newContact asks for an address, then for its label.
func (b *addressBook) newContact() tea.Cmd {
	b.s.Open(ui.NewPrompt(b.s.Env, ui.PromptSpec{
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
			b.label(a, b.s.Label(a))
			return nil
		},
	}))
	return nil
}

// label asks what an address is to be called.
func (b *addressBook) label(a common.Address, now string) {
	input := ui.Input{Hint: "bob", Limit: 20}
	input.Fill(now)
	lines := []string{a.Hex()}
	if like := b.s.LooksLike(a); like != "" {
		lines = append(lines, "! it "+like+": label it only if you mean this one")
	}
	b.s.Open(ui.NewPrompt(b.s.Env, ui.PromptSpec{
		Title: "Label", Input: input, Lines: lines,
		Check: func(text string) string { return b.s.LabelProblem(a, strings.TrimSpace(text)) },
		Run: func(text string) tea.Cmd {
			text = strings.TrimSpace(text)
			cmd := b.s.SetContact(a, text)
			b.s.Toast(ui.OK, format.Address(a)+" is "+text+" from here on")
			b.s.Broadcast(views.ContactsChanged{})
			return cmd
		},
	}))
}
