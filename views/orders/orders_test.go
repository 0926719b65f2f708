package orders_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/orders"
	keys "bourse/wallet"
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
	evil = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x00000000000000000000000000000000000bad00"),
		Symbol:  "漢字\x1b[31mA very long name \u202e", Decimals: 18}
	apes = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"), Symbol: "Apes",
		Kind: api.ERC721}
	rfq = common.HexToAddress("0xe92b586627ccA7a83dC919cc7127196d70f55a06")

	swapper, proxy = common.Address{0x5a}, common.Address{0x9e}
	main           = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	dev1           = common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	local          = api.Network{ChainID: 1337, Name: "Local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusRFQ: rfq, WrappedNative: weth.Address,
			AugustusSwapper: swapper, TokenTransferProxy: proxy}}
)

func units(s string, t api.Token) api.Amount {
	a, err := api.ParseUnits(s, t.Decimals)
	if err != nil {
		panic(err)
	}
	return a
}

// service is an exchange with orders of several kinds.
type service struct {
	apitest.Fake
	mu        sync.Mutex
	orders    []api.OrderRecord
	fills     []api.Fill
	allowance api.Amount
	fails     error
	away      error // why the network in front does not answer
	bids      bool  // the book has both sides
	cancels   []api.CancelRequest
	created   []api.OrderRequest
	between   func() // what happens while a cancellation is mined
	unmined   bool   // no transaction is in a block
	unheard   error  // the answer to what is posted, which is there all the same
	takes     []api.FillRequest
	sent      common.Hash // the newest transaction
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) Orders(_ context.Context, q api.OrderQuery) (page api.OrderPage, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.orders {
		mine := q.Maker != nil && r.Maker == *q.Maker || q.Taker != nil &&
			r.TakerFromMeta() == *q.Taker
		if mine && r.ChainID == q.ChainID && r.NFT == q.NFT && r.Type() == q.Type {
			page.Orders = append(page.Orders, r)
		}
	}
	page.Total = len(page.Orders)
	return page, s.fails
}

func (s *service) Fills(_ context.Context, q api.FillQuery) (out []api.Fill, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.fills {
		if (q.Order == nil || f.OrderHash == *q.Order) &&
			(q.Before == nil || q.Before.After(f.Mark())) {
			out = append(out, f)
		}
	}
	if q.Limit > 0 {
		out = out[:min(len(out), q.Limit)]
	}
	if q.Account != nil && len(s.takes) > 0 { // the newest fill, of 2 WETH for 6,036 USDC
		out = append(out, api.Fill{OrderHash: s.takes[len(s.takes)-1].Legs[0].Hash, TxHash: s.sent,
			Taker: *q.Account, MakerAsset: api.Asset{Address: weth.Address},
			TakerAsset: api.Asset{Address: usdc.Address}, MakerAmount: units("2", weth),
			TakerAmount: units("6036", usdc)})
	}
	return out, s.fails
}

