package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/published"
)

// unlimited is the allowance that never runs out.
var unlimited = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

// worth is how many units of a token so many dollars buy, of wstETH as many as of stETH.
func (m *market) worth(symbol string, usd int64) *big.Int {
	price := local.Prices()[strings.TrimPrefix(symbol, "w")]
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(m.tokens[symbol].Decimals)+6), nil)
	return n.Div(n.Mul(n, big.NewInt(usd)), big.NewInt(price))
}

// sides are tokens in the order of their addresses, each with an amount of so many dollars.
func (m *market) sides(usd int64, symbols ...string) (at []common.Address, amounts []*big.Int) {
	slices.SortFunc(symbols, func(x, y string) int {
		a, b := m.tokens[x].Address, m.tokens[y].Address
		return slices.Compare(a[:], b[:])
	})
	for _, symbol := range symbols {
		at = append(at, common.Address(m.tokens[symbol].Address))
		amounts = append(amounts, m.worth(symbol, usd))
	}
	return at, amounts
}

// allow lets a spender take some of the tokens.
func (m *market) allow(spender common.Address, tokens ...common.Address) {
	for _, token := range tokens {
		m.Call("approve", token, contracts.NewStandardToken().PackApprove(spender, unlimited))
	}
}

// createPools makes pools of every kind.
func (m *market) createPools() {
	for _, t := range m.d.Tokens {
		m.allow(m.liquidity, common.Address(t.Address))
	}
	m.addPair(0, 8_000_000, "WETH", "USDC")
	m.addPair(0, 3_000_000, "WETH", "USDT")
	m.addPair(0, 3_000_000, "WBTC", "WETH")
	m.addPair(0, 1_000_000, "LINK", "WETH")
	m.addPair(0, 1_000_000, "USDC", "USDT")
	m.addPair(1, 2_000_000, "WETH", "USDC")
	m.addPair(1, 1_000_000, "WETH", "DAI")
	m.addPair(1, 500_000, "USDC", "USDT")
	m.addConcentrated(500, 6_000_000, "WETH", "USDC")
	m.addConcentrated(3000, 2_000_000, "WBTC", "WETH")
	m.addConcentrated(100, 8_000_000, "USDC", "USDT")
	m.addWeighted(0, 3_000_000, "WBTC", "WETH")
	m.addWeighted(1, 2_000_000, "WETH", "USDC")
	m.addWeighted(2, 1_000_000, "WETH", "DAI")
	m.addComposable(3, 4_000_000, "DAI", "USDC", "USDT")
	m.addStable()
}

func (m *market) addPair(on int, usd int64, a, b string) {
	at, amounts := m.sides(usd, a, b)
	created := m.pairs[on].do("createPair", at[0], at[1])
	pair := m.abiOf(pair2)
	pair.at = common.BytesToAddress(created.Logs[0].Data[:32])
	for i, token := range at {
		m.Call("fill a pair", token, contracts.NewStandardToken().PackTransfer(pair.at, amounts[i]))
	}
	pair.do("mint", m.from)
}

func (m *market) addConcentrated(fee, usd int64, a, b string) {
	at, amounts := m.sides(usd, a, b)
	created := m.pools.do("createPool", at[0], at[1], big.NewInt(fee))
	pool := m.abiOf(pool3)
	pool.at = common.BytesToAddress(created.Logs[0].Data[32:])
	ratio := new(big.Int).Div(new(big.Int).Lsh(amounts[1], 192), amounts[0])
	pool.do("initialize", ratio.Sqrt(ratio))
	spacing := map[int64]int64{100: 1, 500: 10, 3000: 60}[fee]
	price, _ := new(big.Rat).SetFrac(amounts[1], amounts[0]).Float64()
	middle := int64(math.Round(math.Log(price)/math.Log(1.0001)/float64(spacing))) * spacing
	liquidity := new(big.Int).Sqrt(new(big.Int).Mul(amounts[0], amounts[1]))
	for _, width := range []int64{200_000, 2000} {
		width = width / spacing * spacing
		m.Call("fill a pool", m.liquidity, contracts.NewUniswapV3Router().PackMint(pool.at,
			big.NewInt(middle-width), big.NewInt(middle+width), liquidity))
	}
}

// addWeighted makes one of the pools of Balancer that the description knows, of two tokens.
func (m *market) addWeighted(i int, usd int64, symbols ...string) {
	at, amounts := m.sides(usd, symbols...)
	type params struct {
		Name, Symbol                 string
		Tokens                       []common.Address
		NormalizedWeights            []*big.Int
		RateProviders, AssetManagers []common.Address
		SwapFeePercentage            *big.Int
	}
	half, nobody := big.NewInt(ether/2), make([]common.Address, len(at))
	name := fmt.Sprint("weighted pool ", i)
	m.places[name] = m.vaulted[i]
	pool := m.publish(name, weighted, params{Tokens: at, NormalizedWeights: []*big.Int{half, half},
		RateProviders: nobody, AssetManagers: nobody, SwapFeePercentage: big.NewInt(ether / 500)},
		m.at.BalancerVault, m.fees, new(big.Int), new(big.Int), m.from, "")
	m.join(pool.at, at, amounts, amounts)
}

