package console

import (
	"context"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/desk"
	"bourse/views/viewtest"
	"bourse/wallet"
)

// losing is an exchange whose day goes badly, with an order that it holds back.
type losing struct {
	traded
	cancelled []string
	// deaf cancels nothing, and says that it does; invalidated are the nonces asked about
	deaf        bool
	invalidated []api.Amount
	// what another account has done on a second network, where there is one, and whether that is
	// gone
	two  bool
	far  []api.Fill
	gone bool
	// reads runs once, as somebody reads what was traded
	reads func()
}

// Fills implements api.Service: the first account trades on the first network, the second on the
// other.
func (x *losing) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	if reads := x.reads; reads != nil {
		x.reads = nil
		reads()
	}
	list, err := wallet.DevelopmentAccounts()
	switch {
	case err != nil:
		return nil, err
	case q.ChainID == 10 && x.gone:
		return nil, api.Errorf(api.ChainUnavailable, "its node is gone")
	case q.ChainID == 10 && *q.Account == list[1]:
		far := traded{fills: x.far}
		return far.Fills(ctx, q)
	case q.ChainID != 10 && *q.Account == list[0]:
		return x.traded.Fills(ctx, q)
	}
	return nil, nil
}

// Movements implements api.Service.
func (x *losing) Movements(ctx context.Context, chain uint64, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	fills, err := x.Fills(ctx, api.FillQuery{ChainID: chain, Account: &account})
	return viewtest.Traded{Fills: fills}.Movements(account, hashes), err
}

func (x *losing) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func (x *losing) Networks(ctx context.Context) ([]api.Network, error) {
	list, err := x.traded.Networks(ctx)
	list[0].Contracts.Delta = common.Address{0x52}
	if x.two {
		list = append(list, api.Network{ChainID: 10, Name: "Optimism", Symbol: "ETH",
			BlockTime: 2 * time.Second})
	}
	return list, err
}

func (x *losing) CancelDelta(_ context.Context, ids []string, signature []byte) error {
	n, _ := x.Networks(context.Background())
	hash := eip712.CancellationsTypedData(1337, n[0].Contracts.Delta, ids).Hash()
	if err := eip712.Verify(hash, signature, x.deltas[0].User); err != nil {
		return err
	}
	x.cancelled = append(x.cancelled, ids...)
	if x.deaf {
		return nil
	}
	for i := range x.deltas {
		if slices.Contains(ids, x.deltas[i].ID) {
			x.deltas[i].Status = api.DeltaCancelled
		}
	}
	return nil
}

func (x *losing) PrepareInvalidation(_ context.Context, r api.InvalidateRequest) (api.Transaction,
	error) {
	x.invalidated = append(x.invalidated, r.Nonce)
	return api.Transaction{}, api.Errorf(api.ChainUnavailable, "out of order")
}

// today is a fill of this day.
func today(block uint64, gives, gets api.Token, gave, got string) api.Fill {
	f := take(block, gives, gets, gave, got)
	f.Block.Time = uint64(uitest.Start.Unix()) + block
	return f
}

