package pool_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/contracts"
	"bourse/backend/contracts/published"
	"bourse/backend/swap/pool"
)

const composablesPath = "@balancer-labs/v2-deployments/dist/tasks/"

// balancerVault is Balancer's own vault on a machine, with what its pools need.
type balancerVault struct {
	*machine
	v           *contracts.BalancerVault
	vault, fees common.Address
	generations []*bind.MetaData // of composable stable pools
}

func newBalancerVault(t *testing.T) *balancerVault {
	b := &balancerVault{machine: newMachine(t), v: contracts.NewBalancerVault()}
	authorizer := b.publish(t, "20210418-authorizer/artifact/Authorizer.json", b.owner)
	b.vault = b.publish(t, "20210418-vault/artifact/Vault.json", authorizer,
		common.HexToAddress("0x1"), new(big.Int), new(big.Int))
	half := mul(num(5), pow10(17))
	b.fees = b.publish(t, "20220725-protocol-fee-percentages-provider/artifact/"+
		"ProtocolFeePercentagesProvider.json", b.vault, half, half)
	for _, path := range []string{"20220906-composable-stable-pool/bytecode/",
		"20230206-composable-stable-pool-v3/artifact/"} {
		b.generations = append(b.generations,
			published.Contract(t, composablesPath+path+"ComposableStablePool.json"))
	}
	b.mark()
	return b
}

