package apitest

import (
	"encoding/json"

	"bourse/backend/api"
)

// swaps prices a swap in each version, builds its transaction, and wants it to deliver what was
// promised.
func swaps(s *suite) {
	who, amount := s.Accounts[1], api.NewAmount(1_000_000)
	for _, v := range []struct {
		version api.SwapVersion
		spender func(api.Contracts) (contract, spender string)
	}{
		{api.Version5, func(c api.Contracts) (string, string) {
			return api.Lower(c.AugustusSwapper), api.Lower(c.TokenTransferProxy)
		}},
		{api.Version62, func(c api.Contracts) (string, string) {
			return api.Lower(c.AugustusV6),
				api.Lower(c.AugustusV6)
		}},
	} {
		price := api.PriceRequest{
			ChainID: s.ChainID, Src: s.a.Symbol, Dest: api.Lower(s.b.Address),
			SrcDecimals: &s.a.Decimals, Amount: amount, Side: api.Sell, Version: v.version,
			User: who, MaxImpact: new(100.0), IgnoreBadUSDPrice: true,
		}
		route := must(s.exchange.Prices(s.ctx, price))(s)
		contract, spender := v.spender(s.network.Contracts)
		if route.SrcAmount != amount || route.SrcToken != s.a.Address ||
			route.DestToken != s.b.Address || route.Network != s.ChainID ||
			api.Lower(route.ContractAddress) != contract ||
			api.Lower(route.TokenTransferProxy) != spender || route.Hmac == "" ||
			len(route.BestRoute) == 0 {
			s.Fatalf("version %s: the route is %+v", v.version, route)
		}
		again, params, err := s.exchange.Swap(
			s.ctx, api.SwapRequest{Price: price, Terms: api.SwapTerms{User: who, Slippage: 100}})
		if err != nil || again.DestAmount != route.DestAmount || params.From != who ||
			params.To != route.ContractAddress || params.Gas != nil || len(params.Data) == 0 {
			s.Errorf("version %s: the swap is %+v of %+v, %v", v.version, params, again, err)
		}
		text, err := json.Marshal(route)
		if err != nil {
			s.Fatal(err)
		}
		build := api.BuildRequest{
			ChainID: s.ChainID, Terms: api.SwapTerms{User: who, Slippage: 100}, SrcAmount: &amount,
			HasSlippage: true, Route: text,
		}
		_, err = s.exchange.PrepareSwap(s.ctx, build)
		s.refused("a swap without allowance", err, api.TransactionFails)
		s.execute(s.exchange.PrepareApprove(s.ctx, api.ApproveRequest{
			Owner: who, Token: s.a.Address, Spender: route.TokenTransferProxy,
			Amount: amount,
		}))
		built := must(s.exchange.BuildTransaction(s.ctx, build))(s)
		if built.To != route.ContractAddress || built.Gas == nil {
			s.Errorf("version %s: the transaction is %+v", v.version, built)
		}
		before := s.balance(who, s.b.Address)
		s.execute(s.exchange.PrepareSwap(s.ctx, build))
		if got := s.balance(who, s.b.Address).Sub(before); got.Add(api.NewAmount(1)).Less(
			route.DestAmount) {
			s.Errorf("version %s brought %s, promised %s", v.version, got, route.DestAmount)
		}
		build.Route = append([]byte(`{"more":1,`), text[1:]...)
		_, err = s.exchange.BuildTransaction(s.ctx, build)
		s.refused("a changed route", err, api.RateChanged)
	}
	if list := must(s.exchange.Exchanges(s.ctx, api.Version62))(s); len(list) == 0 {
		s.Error("no exchanges are named")
	}
	price := api.PriceRequest{ChainID: s.ChainID, Src: s.a.Symbol, Dest: s.a.Symbol, Amount: amount}
	_, err := s.exchange.Prices(s.ctx, price)
	s.refused("a token for itself", err, api.ValidationError)
}

