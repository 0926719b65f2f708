package agents

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
)

// spoiler bids for some orders alone a bit more than their best routes bring, from its own tokens:
// enough that a bid which settles them with others can't win by what those routes bring.
type spoiler struct {
	orders map[string]bool
	part   uint64 // of what the route brings that it adds, one in so many
}

func (spoiler) Name() string { return "spoiler" }

func (s spoiler) Solve(ctx context.Context, b *auction.Batch) (bids []auction.Bid, err error) {
	for i := range b.Orders {
		o := &b.Orders[i]
		if !s.orders[o.ID] {
			continue
		}
		part, r, err := b.OwnPart(ctx, o)
		if err != nil || part.Amount.IsZero() {
			continue
		}
		brings, err := b.AfterGas(ctx, o, r)
		if err != nil {
			continue
		}
		more := brings.MulDivUp(api.NewAmount(1), api.NewAmount(s.part))
		bid := auction.Bid{Agent: s.Name(), Address: common.Address{4}}
		directly(b, &bid, []leg{{OpenOrder: o, Part: part, pays: brings.Add(more)}},
			o.PartiallyFillable)
		bid.Charge = nil
		bids = append(bids, bid)
	}
	return bids, nil
}

// mostApart is by which part of itself what an order gets may differ where another order of its
// batch must get a bit more: so near comes the search for a batch.
const mostApart = 3e-5

// A bid that gives one order of a batch a millionth more than it would get alone, which none of
// its agent's rivals would pay it by themselves, takes the batch from nobody: the others get what
// they get without that bid, and so does the order itself, at least.
func TestASpoilerCostsNobodyAnything(t *testing.T) {
	t.Parallel()
	for _, seed := range seedsOf(0, 7, 14, 21, 28, 35, 42, 49) {
		m := drawMarket(t, seed, onlyProducts...)
		n := 2 + int(seed*98/49)
		drawn := m.batch(t, n)
		again := func(others ...auction.Agent) (auction.Outcome, *auction.Batch) {
			b := auction.NewBatch(drawn.Market, api.BlockRef{}, api.NewAmount(1e9),
				drawn.Orders...)
			return m.hold(t, b, others...), b
		}
		honest, b := again()
		for range 3 {
			victim := b.Orders[m.IntN(n)].ID
			spoilt, _ := again(spoiler{orders: map[string]bool{victim: true}, part: 1e6})
			for _, o := range b.Orders {
				before, after := won(honest, o.ID), won(spoilt, o.ID)
				lost := before.Received.Sub(after.Received).Float() / before.Received.Float()
				if lost > mostApart && before.Spent == after.Spent || after.Spent.Less(
					before.Spent) {
					t.Errorf("seed %d: a bid for %s costs order %s %.2g of %s (%s, then %s)", seed,
						victim, o.ID, lost, before.Received, before.Agent, after.Agent)
				}
			}
		}
	}
}

// won is the bid that won an order.
func won(out auction.Outcome, id string) (b api.DeltaBidRecord) {
	for _, b := range out.Entries[id].Bids {
		if b.Won {
			return b
		}
	}
	return b
}
