package agents

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/delta/auction"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// drawnMarket is a seeded market of pools that agree to within their fees. Its tokens are worth a
// dollar, but for the first, which stands for the coin and is worth 2,000.
type drawnMarket struct {
	*rand.Rand
	*router.Snapshot
	mu     sync.Mutex
	routes []*router.Result // that were found
}

const drawnTokens = 6

// dollars is what the n-th token of a drawn market is worth.
func dollars(n int) float64 {
	if n == 0 {
		return 2000
	}
	return 1
}

func drawMarket(t testing.TB, seed uint64, kinds ...poolKind) *drawnMarket {
	t.Helper()
	m := &drawnMarket{Rand: rand.New(rand.NewPCG(seed, 3))}
	var tokens []router.Token
	for i := range drawnTokens {
		tokens = append(tokens, router.Token{Address: tokenOf(byte(i + 1))})
	}
	var venues []router.Venue
	for i := range 14 {
		a := i % drawnTokens
		b := (a + 1 + i/drawnTokens) % drawnTokens
		depth := math.Exp(m.NormFloat64() + 14)
		p, err := kinds[i%len(kinds)](m, a, b, depth)
		if err != nil {
			t.Fatal(err)
		}
		venues = append(venues, router.Venue{Exchange: "pools", Address: common.Address{1, byte(i)},
			Tokens: []common.Address{tokens[a].Address, tokens[b].Address}, Pool: p})
	}
	var err error
	if m.Snapshot, err = router.NewSnapshot(1, tokens, venues); err != nil {
		t.Fatal(err)
	}
	return m
}

// poolKind makes a pool of two tokens that holds a number of dollars of each.
type poolKind func(m *drawnMarket, a, b int, depth float64) (pool.Pool, error)

// off is a factor by which the prices of pools differ.
func (m *drawnMarket) off() float64 { return 1 + 0.002*(m.Float64()-0.5) }

func (m *drawnMarket) product(a, b int, depth float64) (pool.Pool, error) {
	return pool.NewProduct(wholes(depth/dollars(a)), wholes(depth*m.off()/dollars(b)), 3000)
}

// stable is a pool of an amplified invariant, of which the balances may be far apart; tokens of
// different worth get a weighted one.
func (m *drawnMarket) stable(a, b int, depth float64) (pool.Pool, error) {
	if dollars(a) != dollars(b) {
		return m.weighted(a, b, depth)
	}
	one := wholes(1)
	return pool.NewStable(pool.StableParams{Amplifier: 100 * (100 + m.Uint64N(1900)),
		Fee: 4_000_000, AdminFee: 5_000_000_000, Rates: []uint256.Int{one, one},
		Balances: []uint256.Int{wholes(depth * (0.6 + 0.8*m.Float64())), wholes(depth)}})
}

func (m *drawnMarket) weighted(a, b int, depth float64) (pool.Pool, error) {
	part := 0.2 + 0.6*m.Float64()
	first := wholes(part)
	var second uint256.Int
	second.Sub(uint256.NewInt(1e18), &first)
	return pool.NewWeighted([]uint256.Int{wholes(2 * part * depth / dollars(a)),
		wholes(2 * (1 - part) * depth * m.off() / dollars(b))}, []uint256.Int{first, second},
		[]int{18, 18}, *uint256.NewInt(3e15))
}

// concentrated is a pool of positions around its price, narrow ones and wide ones.
func (m *drawnMarket) concentrated(a, b int, depth float64) (pool.Pool, error) {
	const spacing, fee = 10, 500
	price := dollars(a) / dollars(b) * m.off()
	at := int(math.Floor(math.Log(price) / math.Log(1.0001)))
	net := make(map[int]*big.Int)
	active := new(big.Int)
	add := func(tick int, liquidity *big.Int) {
		if net[tick] == nil {
			net[tick] = new(big.Int)
		}
		net[tick].Add(net[tick], liquidity)
	}
	for width := 4000; width > 1; width = width * 2 / 3 {
		low := (at/spacing - 1 - m.IntN(width)) * spacing
		high := (at/spacing + 1 + m.IntN(width)) * spacing
		size := wholes(depth * m.Float64() / math.Sqrt(dollars(a)*dollars(b)))
		add(low, size.ToBig())
		add(high, new(big.Int).Neg(size.ToBig()))
		active.Add(active, size.ToBig())
	}
	var list []pool.Tick
	for _, tick := range slices.Sorted(maps.Keys(net)) {
		n, _ := uint256.FromBig(net[tick]) // in two's complement
		list = append(list, pool.Tick{Index: tick, Net: *n})
	}
	ticks, err := pool.NewTicks(list, spacing, fee)
	if err != nil {
		return nil, err
	}
	return pool.NewConcentrated(ticks, pool.SqrtRatioAtTick(at), at, *uint256.MustFromBig(active))
}