func (s *service) Markets(_ context.Context, chain uint64) ([]api.Market, error) {
	if chain != local.ChainID {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return []api.Market{
		{Base: weth, Quote: usdc, Last: api.Price{
			Quote: units("3020", usdc), Base: units("1", weth)}},
		{Base: uni, Quote: usdc, Last: api.Price{Quote: units("7.6", usdc), Base: units("1", uni)}},
	}, s.away
}

func (s *service) Book(context.Context, uint64, api.Pair, int) (api.Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	price := func(p string) api.Price {
		return api.Price{Quote: units(p, usdc), Base: units("1", weth)}
	}
	b := api.Book{Asks: []api.BookOrder{
		{Hash: common.Hash{9}, Price: price("3020"), Size: units("1", weth)},
		{Hash: common.Hash{8}, Price: price("3021"), Size: units("1.39", weth)},
		{Hash: common.Hash{1}, Price: price("3022"), Size: units("2.5", weth)},
	}}
	if s.bids {
		b.Bids = []api.BookOrder{{Hash: common.Hash{7}, Price: price("3018"),
			Size: units("1", weth)}}
	}
	return b, nil
}

func (s *service) UserToken(_ context.Context, _ uint64, _, token common.Address) (api.UserToken,
	error) {
	return api.UserToken{Token: usdc, Balance: units("10000", usdc),
		Allowances: map[common.Address]api.Amount{rfq: s.allowance}}, nil
}

func (s *service) FillableBalance(
	context.Context, uint64, common.Address, *common.Address) (map[common.Address]api.Amount,
	error) {
	return map[common.Address]api.Amount{usdc.Address: units("100", usdc)}, nil
}

func (s *service) PrepareCancel(_ context.Context, r api.CancelRequest) (api.Transaction, error) {
	s.cancels = append(s.cancels, r)
	return apitest.Honest{Contracts: local.Contracts}.Cancel(r), nil
}

func (s *service) Order(_ context.Context, h common.Hash, _ bool) (api.OrderRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.orders {
		if r.Hash == h {
			return r, nil
		}
	}
	return api.OrderRecord{}, api.Errorf(api.NotFound, "no such order")
}

func (s *service) CreateOrder(_ context.Context, r api.OrderRequest) (api.OrderRecord, bool,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.created = append(s.created, r)
	record := api.OrderRecord{Order: r.Order, Hash: common.Hash{0xee}, ChainID: 1337,
		State: api.Pending, FillableBalance: r.Order.MakerAmount, CreatedAt: uitest.Start.Unix()}
	if s.unheard != nil {
		return api.OrderRecord{}, false, s.unheard
	}
	s.orders = append(s.orders, record)
	return record, true, nil
}

func (s *service) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	s.takes = append(s.takes, r)
	o, err := s.Order(ctx, r.Legs[0].Hash, false)
	return apitest.Honest{Contracts: local.Contracts}.Fill(r, o.Order), err
}

func (s *service) SendTransaction(ctx context.Context, chain uint64, raw []byte) (common.Hash,
	error) {
	if s.between != nil {
		s.between()
	}
	hash, err := s.Fake.SendTransaction(ctx, chain, raw)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = hash
	return hash, err
}

func (s *service) Receipt(_ context.Context, _ uint64, hash common.Hash) (api.Receipt, error) {
	if s.unmined {
		return api.Receipt{Hash: hash, Waits: true}, nil
	}
	return api.Receipt{Hash: hash, Block: &api.BlockRef{Number: 7}, Success: true}, nil
}

// order is a record of main's with a price, not filled and covered, made some time ago.
func order(n byte, maker, taker api.Token, gives, wants string, ago time.Duration) api.OrderRecord {
	r := api.OrderRecord{Hash: common.Hash{n}, ChainID: 1337, State: api.Pending,
		CreatedAt: uitest.Start.Add(-ago).Unix()}
	r.Maker, r.MakerAmount, r.TakerAmount = main, units(gives, maker), units(wants, taker)
	r.MakerAsset, r.TakerAsset = api.Asset{Address: maker.Address, Kind: maker.Kind},
		api.Asset{Address: taker.Address, Kind: taker.Kind}
	r.Expiry = uint64(uitest.Start.Add(23*time.Hour + 10*time.Minute).Unix())
	r.FillableBalance, r.MakerBalance, r.SwappableBalance = r.MakerAmount, r.MakerAmount,
		r.MakerAmount
	return r
}

func many() []api.OrderRecord {
	sell := order(1, weth, usdc, "2.5", "7555", 50*time.Minute)
	buy := order(2, usdc, weth, "1207.2", "0.4", 2*time.Hour)
	buy.FillableBalance = units("1086.48", usdc)
	buy.MakerBalance, buy.SwappableBalance = buy.FillableBalance, buy.FillableBalance
	peer := order(3, uni, usdc, "400", "3040", 5*time.Hour)
	peer.NonceAndMeta = api.PackNonce(api.NewAmount(7), dev1)
	peer.Expiry = uint64(uitest.Start.Add(41 * time.Minute).Unix())
	peer.MakerBalance, peer.SwappableBalance = units("210", uni), units("210", uni)
	nft := order(4, apes, weth, "1", "12.5", 24*time.Hour)
	nft.NFT, nft.MakerAsset.ID, nft.Expiry = true, api.NewAmount(4172), 0
	done := order(5, weth, usdc, "1", "3000", 25*time.Hour)
	done.State, done.FillableBalance = api.Fulfilled, api.Amount{}
	gone := order(6, weth, usdc, "2", "6000", 48*time.Hour)
	gone.State, gone.FillableBalance, gone.TransactionHash = api.Cancelled, api.Amount{},
		&common.Hash{0xca}
	odd := order(7, weth, usdc, "1", "3000", 72*time.Hour)
	odd.State = "FROZEN"
	offer := order(8, weth, usdc, "2", "6036", time.Minute)
	offer.Maker, offer.NonceAndMeta = dev1, api.PackNonce(api.NewAmount(8), main)
	return []api.OrderRecord{sell, buy, peer, nft, done, gone, odd, offer}
}

