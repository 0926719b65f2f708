package swap_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/swap"
	"bourse/views/viewtest"
)

var (
	eth = api.Token{ChainID: 1337, Address: api.NativeToken, Symbol: "ETH", Name: "Ether",
		Decimals: 18}
	weth = viewtest.WETH()
	usdc = viewtest.USDC()
	dai  = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x6B175474E89094C44Da98b954EedeAC495271d0F"), Symbol: "DAI",
		Name: "Dai", Decimals: 18}
	v6      = common.HexToAddress("0x6A000F20005980200259B80c5102003040001068")
	v5      = common.HexToAddress("0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57")
	proxy   = common.HexToAddress("0x216B4B4Ba9F3e719726886d34a177484278Bfcae")
	pool    = common.HexToAddress("0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640")
	friend  = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	network = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusSwapper: v5, TokenTransferProxy: proxy, AugustusV6: v6,
			WrappedNative: weth.Address,
			Executors:     map[string]common.Address{api.OwnExecutor: {0xe1}}}}
)

func units(s string, t api.Token) api.Amount { return viewtest.Units(s, t) }

func leg(exchange string, percent int, in, out api.Amount) api.SwapLeg {
	return api.SwapLeg{Exchange: exchange, Percent: percent, SrcAmount: in, DestAmount: out,
		PoolAddresses: []common.Address{pool},
		Data:          json.RawMessage(`{"fee":500,"poolId":"` + exchange + `"}`)}
}

func hop(src, dest api.Token, legs ...api.SwapLeg) api.SwapHop {
	return api.SwapHop{SrcToken: src.Address, SrcDecimals: src.Decimals, DestToken: dest.Address,
		DestDecimals: dest.Decimals, Exchanges: legs}
}

// split is ten WETH sold over two routes and four venues.
func split() api.PriceRoute {
	in, out := "30200.0", "30148.213341"
	return api.PriceRoute{
		BlockNumber: 1233, Network: 1337, SrcToken: weth.Address, SrcDecimals: 18,
		SrcAmount: units("10", weth), DestToken: usdc.Address, DestDecimals: 6,
		DestAmount: units("30148.213341", usdc), GasCost: "312441", GasCostUSD: "3.92",
		Side: api.Sell, Version: api.Version62, ContractAddress: v6,
		TokenTransferProxy: v6, ContractMethod: "swapExactAmountIn", SrcUSD: &in, DestUSD: &out,
		Hmac: "seal",
		BestRoute: []api.SwapRoute{
			{Percent: 60, Swaps: []api.SwapHop{hop(weth, usdc,
				leg("UniswapV3", 80, units("4.8", weth), units("14478.904444", usdc)),
				leg("UniswapV2", 20, units("1.2", weth), units("3617.444449", usdc)))}},
			{Percent: 40, Swaps: []api.SwapHop{
				hop(weth, dai, leg("UniswapV2", 100, units("4", weth),
					units("12058.100009999", dai))),
				hop(dai, usdc, leg("CurveV1", 100, units("12058.100009999", dai),
					units("12051.864448", usdc)))}},
		},
		Others: []api.OtherPrice{{Exchange: "UniswapV3", SrcAmount: units("10", weth),
			DestAmount: units("30091.74", usdc)},
			{Exchange: "UniswapV2", SrcAmount: units("10", weth),
				DestAmount: units("29000", usdc)}},
	}
}

// service answers with one route and one account.
type service struct {
	apitest.Fake
	mu      sync.Mutex
	route   api.PriceRoute
	fails   error // of prices
	unfit   error // of the simulation
	book    api.Book
	held    map[common.Address]api.UserToken
	moved   []api.Movements
	after   map[common.Address]api.Amount // what a mined swap leaves
	prices  []api.PriceRequest
	built   []api.BuildRequest
	reverts bool
	// the simulation wants a permit
	unapproved bool
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) Prices(_ context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prices = append(s.prices, r)
	return s.route, s.fails
}

func (s *service) BuildTransaction(_ context.Context, r api.BuildRequest) (api.TxParams, error) {
	return api.TxParams{From: r.Terms.User, To: v6, Data: []byte{0xe3, 0xea, 0xd5, 0x9e, 1},
		ChainID: 1337}, nil
}

func (s *service) PrepareSwap(_ context.Context, r api.BuildRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.built = append(s.built, r)
	if s.unapproved && len(r.Terms.Permit) == 0 {
		return api.Transaction{}, api.Errorf(api.TransactionFails, "approve it first")
	}
	if s.unfit != nil {
		return api.Transaction{}, s.unfit
	}
	return apitest.Honest{Contracts: network.Contracts}.Swap(r)
}

