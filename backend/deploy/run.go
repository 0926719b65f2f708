package deploy

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/networks"
)

// How a deployment is sent.
const (
	window    = 16         // transactions on their way at once: nodes take no more of an account
	agentGas  = 10_000_000 // gas that each agent gets coins for, at the price of the deployment
	mineTime  = 10 * time.Minute
	pollMined = 100 * time.Millisecond
)

// Config says what is deployed and where.
type Config struct {
	Network  *chain.Network
	Operator Operator
	Known    *networks.Description // what is known of the network, nil for a stranger
	// Of a network that gets everything: its name in the place of the one that is known, the symbol
	// of a stranger's coin, and how long a block takes.
	Name, Symbol string
	BlockTime    time.Duration
	// Market adds tokens, NFTs and pools, of which User gets some. It wraps a hundred thousand
	// coins and is for networks where coins cost nothing.
	Market bool
	User   common.Address
}

// Deployment is contracts on their way to a network.
type Deployment struct {
	cfg  Config
	kind Kind
	plan *contracts.Plan
	made local.Deployment
	done int // steps
}

// Open finds out what a network lacks and how far an earlier deployment came. A network whose order
// contract stands as it is known gets an executor and a Delta contract, any other one everything.
func Open(ctx context.Context, cfg Config) (*Deployment, error) {
	d := &Deployment{cfg: cfg, kind: Protocol}
	if cfg.Market {
		d.kind = Market
	}
	stands, err := d.orderContractStands(ctx)
	if err != nil {
		return nil, err
	}
	var permit2 common.Address
	if stands {
		permit2 = common.Address(cfg.Known.Contracts.Permit2)
		before, _, own := cfg.Operator.find(common.Address(cfg.Known.Contracts.Delta))
		switch {
		case own:
			d.kind = before // an earlier deployment, which may be done
		case cfg.Market:
			return nil, fmt.Errorf("the order contract of %s stands already: tokens and pools to "+
				"try it with are deployed with all contracts only", cfg.Known.Name)
		default:
			d.kind = Beside
		}
	}
	if err := d.prepare(ctx, permit2); err != nil {
		return nil, err
	}
	if stands && d.done == d.steps() {
		old, err := d.executorIsOld(ctx)
		if err != nil {
			return nil, err
		}
		if old {
			d.kind = Executor
			if err := d.prepare(ctx, permit2); err != nil {
				return nil, err
			}
		}
	}
	return d, addRollupGas(ctx, cfg.Network, d.plan, d.done, d.steps())
}

// prepare plans a deployment of the kind, and learns how far it is.
func (d *Deployment) prepare(ctx context.Context, permit2 common.Address) error {
	d.plan, d.made = d.cfg.Operator.plan(d.kind, permit2, d.cfg.User)
	if err := estimate(d.plan, d.cfg.Network.ChainID()); err != nil {
		return err
	}
	return d.count(ctx)
}

// executorIsOld tells whether the network's executor, which an earlier deployment left there, is
// not the one of now.
func (d *Deployment) executorIsOld(ctx context.Context) (bool, error) {
	code, err := d.cfg.Network.Code(ctx, common.Hash{},
		common.Address(d.cfg.Known.Contracts.Executor))
	return len(code) > 0 && crypto.Keccak256Hash(code) != contracts.ExecutorCode(), err
}

// orderContractStands tells whether the network has what is known of it.
func (d *Deployment) orderContractStands(ctx context.Context) (bool, error) {
	if d.cfg.Known == nil {
		return false, nil
	}
	code, err := d.cfg.Network.Code(ctx, common.Hash{},
		common.Address(d.cfg.Known.Contracts.AugustusRFQ))
	return len(code) > 0, err
}

// count learns how many steps are done or on their way.
func (d *Deployment) count(ctx context.Context) error {
	n, err := d.cfg.Network.Nonces(ctx, d.plan.Deployer)
	d.done = int(min(n.Next, uint64(d.steps())))
	return err
}

