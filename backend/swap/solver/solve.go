package solver

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"golang.org/x/sync/errgroup"

	"bourse/backend/api"
	"bourse/backend/swap/router"
)

const (
	// overhead is the gas of a settlement of one order beside its swaps, as the reference solver of
	// the protocol has it.
	overhead = 106_391
	// callGas is what the settlement contract spends on a swap beside the pool.
	callGas = 15_000
	// slack is how long before an auction's deadline it is answered.
	slack = 500 * time.Millisecond
	// parts is in how many sizes a part of an order is looked for, and halvings how small the
	// smallest is.
	parts, halvings = 12, 8
)

var ether = big.NewInt(1e18)

// Solver solves auctions of a network.
type Solver struct {
	// Native is the token that the network's coin is wrapped to: what a token without a reference
	// price is worth is asked in it.
	Native common.Address
}

// Solve finds a solution for each order that has one, until the auction's deadline. It refuses
// auctions that are malformed.
func (s *Solver) Solve(ctx context.Context, a *Auction) (*Response, error) {
	for i := range a.Orders {
		if k := a.Orders[i].Kind; k != kindSell && k != kindBuy {
			return nil, fmt.Errorf("order %s: kind is %q or %q, not %q", a.Orders[i].UID, kindSell,
				kindBuy, k)
		}
	}
	snapshot, liquidity, err := market(a)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithDeadline(ctx, a.Deadline.Add(-slack))
	defer cancel()
	x := &solving{Auction: a, snapshot: snapshot, liquidity: liquidity,
		price: make(map[common.Address]func() *big.Int)}
	for i := range a.Orders {
		for _, token := range []common.Address{a.Orders[i].SellToken, a.Orders[i].BuyToken} {
			x.price[token] = sync.OnceValue(func() *big.Int {
				return x.priceOf(ctx, token, s.Native)
			})
		}
	}
	solutions := make([]*Solution, len(a.Orders))
	var orders errgroup.Group
	orders.SetLimit(runtime.GOMAXPROCS(0))
	for i := range a.Orders {
		orders.Go(func() error {
			if ctx.Err() != nil {
				return nil // it is too late
			}
			if f, ok := x.best(ctx, &a.Orders[i]); ok {
				s := x.solution(i, f)
				solutions[i] = &s
			}
			return nil
		})
	}
	_ = orders.Wait() // none fails
	r := &Response{Solutions: []Solution{}}
	for _, s := range solutions {
		if s != nil {
			r.Solutions = append(r.Solutions, *s)
		}
	}
	return r, nil
}

// solving is an auction that is being solved.
type solving struct {
	*Auction
	snapshot  *router.Snapshot
	liquidity []int // places of the venues' liquidity
	// price is what 10^18 raw units of a token of an order are worth in wei, nil where nothing
	// tells
	price map[common.Address]func() *big.Int
}

// fill is how an order, or a part of it, can be executed, in raw units.
type fill struct {
	// Sold is what the pools are to be paid for, Fee what is kept for gas; both leave the owner.
	// Bought is what the owner gets.
	sold, fee, bought *big.Int
	route             *router.Result // nil where nothing has to be swapped
	gas               uint64
	surplus           *big.Int // over the limit: of what is bought, or saved of what is sold
}

// best is the fill with the most surplus. An order that is filled in whole or not at all has one;
// of others sizes are tried, since a smaller part gets a better price.
func (x *solving) best(ctx context.Context, o *Order) (best fill, ok bool) {
	fixed := fixedOf(o)
	if fixed.IsZero() || o.SellAmount.IsZero() {
		return best, false
	}
	try := func(amount *uint256.Int) bool {
		f, filled := x.fill(ctx, o, amount)
		better := filled && (!ok || f.surplus.Cmp(best.surplus) > 0)
		if better {
			best, ok = f, true
		}
		return better
	}
	try(fixed)
	if !o.PartiallyFillable {
		return best, ok
	}
	x.search(ctx, fixed, try)
	return best, ok
}

// fixedOf is what an order names exactly: what it sells, or what it buys.
func fixedOf(o *Order) *uint256.Int {
	if o.Kind == kindBuy {
		return o.BuyAmount.U256()
	}
	return o.SellAmount.U256()
}

