package local

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
)

// Gas limits of deployment transactions, far above what they use.
const (
	createGas = 10_000_000
	callGas   = 1_000_000
)

// plan is the deployment: a list of transactions of one account, step i with nonce i. The account's
// nonce on chain therefore says where to go on after a crash or when a later version has added
// steps; and addresses follow from positions, so steps are only ever appended.
type plan struct {
	deployer common.Address
	steps    []step
}

type step struct {
	what  string          // for errors
	to    *common.Address // nil creates a contract
	value *big.Int
	data  []byte
	gas   uint64
}

// Create adds a contract and returns where it will be.
func (p *plan) Create(what string, code []byte) common.Address {
	a := crypto.CreateAddress(p.deployer, uint64(len(p.steps)))
	p.steps = append(p.steps, step{
		what: "create " + what, value: new(big.Int), data: code, gas: createGas})
	return a
}

// Call adds a call of a contract.
func (p *plan) Call(what string, to common.Address, data []byte) {
	p.pay(what, to, new(big.Int), data)
}

// pay adds a call of a contract that sends coins along.
func (p *plan) pay(what string, to common.Address, value *big.Int, data []byte) {
	p.steps = append(p.steps, step{what: what, to: &to, value: value, data: data, gas: callGas})
}

// create adds a call of a contract that creates another one.
func (p *plan) create(what string, to common.Address, data []byte) {
	p.steps = append(p.steps, step{
		what: what, to: &to, value: new(big.Int), data: data, gas: createGas})
}

// deploy runs the steps that are still to be done and tells how far it is.
func (c *Chain) deploy(ctx context.Context, p *plan, progress func(api.Progress)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		done, err := c.deployed(p.deployer)
		if err != nil || done >= len(p.steps) {
			return err
		}
		progress(api.Progress{What: "deploying the contracts", Done: done, Total: len(p.steps),
			Unit: "transactions"})
		if err := c.deploySome(ctx, p, done); err != nil {
			return err
		}
	}
}

// deployed returns how many steps are done.
func (c *Chain) deployed(deployer common.Address) (int, error) {
	state, err := c.eth.BlockChain().State()
	if err != nil {
		return 0, fmt.Errorf("read the state of the local chain: %w", err)
	}
	done := state.GetNonce(deployer)
	if err := state.Error(); err != nil {
		return 0, fmt.Errorf("the local chain lacks part of its newest state: its folder is "+
			"damaged; restore a backup or move the folder away: %w", err)
	}
	return int(done), nil
}

// deploySome puts all steps from one on into the pool and makes one block of as many as fit. The
// block is a second after the last one, which on a new chain is long ago: deployment takes no time
// off the clock.
func (c *Chain) deploySome(ctx context.Context, p *plan, from int) error {
	txs := make([]*types.Transaction, len(p.steps)-from)
	for i := range txs {
		txs[i] = p.steps[from+i].sign(uint64(from + i))
	}
	c.eth.TxPool().Clear() // holds what did not fit into the last block
	if err := errors.Join(c.eth.TxPool().Add(txs, true)...); err != nil {
		return fmt.Errorf("deploy the local network's contracts: %w", err)
	}
	block, err := c.seal(ctx, 0)
	if err != nil {
		return fmt.Errorf("deploy the local network's contracts: %w", err)
	}
	receipts := c.eth.BlockChain().GetReceiptsByHash(block.Hash())
	if len(receipts) == 0 {
		return fmt.Errorf("deploy the local network's contracts: %s does not fit into a block",
			p.steps[from].what)
	}
	for i, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("deploy the local network's contracts: %s failed",
				p.steps[from+i].what)
		}
	}
	return nil
}

func (s step) sign(nonce uint64) *types.Transaction {
	id := big.NewInt(api.LocalChainID)
	return types.MustSignNewTx(DeployerKey(), types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: s.gas, To: s.to, Value: s.value, Data: s.data,
		GasTipCap: big.NewInt(1), GasFeeCap: big.NewInt(1000 * params.GWei),
	})
}
