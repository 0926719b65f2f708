package calldata

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// What pools of later exchanges are called by, which only the executor can.
const (
	pairAsks     = "getAmountOut(uint256,address)"
	cryptoAsks   = "get_dy(uint256,uint256,uint256)"
	cryptoTrades = "exchange(uint256,uint256,uint256,uint256)"
	binsAsk      = "getSwapIn(uint128,bool)"
	binsTrade    = "swap(bool,address)"
	transfers    = "transfer(address,uint256)"
)

// Where the calls have the amount.
const (
	firstAt    = 4
	secondAt   = 4 + 32
	thirdAt    = 4 + 2*32
	noAmountAt = 0
)

// paysMore tells whether a purchase on the pool may bring a little more than was asked for, since
// its contract knows only sales.
func (l *Leg) paysMore() bool {
	switch l.like {
	case api.CurveV1, api.WstETH, api.ERC4626, api.Solidly, api.CurveV2, api.LiquidityBook:
		return true
	}
	return false
}

// heldPool is the pool as the executor needs it, and how it is swapped on. Its first token is the
// one that the direction says goes in.
func (w *programmer) heldPool(l *Leg, last bool) (h contracts.HeldPool, flags byte) {
	in, out := l.Src, l.Dest
	if l.CoinIn {
		in = common.Address{}
	}
	if l.CoinOut {
		out = common.Address{}
	}
	h = contracts.HeldPool{Manager: l.Pool, Token0: in, Token1: out, Fee: l.Fee,
		Spacing: l.Spacing}
	if !*l.Direction {
		h.Token0, h.Token1 = out, in
	}
	if l.Vault != nil {
		h.Manager, h.Infinity = *l.Vault, l.Pool
	}
	flags = w.flags(l, last)
	if l.CoinOut {
		flags &^= contracts.PoolToCaller
	}
	return h, flags
}

// sellHeld sells on a pool that a manager holds.
func (w *programmer) sellHeld(l *Leg, amount contracts.Register, last bool) {
	if l.CoinIn {
		w.unwrapCoin(amount)
	}
	h, flags := w.heldPool(l, last)
	w.Held(part, amount, flags, h)
	w.wrapPaid(l, last)
}

// wrapPaid wraps what a pool paid of the native coin, unless that is what the user wants.
func (w *programmer) wrapPaid(l *Leg, last bool) {
	if l.CoinOut && !(last && w.native()) {
		w.Load(part, api.NativeToken)
		w.wrapCoin(part)
	}
}

// buyHeld buys on such a pool. What it costs of the native coin is unwrapped before.
func (w *programmer) buyHeld(l *Leg, amount contracts.Register, last bool) {
	h, flags := w.heldPool(l, last)
	if l.CoinIn {
		w.Held(part, amount, flags|contracts.PoolExactOut|contracts.PoolAsk, h)
		w.unwrapCoin(part)
	}
	w.Held(part, amount, flags|contracts.PoolExactOut, h)
	w.wrapPaid(l, last)
}

func (w *programmer) heldCost(to, amount contracts.Register, l *Leg) {
	h, flags := w.heldPool(l, false)
	w.Held(to, amount, flags|contracts.PoolExactOut|contracts.PoolAsk, h)
}

// kept swaps on a pool in the vault of Balancer's third version.
func (w *programmer) kept(to, amount contracts.Register, l *Leg, flags byte) {
	w.Kept(to, amount, flags, *l.Vault, l.Pool, l.Src, l.Dest)
}

// pairCost puts into a register what a pair of Solidly must be paid for an amount.
func (w *programmer) pairCost(to, amount contracts.Register, l *Leg) {
	w.Find(to, amount, l.Pool, firstAt, 0, l.In, pack(pairAsks, 0, l.Src))
}

// trade sells an amount of a coin on a pool of Curve's later kind.
func (w *programmer) trade(l *Leg, amount contracts.Register) {
	w.Call(amount, insertAllow, l.Src, l.Pool, thirdAt, pack(cryptoTrades, *l.I, *l.J, 0, 0))
}

func (w *programmer) tradeCost(to, amount contracts.Register, l *Leg) {
	w.Find(to, amount, l.Pool, thirdAt, 0, l.In, pack(cryptoAsks, *l.I, *l.J, 0))
}

// sellBins pays a pair of the Liquidity Book, which sells what it was paid.
func (w *programmer) sellBins(l *Leg, amount contracts.Register, last bool) {
	to := w.executor
	if last && !w.native() {
		to = w.swapper
	}
	w.Call(amount, contracts.CallInsert, common.Address{}, l.Src, secondAt,
		pack(transfers, l.Pool, 0))
	w.Call(amount, 0, common.Address{}, l.Pool, noAmountAt, pack(binsTrade, *l.Direction, to))
}

func (w *programmer) binsCost(to, amount contracts.Register, l *Leg) {
	w.Ask(to, amount, l.Pool, firstAt, 0, pack(binsAsk, 0, *l.Direction))
}
