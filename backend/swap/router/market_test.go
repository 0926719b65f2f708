package router_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// calm is a seeded market whose pools agree on the worth of tokens to within their fees, as
// arbitrage leaves them, so that all that a route can bring lies between its source and its
// destination.
type calm struct {
	random *rand.Rand
	tokens []router.Token
	price  []float64 // of a raw unit
	worth  []float64 // of what all pools hold of a token
	venues []router.Venue
}

// kindsOf are how often a market draws each kind of pool.
type kindsOf struct{ product, concentrated, weighted, stable, orders int }

var (
	anyKinds   = kindsOf{8, 7, 2, 2, 1}
	vaultKinds = kindsOf{weighted: 7, stable: 5}
)

// newCalm draws a market. Tokens after the first few hang on one or two of those before them, so
// that some pairs lie many hops apart; the rest of the pools are drawn between tokens that have
// many.
func newCalm(tb testing.TB, seed uint64, tokens, pools int, kinds kindsOf) *calm {
	tb.Helper()
	m := &calm{random: rand.New(rand.NewPCG(seed, 11)), worth: make([]float64, tokens)}
	for i := range tokens {
		var a common.Address
		binary.BigEndian.PutUint64(a[12:], uint64(i+1))
		m.tokens = append(m.tokens, router.Token{Address: a})
		price := 1e-18
		if f := family(i); f < 0 {
			price *= math.Exp(m.random.NormFloat64()*2 + 2)
		} else {
			price *= math.Exp(float64(f))
		}
		m.price = append(m.price, price)
	}
	for n := range pools {
		a := n
		if n >= tokens || n == 0 {
			a = m.popular(tokens)
		}
		b := m.popular(max(2, min(n, tokens)))
		for a == b {
			b = m.random.IntN(max(2, min(n, tokens)))
		}
		m.add(tb, a, b, kinds)
	}
	return m
}

// family is the number of the tokens with which a token shares its price, -1 for those that stand
// alone.
func family(i int) int {
	if i%4 != 1 {
		return -1
	}
	return i / 4 % 8
}

// kin draws another token of a token's family among the first n.
func (m *calm) kin(token, n int) int {
	var list []int
	for i := range n {
		if i != token && family(i) == family(token) {
			list = append(list, i)
		}
	}
	if family(token) < 0 || len(list) == 0 {
		return -1
	}
	return list[m.random.IntN(len(list))]
}

// popular draws one of the first n tokens, earlier ones more often.
func (m *calm) popular(n int) int {
	return min(n-1, int(float64(n)*math.Pow(m.random.Float64(), 3)))
}

