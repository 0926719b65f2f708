package pool_test

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/swap/pool"
)

// batch is what the order contract does with orders, of which each can be paid its most.
type batch struct {
	paid, got *big.Int
	skipped   bool // an order was passed over
}

func (b *batch) fill(o *pool.Order, pay *big.Int) (got *big.Int) {
	got = quo(mul(o.Maker.ToBig(), pay), o.Taker.ToBig())
	if got.Sign() == 0 {
		b.skipped = true
		return got
	}
	b.paid, b.got = add(b.paid, pay), add(b.got, got)
	return got
}

// sellTo is tryBatchFillOrderTakerAmount, and buyFrom tryBatchFillOrderMakerAmount; left is what
// they could not swap.
func sellTo(list []pool.Order, amount *big.Int) (b batch, left *big.Int) {
	b.paid, b.got = new(big.Int), new(big.Int)
	for i := range list {
		pay := lesser(amount, list[i].Most.ToBig())
		if pay.Sign() > 0 && b.fill(&list[i], pay).Sign() > 0 {
			amount = sub(amount, pay)
		}
	}
	return b, amount
}

func buyFrom(list []pool.Order, amount *big.Int) (b batch, left *big.Int) {
	b.paid, b.got = new(big.Int), new(big.Int)
	for i := range list {
		if amount.Sign() == 0 {
			break
		}
		maker, taker := list[i].Maker.ToBig(), list[i].Taker.ToBig()
		wanted := lesser(amount, quo(mul(list[i].Most.ToBig(), maker), taker))
		pay := quo(add(mul(wanted, taker), sub(maker, num(1))), maker)
		if b.fill(&list[i], pay).Sign() > 0 {
			amount = sub(amount, wanted)
		}
	}
	return b, amount
}

func lesser(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func drawOrders(t *rapid.T) (list []pool.Order) {
	bits := rapid.SampledFrom([]int{4, 12, 100}).Draw(t, "bits")
	for range rapid.IntRange(1, 6).Draw(t, "orders") {
		o := pool.Order{Maker: draw(t, "maker", bits), Taker: draw(t, "taker", bits),
			Most: draw(t, "most", bits)}
		if o.Most.Gt(&o.Taker) {
			o.Most = o.Taker
		}
		if _, err := pool.NewOrders([]pool.Order{o}); err == nil {
			list = append(list, o)
		}
	}
	return list
}

// What a book quotes is what the contract's loops over its orders do. It refuses where they fall
// short, and a sale whose rest buys nothing.
func TestOrdersFollowTheBatchFill(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := drawOrders(t)
		o, err := pool.NewOrders(list)
		if err != nil {
			t.Fatal(err)
		}
		amount := draw(t, "amount", 102)
		var s pool.State
		for name, quote := range map[string]func() (pool.Quote, batch, *big.Int, error){
			"sale": func() (pool.Quote, batch, *big.Int, error) {
				q, err := o.ExactIn(&s, 0, 1, amount)
				b, left := sellTo(list, amount.ToBig())
				return q, b, left, err
			},
			"purchase": func() (pool.Quote, batch, *big.Int, error) {
				q, err := o.ExactOut(&s, 0, 1, amount)
				b, left := buyFrom(list, amount.ToBig())
				return q, b, left, err
			},
		} {
			o.Init(&s)
			before := s
			q, b, left, err := quote()
			if err != nil {
				if left.Sign() == 0 && !b.skipped || s != before {
					t.Fatalf("%s of %s refused: %v; the contract swaps it", name, amount.Dec(), err)
				}
				continue
			}
			if left.Sign() > 0 || q.In.ToBig().Cmp(b.paid) != 0 || q.Out.ToBig().Cmp(b.got) != 0 {
				t.Fatalf("%s of %s: %s for %s; the contract pays %s for %s and leaves %s", name,
					amount.Dec(), q.Out.Dec(), q.In.Dec(), b.got, b.paid, left)
			}
		}
	})
}

