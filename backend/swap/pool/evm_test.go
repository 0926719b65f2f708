package pool_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// The pools of backend/contracts on a bare EVM are the oracle here: quotes of this package must be
// what a swap pays there, to the wei, along any sequence of swaps.

// machine is an EVM on which one account owns everything.
type machine struct {
	cfg   *runtime.Config
	owner common.Address
	token *contracts.StandardToken
	fresh *state.StateDB
}

func newMachine(tb testing.TB) *machine {
	tb.Helper()
	db, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		tb.Fatal(err)
	}
	owner := common.HexToAddress("0xa11ce")
	return &machine{cfg: &runtime.Config{State: db, Origin: owner, Time: 1}, owner: owner,
		token: contracts.NewStandardToken()}
}

// mark makes the present what reset comes back to.
func (m *machine) mark() { m.fresh = m.copy() }

func (m *machine) copy() *state.StateDB {
	m.cfg.State.Finalise(params.Rules{IsEIP158: true})
	return m.cfg.State.Copy()
}

func (m *machine) reset() { m.cfg.State = m.fresh.Copy() }

func (m *machine) create(meta *bind.MetaData, arguments []byte) common.Address {
	_, address, _, err := runtime.Create(append(common.FromHex(meta.Bin), arguments...), m.cfg)
	if err != nil {
		panic(fmt.Sprintf("create %s: %v", meta.ID, err))
	}
	return address
}

// try returns the answer, or the reason of the revert.
func (m *machine) try(to common.Address, data []byte) ([]byte, error) {
	answer, _, err := runtime.Call(to, data, m.cfg)
	if err != nil {
		if reason, unpackErr := abi.UnpackRevert(answer); unpackErr == nil {
			err = fmt.Errorf("%w: %s", err, reason)
		}
	}
	return answer, err
}

func (m *machine) must(to common.Address, data []byte) []byte {
	answer, err := m.try(to, data)
	if err != nil {
		panic(err)
	}
	return answer
}

// newToken is a token of which the owner has plenty and lets the spenders take all.
func (m *machine) newToken(decimals uint8, spenders ...common.Address) common.Address {
	token := m.create(&contracts.StandardTokenMetaData,
		m.token.PackConstructor("T", "T", decimals, m.owner))
	m.must(token, m.token.PackMint(m.owner, new(big.Int).Lsh(bigOne, 200)))
	for _, spender := range spenders {
		m.must(token, m.token.PackApprove(
			spender, new(big.Int).Sub(new(big.Int).Lsh(bigOne, 256), bigOne)))
	}
	return token
}

func (m *machine) balance(token, holder common.Address) *big.Int {
	return new(big.Int).SetBytes(m.must(token, m.token.PackBalanceOf(holder)))
}

func sorted(a, b common.Address) (common.Address, common.Address) {
	if a.Cmp(b) > 0 {
		return b, a
	}
	return a, b
}

// trades compares a random sequence of sales and purchases: sell and buy run them on the EVM and
// say what they paid and what they cost.
func trades(t *rapid.T, p pool.Pool, bits int, sell,
	buy func(in, out int, amount *big.Int) (*big.Int, error)) {
	var s pool.State
	p.Init(&s)
	for range rapid.IntRange(1, 6).Draw(t, "trades") {
		in := rapid.IntRange(0, p.Coins()-1).Draw(t, "in")
		out := (in + rapid.IntRange(1, p.Coins()-1).Draw(t, "out")) % p.Coins()
		amount := draw(t, "amount", bits)
		exactIn := buy == nil || rapid.Bool().Draw(t, "exact in")
		trade, run, side := p.ExactOut, buy, "buy"
		if exactIn {
			trade, run, side = p.ExactIn, sell, "sell"
		}
		quote, err := trade(&s, in, out, amount)
		if err != nil {
			continue // a state that no swap has touched
		}
		want := quote.In
		if exactIn {
			want = quote.Out
		}
		got, err := run(in, out, amount.ToBig())
		if err != nil {
			t.Fatalf("%s %s of %d for %d: quoted %s, but the contract says %v", side, amount.Dec(),
				in, out, want.Dec(), err)
		}
		if got.Cmp(want.ToBig()) != 0 {
			t.Fatalf("%s %s of %d for %d: quoted %s, the contract gives %s", side, amount.Dec(), in,
				out, want.Dec(), got)
		}
	}
}

func TestStableIsTheContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.mark()
	s := contracts.NewStableSwap()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		n := rapid.IntRange(2, 4).Draw(t, "coins")
		params := pool.StableParams{
			Amplifier: uint64(rapid.IntRange(1, 5000).Draw(t, "A")) * 100,
			Fee: uint64(rapid.SampledFrom([]int{0, 1, 4_000_000, 100_000_000}).Draw(
				t, "fee")),
		}
		var coins []common.Address
		var amounts []*big.Int
		for range n {
			decimals := rapid.SampledFrom([]uint8{6, 8, 18}).Draw(t, "decimals")
			coins = append(coins, m.newToken(decimals))
			balance := mul(num(int64(rapid.IntRange(1, 1_000_000).Draw(t, "balance"))),
				pow10(int64(decimals)))
			amounts = append(amounts, balance)
			params.Balances = append(params.Balances, fromBig(balance))
			params.Rates = append(params.Rates, fromBig(pow10(36-int64(decimals))))
		}
		addr := m.create(&contracts.StableSwapMetaData,
			s.PackConstructor(coins, num(int64(params.Amplifier/100)), num(int64(params.Fee))))
		for _, coin := range coins {
			m.must(coin, m.token.PackApprove(addr, new(big.Int).Lsh(bigOne, 255)))
		}
		_, depositErr := m.try(addr, s.PackAddLiquidity(amounts, new(big.Int)))
		p, err := pool.NewStable(params)
		if (err == nil) != (depositErr == nil) {
			t.Fatalf("the contract says %v, NewStable %v", depositErr, err)
		}
		if err != nil {
			t.Skip("balances without an invariant")
		}
		trades(t, p, 76, func(in, out int, amount *big.Int) (*big.Int, error) {
			answer, err := m.try(addr, s.PackExchange0(
				num(int64(in)), num(int64(out)), amount, new(big.Int)))
			return new(big.Int).SetBytes(answer), err
		}, nil)
	})
}

// Stable pools as they stand on other networks, of three generations: what they pay, what they say
// that they would, and what a purchase costs.
func TestStableIsTheContractOfOthers(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.mark()
	c := contracts.NewCurvePool()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		params := pool.StableParams{
			Amplifier: uint64(rapid.IntRange(1, 5000).Draw(t, "A")) * 100, AdminFee: 5e9,
			Fee: uint64(rapid.SampledFrom([]int{0, 1, 1_000_000, 40_000_000}).Draw(t, "fee")),
			Style: rapid.SampledFrom([]pool.StableStyle{pool.StableClassic,
				pool.StableNG, pool.StableGuarded}).Draw(t, "style"),
		}
		if params.Style == pool.StableNG {
			params.OffPeg = uint64(rapid.SampledFrom([]int{0, 10_000_000_000, 20_000_000_000,
				50_000_000_000}).Draw(t, "growth of the fee"))
		}
		var coins []common.Address
		var amounts, rates []*big.Int
		for range rapid.IntRange(2, pool.MaxCoins).Draw(t, "coins") {
			decimals := rapid.SampledFrom([]uint8{6, 8, 18}).Draw(t, "decimals")
			coins = append(coins, m.newToken(decimals))
			rate := pow10(36 - int64(decimals))
			if params.Style == pool.StableNG && rapid.Bool().Draw(t, "worth more") {
				rate = quo(mul(rate, num(1_163_977)), num(1_000_000))
			}
			balance := mul(num(int64(rapid.IntRange(1, 1_000_000).Draw(t, "balance"))),
				pow10(int64(decimals)))
			amounts, rates = append(amounts, balance), append(rates, rate)
			params.Balances = append(params.Balances, fromBig(balance))
			params.Rates = append(params.Rates, fromBig(rate))
		}
		amplifier, fee := num(int64(params.Amplifier/100)), num(int64(params.Fee))
		meta, arguments := &contracts.CurvePoolMetaData, c.PackConstructor(
			params.Style == pool.StableClassic, coins, rates, amplifier, fee,
			num(int64(params.OffPeg)))
		if params.Style == pool.StableGuarded {
			meta, arguments = &contracts.NativeCurvePoolMetaData,
				contracts.NewNativeCurvePool().PackConstructor(coins, rates, amplifier, fee)
		}
		addr := m.create(meta, arguments)
		for _, coin := range coins {
			m.must(coin, m.token.PackApprove(addr, new(big.Int).Lsh(bigOne, 255)))
		}
		_, depositErr := m.try(addr, c.PackAdd(amounts))
		p, err := pool.NewStable(params)
		if (err == nil) != (depositErr == nil) {
			t.Fatalf("the contract says %v, NewStable %v", depositErr, err)
		}
		if err != nil {
			t.Skip("balances without an invariant")
		}
		first := draw(t, "first", 76)
		said, err := m.try(addr, c.PackGetDy(num(0), num(1), first.ToBig()))
		var now pool.State
		p.Init(&now)
		if told, ok := p.Told(&now, 0, 1, first); ok && (err != nil ||
			told.ToBig().Cmp(new(big.Int).SetBytes(said)) != 0) {
			t.Fatalf("%s buys %s, the contract says %x, %v", first.Dec(), told.Dec(), said, err)
		}
		sell := func(in, out int, amount *big.Int) (*big.Int, error) {
			before := m.balance(coins[out], m.owner)
			_, err := m.try(addr, c.PackExchange(num(int64(in)), num(int64(out)), amount,
				new(big.Int)))
			return sub(m.balance(coins[out], m.owner), before), err
		}
		before := m.copy()
		checkPurchase(t, p, func(in, out int, amount uint256.Int) *big.Int {
			answer, err := m.try(addr, c.PackGetDy(num(int64(in)), num(int64(out)),
				amount.ToBig()))
			if err != nil {
				return new(big.Int)
			}
			return new(big.Int).SetBytes(answer)
		}, sell)
		m.cfg.State = before
		trades(t, p, 76, sell, nil)
	})
}

