package views

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// claimService is what summing up claims needs of api.Service.
type claimService interface {
	FillableBalance(ctx context.Context, chainID uint64, maker common.Address,
		token *common.Address) (map[common.Address]api.Amount, error)
	Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error)
}

// Claimed is what an account's open orders may take of a token together: those for tokens, which
// the service sums up, and bids for NFTs, which it leaves out. It runs off the loop.
func Claimed(ctx context.Context, s claimService, chain uint64,
	account, token common.Address) (sum api.Amount, err error) {
	sums, err := s.FillableBalance(ctx, chain, account, &token)
	if err != nil {
		return sum, err
	}
	sum = sums[token]
	for _, kind := range []api.OrderType{api.Limit, api.P2P} {
		page, err := s.Orders(ctx, api.OrderQuery{ChainID: chain, NFT: true, Type: kind,
			Maker: &account, Limit: api.MaxPage, OrderBy: api.ByCreatedAt})
		if err != nil {
			return sum, err
		}
		for _, o := range page.Orders {
			if o.State.Open() && o.MakerAsset.Kind == api.ERC20 && o.MakerAsset.Address == token {
				sum = sum.Add(o.FillableBalance)
			}
		}
	}
	return sum, nil
}
