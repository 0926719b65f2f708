package pins

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// What an account holds and has allowed is read from a node of one's own where there is one: the
// checks before a signature count with it, and a service could hide an allowance.

// readHeld puts what the node says of balances and allowances in the place of what was told. What
// it does not answer stays as it was told.
func (s *exchange) readHeld(ctx context.Context, account common.Address,
	list []api.UserToken) error {
	node := s.pins.nodes[s.chainID]
	if node == nil || len(list) == 0 {
		return nil
	}
	c, err := s.contracts(ctx)
	if err != nil {
		return err
	}
	abi, spenders := contracts.NewStandardToken(), c.Spenders()
	var calls []chain.Call
	for _, t := range list {
		calls = append(calls, chain.Call{To: t.Address, Data: abi.PackBalanceOf(account)})
		for _, spender := range spenders {
			calls = append(calls, chain.Call{To: t.Address,
				Data: abi.PackAllowance(account, spender)})
		}
	}
	head, err := node.Head(ctx)
	if err != nil {
		return ctx.Err() // the node will be asked again
	}
	answers, err := node.BatchCall(ctx, head.Hash, calls)
	if err != nil {
		return ctx.Err()
	}
	for i := range list {
		t, own := &list[i], answers[i*(1+len(spenders)):]
		if t.Address == api.NativeToken {
			if coins, err := node.Balance(ctx, head.Hash, account); err == nil {
				t.Balance = coins
			}
			continue
		}
		if own[0].Words() > 0 {
			t.Balance = own[0].Word(0)
		}
		allowed := make(map[common.Address]api.Amount, len(spenders))
		for k, spender := range spenders {
			allowed[spender] = t.Allowances[spender]
			if answer := own[1+k]; answer.Words() > 0 {
				allowed[spender] = answer.Word(0)
			}
		}
		t.Allowances, t.Allowance = allowed, allowed[c.SwapSpender()]
	}
	return nil
}

// UserNFTs implements api.Exchange.
func (s *exchange) UserNFTs(ctx context.Context, account common.Address) ([]api.UserNFT, error) {
	list, err := s.Exchange.UserNFTs(ctx, account)
	if err == nil && len(list) > maxTokens {
		err = s.pins.refuse("that an account holds more NFTs than a person can look through")
	}
	if err == nil {
		err = s.readNFTs(ctx, account, list)
	}
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(n api.UserNFT) bool { return n.Balance.IsZero() }), nil
}

// UserNFT implements api.Exchange.
func (s *exchange) UserNFT(ctx context.Context, account common.Address, asset api.Asset) (
	api.UserNFT, error) {
	n, err := s.Exchange.UserNFT(ctx, account, asset)
	if err == nil && n.Asset != asset {
		err = s.pins.refuse("of another NFT than it was asked for")
	}
	if err != nil {
		return n, err
	}
	one := []api.UserNFT{n}
	err = s.readNFTs(ctx, account, one)
	return one[0], err
}

// readNFTs does for NFTs what readHeld does for tokens.
func (s *exchange) readNFTs(ctx context.Context, account common.Address,
	list []api.UserNFT) error {
	node := s.pins.nodes[s.chainID]
	if node == nil || len(list) == 0 {
		return nil
	}
	c, err := s.contracts(ctx)
	if err != nil {
		return err
	}
	head, err := node.Head(ctx)
	if err != nil {
		return ctx.Err()
	}
	assets := make([]api.Asset, len(list))
	for i := range list {
		assets[i] = list[i].Asset
	}
	held, err := node.NFTs(ctx, head.Hash, account, c.AugustusRFQ, assets)
	if err != nil {
		return ctx.Err()
	}
	for i := range held {
		if held[i].Answered {
			list[i] = held[i].UserNFT
		}
	}
	return nil
}
