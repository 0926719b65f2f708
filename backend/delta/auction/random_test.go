package auction

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

var (
	auctions     = flag.Int("auctions", 1000, "random auctions whose winners are looked at")
	firstAuction = flag.Uint64("first-auction", 0, "the first of them, to repeat one")
)

// In random auctions, whatever is bid, no owner gets less than it signed for, nor less for all that
// it sells than the best route or the best bid for it alone; no order is settled twice, and orders
// of one pair get one price in a settlement. A million: -run RandomAuctions -auctions 1000000.
func TestWinnersOfRandomAuctions(t *testing.T) {
	t.Parallel()
	a := New(Config{Tokens: rawTokens{}})
	won := 0
	for n := range uint64(*auctions) {
		at := *firstAuction + n
		r := randomAuction{Rand: rand.New(rand.NewPCG(at, 9))}
		r.draw()
		for i, v := range r.bids {
			if why := cmp.Or(a.unfair(r.e, v), uneven(r.e, v)); why != "" {
				r.bids[i] = v.without(why)
			}
		}
		winners := r.of(pick(r.e, r.bids, excluded{last: r.last}))
		won += len(winners)
		if wrong := r.wrong(winners); wrong != "" {
			t.Fatalf("auction %d (repeat with -auctions 1 -first-auction %d): %s", at, at, wrong)
		}
	}
	t.Logf("%d settlements won in %d auctions", won, *auctions)
	if won < *auctions {
		t.Errorf("only %d settlements won in %d auctions", won, *auctions)
	}
}

// randomAuction is a round with bids of agents that know the rules, err, or cheat.
type randomAuction struct {
	*rand.Rand
	b    *Batch
	e    *evaluation
	bids []*scoredBid
	ids  []string
	last map[int]bool // bids that come after all others
}

// of are the winners of a decision.
func (r *randomAuction) of(d decision) (list []*scoredBid) {
	for _, i := range d.winners {
		list = append(list, r.bids[i])
	}
	return list
}

func (r *randomAuction) draw() {
	var orders []*OpenOrder
	for i := range 1 + r.IntN(7) {
		src := byte(r.IntN(3))
		o := openOrder(fmt.Sprint(i), 1+src, 1+(src+1+byte(r.IntN(2)))%3)
		o.Order.SrcAmount = api.NewAmount(1 + r.Uint64N(1e6))
		o.Rest = o.Order.SrcAmount
		if o.PartiallyFillable = r.IntN(4) == 0; o.PartiallyFillable {
			o.Rest = api.NewAmount(1 + r.Uint64N(o.Rest.Big().Uint64()))
		}
		o.Order.DestAmount = api.NewAmount(1 + r.Uint64N(1e6))
		if r.IntN(2) == 0 { // a fee for a partner
			o.Order.PartnerAndFee = eip712.PartnerAndFee(common.Address{7}, uint8(r.IntN(200)),
				r.IntN(2) == 0)
			o.Order.ExpectedDestAmount = o.Order.DestAmount
		}
		o.MinOut = o.Part().MinOut
		orders, r.ids = append(orders, o), append(r.ids, o.ID)
	}
	r.b, r.e = evaluated(orders...)
	for _, o := range orders {
		if r.IntN(4) > 0 {
			r.e.references[o.ID] = r.near(o)
		}
	}
	for i := range r.IntN(12) {
		r.bids = append(r.bids, r.bid(fmt.Sprint("agent ", i)))
	}
	for _, o := range orders { // the one that is fair to all
		if ref, ok := r.e.references[o.ID]; ok {
			r.bids = append(r.bids, r.fills("router", 0, ref, o.ID))
		}
	}
	r.last = make(map[int]bool)
	if r.IntN(2) == 0 { // winners are chosen again, some having waited
		for i := range r.bids {
			r.last[i] = r.IntN(3) == 0
		}
	}
}

