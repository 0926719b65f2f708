package agents

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
)

// ownersLie is what an owner hands in in place of an order, from what that order got when it was
// handed in as it is.
type ownersLie func(o auction.OpenOrder, got api.Amount) []auction.OpenOrder

// ownersLies are twenty ways of an owner to get more: to ask for what it would get and more, to ask
// for less, to split, and to trade with itself.
func ownersLies() map[string]ownersLie {
	lies := make(map[string]ownersLie)
	for _, ppm := range []int{-20_000, -5000, -2000, -1000, -500, -100, -10, -1, 0, 50, 200} {
		lies[fmt.Sprintf("asks for %d ppm beside what it got", ppm)] = func(o auction.OpenOrder,
			got api.Amount) []auction.OpenOrder {
			o.Order.DestAmount = got.MulDiv(api.NewAmount(uint64(1_000_000+ppm)),
				api.NewAmount(1_000_000))
			o.MinOut = o.Order.DestAmount
			return []auction.OpenOrder{o}
		}
	}
	lies["asks for nothing"] = func(o auction.OpenOrder, _ api.Amount) []auction.OpenOrder {
		o.Order.DestAmount, o.MinOut = api.NewAmount(1), api.NewAmount(1)
		return []auction.OpenOrder{o}
	}
	for _, n := range []uint64{2, 4, 8} {
		lies[fmt.Sprintf("splits in %d", n)] = func(o auction.OpenOrder, _ api.Amount) []auction.
			OpenOrder {
			return split(o, n)
		}
		lies[fmt.Sprintf("splits in %d and asks for what it got", n)] = func(o auction.OpenOrder,
			got api.Amount) []auction.OpenOrder {
			o.Order.DestAmount, o.MinOut = got, got
			return split(o, n)
		}
	}
	lies["may be divided, or not"] = func(o auction.OpenOrder, _ api.Amount) []auction.OpenOrder {
		o.PartiallyFillable = !o.PartiallyFillable
		o.Order.Fillable = o.PartiallyFillable
		return []auction.OpenOrder{o}
	}
	lies["trades with itself"] = func(o auction.OpenOrder, got api.Amount) []auction.OpenOrder {
		back := o
		back.ID, back.OrderHash = "back", common.Hash{0xba}
		back.Order.Owner = common.Address{0xba, 0xcc}
		back.Order.SrcToken, back.Order.DestToken = o.Order.DestToken, o.Order.SrcToken
		if back.Order.SrcToken == api.NativeToken {
			back.Order.SrcToken = tokenOf(1)
		}
		back.Order.SrcAmount, back.Rest = got, got
		back.Order.DestAmount = o.Order.SrcAmount
		back.MinOut = back.Order.DestAmount
		return []auction.OpenOrder{o, back}
	}
	return lies
}

// split parts an order into equal ones.
func split(o auction.OpenOrder, n uint64) (parts []auction.OpenOrder) {
	one, all := api.NewAmount(1), api.NewAmount(n)
	for i := range n {
		part := o
		part.ID = fmt.Sprint(o.ID, " part ", i)
		part.OrderHash = common.Hash{0xff, byte(i)}
		part.Order.Owner = common.Address{0xff, byte(i)}
		part.Order.SrcAmount = o.Order.SrcAmount.MulDiv(one, all)
		part.Rest = part.Order.SrcAmount
		part.Order.DestAmount = o.Order.DestAmount.MulDivUp(one, all)
		part.MinOut = part.Order.DestAmount
		parts = append(parts, part)
	}
	return parts
}

// gainOf is how much more, in basis points, an owner gets by a lie for all that its order sells;
// what is not settled is worth what the least that it asked for truly was.
func gainOf(o *auction.OpenOrder, truth, lie auction.Outcome, ids []string) float64 {
	got := func(out auction.Outcome, ids ...string) float64 {
		sum, sold := 0.0, 0.0
		for _, id := range ids {
			b := won(out, id)
			sum, sold = sum+b.Received.Float(), sold+b.Spent.Float()
		}
		all := o.Order.SrcAmount.Float()
		return sum + max(0, all-sold)/all*o.Order.DestAmount.Float()
	}
	before := got(truth, o.ID)
	return 1e4 * (got(lie, ids...) - before) / before
}

// What an owner says of its order brings it nothing beside telling the truth: of twenty lies in
// drawn rounds half gain nothing, and those that do not change what it sells hardly ever five basis
// points. Who splits an order can gain more, since small orders get a better price by themselves.
func TestWhatOwnersGainByLies(t *testing.T) {
	t.Parallel()
	var gains, splits []float64
	for _, seed := range seedsOf(3, 11) {
		m := drawMarket(t, seed, onlyProducts...)
		drawn := m.batch(t, 10)
		round := func(orders []auction.OpenOrder) auction.Outcome {
			return m.hold(t, auction.NewBatch(drawn.Market, api.BlockRef{}, api.NewAmount(1e9),
				orders...))
		}
		truth := round(drawn.Orders)
		r := rand.New(rand.NewPCG(seed, 6))
		lies := ownersLies()
		for _, name := range slices.Sorted(maps.Keys(lies)) {
			at := r.IntN(len(drawn.Orders))
			o := drawn.Orders[at]
			got := won(truth, o.ID)
			if got.Spent != o.Order.SrcAmount {
				continue // it is settled in part, or waits
			}
			handed := lies[name](o, got.Received)
			orders := slices.Concat(drawn.Orders[:at], drawn.Orders[at+1:], handed)
			lie := round(orders)
			var ids []string
			for _, h := range handed {
				if h.Order.SrcToken == o.Order.SrcToken {
					ids = append(ids, h.ID)
				}
			}
			gain := gainOf(&o, truth, lie, ids)
			if len(ids) > 1 {
				splits = append(splits, gain)
			} else {
				gains = append(gains, gain)
			}
			if gain > 1 {
				t.Logf("seed %d, order %s %s: %.2f bps (%s, then %s)", seed, o.ID, name, gain,
					won(truth, o.ID).Agent, won(lie, ids[0]).Agent)
			}
		}
	}
	slices.Sort(gains)
	slices.Sort(splits)
	median, rare := gains[len(gains)/2], gains[len(gains)*99/100]
	t.Logf("%d lies: p50 %.3f bps, p99 %.2f; %d splits: p50 %.3f, most %.2f", len(gains), median,
		rare, len(splits), splits[len(splits)/2], splits[len(splits)-1])
	if median > 0.01 || splits[len(splits)/2] > 0.01 || rare > 5 {
		t.Errorf("lies gain %v bps, splits %v", gains, splits)
	}
}
