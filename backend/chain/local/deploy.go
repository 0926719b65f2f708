package local

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// deploy runs the steps that are still to be done and tells how far it is.
func (c *Chain) deploy(ctx context.Context, p *contracts.Plan, progress func(api.Progress)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		done, err := c.deployed(p.Deployer)
		if err != nil || done >= len(p.Steps) {
			return err
		}
		progress(api.Progress{What: "deploying the contracts", Done: done, Total: len(p.Steps),
			Unit: "transactions"})
		if err := c.deploySome(ctx, p, done); err != nil {
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
			return fmt.Errorf("the local chain lacks block %d: its folder is damaged; restore a "+
				"backup or move the folder away", number)
		}
		for _, tx := range block.Transactions() {
			if from, err := types.Sender(signer, tx); err != nil || from != p.Deployer ||
				step >= len(p.Steps) {
				continue
			}
			if tx.Hash() != sign(p.Steps[step], uint64(step)).Hash() {
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
		return 0, fmt.Errorf("the local chain lacks part of its newest state: its folder is "+
			"damaged; restore a backup or move the folder away: %w", err)
	}
	return int(done), nil
}

// deploySome puts all steps from one on into the pool and makes one block of as many as fit. The
// block is a second after the last one, which on a new chain is long ago: deployment takes no time
// off the clock.
func (c *Chain) deploySome(ctx context.Context, p *contracts.Plan, from int) error {
	txs := make([]*types.Transaction, len(p.Steps)-from)
	for i := range txs {
		txs[i] = sign(p.Steps[from+i], uint64(from+i))
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
			p.Steps[from].What)
	}
	for i, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("deploy the local network's contracts: %s failed",
				p.Steps[from+i].What)
		}
	}
	return nil
}

func sign(s contracts.Step, nonce uint64) *types.Transaction {
	id := big.NewInt(api.LocalChainID)
	return types.MustSignNewTx(DeployerKey(), types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: s.Gas, To: s.To, Value: s.Value, Data: s.Data,
		GasTipCap: big.NewInt(1), GasFeeCap: big.NewInt(1000 * params.GWei),
	})
}
