package sign

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// AllIn tells what a transaction costs at most with its gas, in USD where the prices are known.
// Token and amount are what it pays apart from gas. It reads the session, so call it in Update.
func AllIn(s *views.Session, token api.Token, amount api.Amount) func(api.Transaction) []ui.Check {
	price, gasPrice := s.Prices[token.Address], s.Prices[api.NativeToken]
	symbol := s.Network.Symbol
	return func(tx api.Transaction) []ui.Check {
		fee := tx.MaxFee()
		text := fmt.Sprintf("in all at most %s %s and %s %s for gas",
			format.Amount(amount, token, api.Up), views.Symbol(token),
			fee.Format(18, gasPlaces, api.Up), symbol)
		if price.Known() && gasPrice.Known() {
			gas := gasPrice.QuoteFor(fee, api.Up)
			all := price.QuoteFor(amount, api.Up).Add(gas)
			text += fmt.Sprintf(": $%s, $%s of it gas", all.Format(usdDecimals, 2, api.Up),
				gas.Format(usdDecimals, 2, api.Up))
		}
		return []ui.Check{{Text: text}}
	}
}

const (
	usdDecimals = format.USDDecimals
	gasPlaces   = 6
)

// Filled tells what a transaction of the account has bought or sold on a market, from the fills
// that it made, and how many of the orders that it was for took part. It reads the session, so call
// it in Update.
func Filled(s *views.Session, m api.Market,
	orders ...common.Hash) func(context.Context, api.Receipt) string {
	shape := s.PairFormat(m)
	return OfFills(s, func(fills []api.Fill, gave, got api.Amount) string {
		meant := 0
		for _, f := range fills {
			if slices.Contains(orders, f.OrderHash) {
				meant++
			}
		}
		verb, base, quote, round := "bought", got, gave, api.Up
		if fills[0].TakerAsset.Address == m.Base.Address {
			verb, base, quote, round = "sold", gave, got, api.Down
		}
		return fmt.Sprintf("%s %s %s for %s %s (%s): %s", verb, shape.Size(base, api.Down),
			shape.Base, shape.Cost(quote, round), shape.Quote,
			shape.Price(api.Price{Quote: quote, Base: base}),
			withOrders(meant, len(orders), len(fills)-meant))
	})
}

// OfFills tells what a transaction of the account has brought from the fills that it made, each of
// the same two tokens, and their sums. It reads the session, so call it in Update.
func OfFills(s *views.Session, tell func(fills []api.Fill, gave, got api.Amount) string) func(
	context.Context, api.Receipt) string {
	service, account, chain := s.Service, s.Account.Address, s.Network.ChainID
	return func(ctx context.Context, r api.Receipt) string {
		fills, err := fillsOf(ctx, service, chain, account, r.Hash)
		if err != nil || len(fills) == 0 {
			return "" // the receipt is the whole news
		}
		var gave, got api.Amount
		for _, f := range fills {
			gave, got = gave.Add(f.TakerAmount), got.Add(f.MakerAmount)
		}
		return tell(fills, gave, got)
	}
}

// withOrders counts the orders that took part, and says so where some were gone and others took
// their place.
func withOrders(meant, of, behind int) string {
	count := func(n int) string {
		if n == 1 {
			return "1 order"
		}
		return fmt.Sprintf("%d orders", n)
	}
	switch {
	case meant == 0 && behind > 0:
		return fmt.Sprintf("%s behind the %d chosen, which were gone", count(behind), of)
	case meant < of && behind > 0:
		return fmt.Sprintf("%d of %s, and %s behind them", meant, count(of), count(behind))
	case meant < of:
		return fmt.Sprintf("%d of %s", meant, count(of))
	case behind > 0:
		return fmt.Sprintf("%s, and %s behind them", count(of), count(behind))
	}
	return count(of)
}

// fillsOf waits until the service has taken in the block of a transaction and returns the fills
// that it made for an account.
func fillsOf(ctx context.Context, service api.Service, chainID uint64, account common.Address,
	tx common.Hash) ([]api.Fill, error) {
	exchange, err := service.Exchange(chainID)
	if err != nil {
		return nil, err
	}
	const newest = 200 // more than one transaction fills
	ctx, cancel := context.WithTimeout(ctx, submitTime)
	defer cancel()
	next := newOccasion(ctx, service, chainID, api.TopicFill, api.TopicBlock)
	for {
		fills, err := exchange.Fills(ctx, api.FillQuery{Account: &account, Limit: newest})
		var out []api.Fill
		for _, f := range fills {
			if f.TxHash == tx && f.Taker == account {
				out = append(out, f)
			}
		}
		if err != nil || len(out) > 0 {
			return out, err
		}
		if _, err := next.come(ctx); err != nil {
			return nil, err
		}
	}
}
