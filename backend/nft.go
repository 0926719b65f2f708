package backend

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Collections implements api.Service.
func (b *Backend) Collections(_ context.Context, chainID uint64) ([]api.Token, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.tokens.Collections(), nil
}

// UserNFTs implements api.Service.
func (b *Backend) UserNFTs(ctx context.Context, chainID uint64, account common.Address) ([]api.UserNFT, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.tokens.NFTs(ctx, account)
}

// UserNFT implements api.Service.
func (b *Backend) UserNFT(ctx context.Context, chainID uint64, account common.Address, asset api.Asset) (api.UserNFT, error) {
	n, err := b.network(chainID)
	if err != nil {
		return api.UserNFT{}, err
	}
	return n.tokens.NFT(ctx, account, asset)
}