// steps is how many of the plan there are without the one that gives back what is left.
func (d *Deployment) steps() int { return len(d.plan.Steps) - 1 }

// Kind is what is deployed.
func (d *Deployment) Kind() Kind { return d.kind }

// Deployer is the account that deploys and pays for it.
func (d *Deployment) Deployer() common.Address { return d.plan.Deployer }

// Steps tells how many transactions the deployment has, and how many are sent.
func (d *Deployment) Steps() (done, all int) { return d.done, d.steps() }

// Cost is what the rest of the deployment takes at most at the price of now, in wei, with what it
// hands on, and what the deployer has for it.
func (d *Deployment) Cost(ctx context.Context) (cost, have api.Amount, err error) {
	fees, err := d.fees(ctx)
	if err != nil {
		return cost, have, err
	}
	if have, err = d.cfg.Network.Balance(ctx, common.Hash{}, d.plan.Deployer); err != nil {
		return cost, have, err
	}
	sum := new(big.Int)
	for i := d.done; i < d.steps(); i++ {
		gas := new(big.Int).SetUint64(d.plan.Steps[i].Gas)
		sum.Add(sum, gas.Mul(gas, fees.Max.Big()))
		sum.Add(sum, d.value(i, fees))
	}
	return api.MustBig(sum), have, nil
}

// fees are what to offer for a gas. They are asked for anew, since nobody follows the network.
func (d *Deployment) fees(ctx context.Context) (chain.Fees, error) {
	if _, err := d.cfg.Network.Head(ctx); err != nil {
		return chain.Fees{}, err
	}
	return d.cfg.Network.Fees(ctx)
}

// value is what step i sends along; what agents get depends on the price of gas.
func (d *Deployment) value(i int, fees chain.Fees) *big.Int {
	if d.plan.Steps[i].What != payAgent {
		return d.plan.Steps[i].Value
	}
	return new(big.Int).Mul(fees.Max.Big(), big.NewInt(agentGas))
}

// Run sends what is still to be done, tells how far it is, and returns the network's description
// once everything is mined. After an error it may be run again.
func (d *Deployment) Run(ctx context.Context, progress func(api.Progress)) (*networks.Description,
	error) {
	for {
		progress(api.Progress{What: "deploying the contracts", Done: d.done,
			Total: d.steps(), Unit: "transactions"})
		if d.done == d.steps() {
			break
		}
		if err := d.some(ctx); err != nil {
			return nil, err
		}
	}
	if err := d.mined(ctx); err != nil {
		return nil, err
	}
	left := map[string]common.Address{"executor": d.made.Swap.Executor}
	if d.kind != Executor {
		left["Delta contract"] = d.made.Delta.Delta
	}
	for name, at := range left {
		code, err := d.cfg.Network.Code(ctx, common.Hash{}, at)
		if err != nil {
			return nil, err
		}
		if len(code) == 0 {
			return nil, fmt.Errorf("every transaction is mined, but the %s at %s has no code: the "+
				"chain may have refused one; move the file %q of the data folder away and deploy "+
				"again", name, at, secretFile)
		}
	}
	return d.describe(d.cfg.Known), nil
}

// some sends the next steps and waits until they are mined.
func (d *Deployment) some(ctx context.Context) error {
	fees, err := d.fees(ctx)
	if err != nil {
		return err
	}
	from, to := d.done, min(d.done+window, d.steps())
	hashes := make([]common.Hash, 0, to-from)
	for i := from; i < to; i++ {
		hash, err := d.send(ctx, i, fees)
		if err != nil {
			return fmt.Errorf("%s: %w", d.plan.Steps[i].What, err)
		}
		hashes, d.done = append(hashes, hash), i+1
	}
	ctx, stop := context.WithTimeout(ctx, mineTime)
	defer stop()
	for i, hash := range hashes {
		receipt, err := d.cfg.Network.Wait(ctx, hash)
		if err != nil {
			return fmt.Errorf("%s was sent as %s and is not mined yet: run the same again to go "+
				"on: %w", d.plan.Steps[from+i].What, hash, err)
		}
		if receipt.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("%s failed in transaction %s: the chain does otherwise than "+
				"Ethereum", d.plan.Steps[from+i].What, hash)
		}
	}
	return nil
}

