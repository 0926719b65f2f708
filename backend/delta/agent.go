package delta

import (
	"context"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/wallet"
)

// Pricer finds the best ways through the pools of a network.
type Pricer interface {
	// Best returns the best way to sell an amount, on the state after a block that is the newest or close to it. NoRoute if there is none.
	Best(ctx context.Context, at api.BlockRef, src, dest common.Address, amount api.Amount) (Route, error)
}

// Route is a way through pools as the executor of the Delta contracts can go it.
type Route struct {
	Received api.Amount // of the destination token
	Gas      uint64     // of the calls
	// Calls turn the amount, which the executor holds, into Received, which it then holds.
	Calls []contracts.DeltaExecutorCall
}

// Agent competes to settle orders.
type Agent interface {
	Name() string
	// Solve returns bids for orders of a round. It ends with ctx.
	Solve(ctx context.Context, b *Batch) ([]Bid, error)
}

// Member is an agent that runs here, with the account that it settles by.
type Member struct {
	Agent  Agent
	Sender *chain.Sender
	// Spends says that it settles by its own tokens, which the settlement contract must be allowed to move.
	Spends bool
}

// Bid is the calldata by which an agent would settle orders, and what it promises the owner of the first.
type Bid struct {
	Agent    string
	Address  common.Address
	Orders   []string
	Data     []byte
	Value    api.Amount // wei to send along
	Promised api.Amount
	Gas      uint64 // estimate of the agent's
}

// Batch is what all agents get of a round at the same time.
type Batch struct {
	Round  uint64
	Block  api.BlockRef
	Orders []OpenOrder // by hash, which says nothing of who came first

	chainID   uint64
	contracts contracts.DeltaAddresses
	rfq       common.Address // the limit-order contract
	book      Book           // nil where there is none
	gasPrice  api.Amount
	oracle    Oracle
	pricer    Pricer

	mu     sync.Mutex
	routes map[routeKey]*routeEntry
	values map[common.Address]*valueEntry
}

// OpenOrder is an order of a round.
type OpenOrder struct {
	api.DeltaRecord
	Rest  api.Amount // still to be sold
	Floor api.Amount // the least the owner gets for it
}

type routeKey struct {
	src, dest common.Address
	amount    api.Amount
}

type routeEntry struct {
	once  sync.Once
	route Route
	err   error
}

type valueEntry struct {
	once sync.Once
	rate api.Price // dest units for wei
	err  error
}

// Best is the pricer's answer on the round's block. Each question is worked out once a round, whoever asks.
func (b *Batch) Best(ctx context.Context, src, dest common.Address, amount api.Amount) (Route, error) {
	key := routeKey{src, dest, amount}
	b.mu.Lock()
	e := b.routes[key]
	if e == nil {
		e = new(routeEntry)
		b.routes[key] = e
	}
	b.mu.Unlock()
	e.once.Do(func() { e.route, e.err = b.pricer.Best(ctx, b.Block, src, dest, amount) })
	return e.route, e.err
}

// GasIn returns what gas costs at the round's price in units of a token, rounded up.
func (b *Batch) GasIn(ctx context.Context, token common.Address, gas uint64) (api.Amount, error) {
	b.mu.Lock()
	e := b.values[token]
	if e == nil {
		e = new(valueEntry)
		b.values[token] = e
	}
	b.mu.Unlock()
	e.once.Do(func() { e.rate, e.err = coinRate(ctx, b.oracle, token) })
	if e.err != nil {
		return api.Amount{}, e.err
	}
	wei := b.gasPrice.MulDiv(api.NewAmount(gas), api.NewAmount(1))
	return e.rate.QuoteFor(wei, api.Up), nil
}

// coinRate returns how many units of a token a number of wei is worth.
func coinRate(ctx context.Context, oracle Oracle, token common.Address) (api.Price, error) {
	coin, ok, err := oracle.PriceUSD(ctx, api.NativeToken)
	if err == nil && !ok {
		err = api.Errorf(api.PricingError, "Error getting price data: the native coin has no USD price")
	}
	if err != nil {
		return api.Price{}, err
	}
	price, ok, err := oracle.PriceUSD(ctx, token)
	if err == nil && (!ok || price.Quote.IsZero()) {
		err = api.Errorf(api.PricingError, "Error getting price data: token %s has no USD price", api.Lower(token))
	}
	if err != nil {
		return api.Price{}, err
	}
	// Units a wei: (coin.Quote/coin.Base) / (price.Quote/price.Base), scaled so that neither factor leaves 256 bits.
	n := new(big.Int).Mul(coin.Quote.Big(), price.Base.Big())
	d := new(big.Int).Mul(coin.Base.Big(), price.Quote.Big())
	if over := max(n.BitLen(), d.BitLen()) - 250; over > 0 {
		n.Rsh(n, uint(over))
		d.Rsh(d, uint(over))
	}
	if d.Sign() == 0 {
		return api.Price{}, api.Errorf(api.PricingError, "Error getting price data: the price of token %s is out of range", api.Lower(token))
	}
	return api.Price{Quote: api.MustBig(n), Base: api.MustBig(d)}, nil
}

// settleGas is what a settlement uses beside its route: signature, permit, transfers in and out, events.
const settleGas = 190_000

