package views

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// OpenOrders are an account's orders of all types that stand, those with NFTs or those without. It
// runs off the loop.
func OpenOrders(ctx context.Context, exchange api.Exchange, account common.Address,
	nft bool) (open []api.OrderRecord, err error) {
	for _, kind := range []api.OrderType{api.Limit, api.P2P} {
		page, err := exchange.Orders(ctx, api.OrderQuery{NFT: nft, Type: kind,
			Maker: &account, Limit: api.MaxPage, OrderBy: api.ByCreatedAt})
		if err != nil {
			return nil, err
		}
		for _, o := range page.Orders {
			if o.Stands() {
				open = append(open, o)
			}
		}
	}
	return open, nil
}

// Claimed is what an account's open orders may take of a token together: those for tokens, which
// the service sums up, and bids for NFTs, which it leaves out. It runs off the loop.
func Claimed(ctx context.Context, exchange api.Exchange,
	account, token common.Address) (sum api.Amount, err error) {
	sums, err := exchange.FillableBalance(ctx, account, &token)
	if err != nil {
		return sum, err
	}
	sum = sums[token]
	open, err := OpenOrders(ctx, exchange, account, true)
	for _, o := range open {
		if o.MakerAsset.Kind == api.ERC20 && o.MakerAsset.Address == token {
			sum = sum.Add(o.FillableBalance)
		}
	}
	return sum, err
}
