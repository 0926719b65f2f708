package local

import (
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// holders is how many of the user's accounts hold tokens and NFTs.
const holders = 5

// staffShare is how many times a user's amount of each token an agent or trader holds.
const staffShare = 20

// Deployment tells what the local network has and where.
type Deployment struct {
	Contracts   api.Contracts
	Tokens      []api.Token // fungible, the native coin first
	Collections []api.Token // of NFTs
	NFTs        []api.Asset // their tokens; no others are ever minted
	Swap        contracts.SwapAddresses
	Delta       contracts.DeltaAddresses
	Weighted    []common.Hash // ids of the weighted pools, which their vault does not list
	// Stock is what each agent has to settle with, by token, of those that keep nothing of
	// transfers, and of coins.
	Stock map[common.Address]api.Amount

	modules []common.Address // that the registrar has to register
	before  int              // as many steps come before it can, and the others after it did
}

// Plan tells what a local network that gives coins and tokens to accounts has and where, without
// one: addresses follow from the plan of the deployment, whatever its house.
func Plan(accounts []common.Address) Deployment {
	_, d := deployment(accounts, House{})
	return d
}

// Network is the local network as clients see it.
func (d *Deployment) Network() api.Network {
	return api.Network{ChainID: api.LocalChainID, Name: "Local", Symbol: "ETH",
		BlockTime: time.Second, Local: true, Contracts: d.Contracts}
}

// tokenSpec is a fungible token to deploy.
type tokenSpec struct {
	symbol, name string
	decimals     uint8
	permit       string
	tax          int   // basis points
	each         int64 // whole tokens for each of the user's accounts
	code         func(t tokenSpec, minter common.Address) []byte
}

func tokenSpecs() []tokenSpec {
	return []tokenSpec{
		{symbol: "USDC", name: "USD Coin", decimals: 6, permit: "ERC2612", each: 500_000,
			code: standardToken},
		{symbol: "USDT", name: "Tether USD", decimals: 6, each: 500_000, code: noReturnToken},
		{symbol: "DAI", name: "Dai Stablecoin", decimals: 18, permit: "DAI", each: 500_000,
			code: daiStyleToken},
		{symbol: "WBTC", name: "Wrapped BTC", decimals: 8, permit: "ERC2612", each: 10,
			code: standardToken},
		{symbol: "LINK", name: "ChainLink Token", decimals: 18, permit: "ERC2612", each: 20_000,
			code: standardToken},
		{symbol: "UNI", name: "Uniswap", decimals: 18, permit: "ERC2612", each: 20_000,
			code: standardToken},
		{symbol: "stETH", name: "Liquid staked Ether", decimals: 18, permit: "ERC2612", each: 100,
			code: standardToken},
		{symbol: "TAX", name: "Taxed Token", decimals: 18, tax: 100, each: 100_000, code: taxToken},
	}
}

// Symbols are what the coin and the tokens of the local network are called.
func Symbols() []string {
	list := []string{"ETH", "WETH"}
	for _, t := range tokenSpecs() {
		list = append(list, t.symbol)
	}
	return list
}

// wrappedEach is how many whole wrapped coins each of the user's accounts gets.
const wrappedEach = 100

// parties are the accounts that a deployment knows.
type parties struct {
	users      []common.Address // hold coins and tokens
	staff      []common.Address // hold a multiple of it
	collectors []common.Address // hold NFTs
	agents     []common.Address // settle Delta orders
	swapFees   common.Address   // gets the protocol's share of swaps
	deltaFees  common.Address   // gets its share of Delta orders
}

// deployment returns the steps that build the network and what they make. Steps already released
// stay as they are, in their order; what is new comes after them.
func deployment(accounts []common.Address, h House) (*contracts.Plan, Deployment) {
	p := &contracts.Plan{Deployer: address(DeployerKey())}
	users := accounts[:min(holders, len(accounts))]
	of := parties{users: users, staff: h.staff(), collectors: collectors(users, h),
		swapFees:  address(h.key("fee wallet")),
		deltaFees: address(h.key("delta fee claimer"))}
	for i := range Agents {
		of.agents = append(of.agents, address(h.Agent(i)))
	}
	d := market(p, of)
	d.addArbiter(p, h)
	d.addFaucet(p, h)
	d.addRegistrar(p, h)
	d.addModule(p)
	d.modules = contracts.CreateSecond(p, d.Delta.Registry, d.Contracts.Permit2)
	d.before = len(p.Steps)
	contracts.InstallModules(p, d.Delta.Delta, d.modules)
	d.stockFaucet(p, h)
	d.leave(p, h)
	return p, d
}

// addRegistrar gives the registry of the agents to an account that may send more than the plan's
// steps, and coins to do so.
func (d *Deployment) addRegistrar(p *contracts.Plan, h House) {
	registrar := address(h.Registrar())
	p.Pay("pay the registrar", registrar, coins(1), nil)
	p.Call("hand over the registry", d.Delta.Registry,
		contracts.NewPortikusV2().PackTransferOwnership(registrar))
}

// Market adds to a plan, for whichever network, what the local network has but for accounts of the
// program's own: all contracts, and tokens, NFTs and pools to try them with, of which users get
// some. The plan's deployer owns what has an owner and gets the fees; agents may settle Delta
// orders. Tokens are told as of the local network.
func Market(p *contracts.Plan, agents, users []common.Address) Deployment {
	d := market(p, parties{users: users, collectors: users, agents: agents,
		swapFees: p.Deployer, deltaFees: p.Deployer})
	d.addModule(p)
	return d
}

func market(p *contracts.Plan, of parties) Deployment {
	var d Deployment
	d.Contracts.Multicall = p.Create("Multicall3", created(contracts.Multicall3MetaData.Bin, nil))
	d.Contracts.AugustusRFQ = p.Create(
		"AugustusRFQ", created(contracts.AugustusRFQMetaData.Bin, nil))
	d.Tokens = []api.Token{{ChainID: api.LocalChainID, Address: api.NativeToken, Symbol: "ETH",
		Name: "Ether", Decimals: 18}}
	wrapped := wrappedNative(p, of)
	d.Contracts.WrappedNative = wrapped.Address
	d.Tokens = append(d.Tokens, wrapped)
	d.Stock = map[common.Address]api.Amount{wrapped.Address: staffAmount(wrappedEach, 18),
		api.NativeToken: api.MustBig(coins(accountCoin))}
	for _, t := range tokenSpecs() {
		token := t.deploy(p, of)
		d.Tokens = append(d.Tokens, token)
		if t.tax == 0 {
			d.Stock[token.Address] = staffAmount(t.each, t.decimals)
		}
	}
	ape, someApes := apes(p, of.collectors)
	pass, somePasses := passes(p, of.collectors)
	d.Collections, d.NFTs = []api.Token{ape, pass}, append(someApes, somePasses...)
	d.Contracts.Permit2 = p.Create("Permit2", created(contracts.Permit2MetaData.Bin, nil))
	d.addSwap(p, of)
	d.addPools(p, of)
	d.addDelta(p, of)
	return d
}

// addDelta adds the Delta contracts with the agents that may settle.
func (d *Deployment) addDelta(p *contracts.Plan, of parties) {
	c := &d.Contracts
	d.Delta = contracts.DeployDelta(p, contracts.DeltaParties{
		Deployer: p.Deployer, FeeClaimer: of.deltaFees, Agents: of.agents, Permit2: c.Permit2,
	})
	c.Delta = d.Delta.Delta
}

// addSwap adds the swap contracts of both versions and the factories of the pools that they trade
// on.
func (d *Deployment) addSwap(p *contracts.Plan, of parties) {
	c := &d.Contracts
	d.Swap = contracts.DeploySwap(p, contracts.SwapParties{
		Deployer: p.Deployer, FeeWallet: of.swapFees, WETH: c.WrappedNative,
		RFQ: c.AugustusRFQ, Permit2: c.Permit2,
	})
	c.AugustusSwapper, c.TokenTransferProxy, c.AugustusV6 = d.Swap.AugustusSwapper,
		d.Swap.TokenTransferProxy, d.Swap.AugustusV6
	c.FeeClaimer, c.FeeVault = d.Swap.FeeClaimer, d.Swap.FeeVault
	c.Executors = map[string]common.Address{api.OwnExecutor: d.Swap.Executor}
}

func wrappedNative(p *contracts.Plan, of parties) api.Token {
	weth := contracts.NewWrappedNative()
	at := p.Create("WETH", created(
		contracts.WrappedNativeMetaData.Bin, weth.PackConstructor("Wrapped Ether", "WETH")))
	p.Pay("wrap coins", at, coins(wrappedEach*int64(len(of.users)+staffShare*len(of.staff))),
		weth.PackDeposit())
	of.share(wrappedEach, 18, func(to common.Address, amount *big.Int) {
		p.Call("hand out WETH", at, weth.PackTransfer(to, amount))
	})
	return api.Token{ChainID: api.LocalChainID, Address: at, Symbol: "WETH", Name: "Wrapped Ether",
		Decimals: 18}
}

func (t tokenSpec) deploy(p *contracts.Plan, of parties) api.Token {
	at := p.Create(t.symbol, t.code(t, p.Deployer))
	mint := contracts.NewStandardToken() // all tokens mint alike
	of.share(t.each, t.decimals, func(to common.Address, amount *big.Int) {
		p.Call("mint "+t.symbol, at, mint.PackMint(to, amount))
	})
	return api.Token{
		ChainID: api.LocalChainID, Address: at, Symbol: t.symbol, Name: t.name,
		Decimals: int(t.decimals), TransferTax: t.tax, Permit: t.permit,
	}
}

// share hands each user the amount of whole tokens, and each agent and trader a multiple of it.
func (of parties) share(whole int64, decimals uint8,
	give func(to common.Address, amount *big.Int)) {
	for _, to := range of.users {
		give(to, units(whole, int(decimals)))
	}
	for _, to := range of.staff {
		give(to, staffAmount(whole, decimals).Big())
	}
}

// staffAmount is what an agent or a trader gets where users get an amount of whole tokens.
func staffAmount(whole int64, decimals uint8) api.Amount {
	return api.MustBig(units(whole*staffShare, int(decimals)))
}

// units are so many whole tokens.
func units(whole int64, decimals int) *big.Int {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	return unit.Mul(unit, big.NewInt(whole))
}

func standardToken(t tokenSpec, minter common.Address) []byte {
	return created(contracts.StandardTokenMetaData.Bin,
		contracts.NewStandardToken().PackConstructor(t.name, t.symbol, t.decimals, minter))
}

func noReturnToken(t tokenSpec, minter common.Address) []byte {
	return created(contracts.NoReturnTokenMetaData.Bin,
		contracts.NewNoReturnToken().PackConstructor(t.name, t.symbol, t.decimals, minter))
}

func daiStyleToken(t tokenSpec, minter common.Address) []byte {
	return created(contracts.DaiStyleTokenMetaData.Bin,
		contracts.NewDaiStyleToken().PackConstructor(t.name, t.symbol, t.decimals, minter))
}

func taxToken(t tokenSpec, minter common.Address) []byte {
	return created(contracts.TaxTokenMetaData.Bin,
		contracts.NewTaxToken().PackConstructor(
			t.name, t.symbol, t.decimals, minter, big.NewInt(int64(t.tax))))
}

// created returns the data of a creation: code, then arguments.
func created(bin string, arguments []byte) []byte {
	return append(common.FromHex(bin), arguments...)
}
