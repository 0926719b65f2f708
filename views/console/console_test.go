package console

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/style"
	"bourse/ui/uitest"
	"bourse/wallet"
)

var (
	eth  = api.Token{ChainID: 1337, Address: api.NativeToken, Symbol: "ETH", Decimals: 18}
	weth = api.Token{ChainID: 1337, Address: common.Address{0xc0}, Symbol: "WETH", Decimals: 18}
	usdc = api.Token{ChainID: 1337, Address: common.Address{0xa0}, Symbol: "USDC", Decimals: 6}
)

// exchange is a service that tells of one quiet network.
type exchange struct {
	apitest.Fake
	status api.NetworkStatus
	fails  error
	open   []api.OrderRecord // of anybody
	deltas []api.DeltaRecord
	fills  []api.Fill // newest first
	// by their hash
	receipts map[common.Hash]api.Receipt
}

func (x *exchange) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func (x *exchange) Networks(context.Context) ([]api.Network, error) {
	return []api.Network{{ChainID: 1337, Name: "Local", Symbol: "ETH", BlockTime: time.Second,
		Local: true}}, nil
}
func (x *exchange) DeltaOrders(_ context.Context, q api.DeltaQuery) (
	list []api.DeltaRecord, err error) {
	for _, r := range x.deltas {
		if r.User == q.User {
			list = append(list, r)
		}
	}
	return list, x.fails
}
func (x *exchange) DeltaAgents(context.Context, uint64) ([]string, error) { return nil, nil }
func (x *exchange) Status(context.Context, uint64) (api.NetworkStatus, error) {
	return x.status, x.fails
}
func (x *exchange) Tokens(context.Context, uint64) ([]api.Token, error) {
	return []api.Token{eth, weth, usdc}, nil
}
func (x *exchange) Markets(context.Context, uint64) ([]api.Market, error) {
	return []api.Market{{ChainID: 1337, Base: weth, Quote: usdc}}, nil
}
func (x *exchange) UserToken(_ context.Context, _ uint64, account,
	token common.Address) (api.UserToken, error) {
	if token == api.NativeToken {
		return api.UserToken{Token: eth, Balance: units("4.21839", 18)}, nil
	}
	return api.UserToken{Token: usdc, Balance: units("12480.55", 6)}, nil
}
func (x *exchange) Collections(context.Context, uint64) ([]api.Token, error) { return nil, nil }
func (x *exchange) UserTokens(context.Context, uint64, common.Address) ([]api.UserToken, error) {
	return nil, nil
}
func (x *exchange) UserNFTs(context.Context, uint64, common.Address) ([]api.UserNFT, error) {
	return nil, nil
}
func (x *exchange) FillableBalance(
	context.Context, uint64, common.Address, *common.Address) (map[common.Address]api.Amount,
	error) {
	return nil, nil
}
func (x *exchange) Orders(_ context.Context, q api.OrderQuery) (p api.OrderPage, err error) {
	for _, o := range x.open {
		maker := q.Maker != nil && o.Maker == *q.Maker
		taker := q.Taker != nil && (o.Taker == *q.Taker || o.TakerFromMeta() == *q.Taker)
		if (maker || taker) && o.NFT == q.NFT && o.Type() == q.Type {
			p.Orders = append(p.Orders, o)
		}
	}
	return p, x.fails
}
func (x *exchange) OrderBook(context.Context, api.BookQuery) (api.OrderPage, error) {
	return api.OrderPage{}, nil
}
func (x *exchange) Book(context.Context, uint64, api.Pair, int) (api.Book, error) {
	return api.Book{}, nil
}
func (x *exchange) Trades(context.Context, uint64, api.Pair, int) ([]api.Trade, error) {
	return nil, nil
}
func (x *exchange) Candles(context.Context, api.CandleQuery) ([]api.Candle,
	error) {
	return nil, nil
}
func (x *exchange) Fills(_ context.Context, q api.FillQuery) (list []api.Fill, err error) {
	for _, f := range x.fills {
		if q.Account == nil || f.Maker == *q.Account || f.Taker == *q.Account {
			list = append(list, f)
		}
	}
	return list, x.fails
}
func (x *exchange) DeltaOrder(_ context.Context, id string) (api.DeltaRecord, error) {
	for _, r := range x.deltas {
		if r.ID == id {
			return r, nil
		}
	}
	return api.DeltaRecord{}, api.Errorf(api.NotFound, "no Delta order %s", id)
}
func (x *exchange) DeltaAuction(_ context.Context, id string) (api.DeltaAuction, error) {
	return api.DeltaAuction{ID: id, Events: []api.DeltaEvent{
		{Order: id, Seq: 1, To: api.DeltaNotStarted},
		{Order: id, Seq: 2, From: api.DeltaNotStarted, To: api.DeltaNotStarted, Block: 9,
			Time: uitest.Start.Add(5 * time.Second), Reason: "its trigger is met"}}}, nil
}
func (x *exchange) Receipt(_ context.Context, _ uint64, hash common.Hash) (api.Receipt, error) {
	return x.receipts[hash], x.fails
}
func (x *exchange) PriceUSD(_ context.Context, _ uint64, token common.Address) (api.Price, bool,
	error) {
	return api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}, token == usdc.Address, nil
}

