package deploy

import (
	"cmp"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/networks"
)

// Kind is what is deployed.
type Kind string

// Kinds of deployments.
const (
	Protocol Kind = "protocol" // all contracts of the exchange
	Market   Kind = "market"   // those with tokens, NFTs and pools to try them with
	Beside   Kind = "beside"   // an executor and a Delta contract where the others stand
	// Executor is an executor alone, where the one that was deployed before knows fewer exchanges.
	Executor Kind = "executor"
)

// Steps whose value is known once they are sent.
const (
	payAgent = "give an agent coins for gas"
	giveBack = "give back what is left" // the last one of every plan, sent by GiveBack alone
)

// plan lists the transactions of a deployment and where they put what. Addresses follow from the
// kind alone. Delta contracts rely on the given Permit2 beside others, and user gets what a Market
// hands out.
func (o Operator) plan(kind Kind, permit2, user common.Address) (*contracts.Plan,
	local.Deployment) {
	p := &contracts.Plan{Deployer: crypto.PubkeyToAddress(o.deployer(kind).PublicKey)}
	var d local.Deployment
	switch kind {
	case Market:
		d = local.Market(p, o.agents(), []common.Address{user})
	case Protocol:
		d = o.protocol(p)
	case Beside:
		d.Contracts.Permit2 = permit2
		d.Swap.Executor = contracts.CreateExecutor(p)
		d.Delta = o.delta(p, permit2)
	case Executor:
		d.Swap.Executor = contracts.CreateExecutor(p)
		p.Pay(giveBack, p.Deployer, new(big.Int), nil)
		return p, d
	}
	for _, agent := range o.agents() {
		p.Pay(payAgent, agent, new(big.Int), nil)
	}
	contracts.DeploySecond(p, d.Delta, d.Contracts.Permit2)
	p.Pay(giveBack, p.Deployer, new(big.Int), nil)
	return p, d
}

// protocol adds all contracts of an exchange to a plan.
func (o Operator) protocol(p *contracts.Plan) (d local.Deployment) {
	c := &d.Contracts
	c.Multicall, c.AugustusRFQ, c.WrappedNative, c.Permit2 = contracts.CreateBase(p)
	d.Swap = contracts.DeploySwap(p, contracts.SwapParties{Deployer: p.Deployer,
		FeeWallet: p.Deployer, WETH: c.WrappedNative, RFQ: c.AugustusRFQ, Permit2: c.Permit2})
	c.AugustusV6, c.AugustusSwapper, c.TokenTransferProxy = d.Swap.AugustusV6,
		d.Swap.AugustusSwapper, d.Swap.TokenTransferProxy
	d.Delta = o.delta(p, c.Permit2)
	return d
}

// CodeHash is Keccak-256 of the transactions that put an exchange on a chain for an operator whose
// secret is 32 zero bytes: two builds that say the same deploy the same contracts.
func CodeHash() common.Hash {
	p, _ := Operator{make([]byte, 32)}.plan(Protocol, common.Address{}, common.Address{})
	var code []byte
	for _, s := range p.Steps {
		code = append(code, s.Data...)
	}
	return crypto.Keccak256Hash(code)
}

func (o Operator) delta(p *contracts.Plan, permit2 common.Address) contracts.DeltaAddresses {
	return contracts.DeployDelta(p, contracts.DeltaParties{Deployer: p.Deployer,
		FeeClaimer: p.Deployer, Agents: o.agents(), Permit2: permit2})
}

// describe is the description of a network once everything stands on it. known is what was known
// of it, nil for a stranger.
func (d *Deployment) describe(known *networks.Description) *networks.Description {
	id := d.cfg.Network.ChainID()
	out := networks.Description{ID: id, Name: fmt.Sprint("Chain ", id),
		Symbol: cmp.Or(d.cfg.Symbol, "ETH")}
	if known != nil {
		out = *known
	}
	c, at := &out.Contracts, &d.made
	c.Executor = networks.Address(at.Swap.Executor)
	if d.kind == Executor {
		return &out
	}
	if c.Delta = networks.Address(at.Delta.Delta); d.kind == Beside {
		return &out
	}
	c.AugustusRFQ, c.AugustusSwapper = networks.Address(at.Contracts.AugustusRFQ),
		networks.Address(at.Contracts.AugustusSwapper)
	c.TokenTransferProxy, c.AugustusV6 = networks.Address(at.Contracts.TokenTransferProxy),
		networks.Address(at.Contracts.AugustusV6)
	c.FeeClaimer, c.FeeVault = networks.Address(at.Swap.FeeClaimer),
		networks.Address(at.Swap.FeeVault)
	c.Permit2, c.WrappedNative = networks.Address(at.Contracts.Permit2),
		networks.Address(at.Contracts.WrappedNative)
	// it is another chain than the one whose id it has
	c.Executors, out.L1Fee, out.Explorer, out.MinTipGwei = nil, "", "", 0
	out.BlockTime, out.Finality = networks.Duration(d.cfg.BlockTime), networks.ByDepth
	out.Name = cmp.Or(d.cfg.Name, out.Name)
	out.Exchanges = exchanges(at)
	out.Tokens = []networks.Token{{Symbol: "W" + out.Symbol, Decimals: 18,
		Address: c.WrappedNative}}
	out.Collections = nil
	out.USD, out.Base = nil, []string{"W" + out.Symbol}
	if d.kind == Market {
		out.Tokens, out.USD = nil, []string{"USDC", "USDT", "DAI"}
		out.Base = []string{"WETH", "USDC", "USDT", "DAI", "WBTC"}
		for _, t := range at.Tokens {
			if t.Address != api.NativeToken {
				out.Tokens = append(out.Tokens, networks.Token{Symbol: t.Symbol,
					Decimals: t.Decimals, Address: networks.Address(t.Address)})
			}
		}
		out.Collections = networks.CollectionsOf(at.Collections, at.NFTs)
	}
	return &out
}

// exchanges are those that come with the contracts.
func exchanges(d *local.Deployment) []networks.Exchange {
	at := d.Swap
	var weighted []networks.Address
	for _, id := range d.Weighted {
		weighted = append(weighted, networks.Address(id[:20]))
	}
	list := []networks.Exchange{
		{Name: api.UniswapV2, Kind: networks.UniswapV2, FeeBPS: contracts.UniswapV2Fee,
			Factory: networks.Address(at.UniswapV2Factory),
			Router:  networks.Address(at.UniswapV2Router)},
		{Name: api.UniswapV2Fork, Kind: networks.UniswapV2, FeeBPS: contracts.UniswapV2ForkFee,
			Factory: networks.Address(at.UniswapV2ForkFactory),
			Router:  networks.Address(at.UniswapV2ForkRouter)},
		{Name: api.UniswapV3, Kind: networks.UniswapV3, Fees: []uint64{100, 500, 3000, 10_000},
			Factory: networks.Address(at.UniswapV3Factory),
			Router:  networks.Address(at.UniswapV3Router)},
		{Name: api.BalancerV2, Kind: networks.BalancerV2,
			Vault: networks.Address(at.BalancerVault), Pools: weighted},
		{Name: api.CurveV1, Kind: networks.Curve,
			Factory: networks.Address(at.StableSwapFactory)},
	}
	if at.StabilityModule != (common.Address{}) {
		list = append(list, networks.Exchange{Name: api.MakerPSM, Kind: networks.Stability,
			Pools: []networks.Address{networks.Address(at.StabilityModule)}})
	}
	return list
}

// DefaultBlockTime is what a chain is taken to need for a block that says nothing else.
const DefaultBlockTime = 2 * time.Second