func (s *service) Exchanges(context.Context, uint64, api.SwapVersion) ([]string, error) {
	return []string{"UniswapV2", "UniswapV3", "CurveV1"}, nil
}

func (s *service) UserTokens(context.Context, uint64, common.Address) ([]api.UserToken, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.held)), nil
}

func (s *service) UserToken(_ context.Context, _ uint64, _, token common.Address) (api.UserToken,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.held[token]
	if after, ok := s.after[token]; ok && len(s.Sent()) > 0 {
		h.Balance = after
	}
	return h, nil
}

// Movements are what the test says; a node without them can't tell.
func (s *service) Movements(context.Context, uint64, common.Address, []common.Hash) (
	[]api.Movements, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.moved, nil
}

func (s *service) Status(context.Context, uint64) (api.NetworkStatus, error) {
	return api.NetworkStatus{ChainID: 1337, GasPrice: api.NewAmount(2e9), Live: true,
		Head: api.BlockRef{Number: apitest.MinedIn}}, nil
}

func (s *service) Book(context.Context, uint64, api.Pair, int) (api.Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.book, nil
}

// DeltaQuote prices intents like the live service: no purchases.
func (s *service) DeltaQuote(_ context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	if r.Side == api.Buy {
		return api.DeltaQuote{}, api.Errorf(api.UnsupportedSide, "BUY is not supported by Delta")
	}
	return api.DeltaQuote{Delta: &api.DeltaPrice{DestAmount: units("30139.02", usdc)}}, nil
}

func (s *service) Receipt(_ context.Context, _ uint64, hash common.Hash) (api.Receipt, error) {
	return api.Receipt{Hash: hash, Success: !s.reverts, Block: &api.BlockRef{Number: 1234},
		GasUsed: 300_000, GasPrice: api.NewAmount(2e9)}, nil
}

func (s *service) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *service) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.prices)
}

func world() *service {
	s := &service{route: split()}
	price := func(q string) api.Price {
		return api.Price{Quote: units(q, usdc), Base: units("1", weth)}
	}
	s.book = api.Book{Bids: []api.BookOrder{
		{Price: price("3016"), Size: units("6", weth)},
		{Price: price("3014"), Size: units("6", weth)}}}
	s.held = map[common.Address]api.UserToken{
		usdc.Address: {Token: usdc, Balance: units("12480.55", usdc)},
		weth.Address: {Token: weth, Balance: units("31.4", weth),
			Allowances: map[common.Address]api.Amount{v6: units("20", weth)}},
		eth.Address: {Token: eth, Balance: units("4.2183", eth)},
	}
	return s
}

// stage is a console with the Swap screen in front.
type stage struct {
	*uitest.Kit
	s       *views.Session
	service *service
	number  uint64
}

func newStage(t testing.TB, service *service) *stage {
	t.Helper()
	st := &stage{service: service, number: 1233}
	st.s = viewtest.Session(t, service, network, eth, weth, usdc, dai)
	st.s.Market = api.Market{ChainID: 1337, Base: weth, Quote: usdc}
	st.Kit = uitest.New(t, st.s.Env,
		ui.Tab{Screen: &viewtest.Beside{Name: views.Markets}, Title: "Markets", Short: "Mkt"},
		ui.Tab{Screen: swap.New(st.s), Title: "Swap", Short: "Swap"})
	st.header()
	st.Press("2")
	return st
}

// header makes the newest block fresh.
func (st *stage) header() { viewtest.Fresh(st.Kit, st.s, st.number) }

// block lets a block come, as the console tells of it, while somebody looks.
func (st *stage) block() {
	st.number++
	st.header()
	st.Frame()
	st.Send(views.BlockSeen{Block: st.number})
}

// settle lets typing pause, answers come and the grace period of a dialog pass.
func (st *stage) settle() { viewtest.Settle(st.Kit, st.s, st.number) }

// quoted is a stage with ten WETH to sell.
func quoted(t testing.TB, service *service) *stage {
	t.Helper()
	st := newStage(t, service)
	st.Type("10")
	st.Advance(200 * time.Millisecond)
	return st
}

func refusal() (api.PriceRoute, error) {
	r := split()
	out := "24969.36"
	r.DestUSD, r.MaxImpactReached = &out, true
	e := api.Errorf(api.PriceImpactTooHigh,
		"the swap would lose 17.32%% of its value, more than 15%%: swap less, or raise maxImpact")
	e.Text, e.Value = "ESTIMATED_LOSS_GREATER_THAN_MAX_IMPACT", "17.32%"
	text, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	e.PriceRoute = text
	return api.PriceRoute{}, fmt.Errorf("prices: %w", e)
}
