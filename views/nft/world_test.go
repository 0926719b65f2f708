package nft_test

import (
	"context"
	"crypto/rand"
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
	"bourse/views/nft"
	keys "bourse/wallet"
)

var (
	weth = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), Symbol: "WETH",
		Decimals: 18}
	usdc = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"), Symbol: "USDC",
		Decimals: 6}
	apes = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"), Symbol: "APE",
		Name: "Apes", Kind: api.ERC721}
	passes = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x00000000000000000000000000000000000Ba55e"), Symbol: "PASS",
		Name: "Passes", Kind: api.ERC1155}
	evil    = common.HexToAddress("0x00000000000000000000000000000000000bad00")
	rfq     = common.HexToAddress("0xe92b586627ccA7a83dC919cc7127196d70f55a06")
	swapper = common.HexToAddress("0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57")
	proxy   = common.HexToAddress("0x216B4B4Ba9F3e719726886d34a177484278Bfcae")
	main    = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	dev1    = common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	dev2    = common.HexToAddress("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC")
	local   = api.Network{ChainID: 1337, Name: "Local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusRFQ: rfq, AugustusSwapper: swapper,
			TokenTransferProxy: proxy, WrappedNative: weth.Address}}
)

// hostile is what the worst contract says of itself.
var hostile = "\x1b]0;owned\x07\x1b[2J\x1b[31m漢字 \u202eevil\u0000\xff\xfe" +
	strings.Repeat("A very long name ", 600)

func units(s string, t api.Token) api.Amount {
	a, err := api.ParseUnits(s, t.Decimals)
	if err != nil {
		panic(err)
	}
	return a
}

func one(t api.Token, id uint64) api.Asset {
	return api.Asset{Kind: t.Kind, Address: t.Address, ID: api.NewAmount(id)}
}

// service is an exchange of NFTs that answers as the real one: the book by the four parameters,
// lists by maker and taker.
type service struct {
	apitest.Fake
	mu         sync.Mutex
	orders     []api.OrderRecord
	polite     bool // the unlisted contract has an ordinary name
	poor       bool // the taker holds nothing
	unapproved bool // the taker has approved nothing
	sold       bool // makers hold nothing any more
	fails      error
	queries    []api.BookQuery
	cancels    []api.CancelRequest
	takes      []api.FillRequest
	mined      common.Hash // the newest transaction
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) OrderBook(_ context.Context, q api.BookQuery) (page api.OrderPage,
	err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queries = append(s.queries, q)
	matches := func(a api.Asset, address *common.Address, kind *api.AssetKind) bool {
		return (address == nil || *address == a.Address) && (kind == nil || *kind == a.Kind)
	}
	for _, r := range s.orders {
		if r.State == api.Pending && r.Type() == api.Limit &&
			matches(r.MakerAsset, q.MakerAsset, q.MakerAssetKind) &&
			matches(r.TakerAsset, q.TakerAsset, q.TakerAssetKind) {
			page.Orders = append(page.Orders, r)
		}
	}
	if q.Whole != nil && s.fails == nil {
		return api.OrderPage{}, q.Whole(page.Orders)
	}
	return page, s.fails
}

func (s *service) Orders(_ context.Context, q api.OrderQuery) (page api.OrderPage, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.orders {
		mine := q.Maker != nil && r.Maker == *q.Maker || q.Taker != nil &&
			r.TakerFromMeta() == *q.Taker
		if mine && r.Type() == q.Type {
			page.Orders = append(page.Orders, r)
		}
	}
	page.Total = len(page.Orders)
	return page, s.fails
}

func (s *service) Token(context.Context, uint64, common.Address) (api.Token, error) {
	if s.polite {
		return api.Token{ChainID: 1337, Address: evil, Symbol: "P", Name: "Polite",
			Kind: api.ERC721}, nil
	}
	return api.Token{ChainID: 1337, Address: evil, Symbol: hostile, Name: hostile,
		Kind: api.ERC721}, nil
}

func (s *service) UserToken(_ context.Context, _ uint64, account,
	token common.Address) (api.UserToken, error) {
	t := api.UserToken{Token: weth, Balance: units("100", weth),
		Allowances: map[common.Address]api.Amount{rfq: api.MaxAmount, proxy: api.MaxAmount}}
	if account == main && s.poor || account != main && s.sold {
		t.Balance = units("0.5", weth)
	}
	if account == main && s.unapproved {
		t.Allowances = nil
	}
	return t, s.fails
}

func (s *service) UserNFTs(context.Context, uint64, common.Address) ([]api.UserNFT, error) {
	return []api.UserNFT{
		{Asset: one(apes, 1), Balance: api.NewAmount(1)},
		{Asset: one(passes, 2), Balance: api.NewAmount(10), Approved: true},
	}, s.fails
}

func (s *service) UserNFT(_ context.Context, _ uint64, account common.Address,
	a api.Asset) (api.UserNFT, error) {
	n := api.UserNFT{Asset: a, Balance: api.NewAmount(1), Approved: account != main ||
		!s.unapproved}
	if a.Kind == api.ERC1155 {
		n.Balance = api.NewAmount(10)
	}
	if account == main && s.poor || account != main && s.sold {
		n.Balance = api.Amount{}
	}
	return n, s.fails
}

func (s *service) FillableBalance(
	context.Context, uint64, common.Address, *common.Address) (map[common.Address]api.Amount,
	error) {
	return map[common.Address]api.Amount{weth.Address: units("2", weth)}, nil
}

