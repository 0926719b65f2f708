package order_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/order"
	"bourse/wallet"
)

var (
	weth = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), Symbol: "WETH",
		Decimals: 18}
	usdc = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"), Symbol: "USDC",
		Decimals: 6}
	uni = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"), Symbol: "UNI",
		Decimals: 18}
	rfq     = common.HexToAddress("0xe92b586627ccA7a83dC919cc7127196d70f55a06")
	swapper = common.HexToAddress("0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57")
	me      = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	other   = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	local   = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusRFQ: rfq, AugustusSwapper: swapper,
			WrappedNative: weth.Address}}
	pair = api.Pair{Base: weth.Address, Quote: usdc.Address}
)

func units(s string, t api.Token) api.Amount {
	a, err := api.ParseUnits(s, t.Decimals)
	if err != nil {
		panic(err)
	}
	return a
}

func price(s string) api.Price {
	p, err := api.ParsePrice(s, 18, 6)
	if err != nil {
		panic(err)
	}
	return p
}

// service is an exchange with one book and one account.
type service struct {
	apitest.Fake
	mu      sync.Mutex
	book    api.Book
	held    map[common.Address]api.UserToken
	claimed map[common.Address]api.Amount
	fails   error
	refuses error
	created []api.OrderRequest
	state   api.OrderState
	offers  []api.OrderRecord // of NFTs
	asked   int               // funds
	permit  string            // of USDC
	bids    []api.OrderRecord // open ones for NFTs
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

// Orders lists what was created.
func (s *service) Orders(_ context.Context, q api.OrderQuery) (api.OrderPage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var page api.OrderPage
	if q.NFT && q.Type == api.Limit {
		page.Orders = slices.Clone(s.bids)
	}
	for _, r := range s.created {
		if r.Type == q.Type {
			page.Orders = append(page.Orders, api.OrderRecord{Order: r.Order,
				PermitMakerAsset: r.PermitMakerAsset, State: api.Pending})
		}
	}
	return page, nil
}

func (s *service) Book(_ context.Context, _ uint64, p api.Pair, _ int) (api.Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p != pair {
		return api.Book{}, s.fails
	}
	return s.book, s.fails
}

func (s *service) UserToken(_ context.Context, _ uint64, _, token common.Address) (api.UserToken,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	return s.held[token], s.fails
}

func (s *service) FillableBalance(
	context.Context, uint64, common.Address, *common.Address) (map[common.Address]api.Amount,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.claimed, s.fails
}

func (s *service) CreateOrder(
	_ context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuses != nil {
		return api.OrderRecord{}, false, s.refuses
	}
	s.created = append(s.created, r)
	return api.OrderRecord{Order: r.Order, ChainID: r.ChainID,
		Hash: eip712.HashOrder(r.ChainID, rfq, &r.Order), State: s.state}, true, nil
}

func (s *service) SendTransaction(ctx context.Context, chain uint64, raw []byte) (common.Hash,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held, approvals := s.held[usdc.Address], s.Approvals()
	held.Allowances = map[common.Address]api.Amount{rfq: approvals[len(approvals)-1].Amount}
	s.held[usdc.Address] = held
	return s.Fake.SendTransaction(ctx, chain, raw)
}

func (s *service) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// side makes a side of a book, half a quote unit apart.
func side(start, step float64, mine int, sizes ...string) []api.BookOrder {
	out := make([]api.BookOrder, len(sizes))
	for i, size := range sizes {
		out[i] = api.BookOrder{Hash: common.BytesToHash(
			fmt.Appendf(nil, "%02d %.2f order of this side", i, start)), Maker: other,
			Price: price(fmt.Sprintf("%.2f", start+step*float64(i))), Size: units(size, weth)}
		if i == mine {
			out[i].Maker = me
		}
	}
	return out
}

func world() *service {
	s := &service{state: api.Pending}
	s.book = api.Book{ChainID: 1337, Base: weth.Address, Quote: usdc.Address,
		Asks: side(3020.50, 0.5, -1, "0.84", "1.2", "0.35", "4.1", "2.25", "0.9"),
		Bids: side(3019.50, -0.5, 3, "1.1", "0.55", "2.4", "5", "0.75", "1.95")}
	s.held = map[common.Address]api.UserToken{
		usdc.Address: {Token: usdc, Balance: units("12480.55", usdc),
			Allowances: map[common.Address]api.Amount{rfq: units("5000", usdc)}},
		weth.Address: {Token: weth, Balance: units("3.1", weth),
			Allowances: map[common.Address]api.Amount{rfq: api.MaxAmount}},
		api.NativeToken: {Balance: units("4.2183", weth)},
	}
	s.claimed = map[common.Address]api.Amount{
		usdc.Address: units("3018.73", usdc), weth.Address: units("1.1", weth)}
	return s
}

// deaf is a screen that remembers what it was told.
type deaf struct {
	id  ui.ScreenID
	got []tea.Msg
}

func (d *deaf) ID() ui.ScreenID { return d.id }
func (*deaf) Init() tea.Cmd     { return nil }
func (d *deaf) Update(m tea.Msg) tea.Cmd {
	switch m.(type) {
	case ui.Header, views.MarketChanged, views.AccountChanged, views.PricesChanged:
	default:
		d.got = append(d.got, m)
	}
	return nil
}

// was tells whether the screen was told something.
func (d *deaf) was(told tea.Msg) bool {
	return slices.ContainsFunc(d.got, func(m tea.Msg) bool { return reflect.DeepEqual(m, told) })
}

func (*deaf) Draw(area cells.Box) string { return cells.Fit("", area.W, area.H) }
func (*deaf) Actions() []ui.Action       { return nil }
func (*deaf) Resize(cells.Box)           {}

// stage is a console with the Order screen in front.
type stage struct {
	*uitest.Kit
	s               *views.Session
	service         *service
	markets, orders *deaf
	screen          *order.Screen
}

// fixed is randomness of one byte.
type fixed byte

func (f fixed) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(f)
	}
	return len(p), nil
}

