package sign_test

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/sign"
	"bourse/wallet"
	"bourse/wallet/describe"
)

var (
	weth  = common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
	usdc  = common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
	rfq   = common.HexToAddress("0xe92b586627ccA7a83dC919cc7127196d70f55a06")
	delta = common.HexToAddress("0x0000000000bbF5c5Fd284e657F01Bd000933C96D")
	local = api.Network{ChainID: api.LocalChainID, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{AugustusRFQ: rfq, Delta: delta, WrappedNative: weth}}
)

// service answers for the chain: transactions wait in it until a block is made.
type service struct {
	apitest.Fake
	mu      sync.Mutex
	sent    []*types.Transaction
	refuse  error
	lost    error // what comes in place of an answer
	held    bool  // no receipt is known
	waits   bool  // it is told that what is asked for waits for its block
	unseen  int   // for so many questions by a node of one's own
	reverts string
	toldBy  string // who alone tells of receipts
	asked   int    // receipts asked for
}

// Orders implements api.Exchange.
func (s *service) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	if s.OnOrders == nil {
		return api.OrderPage{}, nil
	}
	return s.Fake.Orders(ctx, q)
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) SendTransaction(
	_ context.Context, chainID uint64, raw []byte) (common.Hash, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuse != nil {
		return common.Hash{}, s.refuse
	}
	var tx types.Transaction
	if err := tx.UnmarshalBinary(raw); err != nil || tx.ChainId().Uint64() != chainID {
		return common.Hash{}, errors.New("no transaction for this chain")
	}
	s.sent = append(s.sent, &tx)
	return tx.Hash(), s.lost
}

// Receipt mines what was sent when it is asked for the second time, so that every test sees a block
// go by.
func (s *service) Receipt(_ context.Context, chainID uint64, hash common.Hash) (api.Receipt,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held || s.waits {
		return api.Receipt{Hash: hash, Waits: s.waits}, nil
	}
	if s.unseen--; s.unseen >= 0 {
		s.Bus.Publish(api.Event{Topic: api.TopicBlock, ChainID: chainID})
		return api.Receipt{Hash: hash, Waits: true, Unseen: true}, nil
	}
	if s.asked++; s.asked%2 == 1 {
		s.Bus.Publish(api.Event{Topic: api.TopicBlock, ChainID: 1, Key: "other"},
			api.Event{Topic: api.TopicBlock, ChainID: chainID})
		return api.Receipt{Hash: hash}, nil
	}
	return api.Receipt{Hash: hash, Block: &api.BlockRef{Number: 1234}, Success: s.reverts == "",
		Reason: s.reverts, ToldBy: s.toldBy}, nil
}

// host is the screen that opens the dialogs.
type host struct{ got []tea.Msg }

func (*host) ID() ui.ScreenID { return views.Order }
func (*host) Init() tea.Cmd   { return nil }
func (h *host) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.Cmd: // sent by the test, as if the screen had made it
		return m
	case run:
		return m()
	}
	h.got = append(h.got, m)
	return nil
}
func (*host) Draw(area cells.Box) string {
	return cells.Fit(strings.Repeat("·", area.W), area.W, area.H)
}
func (*host) Actions() []ui.Action { return nil }
func (*host) Resize(cells.Box)     {}

// run makes the host do something in its Update.
type run func() tea.Cmd

// stage is a console with one screen.
type stage struct {
	*uitest.Kit
	s       *views.Session
	host    *host
	service *service
	saved   wallet.Account // a keystore account, locked
}

const password = "correct horse"