func (s *service) PrepareCancel(_ context.Context, r api.CancelRequest) (api.Transaction, error) {
	s.cancels = append(s.cancels, r)
	return apitest.Honest{Contracts: local.Contracts}.Cancel(r), nil
}

func (s *service) Order(_ context.Context, hash common.Hash, _ bool) (api.OrderRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if o.Hash == hash {
			return o, nil
		}
	}
	return api.OrderRecord{}, api.Errorf(api.NotFound, "no such order")
}

func (s *service) PrepareFill(_ context.Context, r api.FillRequest) (api.Transaction, error) {
	s.takes = append(s.takes, r)
	for _, o := range s.orders {
		if o.Hash == r.Legs[0].Hash {
			return apitest.Honest{Contracts: local.Contracts}.Fill(r, o.Order), nil
		}
	}
	return api.Transaction{}, api.Errorf(api.NotFound, "no such order")
}

func (s *service) Receipt(_ context.Context, _ uint64, hash common.Hash) (api.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mined = hash
	return api.Receipt{Hash: hash, Block: &api.BlockRef{Number: 7}, Success: true}, nil
}

// Fills are what the newest transaction has taken.
func (s *service) Fills(_ context.Context, q api.FillQuery) (fills []api.Fill, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.takes) == 0 {
		return nil, s.fails
	}
	leg := s.takes[len(s.takes)-1].Legs[0]
	for _, o := range s.orders {
		if o.Hash != leg.Hash {
			continue
		}
		pays := leg.TakerAmount
		if pays.IsZero() {
			pays = o.TakerAmountFor(o.FillableBalance)
		}
		fills = append(fills, api.Fill{OrderHash: o.Hash, Taker: *q.Account, TxHash: s.mined,
			MakerAsset: o.MakerAsset, TakerAsset: o.TakerAsset, TakerAmount: pays,
			MakerAmount: pays.MulDiv(o.MakerAmount, o.TakerAmount)})
	}
	return fills, s.fails
}

// order is one that can be filled.
func order(n byte, maker common.Address, gives api.Asset, count uint64, asks api.Asset,
	wants api.Amount, expiry time.Duration) api.OrderRecord {
	r := api.OrderRecord{Hash: common.Hash{n}, ChainID: 1337, State: api.Pending,
		CreatedAt: uitest.Start.Unix()}
	r.NFT, r.Maker, r.MakerAsset, r.TakerAsset, r.MakerAmount, r.TakerAmount = true, maker, gives,
		asks, api.NewAmount(count), wants
	r.NonceAndMeta = api.PackNonce(api.NewAmount(uint64(n)), common.Address{})
	r.FillableBalance, r.SwappableBalance = r.MakerAmount, r.MakerAmount
	if expiry != 0 {
		r.Expiry = uint64(uitest.Start.Add(expiry).Unix())
	}
	return r
}

func named(r api.OrderRecord, taker common.Address) api.OrderRecord {
	r.Taker, r.NonceAndMeta = taker, api.PackNonce(api.NewAmount(9), taker)
	return r
}

func many() []api.OrderRecord {
	coin := api.Asset{Address: weth.Address}
	bid := order(5, dev2, api.Asset{Address: usdc.Address}, 36_000_000_000, one(apes, 1),
		api.NewAmount(1), 72*time.Hour)
	gone := order(8, main, one(apes, 3), 1, coin, units("14", weth), 0)
	gone.State = api.Suspended
	old := named(order(9, dev1, one(apes, 77), 1, coin, units("9", weth), -time.Hour), main)
	old.State = api.Expired
	part := order(4, dev1, one(passes, 2), 10, coin, units("0.8", weth), 0)
	part.FillableBalance, part.SwappableBalance = api.NewAmount(6), api.NewAmount(6)
	return []api.OrderRecord{
		order(1, dev1, one(apes, 981), 1, coin, units("12.1", weth), 48*time.Hour),
		order(2, dev2, one(apes, 5530), 1, one(passes, 2), api.NewAmount(4), 9*time.Hour),
		order(3, dev1, api.Asset{Kind: api.ERC721, Address: evil, ID: api.MaxAmount}, 1, coin,
			units("1", weth), time.Hour),
		part, bid,
		named(order(6, dev1, one(apes, 4172), 1, coin, units("12.5", weth), 144*time.Hour), main),
		order(7, main, one(passes, 1), 3, coin, units("0.3", weth), time.Hour),
		gone, old,
	}
}

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
		Network:  local,
		Prices:   views.Prices{weth.Address: {Quote: units("3000", weth), Base: units("1", weth)}}}
	s.SetTokens([]api.Token{weth, usdc, apes, passes})
	if s.Account, err = w.Find("main"); err != nil {
		t.Fatal(err)
	}
	next := &target{}
	k := uitest.New(t, env, ui.Tab{Screen: nft.New(s), Title: "NFT", Short: "NFT"},
		ui.Tab{Screen: next, Title: "Order", Short: "Order"})
	return &stage{k, s, serv, next}
}

// accept signs and sends what is asked for.
func (st *stage) accept() {
	st.Advance(2 * time.Second)
	st.Press("S", "enter")
}

// on selects an order.
func (st *stage) on(n byte) { st.Send(views.ShowOrder{Hash: common.Hash{n}}) }
