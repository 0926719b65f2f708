package markets_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/markets"
	"bourse/views/viewtest"
)

var (
	weth = viewtest.WETH()
	usdc = viewtest.USDC()
	uni  = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"), Symbol: "UNI",
		Decimals: 18}
	rfq      = common.HexToAddress("0xe92b586627ccA7a83dC919cc7127196d70f55a06")
	executor = common.HexToAddress("0x6A000F20005980200259B80c5102003040001068")
	me       = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	other    = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	local    = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusRFQ: rfq, AugustusV6: executor,
			WrappedNative: weth.Address,
			Executors:     map[string]common.Address{api.OwnExecutor: {0xe1}}}}
	pair = api.Pair{Base: weth.Address, Quote: usdc.Address}
)

func units(s string, t api.Token) api.Amount { return viewtest.Units(s, t) }

func price(s string) api.Price {
	p, err := api.ParsePrice(s, 18, 6)
	if err != nil {
		panic(err)
	}
	return p
}

// service is an exchange whose book the test writes.
type service struct {
	apitest.Fake
	mu        sync.Mutex
	markets   []api.Market
	book      api.Book
	trades    []api.Trade
	candles   []api.Candle
	orders    []api.OrderRecord
	own       []api.Fill // the account's
	allowance api.Amount
	balance   api.Amount
	fails     error
	reads     map[string]int
	intervals []time.Duration
	fills     []api.FillRequest
	flatters  []api.Price // what is told of the best asks in place of their prices
	cancels   []api.CancelRequest
	sent      int
	hash      common.Hash // of the transaction sent last
	best      api.Price   // of the best route; unknown is 3,000
	priced    []api.PriceRequest
	swaps     []api.BuildRequest
	after     map[common.Address]api.Amount // balances once swapped transactions are sent
	swapped   int
	executed  api.Amount // the executor's allowance
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

// Prices sells a hundredth better and buys a hundredth cheaper than 3,000.
func (s *service) Prices(_ context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	at := price("3000")
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.best.Known() {
		at = s.best
	}
	s.priced = append(s.priced, r)
	route := api.PriceRoute{Side: r.Side, SrcAmount: r.Amount, DestAmount: r.Amount,
		SrcToken: common.HexToAddress(r.Src), DestToken: common.HexToAddress(r.Dest),
		SrcDecimals: *r.SrcDecimals, DestDecimals: *r.DestDecimals, Version: r.Version,
		ContractAddress: executor, TokenTransferProxy: executor, GasCost: "312441",
		BestRoute: []api.SwapRoute{{Percent: 100, Swaps: []api.SwapHop{{Exchanges: []api.SwapLeg{
			{Exchange: "UniswapV3", Percent: 60}, {Exchange: api.LimitOrders, Percent: 40}}}}}}}
	if r.Side == api.Sell {
		route.DestAmount = at.QuoteFor(r.Amount, api.Down)
	} else {
		route.SrcAmount = at.QuoteFor(r.Amount, api.Up)
	}
	return route, s.fails
}

func (s *service) Status(context.Context, uint64) (api.NetworkStatus, error) {
	return api.NetworkStatus{ChainID: 1337, GasPrice: api.NewAmount(2e9), Live: true,
		Head: api.BlockRef{Number: apitest.MinedIn}}, nil
}

// PrepareSwap pays the router; any transaction that the dialog can read will do.
func (s *service) PrepareSwap(_ context.Context, r api.BuildRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.swaps = append(s.swaps, r)
	return apitest.Honest{Contracts: local.Contracts}.Swap(r)
}

// read counts a question and gives the error that is set.
func (s *service) read(what string) error {
	s.reads[what]++
	return s.fails
}

func (s *service) Markets(context.Context, uint64) ([]api.Market, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.markets), s.read("markets")
}

func (s *service) Book(_ context.Context, _ uint64, p api.Pair, _ int) (api.Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p != pair {
		return api.Book{}, s.read("book")
	}
	told := s.book
	told.Asks = slices.Clone(told.Asks)
	for i, at := range s.flatters {
		told.Asks[i].Price = at
	}
	return told, s.read("book")
}

func (s *service) Trades(_ context.Context, _ uint64, p api.Pair, limit int) ([]api.Trade, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p != pair {
		return nil, s.read("trades")
	}
	return slices.Clone(s.trades[:min(limit, len(s.trades))]), s.read("trades")
}

func (s *service) Candles(_ context.Context, q api.CandleQuery) ([]api.Candle, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.intervals = append(s.intervals, q.Interval)
	if q.Pair != pair {
		return nil, s.read("candles")
	}
	return slices.Clone(s.candles), s.read("candles")
}

func (s *service) Orders(_ context.Context, q api.OrderQuery) (page api.OrderPage, err error) {
	if q.NFT {
		return page, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if o.Maker == *q.Maker && o.Type() == q.Type {
			page.Orders = append(page.Orders, o)
		}
	}
	return page, s.read("orders")
}

