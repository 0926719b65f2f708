package traders

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// Config of a simulation.
type Config struct {
	Service api.Service
	ChainID uint64
	Keys    []*ecdsa.PrivateKey
	Arbiter *ecdsa.PrivateKey // whose account closes gaps between prices
	// millionths of a dollar that whole tokens are worth in the long run, by symbol
	Prices   map[string]int64
	Users    []common.Address // the first of them gets an offer of its own
	Seed     uint64
	Interval time.Duration // between steps
	Logger   *slog.Logger
}

// Traders is a running simulation. Its methods must not be called at the same time.
type Traders struct {
	Config
	exchange api.Exchange
	rand     *rand.Rand
	order    common.Address // the order contract
	accounts []*account
	assets   []*asset
	markets  []*market
	nfts     nftInventory
	arbiter  arbiter
	intents  intents
}

// account is one trader; pending is the transaction it waits for.
type account struct {
	key     *ecdsa.PrivateKey
	address common.Address
	pending common.Hash
}

// New prepares a simulation on the markets of a network.
func New(ctx context.Context, c Config) (*Traders, error) {
	t := &Traders{Config: c, rand: rand.New(rand.NewPCG(c.Seed, 1))}
	for _, k := range c.Keys {
		t.accounts = append(t.accounts,
			&account{key: k, address: crypto.PubkeyToAddress(k.PublicKey)})
	}
	networks, err := c.Service.Networks(ctx)
	if err != nil {
		return nil, err
	}
	for _, n := range networks {
		if n.ChainID == c.ChainID {
			t.order, t.arbiter.spender, t.intents.contract = n.Contracts.AugustusRFQ,
				n.Contracts.AugustusV6, n.Contracts.Delta
		}
	}
	if t.exchange, err = c.Service.Exchange(c.ChainID); err != nil {
		return nil, err
	}
	tokens, err := t.exchange.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	if t.markets, err = resolve(tokens); err != nil {
		return nil, err
	}
	if err := t.openInventory(ctx, tokens); err != nil {
		return nil, err
	}
	if err := t.appraise(ctx, tokens); err != nil {
		return nil, err
	}
	t.openArbitrage()
	t.openIntents()
	return t, nil
}

// Run steps until ctx ends. What fails is logged and left for the next step.
func (t *Traders) Run(ctx context.Context) error {
	ticker := time.NewTicker(t.Interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if err := t.Step(ctx); err != nil && ctx.Err() == nil {
			t.Logger.Debug("a simulated trader's step failed", "error", err)
		}
	}
}

// Open lets the order contract move the traders' tokens, brings every book to its full depth and
// their NFTs out.
func (t *Traders) Open(ctx context.Context) error {
	if err := errors.Join(t.approve(ctx), t.settle(ctx)); err != nil {
		return err
	}
	var quotes []api.OrderRequest
	for _, m := range t.markets {
		more, err := t.missingQuotes(ctx, m)
		if err != nil {
			return err
		}
		quotes = append(quotes, more...)
	}
	return errors.Join(t.post(ctx, quotes), t.listNFTs(ctx))
}

// approve sends an unlimited approval of each traded token and collection by each trader that has
// none.
func (t *Traders) approve(ctx context.Context) error {
	for _, a := range t.accounts {
		held, err := t.exchange.UserTokens(ctx, a.address)
		if err != nil {
			return err
		}
		for _, token := range held {
			if !t.trades(token.Address) || !token.Allowances[t.order].Less(token.Balance) {
				continue
			}
			tx, err := t.exchange.PrepareApprove(ctx, api.ApproveRequest{
				Owner: a.address, Token: token.Address, Spender: t.order,
				Amount: api.MaxAmount,
			})
			if err != nil {
				return err
			}
			if err := t.send(ctx, a, tx); err != nil {
				return err
			}
		}
		if err := t.approveNFTs(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func (t *Traders) trades(token common.Address) bool {
	for _, m := range t.markets {
		if m.pair.Base == token || m.pair.Quote == token {
			return true
		}
	}
	return false
}

// settle waits until no trader has a transaction on its way.
func (t *Traders) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	blocks := t.Service.Subscribe(ctx, api.TopicBlock)
	for {
		busy := false
		for _, a := range t.accounts {
			b, err := t.busy(ctx, a)
			if err != nil {
				return err
			}
			busy = busy || b
		}
		if !busy {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.New("the simulated traders' transactions are not mined")
		case <-blocks:
		}
	}
}

// busy tells whether a trader's last transaction is still on its way.
func (t *Traders) busy(ctx context.Context, a *account) (bool, error) {
	if a.pending == (common.Hash{}) {
		return false, nil
	}
	r, err := t.exchange.Receipt(ctx, a.pending)
	if err != nil {
		return false, err
	}
	if r.Block == nil {
		return true, nil
	}
	a.pending = common.Hash{}
	return false, nil
}

// post hands signed orders to the service, one after the other: orders of one price stand in the
// order in which they came, and the same seed is to lead to the same book.
func (t *Traders) post(ctx context.Context, quotes []api.OrderRequest) error {
	var failed error
	for _, q := range quotes {
		if _, _, err := t.exchange.CreateOrder(ctx, q); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
