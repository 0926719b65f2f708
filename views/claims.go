package views

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// orderService is what finding open orders needs of api.Service.
type orderService interface {
	Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error)
}

// claimService is what summing up claims needs of it.
type claimService interface {
	orderService
	FillableBalance(ctx context.Context, chainID uint64, maker common.Address,
		token *common.Address) (map[common.Address]api.Amount, error)
}

// OpenOrders are an account's open orders of all types, those with NFTs or those without. It runs
// off the loop.
func OpenOrders(ctx context.Context, s orderService, chain uint64, account common.Address,
	nft bool) (open []api.OrderRecord, err error) {
	for _, kind := range []api.OrderType{api.Limit, api.P2P} {
		page, err := s.Orders(ctx, api.OrderQuery{ChainID: chain, NFT: nft, Type: kind,
			Maker: &account, Limit: api.MaxPage, OrderBy: api.ByCreatedAt})
		if err != nil {
			return nil, err
		}
		for _, o := range page.Orders {
			if o.State.Open() {
				open = append(open, o)
			}
		}
	}
	return open, nil
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
	open, err := OpenOrders(ctx, s, chain, account, true)
	for _, o := range open {
		if o.MakerAsset.Kind == api.ERC20 && o.MakerAsset.Address == token {
			sum = sum.Add(o.FillableBalance)
		}
	}
	return sum, err
}