func units(s string, decimals int) api.Amount {
	a, err := api.ParseUnits(s, decimals)
	if err != nil {
		panic(err)
	}
	return a
}

func at(n uint64) api.NetworkStatus {
	return api.NetworkStatus{ChainID: 1337, Live: true, Latency: 38 * time.Millisecond,
		GasPrice: units("12.4", 9),
		Head:     api.BlockRef{Number: n, Time: uint64(uitest.Start.Unix())}}
}

func config(t testing.TB, clock ui.Clock, open func(context.Context) (api.Service, error)) Config {
	t.Helper()
	w, err := wallet.Open(wallet.Options{
		Folder: t.TempDir(), Now: clock.Now, Random: rand.Reader, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	return Config{Open: open, Wallet: w, Mode: "DEMO", Clock: clock, Profile: style.TrueColor,
		Log: ui.NewLogRing(100, nil)}
}

// start opens a console on an exchange.
func start(t *testing.T, x *exchange) (*uitest.Kit, *Console) {
	t.Helper()
	return startWith(t, func(context.Context) (api.Service, error) { return x, nil }, "")
}

// startWith opens a console on a service, with a folder of what it keeps.
func startWith(t *testing.T, open func(context.Context) (api.Service, error),
	state string) (*uitest.Kit, *Console) {
	t.Helper()
	cfg := config(t, uitest.NewClock(), open)
	cfg.State = state
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return uitest.NewRoot(t, c.env, c.root), c
}

func TestHeaderFollowsTheNetwork(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(21_904_113)}
	k, c := start(t, x)
	k.Shows("BOURSE DEMO", "Local(1337)", "main 0xf39F…2266", "4.2183 ETH", "12,480.55 USDC",
		"blk 21,904,113", "12.4 gwei", "● live 38ms", "7 Wallet")
	x.status = at(21_904_114)
	k.Advance(time.Second)
	k.Shows("blk 21,904,114")
	x.fails = errors.New("gone")
	k.Advance(2 * time.Second)
	k.Shows("○ offline")
	x.fails, x.status.Live, x.status.Attempt = nil, false, 2
	x.status.Problem = "the node at eth.example refuses the key"
	k.Advance(2 * time.Second)
	k.Shows("reconnecting 2", "! Local is not live: the node at eth.example refuses the key")
	if p := c.host.s.Prices[usdc.Address]; !p.Known() || len(c.host.s.Prices) != 1 {
		t.Errorf("prices are %v", c.host.s.Prices)
	}
	k.Press("7")
	if k.Root.Active() != "wallet" {
		t.Errorf("7 shows %s", k.Root.Active())
	}
}

func TestAnotherAccountIsShownAtOnce(t *testing.T) {
	t.Parallel()
	k, c := start(t, &exchange{status: at(7)})
	k.Press("7", "down", "enter")
	k.Shows("dev1 0x7099…79C8", "4.2183 ETH")
	if c.host.s.Account.Name != "dev1" {
		t.Errorf("the session acts as %s", c.host.s.Account.Name)
	}
}

func TestFirstFrameDoesNotWaitForTheExchange(t *testing.T) {
	t.Parallel()
	clock := uitest.NewClock()
	c, err := New(config(t, clock, nil))
	if err != nil {
		t.Fatal(err)
	}
	c.root.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	c.root.Init() // its commands are not run
	if f := c.root.View(); !strings.Contains(f, "opening the exchange…") {
		t.Errorf("the first frame is\n%s", f)
	}
	if err := uitest.CheckText(c.root.View(), 120, 36); err != nil {
		t.Error(err)
	}
}

func TestOpeningThatFailsEndsTheConsole(t *testing.T) {
	t.Parallel()
	why := errors.New("the data folder is used by process 7")
	c, err := New(config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return nil, why }))
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	if !k.Quit || !errors.Is(c.host.failed, why) {
		t.Errorf("quit %v with %v", k.Quit, c.host.failed)
	}
}

func TestRunRestoresTheTerminalAndTellsWhyNot(t *testing.T) {
	t.Parallel()
	keys, typing, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer typing.Close()
	defer keys.Close()
	screen, err := os.Create(filepath.Join(t.TempDir(), "screen"))
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	why := errors.New("the data folder is used by process 7")
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return nil, why })
	cfg.In, cfg.Out, cfg.Getenv = keys, screen, func(string) string { return "" }
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); !errors.Is(err, why) {
		t.Errorf("ended with %v", err)
	}
	out, err := os.ReadFile(screen.Name())
	if err != nil || !strings.Contains(string(out), "\x1b[2J\x1b[H\x1b[?1049l") {
		t.Errorf("the alternate screen is not left (%v): %q", err, out)
	}
}

