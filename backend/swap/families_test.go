package swap

import (
	_ "embed"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/contracts/published"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// tradesOn sells to and buys from pools of ETH and USDC of an exchange, which no method of version
// 5 trades on, alone and beside others, and finds their price among others'.
func (w *world) tradesOn(name string) {
	w.Helper()
	for _, side := range []api.Side{api.Sell, api.Buy} {
		for _, pair := range [][2]string{{"ETH", "USDC"}, {"USDC", "WETH"}} {
			for _, only := range [][]string{{name}, nil} {
				q := api.PriceRequest{Src: pair[0], Dest: pair[1], Side: side,
					Amount: units(3, 18), Version: api.Version62, IncludeExchanges: only}
				if (side == api.Sell) == (pair[0] == "USDC") {
					q.Amount = units(5000, 6)
				}
				asked := api.SwapRequest{Price: q, Terms: api.SwapTerms{User: w.user}}
				route, p, err := w.swap.swap(w.Context(), asked)
				if err != nil {
					w.Fatalf("%s %v of %v: %v", side, pair, only, err)
				}
				w.checkDelivery(string(side)+" "+pair[0], asked, route, p)
			}
		}
	}
	r, err := w.swap.Prices(w.Context(), api.PriceRequest{Src: "ETH", Dest: "USDC",
		Side: api.Sell, Amount: units(3, 18), Version: api.Version62, OtherPrices: true,
		IncludeExchanges: []string{strings.ToUpper(name)}})
	if err != nil || len(r.Others) != 1 || r.Others[0].Exchange != name {
		w.Errorf("other prices %+v, %v", r.Others, err)
	}
	if _, err := w.swap.Prices(w.Context(), api.PriceRequest{Src: "ETH", Dest: "USDC",
		Side: api.Sell, Amount: units(3, 18), Version: api.Version5,
		IncludeExchanges: []string{name}}); api.TypeOf(err) != api.NoRoute {
		w.Errorf("by version 5: %v", err)
	}
}

// filler puts pools of others on a chain and fills them.
type filler struct {
	*installer
	trader installed // who owns the pools' liquidity
	tokens [2]common.Address
}

// newFiller has as much of ETH and USDC for pools as the owner of all gives it.
func newFiller(w *world, d *local.Deployment) *filler {
	w.Helper()
	n := newInstaller(w)
	m := &filler{installer: n, trader: n.of(&contracttest.PoolTraderMetaData)}
	at := func(symbol string) common.Address {
		return d.Tokens[slices.IndexFunc(d.Tokens,
			func(t api.Token) bool { return t.Symbol == symbol })].Address
	}
	m.tokens = [2]common.Address{at("WETH"), at("USDC")}
	for i, amount := range []*big.Int{units(2000, 18).Big(), units(4_000_000, 6).Big()} {
		n.Call("fund", m.tokens[i], contracts.NewStandardToken().PackTransfer(m.trader.at, amount))
	}
	if m.tokens[0].Cmp(m.tokens[1]) > 0 {
		m.tokens[0], m.tokens[1] = m.tokens[1], m.tokens[0]
	}
	n.flush()
	return m
}

// answers has the trader say so wherever it is asked.
func (m *filler) answers(words ...common.Address) {
	m.Helper()
	var answer []byte
	for _, w := range words {
		answer = append(answer, common.LeftPadBytes(w[:], 32)...)
	}
	m.trader.do("prepare", m.tokens[0], m.tokens[1], answer)
}

// number is a small number where addresses are.
func number(v int64) common.Address { return common.BigToAddress(big.NewInt(v)) }

// price is the square root of what an ETH is worth in USDC, 3080, as pools have it.
func (m *filler) price(eth common.Address) *big.Int {
	root := new(big.Int).Lsh(big.NewInt(555), 96) // 55.5 · 10^−6 · 2^96, if ETH is the first
	root.Div(root, big.NewInt(10_000_000))
	if m.tokens[0] != eth {
		root.Div(new(big.Int).Lsh(common.Big1, 192), root)
	}
	return root
}

// act has the trader call a pool.
func (m *filler) act(at common.Address, of installed, method string, arguments ...any) {
	m.Helper()
	data, err := of.abi.Pack(method, arguments...)
	if err != nil {
		m.Fatal(err)
	}
	m.trader.do("act", at, data)
}

// around is the tick of a price at which sqrt is the square root, as a multiple of the spacing.
func around(sqrt *big.Int, spacing int) int {
	u := pool.TickAtSqrtRatio(*uint256.MustFromBig(sqrt))
	return u / spacing * spacing
}

// The pools of PancakeSwap's third version, as it is published, which call back by another name.
func TestSwapsOnPancakeV3(t *testing.T) {
	t.Parallel()
	const name = "PancakeswapV3"
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		m := newFiller(w, d)
		of := m.abiOf(pancakePath)
		m.answers(m.trader.at, m.tokens[0], m.tokens[1], number(2500), number(50))
		m.flush()
		nonce, err := m.node.NonceAt(t.Context(), m.trader.at, nil)
		if err != nil {
			t.Fatal(err)
		}
		at := crypto.CreateAddress(m.trader.at, nonce)
		m.trader.do("make", common.FromHex(published.Contract(t, pancakePath).Bin))
		price := m.price(d.Contracts.WrappedNative)
		m.act(at, of, "initialize", price)
		tick := around(price, 50)
		for _, width := range []int{100, 600, 5000} {
			m.act(at, of, "mint", m.trader.at, big.NewInt(int64(tick-width)),
				big.NewInt(int64(tick+width)), big.NewInt(3e15), []byte{})
		}
		factory := m.Create("factory", slipFactory(at, m.tokens[0], m.tokens[1], 2500))
		m.flush()
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindConcentrated,
				Family: pools.Pancake, Factory: factory, Fees: []uint32{500, 2500}}
		}
	})
	w.tradesOn(name)
}