// swap returns the calldata that settles a part of an order by calls of the executor, which bring received. All but fee goes to the settlement
// contract, or the settlement fails: the owner never gets less than was bid. The agent gets what is left, so that a price that moves before the
// transaction is mined first costs the agent.
func (b *Batch) swap(o *OpenOrder, agent common.Address, calls []contracts.DeltaExecutorCall, received, fee api.Amount, percent uint64) []byte {
	dest := o.Order.DestToken
	calls = append(append([]contracts.DeltaExecutorCall(nil), calls...), give(dest, b.contracts.Delta, received.Sub(fee)))
	plan := contracts.NewDeltaExecutor().PackExecutePlan(contracts.DeltaExecutorPlan{
		Approvals: []contracts.DeltaExecutorApproval{}, Calls: calls,
		Sweeps: []contracts.DeltaExecutorSweep{{Token: dest, To: agent}, {Token: o.Order.SrcToken, To: o.Order.Owner}},
	})[4:]
	if o.PartiallyFillable {
		return deltaABI.PackSwapSettleFillable(onChain(&o.DeltaRecord), plan, b.contracts.Executor, big256(percent))
	}
	return deltaABI.PackSwapSettle(onChain(&o.DeltaRecord), plan, b.contracts.Executor)
}

// bid is an agent's offer to settle a part of an order by a route, nil if that does not reach the part's floor.
func (b *Batch) bid(ctx context.Context, name string, account common.Address, o *OpenOrder, p part, r Route) (*Bid, error) {
	gas := r.Gas + settleGas
	fee, err := b.GasIn(ctx, o.Order.DestToken, gas)
	if err != nil {
		return nil, err
	}
	net := ownerGets(&o.Order, r.Received.Sub(fee), p.expected)
	if net.Less(p.floor) {
		return nil, nil
	}
	return &Bid{
		Agent: name, Address: account, Orders: []string{o.ID}, Data: b.swap(o, account, r.Calls, r.Received, fee, p.percent), Promised: net, Gas: gas,
	}, nil
}

// give sends an amount of a token, or of the native coin, from the executor.
func give(token, to common.Address, amount api.Amount) contracts.DeltaExecutorCall {
	if token == api.NativeToken {
		return contracts.DeltaExecutorCall{Target: to, Value: amount.Big(), Data: []byte{}}
	}
	return contracts.DeltaExecutorCall{Target: token, Value: new(big.Int), Data: erc20ABI.PackTransfer(to, amount.Big())}
}

// ownerGets is what the owner is paid of what a settlement brings: Settlement.sol's fees taken off.
func ownerGets(o *api.DeltaOrder, received, expected api.Amount) api.Amount {
	surplus := received.Sub(expected)
	half := surplus.MulDiv(api.NewAmount(1), api.NewAmount(2))
	net := received.Sub(half)
	if partner, _, takesSurplus := wallet.SplitPartnerAndFee(o.PartnerAndFee); takesSurplus && partner != (common.Address{}) {
		return net.Sub(half)
	}
	return lessFlatFee(net, o.PartnerAndFee)
}

// grossOf is what a settlement has to bring so that its owner is paid an amount: the inverse of ownerGets, rounded up. Where the partner takes surplus
// nothing brings the owner more than what is expected.
func grossOf(o *api.DeltaOrder, net, expected api.Amount) api.Amount {
	if partner, bps, takesSurplus := wallet.SplitPartnerAndFee(o.PartnerAndFee); partner != (common.Address{}) && !takesSurplus {
		net = net.MulDivUp(bpsWhole, api.NewAmount(10_000-min(uint64(bps), maxPartnerBps)))
	}
	return net.Add(net.Sub(expected)) // half of what is above the expectation is the protocol's
}

// lessFlatFee is what a partner's flat fee leaves of an amount: all of it where there is no partner, or one that takes surplus instead.
func lessFlatFee(amount, partnerAndFee api.Amount) api.Amount {
	partner, bps, takesSurplus := wallet.SplitPartnerAndFee(partnerAndFee)
	if partner == (common.Address{}) || takesSurplus {
		return amount
	}
	return amount.Sub(amount.MulDiv(api.NewAmount(min(uint64(bps), maxPartnerBps)), bpsWhole))
}

// part is a part of an order's rest.
type part struct {
	percent  uint64     // basis points of the whole order
	amount   api.Amount // of the source token
	floor    api.Amount
	expected api.Amount
}

// partOf returns the part of an order that is so many basis points of it, rounded as the contract rounds.
func partOf(o *api.DeltaOrder, percent uint64) part {
	p := api.NewAmount(percent)
	return part{
		percent: percent, amount: o.SrcAmount.MulDiv(p, bpsWhole), floor: o.DestAmount.MulDivUp(p, bpsWhole),
		expected: o.ExpectedDestAmount.MulDiv(p, bpsWhole),
	}
}

// rest is the largest part that can still be settled: all of the order, or what earlier parts leave.
func rest(o *OpenOrder) part {
	if !o.PartiallyFillable {
		return part{percent: 10_000, amount: o.Order.SrcAmount, floor: o.Order.DestAmount, expected: o.Order.ExpectedDestAmount}
	}
	percent, _ := o.Rest.MulDivUp(bpsWhole, o.Order.SrcAmount).Uint64()
	p := partOf(&o.Order, percent)
	if o.Rest.Less(p.amount) {
		p = partOf(&o.Order, percent-1)
	}
	return p
}

// step is the smallest number of basis points whose multiples divide an order's amount without a remainder, so that its parts add up.
func step(o *api.DeltaOrder) uint64 {
	left, _ := api.AmountFromBig(new(big.Int).GCD(nil, nil, o.SrcAmount.Big(), big.NewInt(10_000)))
	gcd, _ := left.Uint64()
	return 10_000 / gcd
}
