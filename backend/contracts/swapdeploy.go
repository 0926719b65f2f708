package contracts

import (
	"bytes"
	"math/big"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Shares that the version 5 swap contract is deployed with, in basis points.
const (
	partnerShare  = 8500
	maxFee        = 500
	referralShare = 5000
	slippageShare = 10_000
)

// Fees of the constant-product factories, in basis points.
const (
	UniswapV2Fee     = 30
	UniswapV2ForkFee = 20
)

// Deployer puts contracts on a chain, one transaction after the other, all from one account.
type Deployer interface {
	// Create adds a contract and returns where it will be.
	Create(what string, code []byte) common.Address
	Call(what string, to common.Address, data []byte)
}

// SwapParties are the accounts and contracts that the swap contracts are told about.
type SwapParties struct {
	Deployer  common.Address // owns what has an owner
	FeeWallet common.Address // gets the protocol's share
	WETH      common.Address
	RFQ       common.Address
	Permit2   common.Address
}

// SwapAddresses is where the swap contracts and what they trade on are.
type SwapAddresses struct {
	UniswapV2Factory, UniswapV2Router         common.Address
	UniswapV2ForkFactory, UniswapV2ForkRouter common.Address // another factory, with another fee
	UniswapV3Factory, UniswapV3Router         common.Address
	StableSwapFactory, BalancerVault          common.Address

	AugustusV6, Executor, FeeVault common.Address

	AugustusSwapper, TokenTransferProxy, FeeClaimer common.Address // version 5
	Adapter, BuyAdapter                             common.Address

	StabilityModule common.Address // a peg stability module to trade on, if there is one
}

// DeploySwap puts pool factories, both versions of the swap contract and their helpers on a chain.
// Which addresses come out follows from the deployer's.
func DeploySwap(d Deployer, p SwapParties) SwapAddresses {
	var a SwapAddresses
	deployExchanges(d, p, &a)
	DeploySwapOver(d, p, &a, UniswapV2InitCodeHash(), UniswapV3InitCodeHash())
	return a
}

// DeploySwapOver puts both versions of the swap contract and their helpers on a chain whose pool
// factories are given, with the hashes of what creates the pools of the first two; it fills in the
// rest of the addresses.
func DeploySwapOver(d Deployer, p SwapParties, a *SwapAddresses, v2Code, v3Code common.Hash) {
	deployV6(d, p, a, v2Code, v3Code)
	deployV5(d, p, a)
}

func deployExchanges(d Deployer, p SwapParties, a *SwapAddresses) {
	factory, router := NewUniswapV2Factory(), NewUniswapV2Router()
	a.UniswapV2Factory = create(d, &UniswapV2FactoryMetaData,
		factory.PackConstructor(big.NewInt(UniswapV2Fee)))
	a.UniswapV2Router = create(d, &UniswapV2RouterMetaData,
		router.PackConstructor(a.UniswapV2Factory))
	a.UniswapV2ForkFactory = create(
		d, &UniswapV2FactoryMetaData, factory.PackConstructor(big.NewInt(UniswapV2ForkFee)))
	a.UniswapV2ForkRouter = create(
		d, &UniswapV2RouterMetaData, router.PackConstructor(a.UniswapV2ForkFactory))
	a.UniswapV3Factory = create(d, &UniswapV3FactoryMetaData, nil)
	a.UniswapV3Router = create(d, &UniswapV3RouterMetaData,
		NewUniswapV3Router().PackConstructor(a.UniswapV3Factory, p.WETH))
	a.StableSwapFactory = create(d, &StableSwapFactoryMetaData, nil)
	a.BalancerVault = create(d, &BalancerVaultMetaData, NewBalancerVault().PackConstructor(p.WETH))
}

func deployV6(d Deployer, p SwapParties, a *SwapAddresses, v2Code, v3Code common.Hash) {
	a.FeeVault = create(d, &FeeVaultMetaData, NewFeeVault().PackConstructor(p.Deployer))
	a.Executor = create(d, &ExecutorMetaData, nil)
	cut := create(d, &AugustusV6CutMetaData, nil)
	config := AugustusV6Config{
		Weth: p.WETH, BalancerVault: a.BalancerVault, Rfq: p.RFQ, FeeVault: a.FeeVault,
		Permit2:                   p.Permit2,
		UniswapV3FactoryAndFF:     factoryWord(a.UniswapV3Factory),
		UniswapV3PoolInitCodeHash: v3Code.Big(),
		UniswapV2FactoryAndFF:     factoryWord(a.UniswapV2Factory),
		UniswapV2PoolInitCodeHash: v2Code.Big(),
	}
	a.AugustusV6 = create(d, &AugustusV6MetaData, NewAugustusV6().PackConstructor(
		p.Deployer, cut, config.Weth, config.BalancerVault, config.UniswapV3FactoryAndFF,
		config.UniswapV3PoolInitCodeHash,
		config.UniswapV2FactoryAndFF, config.UniswapV2PoolInitCodeHash, config.Rfq, config.FeeVault,
		config.Permit2,
	))
	var cuts []IDiamondCutFacetCut
	add := func(meta *bind.MetaData, arguments []byte) {
		cuts = append(cuts, IDiamondCutFacetCut{
			FacetAddress: create(d, meta, arguments), FunctionSelectors: selectors(meta, false)})
	}
	add(&AugustusV6AdminMetaData, nil)
	add(&AugustusV6GenericMetaData, NewAugustusV6Generic().PackConstructor(config))
	add(&AugustusV6UniswapV2MetaData, NewAugustusV6UniswapV2().PackConstructor(config))
	add(&AugustusV6UniswapV3MetaData, NewAugustusV6UniswapV3().PackConstructor(config))
	add(&AugustusV6CurveMetaData, NewAugustusV6Curve().PackConstructor(config))
	add(&AugustusV6BalancerV2MetaData, NewAugustusV6BalancerV2().PackConstructor(config))
	add(&AugustusV6RFQMetaData, NewAugustusV6RFQ().PackConstructor(config))
	add(&AugustusV6MakerPSMMetaData, NewAugustusV6MakerPSM().PackConstructor(config))
	d.Call("choose facets", a.AugustusV6,
		NewAugustusV6Cut().PackDiamondCut(cuts, common.Address{}, nil))
	admin := NewAugustusV6Admin()
	d.Call("set the fee wallet", a.AugustusV6, admin.PackSetFeeWallet(p.FeeWallet))
	d.Call("set the fee wallet's delegate", a.AugustusV6,
		admin.PackSetFeeWalletDelegate(p.FeeWallet))
	d.Call("approve the swap contract for fees", a.FeeVault,
		NewFeeVault().PackSetAugustusApproval(a.AugustusV6, true))
}

func deployV5(d Deployer, p SwapParties, a *SwapAddresses) {
	swapper := NewAugustusSwapper()
	a.AugustusSwapper = create(d, &AugustusSwapperMetaData, swapper.PackConstructor(p.FeeWallet))
	a.TokenTransferProxy = crypto.CreateAddress(a.AugustusSwapper, 1)
	a.FeeClaimer = create(d, &FeeClaimerMetaData,
		NewFeeClaimer().PackConstructor(a.AugustusSwapper))
	config := FeeConfig{
		PartnerSharePercent: big.NewInt(partnerShare), MaxFeePercent: big.NewInt(maxFee),
		ParaswapReferralShare: big.NewInt(referralShare),
		ParaswapSlippageShare: big.NewInt(slippageShare), FeeClaimer: a.FeeClaimer,
	}
	routers, adapters := role("ROUTER_ROLE"), role("WHITELISTED_ROLE")
	add := func(meta *bind.MetaData, arguments []byte) {
		router := create(d, meta, arguments)
		d.Call("admit "+meta.ID, a.AugustusSwapper, swapper.PackGrantRole(routers, router))
		for _, selector := range selectors(meta, true) {
			d.Call("route to "+meta.ID, a.AugustusSwapper,
				swapper.PackSetImplementation(selector, router))
		}
	}
	add(&SimpleSwapMetaData, NewSimpleSwap().PackConstructor(config, p.RFQ))
	add(&ProtectedSimpleSwapMetaData, NewProtectedSimpleSwap().PackConstructor(config, p.RFQ))
	add(&SimpleSwapNFTMetaData, NewSimpleSwapNFT().PackConstructor(config, p.RFQ))
	add(&MultiPathMetaData, NewMultiPath().PackConstructor(config))
	add(&ProtectedMultiPathMetaData, NewProtectedMultiPath().PackConstructor(config))
	add(&DirectSwapMetaData, NewDirectSwap().PackConstructor(config, p.WETH))
	add(&UniswapV2ForkRouterMetaData, nil)
	add(&AugustusRFQRouterMetaData, NewAugustusRFQRouter().PackConstructor(p.WETH, p.RFQ))
	a.Adapter = create(d, &AdapterMetaData, NewAdapter().PackConstructor(p.WETH))
	a.BuyAdapter = create(d, &BuyAdapterMetaData, NewBuyAdapter().PackConstructor(p.WETH))
	d.Call("admit the adapter", a.AugustusSwapper, swapper.PackGrantRole(adapters, a.Adapter))
	d.Call("admit the buy adapter", a.AugustusSwapper,
		swapper.PackGrantRole(adapters, a.BuyAdapter))
}

// UniswapV2InitCodeHash is the hash of what creates a constant-product pool; the pools of a factory
// are at CREATE2 addresses that follow from it.
func UniswapV2InitCodeHash() common.Hash {
	return crypto.Keccak256Hash(common.FromHex(UniswapV2PairMetaData.Bin))
}

// UniswapV3InitCodeHash is the hash of what creates a concentrated-liquidity pool.
func UniswapV3InitCodeHash() common.Hash {
	return crypto.Keccak256Hash(common.FromHex(UniswapV3PoolMetaData.Bin))
}

// factoryWord is how the version 6.2 contract keeps a factory for CREATE2: 0xff, the address,
// zeros.
func factoryWord(factory common.Address) *big.Int {
	word := append([]byte{0xff}, factory[:]...)
	return new(big.Int).SetBytes(common.RightPadBytes(word, 32))
}

// DeploymentProxy is the contract through which everyone can deploy others at addresses that follow
// from their code alone. It stands at the same address on most networks
// (https://github.com/Arachnid/deterministic-deployment-proxy).
var DeploymentProxy = common.HexToAddress("0x4e59b44847b379578588920cA78FbF26c0B4956C")

// Runtime returns what stands on the chain after deploying a contract without a constructor: what
// follows the PUSH0, DUP1, REVERT and INVALID that end its creation code.
func Runtime(meta *bind.MetaData) []byte {
	_, runtime, ok := bytes.Cut(common.FromHex(meta.Bin), []byte{0x5f, 0x80, 0xfd, 0xfe})
	if !ok {
		panic("contracts: " + meta.ID + " has no code")
	}
	return runtime
}

// FirstExecutor is where the executor of before stands, which knows no pools whose callbacks have
// names of their own and none that a manager holds. Where the one of now does not stand, it is used
// for what it knows.
var FirstExecutor = common.HexToAddress("0x3Bc9E7840880D185C43C9fA076562111033D17b8")

// ExecutorCode is the hash of the code of the executor of now, wherever it stands.
var ExecutorCode = sync.OnceValue(func() common.Hash {
	return crypto.Keccak256Hash(Runtime(&ExecutorMetaData))
})

// ExecutorAddress is where the executor stands on a network on which it was deployed through
// DeploymentProxy, without salt.
func ExecutorAddress() common.Address {
	return crypto.CreateAddress2(DeploymentProxy, [32]byte{},
		crypto.Keccak256(common.FromHex(ExecutorMetaData.Bin)))
}

func create(d Deployer, meta *bind.MetaData, arguments []byte) common.Address {
	return d.Create(meta.ID, slices.Concat(common.FromHex(meta.Bin), arguments))
}

// selectors of a contract's functions in a fixed order: all of them, or only those that take native
// coins.
func selectors(meta *bind.MetaData, payable bool) [][4]byte {
	parsed, err := meta.ParseABI()
	if err != nil {
		panic(err) // the bindings are made from valid ABIs
	}
	var all [][4]byte
	for _, method := range parsed.Methods {
		if !payable || method.IsPayable() {
			all = append(all, [4]byte(method.ID))
		}
	}
	slices.SortFunc(all, func(x, y [4]byte) int { return slices.Compare(x[:], y[:]) })
	return all
}

func role(name string) common.Hash { return crypto.Keccak256Hash([]byte(name)) }

// CreateBase puts on a chain what swaps and orders rely on: the batch reader, the order contract,
// the wrapped coin and Permit2.
func CreateBase(d Deployer) (multicall, rfq, wrapped, permit2 common.Address) {
	multicall = create(d, &Multicall3MetaData, nil)
	rfq = create(d, &AugustusRFQMetaData, nil)
	wrapped = create(d, &WrappedNativeMetaData,
		NewWrappedNative().PackConstructor("Wrapped Coin", "WETH"))
	return multicall, rfq, wrapped, create(d, &Permit2MetaData, nil)
}

// CreateExecutor puts the executor of version 6.2 on a chain.
func CreateExecutor(d Deployer) common.Address { return create(d, &ExecutorMetaData, nil) }
