package deploy

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/triedb"
	"github.com/holiman/uint256"

	"bourse/backend/contracts"
)

// Margin over what a step used in memory, in percent: storage that others touched costs otherwise.
const gasMargin = 125

// aLot is what the deployer has in memory, in wei.
var aLot = new(uint256.Int).Lsh(uint256.NewInt(1), 128)

// estimate sets the gas of each step of a plan to what it uses on an empty chain in memory, with a
// margin. Nothing of a plan relies on what others deployed.
func estimate(p *contracts.Plan, chainID uint64) error {
	config := *params.MergedTestChainConfig
	config.ChainID = new(big.Int).SetUint64(chainID)
	empty, err := state.New(types.EmptyRootHash,
		state.NewDatabase(triedb.NewDatabase(rawdb.NewMemoryDatabase(), nil), nil))
	if err != nil {
		return err
	}
	empty.SetBalance(p.Deployer, aLot, tracing.BalanceChangeUnspecified)
	for i := range p.Steps {
		used, err := execute(&config, empty, p, i)
		if err != nil {
			return fmt.Errorf("%s would fail: %w", p.Steps[i].What, err)
		}
		p.Steps[i].Gas = used * gasMargin / 100
	}
	return nil
}

// execute runs step i of a plan and returns what it uses.
func execute(config *params.ChainConfig, on *state.StateDB, p *contracts.Plan, i int) (uint64,
	error) {
	const limit = 30_000_000
	s := p.Steps[i]
	cfg := runtime.Config{ChainConfig: config, State: on, Origin: p.Deployer, Value: s.Value,
		GasLimit: limit, BlockNumber: big.NewInt(1), Time: 1_700_000_000}
	value := uint256.MustFromBig(s.Value)
	rules := config.Rules(cfg.BlockNumber, true, cfg.Time)
	fixed, err := core.IntrinsicGas(s.Data, nil, nil, p.Deployer, s.To, value, rules)
	if err != nil {
		return 0, err
	}
	least, err := core.FloorDataGas(rules, p.Deployer, s.To, value, s.Data, nil)
	if err != nil {
		return 0, err
	}
	var left uint64
	if s.To == nil {
		_, _, left, err = runtime.Create(s.Data, &cfg)
	} else {
		on.SetNonce(p.Deployer, uint64(i)+1, tracing.NonceChangeUnspecified)
		_, left, err = runtime.Call(*s.To, s.Data, &cfg)
	}
	on.Finalise(rules)
	return max(fixed+limit-left, least), err
}