func (s *service) UserToken(_ context.Context, _ uint64, _, token common.Address) (api.UserToken,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	have, allowed := s.balance, s.executed
	for _, a := range s.Approvals() {
		if a.Spender == executor && a.Token == token {
			allowed = a.Amount
		}
	}
	if after, ok := s.after[token]; ok && s.sent >= s.swapped {
		have = after
	}
	if token == api.NativeToken {
		have = units("10", weth)
	}
	return api.UserToken{Token: api.Token{Address: token}, Balance: have,
			Allowances: map[common.Address]api.Amount{rfq: s.allowance, executor: allowed}},
		s.read("token")
}

func (s *service) FillableBalance(
	_ context.Context, _ uint64, _ common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	return map[common.Address]api.Amount{*token: api.NewAmount(1_000)}, nil
}

func (s *service) PrepareFill(_ context.Context, r api.FillRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fills = append(s.fills, r)
	var list []api.Order
	for _, l := range r.Legs {
		for i, o := range slices.Concat(s.book.Asks, s.book.Bids) {
			if o.Hash == l.Hash {
				list = append(list, orderOf(o, i >= len(s.book.Asks)))
			}
		}
	}
	return apitest.Honest{Contracts: local.Contracts}.Fill(r, list...), nil
}

// Fills are the account's, and what the last fill that was prepared has come to: its orders in
// turn.
func (s *service) Fills(_ context.Context, q api.FillQuery) ([]api.Fill, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.own)
	if err := s.read("fills"); err != nil || len(s.fills) == 0 {
		return out, err
	}
	r := s.fills[len(s.fills)-1]
	left := r.Total
	for _, l := range r.Legs {
		for i, o := range slices.Concat(s.book.Asks, s.book.Bids) {
			if o.Hash != l.Hash || r.Side != "" && left.IsZero() {
				continue
			}
			size := o.Size
			if r.Side != "" {
				size = size.Min(left)
			}
			left = left.Sub(size)
			f := api.Fill{OrderHash: o.Hash, Taker: *q.Account, TxHash: s.hash, MakerAmount: size,
				TakerAmount: o.Price.QuoteFor(size, api.Up)}
			f.MakerAsset.Address, f.TakerAsset.Address = weth.Address, usdc.Address
			if i >= len(s.book.Asks) {
				f.MakerAsset, f.TakerAsset = f.TakerAsset, f.MakerAsset
				f.MakerAmount, f.TakerAmount = o.Price.QuoteFor(size, api.Down), size
			}
			out = append(out, f)
		}
	}
	return out, nil
}

func (s *service) PrepareCancel(_ context.Context, r api.CancelRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancels = append(s.cancels, r)
	hashes := make([][32]byte, len(r.Hashes))
	for i, h := range r.Hashes {
		hashes[i] = h
	}
	return s.transaction(rfq, contracts.NewAugustusRFQ().PackCancelOrders(hashes)), nil
}

func (s *service) transaction(to common.Address, data []byte) api.Transaction {
	return api.Transaction{ChainID: 1337, From: me, To: to, Data: data, Gas: 90_000,
		GasPrice: api.NewAmount(2e9), GasUsed: 70_000}
}

func (s *service) SendTransaction(_ context.Context, _ uint64, raw []byte) (common.Hash, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	var tx types.Transaction
	err := tx.UnmarshalBinary(raw)
	s.hash = tx.Hash()
	return s.hash, err
}

func (s *service) count(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads[what]
}

func (s *service) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// side makes a side of a book: a price step of 0.50 away from the start, sizes as listed.
func side(start, step float64, maker func(i int) common.Address, sizes ...string) []api.BookOrder {
	out := make([]api.BookOrder, len(sizes))
	for i, size := range sizes {
		out[i] = api.BookOrder{
			Maker: maker(i),
			Price: price(fmt.Sprintf("%.2f", start+step*float64(i))), Size: units(size, weth),
			Expiry: uint64(uitest.Start.Unix()) + 7200,
		}
		o := orderOf(out[i], start < 3020)
		out[i].Hash = eip712.HashOrder(1337, rfq, &o)
	}
	return out
}

// orderOf is the order that stands in the book.
func orderOf(o api.BookOrder, bid bool) api.Order {
	out := api.Order{Maker: o.Maker, Expiry: o.Expiry,
		MakerAsset: api.Asset{Address: weth.Address}, TakerAsset: api.Asset{Address: usdc.Address},
		MakerAmount: o.Size, TakerAmount: o.Price.QuoteFor(o.Size, api.Up)}
	if bid {
		out.MakerAsset, out.TakerAsset = out.TakerAsset, out.MakerAsset
		out.MakerAmount, out.TakerAmount = o.Price.QuoteFor(o.Size, api.Down), o.Size
	}
	return out
}

var (
	askSizes = []string{"0.84", "1.2", "0.35", "4.1", "2.25", "0.9", "6", "1.75", "3.3", "0.6",
		"8.2", "2", "1"}
	bidSizes = []string{"1.1", "0.55", "2.4", "5", "0.75", "1.95", "3.6", "0.4", "7.1", "2.2",
		"1.3", "3", "4"}
)

