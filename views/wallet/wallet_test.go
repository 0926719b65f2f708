package wallet_test

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/sign"
	"bourse/views/viewtest"
	"bourse/views/wallet"
	keys "bourse/wallet"
)

var (
	weth  = viewtest.WETH()
	usdc  = api.Token{ChainID: 1337, Address: common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"), Symbol: "USDC", Decimals: 6, Permit: "ERC2612"}
	uni   = api.Token{ChainID: 1337, Address: common.HexToAddress("0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"), Symbol: "UNI", Decimals: 18}
	apes  = api.Token{ChainID: 1337, Address: common.HexToAddress("0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"), Symbol: "Apes", Kind: api.ERC721}
	eth   = api.Token{ChainID: 1337, Address: api.NativeToken, Symbol: "ETH", Decimals: 18}
	rfq   = common.HexToAddress("0xe92b586627ccA7a83dC919cc7127196d70f55a06")
	v6    = common.HexToAddress("0x6A000F20005980200259B80c5102003040001068")
	delta = common.HexToAddress("0x0000000000bbF5c5Fd284e657F01Bd000933C96D")
	main  = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	other = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	local = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusRFQ: rfq, AugustusV6: v6, Delta: delta, WrappedNative: weth.Address}}
)

func units(s string, t api.Token) api.Amount { return viewtest.Units(s, t) }

// service is an exchange with one busy account.
type service struct {
	api.Service // only the methods below are called
	mu          sync.Mutex
	bus         api.Bus
	asked       int
	fails       error
	approvals   []api.ApproveRequest
	wraps       []api.WrapRequest
	sent        int
	delta       []api.DeltaRecord
	fills       []api.Fill
	subscribed  chan struct{} // closed once the screen listens
}

func (s *service) UserTokens(_ context.Context, _ uint64, account common.Address) ([]api.UserToken, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.fails != nil {
		return nil, s.fails
	}
	row := func(t api.Token, balance string, allowed map[common.Address]api.Amount) api.UserToken {
		return api.UserToken{Token: t, Balance: units(balance, t), Allowances: allowed}
	}
	if account != main {
		return []api.UserToken{row(eth, "1", nil), row(weth, "0", nil)}, nil
	}
	return []api.UserToken{
		row(eth, "4.2183", nil),
		row(usdc, "12480.55", map[common.Address]api.Amount{rfq: units("5000", usdc), delta: {}, v6: {}}),
		row(weth, "3.1", map[common.Address]api.Amount{rfq: api.MaxAmount, delta: {}, v6: {}}),
		row(uni, "210", map[common.Address]api.Amount{rfq: units("400", uni), delta: {}, v6: api.MaxAmount}),
	}, nil
}

func (s *service) UserToken(_ context.Context, _ uint64, account, token common.Address) (api.UserToken, error) {
	held := api.UserToken{Token: apes}
	if account == main && token == apes.Address {
		held.Balance = api.NewAmount(2)
	}
	return held, nil
}

func (s *service) FillableBalance(_ context.Context, _ uint64, maker common.Address, _ *common.Address) (map[common.Address]api.Amount, error) {
	if maker != main {
		return nil, nil
	}
	return map[common.Address]api.Amount{usdc.Address: units("3018.73", usdc), weth.Address: units("2.5", weth), uni.Address: units("400", uni)}, nil
}

func (s *service) Orders(_ context.Context, q api.OrderQuery) (api.OrderPage, error) {
	var page api.OrderPage
	if *q.Maker != main || q.Type != api.Limit {
		return page, nil
	}
	for _, t := range []api.Token{usdc, usdc, weth, uni} {
		page.Orders = append(page.Orders, api.OrderRecord{Order: api.Order{MakerAsset: api.Asset{Address: t.Address}}, State: api.Pending})
	}
	page.Orders = append(page.Orders, api.OrderRecord{Order: api.Order{MakerAsset: api.Asset{Address: usdc.Address}}, State: api.Cancelled})
	return page, nil
}

func (s *service) Fills(_ context.Context, q api.FillQuery) ([]api.Fill, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if *q.Account != main {
		return nil, nil
	}
	return s.fills, nil
}

