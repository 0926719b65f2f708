package agents

import (
	"testing"

	"bourse/backend/delta/auction"
)

// Where pools take more of a token than orders sell, since the optimum was not found exactly,
// owners bear it: together they are paid no more than they bring.
func TestWhatPoolsTakeOfTheAgentIsNotGivenAway(t *testing.T) {
	t.Parallel()
	m := drawMarket(t, 1, (*drawnMarket).product)
	decimals := []int{18, 18, 18, 18, 18, 18, 18}
	b := m.batch(t, 2)
	b.Orders = []auction.OpenOrder{sells(1, 2, 3, 1000, decimals), sells(2, 3, 2, 1000, decimals),
		sells(3, 4, 2, 1000, decimals)}
	s := &solver{b: b, market: m.Snapshot}
	s.orders = s.take(t.Context())
	s.work = batchWork
	joint := s.optimum(t.Context(), s.must(s.orders, 0))
	if joint == nil || len(joint.Trades()) == 0 {
		t.Fatalf("the optimum of three orders is %+v", joint)
	}
	// The third is left out, and what pools give for what it sells is still there.
	two := s.orders[:0:0]
	for _, o := range s.orders {
		if o.ID != "3" {
			two = append(two, o)
		}
	}
	c, _ := s.pay(two, s.must(two, 0), joint, 0)
	sold, paid := 0.0, 0.0
	for i, l := range c.legs {
		sold += l.Amount.Float() * s.worth[two[i].src]
		paid += l.pays.Float() * s.worth[two[i].dest]
	}
	if paid > sold*1.003 {
		t.Errorf("%g is paid for %g", paid, sold)
	}
}