// Filling every order that pays more than it takes, and nothing else, is what a book can earn, also
// at prices at which one of its orders is just worth it.
func TestOrdersEarnWhatIsBetterThanPrices(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := drawOrders(t)
		o, err := pool.NewOrders(list)
		if err != nil {
			t.Fatal(err)
		}
		price := [pool.MaxCoins]float64{1, rapid.Float64Range(1e-3, 1e3).Draw(t, "price")}
		if len(list) > 0 && rapid.Bool().Draw(t, "at an order's price") {
			one := rapid.SampledFrom(list).Draw(t, "order")
			price[1] = real64(one.Taker) / real64(one.Maker)
		}
		want, moved := 0.0, 0.0
		for _, one := range list {
			pays := real64(one.Maker) * real64(one.Most) / real64(one.Taker) * price[1]
			want += max(0, pays-real64(one.Most))
			moved += real64(one.Most)
		}
		var a pool.Arbitrage
		o.Arbitrage(&price, &a)
		if got := a.Value + a.Slack; math.Abs(got-want) > (want+moved)*1e-12 {
			t.Fatalf("%g is earned at %g, of %g", got, price[1], want)
		}
	})
}

// A sale may come in parts: the second goes on where the first stopped.
func TestOrdersAreUsedUp(t *testing.T) {
	t.Parallel()
	n := uint256.NewInt
	o, err := pool.NewOrders([]pool.Order{
		{Maker: *n(1000), Taker: *n(300), Most: *n(200)},
		{Maker: *n(900), Taker: *n(300), Most: *n(300)}})
	if err != nil {
		t.Fatal(err)
	}
	var s pool.State
	o.Init(&s)
	for _, c := range []struct {
		in, out      int
		amount, want uint64
		price, limit float64 // before
		err          error
	}{
		{1, 0, 10, 0, 0, 0, pool.ErrCoin},
		{0, 1, 501, 0, 10. / 3, 500, pool.ErrLiquidity},
		{0, 1, 50, 166, 10. / 3, 500, nil},
		{0, 1, 150, 500, 10. / 3, 450, nil},
		{0, 1, 1, 3, 3, 300, nil},
		{0, 1, 300, 0, 3, 299, pool.ErrLiquidity},
		{0, 1, 299, 897, 3, 299, nil},
		{0, 1, 1, 0, 0, 0, pool.ErrLiquidity},
	} {
		if curve := o.Curve(&s, c.in, c.out); curve.Price != c.price || curve.Limit != c.limit {
			t.Errorf("before %d: %+v, want price %g up to %g", c.amount, curve, c.price, c.limit)
		}
		q, err := o.ExactIn(&s, c.in, c.out, *n(c.amount))
		if !errors.Is(err, c.err) || q.Out.Uint64() != c.want {
			t.Errorf("fill %d: %d, %v; want %d, %v", c.amount, q.Out.Uint64(), err, c.want, c.err)
		}
	}
}

func TestOrdersCostGasEach(t *testing.T) {
	t.Parallel()
	n := uint256.NewInt
	o, err := pool.NewOrders([]pool.Order{
		{Maker: *n(9), Taker: *n(3), Most: *n(3)}, {Maker: *n(9), Taker: *n(3), Most: *n(3)},
		{Maker: *n(9), Taker: *n(3), Most: *n(3)}})
	if err != nil {
		t.Fatal(err)
	}
	gas := func(amount uint64) uint64 {
		var s pool.State
		o.Init(&s)
		q, err := o.ExactIn(&s, 0, 1, *n(amount))
		if err != nil {
			t.Fatal(err)
		}
		return q.Gas
	}
	one, two, three := gas(3), gas(4), gas(9)
	if two <= one || three-two != two-one {
		t.Errorf("gas of 1, 2 and 3 orders: %d, %d, %d", one, two, three)
	}
}
