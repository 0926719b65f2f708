package pool

import (
	"errors"

	"github.com/holiman/uint256"
)

// Kind is the family of pool contracts whose arithmetic a Pool repeats.
type Kind uint8

// The kinds of pool.
const (
	KindProduct Kind = iota
	KindConcentrated
	KindStable
	KindWeighted
	KindOrder
	KindModule // no Pool, see Module
	KindComposable
	KindWrapper
	KindVault
	KindSolidly
	KindCrypto
	KindTricrypto // of exchanges, a KindCrypto
	KindBins
)

// String is the kind's name in price routes and logs.
func (k Kind) String() string {
	return [...]string{"constantProduct", "concentrated", "stable", "weighted", "order",
		"module", "composableStable", "wrapper", "vault", "solidly", "crypto",
		"tricrypto", "bins"}[k]
}

// MaxCoins is the largest number of tokens that any kind of pool holds.
const MaxCoins = 8

// Errors of quotes. A quote that would revert on chain, or that the contract would fill only in
// part, is an error.
var (
	ErrZero      = errors.New("amount is zero or buys nothing")
	ErrLiquidity = errors.New("amount exceeds the liquidity of the pool")
	ErrCoin      = errors.New("pool does not trade this pair of tokens")
)

// Quote is the exact outcome of one swap, in raw units of the tokens.
type Quote struct {
	In    uint256.Int // what the pool is paid, fee included
	Out   uint256.Int // what the pool pays
	Ticks int         // initialised ticks crossed (concentrated liquidity)
	Gas   uint64      // estimate for the swap call alone
}

// Pool is the immutable state of one pool at one block. Tokens are named by their position in the
// pool.
//
// ExactIn and ExactOut move s to the state after the swap; on an error they leave it as it was.
// They do not allocate. The State must come from Init of the same pool.
type Pool interface {
	Kind() Kind
	Coins() int
	// Init sets s to the state at the pool's block.
	Init(s *State)
	// ExactIn sells amount of token in.
	ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error)
	// ExactOut buys amount of token out for the least input that the contract accepts. The pool may
	// pay a few units more than asked where the contract knows no exact output (stable, order).
	ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error)
	// Arbitrage sets a to what trading with the pool at its block's state earns most where the
	// tokens have these prices for a raw unit; those without one (0) are not traded.
	Arbitrage(price *[MaxCoins]float64, a *Arbitrage)
	// Feeless is Arbitrage as it would be without the pool's fee. With the fee, the pool trades as
	// if it had none and prices of its own inside, each between least and most times what it is
	// outside: at least where the token is taken out, at most where it is put in. Of a fee that
	// moves with the balances, it is without what the fee is at the state of the pool's block.
	Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64)
	// Curve describes the market at s for guiding a search. No amount may be derived from it.
	Curve(s *State, in, out int) Curve
}

// State is where a pool stands after the swaps applied to it. It is a plain value: copying it saves
// it.
type State struct {
	v [MaxCoins + 1]uint256.Int // balances and their invariant, or the square root of the price
	// position between initialised ticks (concentrated), order that is filled next
	pos int
}

// Curve approximates output as a function of input x in raw units: Price·x/(1 + x/Depth) for x up
// to Limit. Price is what the pool pays at the margin, fee included; Depth is exact to second order
// at x = 0, and for several orders at x = Limit. The zero Curve trades nothing.
type Curve struct {
	Price, Depth, Limit float64
}

// Out is the approximate output for an input of x, 0 beyond the limit.
func (c Curve) Out(x float64) float64 {
	if x > c.Limit {
		return 0
	}
	return c.Price * x / (1 + x/c.Depth)
}

// In is the approximate input for an output of y, -1 where the pool cannot pay it.
func (c Curve) In(y float64) float64 {
	if y >= c.Price*c.Depth {
		return -1
	}
	x := y / (c.Price - y/c.Depth)
	if x > c.Limit {
		return -1
	}
	return x
}

// checkPair refuses positions that are equal or outside a pool of n coins.
func checkPair(in, out, n int) error {
	if in == out || in < 0 || out < 0 || in >= n || out >= n {
		return ErrCoin
	}
	return nil
}
