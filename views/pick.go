package views

import (
	"bourse/backend/api"
	"bourse/ui"
)

// PickToken lets somebody choose one of the listed coins.
func PickToken(s *Session, title string, run func(api.Token) ui.Cmd) ui.Cmd {
	var items []ui.MenuItem
	for _, t := range s.Tokens() {
		if t.Kind != api.ERC20 {
			continue
		}
		items = append(items, ui.MenuItem{Title: t.Symbol + "  " + t.Name, Note: ui.ShortAddress(t.Address.Hex()), Run: func() ui.Cmd { return run(t) }})
	}
	return ui.Open(ui.NewMenu(s.Env, title, items))
}
