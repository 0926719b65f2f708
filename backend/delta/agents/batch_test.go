package agents

import (
	"context"
	"encoding/binary"
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
	"bourse/backend/delta/settlement"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// drawnMarket is a seeded market of pools that agree to within their fees. All tokens are worth
// 1e-18 dollars a unit, and a coin 2,000 dollars.
type drawnMarket struct {
	*rand.Rand
	*router.Snapshot
	mu     sync.Mutex
	routes []*router.Result // that were found
}

const drawnTokens = 6

func drawMarket(t testing.TB, seed uint64) *drawnMarket {
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
		p, err := pool.NewProduct(wholes(depth), wholes(depth*(1+0.002*(m.Float64()-0.5))), 3000)
		if err != nil {
			t.Fatal(err)
		}
		venues = append(venues, router.Venue{Exchange: "V2", Address: common.Address{1, byte(i)},
			Tokens: []common.Address{tokens[a].Address, tokens[b].Address}, Pool: p})
	}
	var err error
	if m.Snapshot, err = router.NewSnapshot(1, tokens, venues); err != nil {
		t.Fatal(err)
	}
	return m
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
	amount api.Amount) (auction.Route, error) {
	r, err := router.Best(ctx, m.Snapshot, router.Query{Src: src, Dest: dest,
		Amount: *amount.U256(), GasPrice: 1e9 * 2000})
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
	dollars := uint64(1)
	if token == api.NativeToken {
		dollars = 2000
	}
	return api.Price{Quote: api.NewAmount(dollars), Base: api.NewAmount(1)}, true, nil
}

// batch draws a round of orders of 100 to 10,000 dollars that accept up to two per cent less than
// their best route pays.
func (m *drawnMarket) batch(t testing.TB, n int) *auction.Batch {
	t.Helper()
	var orders []auction.OpenOrder
	for len(orders) < n {
		src, dest := m.IntN(drawnTokens), m.IntN(drawnTokens)
		if src == dest {
			continue
		}
		size := wholes(math.Exp(m.NormFloat64() + 7))
		amount := api.MustBig(size.ToBig())
		r, err := m.Best(t.Context(), api.BlockRef{}, tokenOf(byte(src+1)), tokenOf(byte(dest+1)),
			amount)
		if err != nil {
			t.Fatal(err)
		}
		o := sells(byte(len(orders)), src+1, dest+1, 1, []int{18, 18, 18, 18, 18, 18, 18})
		o.Order.SrcAmount, o.Rest = amount, amount
		o.Order.DestAmount = r.Received.MulDiv(api.NewAmount(9_970-m.Uint64N(170)),
			settlement.Whole)
		o.MinOut = o.Order.DestAmount
		orders = append(orders, o)
	}
	return auction.NewBatch(auction.Market{Oracle: m, Pricer: m, Pools: m,
		Contracts: contracts.DeltaAddresses{Delta: deltaAt}}, api.BlockRef{},
		api.NewAmount(1e9), orders...)
}

// Over seeded rounds, the batch agent captures nearly all of the surplus that any settlement of
// them could, pays nobody less than its floor or than its best route, gives orders of one pair one
// price, and pays out no more than it takes in and the pools give for it.
func TestBatchAgentComesCloseToTheBound(t *testing.T) {
	t.Parallel()
	rounds := uint64(8)
	if os.Getenv("BOURSE_TEST_LONG") != "" {
		rounds = 50
	}
	var shares []float64
	for seed := range rounds {
		m := drawMarket(t, seed)
		n := 2 + int(seed*98/50)
		if rounds < 50 {
			n = 2 + int(seed*seed)
		}
		b := m.batch(t, n)
		bids, err := BatchAgent{}.Solve(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		captured, settled := 0.0, 0
		for _, bid := range bids {
			settled += len(bid.Orders)
			captured += capturedBy(t, b, &bid)
		}
		intents, _ := b.Intents(t.Context())
		joint, err := m.Optimum(t.Context(), intents)
		if err != nil {
			t.Fatal(err)
		}
		_, whole, err := m.Whole(t.Context(), intents, 1+400/n)
		if err != nil {
			t.Fatal(err)
		}
		share := captured / min(joint.Bound, whole)
		t.Logf("seed %d: %d of %d orders, %.2f %% of %g ether", seed, settled, n, 100*share,
			joint.Bound/1e18)
		shares = append(shares, share)
	}
	slices.Sort(shares)
	median, worst := shares[len(shares)/2], shares[0]
	t.Logf("captured: median %.2f %%, worst %.2f %%", 100*median, 100*worst)
	if median < 0.99 || worst < 0.95 || shares[len(shares)-1] > 1 {
		t.Errorf("the median is %g, the worst %g, the best %g", median, worst,
			shares[len(shares)-1])
	}
}

// capturedBy is what a bid brings its owners above their floors, in wei, after checking what it
// pays them.
func capturedBy(t *testing.T, b *auction.Batch, bid *auction.Bid) (captured float64) {
	t.Helper()
	values, err := settlement.ABI.GetABI().Methods["directSettleBatch"].Inputs.Unpack(bid.Data[4:])
	if err != nil {
		t.Fatal(err)
	}
	type price struct{ paid, sold *big.Int }
	prices := make(map[pairOf]price)
	for i, paid := range values[1].([]*big.Int) {
		at := slices.IndexFunc(b.Orders, func(o auction.OpenOrder) bool {
			return o.ID == bid.Orders[i]
		})
		o := &b.Orders[at]
		terms, err := b.Terms(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if paid.Cmp(terms.Fair.Big()) < 0 || paid.Cmp(o.MinOut.Big()) < 0 {
			t.Errorf("order %s gets %s, fair is %s, its floor %s", o.ID, paid, terms.Fair, o.MinOut)
		}
		key := pairOf{o.Order.SrcToken, o.Order.DestToken}
		sold := o.Order.SrcAmount.Big()
		if one, ok := prices[key]; ok {
			apart := new(big.Int).Mul(paid, one.sold)
			apart.Sub(apart, new(big.Int).Mul(one.paid, sold))
			if unit := slices.MaxFunc([]*big.Int{sold, one.sold}, (*big.Int).Cmp); apart.CmpAbs(
				unit) > 0 {
				t.Errorf("orders of one pair get different prices: order %s", o.ID)
			}
		}
		prices[key] = price{paid, sold}
		above := new(big.Int).Sub(paid, terms.Floor.Big())
		v, _ := new(big.Float).SetInt(above).Float64()
		captured += v * b.Worth(t.Context(), o.Order.DestToken)
	}
	return captured
}