func (s *service) DeltaOrders(_ context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.User != main {
		return nil, nil
	}
	return s.delta, nil
}

func (s *service) Markets(context.Context, uint64) ([]api.Market, error) {
	return []api.Market{{Base: weth, Quote: usdc}}, nil
}

func (s *service) PrepareApprove(_ context.Context, r api.ApproveRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.approvals = append(s.approvals, r)
	token, err := contracts.StandardTokenMetaData.ParseABI()
	if err != nil {
		return api.Transaction{}, err
	}
	data, err := token.Pack("approve", r.Spender, r.Amount.Big())
	return api.Transaction{ChainID: r.ChainID, From: r.Owner, To: r.Token, Data: data, Gas: 60_000, GasPrice: api.NewAmount(2e9), GasUsed: 46_000}, err
}

func (s *service) PrepareWrap(_ context.Context, r api.WrapRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wraps = append(s.wraps, r)
	token, err := contracts.WrappedNativeMetaData.ParseABI()
	if err != nil {
		return api.Transaction{}, err
	}
	tx := api.Transaction{ChainID: r.ChainID, From: r.Owner, To: weth.Address, Gas: 60_000, GasPrice: api.NewAmount(2e9)}
	if r.Unwrap {
		tx.Data, err = token.Pack("withdraw", r.Amount.Big())
	} else {
		tx.Value = r.Amount
		tx.Data, err = token.Pack("deposit")
	}
	return tx, err
}

func (s *service) SendTransaction(_ context.Context, _ uint64, raw []byte) (common.Hash, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	var tx types.Transaction
	err := tx.UnmarshalBinary(raw)
	return tx.Hash(), err
}

func (s *service) Receipt(_ context.Context, _ uint64, hash common.Hash) (api.Receipt, error) {
	return api.Receipt{Hash: hash, Success: true, Block: &api.BlockRef{Number: 1234}}, nil
}

func (s *service) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	events := s.bus.Subscribe(ctx, topics...)
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.subscribed: // a transaction that waits for its receipt
	default:
		close(s.subscribed)
	}
	return events
}

// stage is a console with this one screen.
type stage struct {
	*uitest.Kit
	s       *views.Session
	service *service
	folder  string
}

const password = "correct horse"

func someFills() []api.Fill {
	at := func(hour, minute int) api.BlockRef {
		return api.BlockRef{Number: 1000, Time: uint64(time.Date(2026, 11, 21, hour, minute, 0, 0, time.UTC).Unix())}
	}
	fill := func(n int64, block api.BlockRef, maker, taker common.Address, gives, gets api.Token, gave, got string) api.Fill {
		return api.Fill{ChainID: 1337, Maker: maker, Taker: taker, MakerAsset: api.Asset{Address: gives.Address}, TakerAsset: api.Asset{Address: gets.Address},
			MakerAmount: units(gave, gives), TakerAmount: units(got, gets), Block: block, TxHash: common.BigToHash(big.NewInt(n))}
	}
	yesterday := at(11, 21)
	yesterday.Time -= 86400
	return []api.Fill{ // newest first
		fill(5, at(16, 41), main, other, weth, usdc, "2", "6100"), // sold 2 of 2: cost 6,040 → +60
		fill(4, at(15, 2), other, main, weth, usdc, "1", "3040"),  // bought 1
		fill(3, at(14, 0), main, other, uni, usdc, "10", "75"),    // sold what was not bought here
		fill(2, at(12, 0), main, other, weth, usdc, "1", "2990"),  // sold 1 of 2: cost 3,000 → −10
		fill(1, yesterday, main, other, usdc, weth, "6000", "2"),  // bought 2
	}
}

