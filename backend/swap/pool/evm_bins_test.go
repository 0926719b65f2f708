package pool_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/pool"
)

// Sales on pairs of the Liquidity Book pay what is computed, to the wei, over bins and pauses, and
// a purchase takes what the pair asks for it.
func TestBinsAreTheirContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	abi := contracttest.NewLiquidityBookPair()
	m.mark()
	n, sales, purchases := cases(t), 0, 0
	for i := range n {
		m.reset()
		f := &forked{machine: m, Rand: rand.New(rand.NewPCG(uint64(i), 60))}
		m.cfg.Time = 1_000_000
		f.tokens = [2]common.Address{m.newToken(18), m.newToken(6)}
		p := pool.BinsParams{Step: uint64(pick(f, 1, 5, 10, 20, 100)),
			Active:     1<<23 - 20_000 + f.IntN(40_000),
			BaseFactor: uint64(1000 + f.IntN(9000)), Filter: uint64(1 + f.IntN(60)),
			Reduction: uint64(f.IntN(10_000)), Control: uint64(f.IntN(200_000))}
		if p.Step == 100 { // whose prices leave 128 bits sooner
			p.Active = 1<<23 - 1000 + f.IntN(2000)
		}
		p.Decay = p.Filter + uint64(1+f.IntN(600))
		p.Most = uint64(10_000 * (1 + f.IntN(40)))
		// No fee is over a tenth, as no factory allows more.
		moves := 1e19 - float64(p.BaseFactor*p.Step)*1e12
		most := float64(p.Most * p.Step)
		p.Control = uint64(min(float64(p.Control), max(0, moves/(most*most))))
		f.at = m.create(&contracttest.LiquidityBookPairMetaData, abi.PackConstructor(f.tokens[0],
			f.tokens[1], uint16(p.Step), num(int64(p.Active)), contracttest.LiquidityBookPairFees{
				BaseFactor: uint16(p.BaseFactor), Filter: uint16(p.Filter), Decay: uint16(p.Decay),
				Reduction: uint16(p.Reduction), Control: num(int64(p.Control)),
				Share: uint16(f.IntN(2500)), Most: num(int64(p.Most))}))
		reach := 1 + f.IntN(8)
		for id := -reach; id <= reach; id++ {
			if id != 0 && f.IntN(4) == 0 {
				continue // which leaves a gap
			}
			var amounts [2]*big.Int
			for k := range amounts {
				amounts[k] = new(big.Int)
				if k == 0 && id >= 0 || k == 1 && id <= 0 {
					amounts[k] = mul(num(int64(1+f.IntN(1_000_000))), pow10(int64(6+f.IntN(12))))
				}
				m.must(f.tokens[k], f.token.PackTransfer(f.at, amounts[k]))
			}
			m.must(f.at, abi.PackLay(num(int64(p.Active+id)), amounts[0], amounts[1]))
		}
		low, high := p.Active-reach, p.Active+reach
		for range 1 + f.IntN(6) {
			m.cfg.Time += uint64(pick(f, 0, 1, 5, 40, 700))
			b := f.bins(t, p, low, high)
			in := f.IntN(2)
			f.buysBins(t, i, b, in, &purchases)
			amount := mul(num(int64(1+f.IntN(1_000_000))), pow10(int64(f.IntN(19))))
			var s pool.State
			b.Init(&s)
			q, err := b.ExactIn(&s, in, 1-in, fromBig(amount))
			before := f.balance(f.tokens[1-in], m.owner)
			kept := m.copy()
			m.must(f.tokens[in], f.token.PackTransfer(f.at, amount))
			_, refused := f.try(f.at, abi.PackSwap(in == 0, m.owner))
			if (err == nil) != (refused == nil) {
				t.Fatalf("case %d: %s quoted %s, %v; the contract: %v", i, amount, q.Out.Dec(), err,
					refused)
			}
			if refused != nil {
				m.cfg.State = kept
				continue
			}
			got := sub(f.balance(f.tokens[1-in], m.owner), before)
			if q.Out.ToBig().Cmp(got) != 0 {
				t.Fatalf("case %d: quoted %s for %s, the contract pays %s", i, q.Out.Dec(), amount,
					got)
			}
			sales++
		}
	}
	t.Logf("%d pairs, %d sales and %d purchases, 0 wei wrong", n, sales, purchases)
	if sales < n || purchases < n {
		t.Errorf("of %d pairs %d sales and %d purchases went through", n, sales, purchases)
	}
}

// bins reads a pair.
func (f *forked) bins(t *testing.T, p pool.BinsParams, low, high int) *pool.Bins {
	t.Helper()
	abi := contracttest.NewLiquidityBookPair()
	word := func(answer []byte, i int) uint64 {
		return new(big.Int).SetBytes(answer[32*i : 32*i+32]).Uint64()
	}
	p.Active = int(word(f.must(f.at, abi.PackGetActiveId()), 0))
	moved := f.must(f.at, abi.PackGetVariableFeeParameters())
	p.Accumulated, p.Referred, p.Reference = word(moved, 0), word(moved, 1), int(word(moved, 2))
	p.Last, p.Now = word(moved, 3), f.cfg.Time
	for id := low; id <= high; id++ {
		held := f.must(f.at, abi.PackGetBin(num(int64(id))))
		b := pool.Bin{ID: id, Held: [2]uint256.Int{fromBig(new(big.Int).SetBytes(held[:32])),
			fromBig(new(big.Int).SetBytes(held[32:]))}}
		if id == p.Active || !b.Held[0].IsZero() || !b.Held[1].IsZero() {
			p.Bins = append(p.Bins, b)
		}
	}
	b, err := pool.NewBins(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// buysBins holds what a purchase takes against what the pair asks for it.
func (f *forked) buysBins(t *testing.T, i int, b *pool.Bins, in int, count *int) {
	t.Helper()
	amount := mul(num(int64(1+f.IntN(1_000_000))), pow10(int64(f.IntN(18))))
	var s pool.State
	b.Init(&s)
	q, err := b.ExactOut(&s, in, 1-in, fromBig(amount))
	answer, refused := f.try(f.at,
		contracttest.NewLiquidityBookPair().PackGetSwapIn(amount, in == 0))
	enough := refused == nil && new(big.Int).SetBytes(answer[32:64]).Sign() == 0
	if err != nil {
		if enough && err != pool.ErrLiquidity {
			t.Fatalf("case %d: a purchase of %s: %v", i, amount, err)
		}
		return
	}
	if !enough || q.In.ToBig().Cmp(new(big.Int).SetBytes(answer[:32])) != 0 ||
		q.Out.ToBig().Cmp(amount) < 0 {
		t.Fatalf("case %d: a purchase of %s takes %s and brings %s, the pair asks %x", i, amount,
			q.In.Dec(), q.Out.Dec(), answer)
	}
	*count++
}