func world() *service {
	mine := func(n int) func(int) common.Address {
		return func(i int) common.Address {
			if i == n {
				return me
			}
			return other
		}
	}
	s := &service{reads: map[string]int{},
		balance: units("12480.55", usdc), allowance: api.MaxAmount}
	s.book = api.Book{ChainID: 1337, Base: weth.Address, Quote: usdc.Address,
		Asks: side(3020.50, 0.5, mine(3), askSizes...),
		Bids: side(3019.50, -0.5, mine(3), bidSizes...)}
	s.markets = []api.Market{
		{Base: weth, Quote: usdc, Last: price("3020.5"), DayAgo: price("2984.68"),
			High: price("3061"), Low: price("2984.5"), Volume: units("1204.3", weth),
			BestBid: price("3019.5"), BestAsk: price("3020.5"), Makers: 18},
		{Base: uni, Quote: usdc, Last: price("7.412"), DayAgo: price("7.571")},
		{Base: uni, Quote: weth},
	}
	now := uint64(uitest.Start.Unix())
	for i, side := range []api.Side{
		api.Buy, api.Buy, api.Sell, api.Buy, api.Sell, api.Buy, api.Sell} {
		p := "3020.5"
		if side == api.Sell {
			p = "3019.5"
		}
		s.trades = append(s.trades, api.Trade{
			Pair: pair, Side: side, Price: price(p), Size: units(askSizes[i], weth),
			Time:   now - uint64(27+31*i),
			TxHash: common.BigToHash(api.NewAmount(uint64(0x9f00 + i)).Big()), LogIndex: uint(i)})
	}
	for i := range 60 {
		c := 3000 + float64(i*7%23) + float64(i)/3
		f := func(v float64) api.Price { return price(fmt.Sprintf("%.2f", v)) }
		s.candles = append(s.candles, api.Candle{
			Start: now - now%900 - uint64(59-i)*900, Open: f(c - 3), High: f(c + 5), Low: f(c - 6),
			Close:  f(c + float64(i%5) - 2),
			Volume: units(fmt.Sprint(1+i%9), weth), Trades: 3})
	}
	order := func(o api.BookOrder, bid bool, left string, state api.OrderState) api.OrderRecord {
		r := api.OrderRecord{ChainID: 1337, Hash: o.Hash, State: state}
		r.Maker = me
		r.MakerAsset.Address, r.TakerAsset.Address = weth.Address, usdc.Address
		r.MakerAmount, r.TakerAmount, r.FillableBalance = o.Size, o.Price.QuoteFor(o.Size, api.Up),
			units(left, weth)
		if bid {
			r.MakerAsset, r.TakerAsset = r.TakerAsset, r.MakerAsset
			r.MakerAmount, r.TakerAmount = r.TakerAmount, r.MakerAmount
			r.FillableBalance = o.Price.QuoteFor(units(left, weth), api.Down)
		}
		return r
	}
	s.orders = []api.OrderRecord{
		order(s.book.Asks[3], false, "4.1", api.Pending),
		order(s.book.Bids[3], true, "4.5", api.Pending),
		order(api.BookOrder{Hash: common.HexToHash("0xe9d2"), Price: price("2950"),
			Size: units("0.655", weth)}, true, "0.655", api.Suspended),
		order(api.BookOrder{Hash: common.HexToHash("0xdead"), Price: price("2900"),
			Size: units("1", weth)}, true, "0", api.Cancelled),
	}
	return s
}

// stage is a console with the Markets screen and three others that only take messages.
type stage struct {
	*uitest.Kit
	s       *views.Session
	service *service
	markets *markets.Screen
	order   *viewtest.Beside
	orders  *viewtest.Beside
}

func newStage(t testing.TB, service *service, beside ...*viewtest.Beside) *stage {
	t.Helper()
	return newStageIn(t, service, t.TempDir(), beside...)
}

// newStageIn keeps in a folder what is to outlive the session.
func newStageIn(t testing.TB, service *service, folder string,
	beside ...*viewtest.Beside) *stage {
	t.Helper()
	kept, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	st := &stage{service: service, order: &viewtest.Beside{Name: views.Order},
		orders: &viewtest.Beside{Name: views.Orders}}
	st.s = viewtest.Session(t, service, local, weth, usdc, uni)
	st.s.Preferences = kept
	st.markets = markets.New(st.s, nil)
	tabs := []ui.Tab{{Screen: st.markets, Title: "Markets", Short: "Mkt"},
		{Screen: st.order, Title: "Order", Short: "Order"},
		{Screen: st.orders, Title: "Orders", Short: "Orders"}}
	for _, b := range beside {
		tabs = append(tabs, ui.Tab{Screen: b, Title: string(b.Name), Short: string(b.Name)})
	}
	st.Kit = uitest.New(t, st.s.Env, tabs...)
	st.block()
	return st
}

// block makes the header fresh.
func (st *stage) block() { viewtest.Fresh(st.Kit, st.s, 1233) }

// settle lets the grace period of a dialog pass.
func (st *stage) settle() { viewtest.Settle(st.Kit, st.s, 1233) }

func nobodyMine(int) common.Address { return other }