const pancakePath = "@pancakeswap/v3-core/artifacts/contracts/PancakeV3Pool.sol/PancakeV3Pool.json"

// uniswap is the exchange of concentrated pools, in whose place others come.
func uniswap(list []pools.Exchange) *pools.Exchange {
	return &list[slices.IndexFunc(list,
		func(e pools.Exchange) bool { return e.Name == api.UniswapV3 })]
}

const integral = "@cryptoalgebra/integral-core/artifacts/contracts/"

// The pools of Algebra's Integral, as it is published, with a plugin that asks for another fee at
// every swap, which only a swap shows.
func TestSwapsOnIntegral(t *testing.T) {
	t.Parallel()
	const name = "QuickSwapV4"
	var plugin, at installed
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		m := newFiller(w, d)
		factoryAt := crypto.CreateAddress(m.from, m.nonce+1)
		made := m.of(published.Contract(t, integral+"AlgebraPoolDeployer.sol/"+
			"AlgebraPoolDeployer.json"), factoryAt)
		factory := m.of(published.Contract(t, integral+"AlgebraFactory.sol/AlgebraFactory.json"),
			made.at)
		factory.do("createPool", m.tokens[0], m.tokens[1], []byte{})
		at = m.abiOf(integral + "AlgebraPool.sol/AlgebraPool.json")
		told := factory.ask("poolByPair", m.tokens[0], m.tokens[1])
		at.n, at.at = m.installer, common.BytesToAddress(told[:])
		plugin = m.of(published.Contract(t, integral+"test/MockPoolPlugin.sol/"+
			"MockPoolPlugin.json"), at.at)
		price := m.price(d.Contracts.WrappedNative)
		m.answers()
		at.do("initialize", price)
		tick := around(price, 60)
		for _, width := range []int{120, 600, 6000} {
			m.act(at.at, at, "mint", m.trader.at, m.trader.at, big.NewInt(int64(tick-width)),
				big.NewInt(int64(tick+width)), big.NewInt(3e15), []byte{})
		}
		at.do("setFee", uint16(400))
		m.flush()
		w.exchanges = func(list []pools.Exchange) {
			*uniswap(list) = pools.Exchange{Name: name, Kind: pool.KindConcentrated,
				Family: pools.Integral, Factory: factory.at}
		}
	})
	w.tradesOn(name)
	q := api.PriceRequest{Src: "ETH", Dest: "USDC", Side: api.Sell, Amount: units(3, 18),
		Version: api.Version62, IncludeExchanges: []string{name}}
	// From a moment on each swap asks what the plugin says.
	owner := newInstaller(w)
	plugin.n, at.n = owner, owner
	at.do("setPlugin", plugin.at)
	at.do("setPluginConfig", uint8(0x81))
	for _, fees := range [][2]int64{{3000, 0}, {500, 700}, {0, 50}} {
		plugin.do("setPluginFees", big.NewInt(fees[0]), big.NewInt(fees[1]))
		owner.flush()
		w.sync()
		for range 2 { // since the higher of what is asked now and what was last counts
			if _, err := w.swap.Prices(t.Context(), q); err != nil {
				t.Fatal(err)
			}
			w.mine()
		}
		w.tradesOn(name)
	}
	// A plugin that refuses swaps takes the pool off the market.
	plugin.do("setSelectorDisable", uint8(1))
	owner.flush()
	w.sync()
	if _, err := w.swap.Prices(t.Context(), q); api.TypeOf(err) != api.NoRoute {
		t.Errorf("a pool that refuses swaps: %v", err)
	}
}

