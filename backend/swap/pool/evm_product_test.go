package pool_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"pgregory.net/rapid"

	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// product is a pair on the EVM, traded by the executor, which pays pairs of any factory.
type product struct {
	*machine
	executor, pair common.Address
	tokens         [2]common.Address
	feeBps         uint16
}

func TestProductIsTheContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	executor := m.create(&contracts.ExecutorMetaData, nil)
	m.mark()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		feeBps := rapid.SampledFrom([]uint16{0, 1, 20, 25, 30, 100, 9999}).Draw(t, "fee")
		factory := m.create(&contracts.UniswapV2FactoryMetaData,
			contracts.NewUniswapV2Factory().PackConstructor(num(int64(feeBps))))
		m.checkProduct(t, factory, executor, feeBps)
	})
}

// checkProduct trades on a new pair of the factory with random reserves.
func (m *machine) checkProduct(t *rapid.T, factory, executor common.Address, feeBps uint16) {
	p := &product{machine: m, executor: executor, feeBps: feeBps}
	p.tokens[0], p.tokens[1] = sorted(m.newToken(18), m.newToken(6))
	p.pair = m.newPair(factory, p.tokens)
	amount0, amount1 := draw(t, "reserve0", 100), draw(t, "reserve1", 100)
	m.must(p.tokens[0], m.token.PackTransfer(p.pair, amount0.ToBig()))
	m.must(p.tokens[1], m.token.PackTransfer(p.pair, amount1.ToBig()))
	if _, err := m.try(p.pair, contracts.NewUniswapV2Pair().PackMint(m.owner)); err != nil {
		t.Skip("too little to begin with")
	}
	quoted, err := pool.NewProduct(amount0, amount1, uint32(feeBps)*100)
	if err != nil {
		t.Fatal(err)
	}
	trades(t, quoted, 100, p.sell, p.buy)
}

func (m *machine) newPair(factory common.Address, tokens [2]common.Address) common.Address {
	return common.BytesToAddress(m.must(
		factory, contracts.NewUniswapV2Factory().PackCreatePair(tokens[0], tokens[1])))
}

func (p *product) sell(in, out int, amount *big.Int) (*big.Int, error) {
	before := p.balance(p.tokens[out], p.owner)
	err := p.trade(in, amount, amount, contracts.PoolToCaller)
	return new(big.Int).Sub(p.balance(p.tokens[out], p.owner), before), err
}

func (p *product) buy(in, out int, amount *big.Int) (*big.Int, error) {
	plenty := new(big.Int).Lsh(bigOne, 199)
	before, got := p.balance(p.tokens[in], p.owner), p.balance(p.tokens[out], p.owner)
	err := p.trade(in, plenty, amount, contracts.PoolToCaller|contracts.PoolExactOut)
	if err == nil && add(got, amount).Cmp(p.balance(p.tokens[out], p.owner)) != 0 {
		panic("bought another amount than ordered")
	}
	return before.Sub(before, p.balance(p.tokens[in], p.owner)), err
}

// trade hands the executor some of a token, which it gives back after the swap.
func (p *product) trade(in int, funds, amount *big.Int, flags byte) error {
	p.must(p.tokens[in], p.token.PackTransfer(p.executor, funds))
	if in == 0 {
		flags |= contracts.PoolZeroForOne
	}
	program := contracts.NewProgram(false)
	program.Pool(1, 0, flags, p.pair, p.tokens[in], p.feeBps)
	program.Give(p.tokens[in])
	_, err := p.try(p.executor, slices.Concat(
		make([]byte, 4), program.Bytes(), math.U256Bytes(new(big.Int).Set(amount)),
		make([]byte, 32)))
	return err
}
