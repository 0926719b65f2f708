package tokens

import (
	"cmp"
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
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

// nfts reads who holds tokens and whether the order contract may move them, at the head.
func (t *Tokens) nfts(ctx context.Context, account common.Address,
	assets []api.Asset) ([]api.UserNFT, error) {
	head, err := t.net.Head(ctx)
	if err != nil {
		return nil, err
	}
	held, err := t.net.NFTs(ctx, head.Hash, account, t.net.Contracts().AugustusRFQ, assets)
	list := make([]api.UserNFT, len(held))
	for i := range held {
		list[i] = held[i].UserNFT
	}
	return list, err
}
