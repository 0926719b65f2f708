package pool_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// solidlyCase is what a pair of Aerodrome did in an EVM.
type solidlyCase struct {
	Stable   bool
	Decimals [2]int
	FeeBps   uint64 `json:"fee_bps"`
	Reserves [2]string
	In0      bool
	In, Out  string
	After    [2]string
	More     bool `json:"one_more_possible"`
}

// recordedOf reads results of original contracts.
func recordedOf[T any](t *testing.T, name string) (list T) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func (c solidlyCase) pool(t *testing.T) *pool.Solidly {
	t.Helper()
	p, err := pool.NewSolidly(pool.SolidlyParams{
		Reserves: [2]uint256.Int{*uint256.MustFromDecimal(c.Reserves[0]),
			*uint256.MustFromDecimal(c.Reserves[1])},
		Decimals: c.Decimals, Stable: c.Stable, Settles: true, Fee: *uint256.NewInt(c.FeeBps),
		Unit: *uint256.NewInt(10_000)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Sales on pairs of Aerodrome pay what the contract paid and leave what it was left with, and a
// purchase takes no more than was paid.
func TestSolidlyIsTheContract(t *testing.T) {
	t.Parallel()
	list := recordedOf[[]solidlyCase](t, "solidly")
	if len(list) != 48 {
		t.Fatalf("%d sales are recorded", len(list))
	}
	for i, c := range list {
		p, in := c.pool(t), 1
		if c.In0 {
			in = 0
		}
		var s, bought pool.State
		p.Init(&s)
		q, err := p.ExactIn(&s, in, 1-in, *uint256.MustFromDecimal(c.In))
		if err != nil || q.Out.Dec() != c.Out {
			t.Errorf("%d: %s pays %s, %v, and %s on the contract", i, c.In, q.Out.Dec(), err, c.Out)
			continue
		}
		after := c
		after.Reserves = c.After
		var want pool.State
		after.pool(t).Init(&want)
		if s != want {
			t.Errorf("%d: the pair is left in another state", i)
		}
		p.Init(&bought)
		b, err := p.ExactOut(&bought, in, 1-in, q.Out)
		if err != nil || b.In.Gt(&q.In) || b.Out.Lt(&q.Out) {
			t.Errorf("%d: %s for %s that cost %s: %v", i, b.In.Dec(), b.Out.Dec(), c.In, err)
		}
		if b.In.SubUint64(&b.In, 1); !b.In.IsZero() {
			if less, ok := p.Asks(in, b.In); !ok || !less.Lt(&q.Out) {
				t.Errorf("%d: a unit less than what a purchase takes pays %s", i, less.Dec())
			}
		}
	}
}