// deltas takes an order from its quote to its settlement, and cancels another.
func deltas(s *suite) {
	owner, amount := s.Accounts[0],
		s.balance(s.Accounts[0], s.a.Address).MulDiv(api.NewAmount(1), api.NewAmount(100))
	spender := s.network.Contracts.Delta
	s.execute(s.exchange.PrepareApprove(
		s.ctx, api.ApproveRequest{Owner: owner, Token: s.a.Address,
			Spender: spender, Amount: amount}))
	ask := api.DeltaQuoteRequest{ChainID: s.ChainID, Src: s.a.Address, Dest: s.b.Address,
		Amount: amount, User: owner, Mode: api.ModeDelta}
	quote := must(s.exchange.DeltaQuote(s.ctx, ask))(s)
	if quote.Delta == nil || quote.Delta.SrcAmount != amount || quote.Delta.DestAmount.IsZero() ||
		quote.Delta.Hmac == "" {
		s.Fatalf("the quote is %+v", quote)
	}
	ask.Side = api.Buy
	_, err := s.exchange.DeltaQuote(s.ctx, ask)
	s.refused("a purchase", err, api.UnsupportedSide)
	price, err := json.Marshal(quote.Delta)
	if err != nil {
		s.Fatal(err)
	}
	submit := func(nonce uint64, fillable bool) api.DeltaRecord {
		s.Helper()
		n := api.NewAmount(nonce)
		built := must(s.exchange.BuildDelta(
			s.ctx, api.DeltaBuildRequest{Price: price, Owner: owner, Nonce: &n,
				PartiallyFillable: fillable}))(s)
		if built.Contract != spender || built.Order.Owner != owner || built.Order.Nonce != n ||
			built.Order.Fillable != fillable {
			s.Fatalf("built %+v", built)
		}
		submission := api.DeltaSubmission{
			ChainID: s.ChainID, Order: built.Order, Signature: must(s.SignDelta(built.Order))(s)}
		r, created, err := s.exchange.SubmitDelta(s.ctx, submission)
		if err != nil || !created || r.Status != api.DeltaNotStarted ||
			r.PartiallyFillable != fillable {
			s.Fatalf("submitted %+v, created %v, %v", r, created, err)
		}
		if again, created, err := s.exchange.SubmitDelta(s.ctx,
			submission); err != nil || created ||
			again.ID != r.ID {
			s.Errorf("the second time %+v, created %v, %v", again, created, err)
		}
		return r
	}
	first := submit(77, false)
	for s.status(first.ID) != api.DeltaExecuted {
		if s.ctx.Err() != nil {
			s.Fatalf("the order is %s", s.status(first.ID))
		}
		s.mine()
	}
	done := must(s.exchange.DeltaOrder(s.ctx, first.ID))(s)
	if len(done.Transactions) != 1 || done.Transactions[0].Received.Less(done.Order.DestAmount) ||
		done.FilledAmount != amount {
		s.Errorf("settled: %+v", done)
	}
	if auction := must(s.exchange.DeltaAuction(s.ctx, first.ID))(s); len(auction.Rounds) == 0 ||
		auction.Status != api.DeltaExecuted {
		s.Errorf("the auction is %+v", auction)
	}
	second := submit(78, true)
	ids := []string{second.ID}
	s.refused("a stranger's cancellation",
		s.exchange.CancelDelta(s.ctx, ids, must(s.SignCancellation(s.Accounts[2], ids))(s)),
		api.InvalidSignature)
	if err := s.exchange.CancelDelta(
		s.ctx, ids, must(s.SignCancellation(owner, ids))(s)); err != nil ||
		s.status(second.ID) != api.DeltaCancelled {
		s.Errorf("cancelled: %v, the order is %s", err, s.status(second.ID))
	}
	list := must(s.exchange.DeltaOrders(
		s.ctx, api.DeltaQuery{User: owner, Page: 1, Limit: 2}))(s)
	if len(list) != 2 || list[0].ID != second.ID || list[1].ID != first.ID {
		s.Errorf("the owner's orders are %+v", list)
	}
	_, err = s.exchange.DeltaOrder(s.ctx, "none")
	s.refused("an unknown order", err, api.NotFound)
	if !must(s.exchange.DeltaTokenSupported(s.ctx, s.a.Address))(s) ||
		len(must(s.exchange.DeltaAgents(s.ctx))(s)) == 0 {
		s.Error("the token is not supported, or nobody settles orders")
	}
}

func (s *suite) status(id string) api.DeltaStatus {
	s.Helper()
	return must(s.exchange.DeltaOrder(s.ctx, id))(s).Status
}