func (m *calm) snapshot(tb testing.TB) *router.Snapshot {
	tb.Helper()
	s, err := router.NewSnapshot(1, m.tokens, m.venues)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// units is an amount of a token of a worth.
func (m *calm) units(token int, worth float64) uint256.Int {
	return amountOf(worth / m.price[token])
}

// off is a factor within a part of a fee.
func (m *calm) off(fee float64) float64 {
	return math.Exp((m.random.Float64()*2 - 1) * 0.45 * fee)
}

func (m *calm) add(tb testing.TB, a, b int, kinds kindsOf) {
	tb.Helper()
	m.addOf(tb, a, b, kinds, math.Exp(m.random.NormFloat64()*1.5+13))
}

// addOf draws a pool that holds this worth of each of its tokens.
func (m *calm) addOf(tb testing.TB, a, b int, kinds kindsOf, depth float64) {
	tb.Helper()
	tokens := []int{a, b}
	var p pool.Pool
	var err error
	exchange := "V2"
	n := m.random.IntN(
		kinds.product + kinds.concentrated + kinds.weighted + kinds.stable + kinds.orders)
	switch {
	case n < kinds.product:
		p, err = pool.NewProduct(m.units(a, depth*m.off(0.003)), m.units(b, depth), 3000)
	case n < kinds.product+kinds.concentrated:
		exchange = "V3"
		p, err = m.concentrated(a, b, depth)
	case n < kinds.product+kinds.concentrated+kinds.weighted:
		exchange = "weighted"
		p, tokens, err = m.weighted(tokens, depth)
	case n < kinds.product+kinds.concentrated+kinds.weighted+kinds.stable:
		exchange = "stable"
		if other := m.kin(a, len(m.tokens)); other >= 0 {
			p, tokens, err = m.stable([]int{a, other}, depth)
		} else {
			p, tokens, err = m.weighted(tokens, depth)
		}
	default:
		exchange = "orders"
		// each of the four orders sells and wants a unit at least
		size := max(depth*math.Exp(m.random.NormFloat64()-4), 5*max(m.price[a], m.price[b]))
		p, err = pool.NewOrders(ladder(
			m.units(b, size), m.units(a, size*(1+0.002*m.random.Float64()))))
	}
	if err != nil {
		tb.Fatal(err)
	}
	var address common.Address
	binary.BigEndian.PutUint64(address[12:], uint64(len(m.venues)+1_000_000))
	v := router.Venue{Exchange: exchange, Address: address, Pool: p}
	for _, t := range tokens {
		v.Tokens = append(v.Tokens, m.tokens[t].Address)
		m.worth[t] += depth
	}
	m.venues = append(m.venues, v)
}

func (m *calm) concentrated(a, b int, depth float64) (pool.Pool, error) {
	tier := [...]struct {
		fee     uint32
		spacing int
	}{{100, 1}, {500, 10}, {3000, 60}, {10000, 200}}[m.random.IntN(4)]
	price := m.price[a] / m.price[b] * m.off(float64(tier.fee)/1e6)
	at := int(math.Floor(math.Log(price) / math.Log(1.0001)))
	liquidity := depth / math.Sqrt(m.price[a]*m.price[b])
	net := map[int]float64{}
	for width := 40_000 / tier.spacing; width > 1; width = width * 2 / 3 {
		low := (at/tier.spacing - 1 - m.random.IntN(width)) * tier.spacing
		high := (at/tier.spacing + 1 + m.random.IntN(width)) * tier.spacing
		size := math.Floor(liquidity * m.random.Float64())
		net[max(low, -887200)] += size
		net[min(high, 887200)] -= size
	}
	p, _, _, err := finishConcentrated(net, at, tier.spacing, tier.fee, nil)
	return p, err
}

func (m *calm) weighted(tokens []int, depth float64) (pool.Pool, []int, error) {
	for range m.random.IntN(4) {
		t := m.popular(len(m.tokens))
		for _, other := range tokens {
			if t == other {
				t = -1
				break
			}
		}
		if t >= 0 {
			tokens = append(tokens, t)
		}
	}
	left := 100
	var balances, weights []uint256.Int
	var decimals []int
	for i, t := range tokens {
		share := left / (len(tokens) - i)
		if i < len(tokens)-1 && share > 4 {
			share += m.random.IntN(share) - share/2
		}
		left -= share
		balances = append(balances, m.units(t, depth*float64(share)/50*m.off(0.0015)))
		weights = append(weights, *new(uint256.Int).Mul(
			uint256.NewInt(uint64(share)), uint256.NewInt(1e16)))
		decimals = append(decimals, 18)
	}
	p, err := pool.NewWeighted(balances, weights, decimals, *uint256.NewInt(3e15))
	return p, tokens, err
}

func (m *calm) stable(tokens []int, depth float64) (pool.Pool, []int, error) {
	params := pool.StableParams{Amplifier: uint64(100+m.random.IntN(2000)) * 100, Fee: 4_000_000,
		AdminFee: 5_000_000_000}
	if t := m.kin(tokens[0], len(m.tokens)); t >= 0 && t != tokens[1] {
		tokens = append(tokens, t)
	}
	for _, t := range tokens {
		params.Rates = append(params.Rates, amountOf(1e18))
		params.Balances = append(params.Balances, amountOf(depth*m.off(0.004)/m.price[t]))
	}
	p, err := pool.NewStable(params)
	return p, tokens, err
}

// query draws two tokens and sells or buys a part of what the pools hold of the scarcer one.
func (m *calm) query(part float64) router.Query {
	a, b := m.random.IntN(len(m.tokens)), m.random.IntN(len(m.tokens))
	for a == b {
		b = m.random.IntN(len(m.tokens))
	}
	worth := part * min(m.worth[a], m.worth[b])
	q := router.Query{Src: m.tokens[a].Address, Dest: m.tokens[b].Address,
		Amount: m.units(a, worth)}
	if m.random.IntN(3) == 0 {
		q.Side, q.Amount = router.Buy, m.units(b, worth)
	}
	return q
}
