package backend

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Collections implements api.Service.
func (s *service) Collections(_ context.Context, chainID uint64) ([]api.Token, error) {
	return on(s.network, chainID, func(n *network) ([]api.Token, error) {
		return n.tokens.Collections(), nil
	})
}

// UserNFTs implements api.Service.
func (s *service) UserNFTs(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserNFT, error) {
	return on(s.network, chainID, func(n *network) ([]api.UserNFT, error) {
		return n.tokens.NFTs(ctx, account)
	})
}

// UserNFT implements api.Service.
func (s *service) UserNFT(ctx context.Context, chainID uint64, account common.Address,
	asset api.Asset) (api.UserNFT, error) {
	return on(s.network, chainID, func(n *network) (api.UserNFT, error) {
		return n.tokens.NFT(ctx, account, asset)
	})
}
