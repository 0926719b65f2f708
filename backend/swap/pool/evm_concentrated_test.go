package pool_test

import (
	"math/big"
	"slices"
	"sort"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

func sortAddresses(list []common.Address) {
	slices.SortFunc(list, func(a, b common.Address) int { return a.Cmp(b) })
}

// concentrated is a pool on the EVM with its router.
type concentrated struct {
	*machine
	router, addr common.Address
	tokens       [2]common.Address
	fee, spacing int64
	net          map[int]*big.Int
}

func TestConcentratedIsTheContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	factory := m.create(&contracts.UniswapV3FactoryMetaData, nil)
	router := m.newRouter3(factory)
	m.mark()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		c := m.drawConcentrated(t, factory, router)
		trades(t, c.read(t), 72, c.sell, c.buy)
	})
}

func (m *machine) newRouter3(factory common.Address) common.Address {
	return m.create(&contracts.UniswapV3RouterMetaData,
		contracts.NewUniswapV3Router().PackConstructor(factory, common.HexToAddress("0x1")))
}

// drawConcentrated makes a pool at a random price with up to six random ranges of liquidity.
func (m *machine) drawConcentrated(t *rapid.T, factory, router common.Address) *concentrated {
	f, p, r := contracts.NewUniswapV3Factory(), contracts.NewUniswapV3Pool(),
		contracts.NewUniswapV3Router()
	c := &concentrated{machine: m, router: router, net: map[int]*big.Int{}}
	c.fee = int64(rapid.SampledFrom([]int{100, 500, 3000, 10_000}).Draw(t, "fee"))
	c.spacing = map[int64]int64{100: 1, 500: 10, 3000: 60, 10_000: 200}[c.fee]
	c.tokens[0], c.tokens[1] = sorted(m.newToken(18, router), m.newToken(6, router))
	c.addr = common.BytesToAddress(
		m.must(factory, f.PackCreatePool(c.tokens[0], c.tokens[1], num(c.fee))))
	widest := pool.MaxTick / int(c.spacing)
	if rapid.Bool().Draw(t, "narrow") {
		widest = rapid.SampledFrom([]int{3, 10, 300}).Draw(t, "widest")
	}
	at := rapid.IntRange(-widest+1, widest-1).Draw(t, "tick")
	price := pool.SqrtRatioAtTick(at * int(c.spacing))
	m.must(c.addr, p.PackInitialize(price.ToBig()))
	for range rapid.IntRange(1, 6).Draw(t, "positions") {
		lower := rapid.IntRange(-widest, widest-1).Draw(t, "lower")
		upper := rapid.IntRange(lower+1, widest).Draw(t, "upper")
		liquidity := draw(t, "liquidity", 90)
		lower, upper = lower*int(c.spacing), upper*int(c.spacing)
		m.must(router, r.PackMint(c.addr, num(int64(lower)), num(int64(upper)), liquidity.ToBig()))
		c.move(lower, liquidity.ToBig())
		c.move(upper, new(big.Int).Neg(liquidity.ToBig()))
	}
	return c
}

func (c *concentrated) move(tick int, liquidity *big.Int) {
	if c.net[tick] == nil {
		c.net[tick] = new(big.Int)
	}
	c.net[tick].Add(c.net[tick], liquidity)
}

// read builds the pool from what the contract says about itself, as a reader of a network would.
func (c *concentrated) read(t *rapid.T) *pool.Concentrated {
	p := contracts.NewUniswapV3Pool()
	slot0, err := p.UnpackSlot0(c.must(c.addr, p.PackSlot0()))
	if err != nil {
		t.Fatal(err)
	}
	var ticks []pool.Tick
	for index, net := range c.net {
		info, err := p.UnpackTicks(c.must(c.addr, p.PackTicks(num(int64(index)))))
		if err != nil || !info.Initialized || info.LiquidityNet.Cmp(net) != 0 {
			t.Fatalf("tick %d: %+v, %v; want net %s", index, info, err, net)
		}
		var u uint256.Int
		u.SetFromBig(info.LiquidityNet)
		ticks = append(ticks, pool.Tick{Index: index, Net: u})
	}
	sort.Slice(ticks, func(i, j int) bool { return ticks[i].Index < ticks[j].Index })
	prepared, err := pool.NewTicks(ticks, int(c.spacing), uint32(c.fee))
	if err != nil {
		t.Fatal(err)
	}
	liquidity := new(big.Int).SetBytes(c.must(c.addr, p.PackLiquidity()))
	made, err := pool.NewConcentrated(
		prepared, fromBig(slot0.SqrtPriceX96), int(slot0.Tick.Int64()), fromBig(liquidity))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (c *concentrated) sell(in, out int, amount *big.Int) (*big.Int, error) {
	answer, err := c.try(c.router,
		contracts.NewUniswapV3Router().PackExactInput(contracts.UniswapV3RouterExactInputParams{
			Path: c.path(in, out), Recipient: c.owner, Deadline: num(2), AmountIn: amount,
			AmountOutMinimum: new(big.Int),
		}))
	return new(big.Int).SetBytes(answer), err
}

func (c *concentrated) buy(in, out int, amount *big.Int) (*big.Int, error) {
	answer, err := c.try(c.router,
		contracts.NewUniswapV3Router().PackExactOutput(contracts.UniswapV3RouterExactOutputParams{
			Path: c.path(out, in), Recipient: c.owner, Deadline: num(2), AmountOut: amount,
			AmountInMaximum: new(big.Int).Lsh(bigOne, 255),
		}))
	return new(big.Int).SetBytes(answer), err
}

func (c *concentrated) path(a, b int) []byte {
	return slices.Concat(c.tokens[a][:], []byte{byte(c.fee >> 16), byte(c.fee >> 8), byte(c.fee)},
		c.tokens[b][:])
}