// send signs and sends step i.
func (d *Deployment) send(ctx context.Context, i int, fees chain.Fees) (common.Hash, error) {
	s := d.plan.Steps[i]
	s.Value = d.value(i, fees)
	return d.sendAs(ctx, i, s, fees)
}

// sendAs signs and sends a step in the place i of the plan.
func (d *Deployment) sendAs(ctx context.Context, i int, s contracts.Step, fees chain.Fees) (
	common.Hash, error) {
	id := new(big.Int).SetUint64(d.cfg.Network.ChainID())
	var data types.TxData = &types.DynamicFeeTx{ChainID: id, Nonce: uint64(i), To: s.To,
		Value: s.Value, Data: s.Data, Gas: s.Gas, GasFeeCap: fees.Max.Big(),
		GasTipCap: fees.Tip.Big()}
	if fees.Base.IsZero() {
		data = &types.LegacyTx{Nonce: uint64(i), To: s.To, Value: s.Value, Data: s.Data,
			Gas: s.Gas, GasPrice: fees.Max.Big()}
	}
	tx, err := types.SignNewTx(d.cfg.Operator.deployer(d.kind), types.LatestSignerForChainID(id),
		data)
	if err != nil {
		return common.Hash{}, err
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return common.Hash{}, err
	}
	return d.cfg.Network.SendRaw(ctx, raw)
}

// GiveBack sends what the deployer has left to an account, once everything stands, and waits until
// that is mined. It returns what it sent: nothing where that was done before, or where it would not
// pay for its own gas. It is a step of the plan, so that it can't be done twice.
func (d *Deployment) GiveBack(ctx context.Context, to common.Address) (sent api.Amount, err error) {
	left, err := d.Left(ctx)
	if err != nil || left.IsZero() {
		return api.Amount{}, err
	}
	tx, err := d.cfg.Network.Prepare(ctx, chain.Call{From: d.plan.Deployer, To: to})
	if err != nil {
		return api.Amount{}, err
	}
	most := tx.MaxFee().Add(tx.L1Fee) // which may double meanwhile
	if !most.Less(left) {
		return api.Amount{}, nil
	}
	sent = left.Sub(most)
	fees := chain.Fees{Max: tx.GasPrice, Tip: tx.Tip, Base: tx.BaseFee}
	hash, err := d.sendAs(ctx, d.steps(), contracts.Step{To: &to, Value: sent.Big(), Gas: tx.Gas},
		fees)
	if err == nil {
		ctx, stop := context.WithTimeout(ctx, mineTime)
		defer stop()
		_, err = d.cfg.Network.Wait(ctx, hash)
	}
	return sent, err
}

// Left is what the deployer has once everything stands, in wei; nothing where it gave back what was
// left.
func (d *Deployment) Left(ctx context.Context) (api.Amount, error) {
	if err := d.mined(ctx); err != nil {
		return api.Amount{}, err
	}
	n, err := d.cfg.Network.Nonces(ctx, d.plan.Deployer)
	if err != nil || n.Next > uint64(d.steps()) {
		return api.Amount{}, err
	}
	return d.cfg.Network.Balance(ctx, common.Hash{}, d.plan.Deployer)
}

// mined waits until the chain counts all steps: some may be of an earlier run.
func (d *Deployment) mined(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, mineTime)
	defer stop()
	for {
		n, err := d.cfg.Network.Nonces(ctx, d.plan.Deployer)
		if err != nil || n.Mined >= uint64(d.steps()) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), errors.New("not all transactions are mined yet: run the "+
				"same again to go on"))
		case <-time.After(pollMined):
		}
	}
}
