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
		list, err := api.AllOrders(ctx, exchange, api.OrderQuery{NFT: nft, Type: kind,
			Maker: &account, OrderBy: api.ByCreatedAt}, (*api.OrderRecord).Stands)
		if err != nil {
			return nil, err
		}
		open = append(open, list...)
	}
	return open, nil
}

// OpenDelta are an account's Delta orders that have not come to their end; none where there is no
// Delta. It runs off the loop.
func OpenDelta(ctx context.Context, exchange api.Exchange,
	account common.Address) ([]api.DeltaRecord, error) {
	list, err := api.AllDelta(ctx, exchange, api.DeltaQuery{User: account, Open: true},
		func(r *api.DeltaRecord) bool { return !r.Status.Final() })
	if api.TypeOf(err) == api.UnsupportedChain {
		return nil, nil
	}
	return list, err
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

// DeltaNeeds is what Delta orders need to be allowed of a token through a spender, and how many
// they are. One that carries a permit of the token, which its first settlement uses, needs nothing.
func DeltaNeeds(c api.Contracts, open []api.DeltaRecord, spender, token common.Address) (
	sum api.Amount, orders int) {
	var needs []api.DeltaRecord
	for _, r := range open {
		if r.Order.SrcToken != token || DeltaSpender(c, r.Order) != spender {
			continue
		}
		orders++
		if spender != c.Delta || len(r.Order.Permit) == 0 || !r.FilledAmount.IsZero() {
			needs = append(needs, r)
		}
	}
	return DeltaClaims(needs), orders
}

// Needs is what an account's open orders need to be allowed of a token through a spender. It runs
// off the loop.
func Needs(ctx context.Context, exchange api.Exchange, c api.Contracts, account, spender,
	token common.Address) (sum api.Amount, err error) {
	if spender == c.AugustusRFQ {
		return Claimed(ctx, exchange, account, token)
	}
	if spender != c.Delta && spender != c.Permit2 {
		return sum, nil
	}
	open, err := OpenDelta(ctx, exchange, account)
	sum, _ = DeltaNeeds(c, open, spender, token)
	return sum, err
}

// Promised is what an account's open orders of the book and of Delta may take of a token together.
// It runs off the loop.
func Promised(ctx context.Context, exchange api.Exchange, account, token common.Address) (
	sum api.Amount, err error) {
	if sum, err = Claimed(ctx, exchange, account, token); err != nil {
		return sum, err
	}
	open, err := OpenDelta(ctx, exchange, account)
	return sum.Add(DeltaClaims(DeltaSelling(open, token))), err
}

// DeltaSelling are those of some Delta orders that sell a token: those that the service holds back
// as well.
func DeltaSelling(open []api.DeltaRecord, token common.Address) (out []api.DeltaRecord) {
	for _, r := range open {
		if r.Order.SrcToken == token {
			out = append(out, r)
		}
	}
	return out
}
