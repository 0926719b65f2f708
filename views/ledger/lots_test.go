package ledger_test

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/ledger"
)

func lotOf(a api.Asset, n uint64, cost, at int64, source string) views.Lot {
	return views.Lot{Token: a.Address, Amount: api.NewAmount(n), Cost: big.NewRat(cost, 1),
		At: time.Unix(at, 0).UTC(), Source: source}
}

func is(t *testing.T, what string, got *big.Rat, want int64) {
	t.Helper()
	if got == nil || got.Cmp(big.NewRat(want, 1)) != 0 {
		t.Errorf("%s is %v, want %d", what, got, want)
	}
}

// TestLotsByHand: 2 held since time 10 for 20 and 1 since time 20 for 40, then 1 bought for 60 at
// 3000; 2 are sold for 200 at 4000. By hand: the average of 4 for 120 is 30, so 140; the oldest
// cost 20, so 180; the dearest, which are chosen, cost 60 and 40, so 100.
func TestLotsByHand(t *testing.T) {
	at := func(block uint64) api.BlockRef { return api.BlockRef{Number: block, Time: 1000 * block} }
	events := []ledger.Event{
		{Kind: "taker", Hash: [32]byte{3}, Block: at(3), Give: leg(cash, 60), Get: leg(coin, 1)},
		{Kind: "taker", Hash: [32]byte{4}, Block: at(4), Give: leg(coin, 2), Get: leg(cash, 200)},
	}
	lots := views.Lots{List: []views.Lot{lotOf(coin, 2, 20, 10, "old"), lotOf(coin, 1, 40, 20, ""),
		lotOf(cash, 500, 500, 5, "cash is no position")}}
	slices.SortFunc(lots.List, func(a, b views.Lot) int { return a.At.Compare(b.At) })
	b := ledger.Run(events, lots, worth{})
	if len(b.Sales) != 1 || len(b.Lots) != 4 || len(b.Positions) != 1 || len(b.Days) != 1 {
		t.Fatalf("%d sales, %d lots, %d positions, %d days", len(b.Sales), len(b.Lots),
			len(b.Positions), len(b.Days))
	}
	sale := b.Sales[0]
	is(t, "by average", sale.Event.Realised, 140)
	is(t, "by FIFO", sale.FIFO, 180)
	is(t, "without a choice", sale.Specific, 180)
	is(t, "the average's sum", b.Realised, 140)
	is(t, "what is left", b.Positions[0].Cost, 60)
	lots.Used = map[string][]string{sale.ID: {b.Lots[3].ID, b.Lots[2].ID}}
	b = ledger.Run(events, lots, worth{})
	is(t, "the chosen", b.Sales[0].Specific, 100)
	is(t, "FIFO beside it", b.Sales[0].FIFO, 180)
	is(t, "left of the oldest by choice", b.Lots[1].Specific, 2)
	is(t, "left of the oldest by FIFO", b.Lots[1].FIFO, 0)
	if why := b.CanUse(b.Sales[0], b.Lots[0]); why == "" {
		t.Error("a sale is out of another token")
	}
	late := ledger.Run(events, views.Lots{List: []views.Lot{lotOf(coin, 9, 1, 4001, "")}}, worth{})
	if why := late.CanUse(late.Sales[0], late.Lots[1]); why == "" {
		t.Error("a sale is out of what was bought after it")
	}
}

// unit is one raw unit as an oracle keeps it: which lot it is of, and what it cost.
type unit struct {
	lot  string
	cost *big.Rat
}

// oracle sells unit by unit: the average by the sum of all, FIFO from the front, specific from the
// chosen lots in their order and then from the front.
type oracle struct {
	fifo, specific []unit
	average        *big.Rat // cost of all that is left
	gains          [3]*big.Rat
}

func (o *oracle) buy(lot string, n int64, cost *big.Rat) {
	for range n {
		one := unit{lot, new(big.Rat).Quo(cost, big.NewRat(n, 1))}
		o.fifo, o.specific = append(o.fifo, one), append(o.specific, one)
	}
	o.average.Add(o.average, cost)
}

