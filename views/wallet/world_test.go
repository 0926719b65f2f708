package wallet_test

import (
	"context"
	"crypto/rand"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/viewtest"
	"bourse/views/wallet"
	keys "bourse/wallet"
)

var (
	weth = viewtest.WETH()
	usdc = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"), Symbol: "USDC",
		Decimals: 6, Permit: "ERC2612"}
	uni = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"), Symbol: "UNI",
		Decimals: 18}
	apes = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"), Symbol: "Apes",
		Kind: api.ERC721}
	passes = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x00000000000000000000000000000000000Ba55e"), Symbol: "PASS",
		Name: "Passes", Kind: api.ERC1155}
	// what nobody lists
	odd = api.Token{ChainID: 1337, Address: common.HexToAddress(
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"), Symbol: "ODD", Decimals: 4}
	// what nobody lists, by the name of what is listed
	fake = api.Token{ChainID: 1337, Address: common.HexToAddress(
		"0x1111111111111111111111111111111111118438"), Symbol: "USDC", Decimals: 18}
	eth   = api.Token{ChainID: 1337, Address: api.NativeToken, Symbol: "ETH", Decimals: 18}
	rfq   = common.HexToAddress("0xe92b586627ccA7a83dC919cc7127196d70f55a06")
	v6    = common.HexToAddress("0x6A000F20005980200259B80c5102003040001068")
	delta = common.HexToAddress("0x0000000000bbF5c5Fd284e657F01Bd000933C96D")
	vault = common.HexToAddress("0x00700052c0608F670705380a4900e0a8080010CC")
	// of version 5
	claimer = common.HexToAddress("0x4F14fE8c86A00D6DFB9e91239738499Fc0F587De")
	main    = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	other   = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	local   = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusRFQ: rfq, AugustusV6: v6, Delta: delta,
			WrappedNative: weth.Address, FeeVault: vault, FeeClaimer: claimer}}
)

func units(s string, t api.Token) api.Amount { return viewtest.Units(s, t) }

// service is an exchange with one busy account.
type service struct {
	apes atomic.Bool // whether the collection of Apes is approved
	sold atomic.Bool // no NFT is held
	odd  atomic.Bool // ODD is told among what is held, as it was traded
	apitest.Fake
	mu        sync.Mutex
	asked     int
	fails     error
	wraps     []api.WrapRequest
	claims    []api.ClaimRequest
	fees      map[common.Address]api.Amount // of USDC that main has earned as a partner
	transfers []api.TransferRequest
	delta     []api.DeltaRecord
	fills     []api.Fill
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) UserTokens(_ context.Context, _ uint64, account common.Address) ([]api.UserToken,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails != nil {
		return nil, s.fails
	}
	row := func(t api.Token, balance string, allowed map[common.Address]api.Amount) api.UserToken {
		return api.UserToken{Token: t, Balance: units(balance, t), Allowances: allowed}
	}
	if account != main {
		return []api.UserToken{row(eth, "1", nil), row(weth, "0", nil)}, nil
	}
	list := []api.UserToken{
		row(eth, "4.2183", nil),
		row(usdc, "12480.55", map[common.Address]api.Amount{
			rfq: units("5000", usdc), delta: {}, v6: {}}),
		row(weth, "3.1", map[common.Address]api.Amount{rfq: api.MaxAmount, delta: {}, v6: {}}),
		row(uni, "210", map[common.Address]api.Amount{
			rfq: units("400", uni), delta: {}, v6: api.MaxAmount}),
	}
	list[1].Fees = s.fees
	if s.odd.Load() {
		list = append(list, row(odd, "5", nil))
	}
	return list, nil
}

// UserNFTs are two Apes and a dozen of a Pass.
func (s *service) UserNFTs(_ context.Context, _ uint64,
	account common.Address) (list []api.UserNFT, err error) {
	s.mu.Lock()
	s.asked++
	s.mu.Unlock()
	if account == main && !s.sold.Load() {
		for _, a := range []struct {
			token  api.Token
			id, of uint64
		}{{apes, 2, 1}, {apes, 7, 1}, {passes, 1, 12}} {
			list = append(list, api.UserNFT{Balance: api.NewAmount(a.of),
				Approved: a.token == apes && s.apes.Load(), Asset: api.Asset{
					Kind: a.token.Kind, Address: a.token.Address, ID: api.NewAmount(a.id)}})
		}
	}
	return list, nil
}

func (s *service) UserNFT(_ context.Context, _ uint64, _ common.Address,
	a api.Asset) (api.UserNFT, error) {
	return api.UserNFT{Asset: a, Approved: a.Address == apes.Address && s.apes.Load()}, nil
}

func (s *service) Token(_ context.Context, _ uint64, a common.Address) (api.Token, error) {
	for _, t := range []api.Token{odd, fake} {
		if t.Address == a {
			return t, nil
		}
	}
	return api.Token{}, api.Errorf(api.UnsupportedToken, "there is no token at %s", a)
}

func (s *service) IsContract(_ context.Context, _ uint64, a common.Address) (bool, error) {
	return a == rfq || a == usdc.Address || a == odd.Address, nil
}

func (s *service) PrepareTransfer(_ context.Context, r api.TransferRequest) (api.Transaction,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.transfers = append(s.transfers, r)
	tx := api.Transaction{From: r.Owner, To: r.Asset.Address, Gas: 60_000,
		GasPrice: api.NewAmount(2e9)}
	switch {
	case r.Asset.Address == api.NativeToken:
		tx.To, tx.Value = r.To, r.Amount
	case r.Asset.Kind == api.ERC721:
		tx.Data = contracts.NewERC721Collection().PackSafeTransferFrom(r.Owner, r.To,
			r.Asset.ID.Big())
	default:
		tx.Data = contracts.NewStandardToken().PackTransfer(r.To, r.Amount.Big())
	}
	return tx, nil
}

