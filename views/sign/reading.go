package sign

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
)

// Reading has the chosen account sign what the secret is made of by which it reads its Delta orders
// while they are held back, and then goes on. The same account gets the same secret again.
func Reading(s *views.Session, step, steps int, then func() tea.Cmd) tea.Cmd {
	chain, account := s.Network.ChainID, s.Account.Address
	data := eip712.HeldOrdersTypedData(chain, s.Network.Contracts.Delta, account,
		s.Secrets.Exchange())
	return Open(s, Spec{
		Data: &data, Step: step, Steps: steps,
		Checks: []ui.Check{{Level: ui.OK, Text: "it lets nobody move or trade anything"}},
		Done: func(signed Signed) tea.Cmd {
			return tea.Batch(s.Secrets.Put(chain, account,
				eip712.HeldOrdersSecret(signed.Signature)), then())
		},
	})
}
