package views

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui/menu"
	"bourse/views/format"
)

// PickToken lets somebody choose one of the listed coins.
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
		items = append(items, menu.Item{
			Title: t.Symbol + "  " + t.Name, Note: note,
			Run: func() tea.Cmd { return run(t) }})
	}
	return s.Open(menu.New(s.Env, title, items))
}