// At four fifths of the limit the day is warned about; at the limit what is open is cancelled by a
// signature over nothing else, and nothing is traded until the word is typed, also in the next
// session. Unlocked, the limit counts anew.
func TestTheLossLimitOfTheDay(t *testing.T) {
	t.Parallel()
	x := &losing{traded: traded{trading: trading{exchange: exchange{status: at(1)},
		last: dollars(t, "3000")}, fills: []api.Fill{today(1, usdc, weth, "6000", "2")},
		ether: "3000"}}
	x.status.Head.Time += 3600 // it is not stale before this is over
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("ctrl+k")
	k.Type("loss")
	k.Press("enter")
	k.Shows("There is no limit.", "without asking: that signs cancellations and nothing")
	k.Type("500")
	k.Press("enter")
	k.Shows("a day may lose $500.00, then trading stops")
	me := again(t, x, "", nil).Env.Header.Address // the first account of every wallet here
	held := api.DeltaRecord{ID: "3f2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a", ChainID: 1337,
		Status: api.DeltaNotStarted, Hidden: true}
	if err := held.User.UnmarshalText([]byte(me)); err != nil {
		t.Fatal(err)
	}
	x.deltas = []api.DeltaRecord{held}

	k.Advance(10 * time.Second)
	k.Hides("loss limit of the day: ", "trading is locked")
	sell := func(block uint64, weths, usd string) {
		x.fills = append(x.fills, today(block, weth, usdc, weths, usd))
		k.Advance(12 * time.Second)
	}
	sell(2, "1", "2601") // 399 USD are lost: not four fifths
	k.Hides("near the loss limit")
	sell(3, "0.1", "299") // 1 more
	k.Press("8")
	k.Shows("near the loss limit of the day: $400.00 lost today, the limit is $500.00")
	k.Hides("trading is locked")
	sell(4, "0.1", "200") // 100 more
	k.Shows("trading is locked: $500.00 lost today, the limit is $500.00",
		"trading is locked, 1 open order is cancelled")
	k.Press("8")
	k.Shows("SIGN", "main signed a cancellation")
	k.Resize(80, 24)
	for _, screen := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		k.Press(screen)
		k.Shows("⊘ trading locked")
	}
	k.Resize(120, 36)
	if !slices.Equal(x.cancelled, []string{held.ID}) {
		t.Fatalf("cancelled %q\n%s", x.cancelled, k.Frame())
	}

	other := again(t, x, folder, nil) // a second console of the same folder
	other.Press("ctrl+k")
	other.Type("buy 1 weth @ 3000")
	other.Shows("$500.00 lost today")
	other.Press("esc")

	k = again(t, x, folder, nil)
	k.Advance(2 * time.Second)
	k.Shows("trading is locked", "⊘ trading locked")
	k.Press("ctrl+k")
	k.Type("buy 1 weth @ 3000")
	k.Shows("$500.00 lost today")
	k.Press("esc", "ctrl+k")
	k.Type("loss off")
	k.Shows("asks for the word first")
	k.Press("esc", "ctrl+k")
	k.Type("loss")
	k.Press("enter")
	k.Shows("Trade on all the same?", `Type "UNLOCK"`)
	k.Advance(3 * time.Second)
	k.Press("tab", "enter")
	k.Shows("Trade on all the same?")
	k.Type("UNLOCK")
	k.Press("enter")
	k.Shows("trading goes on; the limit counts anew")
	other.Advance(12 * time.Second)
	other.Press("ctrl+k")
	other.Type("buy 1 weth @ 3000")
	other.Hides("lost today", "⊘ trading locked")
	other.Press("esc")
	k.Advance(30 * time.Second)
	k.Hides("trading is locked:", "⊘ trading locked")
	sell(5, "0.1", "299")
	k.Hides("trading is locked:")
	x.deltas = nil
	sell(6, "0.3", "300") // 600 more
	k.Shows("trading is locked: $601.00 lost since it was unlocked today, the limit is $500.00")
	other.Advance(12 * time.Second)
	other.Press("ctrl+k")
	other.Type("buy 1 weth @ 3000")
	other.Shows("$601.00 lost since")
}