// stage is the screen on a service.
type stage struct {
	*uitest.Kit
	s    *views.Session
	serv *service
	next *target
}

// target stands for the order form.
type target struct{ got []tea.Msg }

func (*target) ID() ui.ScreenID { return views.Order }
func (*target) Init() tea.Cmd   { return nil }
func (t *target) Update(m tea.Msg) tea.Cmd {
	t.got = append(t.got, m)
	return nil
}
func (*target) Draw(a cells.Box) string { return cells.Fit("form", a.W, a.H) }
func (*target) Actions() []ui.Action    { return nil }
func (*target) Resize(cells.Box)        {}

func newStage(t testing.TB, serv *service) *stage {
	t.Helper()
	return newStageIn(t, serv, "")
}

// newStageIn keeps what outlives a session in a folder, unless that is "".
func newStageIn(t testing.TB, serv *service, folder string) *stage {
	t.Helper()
	env, clock := uitest.NewEnv()
	env.ExportDir = t.TempDir()
	env.Header = ui.Header{Mode: "DEMO", Chain: "Local", ChainID: 1337, Account: "main",
		Address: main.Hex(), Block: 7, Conn: ui.Live}
	w, err := keys.Open(keys.Options{
		Folder: t.TempDir(), Now: clock.Now, Random: rand.Reader, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	s := &views.Session{Context: context.Background(), Env: env, Service: serv, Wallet: w,
		Exchange: apitest.On(serv, 1337),
		Network:  local}
	if folder != "" {
		if s.Preferences, err = views.OpenPreferences(folder); err != nil {
			t.Fatal(err)
		}
	}
	s.SetTokens([]api.Token{weth, usdc, uni, apes, evil})
	if s.Account, err = w.Find("main"); err != nil {
		t.Fatal(err)
	}
	next := &target{}
	k := uitest.New(t, env, ui.Tab{Screen: orders.New(s), Title: "Orders", Short: "Orders"},
		ui.Tab{Screen: next, Title: "Order", Short: "Order"})
	return &stage{k, s, serv, next}
}

// settle passes the quiet time of guarded dialogs.
func (st *stage) settle() { st.Advance(2 * time.Second) }

// accept signs and sends what is asked for.
func (st *stage) accept() {
	st.settle()
	st.Press("S", "enter")
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.CheckActions()
	st.Goldens("normal")
	st.EveryFrame()
	st.Press("down", "space", "space", "x")
	st.Goldens("cancel")
	st.EveryFrame()

	st = newStage(t, &service{})
	st.Goldens("empty")
	st.EveryFrame()

	st = newStage(t, &service{orders: many()})
	st.serv.fails = api.Errorf(api.ChainUnavailable, "the node does not answer; try again")
	st.Advance(time.Minute)
	st.Press("r")
	st.Advance(2 * time.Second)
	st.Goldens("error") // the old rows stay
	st.EveryFrame()

	hostile := order(1, evil, usdc, "1000000000", "0.000001", time.Hour)
	hostile.MakerBalance = api.Amount{}
	st = newStage(t, &service{orders: []api.OrderRecord{hostile}})
	st.Goldens("hostile")
	st.EveryFrame()
}

func TestFirstFrameSaysThatItLoads(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{})
	frame := orders.New(st.s).Draw(cells.Box{W: 120, H: 32})
	if err := uitest.CheckText(frame, 120, 32); err != nil ||
		!strings.Contains(frame, "loading orders…") {
		t.Errorf("before any answer (%v):\n%s", err, frame)
	}
}

// What can still be filled or cancelled is on top, below it what has ended, each newest first.
func TestOpenOrdersAreOnTop(t *testing.T) {
	t.Parallel()
	list := many()
	list[0].State, list[0].FillableBalance = api.Cancelled, api.Amount{} // made after all but one
	st := newStage(t, &service{orders: list})
	st.Press("down", "x")
	st.Shows("cancels 0x0200")
}

func TestWhatTheListTells(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Shows("open 4 · all kinds", "▼S", "WETH/USDC", "3,022.00", "2.500 WETH", "in 23h 10m",
		"● PENDING", "✓ FULFILLED", "100%", "✗ CANCELLED", "? FROZEN",
		"Apes #4172", "12.50", "never", "OFFER", "10%",
		"UNI/USDC P2P: 400.0000 UNI offered, only 210.0000 UNI covered, ends in 41m")
	st.Press("v")
	st.Shows("open 4 · limit")
	st.Hides("Apes")
	st.Press("v", "v")
	st.Shows("offers to me", "OFFER")
	st.Hides("● LMT", "Apes")
	st.Press("v", "v")
	st.Shows("all kinds")
}

// TestWhereOrdersExecute: whoever fills an order pays the gas, 0.003 ETH here, which is 9 USDC.
func TestWhereOrdersExecute(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.s.GasPrice = api.NewAmount(20e9)
	st.s.Prices = views.Prices{usdc.Address: {Quote: units("1", weth), Base: units("1", usdc)}}
	st.s.Prices[api.NativeToken] = api.Price{Quote: units("3000", weth), Base: units("1", weth)}
	st.Press("down")
	st.Shows("executes at", "3,025.60", // 3,022 + 9/2.5
		"3,025.60 USDC, which pays the taker's gas too",
		"2,993.00") // 3,018 − 9/0.36
	st.Resize(80, 24)
	st.Shows("executes at 3,025.60 USDC, which pays the taker's gas too")
}

// TestDustExecutesNowhere: of one WETH that was sold for 3,025 USDC in two parts a few wei are left
// by the rounding of the parts, for which nobody pays the gas. They are worth less than the least
// piece of what they cost, at no price of the market does anybody take them, and that is said.
func TestDustExecutesNowhere(t *testing.T) {
	t.Parallel()
	dust := many()[:1]
	dust[0].FillableBalance, dust[0].SwappableBalance = api.NewAmount(20), api.NewAmount(20)
	st := newStage(t, &service{orders: dust})
	st.s.GasPrice = api.NewAmount(20e9)
	st.s.Prices = views.Prices{usdc.Address: {Quote: units("1", weth), Base: units("1", usdc)}}
	st.s.Prices[api.NativeToken] = api.Price{Quote: units("3000", weth), Base: units("1", weth)}
	st.Resize(80, 24)
	st.Shows("executes at — ", "what is left is worth less than the gas to take it")
	st.Hides("000,000,000")
	st.Resize(120, 40)
	st.Shows("what is left is worth less than the gas to take it")
	st.Hides("000,000,000")
}

func TestDetailFollowsTheSelection(t *testing.T) {
	t.Parallel()
	fill := api.Fill{OrderHash: common.Hash{1}, MakerAsset: api.Asset{Address: weth.Address},
		TakerAsset:  api.Asset{Address: usdc.Address},
		MakerAmount: units("0.5", weth), TakerAmount: units("1511", usdc), Taker: dev1,
		Block: api.BlockRef{Number: 21, Time: uint64(uitest.Start.Unix())}}
	st := newStage(t, &service{orders: many(), fills: []api.Fill{fill}})
	st.Press("down")
	st.Shows("order 0x0100…0000  LIMIT sell 2.500 WETH @ 3,022.00 USDC", "main "+main.Hex(),
		"anyone", "2500000000000000000 raw", "✓ covered",
		"2 prices better · 2.390 WETH offered at them", "1 fill ", "0.500 WETH for 1,511.00 USDC",
		"2026-11-21 16:41:34")
	st.Press("down", "down")
	st.Shows("! not covered", "taker  dev1 "+dev1.Hex())
	st.Send(views.ShowOrder{Hash: common.Hash{6}})
	st.Shows("tx "+common.Hash{0xca}.Hex(), "0 fills")
}

// An order that is filled by fills that nobody has told of yet is not said to have 0 of them, and
// those that are told of are not said to be all.
func TestFillsThatAreNotKnown(t *testing.T) {
	t.Parallel()
	part := func(of byte, weths, usdcs string) api.Fill {
		return api.Fill{OrderHash: common.Hash{of}, MakerAsset: api.Asset{Address: weth.Address},
			TakerAsset:  api.Asset{Address: usdc.Address},
			MakerAmount: units(weths, weth), TakerAmount: units(usdcs, usdc), Taker: dev1,
			Block: api.BlockRef{Number: 21, Time: uint64(uitest.Start.Unix())}}
	}
	for _, width := range []int{80, 120} {
		st := newStage(t, &service{orders: many()})
		st.Resize(width, 36)
		st.Send(views.ShowOrder{Hash: common.Hash{5}})
		st.Shows("FULFILLED", "filled, and by which fills is not known yet")
		st.Hides("0 fills")
		st.serv.fills = []api.Fill{part(5, "0.4", "1200")}
		st.Press("r")
		st.settle()
		st.Shows("1 fill known, and not yet all")
		st.serv.fills = append(st.serv.fills, part(5, "0.6", "1800"))
		st.Press("r")
		st.settle()
		st.Shows("2 fills")
		st.Hides("not yet all")
	}
}

// TestFillsOfABuyOrder: what a purchase pays is in the quote token, and its price is the one that
// was typed, although the integers that were signed make a little more.
func TestFillsOfABuyOrder(t *testing.T) {
	t.Parallel()
	bid := order(1, usdc, weth, "1500", "0.499168053244592345", time.Minute) // 3005 typed
	fill := api.Fill{OrderHash: bid.Hash, MakerAsset: bid.MakerAsset, TakerAsset: bid.TakerAsset,
		MakerAmount: units("750.000001", usdc), TakerAmount: units("0.249584026622296173", weth),
		Taker: dev1, Block: api.BlockRef{Number: 21, Time: uint64(uitest.Start.Unix())}}
	st := newStage(t, &service{orders: []api.OrderRecord{bid}, fills: []api.Fill{fill}})
	st.Shows("buy 0.499 WETH @ 3,005.00 USDC", "0.249 WETH for 750.01 USDC")
}

func TestCancelOneManyAndAll(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Send(views.ShowOrder{Hash: common.Hash{1}})
	st.Press("x")
	st.settle()
	st.Shows("cancels "+format.Hash(common.Hash{1})+" sell 2.500 WETH @ 3,022.00 USDC",
		"[ Keep it ]◂")
	st.Press("enter") // the default signs nothing, and nobody reads that it cancels
	st.Shows("left as it is: nothing was signed")
	if len(st.serv.Sent()) != 0 {
		t.Fatal("⏎ alone cancels")
	}
	st.Press("x")
	st.accept()
	st.serv.cancels = st.serv.cancels[1:]
	if c := st.serv.cancels; len(c) != 1 || len(c[0].Hashes) != 1 ||
		c[0].Hashes[0] != (common.Hash{1}) || c[0].Maker != main || len(st.serv.Sent()) != 1 {
		t.Fatalf("cancelled %v, sent %d", c, len(st.serv.Sent()))
	}
	st.Send(views.ShowOrder{Hash: common.Hash{1}})
	st.Press("space", "space", "x")
	st.Shows("Cancel 2 orders", "sell 2.500 WETH @ 3,022.00 USDC", "buy 0.400 WETH @ 3,018.00 USDC",
		"[ No ]")
	st.settle()
	st.Press("y")
	if len(st.serv.cancels) != 1 {
		t.Fatal("a letter cancels several")
	}
	st.Press("tab", "enter")
	st.accept()
	if c := st.serv.cancels; len(c) != 2 || len(c[1].Hashes) != 2 {
		t.Fatalf("cancelled %v", c)
	}
	st.Press("X")
	st.Shows("Cancel all open orders", "cancels 4 orders")
	st.Press("esc")
	st.Send(views.ShowOrder{Hash: common.Hash{6}})
	st.Press("x")
	if n := st.Root.Note(); n.Text != "cancel: it is not open" {
		t.Errorf("the message row says %q", n.Text)
	}
	st.Press("enter")
	if n := st.Root.Note(); !strings.HasSuffix(n.Text, ": it is not open") ||
		strings.HasPrefix(n.Text, "cancel") {
		t.Errorf("asked to take what has ended, the message row says %q", n.Text)
	}
}

// TestCancelAllIsWhatWasShown: an order that comes while the question stands is no part of it.
func TestCancelAllIsWhatWasShown(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()[:2]})
	st.Press("X")
	st.Shows("cancels 2 orders:", "sell 2.500 WETH @ 3,022.00 USDC",
		"buy 0.400 WETH @ 3,018.00 USDC")
	st.serv.mu.Lock()
	st.serv.orders = append(st.serv.orders,
		order(9, weth, usdc, "1", "3030", time.Minute))
	st.serv.mu.Unlock()
	st.Send(ui.Refresh{})
	st.settle()
	st.Shows("cancels 2 orders:")
	st.Press("tab", "enter")
	st.settle()
	st.Shows("! 1 order has come since, and stays open")
	st.accept()
	if c := st.serv.cancels; len(c) != 1 || len(c[0].Hashes) != 2 {
		t.Fatalf("cancelled %+v", c)
	}
}