// An executor of before stands where the one of now does not: exchanges that it does not know are
// left out until the one of now is deployed, others are traded on as ever.
func TestExecutorOfBefore(t *testing.T) {
	t.Parallel()
	first := common.FromHex(strings.TrimSpace(firstExecutor))
	var old common.Address
	var now []byte
	w := newWorldOf(t, func(w *world, d *local.Deployment) {
		n := newInstaller(w)
		old = n.Create("executor", first)
		n.flush()
		now = common.FromHex(contracts.ExecutorMetaData.Bin)
		d.Swap.Executor = old
		w.exchanges = func(list []pools.Exchange) {
			uniswap(list).Family = pools.Pancake // as it would be by its callback's name
			uniswap(list).Name = "PancakeswapV3"
		}
	})
	q := api.PriceRequest{Src: "ETH", Dest: "USDC", Side: api.Sell, Amount: units(3, 18),
		Version: api.Version62, IncludeExchanges: []string{"PancakeswapV3"}}
	if _, err := w.swap.Prices(t.Context(), q); api.TypeOf(err) != api.NoRoute {
		t.Errorf("by an executor that does not know the exchange: %v", err)
	}
	swap := func(what string, only ...string) {
		t.Helper()
		for _, side := range []api.Side{api.Sell, api.Buy} {
			r := api.SwapRequest{Price: q, Terms: api.SwapTerms{User: w.user}}
			r.Price.IncludeExchanges, r.Price.Side = only, side
			r.Price.IncludeMethods = []string{map[api.Side]string{api.Sell: "swapExactAmountIn",
				api.Buy: "swapExactAmountOut"}[side]}
			if side == api.Buy {
				r.Price.Amount = units(5000, 6)
			}
			route, p, err := w.swap.swap(t.Context(), r)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			w.checkDelivery(what, r, route, p)
		}
	}
	swap("by the executor of before")
	w.swap.cfg.Executors = []common.Address{crypto.CreateAddress(w.user, w.nextNonce())}
	w.create(now)
	for range lookAgain + 1 {
		w.mine()
	}
	swap("by the one of now", "PancakeswapV3")
}

// firstExecutor is the creation code of the executor that stands at contracts.FirstExecutor.
//
//go:embed testdata/executor-first.txt
var firstExecutor string

// nextNonce is how many transactions the user has sent.
func (w *world) nextNonce() uint64 {
	w.Helper()
	n, err := w.net.Nonce(w.Context(), w.user)
	if err != nil {
		w.Fatal(err)
	}
	return n
}