// search tries parts of an amount: halves of halves, then between the best of them and its
// neighbours.
func (x *solving) search(ctx context.Context, whole *uint256.Int, try func(*uint256.Int) bool) {
	at := new(uint256.Int).Set(whole)
	half := new(uint256.Int).Set(whole)
	for range halvings {
		if half.Rsh(half, 1); half.IsZero() || ctx.Err() != nil {
			return
		}
		if try(half) {
			at.Set(half)
		}
	}
	step := new(uint256.Int).Rsh(at, 1)
	for range parts {
		if step.Rsh(step, 1); step.IsZero() || ctx.Err() != nil {
			return
		}
		more, less := new(uint256.Int).Add(at, step), new(uint256.Int).Sub(at, step)
		switch {
		case !more.Gt(whole) && try(more):
			at = more
		case try(less):
			at = less
		}
	}
}

// priceOf is a token's price as the auction has it, else what it brings of the wrapped coin.
func (x *solving) priceOf(ctx context.Context, token, native common.Address) *big.Int {
	told := x.Tokens[token].ReferencePrice
	switch {
	case told != nil && !told.IsZero():
		return told.Big()
	case token == native:
		return ether
	}
	asked := uint256.NewInt(1e17)
	r, err := router.Best(ctx, x.snapshot, router.Query{Src: token, Dest: native,
		Side: router.Buy, Amount: *asked, Limits: router.Limits{Routes: 1, Legs: 1}})
	if err != nil {
		return nil
	}
	wei := new(big.Int).Mul(asked.ToBig(), ether)
	if wei.Quo(wei, r.SrcAmount.ToBig()); wei.Sign() == 0 {
		return nil
	}
	return wei
}

// fill executes so much of an order, of what it sells or of what it buys. ok is false where its
// limit is not met.
func (x *solving) fill(ctx context.Context, o *Order, amount *uint256.Int) (f fill, ok bool) {
	if o.Kind == kindBuy {
		f, ok = x.buy(ctx, o, amount)
	} else {
		f, ok = x.sell(ctx, o, amount)
	}
	if !ok {
		return f, false
	}
	pays := new(big.Int).Add(f.sold, f.fee)
	over := new(big.Int).Mul(o.SellAmount.Big(), f.bought)
	over.Sub(over, pays.Mul(pays, o.BuyAmount.Big())) // the limit, without a division
	f.surplus = new(big.Int).Quo(over, fixedOf(o).ToBig())
	return f, over.Sign() >= 0 && f.bought.Sign() > 0 && f.sold.Sign() > 0
}

// cost is what gas costs in raw units of what an order sells. Market orders pay nothing.
func (x *solving) cost(o *Order, gas uint64) *big.Int {
	price := x.price[o.SellToken]()
	if o.Class != classLimit || price == nil {
		return new(big.Int)
	}
	cost := new(big.Int).Mul(new(big.Int).SetUint64(gas), x.GasPrice.Big())
	cost.Mul(cost, ether)
	return cost.Quo(cost, price)
}

// sell sells an amount, less what is kept for gas. What is kept is told by the route of all of it,
// and covers that of the rest.
func (x *solving) sell(ctx context.Context, o *Order, amount *uint256.Int) (f fill, ok bool) {
	whole, ok := x.swap(ctx, o, amount)
	if !ok {
		return f, false
	}
	fee := x.cost(o, whole.gas)
	rest := new(big.Int).Sub(amount.ToBig(), fee)
	if fee.Sign() == 0 || rest.Sign() <= 0 {
		return whole, fee.Sign() == 0
	}
	f, ok = x.swap(ctx, o, uint256.MustFromBig(rest))
	if ok && f.gas <= whole.gas {
		f.fee = fee
		return f, true
	}
	// It sells all, and keeps of what that brings the same share.
	whole.bought.Mul(whole.bought, rest).Quo(whole.bought, amount.ToBig())
	whole.sold, whole.fee = rest, fee
	return whole, true
}