func newStage(t testing.TB, service *service) *stage {
	t.Helper()
	env, clock := uitest.NewEnv()
	w, err := wallet.Open(wallet.Options{
		Folder: t.TempDir(), Scrypt: wallet.Scrypt{N: 2, P: 1}, Now: clock.Now, Random: rand.Reader,
		Development: true})
	if err != nil {
		t.Fatal(err)
	}
	account, err := w.Find("main")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	st := &stage{service: service, markets: &deaf{id: views.Markets},
		orders: &deaf{id: views.Orders}}
	st.s = &views.Session{Context: ctx, Env: env, Service: service, Wallet: w,
		Exchange: apitest.On(service, local.ChainID), Network: local,
		Account: account, Random: fixed(0xff)}
	dollar := usdc
	dollar.Permit = service.permit
	st.s.Market = api.Market{ChainID: 1337, Base: weth, Quote: dollar, Last: price("3020.5")}
	st.s.SetTokens([]api.Token{weth, dollar, uni})
	st.screen = order.New(st.s)
	st.Kit = uitest.New(t, env, ui.Tab{Screen: st.markets, Title: "Markets", Short: "Mkt"},
		ui.Tab{Screen: st.screen, Title: "Order", Short: "Order"},
		ui.Tab{Screen: st.orders, Title: "Orders", Short: "Orders"})
	st.block()
	st.Press("2")
	return st
}

// block makes the header fresh.
func (st *stage) block() {
	st.Send(ui.Header{Mode: "LOCAL", Chain: "local", ChainShort: "loc", ChainID: 1337,
		Account: st.s.Account.Name,
		Address: st.s.Account.Address.Hex(), Block: 1233, BlockAt: st.Clock.Now(),
		BlockTime: time.Second, Conn: ui.Live})
}

// settle lets typing pause, answers come and the grace period of a dialog pass.
func (st *stage) settle() {
	st.Advance(2 * time.Second)
	st.block()
}
