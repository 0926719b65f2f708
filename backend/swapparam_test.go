package backend_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

func (d *door) refused(name string, want api.ErrorType, says string, change ...string) {
	d.Helper()
	a := d.swap(change...)
	if a.status != 400 || a.ErrorType != want || !strings.Contains(a.Details, says) {
		d.Errorf("%s: %d %s %q, want %s that says %q", name, a.status, a.ErrorType, a.Details,
			want, says)
	}
}

func (a answered) pools() (list []common.Address) {
	for _, r := range a.route.BestRoute {
		for _, h := range r.Swaps {
			for _, l := range h.Exchanges {
				list = append(list, l.PoolAddresses...)
			}
		}
	}
	return list
}

// Pools are left out by their addresses, until none is left.
func TestSwapExcludesPools(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	var gone []string
	before := d.good("route", "ETH-USDC")
	for range 3 {
		a := d.good("route", "ETH-USDC", "excludePools", strings.Join(gone, ","))
		for _, p := range a.pools() {
			if slices.Contains(gone, api.Lower(p)) {
				t.Errorf("pool %s is part of the route though it is left out", p)
			}
		}
		if len(gone) > 0 && !a.route.DestAmount.Less(before.route.DestAmount) {
			t.Errorf("%s without the pools that gave %s", a.route.DestAmount,
				before.route.DestAmount)
		}
		before = a
		gone = append(gone, api.Lower(a.pools()[0]))
	}
	weighted := []string{"route", "ETH-USDC", "includeDEXS", "BalancerV2", "excludePools"}
	gone = nil
	a := d.good(weighted[:len(weighted)-1]...)
	for tries := 0; a.status == 200 && tries < 5; tries++ {
		for _, p := range a.pools() {
			gone = append(gone, api.Lower(p))
		}
		a = d.swap(append(weighted, strings.Join(gone, ","))...)
	}
	d.refused("no pool left", api.NoRoute, "no routes found",
		append(weighted, strings.Join(gone, ","))...)
	d.refused("an address of letters", api.ValidationError, "excludePools", "excludePools", "all")
}

// Every method of version 6.2 that pools suffice for is found by its name, and left out by it.
func TestSwapHonoursMethodsOfVersion6(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	for _, tc := range []struct{ side, src, dest, amount, method string }{
		{"SELL", "WETH", "USDC", "1000000000000000000", "swapExactAmountIn"},
		{"SELL", "ETH", "USDC", "1000000000000000000", "swapExactAmountInOnUniswapV2"},
		{"SELL", "USDC", "ETH", "1000000000", "swapExactAmountInOnUniswapV3"},
		{"SELL", "DAI", "USDT", "1000000000000000000", "swapExactAmountInOnCurveV1"},
		{"SELL", "USDC", "FRAX", "1000000000", "swapExactAmountInOnCurveV2"},
		{"SELL", "UNI", "LINK", "1000000000000000000", "swapExactAmountInOnBalancerV2"},
		{"BUY", "ETH", "USDC", "1000000000", "swapExactAmountOut"},
		{"BUY", "DAI", "WETH", "1000000000000000000", "swapExactAmountOutOnUniswapV2"},
		{"BUY", "WETH", "USDC", "1000000000", "swapExactAmountOutOnUniswapV3"},
		{"BUY", "UNI", "LINK", "1000000000000000000", "swapExactAmountOutOnBalancerV2"},
	} {
		ask := []string{"version", "6.2", "side", tc.side, "srcToken", tc.src, "destToken", tc.dest,
			"amount", tc.amount}
		if a := d.good(append(ask, "includeContractMethods",
			tc.method)...); a.route.ContractMethod != tc.method {
			t.Errorf("%s was asked for, %s came", tc.method, a.route.ContractMethod)
		}
		if a := d.good(append(ask, "excludeContractMethods",
			tc.method)...); a.route.ContractMethod == tc.method {
			t.Errorf("%s came though it is left out", tc.method)
		}
	}
	fills := []string{"version", "6.2", "includeContractMethods", "swapOnAugustusRFQTryBatchFill"}
	d.refused("a batch fill without orders", api.NoRoute, "no routes found", fills...)
	d.refused("a batch fill for somebody else", api.NoRoute, "no contract method",
		append(fills, "receiver", "0x3333333333333333333333333333333333333333")...)
	d.refused("no such method", api.ValidationError, "simpleSwap", "includeContractMethods",
		"swapSomehow")
	d.refused("a method of the other version", api.NoRoute, "no contract method",
		"includeContractMethods", "swapExactAmountIn")
}

