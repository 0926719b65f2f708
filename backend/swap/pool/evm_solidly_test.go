package pool_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/pool"
)

// Sales by the executor pay what is computed and leave the pair where it says, on both curves, by
// both ways to look for a point on the second one, and a purchase sells the least that pays so
// much.
func TestSolidlyIsItsContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	executor := m.create(&contracts.ExecutorMetaData, nil)
	factory := m.create(&contracttest.SolidlyFactoryMetaData, nil)
	abi, pairABI := contracttest.NewSolidlyFactory(), contracttest.NewSolidlyPair()
	m.mark()
	n, sales, purchases := cases(t), 0, 0
	for i := range n {
		m.reset()
		f := &forked{machine: m, Rand: rand.New(rand.NewPCG(uint64(i), 52)), executor: executor}
		digits := [2]uint8{pick(f, uint8(2), 6, 8, 18), pick(f, uint8(6), 18)}
		f.tokens[0], f.tokens[1] = m.newToken(digits[0]), m.newToken(digits[1])
		if f.tokens[0].Cmp(f.tokens[1]) > 0 {
			f.tokens[0], f.tokens[1] = f.tokens[1], f.tokens[0]
			digits[0], digits[1] = digits[1], digits[0]
		}
		stable, settles := f.IntN(3) > 0, f.IntN(2) == 0
		fee := int64(pick(f, 0, 1, 5, 30, 100, f.IntN(10_000)))
		m.must(factory, abi.PackSetFee(stable, num(fee)))
		f.at = common.BytesToAddress(m.must(factory,
			abi.PackCreatePair(f.tokens[0], f.tokens[1], stable, settles)))
		worth := f.number(36) // whole tokens, about as many of both
		for k := range 2 {
			part := mul(worth, pow10(int64(digits[k])))
			part.Mul(part, num(int64(1+f.IntN(1000)))).Div(part, num(500))
			m.must(f.tokens[k], f.token.PackTransfer(f.at, part.Add(part, f.number(20))))
		}
		m.must(f.at, pairABI.PackSync())
		f.program = func(p *contracts.Program, in int, exactOut bool) {
			flags := contracts.PoolToCaller
			if in == 0 {
				flags |= contracts.PoolZeroForOne
			}
			p.Pair(2, contracts.AmountIn, flags, f.at, f.tokens[in])
		}
		read := func() *pool.Solidly {
			t.Helper()
			r := f.ask(f.at, pairABI.PackGetReserves())
			p, err := pool.NewSolidly(pool.SolidlyParams{Stable: stable, Settles: settles,
				Reserves: [2]uint256.Int{fromBig(r[0]), fromBig(r[1])},
				Decimals: [2]int{int(digits[0]), int(digits[1])}, Fee: fromBig(num(fee)),
				Unit: *uint256.NewInt(10_000)})
			if err != nil { // which the contract can't trade on either
				ask := pairABI.PackGetAmountOut(bigOne, f.tokens[0])
				if _, err := f.try(f.at, ask); err == nil {
					t.Fatalf("case %d: no pair here, and one on the chain", i)
				}
				return nil
			}
			return p
		}
		for range 1 + f.IntN(4) {
			p, in := read(), f.IntN(2)
			if p == nil {
				break
			}
			reserves := p.Params().Reserves
			amount := new(big.Int).Rsh(reserves[in].ToBig(), uint(f.IntN(40)))
			amount.Add(amount, f.number(12))
			var s, want pool.State
			p.Init(&s)
			q, err := p.ExactIn(&s, in, 1-in, fromBig(amount))
			_, got, refused := f.swap(in, false, amount)
			if refused != nil {
				if err == nil {
					t.Fatalf("case %d: quoted %s for %s, the contract says %v", i, q.Out.Dec(),
						amount, refused)
				}
				continue
			}
			if err != nil && !settles { // which the pair tells a unit too much for
				t.Fatalf("case %d: %v, the contract pays %s for %s", i, err, got, amount)
			}
			if err != nil || q.Out.ToBig().Cmp(got) != 0 {
				t.Fatalf("case %d: quoted %s for %s, the contract pays %s: %v", i, q.Out.Dec(),
					amount, got, err)
			}
			if read().Init(&want); s != want {
				t.Fatalf("case %d: the pair is left in another state", i)
			}
			sales++
			if f.buysLeast(t, i, read(), in, pairABI) {
				purchases++
			}
		}
	}
	t.Logf("%d pairs, %d sales and %d purchases, 0 wei wrong", n, sales, purchases)
	if sales < n || purchases < n/2 {
		t.Errorf("of %d pairs %d sales and %d purchases went through", n, sales, purchases)
	}
}

// buysLeast holds what a purchase is said to take against what the pair says that it pays for it,
// and for a unit less.
func (f *forked) buysLeast(t *testing.T, i int, p *pool.Solidly, in int,
	pairABI *contracttest.SolidlyPair) bool {
	t.Helper()
	reserves := p.Params().Reserves
	amount := new(big.Int).Rsh(reserves[1-in].ToBig(), uint(1+f.IntN(30)))
	var s pool.State
	p.Init(&s)
	q, err := p.ExactOut(&s, in, 1-in, fromBig(amount))
	if err != nil {
		return false
	}
	told := f.ask(f.at, pairABI.PackGetAmountOut(q.In.ToBig(), f.tokens[in]))[0]
	if told.Cmp(q.Out.ToBig()) != 0 || told.Cmp(amount) < 0 {
		t.Fatalf("case %d: a purchase of %s takes %s, for which the pair pays %s", i, amount,
			q.In.Dec(), told)
	}
	answer, err := f.try(f.at,
		pairABI.PackGetAmountOut(sub(q.In.ToBig(), bigOne), f.tokens[in]))
	if err == nil && new(big.Int).SetBytes(answer).Cmp(amount) >= 0 {
		t.Fatalf("case %d: a purchase of %s takes %s, and a unit less would do", i, amount,
			q.In.Dec())
	}
	return true
}
