package pool_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/contracts/published"
	"bourse/backend/swap/pool"
)

// publishedVault is OpenZeppelin's ERC-4626, whose shares have so many digits more than assets.
func publishedVault(t *testing.T) of {
	t.Helper()
	meta := published.Compile(t, "@uniswap/v4-core/lib/openzeppelin-contracts/contracts", `
		pragma solidity ^0.8.20;
		import "token/ERC20/extensions/ERC4626.sol";
		contract Vault is ERC4626 {
			uint8 private immutable offset;
			constructor(IERC20 asset_, uint8 offset_) ERC20("V", "V") ERC4626(asset_) {
				offset = offset_;
			}
			function _decimalsOffset() internal view override returns (uint8) { return offset; }
		}`)
	parsed, err := meta.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	return of{meta, parsed}
}

// Deposits and redemptions are what a vault pays, to the wei, for exact inputs and for what a
// wanted output takes, while others' gifts move its rate.
func TestVaultIsTheContract(t *testing.T) {
	t.Parallel()
	of := publishedVault(t)
	m := newMachine(t)
	m.mark()
	n, trades := cases(t), 0
	for i := range n {
		m.reset()
		f := &forked{machine: m, Rand: rand.New(rand.NewPCG(uint64(i), 4626))}
		token := m.newToken(pick(f, uint8(6), 8, 18))
		offset := pick(f, 0, 0, 3, 6, 12)
		at := m.create(&bind.MetaData{ID: "vault", Bin: of.meta.Bin}, append(
			common.LeftPadBytes(token[:], 32), common.BigToHash(num(int64(offset))).Bytes()...))
		m.must(token, m.token.PackApprove(at, new(big.Int).Lsh(bigOne, 200)))
		word := func(method string, arguments ...any) *big.Int {
			return f.ask(at, of.pack(method, arguments...))[0]
		}
		m.must(at, of.pack("deposit", f.number(80), m.owner))
		for range 1 + f.IntN(4) {
			if f.IntN(2) == 0 {
				m.must(token, m.token.PackTransfer(at, f.number(80)))
			}
			supply := word("totalSupply")
			if supply.Sign() == 0 {
				break // which is no vault any more
			}
			assets := fromBig(add(word("totalAssets"), bigOne))
			p, err := pool.NewVault(pool.VaultParams{Shares: fromBig(add(supply,
				pow10(int64(offset)))), Assets: assets, Dear: assets, Supply: fromBig(supply),
				MostIn: *uint256.MustFromBig(word("maxDeposit", m.owner))})
			if err != nil {
				t.Fatalf("case %d: %v", i, err)
			}
			in, exactOut, amount := f.IntN(2), f.IntN(2) == 0, f.number(76)
			var s pool.State
			p.Init(&s)
			run := p.ExactIn
			if exactOut {
				run = p.ExactOut
			}
			q, err := run(&s, in, 1-in, fromBig(amount))
			if err != nil {
				continue // which is more than there is, or buys nothing
			}
			asks, done := "previewMint", of.pack("deposit", q.In.ToBig(), m.owner)
			if in == 1 {
				asks, done = "previewWithdraw", of.pack("redeem", q.In.ToBig(), m.owner, m.owner)
			}
			if exactOut && (word(asks, amount).Cmp(q.In.ToBig()) != 0 ||
				q.Out.Lt(uint256.MustFromBig(amount))) {
				t.Fatalf("case %d: %s costs %s here, %s there, and brings %s", i, amount,
					q.In.Dec(), word(asks, amount), q.Out.Dec())
			}
			if got := f.ask(at, done)[0]; got.Cmp(q.Out.ToBig()) != 0 {
				t.Fatalf("case %d: %s of %d pays %s, the vault pays %s", i, q.In.Dec(), in,
					q.Out.Dec(), got)
			}
			trades++
		}
	}
	t.Logf("%d vaults, %d deposits and redemptions, 0 wei wrong", n, trades)
	if trades < n {
		t.Errorf("of %d vaults %d trades went through", n, trades)
	}
}

// A vault that redeems nothing takes deposits alone, an empty one nothing.
func TestVaultOneWay(t *testing.T) {
	t.Parallel()
	of := func(whole int64) uint256.Int { return fromBig(mul(num(whole), pow10(18))) }
	p := pool.VaultParams{Shares: of(1000), Assets: of(1100), Dear: of(1100), Supply: of(1000),
		MostIn: of(50), OneWay: true}
	v, err := pool.NewVault(p)
	if err != nil {
		t.Fatal(err)
	}
	var s pool.State
	v.Init(&s)
	if _, err := v.ExactIn(&s, 0, 1, of(11)); err != nil {
		t.Error(err)
	}
	if q, err := v.ExactIn(&s, 1, 0, of(1)); err == nil {
		t.Errorf("a vault that redeems nothing pays %s", q.Out.Dec())
	}
	if _, err := v.ExactIn(&s, 0, 1, of(40)); err == nil {
		t.Error("a deposit beyond what the vault takes goes through")
	}
	var a pool.Arbitrage
	v.Arbitrage(&[pool.MaxCoins]float64{2, 1}, &a) // where redeeming would earn
	if a.Value != 0 || a.Slack != 0 {
		t.Errorf("redeeming earns %g and %g", a.Value, a.Slack)
	}
	v.Arbitrage(&[pool.MaxCoins]float64{1, 2}, &a)
	if want := 50.0 / 1.1 * 2 * 1e18; a.Value+a.Slack < (want-50e18)*(1-1e-9) {
		t.Errorf("depositing earns %g, at least %g", a.Value+a.Slack, want-50e18)
	}
	p.Supply.Clear()
	if _, err := pool.NewVault(p); err == nil {
		t.Error("a vault without shares is taken for one")
	}
}
