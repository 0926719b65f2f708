package contracts_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// What the pools themselves say, asked before a trade.

func (c *swapChain) quotePair(
	factoryFee int64, pair, tokenIn common.Address, amountIn *big.Int) *big.Int {
	c.t.Helper()
	in, out := c.reserves(pair, tokenIn)
	// in · f · R_out / (R_in · 10000 + in · f), by the formula rather than by a contract
	afterFee := new(big.Int).Mul(amountIn, big.NewInt(10_000-factoryFee))
	divisor := new(big.Int).Add(new(big.Int).Mul(in, big.NewInt(10_000)), afterFee)
	return divisor.Div(new(big.Int).Mul(afterFee, out), divisor)
}

func (c *swapChain) costPair(factoryFee int64, pair, tokenIn common.Address,
	amountOut *big.Int) *big.Int {
	c.t.Helper()
	in, out := c.reserves(pair, tokenIn)
	divisor := new(big.Int).Mul(new(big.Int).Sub(out, amountOut), big.NewInt(10_000-factoryFee))
	cost := new(big.Int).Mul(new(big.Int).Mul(in, amountOut), big.NewInt(10_000))
	return cost.Add(cost.Div(cost, divisor), big.NewInt(1))
}

func (c *swapChain) reserves(pair, tokenIn common.Address) (*big.Int, *big.Int) {
	c.t.Helper()
	p := contracts.NewUniswapV2Pair()
	reserves := read(c.chain, pair, p.PackGetReserves(), p.UnpackGetReserves)
	if tokenIn == read(c.chain, pair, p.PackToken0(), p.UnpackToken0) {
		return reserves.Arg0, reserves.Arg1
	}
	return reserves.Arg1, reserves.Arg0
}

// quotePool3 asks the executor's own way: a swap that is called off. Positive amounts are inputs,
// negative outputs; the answer is the other side.
func (c *swapChain) quotePool3(pool, tokenIn, tokenOut common.Address, amount *big.Int) *big.Int {
	c.t.Helper()
	r := contracts.NewUniswapV3Router()
	var data []byte
	if amount.Sign() > 0 {
		data = r.PackExactInput(contracts.UniswapV3RouterExactInputParams{
			Path: c.path3(pool, tokenIn, tokenOut), Recipient: c.taker.addr,
			Deadline: big.NewInt(farFuture), AmountIn: amount, AmountOutMinimum: new(big.Int),
		})
	} else {
		data = r.PackExactOutput(contracts.UniswapV3RouterExactOutputParams{
			Path: c.path3(pool, tokenOut, tokenIn), Recipient: c.taker.addr,
			Deadline: big.NewInt(farFuture), AmountOut: new(big.Int).Neg(amount),
			AmountInMaximum: maxUint256,
		})
	}
	answer, err := c.call(c.taker, c.UniswapV3Router, nil, data)
	if err != nil {
		c.t.Fatal(err)
	}
	return new(big.Int).SetBytes(answer)
}

// path3 is a path of one hop: token, fee, token.
func (c *swapChain) path3(pool, a, b common.Address) []byte {
	c.t.Helper()
	p := contracts.NewUniswapV3Pool()
	fee := read(c.chain, pool, p.PackFee(), p.UnpackFee).Uint64()
	return slices.Concat(a[:], []byte{byte(fee >> 16), byte(fee >> 8), byte(fee)}, b[:])
}

func (c *swapChain) quoteStable(pool common.Address, i, j int64, amountIn *big.Int) *big.Int {
	c.t.Helper()
	s := contracts.NewStableSwap()
	return read(c.chain, pool, s.PackGetDy(big.NewInt(i), big.NewInt(j), amountIn), s.UnpackGetDy)
}

// balancerStep is a swap of the weighted pool alone.
func (c *swapChain) balancerStep(amount *big.Int) []contracts.IBalancerVaultBatchSwapStep {
	return []contracts.IBalancerVaultBatchSwapStep{{
		PoolId: c.weightedID, AssetInIndex: new(big.Int), AssetOutIndex: big.NewInt(1),
		Amount: amount,
	}}
}

// quoteWeighted asks the vault for one of its pool's swaps: kind 0 for an exact input, 1 for an
// exact output.
func (c *swapChain) quoteWeighted(
	kind uint8, tokenIn, tokenOut common.Address, amount *big.Int) *big.Int {
	c.t.Helper()
	v := contracts.NewBalancerVault()
	deltas := read(c.chain, c.BalancerVault,
		v.PackQueryBatchSwap(kind, c.balancerStep(amount), []common.Address{tokenIn, tokenOut},
			contracts.IBalancerVaultFundManagement{}), v.UnpackQueryBatchSwap)
	return new(big.Int).Abs(deltas[1-kind])
}

func sortAddresses(list []common.Address) {
	slices.SortFunc(list, func(a, b common.Address) int { return a.Cmp(b) })
}

func parseABI(t testing.TB, text string) abi.ABI {
	t.Helper()
	parsed, err := abi.JSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}