func (s *service) UserToken(_ context.Context, _ uint64, account,
	token common.Address) (api.UserToken, error) {
	for _, t := range []api.Token{odd, fake} {
		if held := (api.UserToken{Token: t, Balance: units("5", t)}); account == main &&
			token == t.Address {
			return held, nil
		}
	}
	return api.UserToken{Token: odd}, nil
}

func (s *service) FillableBalance(
	_ context.Context, _ uint64, maker common.Address,
	_ *common.Address) (map[common.Address]api.Amount, error) {
	if maker != main {
		return nil, nil
	}
	return map[common.Address]api.Amount{
		usdc.Address: units("3018.73", usdc), weth.Address: units("2.5", weth),
		uni.Address: units("400", uni)}, nil
}

func (s *service) Orders(_ context.Context, q api.OrderQuery) (api.OrderPage, error) {
	var page api.OrderPage
	if *q.Maker != main || q.Type != api.Limit || q.NFT {
		return page, nil
	}
	for i, t := range []api.Token{usdc, usdc, weth, uni} {
		page.Orders = append(page.Orders,
			api.OrderRecord{Hash: common.Hash{byte(i + 1)}, State: api.Pending,
				Order: api.Order{MakerAsset: api.Asset{Address: t.Address}}})
	}
	page.Orders = append(page.Orders,
		api.OrderRecord{Order: api.Order{MakerAsset: api.Asset{Address: usdc.Address}},
			State: api.Cancelled})
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
	from := min(len(s.delta), (q.Page-1)*q.Limit)
	return s.delta[from:min(len(s.delta), from+q.Limit)], nil
}

func (s *service) Movements(_ context.Context, _ uint64, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return viewtest.Traded{Fills: s.fills, Delta: s.delta, Swaps: sent{}.Swaps(account, 1337),
		Gas: sent{}.Gas(account, 1337)}.Movements(account, hashes), nil
}

func (s *service) Markets(context.Context, uint64) ([]api.Market, error) {
	return []api.Market{{Base: weth, Quote: usdc, Last: dollars("3020")}}, nil
}

func (s *service) PrepareWrap(_ context.Context, r api.WrapRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wraps = append(s.wraps, r)
	token, err := contracts.WrappedNativeMetaData.ParseABI()
	if err != nil {
		return api.Transaction{}, err
	}
	tx := api.Transaction{From: r.Owner, To: weth.Address, Gas: 60_000,
		GasPrice: api.NewAmount(2e9)}
	if r.Unwrap {
		tx.Data, err = token.Pack("withdraw", r.Amount.Big())
	} else {
		tx.Value = r.Amount
		tx.Data, err = token.Pack("deposit")
	}
	return tx, err
}

// PrepareClaim prepares what the real service does.
func (s *service) PrepareClaim(_ context.Context, r api.ClaimRequest) (api.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.claims = append(s.claims, r)
	return api.Transaction{From: r.Owner, To: r.Contract, Gas: 60_000,
		GasPrice: api.NewAmount(2e9), Data: contracts.NewFeeVault().PackBatchWithdrawAllERC20(
			[]common.Address{usdc.Address}, r.Owner)}, nil
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
		return api.BlockRef{Number: uint64(10_000 + 60*hour + minute),
			Time: uint64(time.Date(2026, 11, 21, hour, minute, 0, 0, time.UTC).Unix())}
	}
	fill := func(n int64, block api.BlockRef, maker, taker common.Address, gives, gets api.Token,
		gave, got string) api.Fill {
		return api.Fill{ChainID: 1337, Maker: maker, Taker: taker,
			MakerAsset:  api.Asset{Address: gives.Address},
			TakerAsset:  api.Asset{Address: gets.Address},
			MakerAmount: units(gave, gives), TakerAmount: units(got, gets), Block: block,
			TxHash: common.BigToHash(big.NewInt(n))}
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
	w, err := keys.Open(keys.Options{
		Folder: folder, Scrypt: keys.Scrypt{N: 2, P: 1}, Now: clock.Now, Random: rand.Reader,
		Development: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.ImportMnemonic(
		"hot", keys.NewSecret([]byte(strings.Repeat("abandon ", 11)+"about")), 0,
		keys.NewSecret([]byte(password))); err != nil {
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
	st := &stage{service: &service{fills: someFills()},
		folder: folder}
	one := func(t api.Token, usd string) api.Price {
		q, err := api.ParseUnits(usd, 18)
		if err != nil {
			panic(err)
		}
		return api.Price{Quote: q, Base: units("1", t)}
	}
	st.s = &views.Session{Context: ctx, Env: env, Service: st.service, Wallet: w,
		Exchange: apitest.On(st.service, local.ChainID), Network: local,
		Account: account,
		Prices: views.Prices{usdc.Address: one(usdc, "1"), weth.Address: one(weth, "3020"),
			eth.Address: one(eth, "3020")}}
	st.s.SetTokens([]api.Token{eth, weth, usdc, uni, apes, passes})
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
		for title, name := range map[string]string{
			"━ Accounts": "accounts", "━ Balances": "balances", "━ Allowances": "allowances",
			"━ Fills": "fills"} {
			if strings.Contains(line, title) {
				return name
			}
		}
	}
	return ""
}

// Candles are one of an hour long ago.
func (*service) Candles(context.Context, api.CandleQuery) ([]api.Candle, error) {
	p := dollars("3020")
	return []api.Candle{{Start: 3600, Open: p, High: p, Low: p, Close: p}}, nil
}

func dollars(text string) api.Price {
	return api.Price{Quote: units(text, usdc), Base: units("1", weth)}
}
