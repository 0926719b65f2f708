package auction

import (
	"context"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/delta/settlement"
	"bourse/backend/swap/router"
)

// Pricer finds the best ways through the pools of a network.
type Pricer interface {
	// Best returns the best way to sell an amount, on the state after a block that is the newest or
	// close to it, without some pools. NoRoute if there is none.
	Best(ctx context.Context, at api.BlockRef, src, dest common.Address, amount api.Amount,
		without ...common.Address) (Route, error)
}

// Route is a way through pools as the executor of the Delta contracts can go it.
type Route struct {
	Received api.Amount // of the destination token or, of a purchase, what is not spent of the most
	Spends   api.Amount // of a purchase, on what it buys; zero of others
	Gas      uint64     // of the calls
	// Margin is what the way's own pools pay for the first unit, without their fees, in units of
	// the destination token; 0 where that is not known.
	Margin float64
	// Calls turn the amount, which the executor holds, into Received, which it then holds.
	Calls []contracts.DeltaExecutorCall
}

// Book is what the limit orders of a network are read by.
type Book interface {
	OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error)
}

// Oracle tells what whole tokens are worth in USD, as prices whose quote has 18 decimals.
type Oracle interface {
	PriceUSD(ctx context.Context, token common.Address) (price api.Price, ok bool, err error)
}

// Pools show the pools of a network as searches see them.
type Pools interface {
	// Market returns the pools after a block that is the newest or close to it, with the limit
	// orders between some tokens.
	Market(ctx context.Context, block uint64, tokens []common.Address) (*router.Snapshot, error)
}

// Market is where the prices of a network come from.
type Market struct {
	ChainID   uint64
	Contracts contracts.DeltaAddresses
	RFQ       common.Address // the limit-order contract
	Wrapped   common.Address // what stands for the native coin in pools
	// OnePoolGas is what a route of one pool costs beside what its pool and the transfers do.
	OnePoolGas uint64
	Pricer     Pricer // ways through the pools
	Pools      Pools  // the pools themselves; nil: rounds have no bound
	Book       Book   // the limit orders; nil where there are none
	Oracle     Oracle
	// Fair is what a raw unit of a token is worth in raw units of another by all pools at a block;
	// ok is false where they do not tell. It may be nil.
	Fair func(block uint64, src, dest common.Address) (price float64, ok bool)
}

// OpenOrder is an order of a round.
type OpenOrder struct {
	api.DeltaRecord
	Rest   api.Amount // still to be sold
	MinOut api.Amount // the least the owner gets for it, fees taken off
	// SignatureGas is what the signature of an owner that is a contract costs beside SettleGas.
	SignatureGas uint64
	// Reverts is how many settlements of it failed on chain.
	Reverts int
	// Strange says that settling it runs code of its owner, or of who gets the coins that it buys.
	Strange bool
	// Avoids are pools that gave less than they had shown when settlements of it failed.
	Avoids []common.Address
	// Cooldown are agents that failed the order, to the round from which they may bid again.
	Cooldown map[string]uint64
}

// Part is the largest part of the order that can still be settled.
func (o *OpenOrder) Part() settlement.Part { return settlement.Rest(&o.Order, o.Rest) }

// Alone tells whether an order is settled by itself alone: one that buys or that is due in slices.
func (o *OpenOrder) Alone() bool { return o.Order.Buy || o.Order.Form.Sliced() }

// Batch is what all agents get of a round at the same time.
type Batch struct {
	Market
	Round  uint64
	Block  api.BlockRef
	Orders []OpenOrder // by hash, which says nothing of who came first
	Room   uint64      // gas of the block that settlements are for; 0: not known

	gasPrice api.Amount // wei
	alone    map[string]Fill
	mu       sync.Mutex
	routes   map[routeKey]*routeEntry // that were asked for
	known    map[routeKey]*routeEntry // from the round before, where they still hold
	rates    map[common.Address]*rateEntry
}

type routeKey struct {
	src, dest common.Address
	amount    api.Amount
	without   string // addresses
}

type routeEntry struct {
	once     sync.Once
	route    Route
	err      error
	gasPrice api.Amount // of the round that asked for it
}

type rateEntry struct {
	once sync.Once
	rate api.Price // dest units for wei
	err  error
}

// NewBatch returns a snapshot of orders and prices at a block.
func NewBatch(m Market, at api.BlockRef, gasPrice api.Amount, orders ...OpenOrder) *Batch {
	return &Batch{Market: m, Block: at, Orders: orders, gasPrice: gasPrice,
		routes: make(map[routeKey]*routeEntry), rates: make(map[common.Address]*rateEntry)}
}

// detour is how many basis points less a way round some pools may bring than the best of all, as
// far as that one is borne out by all pools.
const detour = 50

