package swap

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/published"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pools"
)

var overOthers = flag.Int("others", 60, "random swaps over the contracts that others published")

// Swaps over the pools, routers and the wrapped coin that others published deliver what they
// promise as those over our own do; first where those differ from ours, then any.
func TestSwapsOverContractsOfOthers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	count := *overOthers
	c := newTally()
	var all []calldata.Method
	t.Run("random", func(t *testing.T) {
		for i := 0; i*500 < count; i++ {
			t.Run(fmt.Sprint("round ", i), func(t *testing.T) {
				t.Parallel()
				w := newWorldOf(t, othersContracts)
				c.mu.Lock()
				all = w.swap.methods
				c.mu.Unlock()
				for _, r := range differing {
					r.Terms.User = w.user
					route, p, err := w.swap.swap(t.Context(), r)
					if err != nil {
						t.Fatalf("%+v: %v", r, err)
					}
					w.checkDelivery(fmt.Sprintf("%+v", r), r, route, p)
				}
				w.swapCoins(count >= 500)
				w.deliver(*firstSeed+uint64(i), min(500, count-i*500), c)
			})
		}
	})
	c.report(t, count, all, 0.15) // what others wrote takes other gas than ours
	if c.used["on a composable pool"] == 0 && count >= 500 {
		t.Error("no random swap was on a composable pool")
	}
}

// differing are swaps on a weighted pool of the first generation whose power is 1, both ways, of a
// taxed token through the router of pairs, purchases on stable pools that say a unit more than they
// pay: the last hop of a route, one before, alone, of dust, and through a method that does not ask;
// and both ways on composable pools of two generations.
var differing = []api.SwapRequest{
	{Price: api.PriceRequest{ChainID: api.LocalChainID, Src: "UNI", Dest: "LINK",
		Amount: api.NewAmount(1e18), IncludeExchanges: []string{api.BalancerV2}}},
	{Price: api.PriceRequest{ChainID: api.LocalChainID, Src: "LINK", Dest: "UNI", Side: api.Buy,
		Amount: api.NewAmount(3e18), IncludeExchanges: []string{api.BalancerV2}}},
	{Price: api.PriceRequest{ChainID: api.LocalChainID, Src: "TAX", Dest: "USDC",
		Amount: api.NewAmount(5e18), IncludeMethods: []string{"simpleSwap"}}},
	buysOnStable("FRAX", "USDT", 777_777_777, api.Version62),
	buysOnStable("USDT", "FRAX", 1e18+1, api.Version62),
	buysOnStable("DAI", "USDC", 1_234_567_891, api.Version62),
	buysOnStable("DAI", "USDC", 1003, api.Version62),
	buysOnStable("DAI", "USDT", 1_000_001, api.Version5),
	onBalancer(api.Version62, api.Sell, "rETH", "stETH", 3e18),
	onBalancer(api.Version5, api.Sell, "stETH", "rETH", 3e18),
	onBalancer(api.Version62, api.Buy, "USDT", "FRAX", 7e18),
	onBalancer(api.Version5, api.Buy, "FRAX", "USDC", 12_345_678),
	onBalancer(api.Version5, api.Sell, "USDC", "FRAX", 1_000_003),
}

func buysOnStable(src, dest string, amount uint64, v api.SwapVersion) api.SwapRequest {
	return api.SwapRequest{Price: api.PriceRequest{ChainID: api.LocalChainID, Src: src, Dest: dest,
		Side: api.Buy, Version: v, Amount: api.NewAmount(amount), IgnoreBadUSDPrice: true,
		MaxImpact: new(100.0), IncludeExchanges: []string{api.CurveV1}}}
}

// others puts what others published on a chain and fills it.
type others struct {
	*installer
	d              *local.Deployment
	weth           installed
	factory2       [2]installed
	code2          common.Hash
	factory3       installed
	code3          common.Hash
	pool3          installed // for its ABI
	liquidity      common.Address
	authority      installed // over the vault
	vault          installed
	fees           common.Address // what tells pools of Balancer's share
	rates          []byte         // creates what tells a rate
	weighted1      installed      // factory of the first weighted pools
	weighted3      installed      // and of the third
	pair, weighted installed      // for their ABIs
}