// checkPurchase buys on a stable pool what it holds a part of: the contract says that no less would
// buy it, pays what was quoted, and says so to the unit by which it may say more.
func checkPurchase(t *rapid.T, p *pool.Stable,
	says func(in, out int, amount uint256.Int) *big.Int,
	sell func(in, out int, amount *big.Int) (*big.Int, error)) {
	var s pool.State
	p.Init(&s)
	before, wanted := s, draw(t, "wanted", 70)
	q, err := p.ExactOut(&s, 0, 1, wanted)
	if err != nil {
		return
	}
	told, ok := p.Told(&before, 0, 1, q.In)
	if said := says(0, 1, q.In); !ok || said.Cmp(told.ToBig()) != 0 {
		t.Fatalf("%s buys %s, the contract says %s", q.In.Dec(), told.Dec(), said)
	}
	ask := wanted
	if p.Rounds() {
		ask.AddUint64(&ask, 1)
	}
	if told.Lt(&ask) || q.Out.Lt(&wanted) {
		t.Fatalf("%s, of which %s are wanted, is told %s and pays %s", q.In.Dec(), wanted.Dec(),
			told.Dec(), q.Out.Dec())
	}
	if less := new(uint256.Int).SubUint64(&q.In, 1); q.In.GtUint64(1) &&
		says(0, 1, *less).Cmp(ask.ToBig()) >= 0 {
		t.Fatalf("%s would do, not %s", less.Dec(), q.In.Dec())
	}
	paid, err := sell(0, 1, q.In.ToBig())
	if err != nil || paid.Cmp(q.Out.ToBig()) != 0 {
		t.Fatalf("%s buys %s, the contract pays %s: %v", q.In.Dec(), q.Out.Dec(), paid, err)
	}
}

func TestWeightedIsTheContract(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	v, w := contracts.NewBalancerVault(), contracts.NewWeightedPool()
	vault := m.create(&contracts.BalancerVaultMetaData,
		v.PackConstructor(common.HexToAddress("0x1")))
	m.mark()
	rapid.Check(t, func(t *rapid.T) {
		m.reset()
		tokens, decimals := m.ascendingTokens(t, rapid.IntRange(2, 8).Draw(t, "tokens"), vault)
		var balances []*big.Int
		var u, weights []uint256.Int
		var bigWeights []*big.Int
		left := int64(100)
		for i := range tokens {
			weight := left - int64(len(tokens)-1-i)
			if i < len(tokens)-1 {
				weight = int64(rapid.IntRange(1, int(weight)).Draw(t, "weight"))
			}
			left -= weight
			bigWeights = append(bigWeights, mul(num(weight), pow10(16)))
			weights = append(weights, fromBig(bigWeights[i]))
			balances = append(balances, mul(
				num(int64(rapid.IntRange(1, 1_000_000).Draw(t, "balance"))),
				pow10(int64(decimals[i]))))
			u = append(u, fromBig(balances[i]))
		}
		fee := mul(num(int64(rapid.IntRange(1, 1000).Draw(t, "fee bps"))), pow10(14))
		addr := m.create(&contracts.WeightedPoolMetaData,
			w.PackConstructor(vault, tokens, bigWeights, fee, m.owner))
		id := [32]byte(m.must(addr, w.PackGetPoolId()))
		m.must(vault, v.PackJoinPool(id, m.owner, m.owner,
			contracts.IBalancerVaultJoinPoolRequest{Assets: tokens, MaxAmountsIn: balances}))
		p, err := pool.NewWeighted(u, weights, decimals, fromBig(fee))
		if err != nil {
			t.Fatal(err)
		}
		swap := func(kind uint8, limit *big.Int) func(int, int, *big.Int) (*big.Int, error) {
			return func(in, out int, amount *big.Int) (*big.Int, error) {
				answer, err := m.try(vault, v.PackSwap(contracts.IBalancerVaultSingleSwap{
					PoolId: id, Kind: kind, AssetIn: tokens[in], AssetOut: tokens[out],
					Amount: amount,
				}, contracts.IBalancerVaultFundManagement{Sender: m.owner, Recipient: m.owner},
					limit, num(2)))
				return new(big.Int).SetBytes(answer), err
			}
		}
		trades(t, p, 64, swap(0, new(big.Int)), swap(1, new(big.Int).Lsh(bigOne, 255)))
	})
}

// ascendingTokens are tokens sorted by address, with their decimals.
func (m *machine) ascendingTokens(
	t *rapid.T, n int, spender common.Address) (tokens []common.Address, decimals []int) {
	d := map[common.Address]int{}
	for range n {
		k := rapid.SampledFrom([]uint8{6, 8, 18}).Draw(t, "decimals")
		token := m.newToken(k, spender)
		d[token] = int(k)
		tokens = append(tokens, token)
	}
	sortAddresses(tokens)
	for _, token := range tokens {
		decimals = append(decimals, d[token])
	}
	return tokens, decimals
}
