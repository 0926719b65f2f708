package local

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
)

const (
	gasLimit = 60_000_000
	// fixed, so that every local network starts from the same block; real time begins with the
	// first block after deployment
	genesisTime = 1_700_000_000
	accountCoin = 10_000     // whole coins of each account
	stockCoin   = 10_000_000 // whole coins of the deployer, who funds the rest
)

// genesis returns the first block: nothing but coins. Contracts follow by transactions (see
// deployment).
func genesis(accounts []common.Address, h House) *core.Genesis {
	config := *params.AllDevChainProtocolChanges // a copy: the library shares one
	config.ChainID = big.NewInt(api.LocalChainID)
	config.BogotaTime = nil // not final
	alloc := systemContracts()
	for _, a := range append(h.staff(), accounts...) {
		alloc[a] = types.Account{Balance: coins(accountCoin)}
	}
	alloc[address(DeployerKey())] = types.Account{Balance: coins(stockCoin)}
	return &core.Genesis{
		Config:     &config,
		Timestamp:  genesisTime,
		GasLimit:   gasLimit,
		BaseFee:    big.NewInt(params.InitialBaseFee),
		Difficulty: new(big.Int),
		Alloc:      alloc,
	}
}

// systemContracts returns the contracts without which a block is invalid, and the well-known
// factory. Those that keep old block hashes and beacon roots are left out: they would write state
// in every empty block, a hundred times the size of the block itself.
func systemContracts() types.GenesisAlloc {
	all := core.SystemContractAllocs()
	delete(all, params.BeaconRootsAddress)
	delete(all, params.HistoryStorageAddress)
	return all
}

// coins returns n whole coins in wei.
func coins(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(params.Ether)) }