// onlyProducts and allKinds are what pools a drawn market has.
var (
	onlyProducts = []poolKind{(*drawnMarket).product}
	allKinds     = []poolKind{(*drawnMarket).product, (*drawnMarket).concentrated,
		(*drawnMarket).weighted, (*drawnMarket).stable, (*drawnMarket).concentrated}
)

// seedsOf are the seeds of 50 drawn markets, some of them where there is little time.
func seedsOf(some ...uint64) (seeds []uint64) {
	if os.Getenv("BOURSE_TEST_LONG") == "" {
		return some
	}
	for seed := range uint64(50) {
		seeds = append(seeds, seed)
	}
	return seeds
}

// checkShares compares the median and the least of the shares of their bounds with what they must
// be.
func checkShares(t *testing.T, shares []float64, median, worst float64) {
	t.Helper()
	slices.Sort(shares)
	middle := shares[len(shares)/2]
	t.Logf("captured: median %.2f %%, worst %.2f %%", 100*middle, 100*shares[0])
	if middle < median || shares[0] < worst {
		t.Errorf("the median is less than %g or the worst less than %g: %v", median, worst, shares)
	}
}

// wholes is a number of whole tokens of 18 decimals.
func wholes(v float64) uint256.Int {
	n, _ := big.NewFloat(v * 1e18).Int(nil)
	return *uint256.MustFromBig(n)
}

// Market implements auction.Pools.
func (m *drawnMarket) Market(context.Context, uint64, []common.Address) (*router.Snapshot, error) {
	return m.Snapshot, nil
}

// Best implements auction.Pricer.
func (m *drawnMarket) Best(ctx context.Context, _ api.BlockRef, src, dest common.Address,
	amount api.Amount, _ ...common.Address) (auction.Route, error) {
	if dest == api.NativeToken {
		dest = tokenOf(1)
	}
	r, err := router.Best(ctx, m.Snapshot, router.Query{Src: src, Dest: dest,
		Amount: *amount.U256(), GasPrice: 1e9 * dollars(0) / dollars(int(dest[19])-1)})
	if err != nil {
		return auction.Route{}, api.Errorf(api.NoRoute, "%v", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.routes = append(m.routes, r)
	return auction.Route{Received: api.MustBig(r.DestAmount.ToBig()), Gas: r.Gas,
		Calls: []contracts.DeltaExecutorCall{{Value: new(big.Int),
			Data: binary.BigEndian.AppendUint64(nil, uint64(len(m.routes)-1))}}}, nil
}

// PriceUSD implements auction.Oracle.
func (m *drawnMarket) PriceUSD(_ context.Context, token common.Address) (api.Price, bool, error) {
	n := 0
	if token != api.NativeToken {
		n = int(token[19]) - 1
	}
	return api.Price{Quote: api.NewAmount(uint64(dollars(n))), Base: api.NewAmount(1)}, true, nil
}

// batch draws a round of orders of 100 to 10,000 dollars that accept up to two per cent less than
// their best route pays. A third, larger ones, may be settled in parts, and some of these ask
// for a bit more than it pays; some orders buy coins.
func (m *drawnMarket) batch(t testing.TB, n int) *auction.Batch {
	t.Helper()
	var orders []auction.OpenOrder
	for len(orders) < n {
		src, dest := m.IntN(drawnTokens), m.IntN(drawnTokens)
		if src == dest {
			continue
		}
		usd, parts := math.Exp(m.NormFloat64()+7), m.IntN(3) == 0
		if parts {
			usd *= 3
		}
		size := wholes(usd / dollars(src))
		amount := api.MustBig(size.ToBig()).MulDiv(api.NewAmount(1), api.NewAmount(api.BPS)).MulDiv(
			api.NewAmount(api.BPS), api.NewAmount(1)) // so that every basis point is a part
		r, err := m.Best(t.Context(), api.BlockRef{}, tokenOf(byte(src+1)), tokenOf(byte(dest+1)),
			amount)
		if err != nil {
			t.Fatal(err)
		}
		o := sells(byte(len(orders)), src+1, dest+1, 1, []int{18, 18, 18, 18, 18, 18, 18})
		at := len(orders)
		o.ID, o.OrderHash = fmt.Sprint(at), common.Hash{byte(at), byte(at >> 8)}
		o.Order.Owner = common.Address{byte(at), byte(at >> 8)}
		o.Order.SrcAmount, o.Rest = amount, amount
		asks := 9_970 - m.Uint64N(170)
		if parts {
			o.PartiallyFillable, o.Order.Fillable = true, true
			asks += m.Uint64N(80)
		}
		o.Order.DestAmount = r.Received.MulDiv(api.NewAmount(asks), api.NewAmount(api.BPS))
		o.MinOut = o.Order.DestAmount
		if dest == 0 {
			o.Order.DestToken = api.NativeToken
		}
		orders = append(orders, o)
	}
	return auction.NewBatch(auction.Market{Oracle: m, Pricer: m, Pools: m, Wrapped: tokenOf(1),
		Contracts: contracts.DeltaAddresses{Delta: deltaAt}}, api.BlockRef{},
		api.NewAmount(1e9), orders...)
}
