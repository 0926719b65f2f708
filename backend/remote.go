package backend

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/deploy"
	"bourse/backend/networks"
	"bourse/backend/proof"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
	"bourse/backend/tokens"
)

// Remote is a network that is reached through nodes.
type Remote struct {
	Description   *networks.Description
	Nodes         chain.Nodes
	Tokens        []api.Token // listed beside those of the description
	Confirmations uint64      // blocks that must stand on one before it counts
	// Operator is who settles Delta orders on the network, where its Delta contract is the
	// operator's; with others there is no Delta.
	Operator deploy.Operator
	// DeltaElsewhere says that another service has the network's Delta orders settled.
	DeltaElsewhere bool
}

// addRemote adds a network that is reached through nodes, which need not answer yet. Limit orders
// and swaps are traded on it, and Delta orders where the contract is the operator's: others let
// only agents of their own settle, so that they count as not there.
func (b *Backend) addRemote(ctx context.Context, r Remote) error {
	n := &network{Network: r.Description.Network(), usd: r.Description.USD,
		description: r.Description, behind: r.Confirmations}
	if at, own := r.Operator.Delta(n.Contracts.Delta); own {
		n.settling = settling{at: at, agents: r.Operator.AgentKeys()}
	} else if !r.DeltaElsewhere {
		n.Contracts.Delta = common.Address{}
	}
	for _, other := range b.nets {
		if other.ChainID == n.ChainID {
			return fmt.Errorf("network %d runs in this process already: leave it out to reach it "+
				"through a node", n.ChainID)
		}
	}
	var err error
	n.chain, err = chain.Connect(ctx, r.Nodes, chain.Config{
		ChainID: n.ChainID, Contracts: n.Contracts, BlockTime: n.BlockTime, Now: b.cfg.Now,
		Confirmations: r.Confirmations, ABIs: append(calldata.Errors(), deltaErrors()...),
		MinTip:   api.NewAmount(r.Description.MinTipGwei * params.GWei),
		L1Oracle: r.Description.L1Oracle(),
	})
	if err != nil {
		return err
	}
	doubts := make(map[common.Address]string)
	for _, at := range n.Contracts.All() {
		doubts[at] = "no node of the network has answered for it yet"
	}
	n.doubts.Store(&doubts)
	collections, minted := r.Description.ListedNFTs()
	n.tokens = tokens.New(n.chain, listed(r), collections, minted)
	n.tokens.Know(networks.Known(n.ChainID))
	n.swapping = poolsOf(r.Description)
	n.contracts = contracts.SwapAddresses{AugustusV6: n.Contracts.AugustusV6,
		AugustusSwapper:    n.Contracts.AugustusSwapper,
		TokenTransferProxy: n.Contracts.TokenTransferProxy,
		Executor:           common.Address(r.Description.Contracts.Executor)}
	n.executors = []common.Address{contracts.ExecutorAddress(), contracts.FirstExecutor}
	if n.contracts.Executor == (common.Address{}) {
		n.contracts.Executor, n.executors = n.executors[0], n.executors[1:]
	}
	if err := b.add(ctx, n); err != nil {
		n.chain.Close()
		return err
	}
	return nil
}

// prove holds a network's description against the chain as soon as a node answers. What is not the
// contract that it is said to be gets no allowance and no transaction, and its pools are left out;
// what no node answers for stays in doubt, and is asked for again.
func (b *Backend) prove(ctx context.Context, n *network) error {
	if err := n.watcher.Wait(ctx, api.BlockRef{}); err != nil {
		return nil // it ends before a node answered
	}
	for {
		found, err := proof.Of(ctx, n.chain, common.Hash{}, n.description)
		refused, unread := false, err != nil
		doubts := make(map[common.Address]string)
		for _, f := range found {
			b.cfg.Logger.Warn("networks: the description is not what stands on the chain",
				"chain", n.ChainID, "finding", f.Says)
			if f.Kind != proof.Note {
				doubts[f.At] = f.Says
			}
			if f.Kind == proof.Wrong {
				n.chain.Refuse(f.At, "the description of the network is wrong: "+f.Says)
				refused = true
			}
			unread = unread || f.Kind == proof.Unread
		}
		if err == nil {
			n.doubts.Store(&doubts)
		}
		if refused {
			if err := n.pools.Leave(); err != nil {
				return err
			}
		}
		if !unread {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(proofAgain):
		}
	}
}