// near is an amount around the least that an owner accepts for what is left of its order.
func (r *randomAuction) near(o *OpenOrder) api.Amount {
	least := eip712.DeltaFloor(o.Order).MulDiv(o.Part().Amount, o.Order.SrcAmount)
	return least.MulDiv(api.NewAmount(950+r.Uint64N(150)), api.NewAmount(1000)).Add(
		api.NewAmount(r.Uint64N(3)))
}

// bid is for one order, or for some of them; each gets what the last price of its pair makes of
// what it sells, or something else.
func (r *randomAuction) bid(agent string) *scoredBid {
	r.Shuffle(len(r.ids), func(i, j int) { r.ids[i], r.ids[j] = r.ids[j], r.ids[i] })
	n := 1
	if r.IntN(2) == 0 {
		n += r.IntN(len(r.ids))
	}
	v := &scoredBid{Bid: Bid{Agent: agent}, fills: make(map[string]Fill)}
	type pair struct{ src, dest common.Address }
	prices := make(map[pair]api.Price)
	for _, id := range r.ids[:n] {
		o := r.e.orders[id]
		spent, gets := o.Part().Amount, r.near(o)
		if o.PartiallyFillable && r.IntN(2) == 0 {
			spent = api.NewAmount(1 + r.Uint64N(spent.Big().Uint64()))
		}
		key := pair{o.Order.SrcToken, o.Order.DestToken}
		if price, ok := prices[key]; ok && r.IntN(8) > 0 {
			gets = price.QuoteFor(spent, api.Down)
		}
		prices[key] = api.Price{Quote: gets, Base: spent}
		one := r.fills(agent, 0, gets, id)
		f := one.fills[id]
		f.Spent = spent
		v.fills[id] = f
		v.Orders = append(v.Orders, id)
	}
	return v
}

// fills is a bid for all of an order.
func (r *randomAuction) fills(agent string, fee uint64, gets api.Amount, id string) *scoredBid {
	return &scoredBid{Bid: Bid{Agent: agent, Orders: []string{id}}, fills: map[string]Fill{id: {
		Spent: r.e.orders[id].Part().Amount, Event: settlement.Event{Received: gets,
			PartnerFee: api.NewAmount(fee)}}}}
}

// wrong says what is wrong with winners, "" if nothing is.
func (r *randomAuction) wrong(winners []*scoredBid) string {
	settled := make(map[string]bool)
	for _, v := range winners {
		for i, id := range v.Orders {
			o, f := r.e.orders[id], v.fills[id]
			if settled[id] {
				return "order " + id + " is settled twice"
			}
			settled[id] = true
			if floor := eip712.DeltaFloor(o.Order).MulDiv(f.Spent, o.Order.SrcAmount); f.Received.
				Less(floor) {
				return fmt.Sprintf("order %s gets %s, its owner signed for %s", id, f.Received,
					floor)
			}
			if ref, ok := r.e.references[id]; ok && f.Spent == o.Part().Amount &&
				f.Received.Less(ref) {
				return fmt.Sprintf("order %s gets %s by %s, the best route brings %s", id,
					f.Received, v.Agent, ref)
			}
			for _, other := range v.Orders[:i] {
				p := r.e.orders[other]
				if p.Order.SrcToken == o.Order.SrcToken && p.Order.DestToken ==
					o.Order.DestToken && !samePrice(v, id, other) {
					return fmt.Sprintf("orders %s and %s have different prices", id, other)
				}
			}
		}
	}
	return r.better(winners)
}

// better says which bid for an order alone would bring its owner more than the winner does.
func (r *randomAuction) better(winners []*scoredBid) string {
	for _, v := range winners {
		for _, id := range v.Orders {
			for _, other := range r.bids {
				f, g := v.fills[id], other.fills[id]
				if other.single() && other.unable == "" && other.Orders[0] == id &&
					f.Spent == g.Spent && f.Received.Less(g.Received) {
					return fmt.Sprintf("order %s gets %s by %s, %s bids %s for it alone", id,
						f.Received, v.Agent, other.Agent, g.Received)
				}
			}
		}
	}
	return ""
}