func newStage(t testing.TB) *stage {
	t.Helper()
	env, clock := uitest.NewEnv()
	w, err := wallet.Open(wallet.Options{
		Folder: t.TempDir(), Scrypt: wallet.Scrypt{N: 2, P: 1}, Now: clock.Now, Random: rand.Reader,
		Development: true})
	if err != nil {
		t.Fatal(err)
	}
	saved, err := w.ImportKey("savings", wallet.NewSecret([]byte(strings.Repeat("01", 32))),
		wallet.NewSecret([]byte(password)))
	if err != nil {
		t.Fatal(err)
	}
	main, err := w.Find("main")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	st := &stage{host: &host{}, service: &service{}, saved: saved}
	st.service.OnFillableBalance = func(context.Context, uint64, common.Address,
		*common.Address) (map[common.Address]api.Amount, error) {
		return nil, nil
	}
	st.service.OnOrders = func(context.Context, api.OrderQuery) (api.OrderPage, error) {
		return api.OrderPage{}, nil
	}
	st.s = &views.Session{Context: ctx, Env: env, Service: st.service, Wallet: w,
		Exchange: apitest.On(st.service, local.ChainID), Network: local,
		Account: main}
	st.s.SetTokens([]api.Token{
		{Address: weth, Symbol: "WETH", Decimals: 18}, {Address: usdc, Symbol: "USDC", Decimals: 6},
	})
	st.Kit = uitest.NewScreen(t, env, st.host)
	st.block(clock.Now())
	return st
}

// block makes the header fresh.
func (st *stage) block(at time.Time) {
	st.Send(ui.Header{Mode: "LOCAL", Chain: "local", ChainShort: "loc", ChainID: local.ChainID,
		Account: st.s.Account.Name,
		Address: st.s.Account.Address.Hex(), Block: 1233, BlockAt: at, BlockTime: time.Second,
		Conn: ui.Live})
}

// do makes the screen do something, and lets the grace period of a dialog pass.
func (st *stage) do(f func() tea.Cmd) {
	st.Send(run(f))
	st.settle()
}

func (st *stage) settle() {
	st.Advance(2 * time.Second)
	st.block(st.Clock.Now())
}

func amount(s string) api.Amount {
	a, err := api.ParseAmount(s)
	if err != nil {
		panic(err)
	}
	return a
}

func (st *stage) order() api.Order {
	return api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(7), common.Address{}),
		Expiry:       uint64(uitest.Start.Unix()) + 3600, Maker: st.s.Account.Address,
		MakerAsset: api.Asset{Address: weth}, TakerAsset: api.Asset{Address: usdc},
		MakerAmount: amount("2000000000000000000"), TakerAmount: amount("6036000001"),
	}
}

// openOrder opens the dialog for an order and returns what Done gets.
func (st *stage) openOrder(change func(*api.Order, *sign.Spec)) *[]sign.Signed {
	o := st.order()
	data := eip712.TypedData{}
	var done []sign.Signed
	spec := sign.Spec{Data: &data,
		Done: func(s sign.Signed) tea.Cmd { done = append(done, s); return nil }}
	if change != nil {
		change(&o, &spec)
	}
	data = eip712.OrderTypedData(local.ChainID, rfq, o)
	st.do(func() tea.Cmd {
		sign.Open(st.s, spec)
		return nil
	})
	return &done
}

func (st *stage) openDialogs() int { return len(st.Root.Dialogs()) }

func TestSignAnOrder(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	done := st.openOrder(nil)
	st.Shows("SIGN typed data · Limit order", "Sell exactly", "2.00 WETH", "(2000000000000000000)",
		"6,036.000001 USDC", "anyone may take it",
		"Signing as", st.s.Account.Address.Hex(), "✓ known order contract", "[ Cancel ]◂",
		"Nothing has been signed")
	st.Press("S", "enter")
	if len(*done) != 1 || st.openDialogs() != 0 {
		t.Fatalf("signed %d times, %d dialogs are open", len(*done), st.openDialogs())
	}
	got := (*done)[0]
	o := st.order()
	if hash := eip712.HashOrder(local.ChainID, rfq, &o); got.Hash != hash ||
		eip712.Verify(hash, got.Signature.Bytes(), o.Maker) != nil {
		t.Errorf("signed %+v", got)
	}
}

// What is sold stands above as the more that it may be, and exactly where it says so.
func TestOneAmountIsRoundedOneWay(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.openOrder(func(o *api.Order, _ *sign.Spec) { o.MakerAmount = amount("495049500000000000") })
	st.Shows("SELL ▼", "0.495050 WETH at", "Sell exactly", "0.4950495 WETH  (495049500000000000)")
	st.Hides("0.495049 WETH")
}