// One order is not told as several.
func TestOneOpenOrder(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()[:1]})
	st.Press("X")
	st.Shows("Cancel all open orders", "cancels 1 order:", "[ Cancel 1 order ]")
}

// What an order that goes through a swap contract costs is allowed to that.
// TestDialogsEndWithTheirOrder: what would be signed about an order that nobody can fill any more
// closes itself and says so.
func TestDialogsEndWithTheirOrder(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{
		{"x"}, {"m"}, {"m", "alt+4", "enter"}, {"space", "space", "x"}, // 1 and 2 are marked
		{"enter", "enter"}, // 8 is an offer to this account
	} {
		st := newStage(t, &service{orders: many(), allowance: api.MaxAmount})
		on := common.Hash{1}
		if keys[0] == "enter" {
			on = common.Hash{8}
		}
		st.Send(views.ShowOrder{Hash: on})
		for _, key := range keys {
			st.Press(key)
			st.settle()
		}
		if open := st.Root.Dialogs(); len(open) == 0 {
			t.Fatalf("%v opens nothing:\n%s", keys, st.Frame())
		}
		st.serv.mu.Lock()
		for _, i := range []int{0, 1, 7} {
			st.serv.orders[i].State = api.Fulfilled
			st.serv.orders[i].FillableBalance = api.Amount{}
		}
		st.serv.mu.Unlock()
		st.Send(ui.Refresh{})
		st.Advance(2 * time.Second)
		if open := st.Root.Dialogs(); len(open) != 0 {
			t.Errorf("%v: %v stands over an order that has ended", keys, open)
		}
		st.Shows("has ended meanwhile: FULFILLED")
	}
}

