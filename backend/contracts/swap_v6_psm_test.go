package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// A peg stability module with a toll of 0.1 % both ways: amounts in and out, each from the gem and
// from dai.
func TestV6SwapsOnAStabilityModule(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	const approve, exactOut = 255, 254
	toll, factor := units(1, 15), units(1, 12)
	module := c.deploy(&contracts.StabilityModuleMetaData,
		contracts.NewStabilityModule().PackConstructor(c.dai, c.usdc, factor, toll))
	c.must(c.maker, c.dai, c.erc20.PackTransfer(module, units(1_000_000, 18)))
	c.must(c.maker, c.usdc, c.erc20.PackTransfer(module, units(1_000_000, 6)))
	pack := func(src, dest common.Address, from, to *big.Int, flags ...int) []byte {
		word := new(big.Int).SetBytes(receiver[:])
		for _, bit := range append(flags, approve) {
			word.SetBit(word, bit, 1)
		}
		return contracts.NewAugustusV6MakerPSM().PackSwapExactAmountInOutOnMakerPSM(
			contracts.MakerPSMData{
				SrcToken: src, DestToken: dest, FromAmount: from, ToAmount: to, Toll: toll,
				To18ConversionFactor: factor, Exchange: module,
				GemJoinAddress: module, BeneficiaryDirectionApproveFlag: word,
			}, nil)
	}
	run := func(name string, src, dest common.Address, data []byte, spent, got *big.Int) {
		t.Helper()
		before := c.holds(dest, receiver)
		paid := c.trade(c.AugustusV6, nil, data, src, c.taker.addr)
		same(t, name+": spent", paid.Neg(paid), spent)
		same(t, name+": received", new(big.Int).Sub(c.holds(dest, receiver), before), got)
		c.checkEmpty(sale6{name: name})
	}
	usd := units(1000, 6)
	run("sell gems", c.usdc, c.dai, pack(c.usdc, c.dai, usd, units(999, 18)), usd, units(999, 18))
	// 1000 dai pay for 999.000999 gems; what is left over goes back, but for a wei.
	gems := big.NewInt(999_000_999)
	cost := new(big.Int).Mul(gems, factor)
	cost.Add(cost, mulDiv(cost, 1, 1000))
	run("buy gems for", c.dai, c.usdc, pack(c.dai, c.usdc, units(1000, 18), gems),
		new(big.Int).Add(cost, big.NewInt(1)), gems)
	run("buy gems", c.dai, c.usdc, pack(c.dai, c.usdc, units(1100, 18), usd, exactOut),
		units(1001, 18), usd)
	run("sell gems for", c.usdc, c.dai,
		pack(c.usdc, c.dai, units(1100, 6), units(999, 18), exactOut),
		new(big.Int).Add(usd, big.NewInt(1)), units(999, 18))
	// a wei of dust lies there
	c.refusesWith(c.taker, nil, pack(
		c.usdc, c.dai, usd, new(big.Int).Add(units(999, 18), big.NewInt(2))),
		"InsufficientReturnAmount")
	c.refusesWith(c.taker, nil, pack(c.usdc, c.dai, usd, new(big.Int)), "InvalidToAmount")
	c.refusesWith(c.taker, big.NewInt(1), pack(c.usdc, c.dai, usd, usd), "execution reverted: ")
}