func TestNothingButTheTwoKeysSigns(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{
		{"enter"}, {"esc"}, {"space", "enter"}, {"s", "y", "enter"}, {"S", "tab", "enter"},
		{"S", "esc"}} {
		st := newStage(t)
		done := st.openOrder(nil)
		st.Press(keys...)
		if len(*done) != 0 || st.openDialogs() != 0 {
			t.Errorf("%v: signed %d times, %d dialogs are open", keys, len(*done), st.openDialogs())
		}
	}
}

func TestKeysInFlightDoNotSign(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	o := st.order()
	data := eip712.OrderTypedData(local.ChainID, rfq, o)
	signed := 0
	st.Send(run(func() tea.Cmd {
		sign.Open(st.s, sign.Spec{
			Data: &data, Done: func(sign.Signed) tea.Cmd { signed++; return nil }})
		return nil
	}))
	st.Press("S", "enter", "S", "enter")
	if signed != 0 || st.openDialogs() != 1 {
		t.Fatalf("typed ahead: signed %d times, %d dialogs", signed, st.openDialogs())
	}
}

// Who pressed S too early is told so, and the ⏎ that was meant to sign does not cancel instead.
func TestAKeyThatCameTooEarlyChangesNothing(t *testing.T) {
	t.Parallel()
	for _, early := range [][]string{{"S"}, {"S", "enter"}, {"right"}} {
		st := newStage(t)
		signed := 0
		data := eip712.OrderTypedData(local.ChainID, rfq, st.order())
		st.Send(run(func() tea.Cmd {
			sign.Open(st.s, sign.Spec{
				Data: &data, Done: func(sign.Signed) tea.Cmd { signed++; return nil }})
			return nil
		}))
		st.Press(early...)
		st.Shows(ui.KeyName(early[0]) + " came too soon after this opened, and was not taken")
		st.Advance(5 * time.Second)
		st.Press("enter")
		if signed != 0 || st.openDialogs() != 1 {
			t.Fatalf("after %v and ⏎: signed %d times, %d dialogs", early, signed,
				st.openDialogs())
		}
		st.Shows("⏎ was not taken, as " + ui.KeyName(early[0]) + " before it came too soon")
		st.Press("S", "enter")
		if signed != 1 {
			t.Fatalf("after %v: signed %d times", early, signed)
		}
	}
}

// ⏎ on Cancel says that nothing was signed: whoever meant Sign sees that it was not.
func TestCancelSaysThatNothingIsSigned(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.openOrder(nil)
	st.Press("enter")
	st.Shows("cancelled: nothing was signed")
}

// Whoever leaves a cancellation reads nowhere that something is cancelled: it is not.
func TestWhoLeavesACancellationIsNotToldThatItIsCancelled(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	asks := st.asks(t)
	for name, says := range map[string][2]string{
		"cancel":     {"[ Keep it ]◂", "left as it is: nothing was signed"},
		"invalidate": {"[ Keep it ]◂", "left as it is: nothing was signed"},
		"wrap":       {"[ Cancel ]◂", "cancelled: nothing was signed"},
	} {
		a := asks[name]
		st.service.answers(func() api.Transaction { return a.answer })
		st.do(func() tea.Cmd {
			sign.Run(st.s, a.task)
			return nil
		})
		st.Shows(says[0])
		st.Press("enter")
		st.Shows(says[1])
	}
}

func TestBlockedSigningSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*stage, *api.Order, *sign.Spec)
		want   string
	}{
		"expired": {func(_ *stage, o *api.Order, _ *sign.Spec) { o.Expiry = 1 },
			"it has expired already"},
		"another maker": {func(_ *stage, o *api.Order, _ *sign.Spec) { o.Maker = weth },
			"the maker is"},
		"failed check": {func(_ *stage, _ *api.Order, p *sign.Spec) {
			p.Checks = []ui.Check{{Level: ui.Bad, Text: "you hold only 1.00 WETH"}}
		}, "you hold only 1.00 WETH"},
		"watch only": {func(st *stage, o *api.Order, _ *sign.Spec) {
			a, err := st.s.Wallet.Watch("eye", weth)
			if err != nil {
				panic(err)
			}
			st.s.Account, o.Maker = a, weth
		}, "eye is watch-only"},
	} {
		st := newStage(t)
		done := st.openOrder(func(o *api.Order, p *sign.Spec) { c.change(st, o, p) })
		st.Press("S")
		if text := st.Root.Note().Text; !strings.Contains(text, c.want) {
			t.Errorf("%s: the message row says %q", name, text)
		}
		st.Press("S", "enter")
		if len(*done) != 0 {
			t.Errorf("%s: signed", name)
		}
	}
}

