package sshd

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// TestVisitorLeavesNothingBehind lends the one account there is, leaves an open order, an allowance
// and other balances, and finds it in the next visitor's hands as it was in the first one's.
func TestVisitorLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	ctx, service := t.Context(), exchange(t, "--no-traders")
	v := visitors(t, service, 1)
	guest, err := v.Admit(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Admit(nil); !errors.Is(err, errFull) {
		t.Fatalf("a second visitor is told %v", err)
	}
	begin := time.Now()
	if err := guest.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	t.Log("ready after", time.Since(begin))
	me := guest.Wallet.List()[0]
	by := signer{guest.Wallet, me.Address}
	first := holdings(t, service, me.Address)
	if first["WETH"].IsZero() || first["ETH"].IsZero() || !first["TAX"].IsZero() {
		t.Fatalf("a visitor begins with %v", first)
	}
	hash := leaveOrder(t, service, by)
	leavePermit2(t, service, by)
	guest.Wallet = nil // the session is over
	if err := guest.Left(ctx); err != nil {
		t.Fatal(err)
	}
	o, err := apitest.On(service, api.LocalChainID).Order(ctx, hash, false)
	if err != nil || o.State != api.Cancelled {
		t.Errorf("the order is %s, %v", o.State, err)
	}
	next, err := v.Admit(nil)
	if err != nil || next.Wallet.List()[0].Address != me.Address {
		t.Fatalf("the next visitor is %+v, %v", next, err)
	}
	if err := next.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	if left := permit2Of(t, service, me.Address); !left.IsZero() {
		t.Errorf("Permit2 lets the Delta contract move %s of what the next visitor has", left)
	}
	for symbol, amount := range holdings(t, service, me.Address) {
		if amount != first[symbol] {
			t.Errorf("%s is %s, was %s", symbol, amount, first[symbol])
		}
	}
	// another start finds what the faucet has allowed before
	later, err := visitors(t, service, 1).Admit(nil)
	if err == nil {
		err = later.Ready(ctx)
	}
	if err != nil {
		t.Error("after another start:", err)
	}
}

// leavePermit2 lets the Delta contract move USDC through Permit2 for a year.
func leavePermit2(t *testing.T, service api.Service, by signer) {
	t.Helper()
	ctx, usdc := t.Context(), tokenOf(t, service, "USDC")
	networks, err := service.Networks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c := networks[0].Contracts
	tx, err := apitest.On(service, api.LocalChainID).PrepareApprove(ctx, api.ApproveRequest{
		Owner: by.address, Token: usdc, Kind: api.ERC20, Spender: c.Permit2,
		Amount: api.MaxAmount})
	approved, err := by.send(ctx, apitest.On(service, api.LocalChainID), tx, err)
	if err != nil {
		t.Fatal(err)
	}
	tx.Nonce++
	tx.To, tx.Data = c.Permit2, contracts.NewPermit2().PackApprove(usdc, c.Delta,
		big.NewInt(1e9), big.NewInt(time.Now().Unix()+365*86400))
	within, err := by.send(ctx, apitest.On(service, api.LocalChainID), tx, nil)
	if err == nil {
		err = await(ctx, service, apitest.On(service, api.LocalChainID), []common.Hash{approved,
			within})
	}
	if err != nil || permit2Of(t, service, by.address) != api.NewAmount(1e9) {
		t.Fatal(err, permit2Of(t, service, by.address))
	}
}

// permit2Of is what the Delta contract may move of an account's USDC through Permit2.
func permit2Of(t *testing.T, service api.Service, of common.Address) api.Amount {
	t.Helper()
	held, err := apitest.On(service, api.LocalChainID).UserToken(t.Context(), of, tokenOf(t,
		service, "USDC"))
	if err != nil || held.Permits == nil {
		t.Fatal(held, err)
	}
	return held.Permits.Permit2.Amount
}

// holdings are what an account has, by symbol; allowances are an error.
func holdings(t *testing.T, service api.Service, of common.Address) map[string]api.Amount {
	t.Helper()
	tokens, err := apitest.On(service, api.LocalChainID).UserTokens(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]api.Amount{}
	for _, k := range tokens {
		held[k.Symbol] = k.Balance
		for spender, amount := range k.Allowances {
			if !amount.IsZero() {
				t.Errorf("%s may move %s %s", spender, amount, k.Symbol)
			}
		}
	}
	return held
}

// leaveOrder approves, unwraps some coins and sells the wrapped ones in an order that rests.
func leaveOrder(t *testing.T, service api.Service, by signer) common.Hash {
	t.Helper()
	ctx := t.Context()
	networks, err := service.Networks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c, one := networks[0].Contracts, api.NewAmount(1e18)
	var sent []common.Hash
	send := func(tx api.Transaction, err error) {
		t.Helper()
		hash, err := by.send(ctx, apitest.On(service, api.LocalChainID), tx, err)
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, hash)
	}
	send(apitest.On(service, api.LocalChainID).PrepareApprove(ctx, api.ApproveRequest{
		Owner: by.address, Token: c.WrappedNative, Kind: api.ERC20, Spender: c.AugustusRFQ,
		Amount: api.MaxAmount}))
	send(apitest.On(service, api.LocalChainID).PrepareWrap(ctx, api.WrapRequest{Owner: by.address,
		Amount: one, Unwrap: true}))
	if err := await(ctx, service, apitest.On(service, api.LocalChainID), sent); err != nil {
		t.Fatal(err)
	}
	usdc := tokenOf(t, service, "USDC")
	order := api.Order{Maker: by.address, MakerAsset: api.Asset{
		Kind: api.ERC20, Address: c.WrappedNative}, MakerAmount: one,
		TakerAsset: api.Asset{Kind: api.ERC20, Address: usdc}, TakerAmount: api.NewAmount(3021e6),
		Expiry:       uint64(time.Now().Add(time.Hour).Unix()),
		NonceAndMeta: api.PackNonce(api.NewAmount(1), common.Address{})}
	signature, err := by.wallet.Sign(by.address,
		eip712.OrderTypedData(api.LocalChainID, c.AugustusRFQ, order))
	if err != nil {
		t.Fatal(err)
	}
	record, _, err := apitest.On(service, api.LocalChainID).CreateOrder(context.WithoutCancel(ctx),
		api.OrderRequest{
			Order: order, Type: api.Limit, Signature: signature[:]})
	if err != nil {
		t.Fatal(err)
	}
	return record.Hash
}

func tokenOf(t *testing.T, service api.Service, symbol string) common.Address {
	t.Helper()
	tokens, err := apitest.On(service, api.LocalChainID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range tokens {
		if k.Symbol == symbol {
			return k.Address
		}
	}
	t.Fatalf("no token is called %s", symbol)
	return common.Address{}
}
