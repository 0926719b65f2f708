package local

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// deploy runs the steps up to one that are still to be done and tells how far it is.
func (c *Chain) deploy(ctx context.Context, p *contracts.Plan, to int,
	progress func(api.Progress)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		done, err := c.deployed(p.Deployer)
		if err != nil || done >= to {
			return err
		}
		progress(api.Progress{What: "deploying the contracts", Done: done, Total: len(p.Steps),
			Unit: "transactions"})
		if err := c.deploySome(ctx, p, done, to); err != nil {
			return err
		}
	}
}

// compare wants the steps that are done to be those of a plan: a chain that another version began
// has its contracts, and others at the addresses that follow from their code.
func (c *Chain) compare(p *contracts.Plan) error {
	done, err := c.deployed(p.Deployer)
	if err != nil {
		return err
	}
	blocks, signer := c.eth.BlockChain(), types.LatestSignerForChainID(big.NewInt(api.LocalChainID))
	for number, step := uint64(1), 0; step < min(done, len(p.Steps)); number++ {
		block := blocks.GetBlockByNumber(number)
		if block == nil {
			return c.lacks(fmt.Sprint("block ", number), nil)
		}
		for _, tx := range block.Transactions() {
			if from, err := types.Sender(signer, tx); err != nil || from != p.Deployer ||
				step >= len(p.Steps) {
				continue
			}
			if tx.Hash() != sign(DeployerKey(), p.Steps[step], uint64(step)).Hash() {
				return fmt.Errorf("the local chain in %s was begun by another version of bourse, "+
					"whose contracts differ (%s): name another folder with --data, or move this "+
					"one away to begin a new chain beside what else is kept", c.dir,
					p.Steps[step].What)
			}
			step++
		}
	}
	return nil
}

// deployed returns how many steps are done.
func (c *Chain) deployed(deployer common.Address) (int, error) {
	state, err := c.eth.BlockChain().State()
	if err != nil {
		return 0, fmt.Errorf("read the state of the local chain: %w", err)
	}
	done := state.GetNonce(deployer)
	if err := state.Error(); err != nil {
		return 0, c.lacks("part of its newest state", err)
	}
	return int(done), nil
}

// register has the registrar register the modules that are to be installed, if they still are.
func (c *Chain) register(ctx context.Context, p *contracts.Plan, d Deployment) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	done, err := c.deployed(p.Deployer)
	if err != nil || done > d.before {
		return err // what comes after it is begun: it has been done
	}
	nonce, err := c.deployed(address(c.house.Registrar()))
	if err != nil {
		return err
	}
	step := contracts.Step{What: "register modules", To: &d.Delta.Registry, Value: new(big.Int),
		Data: contracts.NewPortikusV2().PackRegisterModule(d.modules), Gas: registerGas}
	return c.sealAll(ctx, []*types.Transaction{sign(c.house.Registrar(), step, uint64(nonce))},
		[]contracts.Step{step})
}

// registerGas is more than registering the modules uses.
const registerGas = 1_000_000

// deploySome puts all steps from one to another into the pool and makes one block of as many as
// fit. The block is a second after the last one, which on a new chain is long ago: deployment takes
// no time off the clock.
func (c *Chain) deploySome(ctx context.Context, p *contracts.Plan, from, to int) error {
	txs := make([]*types.Transaction, to-from)
	for i := range txs {
		txs[i] = sign(DeployerKey(), p.Steps[from+i], uint64(from+i))
	}
	return c.sealAll(ctx, txs, p.Steps[from:to])
}

// sealAll makes a block of as many transactions, which are of steps, as fit.
func (c *Chain) sealAll(ctx context.Context, txs []*types.Transaction,
	steps []contracts.Step) error {
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
			steps[0].What)
	}
	for i, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("deploy the local network's contracts: %s failed", steps[i].What)
		}
	}
	return nil
}

func sign(key *ecdsa.PrivateKey, s contracts.Step, nonce uint64) *types.Transaction {
	id := big.NewInt(api.LocalChainID)
	return types.MustSignNewTx(key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: s.Gas, To: s.To, Value: s.Value, Data: s.Data,
		GasTipCap: big.NewInt(1), GasFeeCap: big.NewInt(1000 * params.GWei),
	})
}
