package calldata

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/router"
)

// Method is a function of the swap contracts.
type Method struct {
	Name    string
	Version api.SwapVersion
	Side    api.Side
	// General methods take fees and pay any receiver; the others trade on one exchange and do
	// neither.
	General bool
	// Shapes are what searches look for so that the method can perform the result, the widest
	// first.
	Shapes []Shape
	// gas is what the method costs beside its legs, legGas what each leg costs beside the pool,
	// both against the cheapest; as measured on the local network.
	gas, legGas int
	// avoid is what more gas another method may cost and be preferred.
	avoid int
	// executed says that the executor performs it, beside the swap contract
	executed bool
	fits     func(*Plan) bool
	pack     func(*Plan, *Terms) []byte
}

// idle tells whether the method trades on exchanges of which there are none here.
func (m *Method) idle() bool {
	return m.Shapes[0].Limits != (router.Limits{}) && m.Shapes[0].Limits.Legs == 1 &&
		len(m.Shapes[0].Only) == 0
}

// Executed tells whether the executor of version 6.2 performs it, beside the swap contract.
func (m *Method) Executed() bool { return m.executed }

// Fits tells whether the method can perform a plan.
func (m *Method) Fits(p *Plan) bool { return m.fits(p) }

// Pack returns the call's data.
func (m *Method) Pack(p *Plan, t *Terms) []byte { return m.pack(p, t) }

// Avoid is how much more gas another method may cost and be preferred to this one.
func (m *Method) Avoid() int { return m.avoid }

// Gas is what the method costs for a plan beside what the plan's pools take: methods that can
// perform the same one are compared by it.
func (m *Method) Gas(p *Plan) int {
	legs := 0
	for _, r := range p.Routes {
		for _, h := range r.Hops {
			legs += len(h.Legs)
		}
	}
	return m.LegsGas(legs) - m.coinSavings(p)
}

// What a pool of the native coin takes less than others: nothing is taken by allowance, and where
// the coin is the user's own, nothing is wrapped before or unwrapped after; as measured on the
// local network.
const (
	allowanceGas = 10_000
	wrapGas      = 30_000
	unwrapGas    = 20_000
)

// coinSavings is what the method costs less since pools take and pay the native coin. The executor
// has it wrapped everywhere else.
func (m *Method) coinSavings(p *Plan) (gas int) {
	wraps, allowance := m.executed, allowanceGas
	if !wraps {
		allowance = max(allowance, m.legGas) // which are approvals, where they are more
	}
	for _, r := range p.Routes {
		for k, h := range r.Hops {
			in, out := coins(h.Legs)
			gas += in * allowance
			if k == 0 && isNative(p.Src) && !wraps {
				gas += in * wrapGas
			}
			if k == len(r.Hops)-1 && isNative(p.Dest) && !wraps {
				gas += out * unwrapGas
			}
		}
	}
	return gas
}

// LegsGas is what the method costs, beside the pools, for so many legs.
func (m *Method) LegsGas(legs int) int { return m.gas + legs*m.legGas }

// Methods lists the methods of both versions whose contracts are there.
func (e *Encoder) Methods() (list []Method) {
	if e.Contracts.AugustusV6 != (common.Address{}) {
		list = append(list, e.methods6()...)
	}
	if e.Contracts.AugustusSwapper != (common.Address{}) {
		list = slices.Concat(list, e.direct5(), e.methods5())
	}
	if !e.StableByUint256 {
		list = slices.DeleteFunc(list,
			func(m Method) bool { return m.Name == "directCurveV2Swap" })
	}
	return list
}

// Shape narrows a search.
type Shape struct {
	Limits router.Limits
	Only   []string // exchanges; empty is all
}

// Covers tells whether every result of other could be one of s.
func (s Shape) Covers(other Shape) bool {
	within := func(a, b int) bool { return a == 0 || b != 0 && b <= a }
	for _, e := range other.Only {
		if len(s.Only) > 0 && !slices.Contains(s.Only, e) {
			return false
		}
	}
	return (len(s.Only) == 0 || len(other.Only) > 0) &&
		within(s.Limits.Tokens, other.Limits.Tokens) &&
		within(s.Limits.Routes, other.Limits.Routes) &&
		within(s.Limits.Legs, other.Limits.Legs) &&
		within(s.Limits.RouteLegs, other.Limits.RouteLegs)
}

var (
	anything  = Shape{}
	oneRoute  = Shape{Limits: router.Limits{Routes: 1}}
	oneHop    = Shape{Limits: router.Limits{Tokens: 2, Routes: 1}}
	purchases = Shape{Limits: router.Limits{RouteLegs: maxRouteLegs}}
	chainOf   = func(only ...string) Shape {
		return Shape{Limits: router.Limits{Routes: 1, Legs: 1}, Only: only}
	}
	oneLeg = func(only ...string) Shape {
		return Shape{Limits: router.Limits{Tokens: 2, Routes: 1, Legs: 1}, Only: only}
	}
)
