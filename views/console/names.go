package console

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/views"
)

// lookedUp says that names were looked up.
type lookedUp struct{}

// lookUp looks up the names and addresses that screens have asked for.
func (h *host) lookUp() tea.Cmd {
	names, questions, now := h.s.Names, h.s.Names.Questions(h.s.Networks), h.s.Now()
	if len(questions) == 0 {
		return nil
	}
	return ui.Call(h.ctx, views.NameTime, func(ctx context.Context) tea.Msg {
		for _, q := range questions {
			names.Answer(ctx, q, now)
		}
		return lookedUp{}
	})
}
