package views

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui/menu"
	"bourse/views/format"
)

const readTokenTime = 10 * time.Second

// PickToken lets somebody choose a coin: a listed one or one that was added, by symbol, name or
// address, or any by its address.
func PickToken(s *Session, title string, run func(api.Token) tea.Cmd) tea.Cmd {
	var items []menu.Item
	for _, t := range s.Tokens() {
		if t.Kind != api.ERC20 {
			continue
		}
		note := format.Address(t.Address)
		if t.ToldBy != "" {
			note += ", told by " + t.ToldBy
		}
		items = append(items, menu.Item{Title: t.Symbol + "  " + t.Name, Note: note,
			Search: t.Address.Hex(), Run: func() tea.Cmd { return run(t) }})
	}
	for _, t := range s.AddedTokens() {
		items = append(items, menu.Item{Title: t.Symbol + "  added by you",
			Note: format.Address(t.Address), Search: t.Address.Hex(),
			Run: func() tea.Cmd { return run(t) }})
	}
	items = append(items, menu.Item{Title: "another token, by its address…",
		Run: func() tea.Cmd { return s.AskToken(run) }})
	return s.Open(menu.New(s.Env, title, items))
}
