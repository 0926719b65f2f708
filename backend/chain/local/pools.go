package local

import (
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// What the deployer has for pools.
const (
	stockUSD     = 500_000_000 // of each token but the wrapped coin
	stockWrapped = 100_000     // whole wrapped coins
)

// ranges of a concentrated pool: half widths in ticks and how much more liquidity than over all
// prices stands there. 200 ticks are about 2 %.
var ranges = []struct{ width, times int64 }{{200_000, 1}, {2000, 4}, {200, 12}}

// seeder adds the steps that make pools.
type seeder struct {
	p        *contracts.Plan
	at       contracts.SwapAddresses
	tokens   map[string]api.Token
	usd      map[string]int64 // millionths of a dollar a whole token
	stable   uint64           // pools that the stable factory has made
	vault    int64            // pools that the vault has registered
	weighted []common.Hash    // their ids
}

// addPools deploys the tokens that came later and all pools.
func (d *Deployment) addPools(p *contracts.Plan, of parties) {
	for _, t := range laterTokenSpecs() {
		d.Tokens = append(d.Tokens, t.deploy(p, of))
	}
	s := &seeder{p: p, at: d.Swap, tokens: make(map[string]api.Token), usd: Prices()}
	for _, t := range d.Tokens {
		if t.Address != api.NativeToken {
			s.tokens[t.Symbol] = t
			s.stock(t)
		}
	}
	for _, spec := range poolSpecs() {
		s.add(spec)
	}
	d.Weighted = s.weighted
}

// stock gives the deployer of a token what all pools need and lets the routers and the vault take
// it.
func (s *seeder) stock(t api.Token) {
	erc20 := contracts.NewStandardToken()
	if t.Symbol == "WETH" {
		s.p.Pay("wrap coins for pools", t.Address, coins(stockWrapped),
			contracts.NewWrappedNative().PackDeposit())
	} else {
		s.p.Call("mint "+t.Symbol+" for pools", t.Address,
			erc20.PackMint(s.p.Deployer, s.worth(t.Symbol, stockUSD)))
	}
	for _, spender := range []common.Address{
		s.at.UniswapV2Router, s.at.UniswapV2ForkRouter, s.at.UniswapV3Router, s.at.BalancerVault} {
		s.p.Call("approve "+t.Symbol+" for pools", t.Address,
			erc20.PackApprove(spender, unlimited()))
	}
}

// unlimited is the allowance that never runs out.
func unlimited() *big.Int { return api.MaxAmount.Big() }

// worth is how many units of a token so many dollars buy.
func (s *seeder) worth(symbol string, usd int64) *big.Int {
	n := units(usd, s.tokens[symbol].Decimals+6)
	return n.Div(n, big.NewInt(s.usd[symbol]))
}

func (s *seeder) add(spec poolSpec) {
	switch spec.on {
	case uniswapV2:
		s.addPair(s.at.UniswapV2Router, spec)
	case uniswapV2Fork:
		s.addPair(s.at.UniswapV2ForkRouter, spec)
	case uniswapV3:
		s.addConcentrated(spec)
	case stableSwap:
		s.addStable(spec)
	case balancer:
		s.addWeighted(spec)
	}
}

func (s *seeder) addPair(router common.Address, spec poolSpec) {
	a, b := spec.tokens[0], spec.tokens[1]
	data := contracts.NewUniswapV2Router().PackAddLiquidity(
		s.tokens[a].Address, s.tokens[b].Address, s.worth(a, spec.usd*1000),
		s.worth(b, spec.usd*1000), s.p.Deployer)
	s.p.CallCreating("fill the pair "+a+"/"+b, router, data)
}

func (s *seeder) addConcentrated(spec poolSpec) {
	a, b := spec.tokens[0], spec.tokens[1]
	if s.tokens[a].Address.Cmp(s.tokens[b].Address) > 0 {
		a, b = b, a
	}
	token0, token1, fee := s.tokens[a].Address, s.tokens[b].Address, big.NewInt(spec.fee)
	salt := crypto.Keccak256Hash(common.LeftPadBytes(token0[:], 32),
		common.LeftPadBytes(token1[:], 32), common.BigToHash(fee).Bytes())
	pool := crypto.CreateAddress2(
		s.at.UniswapV3Factory, salt, contracts.UniswapV3InitCodeHash().Bytes())
	s.p.CallCreating("create the pool "+a+"/"+b, s.at.UniswapV3Factory,
		contracts.NewUniswapV3Factory().PackCreatePool(token0, token1, fee))

	amount0, amount1 := s.worth(a, spec.usd*1000), s.worth(b, spec.usd*1000)
	ratio := new(big.Int).Div(new(big.Int).Lsh(amount1, 192), amount0)
	s.p.Call("price the pool "+a+"/"+b, pool,
		contracts.NewUniswapV3Pool().PackInitialize(ratio.Sqrt(ratio)))
	spacing := tickSpacing(spec.fee)
	middle := nearestTick(amount0, amount1, spacing)
	liquidity := new(big.Int).Sqrt(new(big.Int).Mul(amount0, amount1))
	for _, r := range ranges {
		width := max(1, r.width/spacing) * spacing
		s.p.Call("fill the pool "+a+"/"+b, s.at.UniswapV3Router,
			contracts.NewUniswapV3Router().PackMint(
				pool, big.NewInt(middle-width), big.NewInt(middle+width),
				new(big.Int).Mul(liquidity, big.NewInt(r.times))))
	}
}

// tickSpacing is the distance of usable ticks that the factory gives a fee.
func tickSpacing(fee int64) int64 {
	return map[int64]int64{100: 1, 500: 10, 3000: 60, 10_000: 200}[fee]
}

// nearestTick is a usable tick near the price: log(amount1/amount0) to the base 1.0001.
func nearestTick(amount0, amount1 *big.Int, spacing int64) int64 {
	ratio, _ := new(big.Rat).SetFrac(amount1, amount0).Float64()
	tick := math.Log(ratio) / math.Log(1.0001)
	return int64(math.Round(tick/float64(spacing))) * spacing
}

func (s *seeder) addStable(spec poolSpec) {
	var coins []common.Address
	var amounts []*big.Int
	for i, symbol := range spec.tokens {
		coins = append(coins, s.tokens[symbol].Address)
		amounts = append(amounts, s.worth(symbol, spec.usd*10*spec.shares[i]))
	}
	s.stable++
	pool := crypto.CreateAddress(s.at.StableSwapFactory, s.stable)
	s.p.CallCreating("create a stable pool", s.at.StableSwapFactory,
		contracts.NewStableSwapFactory().PackDeployPlainPool(
			coins, big.NewInt(spec.amp), big.NewInt(spec.fee)))
	for _, coin := range coins {
		s.p.Call("approve a stable pool", coin,
			contracts.NewStandardToken().PackApprove(pool, unlimited()))
	}
	s.p.Call("fill a stable pool", pool,
		contracts.NewStableSwap().PackAddLiquidity(amounts, new(big.Int)))
}

// addWeighted makes a pool whose value is split by weights. The vault names pools by address, kind
// and serial number.
func (s *seeder) addWeighted(spec poolSpec) {
	order := make([]int, len(spec.tokens))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return s.tokens[spec.tokens[i]].Address.Cmp(s.tokens[spec.tokens[j]].Address)
	})
	var tokens []common.Address
	var weights, amounts []*big.Int
	for _, i := range order {
		symbol := spec.tokens[i]
		tokens = append(tokens, s.tokens[symbol].Address)
		weights = append(weights, new(big.Int).Mul(big.NewInt(spec.shares[i]), big.NewInt(1e16)))
		amounts = append(amounts, s.worth(symbol, spec.usd*10*spec.shares[i]))
	}
	fee := new(big.Int).Mul(big.NewInt(spec.fee), big.NewInt(1e12))
	pool := s.p.Create("a weighted pool", created(contracts.WeightedPoolMetaData.Bin,
		contracts.NewWeightedPool().PackConstructor(
			s.at.BalancerVault, tokens, weights, fee, s.p.Deployer)))
	id := new(big.Int).SetBytes(pool[:])
	id.Lsh(id, 16).Add(id, big.NewInt(1)).Lsh(id, 80).Add(id, big.NewInt(s.vault))
	s.vault++
	s.weighted = append(s.weighted, common.BigToHash(id))
	s.p.Call("fill a weighted pool", s.at.BalancerVault, contracts.NewBalancerVault().PackJoinPool(
		common.BigToHash(id), s.p.Deployer, s.p.Deployer,
		contracts.IBalancerVaultJoinPoolRequest{Assets: tokens, MaxAmountsIn: amounts}))
}
