package calldata

import (
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"

	"bourse/backend/contracts"
)

// Errors are the ABIs whose custom errors tell why a swap reverts.
func Errors() []*abi.ABI {
	var list []*abi.ABI
	for _, meta := range []*bind.MetaData{
		&contracts.AugustusV6MetaData, &contracts.AugustusV6GenericMetaData,
		&contracts.AugustusV6RFQMetaData, &contracts.ExecutorMetaData,
		&contracts.FeeVaultMetaData,
	} {
		if parsed, err := meta.ParseABI(); err == nil { // the bindings are made from valid ABIs
			list = append(list, parsed)
		}
	}
	return list
}