// TestAnOfferIsHeldAgainstTheMarket: who names one as the taker may ask what he likes.
func TestAnOfferIsHeldAgainstTheMarket(t *testing.T) {
	t.Parallel()
	list := many()
	list[7].MakerAmount = units("1", weth)
	list[7].TakerAmount, list[7].FillableBalance = units("4000", usdc), list[7].MakerAmount
	list[7].MakerBalance, list[7].SwappableBalance = list[7].MakerAmount, list[7].MakerAmount
	st := newStage(t, &service{orders: list, allowance: api.MaxAmount, bids: true})
	st.Send(views.ShowOrder{Hash: common.Hash{8}})
	st.Press("enter", "enter")
	st.settle()
	st.Shows("! price 32.50% worse than the middle of the book",
		`Type "WETH/USDC" to go on`, "in all at most 4,000.00 USDC and")
	st.Press("S", "enter", "enter")
	if len(st.serv.Sent()) != 0 {
		t.Fatal("it is taken without a word")
	}
	st.Type("WETH/USDC")
	st.Press("enter", "enter")
	if len(st.serv.Sent()) != 1 {
		t.Fatalf("sent %d:\n%s", len(st.serv.Sent()), st.Frame())
	}
}

// TestAnOfferByAWordAloneSaysSo: that its maker has signed an offer, whose key has not, is said to
// be a word alone: in its record, where something is approved for it, and where it is taken.
func TestAnOfferByAWordAloneSaysSo(t *testing.T) {
	t.Parallel()
	list := many()
	list[7].ToldBy = "far.example"
	st := newStage(t, &service{orders: list})
	st.Send(views.ShowOrder{Hash: common.Hash{8}})
	const said = "far.example alone says that its maker signed it"
	st.Hides("✓ covered")
	st.Shows("by the word of far.example alone", said)
	st.Press("enter", "enter")
	st.Shows("1 of 2", "! "+said)
	st.accept()
	st.settle()
	st.Shows("2 of 2", "! "+said)
}

