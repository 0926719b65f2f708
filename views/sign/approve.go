package sign

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
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
		What: "approve " + token.Symbol,
		Prepare: func(ctx context.Context) (api.Transaction,
			error) {
			return service.PrepareApprove(ctx, r)
		},
	}
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
