package local

// exchange is a kind of pool, or one of two factories of a kind.
type exchange int

const (
	uniswapV2     exchange = iota // fee 30 basis points
	uniswapV2Fork                 // fee 20 basis points
	uniswapV3
	stableSwap
	balancer
)

// poolSpec is a pool to seed. USD is thousands of dollars of each token; in a concentrated pool
// that much over all prices, and more near the present one.
type poolSpec struct {
	on     exchange
	tokens []string
	usd    int64
	// concentrated: hundredths of a basis point; stable: 1e-10 of the output; weighted: 1e-6 of the
	// input
	fee    int64
	shares []int64 // stable: parts of the value, in percent of usd; weighted: weights in percent
	amp    int64   // stable: amplification
}

// Prices are what whole tokens are worth when the network begins, in millionths of a dollar, by
// symbol.
func Prices() map[string]int64 {
	return map[string]int64{
		"WETH": 3_020_000_000, "USDC": 1_000_000, "USDT": 1_000_100, "DAI": 999_900,
		"WBTC":  64_210_000_000,
		"stETH": 3_016_074_000, "UNI": 7_412_000, "LINK": 14_860_000, "TAX": 250_000,
		"AAVE": 92_400_000, "rETH": 3_289_686_000, "FRAX": 999_700, "CRV": 421_500,
	}
}

// poolSpecs are deep and shallow markets of every kind, so that a good route needs splits, hops and
// several kinds.
func poolSpecs() []poolSpec {
	pair := func(on exchange, a, b string, usd int64) poolSpec {
		return poolSpec{on: on, tokens: []string{a, b}, usd: usd}
	}
	v3 := func(a, b string, fee, usd int64) poolSpec {
		return poolSpec{on: uniswapV3, tokens: []string{a, b}, usd: usd, fee: fee}
	}
	return []poolSpec{
		pair(uniswapV2, "WETH", "USDC", 4000), pair(uniswapV2, "WETH", "USDT", 2500),
		pair(uniswapV2, "WETH", "DAI", 1800),
		pair(uniswapV2, "WBTC", "WETH", 3000), pair(uniswapV2, "UNI", "WETH", 900),
		pair(uniswapV2, "LINK", "WETH", 1200),
		pair(uniswapV2, "AAVE", "WETH", 700), pair(uniswapV2, "CRV", "WETH", 60),
		pair(uniswapV2, "stETH", "WETH", 800),
		pair(uniswapV2, "USDC", "USDT", 1500), pair(uniswapV2, "TAX", "USDC", 400),
		pair(uniswapV2, "TAX", "WETH", 150),
		pair(uniswapV2, "LINK", "USDC", 90), pair(uniswapV2, "UNI", "USDC", 50),
		pair(uniswapV2, "FRAX", "USDC", 120),
		pair(uniswapV2Fork, "WETH", "USDC", 900), pair(uniswapV2Fork, "WETH", "DAI", 250),
		pair(uniswapV2Fork, "WBTC", "USDC", 600),
		pair(uniswapV2Fork, "LINK", "WETH", 80), pair(uniswapV2Fork, "rETH", "WETH", 120),
		pair(uniswapV2Fork, "AAVE", "USDC", 60),
		pair(uniswapV2Fork, "DAI", "USDC", 300),
		v3("WETH", "USDC", 500, 6000), v3("WETH", "USDC", 3000, 3000),
		v3("WETH", "USDT", 500, 2500), v3("WETH", "USDT", 3000, 800),
		v3("WETH", "DAI", 3000, 900), v3("WBTC", "WETH", 500, 4000), v3("WBTC", "WETH", 3000, 1500),
		v3("WBTC", "USDC", 3000, 1200),
		v3("UNI", "WETH", 3000, 800), v3("LINK", "WETH", 3000, 900), v3("AAVE", "WETH", 3000, 500),
		v3("CRV", "WETH", 10_000, 100),
		v3("USDC", "USDT", 100, 8000), v3("DAI", "USDC", 500, 5000), v3("rETH", "WETH", 500, 700),
		v3("stETH", "WETH", 500, 1500),
		v3("UNI", "USDC", 10_000, 40),
		{on: stableSwap, tokens: []string{"DAI", "USDC", "USDT"}, usd: 10_000, fee: 1_000_000,
			amp: 2000, shares: []int64{102, 100, 98}},
		{on: stableSwap, tokens: []string{"FRAX", "USDC"}, usd: 4000, fee: 4_000_000, amp: 1500,
			shares: []int64{104, 96}},
		{on: stableSwap, tokens: []string{"WETH", "stETH"}, usd: 6000, fee: 4_000_000, amp: 100,
			shares: []int64{94, 106}},
		{on: stableSwap, tokens: []string{"USDT", "DAI", "FRAX"}, usd: 800, fee: 4_000_000,
			amp: 500, shares: []int64{99, 100, 101}},
		{on: balancer, tokens: []string{"WETH", "USDC", "DAI"}, usd: 3000, fee: 2000,
			shares: []int64{50, 30, 20}},
		{on: balancer, tokens: []string{"AAVE", "WETH"}, usd: 1200, fee: 3000,
			shares: []int64{80, 20}},
		{on: balancer, tokens: []string{"UNI", "LINK", "WETH"}, usd: 600, fee: 3000,
			shares: []int64{30, 30, 40}},
		{on: balancer, tokens: []string{"CRV", "USDC"}, usd: 150, fee: 5000,
			shares: []int64{50, 50}},
		{on: balancer, tokens: []string{"WBTC", "WETH", "USDC", "DAI"}, usd: 2000, fee: 2500,
			shares: []int64{25, 25, 25, 25}},
	}
}

// laterTokenSpecs are tokens that came after the first ones, so that the addresses of those stay.
func laterTokenSpecs() []tokenSpec {
	return []tokenSpec{
		{symbol: "AAVE", name: "Aave Token", decimals: 18, permit: "ERC2612", each: 5_000,
			code: standardToken},
		{symbol: "rETH", name: "Rocket Pool ETH", decimals: 18, permit: "ERC2612", each: 100,
			code: standardToken},
		{symbol: "FRAX", name: "Frax", decimals: 18, permit: "ERC2612", each: 200_000,
			code: standardToken},
		{symbol: "CRV", name: "Curve DAO Token", decimals: 18, permit: "ERC2612", each: 100_000,
			code: standardToken},
	}
}
