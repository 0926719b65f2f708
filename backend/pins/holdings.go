package pins

import (
	"context"
	"math/big"
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
	answers, head, err := s.readNode(ctx, node, calls)
	if err != nil {
		return ctx.Err() // the node will be asked again
	}
	for i := range list {
		t, own := &list[i], answers[i*(1+len(spenders)):]
		if t.Address == api.NativeToken {
			if coins, err := node.Balance(ctx, head, account); err == nil {
				t.Balance = coins
			}
			continue
		}
		t.Balance = wordOr(own[0], t.Balance)
		allowed := make(map[common.Address]api.Amount, len(spenders))
		for k, spender := range spenders {
			allowed[spender] = wordOr(own[1+k], t.Allowances[spender])
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
	one, many := contracts.NewERC721Collection(), contracts.NewERC1155Collection()
	const each = 3
	var calls []chain.Call
	for _, n := range list {
		id := n.ID.Big()
		held := many.PackBalanceOf(account, id)
		if n.Kind == api.ERC721 {
			held = one.PackOwnerOf(id)
		}
		for _, data := range [each][]byte{
			held, one.PackIsApprovedForAll(account, c.AugustusRFQ), one.PackGetApproved(id)} {
			calls = append(calls, chain.Call{To: n.Address, Data: data})
		}
	}
	answers, _, err := s.readNode(ctx, node, calls)
	if err != nil {
		return ctx.Err()
	}
	for i := range list {
		n, own := &list[i], answers[i*each:]
		if !own[0].OK || !own[1].OK {
			continue
		}
		n.Balance, n.Approved = wordOr(own[0], api.Amount{}), !wordOr(own[1], api.Amount{}).IsZero()
		if n.Kind == api.ERC721 {
			mine := n.Balance == number(account)
			if n.Balance = (api.Amount{}); mine {
				n.Balance = api.NewAmount(1)
			}
			n.Approved = n.Approved || wordOr(own[2], api.Amount{}) == number(c.AugustusRFQ)
		}
	}
	return nil
}

// readNode runs calls on the node's head, whose hash it returns.
func (s *exchange) readNode(ctx context.Context, node *chain.Network, calls []chain.Call) (
	answers []chain.Result, at common.Hash, err error) {
	head, err := node.Head(ctx)
	if err != nil {
		return nil, at, err
	}
	answers, err = node.BatchCall(ctx, head.Hash, calls)
	return answers, head.Hash, err
}

// wordOr is the number that a contract answered, or another where it answered none.
func wordOr(r chain.Result, or api.Amount) api.Amount {
	if !r.OK || len(r.Data) < 32 {
		return or
	}
	return api.MustBig(new(big.Int).SetBytes(r.Data[:32]))
}

func number(a common.Address) api.Amount { return api.MustBig(new(big.Int).SetBytes(a[:])) }