// contracts that others published, by their paths.
const (
	wethPath      = "canonical-weth/build/contracts/WETH9.json"
	factory2Path  = "@uniswap/v2-core/build/UniswapV2Factory.json"
	pairPath      = "@uniswap/v2-core/build/UniswapV2Pair.json"
	router2Path   = "@uniswap/v2-periphery/build/UniswapV2Router02.json"
	factory3Path  = uniswap3 + "UniswapV3Factory.sol/UniswapV3Factory.json"
	uniswap3      = "@uniswap/v3-core/artifacts/contracts/"
	pool3Path     = uniswap3 + "UniswapV3Pool.sol/UniswapV3Pool.json"
	router3Path   = "@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json"
	balancer      = "@balancer-labs/v2-deployments/dist/tasks/"
	authorityPath = balancer + "20210418-authorizer/artifact/Authorizer.json"
	vaultPath     = balancer + "20210418-vault/artifact/Vault.json"
	weighted1Path = balancer + "deprecated/20210418-weighted-pool/artifact/WeightedPoolFactory.json"
	feesPath      = balancer +
		"20220725-protocol-fee-percentages-provider/artifact/ProtocolFeePercentagesProvider.json"
	weighted3Path = balancer + "20230206-weighted-pool-v3/artifact/WeightedPoolFactory.json"
	weightedPath  = balancer + "20230206-weighted-pool-v3/artifact/WeightedPool.json"
)

func othersContracts(w *world, d *local.Deployment) {
	w.Helper()
	o := &others{installer: newInstaller(w), d: d}
	o.base()
	o.balancer()
	o.protocol()
	for _, p := range othersPairs {
		o.addPair(o.factory2[p.on], p.a, p.b, p.usd)
	}
	for _, p := range othersConcentrated {
		o.addConcentrated(p.a, p.b, p.fee, p.usd)
	}
	o.addWeighted()
	o.addComposable(composable1Path, 4000, "WETH", "stETH", "rETH")
	o.addComposable(composable3Path, 6000, "DAI", "USDC", "USDT", "FRAX")
	o.addStable()
	stable := []common.Address{
		o.addCurve(true, 0, []string{"DAI", "USDC", "USDT"}, 10_000),
		o.addCurve(false, 5e10, []string{"FRAX", "USDC"}, 900),
		o.addCurve(false, 2e10, []string{"WETH", "stETH", "rETH"}, 3000),
		o.addCoins([]string{"WETH", "stETH"}, 5000),
		o.addCoins([]string{"stETH", "rETH", "WETH"}, 2000),
	}
	o.flush()
	w.exchanges = func(list []pools.Exchange) {
		list[1].Fees = []uint32{contracts.UniswapV2Fee * 100}
		list[3].Pools, list[3].ByUint256 = stable, false
	}
}

// base installs the wrapped coin in the place of ours, with what everybody had of it, and both
// Uniswaps.
func (o *others) base() {
	o.Helper()
	o.weth = o.of(published.Contract(o, wethPath))
	o.d.Tokens = slices.Clone(o.d.Tokens)
	for i := range o.d.Tokens {
		if o.d.Tokens[i].Symbol == "WETH" {
			o.d.Tokens[i].Address, o.d.Tokens[i].Permit = o.weth.at, ""
		}
	}
	o.d.Contracts.WrappedNative = o.weth.at
	o.wrap(o.from, 50_000)
	for i := range makers {
		o.wrap(trader(i), 2_000)
	}
	for i := range o.factory2 {
		o.factory2[i] = o.of(published.Contract(o, factory2Path), o.from)
	}
	o.pair = o.abiOf(pairPath)
	o.pool3 = o.abiOf(pool3Path)
	o.code2 = crypto.Keccak256Hash(common.FromHex(published.Contract(o, pairPath).Bin))
	o.code3 = crypto.Keccak256Hash(common.FromHex(published.Contract(o, pool3Path).Bin))
	o.factory3 = o.of(published.Contract(o, factory3Path))
	o.factory3.do("enableFeeAmount", big.NewInt(100), big.NewInt(1))
	at := &o.d.Swap
	at.UniswapV2Factory, at.UniswapV2ForkFactory = o.factory2[0].at, o.factory2[1].at
	at.UniswapV2Router = o.of(published.Contract(o, router2Path), o.factory2[0].at, o.weth.at).at
	at.UniswapV2ForkRouter = o.of(published.Contract(o, router2Path), o.factory2[1].at,
		o.weth.at).at
	at.UniswapV3Factory = o.factory3.at
	at.UniswapV3Router = o.of(published.Contract(o, router3Path), o.factory3.at, o.weth.at).at
	o.liquidity = o.Create("what adds liquidity", slices.Concat(
		common.FromHex(contracts.UniswapV3RouterMetaData.Bin),
		contracts.NewUniswapV3Router().PackConstructor(o.factory3.at, o.weth.at)))
	o.allowAll(o.liquidity)
}

// allowAll lets a spender take all tokens, each once, since some take no other allowance later.
func (o *others) allowAll(spender common.Address) {
	o.Helper()
	for _, t := range o.d.Tokens[1:] {
		o.allow(t.Address, spender)
	}
}