func newStage(t testing.TB) *stage {
	t.Helper()
	env, clock := uitest.NewEnv()
	env.ExportDir = t.TempDir()
	folder := t.TempDir()
	w, err := keys.Open(keys.Options{Folder: folder, Scrypt: keys.Scrypt{N: 2, P: 1}, Now: clock.Now, Random: rand.Reader, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.ImportMnemonic("hot", keys.NewSecret([]byte(strings.Repeat("abandon ", 11)+"about")), 0, keys.NewSecret([]byte(password))); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Watch("whale", other); err != nil {
		t.Fatal(err)
	}
	account, err := w.Find("main")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	st := &stage{service: &service{fills: someFills(), subscribed: make(chan struct{})}, folder: folder}
	one := func(t api.Token, usd string) api.Price {
		q, err := api.ParseUnits(usd, 18)
		if err != nil {
			panic(err)
		}
		return api.Price{Quote: q, Base: units("1", t)}
	}
	st.s = &views.Session{Context: ctx, Env: env, Service: st.service, Wallet: w, Network: local, Account: account,
		Prices: views.Prices{usdc.Address: one(usdc, "1"), weth.Address: one(weth, "3020"), eth.Address: one(eth, "3020")}}
	st.s.SetTokens([]api.Token{eth, weth, usdc, uni, apes})
	env.Header = ui.Header{}
	st.Kit = uitest.NewScreen(t, env, wallet.New(st.s))
	st.block()
	return st
}

// block makes the header fresh.
func (st *stage) block() { viewtest.Fresh(st.Kit, st.s, 1233) }

// settle lets the grace period of a dialog pass.
func (st *stage) settle() { viewtest.Settle(st.Kit, st.s, 1233) }

func (st *stage) focus(pane string) {
	for range 5 {
		if st.pane() == pane {
			return
		}
		st.Press("tab")
	}
	st.T.Fatalf("there is no pane %s", pane)
}

// pane finds the focused pane by its heavy border.
func (st *stage) pane() string {
	for line := range strings.SplitSeq(st.Frame(), "\n") {
		for title, name := range map[string]string{"━ Accounts": "accounts", "━ Balances": "balances", "━ Allowances": "allowances", "━ Fills": "fills"} {
			if strings.Contains(line, title) {
				return name
			}
		}
	}
	return ""
}

func TestShowsWhatTheAccountHas(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Shows("12,480.55", "4.2183", "3,018.73", "9,461.82", "−190.0000", "12,739.26", "total ≈", "34,581.81",
		"! UNI: open orders need 400.0000 but you hold 210.0000; those orders show as not fully covered.",
		"! unlimited, unused", "! unlimited", "2 orders", "permit or approve", "Apes", "main", "open (dev)", main.Hex())
	st.Press("G")
	st.Shows("hot", "whale", "watch only", "locked", other.Hex())
}

func TestRealisedAtAverageCost(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Shows("realised today +50.00 USD", "+60.00 USDC", "−10.00 USDC", "−2.0000", "3,050.00", "11-20 11:21", "16:41:00")
	st.s.Prices = nil
	st.Send(views.PricesChanged{})
	st.Shows("realised today 0.00 USD without USDC", "—")
}

func TestApproveExact(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("allowances")
	st.Press("g", "down", "down", "down") // riskiest first: unlimited and unused, unlimited, then by symbol
	st.Press("a")
	st.Shows("How much USDC may", "order contract", "3018.73")
	st.Press("ctrl+u")
	st.Type("1.2345678")
	st.Press("enter")
	st.Shows("7 digits after the point; this token has 6")
	st.Press("ctrl+u")
	st.Type("100")
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND transaction · Approve", "100.00 USDC", "! open orders need 3018.73 USDC")
	st.Press("S", "enter")
	if len(st.service.approvals) != 1 || st.service.approvals[0] != (api.ApproveRequest{ChainID: 1337, Owner: main, Token: usdc.Address, Spender: rfq, Amount: units("100", usdc)}) || st.service.sent != 1 {
		t.Errorf("asked %+v, sent %d", st.service.approvals, st.service.sent)
	}
	if text := st.Root.Note().Text; text != "approve USDC: done in block 1,234" {
		t.Errorf("the message row says %q", text)
	}
}

func TestRevokeAndUnlimited(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("allowances")
	st.Press("g", "R")
	st.settle()
	st.Shows("Revoke an approval", "takes the right away")
	st.Press("S", "enter")
	st.Press("A")
	st.settle()
	st.Shows("UNLIMITED", "Type unlimited to go on")
	st.Press("S", "enter", "enter")
	if st.service.sent != 1 {
		t.Fatalf("sent %d", st.service.sent)
	}
	st.Type("unlimited")
	st.Press("enter", "enter")
	if a := st.service.approvals; len(a) != 2 || !a[0].Amount.IsZero() || a[0].Spender != v6 || a[1].Amount != api.MaxAmount || st.service.sent != 2 {
		t.Errorf("asked %+v, sent %d", a, st.service.sent)
	}
}

func TestWrapAndUnwrap(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Press("w")
	st.Shows("How much ETH? You hold 4.2183.")
	st.Type("5")
	st.Press("enter")
	st.Shows("you hold 4.2183 ETH only")
	st.Press("ctrl+u")
	st.Type("0.5")
	st.Press("enter")
	st.settle()
	st.Shows("Wrap ETH", "0.50 ETH", "0.50 WETH")
	st.Press("S", "enter")
	st.Press("W")
	st.Type("3.1")
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	if w := st.service.wraps; len(w) != 2 || w[0].Unwrap || w[0].Amount != units("0.5", weth) || !w[1].Unwrap || w[1].Amount != units("3.1", weth) || st.service.sent != 2 {
		t.Errorf("asked %+v, sent %d", w, st.service.sent)
	}
}

// choose puts the cursor on an account.
func (st *stage) choose(name string) {
	st.focus("accounts")
	st.Press("/")
	st.Type(name)
	st.Press("enter")
	st.T.Helper()
	st.Shows("▸")
}

func TestUseUnlockLockRename(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.choose("hot")
	st.Press("enter")
	if st.s.Account.Name != "hot" || st.s.Account.Open {
		t.Fatalf("trading as %+v", st.s.Account)
	}
	st.Shows("Balances · hot", "1.0000")
	st.Hides("12,480.55")
	st.Press("u")
	st.Type("not it at all")
	st.Hides("not it at all")
	st.Press("enter")
	st.Shows("wrong password")
	st.Press("ctrl+u")
	st.Type(password)
	st.Press("enter")
	if !st.s.Account.Open {
		t.Fatal("not unlocked")
	}
	st.Shows("hot is open")
	st.Press("l")
	if st.s.Account.Open {
		t.Error("not locked")
	}
	st.Press("u")
	st.Paste(password)
	st.Press("enter")
	for range 3 {
		st.Advance(keys.DefaultIdle - time.Minute)
		st.Press("down")
		st.block()
	}
	if !st.s.Account.Open {
		t.Error("locked although someone is there")
	}
	st.Advance(keys.DefaultIdle)
	st.block()
	if st.s.Account.Open {
		t.Error("open after ten idle minutes")
	}
	st.Press("r")
	st.Press("ctrl+u")
	st.Type("Main")
	st.Press("enter")
	st.Shows("there is already an account named")
	st.Press("ctrl+u")
	st.Type("cold")
	st.Press("enter")
	if st.s.Account.Name != "cold" {
		t.Errorf("trading as %+v", st.s.Account)
	}
}

func TestNewDeriveImport(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("accounts")
	st.Press("n")
	st.Type("savings")
	st.Press("tab")
	st.Type("12345678")
	st.Press("tab")
	st.Type("12345679")
	st.Press("enter")
	st.Shows("the two passwords differ")
	st.Press("backspace")
	st.Type("8")
	st.Press("enter")
	made, err := st.s.Wallet.Find("savings")
	if err != nil || !made.Seeded || len(st.Root.Dialogs()) != 0 {
		t.Fatalf("%+v, %v", made, err)
	}
	st.Press("d")
	st.Type("second")
	st.Press("tab")
	st.Type("12345678")
	st.Press("enter")
	if a, err := st.s.Wallet.Find("second"); err != nil || a.Index != 1 {
		t.Fatalf("%+v, %v", a, err)
	}

	st.Press("i", "tab")
	st.Type("raw")
	st.Press("tab")
	st.Paste(strings.Repeat("01", 32))
	st.Hides("0101")
	st.Press("tab")
	st.Type(password)
	st.Press("tab")
	st.Type(password)
	st.Press("enter")
	raw, err := st.s.Wallet.Find("raw")
	if err != nil || raw.Address != common.HexToAddress("0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1") {
		t.Fatalf("%+v, %v", raw, err)
	}
	file, err := st.s.Wallet.ExportKeystore(raw.Address, keys.NewSecret([]byte(password)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key.json")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	st.Press("i", "right", "right", "tab")
	st.Type("again")
	st.Press("tab")
	st.Type(path)
	st.Press("tab")
	st.Type(password)
	st.Press("enter")
	st.Shows(`already here as "raw"`)
	st.Press("esc")
	st.Press("i", "left", "tab")
	st.Type("eye")
	st.Press("tab")
	st.Type("0x00000000219ab540356cBB839Cbe05303d7705Fb")
	st.Press("enter")
	st.Shows("EIP-55 checksum: check each digit")
	st.Press("ctrl+u")
	st.Type("0x00000000219ab540356cBB839Cbe05303d7705Fa")
	st.Press("enter")
	if a, err := st.s.Wallet.Find("eye"); err != nil || a.Kind != keys.WatchedOnly {
		t.Fatalf("%+v, %v", a, err)
	}
}

func TestWatchOnlyLooksButDoesNotAct(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.choose("whale")
	st.Press("enter")
	for _, key := range []ui.Key{"w", "W", "u", "l"} {
		st.Press(key)
		if text := st.Root.Note().Text; len(st.Root.Dialogs()) != 0 || !strings.Contains(text, "watch-only") {
			t.Errorf("%s: %q", key, text)
		}
	}
}

func TestErrorsKeepTheOldRows(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.mu.Lock()
	st.service.fails = api.Errorf(api.ChainUnavailable, "the node does not answer")
	st.service.mu.Unlock()
	st.Send(ui.Refresh{})
	st.Shows("could not read balances", "could not read fills: the node does not answer", "12,480.55")
	st.service.mu.Lock()
	st.service.fails = nil
	st.service.mu.Unlock()
	st.Advance(5 * time.Second)
	st.Send(ui.Refresh{})
	st.Hides("could not read")
}

func TestReadsAgainWhenSomethingHappensButNotTooOften(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	asked := func() int { st.service.mu.Lock(); defer st.service.mu.Unlock(); return st.service.asked }
	first := asked()
	st.Advance(10 * time.Second)
	<-st.service.subscribed
	st.service.bus.Publish(api.Event{Topic: api.TopicBlock, ChainID: 1337})
	st.WaitFor("a question after a block", func() bool { return asked() == first+1 })
	st.Send(ui.Refresh{}) // asked for by the user: at once
	if asked() != first+2 {
		t.Errorf("r asks %d times", asked()-first-1)
	}
	st.Send(sign.Mined{})
	st.Send(sign.Mined{})
	if asked() != first+2 {
		t.Error("asks again at once")
	}
	st.Advance(3 * time.Second)
	if asked() != first+3 {
		t.Errorf("after a pause: asked %d times more", asked()-first-2)
	}
}

func TestExportAndCopy(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Press("y", "c")
	if len(st.Copied) != 2 || st.Copied[0] != main.Hex() || !strings.Contains(st.Copied[1], "local (chain id 1337) only, to "+main.Hex()) {
		t.Errorf("copied %q", st.Copied)
	}
	st.focus("balances")
	st.Press("e")
	files, err := filepath.Glob(filepath.Join(st.Env.ExportDir, "balances-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(text), "USDC,12480.55,") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.CheckActions()
	st.Goldens("normal")
	st.EveryFrame()
	st.focus("allowances")
	st.Goldens("allowances")
	st.focus("accounts")
	st.Press("i")
	st.Goldens("import")
	st.EveryFrame()
	st.Press("esc")
	st.choose("hot")
	st.Press("enter")
	st.Goldens("empty")
	st.EveryFrame()
	st.service.mu.Lock()
	st.service.fails = errors.New("connection refused")
	st.service.mu.Unlock()
	st.Send(ui.Refresh{})
	st.Goldens("error")
	st.EveryFrame()
}

func TestRandomKeysNeverBreakTheFrame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		newStage(t).Fuzz(seed, 250, "e") // e writes files
	}
}

func BenchmarkFrame(b *testing.B) {
	st := newStage(b)
	st.Bench(b)
}
