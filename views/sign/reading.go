package sign

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
)

// Reading has the chosen account sign what the secret is made of by which it reads its Delta orders
// while they are held back, and then goes on. The same account gets the same secret again.
func Reading(s *views.Session, step, steps int, then func() tea.Cmd) {
	chain, account := s.Network.ChainID, s.Account.Address
	spec := readingSpec(s)
	spec.Step, spec.Steps = step, steps
	spec.Done = func(signed Signed) tea.Cmd {
		return tea.Batch(s.Secrets.Put(chain, account,
			eip712.HeldOrdersSecret(signed.Signature)), then())
	}
	Open(s, spec)
}

// Read is Reading without dialogs: it asks by, and returns once the secret is on disk. An account
// that has its secret is asked nothing.
func Read(ctx context.Context, s *views.Session, by Decider) error {
	chain, account := s.Network.ChainID, s.Account.Address
	if s.Secrets.Of(chain, account) != (common.Hash{}) {
		return nil
	}
	signed, err := Carry(ctx, s, readingSpec(s), by)
	if err != nil {
		return err
	}
	return s.Secrets.Keep(chain, account, eip712.HeldOrdersSecret(signed.Signature))
}

func readingSpec(s *views.Session) Spec {
	data := eip712.HeldOrdersTypedData(s.Network.ChainID, s.Network.Contracts.Delta,
		s.Account.Address, s.Secrets.Exchange())
	return Spec{Data: &data,
		Checks: []ui.Check{{Level: ui.OK, Text: "it lets nobody move or trade anything"}}}
}