// ask is an offer of one of the Apes by somebody else.
func ask(n byte, id uint64, wants string) api.OrderRecord {
	r := order(n, apes, usdc, "0", wants, time.Minute)
	r.NFT, r.MakerAsset.ID, r.Maker = true, api.NewAmount(id), dev1
	r.MakerAmount, r.FillableBalance = api.NewAmount(1), api.NewAmount(1)
	r.MakerBalance, r.SwappableBalance = api.NewAmount(1), api.NewAmount(1)
	return r
}

// TestAnNFTOfferIsHeldAgainstTheMarket: an offer of an NFT is as well.
func TestAnNFTOfferIsHeldAgainstTheMarket(t *testing.T) {
	t.Parallel()
	offer := ask(8, 7, "900")
	offer.NonceAndMeta = api.PackNonce(api.NewAmount(8), main)
	serv := &service{orders: []api.OrderRecord{offer}, allowance: api.MaxAmount}
	serv.OnOrderBook = func(_ context.Context, q api.BookQuery) (p api.OrderPage, _ error) {
		if q.MakerAsset != nil {
			p.Orders = []api.OrderRecord{ask(9, 2, "500")}
		}
		return p, nil
	}
	st := newStage(t, serv)
	st.Send(views.ShowOrder{Hash: common.Hash{8}})
	st.Press("enter")
	st.settle()
	st.Shows("! price 80.00% worse than the floor of 500.00 USDC", `Type "Apes" to go on`)
	st.Press("S", "enter", "enter")
	if len(serv.Sent()) != 0 {
		t.Fatal("it is taken without a word")
	}
}

