package client

import (
	"context"
	"net/url"
	"strconv"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// Collections fetches the listed collections of NFTs.
func (c *Client) Collections(ctx context.Context, chainID uint64) ([]api.Token, error) {
	var out wire.TokensReply
	err := c.fetch(ctx, &out, nil, "/x/%d/collections", chainID)
	return out.Tokens, err
}

// UserNFTs fetches what an account holds of the listed collections.
func (c *Client) UserNFTs(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserNFT, error) {
	var out wire.UserNFTsReply
	err := c.fetch(ctx, &out, nil, "/x/%d/nfts/%s", chainID, api.Lower(account))
	return wire.Each(out.NFTs, wire.UserNFT.API), err
}

// UserNFT fetches what an account holds of one token.
func (c *Client) UserNFT(ctx context.Context, chainID uint64, account common.Address,
	asset api.Asset) (api.UserNFT, error) {
	var out wire.UserNFTReply
	query := url.Values{"type": {strconv.Itoa(int(asset.Kind))}}
	err := c.fetch(ctx, &out, query, "/x/%d/nfts/%s/%s/%s", chainID, api.Lower(account),
		api.Lower(asset.Address), asset.ID)
	return out.NFT.API(), err
}
