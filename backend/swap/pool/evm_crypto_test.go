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

// Sales on a pool of coins of different worth pay what is computed, to the wei, with the balances
// that Newton's method finds, and a purchase sells the least for which the pool pays so much.
func TestCryptoIsItsContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	abi := contracttest.NewCryptoPool()
	m.mark()
	n, sales, purchases := cases(t), 0, 0
	for i := range n {
		m.reset()
		f := &forked{machine: m, Rand: rand.New(rand.NewPCG(uint64(i), 59))}
		p := pool.CryptoParams{Coins: 2 + f.IntN(2)}
		worth := mul(num(int64(100+f.IntN(1_000_000))), pow10(int64(18+f.IntN(4))))
		var tokens []common.Address
		var scales, units []*big.Int
		small := false
		for k := range p.Coins {
			p.Decimals[k] = pick(f, 6, 8, 18)
			tokens = append(tokens, m.newToken(uint8(p.Decimals[k])))
			price := pow10(18)
			if k > 0 { // of 18 decimals
				price = mul(num(int64(1+f.IntN(1_000_000))), pow10(int64(13+f.IntN(8))))
			}
			units = append(units, pow10(int64(18-p.Decimals[k])))
			scales, p.Scales[k] = append(scales, price), fromBig(price)
			part := mul(worth, num(int64(700+f.IntN(600))))
			part.Div(part, num(1000))
			part.Div(mul(part, pow10(18)), price)
			p.Balances[k] = fromBig(part.Div(part, units[k]))
			small = small || p.Balances[k].LtUint64(1e6)
		}
		if small {
			continue
		}
		p.A.SetUint64(uint64(40_000 + f.IntN(4_000_000)))
		p.Gamma.SetUint64(uint64(20_000_000_000_000 + f.Int64N(9_000_000_000_000_000)))
		p.MidFee = uint64(f.IntN(50_000_000))
		p.OutFee = p.MidFee + uint64(f.IntN(50_000_000))
		p.FeeGamma.SetUint64(uint64(100_000_000_000_000 + f.Int64N(100_000_000_000_000_000)))
		p = onCurve(p)
		figures := contracttest.CryptoPoolFigures{A: p.A.ToBig(), Gamma: p.Gamma.ToBig(),
			D: p.D.ToBig(), MidFee: new(big.Int).SetUint64(p.MidFee),
			OutFee: new(big.Int).SetUint64(p.OutFee), FeeGamma: p.FeeGamma.ToBig(),
			Scales: scales, Units: units}
		f.at = m.create(&contracttest.CryptoPoolMetaData, abi.PackConstructor(tokens, figures))
		for k, token := range tokens {
			m.must(token, f.token.PackTransfer(f.at, p.Balances[k].ToBig()))
			m.must(token, f.token.PackApprove(f.at, new(big.Int).Lsh(bigOne, 255)))
		}
		m.must(f.at, abi.PackSync())
		for range 1 + f.IntN(3) {
			in := f.IntN(p.Coins)
			out := (in + 1 + f.IntN(p.Coins-1)) % p.Coins
			c, err := pool.NewCrypto(p)
			if err != nil {
				t.Fatalf("case %d: %v", i, err)
			}
			f.buysCrypto(t, i, c, tokens[out], in, out, &purchases)
			amount := new(big.Int).Rsh(p.Balances[in].ToBig(), uint(1+f.IntN(25)))
			amount.Add(amount, bigOne)
			var s pool.State
			c.Init(&s)
			q, err := c.ExactIn(&s, in, out, fromBig(amount))
			before := f.balance(tokens[out], m.owner)
			_, refused := f.try(f.at, abi.PackExchange(num(int64(in)), num(int64(out)), amount,
				new(big.Int)))
			got := sub(f.balance(tokens[out], m.owner), before)
			if err == nil != (refused == nil) && (refused != nil || got.Sign() > 0) {
				t.Fatalf("case %d: %s quoted %s, %v; the contract pays %s, %v", i, amount,
					q.Out.Dec(), err, got, refused)
			}
			if refused == nil && q.Out.ToBig().Cmp(got) != 0 {
				t.Fatalf("case %d: quoted %s for %s, the contract pays %s", i, q.Out.Dec(), amount,
					got)
			}
			if refused != nil || got.Sign() == 0 {
				break
			}
			sales++
			if _, err := c.ExactIn(&s, in, out, fromBig(amount)); err == nil {
				t.Fatal("a second sale is quoted")
			}
			for k := range p.Coins {
				p.Balances[k] = fromBig(f.balance(tokens[k], f.at))
			}
		}
	}
	t.Logf("%d pools, %d sales and %d purchases, 0 wei wrong", n, sales, purchases)
	if sales < n || purchases < n/2 {
		t.Errorf("of %d pools %d sales and %d purchases went through", n, sales, purchases)
	}
}

// buysCrypto holds what a purchase takes against what the pool says that it pays for it, and for a
// unit less.
func (f *forked) buysCrypto(t *testing.T, i int, c *pool.Crypto, token common.Address, in,
	out int, count *int) {
	t.Helper()
	var s pool.State
	c.Init(&s)
	abi := contracttest.NewCryptoPool()
	held := f.balance(token, f.at)
	amount := held.Rsh(held, uint(2+f.IntN(20)))
	q, err := c.ExactOut(&s, in, out, fromBig(amount))
	if err != nil {
		return
	}
	asks := func(v uint256.Int) *big.Int {
		answer, err := f.try(f.at, abi.PackGetDy(num(int64(in)), num(int64(out)), v.ToBig()))
		if err != nil {
			return new(big.Int)
		}
		return new(big.Int).SetBytes(answer)
	}
	less := q.In
	less.SubUint64(&less, 1)
	if told := asks(q.In); told.Cmp(q.Out.ToBig()) != 0 || told.Cmp(amount) < 0 ||
		asks(less).Cmp(amount) >= 0 {
		t.Fatalf("case %d: a purchase of %s takes %s, for which the pool pays %s, and %s for one "+
			"less", i, amount, q.In.Dec(), told, asks(less))
	}
	*count++
}