// wrap gives somebody wrapped coins.
func (o *others) wrap(to common.Address, amount int64) {
	value := new(big.Int).Mul(big.NewInt(amount), big.NewInt(params.Ether))
	o.add("wrap coins", &o.weth.at, value, contracts.NewWrappedNative().PackDeposit(), 100_000)
	if to != o.from {
		o.Call("give wrapped coins", o.weth.at, erc20ABI.PackTransfer(to, value))
	}
}

func (n *installer) abiOf(path string) installed {
	n.Helper()
	return n.abiBy(published.Contract(n, path))
}

func (n *installer) abiBy(meta *bind.MetaData) installed {
	n.Helper()
	parsed, err := meta.ParseABI()
	if err != nil {
		n.Fatal(err)
	}
	return installed{n, common.Address{}, parsed}
}

func (o *others) balancer() {
	o.Helper()
	o.authority = o.of(published.Contract(o, authorityPath), o.from)
	o.vault = o.of(published.Contract(o, vaultPath), o.authority.at, o.weth.at, new(big.Int),
		new(big.Int))
	o.weighted1 = o.of(published.Contract(o, weighted1Path), o.vault.at)
	half := big.NewInt(params.Ether / 2)
	o.fees = o.of(published.Contract(o, feesPath), o.vault.at, half, half).at
	o.weighted3 = o.of(published.Contract(o, weighted3Path), o.vault.at, o.fees, "", "")
	o.weighted = o.abiOf(weightedPath)
	o.rates = common.FromHex(published.RateProvider.Bin)
	o.d.Swap.BalancerVault = o.vault.at
	o.allowAll(o.vault.at)
}

// protocol puts both versions of the swap contract over them.
func (o *others) protocol() {
	c := &o.d.Contracts
	contracts.DeploySwapOver(o, contracts.SwapParties{Deployer: o.from, FeeWallet: o.from,
		WETH: o.weth.at, RFQ: c.AugustusRFQ, Permit2: c.Permit2}, &o.d.Swap, o.code2, o.code3)
	c.AugustusV6, c.AugustusSwapper = o.d.Swap.AugustusV6, o.d.Swap.AugustusSwapper
	c.TokenTransferProxy = o.d.Swap.TokenTransferProxy
}

// token of a symbol, and how many units of it so many thousands of dollars are.
func (o *others) token(symbol string, usd int64) (common.Address, *big.Int) {
	o.Helper()
	for _, t := range o.d.Tokens {
		if t.Symbol != symbol {
			continue
		}
		n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)+9), nil)
		n.Mul(n, big.NewInt(usd))
		return t.Address, n.Div(n, big.NewInt(local.Prices()[symbol]))
	}
	o.Fatalf("there is no %s", symbol)
	return common.Address{}, nil
}

// sides are two tokens in the order of their addresses, with amounts of the same value.
func (o *others) sides(a, b string, usd int64) (tokens [2]common.Address, amounts [2]*big.Int) {
	o.Helper()
	tokens[0], amounts[0] = o.token(a, usd)
	tokens[1], amounts[1] = o.token(b, usd)
	if tokens[0].Cmp(tokens[1]) > 0 {
		slices.Reverse(tokens[:])
		slices.Reverse(amounts[:])
	}
	return tokens, amounts
}

var othersPairs = []struct {
	on   int // factory
	a, b string
	usd  int64 // thousands of dollars of each
}{
	{0, "WETH", "USDC", 4000}, {0, "WETH", "USDT", 2500}, {0, "WETH", "DAI", 1800},
	{0, "WBTC", "WETH", 3000}, {0, "UNI", "WETH", 900}, {0, "LINK", "WETH", 1200},
	{0, "AAVE", "WETH", 700}, {0, "CRV", "WETH", 60}, {0, "stETH", "WETH", 800},
	{0, "USDC", "USDT", 1500}, {0, "TAX", "USDC", 400}, {0, "TAX", "WETH", 150},
	{0, "FRAX", "USDC", 120}, {0, "LINK", "USDC", 90},
	{1, "WETH", "USDC", 900}, {1, "WETH", "DAI", 250}, {1, "WBTC", "USDC", 600},
	{1, "rETH", "WETH", 120}, {1, "AAVE", "USDC", 60}, {1, "DAI", "USDC", 300},
	{1, "TAX", "WETH", 90},
}

