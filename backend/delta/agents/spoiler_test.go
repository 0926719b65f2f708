package agents

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
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
	for _, seed := range []uint64{0, 7, 14, 21, 28, 35, 42, 49} {
		m := drawMarket(t, seed, onlyProducts...)
		n := 2 + int(seed*98/49)
		drawn := m.batch(t, n)
		again := func(others ...auction.Agent) (auction.Outcome, *auction.Batch) {
			b := auction.NewBatch(drawn.Market, api.BlockRef{}, api.NewAmount(1e9),
				drawn.Orders...)
			return m.hold(t, b, others...), b
		}
		honest, b := again()
		for i := range 3 {
			victim := b.Orders[m.IntN(n)].ID
			evil := spoiler{orders: map[string]bool{victim: true}, part: 1e6}
			if i == 2 { // a bid for each order that is settled alone anyhow
				for _, o := range b.Orders {
					evil.orders[o.ID] = won(honest, o.ID).Agent == (RouterAgent{}).Name()
				}
			}
			spoilt, _ := again(evil)
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

// evil is an agent that bids to other ends than to settle what it can.
type evil func(ctx context.Context, b *auction.Batch) []auction.Bid

func (evil) Name() string { return "evil" }

func (e evil) Solve(ctx context.Context, b *auction.Batch) ([]auction.Bid, error) {
	return e(ctx, b), nil
}

// offer is a bid of the evil agent that pays some orders their best routes' price and some
// millionths of it more, or less.
func offer(ctx context.Context, b *auction.Batch, more map[*auction.OpenOrder]int) *auction.Bid {
	bid := auction.Bid{Agent: "evil", Address: common.Address{4}}
	var legs []leg
	fillable := false
	for i := range b.Orders {
		o := &b.Orders[i]
		ppm, ok := more[o]
		part, r, err := b.OwnPart(ctx, o)
		if !ok || err != nil || part.Amount.IsZero() ||
			len(legs) > 0 && o.PartiallyFillable != fillable {
			continue
		}
		brings, err := b.AfterGas(ctx, o, r)
		if err != nil {
			continue
		}
		fillable = o.PartiallyFillable
		legs = append(legs, leg{OpenOrder: o, Part: part, pays: brings.MulDivUp(
			api.NewAmount(uint64(1_000_000+ppm)), api.NewAmount(1_000_000))})
	}
	if len(legs) == 0 {
		return nil
	}
	directly(b, &bid, legs, fillable)
	bid.Charge, bid.Fills = nil, nil // as agents elsewhere bid
	return &bid
}

// agentsLies are twenty ways of an agent to take settlements from others or to keep them from
// settling: more or less for one order, for many, many bids for one, some orders well at the
// expense of others, and groups that can't win.
func agentsLies(r *rand.Rand) map[string]evil {
	lies := make(map[string]evil)
	bids := func(list ...*auction.Bid) (some []auction.Bid) {
		for _, bid := range list {
			if bid != nil {
				some = append(some, *bid)
			}
		}
		return some
	}
	type pays = map[*auction.OpenOrder]int
	for _, ppm := range []int{-1000, -1, 0, 1, 10, 100, 1000} {
		lies[fmt.Sprintf("%d ppm more for one order", ppm)] = func(ctx context.Context,
			b *auction.Batch) []auction.Bid {
			return bids(offer(ctx, b, pays{&b.Orders[r.IntN(len(b.Orders))]: ppm}))
		}
	}
	for _, ppm := range []int{-100, 0, 1, 10} {
		lies[fmt.Sprintf("%d ppm more for 64 bids of one order", ppm)] = func(ctx context.Context,
			b *auction.Batch) (list []auction.Bid) {
			at := r.IntN(len(b.Orders))
			for i := range 64 {
				list = append(list, bids(offer(ctx, b, pays{&b.Orders[at]: ppm * i / 64}))...)
			}
			return list
		}
	}
	for _, c := range [][2]int{{1, 1}, {1000, -1}, {5000, 0}, {1, -1000}, {100, 100}} {
		lies[fmt.Sprintf("two together, %d ppm for one and %d for the other", c[0],
			c[1])] = func(ctx context.Context, b *auction.Batch) []auction.Bid {
			x := r.IntN(len(b.Orders))
			y := (x + 1 + r.IntN(len(b.Orders)-1)) % len(b.Orders)
			return bids(offer(ctx, b, pays{&b.Orders[x]: c[0], &b.Orders[y]: c[1]}))
		}
	}
	lies["an order named twice"] = func(ctx context.Context, b *auction.Batch) []auction.Bid {
		list := bids(offer(ctx, b, pays{&b.Orders[0]: 1}))
		for i := range list {
			list[i].Orders = append(list[i].Orders, list[i].Orders...)
		}
		return list
	}
	lies["a promise that it breaks"] = func(ctx context.Context, b *auction.Batch) []auction.Bid {
		list := bids(offer(ctx, b, pays{&b.Orders[0]: 1}))
		for i := range list {
			list[i].Promised = list[i].Promised.Add(list[i].Promised)
		}
		return list
	}
	lies["a settlement that fails"] = func(ctx context.Context, b *auction.Batch) []auction.Bid {
		list := bids(offer(ctx, b, pays{&b.Orders[0]: 1000}))
		for i := range list {
			list[i].Data = list[i].Data[:4]
		}
		return list
	}
	lies["a group of which one can't win"] = func(ctx context.Context,
		b *auction.Batch) []auction.Bid {
		list := bids(offer(ctx, b, pays{&b.Orders[0]: 1000}),
			offer(ctx, b, pays{&b.Orders[1]: -1000}))
		for i := range list {
			list[i].Group = 1
		}
		return list
	}
	return lies
}

// Whatever an agent bids, no order gets less than without its bids, but for what it truly offers
// one of them more: a batch that pays that order as much has to find it among the others.
func TestWhatAgentsLiesCost(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{7} {
		m := drawMarket(t, seed, onlyProducts...)
		drawn := m.batch(t, 12)
		round := func(others ...auction.Agent) auction.Outcome {
			b := auction.NewBatch(drawn.Market, api.BlockRef{}, api.NewAmount(1e9),
				drawn.Orders...)
			return m.hold(t, b, others...)
		}
		honest := round()
		lies := agentsLies(rand.New(rand.NewPCG(seed, 8)))
		if len(lies) < 20 {
			t.Fatalf("%d lies", len(lies))
		}
		for _, name := range slices.Sorted(maps.Keys(lies)) {
			out, offers := round(lies[name]), 0.0
			if _, err := fmt.Sscanf(name, "%f ppm more for one", &offers); err != nil {
				offers = 0
			}
			for _, o := range drawn.Orders {
				before, after := won(honest, o.ID), won(out, o.ID)
				lost := before.Received.Sub(after.Received).Float() / before.Received.Float()
				if lost > mostApart+max(0, offers/1e6) && before.Spent == after.Spent ||
					after.Spent.Less(before.Spent) {
					t.Errorf("seed %d: %s costs order %s %.2g of %s (%s, then %s)", seed, name,
						o.ID, lost, before.Received, before.Agent, after.Agent)
				}
			}
		}
	}
}
