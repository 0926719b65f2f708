package sshd

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/backend/seats"
	"bourse/wallet"
)

// TestVisitorLeavesNothingBehind leaves more orders than one signature cancels, an allowance and
// other balances. The next visitor, of the only place, has what the first one had, on another
// account: nothing that was signed before moves any of it, and what could be was taken back.
func TestVisitorLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	ctx, service := t.Context(), exchange(t, "--no-traders")
	v := visitors(t, service, 1)
	guest, err := v.Admit(nil, "here")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Admit(nil, "there"); !errors.Is(err, seats.ErrFull) {
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
	auctions := leaveAuctions(t, service, by, mostCancelled+1)
	on, faucet := apitest.On(service, api.LocalChainID), v.funds.faucet.address
	before := holdingsOf(t, service, faucet)
	guest.Wallet = nil // the session is over
	if err := guest.Left(ctx); err != nil {
		t.Fatal(err)
	}
	o, err := on.Order(ctx, hash, false)
	if err != nil || o.State != api.Cancelled {
		t.Errorf("the order is %s, %v", o.State, err)
	}
	for _, id := range auctions {
		if r, err := on.DeltaOrder(ctx, id); err != nil || r.Status != api.DeltaCancelled {
			t.Errorf("auction %s is %s, %v", id, r.Status, err)
		}
	}
	after := holdingsOf(t, service, faucet)
	for symbol, amount := range holdingsOf(t, service, me.Address) {
		if symbol != "ETH" && !amount.IsZero() {
			t.Errorf("%s %s stay behind", amount, symbol)
		}
		// all that was lent but for gas, and what the order would have sold
		least := first[symbol].MulDiv(api.NewAmount(8), api.NewAmount(10))
		if got := after[symbol].Sub(before[symbol]); got.Less(least) {
			t.Errorf("of %s %s the faucet has %s again", first[symbol], symbol, got)
		}
	}
	next, err := v.Admit(nil, "there")
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	their := next.Wallet.List()[0].Address
	if their == me.Address {
		t.Error("an account is lent twice: what was signed before is good for it")
	}
	for symbol, amount := range holdings(t, service, their) {
		if amount != first[symbol] {
			t.Errorf("%s is %s, was %s", symbol, amount, first[symbol])
		}
	}
	// another start finds what the faucet has allowed before
	later, err := visitors(t, service, 1).Admit(nil, "here")
	if err == nil {
		err = later.Ready(ctx)
	}
	if err != nil {
		t.Error("after another start:", err)
	}
}

// A hundred and one orders that a visitor leaves, which sell to somebody of theirs after a
// while, take nothing of who comes next and allows what one allows.
func TestOrdersLeftBehindSellNothing(t *testing.T) {
	t.Parallel()
	ctx, service := t.Context(), exchange(t, "--no-traders")
	v := visitors(t, service, 1)
	guests := wallets{v, make(chan *wallet.Wallet, 1)}
	address := serve(t, service, guests, nil)
	c := connect(t, address, "127.0.0.1", "xterm-256color", 120, 36)
	c.press("", "live")
	w := <-guests.lent
	me := w.List()[0].Address
	on, usdc := apitest.On(service, api.LocalChainID), tokenOf(t, service, "USDC")
	held := func(of common.Address) api.Amount {
		t.Helper()
		k, err := on.UserToken(ctx, of, usdc)
		if err != nil {
			t.Fatal(err)
		}
		return k.Balance
	}
	left := leaveAuctions(t, service, signer{w, me}, 101)
	_, _ = c.in.Write([]byte{3})
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	awaitClear(t, service, v)
	c = connect(t, address, "127.0.0.1", "xterm-256color", 120, 36)
	c.press("", "live")
	w = <-guests.lent
	their := w.List()[0].Address
	if their == me {
		t.Error("an account is lent twice")
	}
	had := held(their)
	networks, err := service.Networks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	by := signer{w, their}
	tx, err := on.PrepareApprove(ctx, api.ApproveRequest{Owner: their, Token: usdc,
		Kind: api.ERC20, Spender: networks[0].Contracts.Delta, Amount: api.MaxAmount})
	sent, err := by.send(ctx, on, tx, err)
	if err == nil {
		err = await(ctx, service, on, []common.Hash{sent})
	}
	if err != nil {
		t.Fatal(err)
	}
	blocks := service.Subscribe(ctx, api.TopicBlock)
	for range dueBlocks {
		<-blocks
	}
	for _, id := range left {
		if r, err := on.DeltaOrder(ctx, id); err != nil || r.Status != api.DeltaCancelled {
			t.Errorf("order %s is %s, %v", id, r.Status, err)
		}
	}
	if now := held(their); now != had {
		t.Errorf("the next visitor had %s USDC and has %s", had.Units(6), now.Units(6))
	}
}

