package console

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
)

// cast gives the first two accounts of a stage a past, with real signatures and transactions: orders that rest, were taken, cancelled, and are
// not covered.
type cast struct {
	ctx     context.Context
	service api.Service
	stage   Stage
}

// deal is an order of the past: amounts in whole tokens as a person writes them.
type deal struct {
	maker, taker int // places in the wallet's list; a taker of -1 is anyone
	gives, gets  string
	of, wants    string
	hours        int // until it expires; 0 never does
}

func (c *cast) play() error {
	network, tokens, err := c.place()
	if err != nil {
		return err
	}
	list := c.stage.Wallet.List()
	if len(list) < 2 {
		return fmt.Errorf("two accounts are needed, there are %d", len(list))
	}
	p := &play{cast: c, network: network, tokens: tokens, accounts: list}
	steps := []func() error{
		func() error { return p.allow(0, "WETH", "20") }, func() error { return p.allow(0, "USDC", "20000") }, func() error { return p.allow(0, "UNI", "210") },
		func() error { return p.allow(1, "WETH", "20") }, func() error { return p.allow(1, "USDC", "50000") },
		func() error { return p.post(deal{0, -1, "2.5", "7612.5", "WETH", "USDC", 24}) },
		func() error { return p.post(deal{0, -1, "1808.4", "0.6", "USDC", "WETH", 23}) },
		func() error { return p.take(1, "0.06") },
		func() error { return p.post(deal{0, -1, "1", "3020", "WETH", "USDC", 72}) },
		func() error { return p.take(1, "") },
		func() error { return p.post(deal{0, -1, "0.75", "2400", "WETH", "USDC", 0}) },
		func() error { return p.cancel(0) },
		func() error { return p.post(deal{0, 1, "400", "3040", "UNI", "USDC", 1}) },
		func() error { return p.post(deal{1, 0, "2", "6036", "WETH", "USDC", 6}) },
	}
	for i, do := range steps {
		if err := do(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		c.stage.Clock.Move(3 * time.Minute)
		if err := c.stage.Step(c.ctx); err != nil {
			return err
		}
	}
	return nil
}

// place is where it plays.
func (c *cast) place() (n api.Network, tokens map[string]api.Token, err error) {
	networks, err := c.service.Networks(c.ctx)
	if err != nil || len(networks) == 0 {
		return n, nil, fmt.Errorf("no network: %w", err)
	}
	list, err := c.service.Tokens(c.ctx, networks[0].ChainID)
	tokens = make(map[string]api.Token, len(list))
	for _, t := range list {
		tokens[t.Symbol] = t
	}
	return networks[0], tokens, err
}

// play is a cast on its place.
type play struct {
	*cast
	network  api.Network
	tokens   map[string]api.Token
	accounts []wallet.Account
	nonce    uint64
	last     api.OrderRecord // the newest order
}

func (p *play) amount(text, symbol string) (api.Token, api.Amount, error) {
	t, ok := p.tokens[symbol]
	if !ok {
		return t, api.Amount{}, fmt.Errorf("%s is not listed", symbol)
	}
	n, err := api.ParseUnits(text, t.Decimals)
	return t, n, err
}

// allow lets the order contract move an amount of an account's tokens.
func (p *play) allow(who int, symbol, text string) error {
	t, n, err := p.amount(text, symbol)
	if err != nil {
		return err
	}
	return p.send(p.service.PrepareApprove(p.ctx, api.ApproveRequest{
		ChainID: p.network.ChainID, Owner: p.accounts[who].Address, Token: t.Address, Spender: p.network.Contracts.AugustusRFQ, Amount: n,
	}))
}

// send signs and relays what was prepared, and makes its block.
func (p *play) send(tx api.Transaction, err error) error {
	if err != nil {
		return err
	}
	raw, hash, err := p.stage.Wallet.SignTransaction(tx.From, tx)
	if err != nil {
		return err
	}
	if _, err := p.service.SendTransaction(p.ctx, tx.ChainID, raw); err != nil {
		return err
	}
	if err := p.stage.Step(p.ctx); err != nil {
		return err
	}
	r, err := p.service.Receipt(p.ctx, tx.ChainID, hash)
	if err == nil && !r.Success {
		err = fmt.Errorf("transaction %s failed: %s", hash, r.Reason)
	}
	return err
}

// post signs and posts an order.
func (p *play) post(d deal) error {
	give, gives, err := p.amount(d.gives, d.of)
	if err != nil {
		return err
	}
	get, gets, err := p.amount(d.gets, d.wants)
	if err != nil {
		return err
	}
	p.nonce++
	o := api.Order{
		Maker: p.accounts[d.maker].Address, MakerAsset: api.Asset{Address: give.Address}, TakerAsset: api.Asset{Address: get.Address},
		MakerAmount: gives, TakerAmount: gets,
	}
	if d.taker >= 0 {
		o.Taker = p.accounts[d.taker].Address
	}
	o.NonceAndMeta = api.PackNonce(api.NewAmount(p.nonce), o.Taker)
	if d.hours > 0 {
		o.Expiry = uint64(p.stage.Clock.Now().Add(time.Duration(d.hours) * time.Hour).Unix())
	}
	signature, err := p.stage.Wallet.Sign(o.Maker, wallet.OrderTypedData(p.network.ChainID, p.network.Contracts.AugustusRFQ, o))
	if err != nil {
		return err
	}
	p.last, _, err = p.service.CreateOrder(p.ctx, api.OrderRequest{ChainID: p.network.ChainID, Order: o, Type: o.Type(), Signature: signature[:]})
	return err
}

// take takes an amount of what the newest order wants, in whole tokens of the maker's price; "" takes all of it.
func (p *play) take(who int, text string) error {
	leg := api.FillLeg{Hash: p.last.Hash}
	if text != "" {
		n, err := api.ParseUnits(text, 18)
		if err != nil {
			return err
		}
		leg.TakerAmount = n
	}
	return p.send(p.service.PrepareFill(p.ctx, api.FillRequest{ChainID: p.network.ChainID, Taker: p.accounts[who].Address, Legs: []api.FillLeg{leg}}))
}

// cancel cancels the newest order.
func (p *play) cancel(who int) error {
	return p.send(p.service.PrepareCancel(p.ctx, api.CancelRequest{
		ChainID: p.network.ChainID, Maker: p.accounts[who].Address, Hashes: []common.Hash{p.last.Hash},
	}))
}
