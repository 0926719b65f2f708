package pool_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// wrapping is a rebasing token and its wrapper on a machine whose owner has all shares. Both are
// our own: they have the functions and the rounding that Lido publishes of stETH and wstETH, whose
// bytecode is in no package.
type wrapping struct {
	*machine
	token, wrapper       common.Address
	shares, pooled, held uint256.Int
}

var (
	rebasing  = contracts.NewRebasingToken()
	wrapperOf = contracts.NewRebasingTokenWrapper()
)

func (m *machine) drawWrapping(t *rapid.T) *wrapping {
	w := &wrapping{machine: m}
	w.shares = draw(t, "shares", 100)
	w.shares.AddUint64(&w.shares, 1_000_000)
	w.pooled = fromBig(new(big.Int).Div(mul(w.shares.ToBig(),
		num(rapid.Int64Range(500_000, 3_000_000).Draw(t, "millionths"))), num(1_000_000)))
	w.token = m.create(&contracts.RebasingTokenMetaData,
		rebasing.PackConstructor(w.shares.ToBig(), w.pooled.ToBig()))
	w.wrapper = m.create(&contracts.RebasingTokenWrapperMetaData,
		wrapperOf.PackConstructor(w.token))
	m.must(w.token, rebasing.PackApprove(w.wrapper, new(big.Int).Lsh(bigOne, 255)))
	m.must(w.wrapper, wrapperOf.PackWrap(
		new(big.Int).Add(bigOne, new(big.Int).Div(w.pooled.ToBig(), num(2)))))
	w.held = fromBig(m.balance(w.wrapper, m.owner))
	return w
}

// trade puts an amount of one token in and returns what the contract says that it pays, and what
// arrives.
func (w *wrapping) trade(in int, amount *big.Int) (says, arrives *big.Int, err error) {
	got, call := w.wrapper, wrapperOf.PackWrap(amount)
	if in == 1 {
		got, call = w.token, wrapperOf.PackUnwrap(amount)
	}
	before := w.balance(got, w.owner)
	out, err := w.try(w.wrapper, call)
	return new(big.Int).SetBytes(out), before.Sub(w.balance(got, w.owner), before), err
}

// Wrapping pays what is quoted to the wei; unwrapping pays what is quoted and what a transfer may
// lose, of which no more is lost.
func TestWrapperIsTheContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.mark()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		w := m.drawWrapping(t)
		p, err := pool.NewWrapper(w.shares, w.pooled, w.held)
		if err != nil {
			t.Fatal(err)
		}
		var s pool.State
		p.Init(&s)
		for range rapid.IntRange(1, 6).Draw(t, "trades") {
			in := rapid.IntRange(0, 1).Draw(t, "in")
			amount := draw(t, "amount", w.shares.BitLen()+1)
			trade, exactOut := p.ExactIn, rapid.Bool().Draw(t, "exact out")
			if exactOut {
				trade = p.ExactOut
			}
			q, err := trade(&s, in, 1-in, amount)
			if err != nil {
				continue
			}
			says, arrives, err := w.trade(in, q.In.ToBig())
			if err != nil {
				// the owner has no more than what others have not
				if w.balance([]common.Address{w.token, w.wrapper}[in], w.owner).Cmp(
					q.In.ToBig()) < 0 {
					return
				}
				t.Fatalf("the contract refuses %s of %d: %v", q.In.Dec(), in, err)
			}
			want, most := q.Out.ToBig(), int64(0)
			if exactOut {
				most = 3 // what a share is worth here
			}
			if in == 1 {
				want = new(big.Int).Add(want, new(big.Int).SetUint64(p.Loss()))
				// an account's balance is of all its shares
				if off := arrives.Cmp(q.Out.ToBig()); off < 0 {
					t.Fatalf("%s of %s arrive", arrives, q.Out.Dec())
				}
			}
			if off := says.Sub(says, want); off.Sign() < 0 || off.Int64() > most {
				t.Fatalf("%s of %d for %s: the contract pays %s more", q.In.Dec(), in,
					q.Out.Dec(), off)
			}
		}
	})
}

// Routes on wrappers are bound as closely as on other pools: nothing that is put in earns more than
// the bound, and by a price at which a small part of all is put in, the bound is within a hundred
// thousandth of it, which is the band.
func TestWrapperArbitrage(t *testing.T) {
	t.Parallel()
	unit := pow10(18)
	p, err := pool.NewWrapper(fromBig(mul(num(8_000_000), unit)),
		fromBig(mul(num(9_600_000), unit)), fromBig(mul(num(4_000_000), unit)))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		price := outside(p, random, 1e-5)
		var a pool.Arbitrage
		p.Arbitrage(&price, &a)
		in := 0
		if a.Get[1] < 0 {
			in = 1
		}
		var s pool.State
		p.Init(&s)
		for _, part := range []float64{1e-6, 0.01, 0.999999} {
			q, err := p.ExactIn(&s, in, 1-in, whole(p.Curve(&s, in, 1-in).Limit*part))
			if err != nil {
				t.Fatal(err)
			}
			got := real64(q.Out)*price[1-in] - real64(q.In)*price[in]
			if got > (a.Value+a.Slack)*(1+1e-6)+real64(q.In)*price[in]*1e-10 {
				t.Fatalf("%g of all earns %g, the bound is %g", part, got, a.Value+a.Slack)
			}
			p.Init(&s)
		}
		if paid := -a.Get[in]; a.Value+a.Slack > paid*1.001e-5 && paid < 1e6 {
			t.Fatalf("%g is paid, the bound is %g", paid, a.Value+a.Slack)
		}
	}
}

// A pool of a token that rounds counts a few units less of what is sent and paid.
func TestRoundingPool(t *testing.T) {
	t.Parallel()
	inner := sample(t)[pool.KindStable]
	p := pool.NewRounding(inner, []uint64{2, 0, 3})
	var plain, rounded pool.State
	inner.Init(&plain)
	p.Init(&rounded)
	amount := sale(pool.KindStable)
	less := amount
	less.SubUint64(&less, 2)
	want, err := inner.ExactIn(&plain, 0, 2, less)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.ExactIn(&rounded, 0, 2, amount)
	if want.Out.SubUint64(&want.Out, 3); err != nil || q.In != amount || q.Out != want.Out ||
		rounded != plain {
		t.Fatalf("%+v, %v; want %s", q, err, want.Out.Dec())
	}
	if q, err = p.ExactOut(&rounded, 0, 2, q.Out); err != nil || q.Out.Lt(&want.Out) {
		t.Fatalf("%+v, %v; want %s", q, err, want.Out.Dec())
	}
	for _, tiny := range []uint64{0, 1, 2, 3} {
		if q, err := p.ExactIn(&rounded, 0, 2, *uint256.NewInt(tiny)); err == nil {
			t.Errorf("%d units are traded: %+v", tiny, q)
		}
	}
}
