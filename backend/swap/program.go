package swap

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Registers of programs. Those from legRegisters on hold what each leg of a route buys.
const (
	whole contracts.Register = 2 + iota // what the plan has to spend
	left                                // of it
	hopIn                               // what a hop spends; or, in a purchase, what it has to buy
	rest                                // of it
	part                                // of a leg
	legRegisters
)

// maxRouteLegs is how many legs a route of a purchase may have.
const maxRouteLegs = 16 - int(legRegisters)

const (
	bpsWhole  = 10_000
	bps       = 100 // basis points of a percent
	farFuture = 1 << 40
	givenIn   = 0
	givenOut  = 1

	exchangeAt = 4 + 2*32  // where an amount stands in the calldata of exchange
	fillAt     = 4 + 32    // of tryBatchFillOrder…
	vaultAt    = 4 + 11*32 // of the vault's swap
	queryAt    = 4 + 12*32 // of queryBatchSwap
	queryFrom  = 64        // where its answer has what goes in
)

// maxUint is the limit that never binds.
func maxUint() *big.Int { return api.MaxAmount.Big() }

// programmer writes the executor's programs.
type programmer struct {
	*contracts.Program
	plan     *plan
	executor common.Address
	rfq      common.Address
	weth     common.Address
}

// native tells whether the output is unwrapped here.
func (w *programmer) native() bool { return w.plan.dest == api.NativeToken }

// sale sells AmountIn along the plan's routes. Shares are rounded as the router rounds them, the last of each split taking what is left.
func (w *programmer) sale() []byte {
	w.Program = contracts.NewProgram(false)
	src := w.plan.routes[0].hops[0].src
	all := contracts.AmountIn
	switch {
	case w.plan.src == api.NativeToken:
		w.Call(all, contracts.CallValue, common.Address{}, w.weth, 0, wrappedABI.PackDeposit())
	case w.plan.srcTaxed:
		all = whole
		w.Load(all, src)
	}
	if w.plan.wrapOnly() {
		return w.finish()
	}
	w.split(len(w.plan.routes), all, left, hopIn, func(i int) int { return w.plan.routes[i].percent }, func(i int, amount contracts.Register) {
		w.sellRoute(&w.plan.routes[i], amount)
	})
	return w.finish()
}

// split hands parts of a register to parts: shares of whole percents, and what is left for the last.
func (w *programmer) split(n int, from, remainder, share contracts.Register, percent func(int) int, use func(int, contracts.Register)) {
	if n == 1 {
		use(0, from)
		return
	}
	w.Share(remainder, from, bpsWhole)
	for i := range n - 1 {
		w.Share(share, from, uint16(percent(i)*bps))
		w.Sub(remainder, share)
		use(i, share)
	}
	use(n-1, remainder)
}

func (w *programmer) sellRoute(r *planRoute, amount contracts.Register) {
	for k := range r.hops {
		h := &r.hops[k]
		if k > 0 {
			amount = hopIn
			w.Load(amount, h.src)
		}
		last := k == len(r.hops)-1
		w.split(len(h.legs), amount, rest, part, func(i int) int { return h.legs[i].percent }, func(i int, amount contracts.Register) {
			w.sell(&h.legs[i], amount, last)
		})
	}
}

// flags of a pool instruction.
func (w *programmer) flags(l *planLeg, last bool) byte {
	var flags byte
	if *l.Direction {
		flags |= contracts.PoolZeroForOne
	}
	if last && !w.native() {
		flags |= contracts.PoolToCaller
	}
	if l.exchange == UniswapV3 {
		flags |= contracts.PoolUniswapV3
	}
	return flags
}

// feeBps is the fee of a constant-product pool in basis points.
func (l *planLeg) feeBps() uint16 {
	if l.exchange == UniswapV3 {
		return 0
	}
	return uint16(l.Fee / 100)
}

const insertAllow = contracts.CallInsert | contracts.CallAllow

func (w *programmer) sell(l *planLeg, amount contracts.Register, last bool) {
	switch l.exchange {
	case UniswapV2, UniswapV2Fork, UniswapV3:
		w.Pool(part, amount, w.flags(l, last), l.pool, l.src, l.feeBps())
	case CurveV1:
		w.Call(amount, insertAllow, l.src, l.pool, exchangeAt, l.exchangeCall(new(big.Int)))
	case BalancerV2:
		w.Call(amount, insertAllow, l.src, *l.Vault, vaultAt, l.vaultCall(givenIn, new(big.Int), w.executor))
	case LimitOrders:
		fill := rfqABI.PackTryBatchFillOrderTakerAmount(l.orders(), new(big.Int), w.executor)
		w.fill(l, amount, fill, func() { w.sell(l.fallback, amount, last) })
	}
}

// fill fills orders or, where that fails, turns to the leg's fallback if it has one.
func (w *programmer) fill(l *planLeg, amount contracts.Register, call []byte, otherwise func()) {
	if l.fallback == nil {
		w.Call(amount, insertAllow, l.src, w.rfq, fillAt, call)
		return
	}
	w.Try(amount, insertAllow, l.src, w.rfq, fillAt, call, otherwise)
}

