package tokens

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// UserNFTs returns what an account holds of the listed collections, by collection and id, all on
// one block.
func (t *Tokens) UserNFTs(ctx context.Context, account common.Address) ([]api.UserNFT, error) {
	list, err := t.nfts(ctx, account, t.minted)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(n api.UserNFT) bool { return n.Balance.IsZero() })
	slices.SortFunc(list, func(a, b api.UserNFT) int {
		return cmp.Or(t.indexOf(a.Address)-t.indexOf(b.Address), a.ID.Cmp(b.ID))
	})
	return list, nil
}

// indexOf is where a collection is in the list.
func (t *Tokens) indexOf(collection common.Address) int {
	return slices.IndexFunc(t.collections,
		func(c api.Token) bool { return c.Address == collection })
}

// UserNFT tells what an account holds of one token, of a listed collection or another.
func (t *Tokens) UserNFT(ctx context.Context, account common.Address, asset api.Asset) (api.UserNFT,
	error) {
	if asset.Kind == api.ERC20 {
		return api.UserNFT{}, api.Errorf(
			api.UnsupportedToken, "%s is asked for as a fungible token: NFTs are ERC721 or ERC1155",
			api.Lower(asset.Address))
	}
	collection, err := t.Token(ctx, asset.Address)
	if err != nil {
		return api.UserNFT{}, err
	}
	if collection.Kind != asset.Kind {
		return api.UserNFT{}, api.Errorf(
			api.UnsupportedToken, "the contract %s is %s, not %s", api.Lower(asset.Address),
			collection.Kind, asset.Kind)
	}
	list, err := t.nfts(ctx, account, []api.Asset{asset})
	if err != nil {
		return api.UserNFT{}, err
	}
	return list[0], nil
}

// nftCalls is how many calls tell of one token.
const nftCalls = 3

// nfts reads who holds tokens and whether the order contract may move them, at the head.
func (t *Tokens) nfts(ctx context.Context, account common.Address,
	assets []api.Asset) ([]api.UserNFT, error) {
	head, err := t.net.Head(ctx)
	if err != nil {
		return nil, err
	}
	one, many, spender := contracts.NewERC721Collection(), contracts.NewERC1155Collection(),
		t.net.Contracts().AugustusRFQ
	var calls []chain.Call
	for _, a := range assets {
		id := a.ID.Big()
		held := many.PackBalanceOf(account, id)
		if a.Kind == api.ERC721 {
			held = one.PackOwnerOf(id)
		}
		for _, data := range [nftCalls][]byte{
			held, one.PackIsApprovedForAll(account, spender), one.PackGetApproved(id)} {
			calls = append(calls, chain.Call{To: a.Address, Data: data})
		}
	}
	answers, err := t.net.BatchCall(ctx, head.Hash, calls)
	if err != nil {
		return nil, err
	}
	list := make([]api.UserNFT, len(assets))
	for i, a := range assets {
		list[i] = userNFT(account, spender, a, answers[i*nftCalls:])
	}
	return list, nil
}

// userNFT puts the answers about one token together. A contract that does not answer says that
// nothing is held and nothing approved.
func userNFT(account, spender common.Address, a api.Asset, answers []chain.Result) api.UserNFT {
	n := api.UserNFT{Asset: a, Balance: amount(answers[0]), Approved: yes(answers[1])}
	if a.Kind == api.ERC721 {
		n.Approved = n.Approved || amount(answers[2]) == numberOf(spender)
		owner := n.Balance
		if n.Balance = api.NewAmount(1); owner != numberOf(account) {
			n.Balance = api.Amount{}
		}
	}
	return n
}

func numberOf(a common.Address) api.Amount { return api.MustBig(new(big.Int).SetBytes(a[:])) }