func TestMovedPriceDisarmsForGood(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	moved := ""
	done := st.openOrder(func(_ *api.Order,
		p *sign.Spec) {
		p.Moved = func() string { return moved }
	})
	st.Press("S")
	moved = "the price moved to 3,021.00"
	st.block(st.Clock.Now())
	st.Shows("✗ the price moved to 3,021.00: close and review it again")
	moved = ""
	st.Press("S", "enter")
	if len(*done) != 0 {
		t.Error("signed after the price had moved")
	}
}

func TestStaleBlockHoldsSigningUntilItIsFresh(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	done := st.openOrder(nil)
	st.block(st.Clock.Now().Add(-time.Minute))
	st.Shows("cannot sign at present: the newest block is 1m old")
	st.Press("S", "tab", "S")
	if len(*done) != 0 {
		t.Fatal("signed on a stale block")
	}
	st.block(st.Clock.Now())
	st.Press("S", "enter")
	if len(*done) != 1 {
		t.Error("cannot sign although the block is fresh again")
	}
}

func TestDangerAsksForAWord(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	done := st.openOrder(func(o *api.Order,
		_ *sign.Spec) {
		o.TakerAsset.Address = common.HexToAddress("0xbad")
	})
	st.Shows("is not listed", `Type "unlisted" to go on`)
	st.Press("S", "enter")
	if st.openDialogs() != 1 || !strings.Contains(st.Root.Note().Text, `type "unlisted"`) {
		t.Fatalf("⏎ without the word: %q", st.Root.Note().Text)
	}
	st.Type("unlisted")
	st.Press("enter")
	if len(*done) != 0 {
		t.Fatal("the word alone signs")
	}
	st.Press("enter")
	if len(*done) != 1 {
		t.Error("cannot sign after the word")
	}
	// the word may be typed at once
	done = st.openOrder(func(o *api.Order, _ *sign.Spec) {
		o.TakerAsset.Address = common.HexToAddress("0xbad")
	})
	st.Type("unlisted")
	st.Press("enter")
	if len(*done) != 0 || st.openDialogs() != 1 {
		t.Fatalf("the word alone signs, or its ⏎ cancels:\n%s", st.Frame())
	}
	st.Press("enter")
	if len(*done) != 1 {
		t.Error("cannot sign after a word that was typed at once")
	}
}

func TestPasswordStep(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Account = st.saved
	done := st.openOrder(nil)
	st.Press("S", "enter")
	st.Shows("Password of savings")
	st.Type("not the password")
	st.Hides("not the password")
	st.Shows("••••••••••••••••")
	st.Press("enter")
	st.Shows("wrong password")
	if len(*done) != 0 {
		t.Fatal("signed with a wrong password")
	}
	st.Paste(password)
	st.Hides(password)
	st.Press("enter")
	if len(*done) != 1 || (*done)[0].Account.Address != st.saved.Address {
		t.Fatalf("signed %v", *done)
	}
	if a, _ := st.s.Wallet.Account(st.saved.Address); !a.Open {
		t.Error("the account is not unlocked")
	}
	done = st.openOrder(nil)
	st.Press("S", "enter")
	if len(*done) != 1 {
		t.Error("an unlocked account is asked for its password")
	}
}

func TestErrorsStayAndCanBeRetried(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	fails, edited := 2, false
	done := st.openOrder(func(_ *api.Order, p *sign.Spec) {
		p.Submit = func(context.Context, sign.Signed) (any, error) {
			if fails--; fails >= 0 {
				return nil, api.Errorf(api.StoreUnavailable,
					"the disk is full: make room and try again")
			}
			return "stored", nil
		}
		p.Edit = func() tea.Cmd { edited = true; return nil }
	})
	st.Press("S", "enter")
	st.Shows("✗ the disk is full: make room and try again", "[ Close ]", "[ Retry ]", "[ Edit ]",
		"It may have been sent as 0x")
	st.Press("r")
	st.Shows("the disk is full")
	st.Press("r")
	if len(*done) != 1 || (*done)[0].Result != "stored" || edited {
		t.Fatalf("after two retries: %v", *done)
	}
	fails = 1
	st.openOrder(func(_ *api.Order, p *sign.Spec) {
		p.Submit = func(context.Context, sign.Signed) (any, error) { return nil, errors.New("no") }
		p.Edit = func() tea.Cmd { edited = true; return nil }
	})
	st.Press("S", "enter", "e")
	if !edited || st.openDialogs() != 0 {
		t.Error("edit does not lead back")
	}
}