func TestTakeAnOfferThroughTheSwapContract(t *testing.T) {
	t.Parallel()
	s := &service{orders: many()}
	i := slices.IndexFunc(s.orders,
		func(o api.OrderRecord) bool { return o.Hash == common.Hash{8} })
	s.orders[i].Taker = swapper
	st := newStage(t, s)
	st.Send(views.ShowOrder{Hash: common.Hash{8}})
	st.Press("enter", "enter")
	if a := st.serv.Approvals(); len(a) != 1 || a[0].Amount != units("6036", usdc) ||
		a[0].Spender != proxy {
		t.Fatalf("approved %v, want the price", a)
	}
}

// TestDustIsNotTaken: fills round down, and what they leave can't be bought.
func TestDustIsNotTaken(t *testing.T) {
	t.Parallel()
	s := &service{orders: many()}
	i := slices.IndexFunc(s.orders,
		func(o api.OrderRecord) bool { return o.Hash == common.Hash{8} })
	s.orders[i].FillableBalance, s.orders[i].SwappableBalance = api.NewAmount(1), api.NewAmount(1)
	st := newStage(t, s)
	st.Send(views.ShowOrder{Hash: common.Hash{8}})
	st.Press("enter")
	if n := st.Root.Note(); len(st.Root.Dialogs()) != 0 ||
		!strings.Contains(n.Text, "less than the smallest payment buys") {
		t.Errorf("%v is open, the message row says %q", st.Root.Dialogs(), n.Text)
	}
}

func TestTakeAnOffer(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Send(views.ShowOrder{Hash: common.Hash{8}})
	st.Press("enter")
	st.Shows("How much WETH to get, at most 2?", "All of it costs 6,036.00 USDC")
	st.Press("enter") // all of it
	if a := st.serv.Approvals(); len(a) != 1 || a[0].Amount != units("6136", usdc) ||
		a[0].Spender != rfq {
		t.Fatalf("approved %v, want the price and what open orders need", a)
	}
	st.accept()
	if f := st.serv.takes; len(f) != 1 || f[0].Taker != main ||
		f[0].Legs[0].Hash != (common.Hash{8}) || !f[0].Legs[0].TakerAmount.IsZero() {
		t.Fatalf("took %v", f)
	}
	st.settle()
	st.Shows("2 of 2", "[ Cancel ]◂")
	st.accept()
	if len(st.serv.Sent()) != 2 {
		t.Errorf("sent %d transactions, want the approval and the fill", len(st.serv.Sent()))
	}
	st.settle()
	if note := st.Root.Note().Text; note !=
		"bought 2.000 WETH for 6,036.00 USDC (3,018.00): 1 order, block 7" {
		t.Errorf("the message row says %q", note)
	}
	st.serv.allowance = api.MaxAmount
	st.Press("enter", "ctrl+u")
	st.Type("0.5")
	st.Press("enter")
	if f := st.serv.takes; len(f) != 2 || f[1].Legs[0].TakerAmount != units("1509", usdc) {
		t.Fatalf("took %v", f)
	}
	st.Press("esc", "enter", "ctrl+u")
	st.Type("2.1")
	st.Press("enter")
	st.Shows("at most 2 WETH can be taken")
}

