package router_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/internal/poolfile"
	"bourse/backend/swap/pool"
)

// The bound on any allocation comes from Lagrangian duality: put a price ν on every token, let the
// trader sell the whole input at ν, and let every pool be arbitraged against ν by itself. For every
// ν that gives at least what any routing can give, so the least of these values bounds the best
// route, without any limit on hops, splits or shares. It is computed in floating point from the
// records alone and shares no code with the pools or the router.

// market is a pool for the bound: constant product is a single range of liquidity.
type market struct {
	record poolfile.Record
	token  [2]int
	gamma  float64
	root   float64 // square root of the price, token 1 per token 0, raw units
	active float64
	ticks  []float64 // square roots of prices at initialised ticks
	net    []float64
	at     int // ticks at or below the price
}

func newMarket(r poolfile.Record, token [2]int) market {
	m := market{record: r, token: token, gamma: 1 - float64(r.FeePpm)/1e6}
	if r.Kind == "constantProduct" {
		x, y := parse(r.Reserves[0]), parse(r.Reserves[1])
		m.root, m.active = math.Sqrt(y/x), math.Sqrt(x*y)
		return m
	}
	m.root, m.active = parse(r.SqrtPriceX96)/math.Exp2(96), parse(r.Liquidity)
	for _, t := range r.Ticks {
		m.ticks = append(m.ticks, math.Exp(float64(t.Index)*math.Log(1.0001)/2))
		m.net = append(m.net, parse(t.Net))
		if t.Index <= r.Tick {
			m.at++
		}
	}
	return m
}