func (o *oracle) sell(n int64, usd *big.Rat, chosen []string) {
	covered := min(n, int64(len(o.fifo)))
	each := new(big.Rat).Quo(usd, big.NewRat(n, 1))
	cost := new(big.Rat)
	if held := int64(len(o.fifo)); held > 0 {
		cost.Mul(o.average, big.NewRat(covered, held))
	}
	o.average.Sub(o.average, cost)
	got := new(big.Rat).Mul(each, big.NewRat(covered, 1))
	o.gains[0].Add(o.gains[0], new(big.Rat).Sub(got, cost))
	for range covered {
		o.gains[1].Add(o.gains[1], new(big.Rat).Sub(each, o.fifo[0].cost))
		o.fifo = o.fifo[1:]
		at := 0
		for _, lot := range chosen {
			i := slices.IndexFunc(o.specific, func(u unit) bool { return u.lot == lot })
			if i >= 0 {
				at = i
				break
			}
		}
		o.gains[2].Add(o.gains[2], new(big.Rat).Sub(each, o.specific[at].cost))
		o.specific = slices.Delete(o.specific, at, at+1)
	}
}

// TestMethodsAgainstUnits trades and enters lots at random, and compares each method with an oracle
// that knows each unit. What is left is one amount in all methods, and once everything is sold so
// is the gain.
func TestMethodsAgainstUnits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var events []ledger.Event
		lots := views.Lots{Used: map[string][]string{}}
		o := oracle{average: new(big.Rat),
			gains: [3]*big.Rat{new(big.Rat), new(big.Rat), new(big.Rat)}}
		var ids []string
		short := false // more was sold than held
		trade := func(i int, sale bool, n, usd int64) {
			e := ledger.Event{Block: api.BlockRef{Number: uint64(i), Time: uint64(i) * 100},
				Hash: [32]byte{byte(i + 1)}, Give: leg(cash, uint64(usd)),
				Get: leg(coin, uint64(n))}
			id := fmt.Sprintf("%s/0", e.Hash.Hex())
			if !sale {
				ids = append(ids, id)
				o.buy(id, n, big.NewRat(usd, 1))
			} else {
				e.Give, e.Get = e.Get, e.Give
				if len(ids) > 0 && rapid.Bool().Draw(t, "choose") {
					lots.Used[id] = rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, 2,
						rapid.ID[string]).Draw(t, "chosen")
				}
				short = short || n > int64(len(o.fifo))
				o.sell(n, big.NewRat(usd, 1), lots.Used[id])
			}
			events = append(events, e)
		}
		steps := rapid.IntRange(1, 25).Draw(t, "steps")
		for i := range steps {
			n, usd := rapid.Int64Range(1, 9).Draw(t, "n"), rapid.Int64Range(1, 999).Draw(t, "usd")
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				l := lotOf(coin, uint64(n), usd, int64(i*100), fmt.Sprint(i))
				lots.List = append(lots.List, l)
				ids = append(ids, l.ID())
				o.buy(l.ID(), n, big.NewRat(usd, 1))
			case 1:
				trade(i, false, n, usd)
			default:
				trade(i, true, n, usd)
			}
		}
		if len(o.fifo) > 0 && rapid.Bool().Draw(t, "sell all") {
			trade(steps, true, int64(len(o.fifo)), 500)
		}
		b := ledger.Run(events, lots, worth{})
		for i, got := range []*big.Rat{b.Realised, b.FIFO, b.Specific} {
			if got.Cmp(o.gains[i]) != 0 {
				t.Fatalf("method %d gains %s, unit by unit %s", i, got, o.gains[i])
			}
		}
		left := [2]*big.Rat{new(big.Rat), new(big.Rat)}
		for _, l := range b.Lots {
			left[0].Add(left[0], l.FIFO)
			left[1].Add(left[1], l.Specific)
			if l.FIFO.Sign() < 0 || l.Specific.Sign() < 0 || l.FIFO.Cmp(l.Amount) > 0 {
				t.Fatalf("lot %s has %s and %s left", l.ID, l.FIFO, l.Specific)
			}
		}
		for _, s := range b.Sales {
			out := new(big.Rat)
			for _, taken := range s.Out {
				out.Add(out, taken.Amount)
			}
			if out.Cmp(s.Amount) != 0 {
				t.Fatalf("sale %s of %s takes %s out of lots", s.ID, s.Amount, out)
			}
		}
		held := big.NewRat(int64(len(o.fifo)), 1)
		if cmp.Or(left[0].Cmp(held), left[1].Cmp(held)) != 0 {
			t.Fatalf("left are %s and %s of %s", left[0], left[1], held)
		}
		if held.Sign() == 0 && !short && (b.FIFO.Cmp(b.Realised) != 0 ||
			b.Specific.Cmp(b.Realised) != 0) {
			t.Fatalf("all is sold, and gained %s, %s and %s", b.Realised, b.FIFO, b.Specific)
		}
	})
}
