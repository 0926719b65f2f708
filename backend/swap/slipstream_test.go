package swap

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// slipFactory is the code of a factory that has one pool, of two tokens and a tick spacing:
// getPool(a, b, spacing) is the pool where a + b and the spacing are these, and else zero.
func slipFactory(p common.Address, a, b common.Address, spacing int64) []byte {
	sum := new(big.Int).Add(new(big.Int).SetBytes(a[:]), new(big.Int).SetBytes(b[:]))
	push := func(n *big.Int) []byte { return append([]byte{0x7f}, common.BigToHash(n).Bytes()...) }
	code := slices.Concat(
		[]byte{0x60, 4, 0x35, 0x60, 36, 0x35, 0x01}, push(sum), []byte{0x14}, // a + b = sum
		[]byte{0x60, 68, 0x35}, push(big.NewInt(spacing)), []byte{0x14, 0x16}, // and the spacing
		push(new(big.Int).SetBytes(p[:])), []byte{0x02, 0x5f, 0x52, 0x60, 32, 0x5f, 0xf3})
	n := len(code) // returned by a constructor of 10 bytes
	return append([]byte{0x61, byte(n >> 8), byte(n), 0x80, 0x60, 10, 0x5f, 0x39, 0x5f, 0xf3},
		code...)
}

// Pools that are found by their tick spacings and tell their fees themselves are sold to and
// bought from, alone and beside others, by the executor that stands already; nothing of another
// exchange is called for them.
func TestPoolsByTickSpacing(t *testing.T) {
	t.Parallel()
	const name = "AerodromeSlipstream"
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		at := func(symbol string) common.Address {
			return d.Tokens[slices.IndexFunc(d.Tokens,
				func(t api.Token) bool { return t.Symbol == symbol })].Address
		}
		weth, usdc, uniswap := at("WETH"), at("USDC"), d.Swap.UniswapV3Factory
		told, err := n.node.CallContract(t.Context(), ethereum.CallMsg{To: &uniswap,
			Data: contracts.NewUniswapV3Factory().PackGetPool(weth, usdc, big.NewInt(3000))}, nil)
		one := common.BytesToAddress(told)
		if err != nil || one == (common.Address{}) {
			t.Fatalf("there is no pool to be found otherwise: %v", err)
		}
		factory := n.Create("factory", slipFactory(one, weth, usdc, 60))
		n.flush()
		w.exchanges = func(list []pools.Exchange) {
			for i := range list {
				if list[i].Name == api.UniswapV3 {
					list[i] = pools.Exchange{Name: name, Kind: pool.KindConcentrated,
						Family: pools.Slipstream, Factory: factory, Spacings: []int{1, 60}}
				}
			}
		}
	})
	w.tradesOn(name)
}
