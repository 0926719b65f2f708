package pool_test

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/contracts"
	"bourse/backend/contracts/published"
)

// The public Uniswap contracts are the second oracle.

func (m *machine) publicFactory2(t *testing.T) common.Address {
	t.Helper()
	return m.create(published.Contract(t, "@uniswap/v2-core/build/UniswapV2Factory.json"),
		common.LeftPadBytes(m.owner[:], 32))
}

func (m *machine) publicFactory3(t *testing.T) common.Address {
	t.Helper()
	factory := m.create(published.Contract(t,
		"@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json"), nil)
	m.must(factory, contracts.NewUniswapV3Factory().PackEnableFeeAmount(num(100), num(1)))
	return factory
}

func TestProductIsThePublicContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	factory := m.publicFactory2(t)
	executor := m.create(&contracts.ExecutorMetaData, nil)
	m.mark()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		m.checkProduct(t, factory, executor, contracts.UniswapV2Fee)
	})
}

// Quotes are what the public pool pays, and what the public quoter says that it will.
func TestConcentratedIsThePublicContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	factory := m.publicFactory3(t)
	router := m.newRouter3(factory)
	meta := published.Contract(t,
		"@uniswap/v3-periphery/artifacts/contracts/lens/Quoter.sol/Quoter.json")
	quoter := m.create(meta, append(common.LeftPadBytes(factory[:], 32), make([]byte, 32)...))
	parsed, err := meta.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	m.mark()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		c := m.drawConcentrated(t, factory, router)
		asked := func(method string, run func(int, int, *big.Int) (*big.Int, error)) func(
			int, int, *big.Int) (*big.Int, error) {
			return func(in, out int, amount *big.Int) (*big.Int, error) {
				data, err := parsed.Pack(method, c.tokens[in], c.tokens[out], num(c.fee), amount,
					new(big.Int))
				if err != nil {
					return nil, err
				}
				said, err := c.try(quoter, data)
				if err != nil {
					return nil, err
				}
				paid, err := run(in, out, amount)
				if err == nil && paid.Cmp(new(big.Int).SetBytes(said)) != 0 {
					t.Fatalf("%s of %s: the quoter says %x, the pool %s", method, amount,
						said, paid)
				}
				return paid, err
			}
		}
		trades(t, c.read(t), 72, asked("quoteExactInputSingle", c.sell),
			asked("quoteExactOutputSingle", c.buy))
	})
}

// Our concentrated pool and the public one, side by side through random lives: every answer and
// every observable number is the same.
func TestPoolLivesAsThePublicOne(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	factories := [2]common.Address{
		m.create(&contracts.UniswapV3FactoryMetaData, nil), m.publicFactory3(t)}
	routers := [2]common.Address{m.newRouter3(factories[0]), m.newRouter3(factories[1])}
	m.mark()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		pair := m.drawTwins(t, factories, routers)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			pair.step(t)
			pair.compare(t)
		}
	})
}

// twins are two pools of the same tokens, fee and price.
type twins struct {
	*machine
	tokens  [2]common.Address
	routers [2]common.Address
	pools   [2]common.Address
	fee     int64
	spacing int
	ranges  map[[2]int]bool
}

func (m *machine) drawTwins(t *rapid.T, factories, routers [2]common.Address) *twins {
	f, p := contracts.NewUniswapV3Factory(), contracts.NewUniswapV3Pool()
	w := &twins{machine: m, routers: routers, ranges: map[[2]int]bool{}}
	w.fee = int64(rapid.SampledFrom([]int{100, 500, 3000, 10_000}).Draw(t, "fee"))
	w.spacing = map[int64]int{100: 1, 500: 10, 3000: 60, 10_000: 200}[w.fee]
	w.tokens[0], w.tokens[1] = sorted(m.newToken(18, routers[:]...), m.newToken(6, routers[:]...))
	price := draw(t, "price", 120)
	price.Lsh(&price, 36)
	for i, factory := range factories {
		w.pools[i] = common.BytesToAddress(
			m.must(factory, f.PackCreatePool(w.tokens[0], w.tokens[1], num(w.fee))))
		m.must(w.pools[i], p.PackInitialize(price.ToBig()))
	}
	return w
}

