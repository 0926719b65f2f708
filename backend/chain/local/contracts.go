package local

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Addresses tells what the local network has where.
type Addresses struct {
	Contracts api.Contracts
	Tokens    []api.Token
}

// deployment returns the steps and what they make.
func deployment(accounts []common.Address) (*plan, Addresses) {
	p := &plan{deployer: address(deployerKey())}
	var a Addresses
	a.Contracts.WrappedNative = p.create("the wrapped coin", created(contracts.WrappedNativeMetaData.Bin, contracts.NewWrappedNative().PackConstructor("Wrapped Ether", "WETH")))
	p.call("wrap", a.Contracts.WrappedNative, big.NewInt(1000), contracts.NewWrappedNative().PackDeposit())
	return p, a
}

// created returns the data of a creation: code, then arguments.
func created(bin string, arguments []byte) []byte { return append(common.FromHex(bin), arguments...) }
