package calldata

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// Encoder writes the calls of one network's swap contracts. Methods of contracts whose address is
// zero are left out.
type Encoder struct {
	Contracts contracts.SwapAddresses
	Products  []string       // names of the exchanges of constant-product pools
	RFQ       common.Address // of limit orders
	Wrapped   common.Address // ERC-20 of the native coin
	// StableByUint256 says that stable pools take the positions of coins as uint256 too, as newer
	// pools of another kind do elsewhere.
	StableByUint256 bool
	Modules         bool // there are stability modules to trade on
	// Taxed tells whether a token keeps a part of every transfer.
	Taxed func(token common.Address) bool
}
