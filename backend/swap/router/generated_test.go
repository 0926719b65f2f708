package router_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// generated is a seeded universe of 1,000 pools of all kinds and 200 tokens around a few hubs, with
// consistent prices.
type generated struct {
	random *rand.Rand
	tokens []router.Token
	price  []float64 // USD for a whole token; all tokens have 18 decimals but the stable ones
	stable []bool
	venues []router.Venue
}

const (
	generatedTokens = 200
	generatedPools  = 1000
	generatedHubs   = 8 // tokens 0 to 3 are stable coins
)

func newGenerated(tb testing.TB, seed uint64) *generated {
	tb.Helper()
	g := &generated{random: rand.New(rand.NewPCG(seed, 7))}
	for i := range generatedTokens {
		var a common.Address
		binary.BigEndian.PutUint64(a[12:], uint64(i+1))
		g.tokens = append(g.tokens, router.Token{Address: a})
		g.stable = append(g.stable, i < 4 || i%25 == 0)
		price := 1.0
		if !g.stable[i] {
			price = math.Exp(g.random.NormFloat64()*2 + 2)
		}
		g.price = append(g.price, price)
	}
	for len(g.venues) < generatedPools {
		p, tokens, exchange, err := g.pool(len(g.venues))
		if err != nil {
			tb.Fatal(err)
		}
		var a common.Address
		binary.BigEndian.PutUint64(a[12:], uint64(len(g.venues)+1_000_000))
		v := router.Venue{Exchange: exchange, Address: a, Pool: p}
		for _, t := range tokens {
			v.Tokens = append(v.Tokens, g.tokens[t].Address)
		}
		g.venues = append(g.venues, v)
	}
	return g
}