// awaitClear waits until all accounts that were lent are clear.
func awaitClear(t *testing.T, service api.Service, v *Visitors) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	busy := func() int {
		v.mu.Lock()
		defer v.mu.Unlock()
		return len(v.taken)
	}
	for blocks := service.Subscribe(ctx, api.TopicBlock); busy() > 0; {
		if _, ok := <-blocks; !ok {
			t.Fatal("an account is not clear")
		}
	}
}

// dueBlocks is after how many seconds, which are blocks, the orders that are left behind are due.
const dueBlocks = 20

// wallets tells the wallet of each guest.
type wallets struct {
	Guests
	lent chan *wallet.Wallet
}

func (k wallets) Admit(key ssh.PublicKey, address string) (Guest, error) {
	g, err := k.Guests.Admit(key, address)
	if err == nil {
		k.lent <- g.Wallet
	}
	return g, err
}

// leaveAuctions signs Delta orders that sell for somebody else after a while.
func leaveAuctions(t *testing.T, service api.Service, by signer, n int) (ids []string) {
	t.Helper()
	ctx, on := t.Context(), apitest.On(service, api.LocalChainID)
	networks, err := service.Networks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	slippage := 500
	q, err := on.DeltaQuote(ctx, api.DeltaQuoteRequest{Src: tokenOf(t, service, "USDC"),
		Dest: tokenOf(t, service, "WETH"), Amount: api.NewAmount(3000e6), Mode: api.ModeDelta})
	if err != nil {
		t.Fatal(err)
	}
	price, err := json.Marshal(q.Delta)
	if err != nil {
		t.Fatal(err)
	}
	due := uint64(time.Now().Unix() + dueBlocks)
	for range n {
		built, err := on.BuildDelta(ctx, api.DeltaBuildRequest{ChainID: api.LocalChainID,
			Price: price, Owner: by.address, Beneficiary: common.Address{0xba, 0xd0},
			Slippage: &slippage, Deadline: uint64(time.Now().Unix() + 30*86400)})
		if err != nil {
			t.Fatal(err)
		}
		signature, err := by.wallet.Sign(by.address, eip712.DeltaTypedData(api.LocalChainID,
			networks[0].Contracts.Delta, built.Order))
		if err != nil {
			t.Fatal(err)
		}
		r, _, err := on.SubmitDelta(ctx, api.DeltaSubmission{Order: built.Order,
			Signature: signature.Bytes(), Trigger: &api.DeltaTrigger{NotBefore: due}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
	}
	return ids
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
	for _, k := range tokens {
		for spender, amount := range k.Allowances {
			if !amount.IsZero() {
				t.Errorf("%s may move %s %s", spender, amount, k.Symbol)
			}
		}
	}
	return holdingsOf(t, service, of)
}

// holdingsOf are what an account has, by symbol.
func holdingsOf(t *testing.T, service api.Service, of common.Address) map[string]api.Amount {
	t.Helper()
	tokens, err := apitest.On(service, api.LocalChainID).UserTokens(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]api.Amount{}
	for _, k := range tokens {
		held[k.Symbol] = k.Balance
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
