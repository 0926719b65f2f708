package pool_test

import (
	"encoding/binary"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/pool"
)

// The concentrated pools that a manager holds.

// poolKey is the identity of a pool that Uniswap's fourth version holds.
type poolKey struct {
	Currency0   common.Address
	Currency1   common.Address
	Fee         *big.Int
	TickSpacing *big.Int
	Hooks       common.Address
}

func heldPools(t *testing.T, m *machine) func(*forked) {
	const path = "@uniswap/v4-core/out/"
	of := publishedOf(t, path+"PoolManager.sol/PoolManager.json")
	router := publishedOf(t, path+"PoolModifyLiquidityTest.sol/PoolModifyLiquidityTest.json")
	manager := m.create(&bind.MetaData{ID: "manager", Bin: of2(of, m.owner)}, nil)
	m.must(manager, of.pack("setProtocolFeeController", m.owner))
	adds := m.create(&bind.MetaData{ID: "router", Bin: of2(router, manager)}, nil)
	return func(f *forked) {
		f.newTokens(adds)
		if f.IntN(4) == 0 {
			f.tokens[0] = common.Address{}
		}
		fee := pick(f, 0, 1, 100, 500, 3000, 10_000, f.IntN(1_000_000))
		f.rules = pool.TickRules{Spacing: pick(f, 1, 10, 60, 200, 1000)}
		key := poolKey{f.tokens[0], f.tokens[1], num(int64(fee)), num(int64(f.rules.Spacing)),
			common.Address{}}
		f.must(manager, of.pack("initialize", key, f.randomPrice()))
		kept := [2]int{f.IntN(2) * f.IntN(1001), f.IntN(2) * f.IntN(1001)}
		f.must(manager, of.pack("setProtocolFee", key, num(int64(kept[1]<<12|kept[0]))))
		for in, p := range kept {
			f.rules.Fees[in] = pool.WithProtocolFee(uint32(p), uint32(fee))
		}
		f.mint = func(lower, upper int, liquidity *big.Int) error {
			type params struct {
				TickLower, TickUpper, LiquidityDelta *big.Int
				Salt                                 [32]byte
			}
			value := new(big.Int)
			if key.Currency0 == (common.Address{}) {
				value.Lsh(bigOne, 180)
			}
			return f.sending(value, adds, router.pack("modifyLiquidity", key,
				params{num(int64(lower)), num(int64(upper)), liquidity, [32]byte{}}, []byte{}))
		}
		slot := func(offset uint64) *big.Int {
			packed := common.LeftPadBytes(key.Currency0[:], 32)
			packed = append(packed, common.LeftPadBytes(key.Currency1[:], 32)...)
			for _, v := range []uint64{uint64(fee), uint64(f.rules.Spacing), 0} {
				packed = append(packed, common.LeftPadBytes(
					binary.BigEndian.AppendUint64(nil, v), 32)...)
			}
			at := new(big.Int).SetBytes(crypto.Keccak256(crypto.Keccak256(packed),
				common.LeftPadBytes([]byte{6}, 32)))
			at.Add(at, new(big.Int).SetUint64(offset))
			return f.ask(manager, of.pack("extsload", [32]byte(common.BigToHash(at))))[0]
		}
		f.state = func() (sqrt uint256.Int, tick int, liquidity uint256.Int) {
			word := slot(0)
			price := new(big.Int).And(word, sub(new(big.Int).Lsh(bigOne, 160), bigOne))
			tick = signedWord(new(big.Int).Lsh(new(big.Int).Rsh(word, 160), 8)) >> 8
			return fromBig(price), tick, fromBig(slot(3))
		}
		f.program = f.held(contracts.HeldPool{Manager: manager, Token0: f.tokens[0],
			Token1: f.tokens[1], Fee: uint32(fee), Spacing: f.rules.Spacing})
	}
}

