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
		p, err := pool.NewProduct(wholes(depth/dollars(a)),
			wholes(depth*(1+0.002*(m.Float64()-0.5))/dollars(b)), 3000)
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
		amount := api.MustBig(size.ToBig()).MulDiv(api.NewAmount(1), settlement.Whole).MulDiv(
			settlement.Whole, api.NewAmount(1)) // so that every basis point is a part
		r, err := m.Best(t.Context(), api.BlockRef{}, tokenOf(byte(src+1)), tokenOf(byte(dest+1)),
			amount)
		if err != nil {
			t.Fatal(err)
		}
		o := sells(byte(len(orders)), src+1, dest+1, 1, []int{18, 18, 18, 18, 18, 18, 18})
		o.Order.SrcAmount, o.Rest = amount, amount
		asks := 9_970 - m.Uint64N(170)
		if parts {
			o.PartiallyFillable, o.Order.Fillable = true, true
			asks += m.Uint64N(80)
		}
		o.Order.DestAmount = r.Received.MulDiv(api.NewAmount(asks), settlement.Whole)
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
		n := 3 + int(seed*97/50)
		if rounds < 50 {
			n = 3 + int(seed*seed)
		}
		b := m.batch(t, n)
		bids, err := BatchAgent{}.Solve(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		captured, settled := 0.0, make(map[string]bool)
		for _, bid := range bids { // those that leave out buyers of coins come last
			brings := capturedBy(t, b, &bid)
			if slices.ContainsFunc(bid.Orders, func(id string) bool { return settled[id] }) {
				continue
			}
			for _, id := range bid.Orders {
				settled[id] = true
			}
			captured += brings
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
		t.Logf("seed %d: %d of %d orders, %.2f %% of %g ether", seed, len(settled), n, 100*share,
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

// paidBy are what a bid settles of its orders, by the contract's methods, and pays for it.
func paidBy(t *testing.T, b *auction.Batch, bid *auction.Bid) (parts []settlement.Part,
	pays []*big.Int) {
	t.Helper()
	contract := settlement.ABI.GetABI()
	method, err := contract.MethodById(bid.Data)
	if err != nil {
		t.Fatal(err)
	}
	values, err := method.Inputs.Unpack(bid.Data[4:])
	if err != nil {
		t.Fatal(err)
	}
	fillable := method.Name == "directSettleFillableBatch"
	for i, id := range bid.Orders {
		o := orderOf(b, id)
		part := o.Part()
		if o.PartiallyFillable != fillable {
			t.Errorf("order %s is settled by %s", id, method.Name)
		}
		if fillable {
			part = settlement.PartOf(&o.Order, values[1].([]*big.Int)[i].Uint64())
		}
		parts = append(parts, part)
	}
	return parts, values[len(values)-1].([]*big.Int)
}

func orderOf(b *auction.Batch, id string) *auction.OpenOrder {
	return &b.Orders[slices.IndexFunc(b.Orders, func(o auction.OpenOrder) bool {
		return o.ID == id
	})]
}

// capturedBy is what a bid brings its owners above their floors, in wei, after checking what it
// pays them.
func capturedBy(t *testing.T, b *auction.Batch, bid *auction.Bid) (captured float64) {
	t.Helper()
	type price struct{ paid, sold *big.Int }
	prices := make(map[pairOf]price)
	parts, pays := paidBy(t, b, bid)
	coins := new(big.Int)
	for i, paid := range pays {
		o, part := orderOf(b, bid.Orders[i]), parts[i]
		terms, err := b.Terms(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if paid.Cmp(terms.Fair.Big()) < 0 || paid.Cmp(part.MinOut.Big()) < 0 ||
			part.Percent < terms.Own.Percent {
			t.Errorf("order %s gets %s for %d bps, fair is %s for %d, its floor %s", o.ID, paid,
				part.Percent, terms.Fair, terms.Own.Percent, part.MinOut)
		}
		if o.Order.DestToken == api.NativeToken {
			coins.Add(coins, paid)
		}
		key := pairOf{o.Order.SrcToken, o.Order.DestToken}
		sold := part.Amount.Big()
		if one, ok := prices[key]; ok {
			apart := new(big.Int).Mul(paid, one.sold)
			apart.Sub(apart, new(big.Int).Mul(one.paid, sold))
			if unit := slices.MaxFunc([]*big.Int{sold, one.sold}, (*big.Int).Cmp); apart.CmpAbs(
				unit) > 0 {
				t.Errorf("orders of one pair get different prices: order %s", o.ID)
			}
		}
		prices[key] = price{paid, sold}
		above := new(big.Int).Sub(paid, part.MinOut.Big())
		v, _ := new(big.Float).SetInt(above).Float64()
		captured += v * b.Worth(t.Context(), o.Order.DestToken)
	}
	if coins.Cmp(bid.Value.Big()) != 0 {
		t.Errorf("a settlement sends %s coins and pays %s", bid.Value, coins)
	}
	return captured
}