// A lot that another program enters, also a mistyped one, is no loss of the day but corrects the
// books: it is told, and cancels and locks nothing. What is lost by trading counts on.
func TestALotIsNoLossOfTheDay(t *testing.T) {
	t.Parallel()
	x := &losing{traded: traded{trading: trading{exchange: exchange{status: at(1)},
		last: dollars(t, "3000")}, fills: []api.Fill{today(1, usdc, weth, "6000", "2"),
		today(2, weth, usdc, "1", "2990")}, ether: "3000"}} // 10 are lost
	x.status.Head.Time += 3600 // it is not stale before this is over
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("ctrl+k")
	k.Type("loss 240")
	k.Press("enter")
	list, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	x.deltas = []api.DeltaRecord{{ID: "3f2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a", ChainID: 1337,
		User: list[0], Status: api.DeltaNotStarted, Hidden: true}}
	change := func(do func(*views.Session) tea.Cmd) {
		t.Helper()
		kept, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		env, clock := uitest.NewEnv()
		clock.Move(time.Minute)
		s := &views.Session{Env: env, Preferences: kept, Network: api.Network{ChainID: 1337}}
		s.Account.Address = list[0]
		if note := do(s)(); note != nil {
			t.Fatal(note)
		}
		k.Advance(12 * time.Second)
	}
	lot := views.Lot{Token: weth.Address, Amount: units("1", 18), Cost: big.NewRat(3_000_000, 1),
		At: uitest.Start.AddDate(0, -1, 0)}
	enter := func(s *views.Session) tea.Cmd { return s.AddLots([]views.Lot{lot}) }
	forget := func(s *views.Session) tea.Cmd { return s.RemoveLot(lot) }
	said := func(want ...string) {
		t.Helper()
		k.Hides("trading locked", "trading is locked", "near the loss limit")
		k.Press("ctrl+k")
		k.Type("loss")
		k.Press("enter")
		k.Shows(want...)
		k.Press("esc")
	}
	change(enter) // before the limit has counted with any lot
	// three have cost 3,006,000 by then, so that the sale for 2,990 lost 999,010
	said("$10.00 lost today", "$999,000.00 more")
	change(forget)
	said("$10.00 lost today")
	k = again(t, x, folder, nil) // and in the next session
	k.Advance(12 * time.Second)
	change(enter)
	change(forget)
	change(enter)
	k = again(t, x, folder, nil)
	k.Advance(12 * time.Second)
	said("$10.00 lost today")
	change(forget)
	keys, err := wallet.Open(wallet.Options{Now: time.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	at, err := desk.Open(t.Context(), desk.Config{Service: x, Wallet: keys, State: folder,
		Clock: uitest.NewClock(), Decider: desk.Nobody{}})
	if err != nil {
		t.Fatal(err)
	}
	x.reads = func() { change(enter) } // and the console has corrected the day meanwhile
	told, err := at.Say(t.Context(), "loss")
	if err != nil || !strings.Contains(told.Lines[0], "; $10.00 lost today, without the "+
		"$999,000.00 more") {
		t.Errorf("a shell is told %v, %v", told.Lines, err)
	}
	if err := at.Close(); err != nil {
		t.Error(err)
	}
	change(forget)
	x.fills = append(x.fills, today(3, weth, usdc, "1", "2770")) // 230 more
	k.Advance(12 * time.Second)
	k.Shows("⊘ trading locked")
	if len(x.cancelled) != 1 {
		t.Errorf("cancelled %q", x.cancelled)
	}
}

// What is sold after a lot was entered is a loss of the day by what it had cost, however soon it is
// sold: here before the limit has counted with the lot. What was sold before is corrected only.
func TestALotThatIsSoldAtOnceIsALoss(t *testing.T) {
	t.Parallel()
	x := &losing{traded: traded{trading: trading{exchange: exchange{status: at(1)},
		last: dollars(t, "3000")}, fills: []api.Fill{today(1, weth, usdc, "1", "2900")},
		ether: "3000"}}
	x.status.Head.Time += 3600
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("ctrl+k")
	k.Type("loss 1000")
	k.Press("enter")
	k.Advance(12 * time.Second)
	kept, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	env, clock := uitest.NewEnv()
	clock.Move(30 * time.Second)
	s := &views.Session{Env: env, Preferences: kept, Network: api.Network{ChainID: 1337}}
	list, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	s.Account.Address = list[0]
	if note := s.AddLots([]views.Lot{{Token: weth.Address, Amount: units("2", 18),
		Cost: big.NewRat(7000, 1), At: uitest.Start.AddDate(0, -1, 0)}})(); note != nil {
		t.Fatal(note)
	}
	x.fills = append(x.fills, today(32, weth, usdc, "1", "2600")) // which had cost 3,500
	k.Advance(12 * time.Second)
	k.Press("8")
	k.Shows("near the loss limit of the day: $900.00 lost today, the limit is $1,000.00")
}

// The limit counts what all accounts have lost on all networks; one that does not answer is
// named, and what it had lost stays in the sum, also over a restart.
func TestTheLossLimitCountsAll(t *testing.T) {
	t.Parallel()
	x := &losing{two: true, gone: true, traded: traded{trading: trading{
		exchange: exchange{status: at(1)}, last: dollars(t, "3000")}, ether: "3000",
		fills: []api.Fill{today(1, usdc, weth, "3000", "1"), today(2, weth, usdc, "1", "2700")}}}
	x.far = []api.Fill{today(3, usdc, weth, "3000", "1"), today(4, weth, usdc, "1", "2800")}
	x.status.Head.Time += 3600
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("ctrl+k")
	k.Type("loss 600")
	k.Press("enter")
	k.Advance(12 * time.Second)
	k.Press("8")
	k.Shows("Optimism can't be read: until it answers, the loss limit of the day counts what it")
	k.Hides("trading is locked", "near the loss limit")
	x.gone = false // 300 here and 200 there
	k.Advance(12 * time.Second)
	k.Shows("near the loss limit of the day: $500.00 lost today, the limit is $600.00")
	x.gone = true
	k = again(t, x, folder, nil)
	x.fills = append(x.fills, today(5, usdc, weth, "3000", "1"), today(6, weth, usdc, "1", "2900"))
	k.Advance(12 * time.Second)
	k.Press("8")
	k.Shows("trading is locked: $600.00 lost today, the limit is $600.00, with the last known loss")
}

// A limit that can't tell what is lost says so in the first row and beside every screen, with since
// when, until it can: who trades on knows that nothing will lock.
func TestALossLimitThatIsBlindSaysSo(t *testing.T) {
	t.Parallel()
	x := &losing{traded: traded{trading: trading{exchange: exchange{status: at(1)},
		last: dollars(t, "3000")}, ether: "3000", priceless: true,
		fills: []api.Fill{today(1, usdc, weth, "3000", "1"), today(2, weth, usdc, "1", "2000")}}}
	x.status.Head.Time += 3600 // it is not stale before this is over
	k := again(t, x, filepath.Join(t.TempDir(), "console"), nil)
	k.Press("ctrl+k")
	k.Type("loss 600")
	k.Press("enter")
	k.Advance(12 * time.Second)
	for _, screen := range []string{"1", "3", "7"} {
		k.Press(screen)
		k.Shows("⊘ loss limit blind")
	}
	k.Shows("✗ loss limit blind since 16:4", "Local can't be read")
	k.Advance(time.Minute)
	k.Shows("since 16:41")
	x.priceless = false
	k.Advance(12 * time.Second)
	k.Hides("blind")
	k.Shows("⊘ trading locked") // by the 1,000 USD that were lost
}

// Limits are read as they are typed, and a share is of what the day began with.
func TestLossLimitsAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"500": "$500.00", "$1,000.50": "$1,000.50",
		"5%": "5.00% of what you hold", "0.25%": "0.25% of what you hold"} {
		l, why := views.ReadLossLimit(text)
		if why != "" || l.String() != want {
			t.Errorf("%q is %s, %s", text, l, why)
		}
	}
	for _, text := range []string{"", "0", "-5", "101%", "many", "1,5%"} {
		if l, why := views.ReadLossLimit(text); why == "" {
			t.Errorf("%q is %s", text, l)
		}
	}
}

