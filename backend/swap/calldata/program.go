package calldata

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

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
	farFuture = 1 << 40
	givenIn   = 0
	givenOut  = 1
)

// maxUint is the limit that never binds.
func maxUint() *big.Int { return api.MaxAmount.Big() }

// programmer writes the executor's programs.
type programmer struct {
	*contracts.Program
	plan     *Plan
	executor common.Address
	swapper  common.Address // the swap contract
	rfq      common.Address
	weth     common.Address
}

// native tells whether the output is unwrapped here.
func (w *programmer) native() bool { return w.plan.Dest == api.NativeToken }

// sale sells AmountIn along the plan's routes. Shares are rounded as the router rounds them, the
// last of each split taking what is left.
func (w *programmer) sale() []byte {
	w.Program = contracts.NewProgram(false)
	src := w.plan.Routes[0].Hops[0].Src
	all := contracts.AmountIn
	switch {
	case w.plan.Src == api.NativeToken:
		w.wrapCoin(all)
	case w.plan.srcTaxed:
		all = whole
		w.Load(all, src)
	}
	if w.plan.WrapOnly() {
		return w.finish()
	}
	w.split(len(w.plan.Routes), all, left, hopIn,
		func(i int) int { return w.plan.Routes[i].Share },
		func(i int, amount contracts.Register) {
			w.sellRoute(&w.plan.Routes[i], amount)
		})
	return w.finish()
}

// split hands parts of a register to parts: shares in basis points, and what is left for the
// last.
func (w *programmer) split(n int, from, remainder, share contracts.Register, bps func(int) int,
	use func(int, contracts.Register)) {
	if n == 1 {
		use(0, from)
		return
	}
	w.Share(remainder, from, api.BPS)
	for i := range n - 1 {
		w.Share(share, from, uint16(bps(i)))
		w.Sub(remainder, share)
		use(i, share)
	}
	use(n-1, remainder)
}

func (w *programmer) sellRoute(r *Route, amount contracts.Register) {
	for k := range r.Hops {
		h := &r.Hops[k]
		if k > 0 {
			amount = hopIn
			w.Load(amount, h.Src)
		}
		last := k == len(r.Hops)-1
		w.split(len(h.Legs), amount, rest, part, func(i int) int { return h.Legs[i].Share },
			func(i int, amount contracts.Register) {
				w.sell(&h.Legs[i], amount, last)
			})
	}
}

// flags of a pool instruction.
func (w *programmer) flags(l *Leg, last bool) byte {
	flags := w.toCaller(last)
	if *l.Direction {
		flags |= contracts.PoolZeroForOne
	}
	if l.like == api.UniswapV3 {
		flags |= contracts.PoolUniswapV3
	}
	return flags
}

// toCaller is the flag that has a route's last pool pay the swap contract.
func (w *programmer) toCaller(last bool) byte {
	if last && !w.native() {
		return contracts.PoolToCaller
	}
	return 0
}

// feeBps is the fee of a constant-product pool in basis points.
func (l *Leg) feeBps() uint16 {
	if l.like == api.UniswapV3 {
		return 0
	}
	return uint16(l.Fee / 100)
}

const insertAllow = contracts.CallInsert | contracts.CallAllow

func (w *programmer) sell(l *Leg, amount contracts.Register, last bool) {
	switch l.like {
	case api.UniswapV2, api.UniswapV3:
		w.Pool(part, amount, w.flags(l, last), l.Pool, l.Src, l.feeBps())
	case api.CurveV1:
		w.exchange(l, amount)
	case api.BalancerV2:
		w.Call(amount, insertAllow, l.Src, *l.Vault, contracts.VaultSwapAmountAt,
			l.vaultCall(givenIn, new(big.Int), w.executor))
	case api.WstETH:
		w.wrap(l, amount)
	case api.ERC4626:
		w.deposit(l, amount)
	case api.UniswapV4:
		w.sellHeld(l, amount, last)
	case api.Solidly:
		w.Pair(part, amount, w.flags(l, last), l.Pool, l.Src)
	case api.CurveV2:
		w.trade(l, amount)
	case api.BalancerV3:
		w.kept(part, amount, l, w.toCaller(last))
	case api.LiquidityBook:
		w.sellBins(l, amount, last)
	case api.LimitOrders:
		fill := rfqABI.PackTryBatchFillOrderTakerAmount(l.orders(), new(big.Int), w.executor)
		w.fill(l, amount, fill, func() { w.sell(l.instead, amount, last) })
	}
}

// exchange sells a register's amount of the wrapped coin or a token on a stable pool. Where the
// pool has the native coin, it is unwrapped before, or wrapped after.
func (w *programmer) exchange(l *Leg, amount contracts.Register) {
	flags, data := insertAllow, l.exchangeCall(new(big.Int))
	if l.CoinIn {
		w.unwrapCoin(amount)
		flags = contracts.CallInsert | contracts.CallValue
	}
	w.Call(amount, flags, l.Src, l.Pool, contracts.StableAmountAt, data)
	if l.CoinOut {
		w.Load(part, api.NativeToken)
		w.wrapCoin(part)
	}
}

