package calldata

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Encoder writes the calls of one network's swap contracts. Methods of contracts whose address is
// zero are left out.
type Encoder struct {
	Contracts contracts.SwapAddresses
	// Like are the names of exchanges, to the one of api whose pools theirs are like. Names that
	// are not there stand for themselves.
	Like    map[string]string
	RFQ     common.Address // of limit orders
	Wrapped common.Address // ERC-20 of the native coin
	// StableByUint256 says that stable pools take the positions of coins as uint256 too, as newer
	// pools of another kind do elsewhere.
	StableByUint256 bool
	// Executed are the names of exchanges that only an executor can trade on, Recent those of them
	// that the executor of before can't.
	Executed, Recent map[string]bool
	// Executor is the executor that stands on the chain, and whether it is the one of now.
	Executor func() (at common.Address, now bool)
	// Taxed tells whether a token keeps a part of every transfer.
	Taxed func(token common.Address) bool
}

// Beyond are the exchanges that no method of a version can trade on, as the executor is.
func (e *Encoder) Beyond(v api.SwapVersion) (names []string) {
	_, now := e.Executor()
	for name, executed := range e.Executed {
		if executed && (v == api.Version5 || e.Recent[name] && !now) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// within tells whether an executor can trade on all exchanges of a plan.
func (e *Encoder) within(p *Plan) bool {
	if _, now := e.Executor(); now {
		return true
	}
	for _, r := range p.Routes {
		for _, h := range r.Hops {
			if slices.ContainsFunc(h.Legs, func(l Leg) bool { return e.Recent[l.Exchange] }) {
				return false
			}
		}
	}
	return true
}

// named are the exchanges whose pools are like those of one of api, in the order of the alphabet.
func (e *Encoder) named(model string) (names []string) {
	for name, like := range e.Like {
		if like == model {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// like is the exchange of api whose pools those of an exchange are like.
func (e *Encoder) like(name string) string {
	if model, ok := e.Like[name]; ok {
		return model
	}
	return name
}