// Best is the best way to sell an amount on the round's block: round some pools, as long as that
// brings about what it is worth. Nobody makes a way bad for an order by having it go round others.
func (b *Batch) Best(ctx context.Context, src, dest common.Address, amount api.Amount,
	without ...common.Address) (Route, error) {
	best, err := b.best(ctx, src, dest, amount)
	if err != nil || len(without) == 0 {
		return best, err
	}
	other, err := b.best(ctx, src, dest, amount, without...)
	if api.TypeOf(err) == api.NoRoute {
		return best, nil
	}
	worth := best.Received.Float()
	if b.Fair != nil {
		price, ok := b.Fair(b.Block.Number, src, dest)
		if fair := amount.Float() * price; ok {
			worth = min(worth, fair)
		}
	}
	if err == nil && other.Received.Float() < worth*(1-detour/1e4) {
		return best, nil
	}
	return other, err
}

// best is the pricer's answer. Each question is worked out once a round, whoever asks, and not
// again in the next one where no pool has changed.
func (b *Batch) best(ctx context.Context, src, dest common.Address, amount api.Amount,
	without ...common.Address) (Route, error) {
	key := routeKey{src, dest, amount, ""}
	for _, address := range without {
		key.without += string(address[:])
	}
	b.mu.Lock()
	e := b.routes[key]
	if e == nil {
		if e = b.known[key]; e == nil {
			e = &routeEntry{gasPrice: b.gasPrice}
		}
		b.routes[key] = e
	}
	b.mu.Unlock()
	e.once.Do(func() {
		e.route, e.err = b.Pricer.Best(ctx, b.Block, src, dest, amount, without...)
	})
	return e.route, e.err
}

// Alone is the best that was bid for an order alone, once that is known: by then only agents that
// settle orders together are asked, which need not bid for one what it would get less by.
func (b *Batch) Alone(o *OpenOrder) (f Fill, ok bool) {
	f, ok = b.alone[o.ID]
	return f, ok
}

// GasPrice is the round's price of a unit of gas, in wei.
func (b *Batch) GasPrice() api.Amount { return b.gasPrice }

// GasIn returns what gas costs at the round's price in units of a token, rounded up.
func (b *Batch) GasIn(ctx context.Context, token common.Address, gas uint64) (api.Amount, error) {
	rate, err := b.rate(ctx, token)
	if err != nil {
		return api.Amount{}, err
	}
	return rate.QuoteFor(b.gasPrice.MulDiv(api.NewAmount(gas), api.NewAmount(1)), api.Up), nil
}

// rate is how many units of a token a number of wei is worth, worked out once a round.
func (b *Batch) rate(ctx context.Context, token common.Address) (api.Price, error) {
	b.mu.Lock()
	e := b.rates[token]
	if e == nil {
		e = new(rateEntry)
		b.rates[token] = e
	}
	b.mu.Unlock()
	e.once.Do(func() { e.rate, e.err = coinRate(ctx, b.Oracle, token) })
	return e.rate, e.err
}

// coinRate returns how many units of a token a number of wei is worth.
func coinRate(ctx context.Context, oracle Oracle, token common.Address) (api.Price, error) {
	coin, ok, err := oracle.PriceUSD(ctx, api.NativeToken)
	if err == nil && !ok {
		err = api.Errorf(api.PricingError,
			"Error getting price data: the native coin has no USD price")
	}
	if err != nil {
		return api.Price{}, err
	}
	price, ok, err := oracle.PriceUSD(ctx, token)
	if err == nil && (!ok || price.Quote.IsZero()) {
		err = api.Errorf(api.PricingError, "Error getting price data: token %s has no USD price",
			api.Lower(token))
	}
	if err != nil {
		return api.Price{}, err
	}
	// Units a wei: (coin.Quote/coin.Base) / (price.Quote/price.Base), scaled so that neither factor
	// leaves 256 bits.
	n := new(big.Int).Mul(coin.Quote.Big(), price.Base.Big())
	d := new(big.Int).Mul(coin.Base.Big(), price.Quote.Big())
	if over := max(n.BitLen(), d.BitLen()) - 250; over > 0 {
		n.Rsh(n, uint(over))
		d.Rsh(d, uint(over))
	}
	if d.Sign() == 0 {
		return api.Price{}, api.Errorf(
			api.PricingError, "Error getting price data: the price of token %s is out of range",
			api.Lower(token))
	}
	return api.Price{Quote: api.MustBig(n), Base: api.MustBig(d)}, nil
}

// reference is what the pools bring for all of an order's rest, gas taken off, before fees; ok is
// false where they have no price for it.
func (b *Batch) reference(ctx context.Context, o *OpenOrder) (gross api.Amount, ok bool) {
	r, _, err := b.reaches(ctx, o, o.Part())
	if err != nil || len(r.Calls) == 0 && r.Received.IsZero() {
		return api.Amount{}, false
	}
	gross, err = b.AfterGas(ctx, o, r)
	return gross, err == nil
}

// owner is what of an amount for all of an order's rest its owner gets.
func (o *OpenOrder) owner(gross api.Amount) api.Amount {
	return settlement.OwnerGets(&o.Order, o.Part(), gross)
}
