package swap

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/router"
)

// method is a function of the swap contracts.
type method struct {
	name    string
	version api.SwapVersion
	side    api.Side
	// plain methods take fees and pay any receiver; the others trade on one exchange and do neither.
	plain bool
	// gas is what the method costs beside its legs, legGas what each leg costs beside the pool, both against the cheapest; as measured on the
	// local network.
	gas, legGas int
	// shapes are what searches look for so that the method can perform the result, the widest first.
	shapes []shape
	fits   func(*plan) bool
	pack   func(*plan, *terms) []byte
}

// shape narrows a search.
type shape struct {
	limits router.Limits
	only   []string // exchanges; empty is all
}

// covers tells whether every result of other could be one of s.
func (s shape) covers(other shape) bool {
	within := func(a, b int) bool { return a == 0 || b != 0 && b <= a }
	for _, e := range other.only {
		if len(s.only) > 0 && !slices.Contains(s.only, e) {
			return false
		}
	}
	return (len(s.only) == 0 || len(other.only) > 0) && within(s.limits.Tokens, other.limits.Tokens) &&
		within(s.limits.Routes, other.limits.Routes) && within(s.limits.Legs, other.limits.Legs)
}

// terms are what a transaction adds to its plan.
type terms struct {
	from, to, quoted *big.Int // what is spent (at most) and got (at least), and the figure that surplus is counted from
	fee              *big.Int
	partner          common.Address
	receiver         common.Address // zero is the sender
	permit           []byte
	uuid             [16]byte
	deadline         *big.Int
}

// metadata of version 6.2: uuid ‖ block.
func (t *terms) metadata(block uint64) (word [32]byte) {
	copy(word[:16], t.uuid[:])
	new(big.Int).SetUint64(block).FillBytes(word[16:])
	return word
}

var (
	anything  = shape{}
	oneRoute  = shape{limits: router.Limits{Routes: 1}}
	oneHop    = shape{limits: router.Limits{Tokens: 2, Routes: 1}}
	purchases = shape{limits: router.Limits{Legs: maxRouteLegs / (router.MaxTokens - 1)}}
	chainOf   = func(only ...string) shape { return shape{limits: router.Limits{Routes: 1, Legs: 1}, only: only} }
	oneLeg    = func(only ...string) shape {
		return shape{limits: router.Limits{Tokens: 2, Routes: 1, Legs: 1}, only: only}
	}
)

// costFor compares methods by gas for a plan that both can perform.
func (m *method) costFor(p *plan) int {
	legs := 0
	for _, r := range p.routes {
		for _, h := range r.hops {
			legs += len(h.legs)
		}
	}
	return m.gas + legs*m.legGas
}

// allMethods lists every method.
func (s *Service) allMethods() []method { return append(s.methods6(), s.methods5()...) }

// allowed returns the methods that a request admits.
func (s *Service) allowed(r *api.PriceRequest) []method {
	var list []method
	for _, m := range s.methods {
		switch {
		case m.version != r.Version || m.side != r.Side:
		case len(r.IncludeMethods) > 0 && !slices.Contains(r.IncludeMethods, m.name):
		case slices.Contains(r.ExcludeMethods, m.name):
		case !m.plain && r.NoDirectMethods:
		default:
			list = append(list, m)
		}
	}
	return list
}

// method finds one by name.
func (s *Service) method(version api.SwapVersion, side api.Side, name string) *method {
	for i := range s.methods {
		if m := &s.methods[i]; m.name == name && m.version == version && m.side == side {
			return m
		}
	}
	return nil
}