// proofAgain is when a description is held against the chain again, where a node did not answer.
const proofAgain = time.Minute

// poolsOf says where the pools of a network are found. Routes go through its base tokens.
func poolsOf(d *networks.Description) pools.Config {
	c := pools.Config{Background: true}
	for _, symbol := range d.Base {
		for _, t := range d.Tokens {
			if t.Symbol == symbol {
				c.Base = append(c.Base, common.Address(t.Address))
			}
		}
	}
	for _, e := range d.Exchanges {
		x := pools.Exchange{Name: e.Name, Factory: common.Address(e.Factory),
			Router: common.Address(e.Router)}
		switch e.Kind {
		case networks.UniswapV2:
			x.Kind, x.Fees = pool.KindProduct, []uint32{uint32(e.FeeBPS * 100)}
		case networks.UniswapV3:
			x.Kind = pool.KindConcentrated
		case networks.Slipstream:
			x.Kind, x.Spacings = pool.KindConcentrated, e.TickSpacings
			x.Family = pools.Slipstream
		case networks.SolidlyV3:
			x.Kind, x.Spacings = pool.KindConcentrated, e.TickSpacings
			x.Family = pools.SolidlyV3
		case networks.PancakeV3:
			x.Kind, x.Family = pool.KindConcentrated, pools.Pancake
		case networks.AlgebraV1:
			x.Kind, x.Family = pool.KindConcentrated, pools.AlgebraV1
		case networks.AlgebraIntegral:
			x.Kind, x.Family = pool.KindConcentrated, pools.Integral
		case networks.CurveCrypto:
			x.Kind = pool.KindCrypto
		case networks.LiquidityBook:
			x.Kind = pool.KindBins
		case networks.Solidly:
			x.Kind = pool.KindSolidly
		case networks.UniswapV4:
			x.Kind, x.Family = pool.KindConcentrated, pools.UniswapV4
			x.Spacings = e.TickSpacings
		case networks.InfinityCL:
			x.Kind, x.Family = pool.KindConcentrated, pools.Infinity
			x.Spacings, x.Vault = e.TickSpacings, common.Address(e.Vault)
		case networks.BalancerV2:
			x.Kind, x.Factory = pool.KindWeighted, common.Address(e.Vault)
		case networks.Curve:
			x.Kind = pool.KindStable
		case networks.Stability:
			x.Kind = pool.KindModule
		case networks.ERC4626:
			x.Kind, x.OneWay = pool.KindVault, e.DepositOnly
		case networks.Wrapper:
			x.Kind = pool.KindWrapper
		}
		for _, fee := range e.Fees {
			x.Fees = append(x.Fees, uint32(fee))
		}
		for _, p := range e.Pools {
			x.Pools = append(x.Pools, common.Address(p))
		}
		c.Exchanges = append(c.Exchanges, x)
	}
	return c
}

// listed returns the tokens of a network: its coin first, then those of its description, each
// address once.
func listed(r Remote) []api.Token {
	d := r.Description
	list := []api.Token{{ChainID: d.ID, Address: api.NativeToken, Symbol: d.Symbol, Name: d.Symbol,
		Decimals: 18}}
	seen := make(map[common.Address]bool)
	for _, t := range append(d.Listed(), r.Tokens...) {
		if !seen[t.Address] {
			seen[t.Address] = true
			list = append(list, t)
		}
	}
	return list
}