// finish hands the output over.
func (w *programmer) finish() []byte {
	if w.native() {
		w.Load(whole, w.weth)
		w.Call(whole, contracts.CallInsert, common.Address{}, w.weth, 4, wrappedABI.PackWithdraw(new(big.Int)))
	}
	w.Give(w.plan.dest)
	return w.Bytes()
}

// purchase buys AmountOut. Each route is walked backwards to ask what each hop costs, then forwards to swap. What the last hops buy is fixed; a
// native input is wrapped whole and what is left unwrapped.
func (w *programmer) purchase() []byte {
	w.Program = contracts.NewProgram(true)
	src := w.plan.routes[0].hops[0].src
	if w.plan.wrapOnly() {
		if w.plan.src == api.NativeToken {
			w.Call(contracts.AmountOut, contracts.CallValue, common.Address{}, w.weth, 0, wrappedABI.PackDeposit())
		} else {
			w.Call(contracts.AmountOut, contracts.CallInsert, common.Address{}, w.weth, 4, wrappedABI.PackWithdraw(new(big.Int)))
		}
		w.Give(w.plan.src)
		w.Give(w.plan.dest)
		return w.Bytes()
	}
	if w.plan.src == api.NativeToken {
		w.Call(contracts.AmountIn, contracts.CallValue, common.Address{}, w.weth, 0, wrappedABI.PackDeposit())
	}
	for i := range w.plan.routes {
		w.buyRoute(&w.plan.routes[i])
	}
	if w.plan.src == api.NativeToken {
		w.Load(whole, src)
		w.Call(whole, contracts.CallInsert, common.Address{}, w.weth, 4, wrappedABI.PackWithdraw(new(big.Int)))
	}
	w.Give(w.plan.src)
	return w.finish()
}

func (w *programmer) buyRoute(r *planRoute) {
	first := make([]contracts.Register, len(r.hops))
	next := legRegisters
	for k := range r.hops {
		first[k] = next
		next += contracts.Register(len(r.hops[k].legs))
	}
	for k := len(r.hops) - 1; k >= 0; k-- {
		h := &r.hops[k]
		if k == len(r.hops)-1 {
			for i := range h.legs {
				w.Set(first[k]+contracts.Register(i), h.legs[i].out)
			}
		} else {
			w.divide(h, first[k])
		}
		if k > 0 {
			w.askHop(h, first[k])
		}
	}
	for k := range r.hops {
		for i := range r.hops[k].legs {
			w.buy(&r.hops[k].legs[i], first[k]+contracts.Register(i), k == len(r.hops)-1)
		}
		// A stable pool may pay a little more than the next hop needs.
		if h := &r.hops[k-min(k, 1)]; k > 0 && slices.ContainsFunc(h.legs, func(l planLeg) bool { return l.exchange == CurveV1 }) {
			w.Back(h.dest)
		}
	}
}

// divide puts what each leg of a hop buys into its register.
func (w *programmer) divide(h *planHop, first contracts.Register) {
	last := first + contracts.Register(len(h.legs)-1)
	w.Share(last, hopIn, bpsWhole)
	for i := range len(h.legs) - 1 {
		w.Share(first+contracts.Register(i), hopIn, uint16(h.legs[i].percent*bps))
		w.Sub(last, first+contracts.Register(i))
	}
}

// askHop puts what all legs of a hop cost into hopIn.
func (w *programmer) askHop(h *planHop, first contracts.Register) {
	for i := range h.legs {
		to := part
		if i == 0 {
			to = hopIn
		}
		l, amount := &h.legs[i], first+contracts.Register(i)
		switch l.exchange {
		case CurveV1:
			w.cost(to, amount, l)
		case BalancerV2:
			query := vaultABI.PackQueryBatchSwap(givenOut, l.vaultStep(new(big.Int)), []common.Address{l.src, l.dest}, funds(w.executor))
			w.Ask(to, amount, *l.Vault, queryAt, queryFrom, query)
		default:
			w.Pool(to, amount, w.flags(l, false)|contracts.PoolExactOut|contracts.PoolAsk, l.pool, l.src, l.feeBps())
		}
		if i > 0 {
			w.Add(hopIn, part)
		}
	}
}

// cost puts into a register what a stable pool asks for an amount.
func (w *programmer) cost(to, amount contracts.Register, l *planLeg) {
	w.Cost(to, amount, l.pool, byte(*l.I), byte(*l.J), l.in)
}

func (w *programmer) buy(l *planLeg, amount contracts.Register, last bool) {
	switch l.exchange {
	case UniswapV2, UniswapV2Fork, UniswapV3:
		w.Pool(part, amount, w.flags(l, last)|contracts.PoolExactOut, l.pool, l.src, l.feeBps())
	case CurveV1:
		w.cost(part, amount, l)
		w.Call(part, insertAllow, l.src, l.pool, exchangeAt, l.exchangeCall(new(big.Int)))
	case BalancerV2:
		w.Call(amount, insertAllow, l.src, *l.Vault, vaultAt, l.vaultCall(givenOut, new(big.Int), w.executor))
	case LimitOrders:
		fill := rfqABI.PackTryBatchFillOrderMakerAmount(l.orders(), new(big.Int), w.executor)
		w.fill(l, amount, fill, func() { w.buy(l.fallback, amount, last) })
	}
}
