package screenshots

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/wallet"
)

// fixtures give the first two accounts of a stage a past, with real signatures and transactions:
// orders that rest, were taken, cancelled, and are not covered.
type fixtures struct {
	ctx      context.Context
	service  api.Service
	exchange api.Exchange
	stage    Stage
	network  api.Network
	tokens   map[string]api.Token
	accounts []wallet.Account
	nonce    uint64
	last     api.OrderRecord // the newest order
}

// order is one of the past: amounts in whole tokens as a person writes them.
type order struct {
	maker, taker int // places in the wallet's list; a taker of -1 is anyone
	gives, gets  string
	of, wants    string
	hours        int // until it expires; 0 never does
}

// apply makes the past, step by step, with some minutes between them.
func (f *fixtures) apply() error {
	if err := f.learn(); err != nil {
		return err
	}
	steps := []func() error{
		func() error { return f.allow(0, "WETH", "20") },
		func() error { return f.allow(0, "USDC", "20000") },
		func() error { return f.allow(0, "UNI", "210") },
		func() error { return f.allow(1, "WETH", "20") },
		func() error { return f.allow(1, "USDC", "50000") },
		func() error { return f.post(order{0, -1, "2.5", "7612.5", "WETH", "USDC", 24}) },
		func() error { return f.post(order{0, -1, "1808.4", "0.6", "USDC", "WETH", 23}) },
		func() error { return f.take(1, "0.06") },
		func() error { return f.post(order{0, -1, "1", "3020", "WETH", "USDC", 72}) },
		func() error { return f.take(1, "") },
		func() error { return f.post(order{0, -1, "0.75", "2400", "WETH", "USDC", 0}) },
		func() error { return f.cancel(0) },
		func() error { return f.post(order{0, 1, "400", "3040", "UNI", "USDC", 1}) },
		func() error { return f.post(order{1, 0, "2", "6036", "WETH", "USDC", 6}) },
	}
	for i, do := range steps {
		if err := do(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		f.stage.Clock.Move(3 * time.Minute)
		if err := f.stage.Step(f.ctx); err != nil {
			return err
		}
	}
	return nil
}

// learn reads the network, its tokens and the accounts.
func (f *fixtures) learn() error {
	networks, err := f.service.Networks(f.ctx)
	if err != nil {
		return err
	}
	if len(networks) == 0 {
		return errors.New("the service has no network")
	}
	f.network = networks[0]
	if f.exchange, err = f.service.Exchange(f.network.ChainID); err != nil {
		return err
	}
	list, err := f.exchange.Tokens(f.ctx)
	if err != nil {
		return err
	}
	f.tokens = make(map[string]api.Token, len(list))
	for _, t := range list {
		f.tokens[t.Symbol] = t
	}
	f.accounts = f.stage.Wallet.List()
	if len(f.accounts) < 2 {
		return fmt.Errorf("two accounts are needed, there are %d", len(f.accounts))
	}
	return nil
}

func (f *fixtures) amount(text, symbol string) (api.Token, api.Amount, error) {
	t, ok := f.tokens[symbol]
	if !ok {
		return t, api.Amount{}, fmt.Errorf("%s is not listed", symbol)
	}
	n, err := api.ParseUnits(text, t.Decimals)
	return t, n, err
}

// allow lets the order contract move an amount of an account's tokens.
func (f *fixtures) allow(who int, symbol, text string) error {
	t, n, err := f.amount(text, symbol)
	if err != nil {
		return err
	}
	return f.send(f.exchange.PrepareApprove(f.ctx, api.ApproveRequest{
		Owner: f.accounts[who].Address, Token: t.Address,
		Spender: f.network.Contracts.AugustusRFQ, Amount: n,
	}))
}

// send signs and relays what was prepared, and makes its block.
func (f *fixtures) send(tx api.Transaction, err error) error {
	if err != nil {
		return err
	}
	raw, hash, err := f.stage.Wallet.SignTransaction(tx.From, tx)
	if err != nil {
		return err
	}
	if _, err := f.exchange.SendTransaction(f.ctx, raw); err != nil {
		return err
	}
	if err := f.stage.Step(f.ctx); err != nil {
		return err
	}
	r, err := f.exchange.Receipt(f.ctx, hash)
	if err == nil && !r.Success {
		err = fmt.Errorf("transaction %s failed: %s", hash, r.Reason)
	}
	return err
}

// post signs and posts an order.
func (f *fixtures) post(d order) error {
	give, gives, err := f.amount(d.gives, d.of)
	if err != nil {
		return err
	}
	get, gets, err := f.amount(d.gets, d.wants)
	if err != nil {
		return err
	}
	f.nonce++
	o := api.Order{
		Maker: f.accounts[d.maker].Address, MakerAsset: api.Asset{Address: give.Address},
		TakerAsset:  api.Asset{Address: get.Address},
		MakerAmount: gives, TakerAmount: gets,
	}
	if d.taker >= 0 {
		o.Taker = f.accounts[d.taker].Address
	}
	o.NonceAndMeta = api.PackNonce(api.NewAmount(f.nonce), o.Taker)
	if d.hours > 0 {
		o.Expiry = uint64(f.stage.Clock.Now().Add(time.Duration(d.hours) * time.Hour).Unix())
	}
	signature, err := f.stage.Wallet.Sign(
		o.Maker, eip712.OrderTypedData(f.network.ChainID, f.network.Contracts.AugustusRFQ, o))
	if err != nil {
		return err
	}
	f.last, _, err = f.exchange.CreateOrder(
		f.ctx, api.OrderRequest{Order: o, Type: o.Type(),
			Signature: signature[:]})
	return err
}

// take takes an amount of what the newest order wants, in whole tokens of the maker's price; ""
// takes all of it.
func (f *fixtures) take(who int, text string) error {
	leg := api.FillLeg{Hash: f.last.Hash}
	if text != "" {
		n, err := api.ParseUnits(text, 18)
		if err != nil {
			return err
		}
		leg.TakerAmount = n
	}
	return f.send(f.exchange.PrepareFill(
		f.ctx, api.FillRequest{Taker: f.accounts[who].Address,
			Legs: []api.FillLeg{leg}}))
}

// cancel cancels the newest order.
func (f *fixtures) cancel(who int) error {
	return f.send(f.exchange.PrepareCancel(f.ctx, api.CancelRequest{
		Maker:  f.accounts[who].Address,
		Hashes: []common.Hash{f.last.Hash},
	}))
}
