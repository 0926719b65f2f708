package main

import (
	"fmt"
	"log"
	"math/big"
	"os"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/contracts"
	"bourse/backend/networks"
)

// ether is how many wei a coin has.
const ether = 1_000_000_000_000_000_000

// What others published, by its path.
const (
	weth9    = "canonical-weth/build/contracts/WETH9.json"
	factory2 = "@uniswap/v2-core/build/UniswapV2Factory.json"
	pair2    = "@uniswap/v2-core/build/UniswapV2Pair.json"
	router2  = "@uniswap/v2-periphery/build/UniswapV2Router02.json"
	factory3 = "@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json"
	pool3    = "@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json"
	router3  = "@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json"
	balancer = "@balancer-labs/v2-deployments/dist/tasks/"
	entry    = balancer + "20210418-authorizer/artifact/Authorizer.json"
	vault    = balancer + "20210418-vault/artifact/Vault.json"
	fees     = balancer +
		"20220725-protocol-fee-percentages-provider/artifact/ProtocolFeePercentagesProvider.json"
	weighted = balancer + "20230206-weighted-pool-v3/artifact/WeightedPool.json"
	// of composable stable pools
	composable = balancer + "20230206-composable-stable-pool-v3/artifact/ComposableStablePool.json"
)

// contract is one that others published.
type contract struct {
	n    *node
	at   common.Address
	meta *bind.MetaData
	abi  *abi.ABI
}

func (c contract) do(method string, arguments ...any) *types.Receipt {
	data, err := c.abi.Pack(method, arguments...)
	if err != nil {
		log.Fatalf("%s: %v", method, err)
	}
	return c.n.send(method, c.at, nil, data)
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("say the address of an anvil with chain id 1, such as http://127.0.0.1:8545")
	}
	client, err := rpc.Dial(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	set, err := networks.Load("")
	if err != nil {
		log.Fatal(err)
	}
	n := &node{client: client, places: make(map[string]common.Address)}
	var accounts []common.Address
	n.ask(&accounts, "eth_accounts")
	n.from = accounts[0]
	m := &market{node: n, d: set[1], accounts: accounts[:5],
		tokens: make(map[string]networks.Token)}
	m.createTokens()
	m.createExchanges()
	m.createSwap()
	m.createPools()
	m.createNFTs()
	fmt.Println("ethereum stands at", os.Args[1])
}

// market is what the description of Ethereum says, on its way to the node.
type market struct {
	*node
	d        *networks.Description
	accounts []common.Address // hold tokens
	tokens   map[string]networks.Token
	weth     contract
	at       contracts.SwapAddresses
	// the factories of pairs and of concentrated pools, and what adds liquidity to the latter
	pairs     [2]contract
	pools     contract
	liquidity common.Address
	vaulted   []common.Address // where pools of Balancer are known
	fees      common.Address   // what tells them of Balancer's share
}

// createTokens puts the wrapped coin, the tokens and the order contract where they are known.
func (m *market) createTokens() {
	c := m.d.Contracts
	m.places = map[string]common.Address{
		"AugustusRFQ": common.Address(c.AugustusRFQ), "Permit2": common.Address(c.Permit2),
		"AugustusV6": common.Address(c.AugustusV6), "WETH": common.Address(c.WrappedNative),
		"AugustusSwapper": common.Address(c.AugustusSwapper),
		"FeeVault":        common.Address(c.FeeVault)}
	for _, t := range m.d.Tokens {
		m.tokens[t.Symbol] = t
		m.places[t.Symbol] = common.Address(t.Address)
	}
	m.weth = m.publish("WETH", weth9)
	token := contracts.NewStandardToken()
	for _, t := range m.d.Tokens {
		to, each := common.Address(t.Address), m.worth(t.Symbol, 500_000)
		m.createToken(t)
		for _, a := range m.accounts[1:] {
			m.Call("hand out "+t.Symbol, to, token.PackTransfer(a, each))
		}
	}
	m.ours("AugustusRFQ", &contracts.AugustusRFQMetaData, nil)
	m.ours("Permit2", &contracts.Permit2MetaData, nil)
}

