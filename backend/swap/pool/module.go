package pool

import (
	"errors"

	"github.com/holiman/uint256"
)

// Module is a peg stability module at a block: it sells and buys a stable coin, the gem, for dai at
// par plus or less a toll. It is no Pool: the one method of a swap contract that trades on it can
// do nothing else, so that no search passes it.
type Module struct {
	To18              uint256.Int // units of dai for a unit of the gem
	SellToll, BuyToll uint256.Int // of selling gems to it and buying them, with 18 decimals
	Dai, Gems         uint256.Int // that it can pay
}

// moduleGas is what a trade on a module takes.
const moduleGas = 34_000

// wad is 1 with 18 decimals, which no toll reaches of a module that trades.
var wad = *uint256.NewInt(1e18)

// ErrModule is of figures that no module has.
var ErrModule = errors.New("the stability module is not one whose arithmetic is known")

// NewModule checks a module's figures.
func NewModule(m Module) (*Module, error) {
	if m.To18.IsZero() || m.To18.Gt(&wad) {
		return nil, ErrModule
	}
	return &m, nil
}

// Toll is what the module keeps of a trade, with 18 decimals.
func (m *Module) Toll(sellsGem bool) uint256.Int {
	if sellsGem {
		return m.SellToll
	}
	return m.BuyToll
}

// ExactIn sells an amount below 2^128 to the module: gems, or dai for as many gems as it pays. In
// is what of it is taken.
func (m *Module) ExactIn(sellsGem bool, amount uint256.Int) (Quote, error) {
	if sellsGem {
		return m.trade(true, amount)
	}
	toll := m.Toll(false)
	if !toll.Lt(&wad) {
		return Quote{}, ErrLiquidity
	}
	var gems, per uint256.Int
	per.Add(&wad, &toll)
	per.Mul(&per, &m.To18)
	gems.Mul(&amount, &wad)
	gems.Div(&gems, &per)
	return m.trade(false, gems)
}

// ExactOut buys an amount below 2^128 from the module: gems, or dai for the fewest gems that bring
// it, which may be a little more.
func (m *Module) ExactOut(sellsGem bool, amount uint256.Int) (Quote, error) {
	if !sellsGem {
		return m.trade(false, amount)
	}
	toll := m.Toll(true)
	if !toll.Lt(&wad) {
		return Quote{}, ErrLiquidity
	}
	var gems, per, rest uint256.Int
	per.Sub(&wad, &toll)
	per.Mul(&per, &m.To18)
	gems.Mul(&amount, &wad)
	gems.DivMod(&gems, &per, &rest)
	if !rest.IsZero() {
		gems.AddUint64(&gems, 1)
	}
	return m.trade(true, gems)
}

// trade is what a number of gems is sold or bought for.
func (m *Module) trade(sellsGem bool, gems uint256.Int) (Quote, error) {
	toll := m.Toll(sellsGem)
	switch {
	case gems.IsZero():
		return Quote{}, ErrZero
	case !toll.Lt(&wad) || gems.BitLen() > 128:
		return Quote{}, ErrLiquidity
	}
	var value, kept uint256.Int
	value.Mul(&gems, &m.To18)
	kept.Mul(&value, &toll)
	kept.Div(&kept, &wad)
	q, has := Quote{In: gems, Out: gems, Gas: moduleGas}, m.Gems
	if sellsGem {
		q.Out.Sub(&value, &kept)
		has = m.Dai
	} else {
		q.In.Add(&value, &kept)
	}
	if q.Out.Gt(&has) || q.In.BitLen() > 128 {
		return Quote{}, ErrLiquidity
	}
	return q, nil
}