func (st *stage) approve(amount *big.Int) api.Transaction {
	token, err := contracts.StandardTokenMetaData.ParseABI()
	if err != nil {
		panic(err)
	}
	data, err := token.Pack("approve", rfq, amount)
	if err != nil {
		panic(err)
	}
	return api.Transaction{ChainID: local.ChainID, From: st.s.Account.Address, To: usdc, Data: data,
		Nonce: 4, Gas: 60_000,
		GasPrice: amount2gwei, Block: 1233, GasUsed: 46_123}
}

// approving is the task of an approval that is answered with what prepare makes.
func (st *stage) approving(amount uint64, prepare func() (api.Transaction, error)) sign.Task {
	st.service.OnPrepareApprove = func(context.Context, api.ApproveRequest) (api.Transaction,
		error) {
		return prepare()
	}
	return sign.Approve(st.s, api.Token{Address: usdc, Symbol: "USDC", Decimals: 6}, rfq,
		api.NewAmount(amount))
}

var amount2gwei = api.NewAmount(2_000_000_000)

// TestWhereItWasDone: where there are several networks another may be in front once it is mined.
func TestWhereItWasDone(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.s.Networks = []api.Network{local, {ChainID: 10, Name: "Optimism"}}
	task := st.approving(5e9, func() (api.Transaction, error) {
		return st.approve(big.NewInt(5e9)), nil
	})
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.Press("S", "enter")
	if got := st.Root.Note().Text; got != "approve USDC on "+local.Name+": done in block 1,234" {
		t.Errorf("the message row says %q", got)
	}
}

func TestTransactionFromPreparationToReceipt(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	task := st.approving(5e9, func() (api.Transaction, error) {
		return st.approve(big.NewInt(5e9)), nil
	})
	task.For = "me"
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.Shows("SIGN and SEND transaction · Approve", "order contract", "5,000.00 USDC",
		"(5000000000)", "0.00012 ETH", "gas limit 60000 at 2 gwei",
		"approve(address,uint256)", "0x095ea7b3", "[ Sign and send ]")
	st.Press("S", "enter")
	if len(st.service.sent) != 1 || st.service.sent[0].Nonce() != 4 {
		t.Fatalf("sent %v", st.service.sent)
	}
	if note := st.Root.Note(); note.Level != ui.OK ||
		note.Text != "approve USDC: done in block 1,234" {
		t.Errorf("the message row says %+v", note)
	}
	var sent, mined bool
	for _, m := range st.host.got {
		switch m := m.(type) {
		case sign.Sent:
			sent = m.For == "me" && m.Hash == st.service.sent[0].Hash()
		case sign.Mined:
			mined = m.For == "me" && m.Receipt.Success
		}
	}
	if !sent || !mined {
		t.Errorf("the screen is told %v", st.host.got)
	}
}

// TestTheSameTwiceAsksForAWord holds what a console has sent against what it is about to send.
func TestTheSameTwiceAsksForAWord(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	task := st.approving(0, func() (api.Transaction, error) {
		return st.approve(big.NewInt(0)), nil
	})
	before := st.approve(big.NewInt(0))
	before.Nonce--
	if err := st.s.UnderWay.Put(views.Sent{Kind: views.SentTransaction, Hash: common.Hash{7},
		ChainID: before.ChainID, Account: before.From, Nonce: api.NewAmount(before.Nonce),
		Act: views.TransactionAct(before), Taken: true}); err != nil {
		t.Fatal(err)
	}
	st.service.waits = true
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.Shows("! the same was sent as 0x0700…0000 and waits for its block", `Type "again" to go on`)
	st.Press("S", "enter", "enter")
	if len(st.service.sent) != 0 {
		t.Fatal("it is sent again without a word")
	}
	st.Press("esc")
	st.s.UnderWay.Remove(common.Hash{7})
	st.service.waits = false
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.Hides("the same was sent")
	st.Press("S", "enter")
	_, ok := st.s.UnderWay.Did(views.TransactionAct(before), api.NewAmount(before.Nonce),
		st.Clock.Now())
	if len(st.service.sent) != 1 || ok {
		t.Errorf("sent %d; still under way: %v", len(st.service.sent), ok)
	}
}

