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
func (c exchange) Collections(ctx context.Context) ([]api.Token, error) {
	var out wire.TokensReply
	err := c.fetch(ctx, &out, nil, "/x/%d/collections", c.chainID)
	return out.Tokens, err
}

// UserNFTs fetches what an account holds of the listed collections.
func (c exchange) UserNFTs(ctx context.Context, account common.Address) ([]api.UserNFT, error) {
	var out wire.UserNFTsReply
	err := c.fetch(ctx, &out, nil, "/x/%d/nfts/%s", c.chainID, api.Lower(account))
	return wire.Each(out.NFTs, wire.UserNFT.API), err
}

// UserNFT fetches what an account holds of one token.
func (c exchange) UserNFT(ctx context.Context, account common.Address,
	asset api.Asset) (api.UserNFT, error) {
	var out wire.UserNFTReply
	query := url.Values{"type": {strconv.Itoa(int(asset.Kind))}}
	err := c.fetch(ctx, &out, query, "/x/%d/nfts/%s/%s/%s", c.chainID, api.Lower(account),
		api.Lower(asset.Address), asset.ID)
	return out.NFT.API(), err
}
