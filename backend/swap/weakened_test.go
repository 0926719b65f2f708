package swap

import (
	"math/big"
	mathrand "math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// pays is what a pool says at a block that it pays for an amount.
func pays(p pool.Pool, in, out int, usd, unit float64) float64 {
	if p == nil {
		return 0
	}
	units, _ := big.NewFloat(usd / unit).Int(nil)
	state := new(pool.State)
	p.Init(state)
	q, err := p.ExactIn(state, in, out, *api.MustBig(units).U256())
	if err != nil {
		return 0
	}
	return float(q.Out.ToBig())
}

// TestWeakenedPoolsAreThoseThatPayLess holds what logs alone tell against what the contracts say
// after their block: trades, and liquidity that is put in and taken out around the price, beside it
// and far from it, all at random.
func TestWeakenedPoolsAreThoseThatPayLess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.chain.Deployment()
	for _, token := range d.Tokens[1:] {
		w.send(chain.Call{To: token.Address, Gas: 200_000,
			Data: erc20ABI.PackApprove(d.Swap.UniswapV3Router, maxUint())})
	}
	w.mine()
	random := mathrand.New(mathrand.NewPCG(1, 1))
	const usd = 3_000
	exchanges := []string{api.UniswapV2, api.UniswapV3}
	weak, moved := 0, 0
	type position struct {
		pool   common.Address
		ends   [2]*big.Int
		amount *big.Int
	}
	var held []position
	for range 60 {
		before := w.pools.Newest()
		switch {
		case random.IntN(3) == 0:
			r := api.SwapRequest{Terms: api.SwapTerms{User: w.user, Slippage: 500},
				Price: api.PriceRequest{Src: "WETH", Dest: "USDC", MaxImpact: new(100.0),
					Amount: units(int64(1+random.IntN(30)), 18), Version: api.Version62,
					IncludeExchanges: exchanges[random.IntN(2):][:1]}}
			if random.IntN(2) == 0 {
				r.Price.Src, r.Price.Dest = "USDC", "WETH"
				r.Price.Amount = units(int64(1+random.IntN(90_000)), 6)
			}
			_, p, err := w.swap.swap(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			w.do(chain.Call{To: p.To, Value: p.Value, Data: p.Data, Gas: 3_000_000})
		case len(held) > 0 && random.IntN(2) == 0:
			p := held[0]
			held = held[1:]
			w.do(chain.Call{To: p.pool, Gas: 600_000,
				Data: contracts.NewUniswapV3Pool().PackBurn(p.ends[0], p.ends[1], p.amount)})
		default:
			list := slices.DeleteFunc(slices.Clone(before.Venues), func(s *pools.State) bool {
				return s.Exchange != api.UniswapV3
			})
			s := list[random.IntN(len(list))]
			p := w.position(s, random)
			w.do(chain.Call{To: d.Swap.UniswapV3Router, Gas: 600_000,
				Data: contracts.NewUniswapV3Router().PackMint(s.Address, p[0], p[1], p[2])})
			held = append(held, position{s.Address, [2]*big.Int{p[0], p[1]}, p[2]})
		}
		after := w.pools.Newest()
		head, err := w.net.HeaderByHash(t.Context(), after.Block.Hash)
		if err != nil {
			t.Fatal(err)
		}
		logs, err := w.net.Logs(t.Context(), head)
		if err != nil {
			t.Fatal(err)
		}
		said := w.pools.Weakened(before.Block.Number, logs, usd)
		for i, s := range before.Venues {
			if s.Kind != pool.KindConcentrated && s.Kind != pool.KindProduct {
				continue // of which logs do not tell enough
			}
			least := 1.0
			for in := range s.Tokens {
				unit := before.Rates()[s.Tokens[in]].USD
				was := pays(s.Pool, in, 1-in, usd, unit)
				least = min(least, pays(after.Venues[i].Pool, in, 1-in, usd, unit)/was)
			}
			if least < 1 {
				moved++
			}
			if says, is := slices.Contains(said, s.Address), least < 0.999; says != is {
				t.Errorf("block %d: %s is said to be weakened: %t, it pays %.6f of before",
					after.Block.Number, s.Address, says, least)
			} else if is {
				weak++
			}
		}
	}
	t.Logf("%d weakened, %d paid less", weak, moved)
	if weak < 5 || moved < weak+5 {
		t.Error("too little happened to say anything")
	}
}

// position draws the ends and the liquidity of a position in a pool: around its price, beside it or
// far away.
func (w *world) position(s *pools.State, random *mathrand.Rand) [3]*big.Int {
	w.Helper()
	out, err := w.net.Call(w.Context(), common.Hash{}, chain.Call{To: s.Address,
		Data: contracts.NewUniswapV3Pool().PackSlot0()})
	if err != nil {
		w.Fatal(err)
	}
	tick := new(big.Int).SetBytes(out[32:64])
	if out[32]&0x80 != 0 {
		tick.Sub(tick, new(big.Int).Lsh(common.Big1, 256))
	}
	out, err = w.net.Call(w.Context(), common.Hash{}, chain.Call{To: s.Address,
		Data: contracts.NewUniswapV3Pool().PackLiquidity()})
	if err != nil {
		w.Fatal(err)
	}
	spacing := map[uint32]int64{100: 1, 500: 10, 3000: 60, 10000: 200}[s.Fee]
	if spacing == 0 {
		w.Fatalf("a pool with a fee of %d", s.Fee)
	}
	at := tick.Int64() / spacing
	lower := at - 5 + []int64{0, 20, 400}[random.IntN(3)]
	amount := new(big.Int).SetBytes(out)
	amount.Mul(amount, big.NewInt(int64(1+random.IntN(300)))).Div(amount, big.NewInt(100))
	return [3]*big.Int{big.NewInt(lower * spacing), big.NewInt((lower + 1 + 10) * spacing), amount}
}