// createToken puts a token where it is known, of which this account has much.
func (m *market) createToken(t networks.Token) {
	at, amount := common.Address(t.Address), m.worth(t.Symbol, 500_000_000)
	switch t.Symbol {
	case "WETH":
		m.send("wrap coins", at, m.worth(t.Symbol, 300_000_000),
			contracts.NewWrappedNative().PackDeposit())
		return
	case "stETH": // of which a share is worth about 1.2
		shares := new(big.Int).Div(new(big.Int).Mul(amount, big.NewInt(1_000_003)),
			big.NewInt(1_200_007))
		m.ours(t.Symbol, &contracts.RebasingTokenMetaData,
			contracts.NewRebasingToken().PackConstructor(shares, amount))
		return
	case "wstETH":
		token := common.Address(m.tokens["stETH"].Address)
		c := contracts.NewRebasingTokenWrapper()
		m.ours(t.Symbol, &contracts.RebasingTokenWrapperMetaData, c.PackConstructor(token))
		m.allow(at, token)
		m.Call("wrap stETH", at, c.PackWrap(amount.Rsh(amount, 1)))
		return
	}
	meta := &contracts.StandardTokenMetaData
	if t.Symbol == "USDT" {
		meta = &contracts.NoReturnTokenMetaData
	} else if t.Symbol == "DAI" {
		meta = &contracts.DaiStyleTokenMetaData
	}
	token := contracts.NewStandardToken()
	m.ours(t.Symbol, meta,
		token.PackConstructor(t.Symbol, t.Symbol, uint8(t.Decimals), m.from))
	m.Call("mint "+t.Symbol, at, token.PackMint(m.from, amount))
}

// createExchanges puts the factories and routers of pools where they are known.
func (m *market) createExchanges() {
	at, by := &m.at, make(map[string]networks.Exchange)
	for _, e := range m.d.Exchanges {
		by[e.Name] = e
	}
	put := func(name string, a networks.Address) string {
		m.places[name] = common.Address(a)
		return name
	}
	for i, name := range []string{"UniswapV2", "SushiSwap"} {
		m.pairs[i] = m.publish(put(name, by[name].Factory), factory2, m.from)
		m.publish(put(name+" router", by[name].Router), router2, m.pairs[i].at, m.weth.at)
	}
	v3 := by["UniswapV3"]
	m.pools = m.publish(put("UniswapV3", v3.Factory), factory3)
	m.pools.do("enableFeeAmount", big.NewInt(100), big.NewInt(1))
	m.publish(put("UniswapV3 router", v3.Router), router3, m.pools.at, m.weth.at)
	m.liquidity = m.ours("liquidity", &contracts.UniswapV3RouterMetaData,
		contracts.NewUniswapV3Router().PackConstructor(m.pools.at, m.weth.at))
	admin := m.publish("authorizer", entry, m.from)
	safe := m.publish(put("vault", by["BalancerV2"].Vault), vault, admin.at, m.weth.at,
		new(big.Int), new(big.Int))
	m.fees = m.publish("fees of Balancer", fees, safe.at, big.NewInt(ether/2),
		big.NewInt(ether/2)).at
	for _, pool := range by["BalancerV2"].Pools {
		m.vaulted = append(m.vaulted, common.Address(pool))
	}
	curve := by["CurveV1"]
	at.StableSwapFactory = m.ours(put("CurveV1StableNg", by["CurveV1StableNg"].Factory),
		&contracts.StableSwapFactoryMetaData, nil)
	put("3pool", curve.Pools[0])
	put("pool of stETH", curve.Pools[1])
	at.UniswapV2Factory, at.UniswapV3Factory = m.pairs[0].at, m.pools.at
	at.UniswapV3Router, at.BalancerVault = common.Address(v3.Router), safe.at
}

// createSwap puts both swap contracts where they are known, and what version 5 moves tokens by,
// which its constructor made elsewhere.
func (m *market) createSwap() {
	c := m.d.Contracts
	hash := func(path string) common.Hash {
		return crypto.Keccak256Hash(common.FromHex(m.abiOf(path).meta.Bin))
	}
	contracts.DeploySwapOver(m, contracts.SwapParties{Deployer: m.from, FeeWallet: m.from,
		WETH: m.weth.at, RFQ: common.Address(c.AugustusRFQ), Permit2: common.Address(c.Permit2)},
		&m.at, hash(pair2), hash(pool3))
	swapper, proxy := common.Address(c.AugustusSwapper), common.Address(c.TokenTransferProxy)
	var code hexutil.Bytes
	made := crypto.CreateAddress(swapper, 0)
	m.ask(&code, "eth_getCode", made, "latest")
	m.ask(new(any), "anvil_setCode", proxy, code)
	m.ask(new(any), "anvil_setStorageAt", proxy, "0x0", word(swapper)) // its owner
	for slot := range hexutil.Uint64(32) {
		var value common.Hash
		m.ask(&value, "eth_getStorageAt", swapper, slot, "latest")
		if value == word(made) {
			m.ask(new(any), "anvil_setStorageAt", swapper, slot, word(proxy))
			return
		}
	}
	log.Fatal("the version 5 contract does not say what it moves tokens by")
}

func word(a common.Address) common.Hash { return common.BytesToHash(a[:]) }