var othersConcentrated = []struct {
	a, b string
	fee  int64
	usd  int64
}{
	{"WETH", "USDC", 500, 6000}, {"WETH", "USDC", 3000, 3000}, {"WETH", "USDT", 500, 2500},
	{"WETH", "DAI", 3000, 900}, {"WBTC", "WETH", 500, 4000}, {"WBTC", "USDC", 3000, 1200},
	{"UNI", "WETH", 3000, 800}, {"LINK", "WETH", 3000, 900}, {"CRV", "WETH", 10_000, 100},
	{"USDC", "USDT", 100, 8000}, {"DAI", "USDC", 500, 5000}, {"rETH", "WETH", 500, 700},
	{"stETH", "WETH", 500, 1500},
}

func (o *others) addPair(factory installed, a, b string, usd int64) {
	o.Helper()
	tokens, amounts := o.sides(a, b, usd)
	factory.do("createPair", tokens[0], tokens[1])
	pair := o.pair
	pair.at = crypto.CreateAddress2(factory.at,
		crypto.Keccak256Hash(tokens[0][:], tokens[1][:]), o.code2[:])
	for i, token := range tokens {
		o.Call("fill a pair", token, erc20ABI.PackTransfer(pair.at, amounts[i]))
	}
	pair.do("mint", o.from)
}

func (o *others) addConcentrated(a, b string, fee, usd int64) {
	o.Helper()
	tokens, amounts := o.sides(a, b, usd)
	o.factory3.do("createPool", tokens[0], tokens[1], big.NewInt(fee))
	pool := o.pool3
	pool.at = crypto.CreateAddress2(o.factory3.at, crypto.Keccak256Hash(
		common.LeftPadBytes(tokens[0][:], 32), common.LeftPadBytes(tokens[1][:], 32),
		common.BigToHash(big.NewInt(fee)).Bytes()), o.code3[:])
	ratio := new(big.Int).Div(new(big.Int).Lsh(amounts[1], 192), amounts[0])
	pool.do("initialize", ratio.Sqrt(ratio))
	spacing := map[int64]int64{100: 1, 500: 10, 3000: 60, 10_000: 200}[fee]
	price, _ := new(big.Rat).SetFrac(amounts[1], amounts[0]).Float64()
	middle := int64(math.Round(math.Log(price)/math.Log(1.0001)/float64(spacing))) * spacing
	liquidity := new(big.Int).Sqrt(new(big.Int).Mul(amounts[0], amounts[1]))
	for _, r := range []struct{ width, times int64 }{{200_000, 1}, {2000, 4}, {200, 12}} {
		width := max(1, r.width/spacing) * spacing
		o.Call("fill a pool", o.liquidity, contracts.NewUniswapV3Router().PackMint(pool.at,
			big.NewInt(middle-width), big.NewInt(middle+width),
			new(big.Int).Mul(liquidity, big.NewInt(r.times))))
	}
}

// addWeighted makes pools of the first and of the third generation.
func (o *others) addWeighted() {
	o.Helper()
	o.d.Weighted = nil
	for i, p := range []struct {
		tokens  []string
		weights []int64 // percent
		usd     int64
		fee     int64 // millionths
	}{
		{[]string{"WETH", "USDC", "DAI"}, []int64{50, 30, 20}, 3000, 2000},
		{[]string{"AAVE", "WETH"}, []int64{80, 20}, 1200, 3000},
		{[]string{"UNI", "LINK", "WETH"}, []int64{30, 30, 40}, 600, 3000},
		{[]string{"CRV", "USDC"}, []int64{50, 50}, 150, 5000},
		{[]string{"WBTC", "WETH", "USDC", "USDT"}, []int64{25, 25, 25, 25}, 2000, 2500},
		{[]string{"WBTC", "DAI"}, []int64{50, 50}, 700, 1000},
	} {
		o.addWeightedPool(i%2 == 0, p.tokens, p.weights, p.usd, p.fee)
	}
}

func (o *others) addWeightedPool(first bool, symbols []string, percent []int64, usd, fee int64) {
	o.Helper()
	type share struct {
		token          common.Address
		weight, amount *big.Int
	}
	var shares []share
	for i, symbol := range symbols {
		token, amount := o.token(symbol, usd*10*percent[i])
		amount.Div(amount, big.NewInt(1000))
		shares = append(shares, share{token, new(big.Int).Mul(big.NewInt(percent[i]),
			big.NewInt(params.Ether/100)), amount})
	}
	slices.SortFunc(shares, func(x, y share) int { return x.token.Cmp(y.token) })
	var tokens []common.Address
	var weights, amounts []*big.Int
	for _, s := range shares {
		tokens, weights = append(tokens, s.token), append(weights, s.weight)
		amounts = append(amounts, s.amount)
	}
	swapFee := new(big.Int).Mul(big.NewInt(fee), big.NewInt(1e12))
	factory, pool := o.weighted3, o.weighted
	if first {
		factory = o.weighted1
	}
	if first {
		factory.do("create", "", "", tokens, weights, swapFee, o.from)
	} else {
		factory.do("create", "", "", tokens, weights, make([]common.Address, len(tokens)),
			swapFee, o.from)
	}
	o.flush()
	created := crypto.Keccak256Hash([]byte("PoolCreated(address)"))
	for _, l := range o.last.Logs {
		if l.Address == factory.at && l.Topics[0] == created {
			pool.at = common.BytesToAddress(l.Topics[1][:])
		}
	}
	id := pool.ask("getPoolId")
	o.d.Weighted = append(o.d.Weighted, id)
	o.join(id, tokens, amounts, amounts)
}

