package agents

import (
	"math/big"
	"os"
	"slices"
	"testing"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// Over seeded rounds, the batch agent captures nearly all of the surplus that any settlement of
// them could, pays nobody less than its floor or than its best route, gives orders of one pair one
// price, and pays out no more than it takes in and the pools give for it. Where many ask for more
// than they would get alone it leaves some of them out, since no floor stands in a price.
func TestBatchAgentComesCloseToTheBound(t *testing.T) {
	t.Parallel()
	var shares []float64
	for _, seed := range seedsOf(0, 1, 2, 3, 4, 5, 6, 7) {
		n := 3 + int(seed*97/50)
		if os.Getenv("BOURSE_TEST_LONG") == "" {
			n = 3 + int(seed*seed)
		}
		shares = append(shares, batchShare(t, seed, n, onlyProducts))
	}
	checkShares(t, shares, 0.99, 0.9)
}

// So it does where pools of other kinds make the pools' prices for large orders and small ones lie
// further apart, so that not all orders of a pair can get the price of the one that asks most.
func TestBatchAgentLeavesOutOrdersThatAskTooMuch(t *testing.T) {
	t.Parallel()
	var shares []float64
	for _, seed := range seedsOf(3, 4, 5, 8, 26, 35, 39) {
		shares = append(shares, batchShare(t, seed, 3+int(seed*97/50), allKinds))
	}
	checkShares(t, shares, 0.99, 0.97)
}

// batchShare is what the batch agent alone captures of the surplus of a drawn market's batch, after
// checking what it pays.
func batchShare(t *testing.T, seed uint64, n int, kinds []poolKind) float64 {
	t.Helper()
	m := drawMarket(t, seed, kinds...)
	b := m.batch(t, n)
	bids, err := BatchAgent{}.Solve(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	captured, settled := 0.0, make(map[string]bool)
	clearings := make(map[int]map[pairOf]paidFor)
	for _, bid := range bids { // those that leave out buyers of coins come last
		if clearings[bid.Group] == nil {
			clearings[bid.Group] = make(map[pairOf]paidFor)
		}
		brings := capturedBy(t, b, &bid, clearings[bid.Group])
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
	if share > 1 {
		t.Errorf("seed %d: more than the bound is captured: %g", seed, share)
	}
	return share
}

// paidBy are what a bid settles of its orders, by the contract's methods, and pays for it.
func paidBy(t testing.TB, b *auction.Batch, bid *auction.Bid) (parts []settlement.Part,
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

// paidFor is what an order is paid for what is taken of it.
type paidFor struct{ paid, sold *big.Int }

// capturedBy is what a bid brings its owners above their floors, in wei, after checking what it
// pays them: one price a pair in all settlements of a clearing, of which prices are those so far.
func capturedBy(t *testing.T, b *auction.Batch, bid *auction.Bid,
	prices map[pairOf]paidFor) (captured float64) {
	t.Helper()
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
		prices[key] = paidFor{paid, sold}
		above := new(big.Int).Sub(paid, part.MinOut.Big())
		v, _ := new(big.Float).SetInt(above).Float64()
		captured += v * b.Worth(t.Context(), o.Order.DestToken)
	}
	if coins.Cmp(bid.Value.Big()) != 0 {
		t.Errorf("a settlement sends %s coins and pays %s", bid.Value, coins)
	}
	return captured
}