// step does one thing to both pools: add, take out or collect liquidity, or swap. Both must answer
// the same, or both refuse.
func (w *twins) step(t *rapid.T) {
	p, r := contracts.NewUniswapV3Pool(), contracts.NewUniswapV3Router()
	lower := rapid.IntRange(-400, 400).Draw(t, "lower") * w.spacing
	upper := lower + rapid.IntRange(0, 300).Draw(t, "width")*w.spacing
	w.ranges[[2]int{lower, upper}] = true
	l, u := num(int64(lower)), num(int64(upper))
	amount := draw(t, "amount", 80)
	var target [2]common.Address
	var data [2][]byte
	switch rapid.IntRange(0, 4).Draw(t, "what") {
	case 0, 1:
		target = w.routers
		for i := range data {
			data[i] = r.PackMint(w.pools[i], l, u, amount.ToBig())
		}
	case 2:
		target, data = w.pools, [2][]byte{
			p.PackBurn(l, u, amount.ToBig()), p.PackBurn(l, u, amount.ToBig())}
	case 3:
		collect := p.PackCollect(w.owner, l, u, amount.ToBig(), amount.ToBig())
		target, data = w.pools, [2][]byte{collect, collect}
	default:
		target = w.routers
		in := rapid.IntRange(0, 1).Draw(t, "in")
		c := concentrated{tokens: w.tokens, fee: w.fee}
		sale := r.PackExactInput(contracts.UniswapV3RouterExactInputParams{
			Path: c.path(in, 1-in), Recipient: w.owner, Deadline: num(2), AmountIn: amount.ToBig(),
			AmountOutMinimum: new(big.Int),
		})
		data = [2][]byte{sale, sale}
	}
	ours, ourErr := w.try(target[0], data[0])
	public, publicErr := w.try(target[1], data[1])
	if (ourErr == nil) != (publicErr == nil) || ourErr == nil && !bytes.Equal(ours, public) {
		t.Fatalf("answers differ: ours %x (%v), public %x (%v)", ours, ourErr, public, publicErr)
	}
}

func (w *twins) compare(t *rapid.T) {
	p := contracts.NewUniswapV3Pool()
	same := func(what string, data []byte) {
		if ours, public := w.must(w.pools[0], data),
			w.must(w.pools[1], data); !bytes.Equal(ours, public) {
			t.Fatalf("%s: ours %x, public %x", what, ours, public)
		}
	}
	same("liquidity", p.PackLiquidity())
	same("fee growth of token0", p.PackFeeGrowthGlobal0X128())
	same("fee growth of token1", p.PackFeeGrowthGlobal1X128())
	for i := range w.pools {
		slot0, err := p.UnpackSlot0(w.must(w.pools[i], p.PackSlot0()))
		other, err2 := p.UnpackSlot0(w.must(w.pools[1], p.PackSlot0()))
		if err != nil || err2 != nil || slot0.SqrtPriceX96.Cmp(other.SqrtPriceX96) != 0 ||
			slot0.Tick.Cmp(other.Tick) != 0 {
			t.Fatalf("slot0: ours %+v, public %+v", slot0, other)
		}
	}
	for _, token := range w.tokens {
		if ours, public := w.balance(token, w.pools[0]),
			w.balance(token, w.pools[1]); ours.Cmp(public) != 0 {
			t.Fatalf("balances: ours %s, public %s", ours, public)
		}
	}
	for edges := range w.ranges {
		for _, tick := range edges {
			ours, err := p.UnpackTicks(w.must(w.pools[0], p.PackTicks(num(int64(tick)))))
			public, err2 := p.UnpackTicks(w.must(w.pools[1], p.PackTicks(num(int64(tick)))))
			if err != nil || err2 != nil || ours.LiquidityNet.Cmp(public.LiquidityNet) != 0 ||
				ours.LiquidityGross.Cmp(public.LiquidityGross) != 0 ||
				ours.FeeGrowthOutside0X128.Cmp(public.FeeGrowthOutside0X128) != 0 ||
				ours.FeeGrowthOutside1X128.Cmp(public.FeeGrowthOutside1X128) != 0 {
				t.Fatalf("tick %d: ours %+v, public %+v", tick, ours, public)
			}
		}
	}
}