// A service that says that it has cancelled, and goes on, is not believed: the nonce of the order
// is used up on chain. What can't be ended is said, and tried again.
func TestTheLossLimitDoesNotBelieve(t *testing.T) {
	t.Parallel()
	x := &losing{traded: traded{trading: trading{exchange: exchange{status: at(1)},
		last: dollars(t, "3000")}, fills: []api.Fill{today(1, usdc, weth, "6000", "2")},
		ether: "3000"}, deaf: true}
	x.status.Head.Time += 3600 // it is not stale before this is over
	k := again(t, x, filepath.Join(t.TempDir(), "console"), nil)
	k.Press("ctrl+k")
	k.Type("loss")
	k.Press("enter")
	k.Type("500")
	k.Press("enter")
	k.Shows("a day may lose $500.00, then trading stops")
	held := api.DeltaRecord{ID: "3f2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a", ChainID: 1337,
		Status: api.DeltaNotStarted, OrderHash: common.Hash{0x3f},
		Order: api.DeltaOrder{Nonce: api.NewAmount(77), Deadline: 1 << 40}}
	if err := held.User.UnmarshalText(
		[]byte(again(t, x, "", nil).Env.Header.Address)); err != nil {
		t.Fatal(err)
	}
	held.Order.Owner = held.User
	x.deltas = []api.DeltaRecord{held}
	k.Advance(10 * time.Second)
	x.fills = append(x.fills, today(2, weth, usdc, "1", "2000")) // 1,000 USD are lost
	k.Advance(12 * time.Second)
	k.Press("8")
	k.Shows("1 open order is cancelled, 1 of them by the service's word")
	for range 3 {
		k.Advance(12 * time.Second)
	}
	if !slices.Contains(x.invalidated, held.Order.Nonce) {
		t.Errorf("a service that goes on is believed: %v\n%s", x.invalidated, k.Frame())
	}
	if len(x.cancelled) != 1 {
		t.Errorf("the service is told %d times", len(x.cancelled))
	}
	k.Shows("not all of them", "out of order")
}