func TestCopyOrderJSONCopyAndExport(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Send(views.ShowOrder{Hash: common.Hash{2}})
	st.Press("y", "o")
	st.Shows(`"orderHash": "0x02`, `"state": "PENDING"`)
	if len(st.Copied) != 1 || st.Copied[0] != (common.Hash{2}).Hex() {
		t.Errorf("copied %v", st.Copied)
	}
	st.Press("esc", "e", "c")
	if st.Root.Active() != views.Order || len(st.next.got) == 0 {
		t.Fatal("c does not open the form")
	}
	got, ok := st.next.got[len(st.next.got)-1].(views.NewOrder)
	if !ok || got.Side != api.Buy || got.Pair.Base != weth.Address || got.From == nil ||
		got.From.Hash != (common.Hash{2}) ||
		got.Price.Format(18, 6, 2, api.Down) != "3,018.00" {
		t.Errorf("the form is told %+v", got)
	}
	files, err := filepath.Glob(filepath.Join(st.Env.ExportDir, "orders-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("exported %v (%v)", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"LMT,BUY,WETH/USDC,3018,,0.4,0.36,0.04,10%,PENDING,2026-11-22T15:51:34Z",
		(common.Hash{2}).Hex()} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the export lacks %q:\n%s", want, text)
		}
	}
}

func TestLiveUpdatesKeepSelectionSortAndMarks(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Send(views.ShowOrder{Hash: common.Hash{2}})
	st.Press("space", "up", "s")
	st.Shows("kind ↑")
	st.serv.mu.Lock()
	st.serv.orders = append(st.serv.orders, order(20, weth, usdc, "9", "27000", 0))
	st.serv.mu.Unlock()
	for range 100 { // the screen subscribes in a goroutine of its own
		st.serv.Bus.Publish(api.Event{Topic: api.TopicOrder, ChainID: 1337, Key: "x"})
	}
	st.Advance(2 * time.Second)
	st.Press("r")
	st.Advance(2 * time.Second)
	st.Shows("9.000 WETH", "kind ↑", "order 0x0200…0000")
	st.Press("y")
	if st.Copied[0] != (common.Hash{2}).Hex() {
		t.Errorf("the selection moved to %s", st.Copied[0])
	}
	st.Press("x")
	st.settle()
	st.Shows("cancels 0x0200")
}

func TestAnotherAccountStartsOver(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	account, err := st.s.Wallet.Find("dev1")
	if err != nil {
		t.Fatal(err)
	}
	st.s.Account = account
	st.Send(views.AccountChanged{})
	st.Shows("OFFER", "UNI/USDC", "● PENDING", "open 1")
	st.Hides("Apes", "CANCELLED")
}

func TestRecordsSurviveTheWire(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(many())
	if err != nil {
		t.Fatal(err)
	}
	var back []api.OrderRecord
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	st := newStage(t, &service{orders: back})
	st.Shows("Apes #4172", "open 4")
	if strings.Contains(st.Root.Note().Text, "Apes") {
		t.Error("an NFT order is said to be uncovered where another service gives no balance of it")
	}
}

func TestRandomKeysNeverBreakTheFrame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		newStage(t, &service{orders: many()}).Fuzz(seed, 150, "e")
	}
}

func BenchmarkFrame(b *testing.B) {
	var list []api.OrderRecord
	for i := range 250 {
		r := order(1, weth, usdc, "2.5", "7555", time.Duration(i)*time.Minute)
		r.Hash = common.Hash{byte(i), 1}
		list = append(list, r)
	}
	st := newStage(b, &service{orders: list})
	st.Bench(b)
}