// wrapCoin wraps a register's amount of the native coin, unwrapCoin does the opposite.
func (w *programmer) wrapCoin(amount contracts.Register) {
	w.Call(amount, contracts.CallValue, common.Address{}, w.weth, 0, wrappedABI.PackDeposit())
}

func (w *programmer) unwrapCoin(amount contracts.Register) {
	w.Call(amount, contracts.CallInsert, common.Address{}, w.weth, contracts.UnwrapAmountAt,
		wrappedABI.PackWithdraw(new(big.Int)))
}

// fill fills orders or, where that fails, turns to the leg's fallback if it has one.
func (w *programmer) fill(l *Leg, amount contracts.Register, call []byte, otherwise func()) {
	if l.instead == nil {
		w.Call(amount, insertAllow, l.Src, w.rfq, contracts.OrdersAmountAt, call)
		return
	}
	w.Try(amount, insertAllow, l.Src, w.rfq, contracts.OrdersAmountAt, call, otherwise)
}

// finish hands the output over.
func (w *programmer) finish() []byte {
	if w.native() {
		w.Load(whole, w.weth)
		w.unwrapCoin(whole)
	}
	w.Give(w.plan.Dest)
	return w.Bytes()
}

// purchase buys AmountOut. Each route is walked backwards to ask what each hop costs, then forwards
// to swap. What the last hops buy is fixed; a native input is wrapped whole and what is left
// unwrapped.
func (w *programmer) purchase() []byte {
	w.Program = contracts.NewProgram(true)
	src := w.plan.Routes[0].Hops[0].Src
	if w.plan.WrapOnly() {
		if w.plan.Src == api.NativeToken {
			w.wrapCoin(contracts.AmountOut)
		} else {
			w.unwrapCoin(contracts.AmountOut)
		}
		w.Give(w.plan.Src)
		w.Give(w.plan.Dest)
		return w.Bytes()
	}
	if w.plan.Src == api.NativeToken {
		w.wrapCoin(contracts.AmountIn)
	}
	for i := range w.plan.Routes {
		w.buyRoute(&w.plan.Routes[i])
	}
	if w.plan.Src == api.NativeToken {
		w.Load(whole, src)
		w.unwrapCoin(whole)
	}
	w.Give(w.plan.Src)
	return w.finish()
}

func (w *programmer) buyRoute(r *Route) {
	first := make([]contracts.Register, len(r.Hops))
	next := legRegisters
	for k := range r.Hops {
		first[k] = next
		next += contracts.Register(len(r.Hops[k].Legs))
	}
	for k := len(r.Hops) - 1; k >= 0; k-- {
		h := &r.Hops[k]
		if k == len(r.Hops)-1 {
			for i := range h.Legs {
				w.Set(first[k]+contracts.Register(i), h.Legs[i].toAsk())
			}
		} else {
			w.divide(h, first[k])
		}
		if k > 0 {
			w.askHop(h, first[k])
		}
	}
	for k := range r.Hops {
		for i := range r.Hops[k].Legs {
			w.buy(&r.Hops[k].Legs[i], first[k]+contracts.Register(i), k == len(r.Hops)-1)
		}
		// Some pools may pay a little more than the next hop needs.
		if h := &r.Hops[k-min(k, 1)]; k > 0 &&
			slices.ContainsFunc(h.Legs, func(l Leg) bool { return l.paysMore() }) {
			w.Back(h.Dest)
		}
	}
}

// toAsk is what a leg has to ask its pool for to get what it buys.
func (l *Leg) toAsk() *big.Int {
	if l.Told != nil {
		return l.Told.Big()
	}
	return new(big.Int).Add(l.Out, new(big.Int).SetUint64(l.Loss))
}

// divide puts what each leg of a hop asks for into its register.
func (w *programmer) divide(h *Hop, first contracts.Register) {
	last := first + contracts.Register(len(h.Legs)-1)
	w.Share(last, hopIn, api.BPS)
	for i := range len(h.Legs) - 1 {
		w.Share(first+contracts.Register(i), hopIn, uint16(h.Legs[i].Share))
		w.Sub(last, first+contracts.Register(i))
	}
	for i := range h.Legs {
		more := h.Legs[i].Loss
		if h.Legs[i].Told != nil {
			more++
		}
		if more > 0 {
			w.Set(part, new(big.Int).SetUint64(more))
			w.Add(first+contracts.Register(i), part)
		}
	}
}