// What only the transaction shows, beside what TestSwapHonoursEveryParameter looks at.
func TestSwapPacksItsTerms(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	word := func(amount api.Amount) string { b := amount.Bytes32(); return common.Bytes2Hex(b[:]) }
	partner := "0x2222222222222222222222222222222222222222"
	permit := "0x" + strings.Repeat("ab", 224)
	buy := []string{"side", "BUY", "srcToken", "WETH", "amount", "1000000000"}
	for _, tc := range []struct {
		name, holds string
		change      []string
	}{
		{"srcAmount", word(api.NewAmount(987654321987654321)),
			append(buy, "srcAmount", "987654321987654321")},
		{"srcAmount of version 6.2", word(api.NewAmount(987654321987654321)),
			append(buy, "srcAmount", "987654321987654321", "version", "6.2")},
		{"deadline", word(api.NewAmount(1_999_999_999)), []string{"deadline", "1999999999"}},
		{"permit", permit[2:], []string{"srcToken", "DAI", "permit", permit}},
		{"permit of version 6.2", permit[2:],
			[]string{"srcToken", "DAI", "permit", permit, "version", "6.2"}},
		// version 1 ‖ … ‖ both marks ‖ half of the surplus
		{"takeSurplus of version 5", "01" + strings.Repeat("0", 56) + "031388",
			[]string{"partnerAddress", partner, "takeSurplus", "true"}},
		// version 1 ‖ … ‖ no surplus ‖ 5 %, the most of version 5
		{"the most of 5 %", "01" + strings.Repeat("0", 58) + "41f4",
			[]string{"partnerAddress", partner, "partnerFeeBps", "500"}},
		// from the source token
		{"the fee of a purchase", "01" + strings.Repeat("0", 58) + "c064",
			append(buy, "partnerAddress", partner, "partnerFeeBps", "100")},
	} {
		if a := d.good(tc.change...); !strings.Contains(
			common.Bytes2Hex(a.TxParams.Data), tc.holds) {
			t.Errorf("%s: %s is not in %x", tc.name, tc.holds, []byte(a.TxParams.Data))
		}
	}
}

// Taxes that the client names lead past exchanges and methods that know none, and dust is told from
// a lack of liquidity.
func TestSwapSaysWhyNot(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	pair := []string{"version", "6.2", "srcToken", "LINK", "destToken", "WETH", "amount",
		"1000000000000000000", "includeDEXS", "UniswapV2"}
	if a := d.good(pair...); a.route.ContractMethod != "swapExactAmountInOnUniswapV2" {
		t.Errorf("one pool by %s", a.route.ContractMethod)
	}
	for _, name := range []string{
		"srcTokenTransferFee", "srcTokenDexTransferFee", "destTokenTransferFee",
		"destTokenDexTransferFee"} {
		if a := d.good(append(pair, name,
			"100")...); a.route.ContractMethod != "swapExactAmountIn" {
			t.Errorf("%s: by %s", name, a.route.ContractMethod)
		}
	}
	d.refused("an exchange without taxes", api.NoRoute, "no routes found", "srcToken", "LINK",
		"destToken", "WETH", "srcTokenTransferFee", "100", "includeDEXS", "UniswapV3")
	d.refused("a purchase with a taxed token", api.NoRoute, "cannot be paid in TAX", "srcToken",
		"TAX", "side", "BUY", "amount", "1000000")
	d.refused("a taxed purchase of version 5", api.NoRoute, "use version 6.2", "destToken", "TAX",
		"side", "BUY", "amount", "1000000")
	d.refused("dust", api.NoRoute, "amount 1 is too small to proceed", "amount", "1")
	d.refused("a tax of everything", api.ValidationError, "srcTokenTransferFee",
		"srcTokenTransferFee", "10000")
	d.refused("too much slippage", api.ValidationError, "slippage", "slippage", "10001")
	d.refused("no amount", api.ValidationError, "amount", "amount", "0")
}
