package backend_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/backend/server"
)

// deltaOrder submits an order that sells USDC for WETH.
func (s *session) deltaOrder(t *testing.T) api.DeltaRecord {
	t.Helper()
	r, _, err := apitest.On(s, api.LocalChainID).SubmitDelta(t.Context(), s.signedDelta(t,
		s.Backend))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// signedDelta is such an order, at a price that the session gives, built by a service and signed.
func (s *session) signedDelta(t *testing.T, builder api.Service) api.DeltaSubmission {
	t.Helper()
	ctx := t.Context()
	tokens, err := apitest.On(s, api.LocalChainID).Tokens(ctx)
	if err != nil {
		t.Fatal(err)
	}
	at := make(map[string]api.Token)
	for _, token := range tokens {
		at[token.Symbol] = token
	}
	nets, err := s.Networks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	owner, contract := s.wallet.List()[0].Address, nets[0].Contracts.Delta
	tx, err := apitest.On(s, api.LocalChainID).PrepareApprove(ctx, api.ApproveRequest{
		Owner: owner, Token: at["USDC"].Address, Spender: contract,
		Amount: api.MaxAmount,
	})
	if err != nil {
		t.Fatal(err)
	}
	raw, _, err := s.wallet.SignTransaction(owner, tx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := apitest.On(s, api.LocalChainID).SendTransaction(ctx, raw); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Mine(ctx); err != nil {
		t.Fatal(err)
	}
	amount, err := api.ParseUnits("2500", at["USDC"].Decimals)
	if err != nil {
		t.Fatal(err)
	}
	var q api.DeltaQuote
	eventually(t, "a Delta price", func() bool { // else a busy machine may be given the market's
		q, err = apitest.On(s, api.LocalChainID).DeltaQuote(ctx, api.DeltaQuoteRequest{
			Src: at["USDC"].Address, Dest: at["WETH"].Address,
			Amount: amount, Mode: api.ModeDelta})
		if err != nil {
			t.Log(err)
		}
		return err == nil
	})
	price, err := json.Marshal(q.Delta)
	if err != nil {
		t.Fatal(err)
	}
	built, err := apitest.On(builder, api.LocalChainID).BuildDelta(ctx,
		api.DeltaBuildRequest{Price: price, Owner: owner})
	if err != nil {
		t.Fatal(err)
	}
	signature, err := s.wallet.Sign(
		owner, eip712.DeltaTypedData(api.LocalChainID, contract, built.Order))
	if err != nil {
		t.Fatal(err)
	}
	return api.DeltaSubmission{ChainID: api.LocalChainID, Order: built.Order,
		Signature: signature.Compact()}
}

// settled makes blocks until an order is executed.
func (s *session) settled(t *testing.T, id string) api.DeltaRecord {
	t.Helper()
	for range 200 {
		r, err := apitest.On(s, api.LocalChainID).DeltaOrder(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status == api.DeltaExecuted {
			return r
		}
		if _, err := s.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the order was not settled")
	return api.DeltaRecord{}
}

// A reorganisation that removes a settlement brings the order back, and it is settled again.
func TestReorganisationsBringDeltaOrdersBack(t *testing.T) {
	t.Parallel()
	s := newSession(t, t.TempDir(), 3)
	ctx := t.Context()
	for _, drop := range []bool{false, true} {
		first := s.settled(t, s.deltaOrder(t).ID)
		old := first.Transactions[0]
		var settled struct{ ParentHash common.Hash }
		if err := s.Local().Client().CallContext(
			ctx, &settled, "eth_getBlockByHash", old.BlockHash, false); err != nil {
			t.Fatal(err)
		}
		if err := s.Local().Fork(ctx, settled.ParentHash); err != nil {
			t.Fatal(err)
		}
		if drop {
			if err := s.Local().DropPending(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Mine(ctx); err != nil {
			t.Fatal(err)
		}
		again := s.settled(t, first.ID)
		if len(again.Transactions) != 1 || again.Transactions[0].BlockHash == old.BlockHash {
			t.Errorf("settled by %+v, before the reorganisation by %+v", again.Transactions, old)
		}
		auction, err := apitest.On(s, api.LocalChainID).DeltaAuction(ctx, first.ID)
		if err != nil {
			t.Fatal(err)
		}
		back := false
		for _, e := range auction.Events {
			back = back || e.From == api.DeltaExecuted
		}
		if !back {
			t.Errorf("nothing tells of the reorganisation: %+v", auction.Events)
		}
	}
}

// Where no USD price is known a Delta quote says so over HTTP, and falls back to the market where
// it may.
func TestQuotesWithoutPrices(t *testing.T) {
	t.Parallel()
	s := newSession(t, t.TempDir(), 3)
	if _, err := s.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Blind(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(server.New(s.Backend, server.Options{}))
	t.Cleanup(server.Close)
	list, err := apitest.On(s, api.LocalChainID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	query := url.Values{"chainId": {"1337"}, "amount": {"1000000000"}}
	for _, token := range list {
		switch token.Symbol {
		case "USDC":
			query.Set("srcToken", api.Lower(token.Address))
		case "WETH":
			query.Set("destToken", api.Lower(token.Address))
		}
	}
	ask := func(mode string) (status int, answer struct {
		ErrorType      string
		FallbackReason struct{ ErrorType string }
		Market         json.RawMessage
	}) {
		query.Set("mode", mode)
		res, err := http.Get(server.URL + "/quote?srcDecimals=6&destDecimals=18&" + query.Encode())
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, answer
	}
	if status, answer := ask("DELTA"); status != http.StatusBadRequest ||
		answer.ErrorType != "PricingError" {
		t.Errorf("%d %+v", status, answer)
	}
	if status, answer := ask("ALL"); status != http.StatusOK ||
		answer.FallbackReason.ErrorType != "PricingError" || len(answer.Market) == 0 {
		t.Errorf("%d %+v", status, answer)
	}
}

// A reorganisation deeper than what is remembered, after which everything is read anew, brings an
// order back as well.
func TestDeepReorganisationBringsADeltaOrderBack(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("makes a hundred blocks")
	}
	s := newSession(t, t.TempDir(), 3)
	ctx := t.Context()
	first := s.settled(t, s.deltaOrder(t).ID)
	old := first.Transactions[0]
	var settled struct{ ParentHash common.Hash }
	if err := s.Local().Client().CallContext(
		ctx, &settled, "eth_getBlockByHash", old.BlockHash, false); err != nil {
		t.Fatal(err)
	}
	for range 80 {
		if _, err := s.Mine(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Local().Fork(ctx, settled.ParentHash); err != nil {
		t.Fatal(err)
	}
	if err := s.Local().DropPending(); err != nil {
		t.Fatal(err)
	}
	again := first
	for range 500 { // the head is lower for long: whoever waits for a block is told at once
		if _, err := s.Mine(ctx); err != nil {
			t.Fatal(err)
		}
		var err error
		if again, err = apitest.On(s, api.LocalChainID).DeltaOrder(ctx, first.ID); err != nil {
			t.Fatal(err)
		}
		if again.Status == api.DeltaExecuted && again.Transactions[0].BlockHash != old.BlockHash {
			break
		}
	}
	if len(again.Transactions) != 1 || again.Transactions[0].BlockHash == old.BlockHash {
		t.Errorf("settled by %+v, before the reorganisation by %+v", again.Transactions, old)
	}
	a, err := apitest.On(s, api.LocalChainID).DeltaAuction(ctx, first.ID)
	if err != nil || !slices.ContainsFunc(a.Events, func(e api.DeltaEvent) bool {
		return e.From == api.DeltaExecuted && strings.HasPrefix(e.Reason, "REORGED")
	}) {
		t.Errorf("nothing tells of the reorganisation: %+v %v", a.Events, err)
	}
}