func TestTransactionThatFailsSaysWhereAndWhy(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	paused := true
	task := st.approving(1, func() (api.Transaction, error) {
		if paused {
			return api.Transaction{}, api.Errorf(
				api.TransactionFails, "it would revert: paused")
		}
		return st.approve(big.NewInt(1)), nil
	})
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.Shows("✗ cannot approve USDC: it would revert: paused", "r tries again")
	st.EveryFrame()
	st.Press("r")
	st.Shows("it would revert: paused")
	st.ClickOn("[ Close ]")
	if st.openDialogs() != 0 {
		t.Error("a click on Close does not close")
	}
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	paused = false
	st.Press("r")
	st.settle()
	st.Shows("SIGN and SEND transaction · Approve")
	st.Press("esc")
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.service.refuse = api.Errorf(api.ChainUnavailable, "the node does not answer; try again")
	st.Press("S", "enter")
	st.Shows("✗ the node does not answer; try again")
	st.service.refuse, st.service.reverts = nil, "Order expired"
	st.Press("r")
	if note := st.Root.Note(); note.Level != ui.Bad ||
		note.Text != "approve USDC: reverted in block 1,234: Order expired" {
		t.Errorf("the message row says %+v", note)
	}
}

// A transaction that the service refuses, as where another one took its nonce, is prepared anew.
func TestWhatIsRefusedIsPreparedAnew(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	nonce := uint64(16)
	task := st.approving(1, func() (api.Transaction, error) {
		tx := st.approve(big.NewInt(1))
		tx.Nonce = nonce
		return tx, nil
	})
	st.do(func() tea.Cmd {
		sign.Run(st.s, task)
		return nil
	})
	st.service.refuse = api.Errorf(api.TransactionFails, "the node refused it: nonce too low")
	st.Press("S", "enter")
	st.Shows("✗ the node refused it: nonce too low", "[ Retry ]")
	st.service.refuse, nonce = nil, 17
	st.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
		return api.Nonces{Mined: 17, Next: 17}, nil
	}
	st.Press("r")
	st.settle()
	st.Shows("SIGN and SEND transaction · Approve")
	if len(st.service.sent) != 0 {
		t.Fatal("it was sent without being read")
	}
	st.Shows("refused, and yet its nonce 16 is used") // maybe by the very one
	st.Press("S")
	st.Type("twice")
	st.Press("enter", "enter")
	if n := len(st.service.sent); n != 1 || st.service.sent[0].Nonce() != 17 {
		t.Fatalf("sent %d transactions: %v", n, st.service.sent)
	}
}

func TestMouse(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	done := st.openOrder(nil)
	st.ClickOn("[ Sign ]")
	if len(*done) != 0 {
		t.Fatal("one click signs")
	}
	st.Advance(300 * time.Millisecond)
	st.ClickOn("[ Sign ]")
	if len(*done) != 0 {
		t.Fatal("a double click signs")
	}
	st.Shows("the second click came too soon, and was not taken: click again")
	st.Advance(time.Second)
	st.ClickOn("[ Sign ]")
	if len(*done) != 1 {
		t.Error("two clicks do not sign")
	}
	done = st.openOrder(nil)
	st.ClickOn("[ Cancel ]")
	if len(*done) != 0 || st.openDialogs() != 0 {
		t.Error("a click on Cancel does not cancel")
	}
}