// addComposable makes one of them that is a composable stable pool.
func (m *market) addComposable(i int, usd int64, symbols ...string) {
	at, amounts := m.sides(usd, symbols...)
	name, n := fmt.Sprint("composable pool ", i), len(at)
	none := slices.Repeat([]*big.Int{new(big.Int)}, n)
	m.places[name] = m.vaulted[i]
	pool := m.publish(name, composable, published.ComposablePool{Vault: m.at.BalancerVault,
		ProtocolFeeProvider: m.fees, Tokens: at, RateProviders: make([]common.Address, n),
		TokenRateCacheDurations: none, ExemptFromYieldProtocolFeeFlags: make([]bool, n),
		AmplificationParameter: big.NewInt(2000), SwapFeePercentage: big.NewInt(ether / 20_000),
		PauseWindowDuration: none[0], BufferPeriodDuration: none[0], Owner: m.from})
	own, _ := slices.BinarySearchFunc(at, pool.at, common.Address.Cmp)
	at, amounts = slices.Insert(at, own, pool.at), slices.Insert(amounts, own, none[0])
	m.join(pool.at, at, amounts, slices.Repeat([]*big.Int{unlimited}, n+1))
}

// join is the first join of a pool of Balancer's, with amounts of which at most so much is taken.
func (m *market) join(pool common.Address, at []common.Address, amounts, most []*big.Int) {
	var id common.Hash
	m.ask(&id, "eth_call", m.message(pool, nil,
		crypto.Keccak256([]byte("getPoolId()"))[:4]), "latest")
	for _, token := range at {
		if token != pool { // which allows it from the beginning
			m.allow(m.at.BalancerVault, token)
		}
	}
	m.Call("fill a pool of Balancer", m.at.BalancerVault,
		contracts.NewBalancerVault().PackJoinPool(id, m.from, m.from,
			contracts.IBalancerVaultJoinPoolRequest{Assets: at, MaxAmountsIn: most,
				UserData: published.FirstJoin(amounts)}))
}

// addStable makes the pools of three stable coins and of the coin and stETH, which no factory
// lists, and two of a factory.
func (m *market) addStable() {
	at, amounts := m.sides(5_000_000, "DAI", "USDC", "USDT")
	var rates []*big.Int
	for _, symbol := range []string{"DAI", "USDC", "USDT"} { // which are in this order
		rates = append(rates, new(big.Int).Exp(big.NewInt(10),
			big.NewInt(int64(36-m.tokens[symbol].Decimals)), nil))
	}
	c := contracts.NewCurvePool()
	pool := m.ours("3pool", &contracts.CurvePoolMetaData, c.PackConstructor(true, at, rates,
		big.NewInt(500), big.NewInt(4_000_000), new(big.Int)))
	m.allow(pool, at...)
	m.Call("fill a stable pool", pool, c.PackAdd(amounts))
	m.addCoins(10_000_000)
	m.addPlain(0, 1_000_000, "DAI", "USDC")
	m.addPlain(1, 5_000_000, "WETH", "stETH")
}

// coin stands for the network's coin among a pool's tokens.
var coin = common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")

// addCoins makes the pool that has the coin itself.
func (m *market) addCoins(usd int64) {
	token, amount, unit := common.Address(m.tokens["stETH"].Address), m.worth("WETH", usd),
		big.NewInt(ether)
	c := contracts.NewNativeCurvePool()
	pool := m.ours("pool of stETH", &contracts.NativeCurvePoolMetaData, c.PackConstructor(
		[]common.Address{coin, token}, []*big.Int{unit, unit}, big.NewInt(30),
		big.NewInt(1_000_000)))
	m.allow(pool, token)
	m.send("fill a stable pool", pool, amount, c.PackAdd([]*big.Int{amount, amount}))
}

// addPlain makes a pool of the factory, of which it is the i-th.
func (m *market) addPlain(i, usd int64, a, b string) {
	at, amounts := m.sides(usd, a, b)
	m.Call("create a stable pool", m.at.StableSwapFactory, contracts.NewStableSwapFactory().
		PackDeployPlainPool(at, big.NewInt(200), big.NewInt(4_000_000)))
	var made hexutil.Bytes
	m.ask(&made, "eth_call", m.message(m.at.StableSwapFactory, nil,
		contracts.NewStableSwapFactory().PackPoolList(big.NewInt(i))), "latest")
	pool := common.BytesToAddress(made)
	m.allow(pool, at...)
	m.Call("fill a stable pool", pool, contracts.NewStableSwap().PackAddLiquidity(amounts,
		new(big.Int)))
}

// createNFTs makes a collection of which each account has some.
func (m *market) createNFTs() {
	c := contracts.NewERC721Collection()
	at := m.ours("Apes", &contracts.ERC721CollectionMetaData,
		c.PackConstructor("Apes", "APE", "ipfs://bourse-apes/", m.from))
	for i, account := range append(m.accounts, m.accounts...) {
		m.Call("mint an Ape", at, c.PackMint(account, big.NewInt(int64(i+1))))
	}
}