func (b *balancerVault) publish(t *testing.T, path string, arguments ...any) common.Address {
	meta := published.Contract(t, composablesPath+path)
	packed, err := parsed(meta).Pack("", arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return b.create(meta, packed)
}

func parsed(meta *bind.MetaData) *abi.ABI {
	a, err := meta.ParseABI()
	if err != nil {
		panic(err)
	}
	return a
}

// newRate is a contract that tells a rate.
func (b *balancerVault) newRate(rate *big.Int) common.Address {
	at := b.create(&published.RateProvider, nil)
	b.must(at, published.SetRate(rate))
	return at
}

// composable is a pool on the machine, its tokens without its own.
type composable struct {
	*balancerVault
	abi       *abi.ABI
	at        common.Address
	id        common.Hash
	tokens    []common.Address
	decimals  []int
	providers []common.Address
}

// words are the numbers that the pool answers; none where it reverts.
func (c *composable) words(method string, arguments ...any) (list []*big.Int) {
	data, err := c.abi.Pack(method, arguments...)
	if err != nil {
		panic(err)
	}
	answer, err := c.try(c.at, data)
	if err != nil {
		return nil
	}
	for ; len(answer) > 0; answer = answer[32:] {
		list = append(list, new(big.Int).SetBytes(answer[:32]))
	}
	return list
}

func drawRate(t *rapid.T) *big.Int {
	return mul(num(int64(rapid.IntRange(300_000_001, 3_000_000_000).Draw(t, "rate"))), pow10(9))
}

// drawComposable makes a pool and fills it.
func (b *balancerVault) drawComposable(t *rapid.T) *composable {
	c := &composable{balancerVault: b}
	c.tokens, c.decimals = b.ascendingTokens(t, rapid.IntRange(2, 5).Draw(t, "tokens"), b.vault)
	c.providers = make([]common.Address, len(c.tokens))
	params := published.ComposablePool{Vault: b.vault, ProtocolFeeProvider: b.fees,
		Tokens: c.tokens, RateProviders: c.providers,
		ExemptFromYieldProtocolFeeFlags: make([]bool, len(c.tokens)),
		AmplificationParameter:          num(int64(rapid.IntRange(1, 5000).Draw(t, "A"))),
		SwapFeePercentage: mul(num(rapid.SampledFrom([]int64{1, 400, 100_000}).Draw(t,
			"millionths of fee")), pow10(12)),
		PauseWindowDuration: new(big.Int), BufferPeriodDuration: new(big.Int), Owner: b.owner}
	for i := range c.tokens {
		params.TokenRateCacheDurations = append(params.TokenRateCacheDurations,
			num(rapid.SampledFrom([]int64{0, 100, 100_000}).Draw(t, "duration")))
		if rapid.Bool().Draw(t, "has a rate") {
			c.providers[i] = b.newRate(drawRate(t))
		}
	}
	meta := rapid.SampledFrom(b.generations).Draw(t, "generation")
	c.abi = parsed(meta)
	packed, err := c.abi.Pack("", params)
	if err != nil {
		t.Fatal(err)
	}
	c.at = b.create(meta, packed)
	c.id = common.BigToHash(c.words("getPoolId")[0])
	c.join(t)
	return c
}

// join is the pool's first.
func (c *composable) join(t *rapid.T) {
	all := append(slices.Clone(c.tokens), c.at)
	sortAddresses(all)
	var amounts, most []*big.Int
	for _, token := range all {
		amount := new(big.Int)
		if i := slices.Index(c.tokens, token); i >= 0 {
			amount = mul(num(int64(rapid.IntRange(1, 1_000_000).Draw(t, "balance"))),
				pow10(int64(c.decimals[i])))
		}
		amounts, most = append(amounts, amount), append(most, new(big.Int).Lsh(bigOne, 200))
	}
	if _, err := c.try(c.vault, c.v.PackJoinPool(c.id, c.owner, c.owner,
		contracts.IBalancerVaultJoinPoolRequest{Assets: all, MaxAmountsIn: most,
			UserData: published.FirstJoin(amounts)})); err != nil {
		t.Skip("balances that the pool does not take", err)
	}
}

// read is the pool by what its contracts tell.
func (c *composable) read(t *rapid.T) (*pool.Composable, error) {
	told, err := c.v.UnpackGetPoolTokens(c.must(c.vault, c.v.PackGetPoolTokens(c.id)))
	if err != nil {
		t.Fatal(err)
	}
	params := pool.ComposableParams{
		Amplifier: c.words("getAmplificationParameter")[0].Uint64(),
		Fee:       fromBig(c.words("getSwapFeePercentage")[0]),
	}
	for i, token := range c.tokens {
		rate := e18
		if cache := c.words("getTokenRateCache", token); cache != nil {
			if rate = cache[0]; cache[3].Cmp(num(int64(c.cfg.Time))) < 0 {
				rate = new(big.Int).SetBytes(c.must(c.providers[i], nil))
			}
		}
		params.Balances = append(params.Balances,
			fromBig(told.Balances[slices.Index(told.Tokens, token)]))
		params.Rates = append(params.Rates, fromBig(mul(rate, pow10(int64(18-c.decimals[i])))))
	}
	return pool.NewComposable(params)
}

// Composable stable pools of two generations are priced as Balancer's vault trades on them: of 2 to
// 5 tokens, with rates that are kept and those that have expired, and while the amplification
// changes.
func TestComposableIsTheContract(t *testing.T) {
	t.Parallel()
	b := newBalancerVault(t)
	rapid.Check(t, func(t *rapid.T) {
		b.reset()
		b.cfg.Time = 1_000_000
		c := b.drawComposable(t)
		if rapid.Bool().Draw(t, "ramp") {
			amp := quo(c.words("getAmplificationParameter")[0], num(1000))
			to := (amp.Int64()*int64(rapid.IntRange(5, 20).Draw(t, "to")) + 9) / 10
			data, err := c.abi.Pack("startAmplificationParameterUpdate", num(min(to, 5000)),
				num(1_086_500))
			if err != nil {
				t.Fatal(err)
			}
			b.must(c.at, data)
		}
		b.cfg.Time += uint64(rapid.SampledFrom([]int{0, 99, 100, 101, 50_000, 90_000}).Draw(t,
			"seconds later"))
		for _, at := range c.providers {
			if at != (common.Address{}) {
				b.must(at, published.SetRate(drawRate(t)))
			}
		}
		p, err := c.read(t)
		if err != nil {
			t.Skip("balances without an invariant")
		}
		swap := func(kind uint8, limit *big.Int) func(int, int, *big.Int) (*big.Int, error) {
			return func(in, out int, amount *big.Int) (*big.Int, error) {
				answer, err := b.try(b.vault, b.v.PackSwap(contracts.IBalancerVaultSingleSwap{
					PoolId: c.id, Kind: kind, AssetIn: c.tokens[in], AssetOut: c.tokens[out],
					Amount: amount,
				}, contracts.IBalancerVaultFundManagement{Sender: b.owner, Recipient: b.owner},
					limit, num(1<<40)))
				return new(big.Int).SetBytes(answer), err
			}
		}
		var s pool.State
		p.Init(&s)
		if _, err := p.ExactIn(&s, 0, 1, *uint256.MustFromBig(pow10(int64(c.decimals[0])))); err !=
			nil && p.Curve(&s, 0, 1).Price > 1e-3 {
			t.Fatalf("a whole token is not taken: %v", err)
		}
		trades(t, p, 84, swap(0, new(big.Int)), swap(1, new(big.Int).Lsh(bigOne, 255)))
	})
}