// held is a program of a pool that a manager holds.
func (f *forked) held(h contracts.HeldPool) func(p *contracts.Program, in int, exactOut bool) {
	return func(p *contracts.Program, in int, exactOut bool) {
		flags, s := contracts.PoolToCaller, contracts.AmountIn
		if in == 0 {
			flags |= contracts.PoolZeroForOne
		}
		if exactOut {
			flags, s = flags|contracts.PoolExactOut, contracts.AmountOut
			p.Held(3, s, flags|contracts.PoolAsk, h)
		}
		p.Held(2, s, flags, h)
		if exactOut { // what was asked for is what it takes
			p.Sub(3, 2)
			p.Sub(2, 2)
			p.Sub(2, 3)
		}
	}
}

func lockedPools(t *testing.T, m *machine) func(*forked) {
	both := ofOwn(t, &contracttest.InfinityPoolsMetaData)
	at := m.create(both.meta, nil)
	return lockedPoolsOf(t, m, at, at, both)
}

// ofOwn is one of the contracts that only tests have.
func ofOwn(t *testing.T, meta *bind.MetaData) of {
	parsed, err := meta.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	return of{meta, parsed}
}

// lockedPoolsOf make pools of a manager whose vault has their tokens.
func lockedPoolsOf(t *testing.T, m *machine, vault, manager common.Address, of of) func(*forked) {
	provider := m.create(&contracttest.InfinityProviderMetaData, nil)
	m.cfg.State.AddBalance(provider, new(uint256.Int).Lsh(uint256.NewInt(1), 190),
		tracing.BalanceChangeUnspecified)
	adds := ofOwn(t, &contracttest.InfinityProviderMetaData)
	return func(f *forked) {
		f.newTokens()
		for _, token := range f.tokens {
			f.must(token, f.token.PackMint(provider, new(big.Int).Lsh(bigOne, 200)))
		}
		if f.IntN(4) == 0 {
			f.tokens[0] = common.Address{}
		}
		fee := pick(f, 0, 1, 100, 500, 3000, 10_000, f.IntN(1_000_000))
		f.rules = pool.TickRules{Spacing: pick(f, 1, 10, 60, 200, 1000)}
		key := contracttest.InfinityKey{Token0: f.tokens[0], Token1: f.tokens[1],
			Manager: manager, Fee: num(int64(fee)),
			Parameters: common.BigToHash(num(int64(f.rules.Spacing) << 16))}
		f.must(manager, of.pack("initialize", key, f.randomPrice()))
		kept := [2]int{f.IntN(2) * f.IntN(4001), f.IntN(2) * f.IntN(4001)}
		f.must(manager, of.pack("setProtocolFee", key, num(int64(kept[1]<<12|kept[0]))))
		for in, p := range kept {
			f.rules.Fees[in] = pool.WithProtocolFee(uint32(p), uint32(fee))
		}
		f.mint = func(lower, upper int, liquidity *big.Int) error {
			_, err := f.try(provider, adds.pack("add", vault, key, contracttest.LiquidityParams{
				Lower: num(int64(lower)), Upper: num(int64(upper)), Delta: liquidity}))
			return err
		}
		packed := common.LeftPadBytes(key.Token0[:], 32)
		for _, a := range []common.Address{key.Token1, {}, manager} {
			packed = append(packed, common.LeftPadBytes(a[:], 32)...)
		}
		packed = append(packed, common.BigToHash(key.Fee).Bytes()...)
		begins := new(big.Int).SetBytes(crypto.Keccak256(
			crypto.Keccak256(packed, key.Parameters[:]), common.LeftPadBytes([]byte{4}, 32)))
		slot := func(offset int64) *big.Int {
			at := common.BigToHash(new(big.Int).Add(begins, num(offset)))
			return f.ask(manager, of.pack("extsload", [32]byte(at)))[0]
		}
		f.state = func() (sqrt uint256.Int, tick int, liquidity uint256.Int) {
			word := slot(0)
			price := new(big.Int).And(word, sub(new(big.Int).Lsh(bigOne, 160), bigOne))
			tick = signedWord(new(big.Int).Lsh(new(big.Int).Rsh(word, 160), 8)) >> 8
			return fromBig(price), tick, fromBig(slot(3))
		}
		f.program = f.held(contracts.HeldPool{Manager: vault, Infinity: manager,
			Token0: f.tokens[0], Token1: f.tokens[1], Fee: uint32(fee),
			Spacing: f.rules.Spacing})
	}
}