// Once a word is typed, the hint of ⏎ moves to Sign and signs then: a double click on it does the
// first only.
func TestADoubleClickOnAHintDoesNotSign(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	done := st.openOrder(func(_ *api.Order, spec *sign.Spec) { spec.Word = "WETH" })
	st.Press("S")
	st.Type("WETH")
	st.ClickOn("⏎ confirm")
	st.ClickOn("⏎ confirm")
	if len(*done) != 0 {
		t.Fatal("a double click signs")
	}
	st.Shows("the second click came too soon, and was not taken: click again")
	st.Press("enter")
	if len(*done) != 1 {
		t.Error("⏎ does not sign")
	}
}

func TestRawAndCopy(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.openOrder(nil)
	o := st.order()
	st.Press("y")
	if hash := eip712.HashOrder(local.ChainID, rfq, &o).Hex(); len(st.Copied) != 1 ||
		st.Copied[0] != hash {
		t.Errorf("copied %v, want %s", st.Copied, hash)
	}
	st.Press("J")
	st.Shows(`"primaryType": "Order"`, `"makerAmount": "2000000000000000000"`)
	st.Press("esc", "f")
	st.Shows("SIGN typed data")
}

func TestGoldens(t *testing.T) {
	st := newStage(t)
	st.openOrder(func(_ *api.Order, p *sign.Spec) {
		p.Checks = []ui.Check{{Level: ui.OK, Text: "price 0.06% better than market"},
			{Level: ui.Warn, Text: "allowance 2.00 exactly: a second order would need a new " +
				"approval"}}
	})
	st.Goldens("order")
	st.EveryFrame()
	st.Press("esc")

	data := eip712.DeltaTypedData(
		local.ChainID, delta, api.DeltaOrder{
			Owner: st.s.Account.Address, SrcToken: usdc, DestToken: weth,
			SrcAmount: amount("5000000000"), DestAmount: amount("1637479800000000000"),
			ExpectedDestAmount: amount("1654020000000000000"),
			Deadline:           uint64(uitest.Start.Unix()) + 3600,
			Nonce:              api.NewAmount(8821300004417),
			Permit:             []byte{}})
	st.do(func() tea.Cmd {
		sign.Open(st.s, sign.Spec{Data: &data, Step: 1, Steps: 2})
		return nil
	})
	st.Goldens("delta")
	st.Press("esc")

	tx := st.approve(api.MaxAmount.Big())
	st.do(func() tea.Cmd {
		sign.Open(st.s, sign.Spec{Tx: &tx, Wish: describe.Wish{Kind: describe.Approve,
			At: []common.Address{usdc}, Spender: rfq, Allows: api.MaxAmount}})
		return nil
	})
	st.Goldens("unlimited")
	st.EveryFrame()
	st.Press("esc")

	st.s.Account = st.saved
	st.openOrder(func(_ *api.Order, p *sign.Spec) {
		p.Submit = func(context.Context, sign.Signed) (any, error) {
			return nil, api.Errorf(api.OrderExpired, "the order has expired: choose a later expiry")
		}
		p.Edit = func() tea.Cmd { return nil }
	})
	st.Press("S", "enter")
	st.Type("12345678")
	st.Goldens("password")
	st.EveryFrame()
	st.Press("enter")
	st.Type(password)
	st.Press("enter")
	st.Goldens("refused")
	st.EveryFrame()
}

func TestRandomKeysNeverBreakTheFrame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		st := newStage(t)
		st.openOrder(nil)
		for range 6 {
			st.Fuzz(seed, 40)
			if st.openDialogs() == 0 {
				st.openOrder(func(o *api.Order,
					_ *sign.Spec) {
					o.TakerAsset.Address = common.Address{byte(seed)}
				})
			}
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	st := newStage(b)
	st.openOrder(nil)
	st.Bench(b)
}

// A Ledger shows typed data by two hashes, so that the dialog shows them too.
func TestLedgerHashes(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Resize(120, 50)
	st.s.Account.Kind = wallet.Hardware
	var data *eip712.TypedData
	st.openOrder(func(_ *api.Order, p *sign.Spec) { data = p.Data })
	st.Shows("domain hash", data.Domain.Separator().Hex(), "message hash",
		data.Message.Hash().Hex(), "as the Ledger shows it")
	hash := crypto.Keccak256Hash([]byte{0x19, 1}, data.Domain.Separator().Bytes(),
		data.Message.Hash().Bytes())
	st.Shows(hash.Hex())
}
