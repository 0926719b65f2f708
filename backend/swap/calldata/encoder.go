package calldata

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

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
	// Taxed tells whether a token keeps a part of every transfer.
	Taxed func(token common.Address) bool
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