func (g *generated) snapshot(tb testing.TB) *router.Snapshot {
	tb.Helper()
	s, err := router.NewSnapshot(1, g.tokens, g.venues)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// pair draws two tokens, one of them usually a hub; every token gets its turn.
func (g *generated) pair(n int) []int {
	a, b := n%generatedTokens, g.random.IntN(generatedHubs)
	if g.random.IntN(4) == 0 {
		b = g.random.IntN(generatedTokens)
	}
	for a == b {
		b = g.random.IntN(generatedHubs)
	}
	return []int{a, b}
}

// units is how many raw units of a token a value in USD is, off by a little noise.
func (g *generated) units(token int, usd float64) uint256.Int {
	return amountOf(usd / g.price[token] * math.Exp(g.random.NormFloat64()*0.002) *
		math.Pow10(g.decimals(token)))
}

func (g *generated) decimals(token int) int {
	if g.stable[token] {
		return 6
	}
	return 18
}

func (g *generated) depth() float64 { return math.Exp(g.random.NormFloat64()*1.5 + 14) }

func (g *generated) pool(n int) (pool.Pool, []int, string, error) {
	switch k := g.random.IntN(20); {
	case k < 8:
		pair, depth := g.pair(n), g.depth()
		p, err := pool.NewProduct(g.units(pair[0], depth), g.units(pair[1], depth), 3000)
		return p, pair, [...]string{"V2 a", "V2 b", "V2 c"}[g.random.IntN(3)], err
	case k < 15:
		return g.concentrated(g.pair(n))
	case k < 16:
		return g.stablePool()
	case k < 18:
		return g.weighted(n)
	}
	pair := g.pair(n)
	size := math.Exp(g.random.NormFloat64() + 9)
	maker, taker := g.units(pair[1], size), g.units(pair[0], size*(1+0.004*g.random.Float64()))
	p, err := pool.NewOrders(ladder(maker, taker))
	return p, pair, "orders", err
}

// ladder is a book of four orders, each of a quarter and of a worse price than the one before.
func ladder(maker, taker uint256.Int) (list []pool.Order) {
	maker.Rsh(&maker, 2)
	taker.Rsh(&taker, 2)
	for range 4 {
		list = append(list, pool.Order{Maker: maker, Taker: taker, Most: taker})
		taker.Add(&taker, new(uint256.Int).Div(&taker, uint256.NewInt(1000)))
	}
	return list
}

func (g *generated) concentrated(pair []int) (pool.Pool, []int, string, error) {
	tier := [...]struct{ fee, spacing int }{
		{100, 1}, {500, 10}, {3000, 60}, {10000, 200}}[g.random.IntN(4)]
	price := g.price[pair[0]] / g.price[pair[1]] *
		math.Pow10(g.decimals(pair[1])-g.decimals(pair[0]))
	price *= math.Exp(g.random.NormFloat64() * 0.002)
	at := int(math.Floor(math.Log(price) / math.Log(1.0001)))
	liquidity := g.depth() / math.Sqrt(g.price[pair[0]]*g.price[pair[1]]) *
		math.Pow10((g.decimals(pair[0])+g.decimals(pair[1]))/2)
	net := map[int]float64{}
	for width := 400_000 / tier.spacing; width > 1; width = width * 2 / 3 {
		low := (at/tier.spacing - 1 - g.random.IntN(width)) * tier.spacing
		high := (at/tier.spacing + 1 + g.random.IntN(width)) * tier.spacing
		low, high = max(low, -887200), min(high, 887200)
		size := math.Floor(liquidity * g.random.Float64())
		net[low] += size
		net[high] -= size
	}
	return finishConcentrated(net, at, tier.spacing, uint32(tier.fee), pair)
}

func finishConcentrated(net map[int]float64, at, spacing int, fee uint32, pair []int) (pool.Pool,
	[]int, string, error) {
	var ticks []pool.Tick
	var active uint256.Int
	sum := 0.0
	for _, index := range sortedKeys(net) {
		size := net[index]
		sum += size
		n := amountOf(math.Abs(size))
		if size < 0 {
			n.Neg(&n)
		}
		ticks = append(ticks, pool.Tick{Index: index, Net: n})
		if index <= at {
			active.Add(&active, &n)
		}
	}
	// The sums of floats may leave a rest, which the last tick takes.
	var rest uint256.Int
	for i := range ticks {
		rest.Add(&rest, &ticks[i].Net)
	}
	last := &ticks[len(ticks)-1].Net
	last.Sub(last, &rest)
	table, err := pool.NewTicks(ticks, spacing, fee)
	if err != nil {
		return nil, nil, "", err
	}
	p, err := pool.NewConcentrated(table, pool.SqrtRatioAtTick(at), at, active)
	return p, pair, "V3", err
}

func sortedKeys(m map[int]float64) []int {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (g *generated) stablePool() (pool.Pool, []int, string, error) {
	params := pool.StableParams{Amplifier: uint64(100+g.random.IntN(2000)) * 100, Fee: 4_000_000,
		AdminFee: 5_000_000_000}
	var coins []int
	depth := g.depth()
	for _, t := range g.random.Perm(12)[:2+g.random.IntN(3)] {
		if t >= 4 {
			t = (t - 4) * 25
		}
		if slices.Contains(coins, t) {
			continue
		}
		coins = append(coins, t)
	}
	if len(coins) < 2 {
		coins = []int{0, 1}
	}
	for _, t := range coins {
		params.Balances = append(params.Balances, g.units(t, depth*(0.7+0.6*g.random.Float64())))
		params.Rates = append(params.Rates, amountOf(math.Pow10(36-g.decimals(t))))
	}
	if len(coins) == 3 {
		p, err := pool.NewComposable(pool.ComposableParams{Balances: params.Balances,
			Rates: params.Rates, Amplifier: params.Amplifier * 10,
			Fee: *uint256.NewInt(params.Fee * 1e8)})
		return p, coins, "composable", err
	}
	p, err := pool.NewStable(params)
	return p, coins, "stable", err
}

func (g *generated) weighted(n int) (pool.Pool, []int, string, error) {
	tokens := g.pair(n)
	for len(tokens) < 2+g.random.IntN(7) {
		if t := g.random.IntN(generatedTokens); !slices.Contains(tokens, t) {
			tokens = append(tokens, t)
		}
	}
	depth, left := g.depth(), 100
	var balances, weights []uint256.Int
	var decimals []int
	for i, t := range tokens {
		share := left / (len(tokens) - i)
		if i < len(tokens)-1 && share > 4 {
			share += g.random.IntN(5) - 2
		}
		left -= share
		balances = append(balances, g.units(t, depth*float64(share)/50))
		weights = append(weights, *new(uint256.Int).Mul(
			uint256.NewInt(uint64(share)), uint256.NewInt(1e16)))
		decimals = append(decimals, g.decimals(t))
	}
	p, err := pool.NewWeighted(balances, weights, decimals, *uint256.NewInt(3e15))
	return p, tokens, "weighted", err
}

// queries draws pairs, sizes from 100 to 1,000,000 USD, both sides, with and without gas.
func (g *generated) queries(n int) (queries []router.Query) {
	for range n {
		pair := g.random.Perm(generatedTokens)[:2]
		if g.random.IntN(2) == 0 {
			pair = g.random.Perm(generatedHubs)[:2]
		}
		usd := math.Exp(g.random.Float64()*math.Log(1e4)) * 100
		q := router.Query{Src: g.tokens[pair[0]].Address, Dest: g.tokens[pair[1]].Address,
			Amount: g.units(pair[0], usd)}
		if g.random.IntN(3) == 0 {
			q.Side, q.Amount = router.Buy, g.units(pair[1], usd)
		}
		if g.random.IntN(2) == 0 { // 1e-5 USD for a unit of gas
			q.GasPrice = 1e-5 / g.price[pair[1]] * math.Pow10(g.decimals(pair[1]))
		}
		queries = append(queries, q)
	}
	return queries
}