// swap sells an amount whatever the limit.
func (x *solving) swap(ctx context.Context, o *Order, amount *uint256.Int) (f fill, ok bool) {
	f = fill{sold: amount.ToBig(), fee: new(big.Int), bought: amount.ToBig(), gas: overhead}
	if o.SellToken == o.BuyToken {
		return f, true
	}
	f.route, ok = x.route(ctx, o, router.Sell, amount)
	if ok {
		f.gas += gasOf(f.route)
		f.bought = f.route.DestAmount.ToBig()
	}
	return f, ok
}

// buy buys an amount exactly.
func (x *solving) buy(ctx context.Context, o *Order, amount *uint256.Int) (f fill, ok bool) {
	f = fill{sold: amount.ToBig(), bought: amount.ToBig(), gas: overhead}
	if o.SellToken != o.BuyToken {
		if f.route, ok = x.route(ctx, o, router.Buy, amount); !ok {
			return f, false
		}
		f.gas += gasOf(f.route)
		f.sold = f.route.SrcAmount.ToBig()
	}
	f.fee = x.cost(o, f.gas)
	return f, true
}

func gasOf(r *router.Result) (gas uint64) {
	for _, route := range r.Routes {
		for _, hop := range route.Hops {
			for _, leg := range hop.Legs {
				gas += callGas + leg.Gas
			}
		}
	}
	return gas
}

// route asks the router. Where nobody knows what gas costs nothing is divided: no part would be
// known to pay for itself.
func (x *solving) route(ctx context.Context, o *Order, side router.Side, amount *uint256.Int) (
	*router.Result, bool) {
	q := router.Query{Src: o.SellToken, Dest: o.BuyToken, Side: side, Amount: *amount,
		Limits: router.Limits{Routes: 1, Legs: 1}}
	if worth := x.price[o.BuyToken](); worth != nil && x.price[o.SellToken]() != nil {
		each := new(big.Rat).SetFrac(new(big.Int).Mul(x.GasPrice.Big(), ether), worth)
		q.GasPrice, _ = each.Float64()
		q.Limits = router.Limits{}
	}
	r, err := router.Best(ctx, x.snapshot, q)
	return r, err == nil
}

// solution tells a fill of an order, by its place, in the shapes of the interface.
func (x *solving) solution(place int, f fill) Solution {
	o := &x.Orders[place]
	executed := f.sold
	if o.Kind == kindBuy {
		executed = f.bought
	}
	trade := Trade{Kind: "fulfillment", Order: o.UID, Executed: api.MustBig(executed)}
	if o.Class == classLimit {
		fee := api.MustBig(f.fee)
		trade.Fee = &fee
	}
	s := Solution{ID: place, Trades: []Trade{trade}, Gas: f.gas,
		Prices: map[common.Address]api.Amount{o.SellToken: api.MustBig(f.bought),
			o.BuyToken: api.MustBig(f.sold)},
		// a list that is empty is told as one
		PreInteractions: []struct{}{}, Interactions: []Interaction{},
		PostInteractions: []struct{}{}}
	if f.route == nil {
		return s
	}
	for _, route := range f.route.Routes {
		for _, hop := range route.Hops {
			for _, leg := range hop.Legs {
				venue := &x.snapshot.Venues[leg.Venue]
				s.Interactions = append(s.Interactions, Interaction{Kind: "liquidity",
					ID:           x.Liquidity[x.liquidity[leg.Venue]].ID,
					InputToken:   venue.Tokens[leg.In],
					OutputToken:  venue.Tokens[leg.Out],
					InputAmount:  api.AmountOf(&leg.SrcAmount),
					OutputAmount: api.AmountOf(&leg.DestAmount)})
			}
		}
	}
	x.internalize(s.Interactions)
	return s
}

// internalize marks the swaps that the settlement contract can do without, since it trusts what it
// would pay and has what it would get.
func (x *solving) internalize(list []Interaction) {
	used := make(map[common.Address]api.Amount)
	for i := range list {
		in, out := x.Tokens[list[i].InputToken], x.Tokens[list[i].OutputToken]
		sum := list[i].OutputAmount.Add(used[list[i].OutputToken])
		if in.Trusted && !out.AvailableBalance.Less(sum) {
			list[i].Internalize = true
			used[list[i].OutputToken] = sum
		}
	}
}