func TestMistakesInSettingsAreErrors(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings")
	if err := os.WriteFile(path, []byte("# mine\nkey wallet.nonsense = x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return &exchange{}, nil })
	cfg.Settings = path
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	if !k.Quit || c.host.failed == nil ||
		!strings.Contains(c.host.failed.Error(), "settings:2: there is no action") {
		t.Errorf("quit %v with %v", k.Quit, c.host.failed)
	}
	for _, change := range []func(*Config){
		func(c *Config) { c.Theme = "pink" }, func(c *Config) { c.Account = "nobody" },
	} {
		cfg := config(t, uitest.NewClock(), nil)
		change(&cfg)
		if _, err := New(cfg); err == nil {
			t.Error("a mistake is taken")
		}
	}
}

func TestEveryFrame(t *testing.T) {
	t.Parallel()
	k, _ := start(t, &exchange{status: at(7)})
	k.EveryFrame()
	k.CheckActions()
}

// Why a server elsewhere tells of old blocks nobody here knows.
func TestAServerThatTellsNothingNew(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(6)}
	open := func(context.Context) (api.Service, error) { return x, nil }
	cfg := config(t, uitest.NewClock(), open)
	cfg.Exchange = "127.0.0.1:42003"
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	k.Hides("tells nothing new")
	for range 6 { // its answers are the same
		k.Advance(time.Second)
	}
	k.Shows("127.0.0.1:42003 tells nothing new: its newest block is 6s old")
	for range 18 {
		k.Advance(time.Second)
	}
	k.Shows("stale 24s", "127.0.0.1:42003 tells nothing new: its newest block is 24s old")
	k.Hides("catches up")
	x.status.Head.Number, x.status.Head.Time = 7, x.status.Head.Time+25
	k.Advance(time.Second)
	k.Hides("tells nothing new")
}

// Orders end by the newest block: a server whose clock is two hours ahead is held against this one.
func TestAServerWhoseBlocksAreOfTheFuture(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(6)}
	open := func(context.Context) (api.Service, error) { return x, nil }
	cfg := config(t, uitest.NewClock(), open)
	cfg.Exchange = "127.0.0.1:42003"
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	k.Hides("this machine's clock")
	now := ui.Local(k.Clock.Now())
	x.status.Head.Number, x.status.Head.Time = 7, x.status.Head.Time+7200
	for range 3 {
		k.Advance(time.Second)
	}
	k.Shows("! 1h ahead", "127.0.0.1:42003 says that its newest block is of "+
		now.Add(2*time.Hour).Format(time.TimeOnly)+", and this machine's clock says ")
}

func TestNewcomersAreTold(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(6)}
	x.status.Head.Time -= 86_400
	k, _ := start(t, x)
	k.Shows("the local network catches up with the clock")
	x.status = at(74)
	x.status.Head.Time++
	k.Advance(time.Second)
	k.Shows("live: ↑↓ choose a price", "? lists the keys")
	k.Advance(30 * time.Second)
	k.Hides("? lists the keys")
}

// Quitting says what becomes of open orders.
func TestQuitSaysWhatBecomesOfOpenOrders(t *testing.T) {
	t.Parallel()
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return &exchange{status: at(7)}, nil })
	cfg.Leaving = "They go on without this console."
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	k.Press("2")
	k.Type("1")
	k.Press("tab")
	k.Type("3000")
	k.Press("q")
	k.Shows("an order that is not signed", cfg.Leaving)
}

// A service that tells of fills that the own node denies is said to once, in red and for later.
func TestInventedFillsAreTold(t *testing.T) {
	t.Parallel()
	x := &exchange{status: api.NetworkStatus{ChainID: 1337, Live: true,
		Head: api.BlockRef{Number: 8}}}
	k := again(t, x, t.TempDir(), nil)
	k.Advance(6 * time.Second)
	k.Hides("the chain has not")
	x.status.Invented = "far.example tells of fills that the chain has not"
	k.Advance(6 * time.Second)
	k.Shows("✗ far.example tells of fills that the chain has not")
	k.Press("8")
	k.Shows("far.example tells of fills that the chain has not")
	k.Advance(time.Minute)
	k.Shows("1 of 1")
}

// TestAStreamThatIsNotThereIsNotLive: what is read by time alone does not say that it is live.
func TestAStreamThatIsNotThereIsNotLive(t *testing.T) {
	x := &exchange{status: at(21904113)}
	x.status.Unheard = "your address has 64 open event streams"
	k, _ := start(t, x)
	k.Advance(time.Second)
	k.Shows("◐ no stream", "read every few seconds", "your address has 64 open event streams")
	k.Hides("● live")
	k.Resize(80, 24)
	k.Shows("◐ no stream")
	x.status.Unheard = ""
	k.Advance(2 * time.Second)
	k.Shows("● live")
	k.Hides("no stream", "read every few seconds")
}
