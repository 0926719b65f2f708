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
		items = append(items, menu.Item{
			Title: t.Symbol + "  " + t.Name, Note: format.Address(t.Address),
			Run: func() tea.Cmd { return run(t) }})
	}
	return s.Open(menu.New(s.Env, title, items))
}
