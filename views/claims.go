package views

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// mostOrders is how many orders of an account are looked through for those that stand.
const mostOrders = 50 * api.MaxPage

// OpenOrders are an account's orders of all types that stand, those with NFTs or those without. It
// runs off the loop.
func OpenOrders(ctx context.Context, exchange api.Exchange, account common.Address,
	nft bool) (open []api.OrderRecord, err error) {
	signed := make(map[common.Hash]int) // where those are that are told as they were signed
	for _, kind := range []api.OrderType{api.Limit, api.P2P} {
		for q, more := (api.OrderQuery{NFT: nft, Type: kind, Maker: &account, Limit: api.MaxPage,
			OrderBy: api.ByCreatedAt}), true; more; q.Offset += q.Limit {
			if q.Offset >= mostOrders {
				return nil, api.Errorf(api.ChainUnavailable, "more than %d orders of %s are told "+
					"of: which of them are open is not known", mostOrders, account)
			}
			page, err := exchange.Orders(ctx, q)
			if err != nil {
				return nil, err
			}
			for _, o := range page.Orders {
				if !o.Stands() {
					continue
				}
				if at, twice := signed[o.Hash]; twice { // and on a later page as they are
					open[at] = o
					continue
				}
				if o.Unshown {
					signed[o.Hash] = len(open)
				}
				open = append(open, o)
			}
			// a page that is not full is the last one, whatever is said
			more = page.HasMore && len(page.Orders) >= q.Limit
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