func parse(text string) float64 {
	v, _, err := big.ParseFloat(text, 10, 200, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	f, _ := v.Float64()
	return f
}

// arbitrage is the trade that earns most at prices ν: its worth, what the trader gets of each token
// (negative if paid), and where the pool's price ends.
func (m *market) arbitrage(nu []float64) (worth float64, get [2]float64, end float64) {
	a, b := nu[m.token[0]], nu[m.token[1]]
	if down := math.Sqrt(a / b / m.gamma); down < m.root {
		d0, d1 := m.move(down)
		get = [2]float64{-d0 / m.gamma, -d1}
		return get[0]*a + get[1]*b, get, down
	}
	if up := math.Sqrt(a / b * m.gamma); up > m.root {
		d0, d1 := m.move(up)
		get = [2]float64{-d0, -d1 / m.gamma}
		return get[0]*a + get[1]*b, get, up
	}
	return 0, get, m.root
}

// move is what the pool gains of each token when its price goes to target, fees apart.
func (m *market) move(target float64) (d0, d1 float64) {
	root, active, at := m.root, m.active, m.at
	for root != target {
		next := target
		if target < root && at > 0 {
			next = max(target, m.ticks[at-1])
		} else if target > root && at < len(m.ticks) {
			next = min(target, m.ticks[at])
		}
		d0 += active * (1/next - 1/root)
		d1 += active * (next - root)
		root = next
		if root == target {
			break
		}
		if target < root {
			at--
			active -= m.net[at]
		} else {
			active += m.net[at]
			at++
		}
	}
	return d0, d1
}

// after is the record of the pool once its price has gone to root.
func (m *market) after(root float64) poolfile.Record {
	r := m.record
	if root == m.root {
		return r
	}
	if r.Kind == "constantProduct" {
		panic("the pools with constant product of this file stand alone")
	}
	price, _ := new(big.Float).SetMantExp(big.NewFloat(root), 96).Int(nil)
	r.SqrtPriceX96 = price.String()
	r.Tick = pool.TickAtSqrtRatio(toUint(price))
	active := new(big.Int)
	for _, t := range r.Ticks {
		if t.Index <= r.Tick {
			n, _ := new(big.Int).SetString(t.Net, 10)
			active.Add(active, n)
		}
	}
	r.Liquidity = active.String()
	return r
}

// universe is the recorded market reduced to what the bound needs.
type universe struct {
	tokens  []poolfile.Token
	index   map[string]int
	markets []market
	start   []float64 // rough prices, in WETH
}

func newUniverse(tb testing.TB) *universe {
	tb.Helper()
	tokens, recorded, err := poolfile.Load("../testdata/pools-concentrated.json")
	if err != nil {
		tb.Fatal(err)
	}
	u := &universe{tokens: tokens, index: map[string]int{}}
	byAddress := map[common.Address]int{}
	for i, t := range tokens {
		u.index[t.Symbol], byAddress[t.Address] = i, i
	}
	for _, m := range recorded {
		u.markets = append(u.markets, newMarket(
			m.Record, [2]int{byAddress[m.Tokens[0]], byAddress[m.Tokens[1]]}))
	}
	u.start = u.spread(u.index["WETH"])
	return u
}

// spread values every token that is connected to base at the pools' prices.
func (u *universe) spread(base int) []float64 {
	nu := make([]float64, len(u.tokens))
	nu[base] = 1
	for range u.tokens {
		for _, m := range u.markets {
			a, b, price := m.token[0], m.token[1], m.root*m.root
			if nu[a] == 0 && nu[b] != 0 {
				nu[a] = nu[b] * price
			} else if nu[b] == 0 && nu[a] != 0 {
				nu[b] = nu[a] / price
			}
		}
	}
	return nu
}

// inner are the tokens that several pools trade and the two ends; the prices of the others adjust
// to their only pool, which then offers no arbitrage.
func (u *universe) inner(ends ...int) []int {
	pools := make([]int, len(u.tokens))
	for _, m := range u.markets {
		pools[m.token[0]]++
		pools[m.token[1]]++
	}
	for _, e := range ends {
		pools[e] += 2
	}
	var list []int
	for i, n := range pools {
		if n > 1 && u.start[i] != 0 {
			list = append(list, i)
		}
	}
	return list
}

// least minimises the dual over token prices with dest (or the numeraire) fixed at its start, for
// amount of src sold (0 to close arbitrage only). It returns the value in units of ν and the
// prices.
func (u *universe) least(src, dest int, amount float64) (float64, []float64) {
	list := u.inner(src, dest)
	member := make([]bool, len(u.tokens))
	for _, i := range list {
		member[i] = true
	}
	var free []int
	for _, i := range list {
		if i != dest {
			free = append(free, i)
		}
	}
	nu := append([]float64(nil), u.start...)
	best, bestNu := math.Inf(1), nu
	ellipsoid(len(free), 1000, func(y, slope []float64) {
		for k, i := range free {
			nu[i] = u.start[i] * y[k]
		}
		value := amount * nu[src]
		net := make([]float64, len(u.tokens))
		net[src] = amount
		for i := range u.markets {
			m := &u.markets[i]
			if !member[m.token[0]] || !member[m.token[1]] {
				continue
			}
			worth, get, _ := m.arbitrage(nu)
			value += worth
			net[m.token[0]] += get[0]
			net[m.token[1]] += get[1]
		}
		for k, i := range free {
			slope[k] = net[i] * u.start[i]
		}
		if value < best {
			best, bestNu = value, append([]float64(nil), nu...)
		}
	})
	return best, bestNu
}

// ellipsoid minimises a convex function of n positive variables around one: Yudin and Nemirovski's
// method, which needs only a subgradient at each centre.
func ellipsoid(n, rounds int, at func(y, slope []float64)) {
	y, slope, along := make([]float64, n), make([]float64, n), make([]float64, n)
	shape := make([][]float64, n)
	for i := range shape {
		y[i] = 1
		shape[i] = make([]float64, n)
		shape[i][i] = 1
	}
	for range rounds {
		outside := -1
		for i := range y {
			if y[i] < 0.005 {
				outside = i
			}
		}
		if outside >= 0 {
			clear(slope)
			slope[outside] = -1
		} else {
			at(y, slope)
		}
		size := 0.0
		for i := range y {
			along[i] = 0
			for j := range y {
				along[i] += shape[i][j] * slope[j]
			}
			size += along[i] * slope[i]
		}
		if !(size > 0) {
			return
		}
		f := float64(n)
		size = math.Sqrt(size)
		for i := range y {
			along[i] /= size
			y[i] -= along[i] / (f + 1)
		}
		for i := range y {
			for j := range y {
				shape[i][j] = f * f / (f*f - 1) * (shape[i][j] - 2/(f+1)*along[i]*along[j])
			}
		}
	}
}

// closed is the universe after all cyclic arbitrage has been taken: every pool stands where
// arbitrage against common prices leaves it.
func (u *universe) closed(tb testing.TB) (*universe, float64) {
	tb.Helper()
	weth := u.index["WETH"]
	profit, nu := u.least(weth, weth, 0)
	after := &universe{tokens: u.tokens, index: u.index}
	inner := u.inner()
	for i := range u.markets {
		m := &u.markets[i]
		record := m.record
		if slices.Contains(inner, m.token[0]) && slices.Contains(inner, m.token[1]) {
			_, _, end := m.arbitrage(nu)
			record = m.after(end)
		}
		after.markets = append(after.markets, newMarket(record, m.token))
	}
	after.start = nu
	for i, v := range after.spread(weth) {
		if !slices.Contains(inner, i) {
			after.start[i] = v
		}
	}
	return after, profit
}

func TestBoundOfOnePool(t *testing.T) {
	t.Parallel()
	// One pool alone: the best is to sell everything to it.
	m := newMarket(poolfile.Record{
		Kind: "constantProduct", FeePpm: 3000, Reserves: []string{"1000000", "4000000"}},
		[2]int{0, 1})
	u := &universe{tokens: make([]poolfile.Token, 2), markets: []market{m}, start: []float64{4, 1}}
	for _, amount := range []float64{100, 10_000, 300_000} {
		paid := amount * 0.997
		want := 4e6 * paid / (1e6 + paid)
		// With one free price the method needs a second, idle one.
		best := math.Inf(1)
		for y := 0.2; y <= 1; y += 1e-5 {
			nu := []float64{4 * y, 1}
			worth, _, _ := u.markets[0].arbitrage(nu)
			best = min(best, worth+amount*nu[0])
		}
		if math.Abs(best/want-1) > 1e-8 {
			t.Errorf("bound of selling %g is %g, want %g", amount, best, want)
		}
	}
}
