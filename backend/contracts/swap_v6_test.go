package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

func (c *swapChain) deployPermit2() common.Address { return common.Address{} }

func TestV6Smoke(t *testing.T) {
	c := newSwapChain(t)
	in := units(1, 18)
	want := c.quotePair(30, c.pair, c.weth, in)
	p := contracts.NewProgram(false)
	flags := contracts.PoolToCaller
	if less(c.weth, c.usdc) {
		flags |= contracts.PoolZeroForOne
	}
	p.Pool(2, contracts.AmountIn, flags, c.pair, c.weth, 30)
	data := contracts.NewAugustusV6Generic().PackSwapExactAmountIn(c.Executor, contracts.GenericData{
		SrcToken: c.weth, DestToken: c.usdc, FromAmount: in, ToAmount: want, QuotedAmount: want,
	}, new(big.Int), permitNone, p.Bytes())
	same(t, "received", c.trade(c.AugustusV6, nil, data, c.usdc, c.taker.addr), minus(want, 1))
}
