package sign

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// Approve is the task that lets a spender move exactly an amount of a token. It reads the session,
// so call it in Update.
func Approve(s *views.Session, token api.Token, spender common.Address, amount api.Amount) Task {
	service := s.Service
	r := api.ApproveRequest{ChainID: s.Network.ChainID, Owner: s.Account.Address,
		Token: token.Address, Kind: token.Kind, Spender: spender, Amount: amount}
	return Task{
		What: "approve " + views.Symbol(token),
		Prepare: func(ctx context.Context) (api.Transaction,
			error) {
			return service.PrepareApprove(ctx, r)
		},
	}
}

// ApproveFirst is Approve for something that is signed next: once it is mined, the screen that runs
// it finds what for in Mined and goes on by Next. Until then its form takes no key. It reads the
// session, so call it in Update.
func ApproveFirst(s *views.Session, token api.Token, spender common.Address, amount api.Amount,
	what any) Task {
	t := Approve(s, token, spender, amount)
	t.For, t.Step, t.Steps, t.Holds = what, 1, 2, true
	return t
}

// Next runs what was approved first. Who has left the flow meanwhile is told instead: a dialog
// would catch keys that are meant for something else.
func Next(s *views.Session, m Mined, t Task) tea.Cmd {
	if !m.Flow.Goes() || s.Env.Hidden() {
		return s.Toast(ui.OK, "approved; go back to "+t.What)
	}
	t.Step, t.Steps = 2, 2
	return Run(s, t)
}

// Fill is the task that takes an order, for as much as is paid. It reads the session, so call it in
// Update.
func Fill(s *views.Session, hash common.Hash, pay api.Amount) Task {
	service := s.Service
	q := api.FillRequest{ChainID: s.Network.ChainID, Taker: s.Account.Address,
		Legs: []api.FillLeg{{Hash: hash, TakerAmount: pay}}}
	return Task{
		What: "take order " + format.Hash(hash),
		Prepare: func(ctx context.Context) (api.Transaction,
			error) {
			return service.PrepareFill(ctx, q)
		},
	}
}
