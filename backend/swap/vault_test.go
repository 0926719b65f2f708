package swap

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/published"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// Shares of a vault as it is published are bought and sold through it, alone and on the way to
// others, by the executor of before and of now, and follow what the vault earns.
func TestSwapsThroughAVault(t *testing.T) {
	t.Parallel()
	const name = "vUSD"
	var at, usdc common.Address
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		usdc = d.Tokens[slices.IndexFunc(d.Tokens,
			func(t api.Token) bool { return t.Symbol == "USDC" })].Address
		vault := n.of(published.Compile(t,
			"@uniswap/v4-core/lib/openzeppelin-contracts/contracts", `
			pragma solidity ^0.8.20;
			import "token/ERC20/extensions/ERC4626.sol";
			contract Vault is ERC4626 {
				constructor(IERC20 a) ERC20("Vault", "vUSDC") ERC4626(a) {}
				function _decimalsOffset() internal pure override returns (uint8) { return 12; }
			}`), usdc)
		at = vault.at
		n.allow(usdc, at)
		vault.do("deposit", units(1_000_000, 6).Big(), n.from)
		n.Call("what the vault earned", usdc,
			contracts.NewStandardToken().PackTransfer(at, units(123_456, 6).Big()))
		n.flush()
		d.Swap.Executor = n.Create("executor", common.FromHex(strings.TrimSpace(firstExecutor)))
		n.flush()
		d.Tokens = append(d.Tokens, api.Token{ChainID: api.LocalChainID, Address: at,
			Symbol: "vUSDC", Decimals: 18, Kind: api.ERC20})
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindVault,
				Pools: []common.Address{at, usdc}} // the second of which is none
		}
	})
	swap := func(side api.Side, src, dest string, amount api.Amount) api.PriceRoute {
		t.Helper()
		r := api.SwapRequest{Price: api.PriceRequest{Src: src, Dest: dest, Side: side,
			Amount: amount, Version: api.Version62, IgnoreBadUSDPrice: true},
			Terms: api.SwapTerms{User: w.user}}
		route, p, err := w.swap.swap(t.Context(), r)
		if err != nil {
			t.Fatalf("%s %s for %s: %v", side, src, dest, err)
		}
		w.checkDelivery(string(side)+" "+src+" "+dest, r, route, p)
		return route
	}
	before := swap(api.Sell, "USDC", "vUSDC", units(2500, 6)).DestAmount
	swap(api.Buy, "USDC", "vUSDC", units(777, 18))
	swap(api.Buy, "vUSDC", "USDC", units(123, 6))
	swap(api.Sell, "vUSDC", "USDC", units(321, 18))
	swap(api.Sell, "ETH", "vUSDC", units(1, 18))
	swap(api.Buy, "ETH", "vUSDC", units(500, 18))
	swap(api.Sell, "vUSDC", "WETH", units(400, 18))
	swap(api.Buy, "vUSDC", "ETH", units(1, 17))
	q := api.PriceRequest{Src: "USDC", Dest: "vUSDC", Side: api.Sell, Amount: units(2500, 6),
		IgnoreBadUSDPrice: true, Version: api.Version5}
	if _, err := w.swap.Prices(t.Context(), q); api.TypeOf(err) != api.NoRoute {
		t.Errorf("by version 5: %v", err)
	}
	// What the vault earns makes its shares dearer, those of the next deposits a little more.
	w.do(chain.Call{To: usdc, Gas: 200_000,
		Data: contracts.NewStandardToken().PackTransfer(at, units(20_000, 6).Big())})
	q.Version = api.Version62
	route, err := w.swap.Prices(t.Context(), q)
	if err != nil || !route.DestAmount.Less(before) {
		t.Fatalf("%s shares after the vault earned, %s before: %v", route.DestAmount, before, err)
	}
	out, err := w.net.Call(t.Context(), common.Hash{}, chain.Call{To: at,
		Data: append(common.FromHex("0xef8b30f7"), common.BigToHash(q.Amount.Big()).Bytes()...)})
	if says := new(big.Int).SetBytes(out); err != nil || says.Cmp(route.DestAmount.Big()) < 0 {
		t.Errorf("the vault says %s shares, %s are promised: %v", says, route.DestAmount, err)
	}
}