// join is the first join of a pool of Balancer's.
func (o *others) join(id common.Hash, tokens []common.Address, amounts, most []*big.Int) {
	o.Helper()
	o.add("fill a pool", &o.vault.at, nil, contracts.NewBalancerVault().PackJoinPool(id, o.from,
		o.from, contracts.IBalancerVaultJoinPoolRequest{Assets: tokens, MaxAmountsIn: most,
			UserData: published.FirstJoin(amounts)}), 3_000_000)
}

// made is the nonce of a factory.
func (o *others) made(factory common.Address) uint64 {
	o.Helper()
	o.flush()
	nonce, err := o.node.NonceAt(o.Context(), factory, nil)
	if err != nil {
		o.Fatal(err)
	}
	return nonce
}

// addStable makes a stable pool of the wrapped coin, which the chain had of ours.
func (o *others) addStable() {
	o.Helper()
	weth, amount := o.token("WETH", 6000)
	stETH, other := o.token("stETH", 6000)
	pool := crypto.CreateAddress(o.d.Swap.StableSwapFactory, o.made(o.d.Swap.StableSwapFactory))
	o.add("create a stable pool", &o.d.Swap.StableSwapFactory, nil,
		contracts.NewStableSwapFactory().PackDeployPlainPool([]common.Address{weth, stETH},
			big.NewInt(100), big.NewInt(4_000_000)), installGas)
	o.allow(weth, pool)
	o.allow(stETH, pool)
	o.Call("fill a stable pool", pool,
		contracts.NewStableSwap().PackAddLiquidity([]*big.Int{amount, other}, new(big.Int)))
}

// addCurve makes a stable pool as others do, not quite in balance.
func (o *others) addCurve(classic bool, offPeg int64, symbols []string, usd int64) common.Address {
	o.Helper()
	coins, amounts, rates := o.uneven(symbols, usd)
	c := contracts.NewCurvePool()
	pool := o.Create("a stable pool", slices.Concat(common.FromHex(contracts.CurvePoolMetaData.Bin),
		c.PackConstructor(classic, coins, rates, big.NewInt(500), big.NewInt(4_000_000),
			big.NewInt(offPeg))))
	for _, coin := range coins {
		o.allow(coin, pool)
	}
	o.Call("fill a stable pool", pool, c.PackAdd(amounts))
	return pool
}

// addCoins makes a stable pool that has the native coin where the wrapped one is named.
func (o *others) addCoins(symbols []string, usd int64) common.Address {
	o.Helper()
	coins, amounts, rates := o.uneven(symbols, usd)
	at := slices.Index(coins, o.weth.at)
	coins[at] = api.NativeToken
	c := contracts.NewNativeCurvePool()
	pool := o.of(&contracts.NativeCurvePoolMetaData, coins, rates, big.NewInt(50),
		big.NewInt(4_000_000)).at
	for i, coin := range coins {
		if i != at {
			o.allow(coin, pool)
		}
	}
	o.add("fill a stable pool", &pool, amounts[at], c.PackAdd(amounts), 1_000_000)
	return pool
}

// uneven are the coins of a stable pool, amounts of them that are not quite in balance, and rates.
func (o *others) uneven(symbols []string, usd int64) (coins []common.Address, amounts,
	rates []*big.Int) {
	o.Helper()
	for i, symbol := range symbols {
		token, amount := o.token(symbol, usd*(9+int64(i)))
		coins, amounts = append(coins, token), append(amounts, amount.Div(amount, big.NewInt(10)))
		j := slices.IndexFunc(o.d.Tokens, func(t api.Token) bool { return t.Symbol == symbol })
		rates = append(rates, new(big.Int).Exp(big.NewInt(10),
			big.NewInt(int64(36-o.d.Tokens[j].Decimals)), nil))
	}
	return coins, amounts, rates
}