// askHop puts what all legs of a hop cost into hopIn.
func (w *programmer) askHop(h *Hop, first contracts.Register) {
	for i := range h.Legs {
		to := part
		if i == 0 {
			to = hopIn
		}
		l, amount := &h.Legs[i], first+contracts.Register(i)
		switch l.like {
		case api.CurveV1:
			w.cost(to, amount, l)
		case api.BalancerV2:
			query := vaultABI.PackQueryBatchSwap(
				givenOut, l.vaultStep(new(big.Int)), []common.Address{l.Src, l.Dest},
				funds(w.executor))
			w.Ask(to, amount, *l.Vault, contracts.VaultQueryAmountAt, contracts.VaultQueryCostFrom,
				query)
		case api.WstETH:
			w.wrapCost(to, amount, l)
		case api.ERC4626:
			w.depositCost(to, amount, l)
		case api.UniswapV4:
			w.heldCost(to, amount, l)
		case api.Solidly:
			w.pairCost(to, amount, l)
		case api.CurveV2:
			w.tradeCost(to, amount, l)
		case api.BalancerV3:
			w.kept(to, amount, l, contracts.PoolExactOut|contracts.PoolAsk)
		case api.LiquidityBook:
			w.binsCost(to, amount, l)
		default:
			w.Pool(to, amount, w.flags(l, false)|contracts.PoolExactOut|contracts.PoolAsk, l.Pool,
				l.Src, l.feeBps())
		}
		if i > 0 {
			w.Add(hopIn, part)
		}
	}
}

// cost puts into a register what a stable pool asks for an amount.
func (w *programmer) cost(to, amount contracts.Register, l *Leg) {
	w.Cost(to, amount, l.Pool, byte(*l.I), byte(*l.J), l.In)
}

// wrap wraps an amount, or unwraps it.
func (w *programmer) wrap(l *Leg, amount contracts.Register) {
	flags, call := insertAllow, wrapperABI.PackWrap(new(big.Int))
	if !*l.Direction {
		flags, call = contracts.CallInsert, wrapperABI.PackUnwrap(new(big.Int))
	}
	w.Call(amount, flags, l.Src, l.Pool, contracts.WrapAmountAt, call)
}

// wrapCost puts into a register what a wrapper must be given for an amount: a unit more than what
// it says that the amount is worth, which is rounded down.
func (w *programmer) wrapCost(to, amount contracts.Register, l *Leg) {
	worth := wrapperABI.PackGetStETHByWstETH(new(big.Int))
	if !*l.Direction {
		worth = wrapperABI.PackGetWstETHByStETH(new(big.Int))
	}
	w.Ask(to, amount, l.Pool, contracts.WrapAmountAt, 0, worth)
	w.Set(rest, big.NewInt(1))
	w.Add(to, rest)
}

// deposit deposits an amount in a vault, or redeems it.
func (w *programmer) deposit(l *Leg, amount contracts.Register) {
	flags, call := insertAllow, pack("deposit(uint256,address)", 0, w.executor)
	if !*l.Direction {
		flags = contracts.CallInsert
		call = pack("redeem(uint256,address,address)", 0, w.executor, w.executor)
	}
	w.Call(amount, flags, l.Src, l.Pool, contracts.WrapAmountAt, call)
}

// depositCost puts into a register what a vault says that an amount takes.
func (w *programmer) depositCost(to, amount contracts.Register, l *Leg) {
	asks := pack("previewMint(uint256)", 0)
	if !*l.Direction {
		asks = pack("previewWithdraw(uint256)", 0)
	}
	w.Ask(to, amount, l.Pool, contracts.WrapAmountAt, 0, asks)
}

// pack is a call with small numbers, addresses and truths. An amount that is written into it is 0
// until then.
func pack(function string, arguments ...any) []byte {
	data := crypto.Keccak256([]byte(function))[:4:4]
	for _, v := range arguments {
		var word common.Hash
		switch v := v.(type) {
		case common.Address:
			word = common.BytesToHash(v[:])
		case int:
			word = common.BigToHash(big.NewInt(int64(v)))
		case bool:
			if v {
				word[len(word)-1] = 1
			}
		}
		data = append(data, word[:]...)
	}
	return data
}

func (w *programmer) buy(l *Leg, amount contracts.Register, last bool) {
	switch l.like {
	case api.UniswapV2, api.UniswapV3:
		w.Pool(part, amount, w.flags(l, last)|contracts.PoolExactOut, l.Pool, l.Src, l.feeBps())
	case api.CurveV1:
		w.cost(part, amount, l)
		w.exchange(l, part)
	case api.BalancerV2:
		w.Call(amount, insertAllow, l.Src, *l.Vault, contracts.VaultSwapAmountAt,
			l.vaultCall(givenOut, new(big.Int), w.executor))
	case api.WstETH:
		w.wrapCost(part, amount, l)
		w.wrap(l, part)
	case api.ERC4626:
		w.depositCost(part, amount, l)
		w.deposit(l, part)
	case api.UniswapV4:
		w.buyHeld(l, amount, last)
	case api.Solidly:
		w.pairCost(part, amount, l)
		w.Pair(part, part, w.flags(l, last), l.Pool, l.Src)
	case api.CurveV2:
		w.tradeCost(part, amount, l)
		w.trade(l, part)
	case api.BalancerV3:
		w.kept(part, amount, l, w.toCaller(last)|contracts.PoolExactOut)
	case api.LiquidityBook:
		w.binsCost(part, amount, l)
		w.sellBins(l, part, last)
	case api.LimitOrders:
		fill := rfqABI.PackTryBatchFillOrderMakerAmount(l.orders(), new(big.Int), w.executor)
		w.fill(l, amount, fill, func() { w.buy(l.instead, amount, last) })
	}
}
