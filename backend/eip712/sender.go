package eip712

import (
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// ErrNoNetwork is of a transaction for network 0, which there is none of.
var ErrNoNetwork = errors.New("the transaction is for network 0, which there is none of")

// Sender is the account that signed a transaction. One for any network, as from before EIP-155, is
// a stranger's to make like any other, and can be in a block of every network.
func Sender(tx *types.Transaction) (common.Address, error) {
	switch {
	case tx.Type() == types.LegacyTxType && !tx.Protected():
		return types.Sender(types.HomesteadSigner{}, tx)
	case tx.ChainId().Sign() <= 0:
		return common.Address{}, ErrNoNetwork
	}
	return types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
}
