package console

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui/style"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/alert"
	"bourse/views/viewtest"
)

// trading is an exchange with a last price.
type trading struct {
	exchange
	last, bid, ask api.Price
	worth          string
	fails          error
}

func (x *trading) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func (x *trading) Markets(context.Context, uint64) ([]api.Market, error) {
	return []api.Market{{ChainID: 1337, Base: weth, Quote: usdc, Last: x.last, BestBid: x.bid,
		BestAsk: x.ask}}, x.fails
}

func dollars(t *testing.T, s string) api.Price {
	t.Helper()
	p, err := api.ParsePrice(s, 18, 6)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// again opens a console on what an earlier session kept in a folder.
func again(t *testing.T, x api.Service, folder string, change func(*Config)) *uitest.Kit {
	t.Helper()
	k, _ := reopen(t, x, folder, change)
	return k
}

// reopen is again, with the console.
func reopen(t *testing.T, x api.Service, folder string, change func(*Config)) (*uitest.Kit,
	*Console) {
	t.Helper()
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return x, nil })
	cfg.State = folder
	if change != nil {
		change(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return uitest.NewRoot(t, c.env, c.root), c
}

// TestARisingAlertRingsOnTheRiseAlone: what stands rings each time the price comes from below, also
// in the next session, and never as it falls back.
// TestAnAlertBeforeTheFirstTrade: pools tell what a pair is worth that nobody has traded yet.
func TestAnAlertBeforeTheFirstTrade(t *testing.T) {
	t.Parallel()
	s := &views.Session{Network: api.Network{ChainID: 1337}, Prices: views.Prices{
		weth.Address: {Quote: api.NewAmount(3e18), Base: api.NewAmount(1e15)},
		usdc.Address: {Quote: api.NewAmount(1e18), Base: api.NewAmount(1e6)}}}
	m := api.Market{ChainID: 1337, Base: weth, Quote: usdc}
	for text, want := range map[string]alert.Kind{"3005": alert.Above, "2995": alert.Below,
		"+5%": alert.Moved} {
		if a, why := alert.Parse(s, alert.Priced(s, m), text); why != "" || a.Kind != want ||
			want == alert.Moved && a.From != "3000" {
			t.Errorf("%q is %+v, %s", text, a, why)
		}
	}
	if _, why := alert.Parse(s, alert.Priced(s, api.Market{ChainID: 10, Base: weth, Quote: usdc}),
		"3005"); why == "" {
		t.Error("the prices of the network in front are taken for those of another")
	}
}

func TestARisingAlertRingsOnTheRiseAlone(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("A")
	k.Type("3010.5 again")
	k.Press("enter")
	rung := 0
	for _, c := range []struct {
		price string
		rings bool
	}{{"3011", true}, {"3012", false}, {"3009", false}, {"3010.5", true}, {"3010", false},
		{"3020", true}} {
		x.last = dollars(t, c.price)
		if k.Advance(5 * time.Second); c.rings {
			rung++
			k.Shows("WETH/USDC has risen to 3,010.5: the last price is 3,0")
		}
		if k.Bells != rung {
			t.Fatalf("at %s it has rung %d times, want %d", c.price, k.Bells, rung)
		}
	}
	k = again(t, x, folder, nil) // it has rung for this crossing
	if k.Advance(10 * time.Second); k.Bells != 0 {
		t.Fatal("the next session rings above the price")
	}
}

// What another program of the folder sets, such as bourse do, rings in a console that is open, and
// no longer once it was taken back there.
func TestAnAlertSetElsewhereRingsHere(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")}
	folder := filepath.Join(t.TempDir(), "console")
	other, k := again(t, x, folder, nil), again(t, x, folder, nil)
	for _, text := range []string{"3010.5", "3020"} {
		k.Press("A")
		k.Type(text)
		k.Press("enter")
	}
	other.Advance(6 * time.Second)
	k.Press("A")
	k.Type("forget 2")
	k.Press("enter")
	other.Advance(6 * time.Second)
	x.last = dollars(t, "3021")
	other.Advance(6 * time.Second)
	other.Shows("WETH/USDC has risen to 3,010.5: the last price is 3,021.00")
	if other.Bells != 1 {
		t.Errorf("it rings %d times", other.Bells)
	}
}

// While prices cannot be read no alert can ring, whatever else the service answers: that rings, and
// stands on the screens, with since when and why, until they can.
func TestAlertsThatCannotRingSaySo(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")}
	k := again(t, x, filepath.Join(t.TempDir(), "console"), nil)
	k.Press("A")
	k.Type("3010")
	k.Press("enter")
	k.Advance(5 * time.Second)
	const blind = "no alert can ring since "
	k.Hides(blind)
	x.fails = api.Errorf(api.ChainUnavailable, "there failed over GET /x/1337/markets")
	k.Advance(5 * time.Second)
	k.Hides(blind)
	x.status.Head.Time += 20
	if k.Advance(15 * time.Second); k.Bells != 1 {
		t.Errorf("it rings %d times that it cannot", k.Bells)
	}
	k.Press("3")
	k.Shows(blind, "there failed over GET /x/1337/markets")
	x.fails = nil
	k.Advance(10 * time.Second)
	k.Hides(blind)
}

func TestAlertRingsOnEveryScreen(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("3", "A")
	k.Shows("Alert · WETH/USDC", "The last price is 3,000.00.")
	k.Type("3000")
	k.Press("enter")
	k.Shows("that is the last price already")
	k.Press("ctrl+u")
	k.Type("spread 0.0001%")
	k.Press("enter")
	k.Shows("a share in percent, 0.01% or more")
	k.Press("ctrl+u")
	k.Type("3010.5")
	k.Press("enter")
	k.Shows("rings when WETH/USDC rises to 3,010.5")
	x.last = dollars(t, "3010")
	k.Advance(5 * time.Second)
	if k.Bells != 0 {
		t.Fatal("it rings below the price")
	}
	// The next session still waits for it.
	k = again(t, x, folder, nil)
	k.Press("7")
	x.last = dollars(t, "3011")
	k.Advance(5 * time.Second)
	k.Shows("WETH/USDC has risen to 3,010.5: the last price is 3,011.00")
	if k.Advance(20 * time.Second); k.Bells != 1 {
		t.Fatalf("it rang %d times", k.Bells)
	}
	k.Press("8")
	k.Shows("WETH/USDC has risen to 3,010.5")
	k = again(t, x, folder, nil)
	if k.Advance(20 * time.Second); k.Bells != 0 {
		t.Fatal("it rings again")
	}
}

func TestAlertIsForgotten(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")}
	k := again(t, x, filepath.Join(t.TempDir(), "console"), nil)
	k.Press("3", "A")
	k.Type("2990")
	k.Press("enter", "A")
	k.Shows("1  WETH/USDC falls to 2,990")
	k.Type("2980") // the same keys do the same thing again
	k.Press("enter", "A")
	k.Shows("1  WETH/USDC falls to 2,990", "2  WETH/USDC falls to 2,980")
	k.Type("forget 3")
	k.Press("enter")
	k.Shows("there is no such alert: forget 1 to 2")
	k.Press("ctrl+u")
	k.Type("forget 1")
	k.Press("enter")
	k.Shows("forgotten: WETH/USDC falls to 2,990")
	k.Press("A")
	k.Type("forget 1")
	k.Press("enter")
	x.last = dollars(t, "2900")
	if k.Advance(20 * time.Second); k.Bells != 0 {
		t.Fatal("it rings all the same")
	}
}

func TestAlertsReadTheirOwnLinesOnly(t *testing.T) {
	t.Parallel()
	pair := api.Pair{Base: weth.Address, Quote: usdc.Address}
	a := alert.Alert{Chain: 1337, Pair: pair, Kind: alert.Above, Value: "3010.5"}
	for _, a := range []alert.Alert{a,
		{Chain: 1337, Pair: pair, Kind: alert.Moved, Value: "-5", From: "3000", Again: true,
			Account: common.Address{7}},
		{Chain: 1337, Pair: pair, Kind: alert.Filled, Again: true, Account: common.Address{7}}} {
		if b, ok := alert.Read(a.Line()); !ok || a != b {
			t.Errorf("%q is read as %+v", a.Line(), b)
		}
	}
	old := "1337 " + weth.Address.Hex() + " " + usdc.Address.Hex() + " above 3010.5"
	if b, ok := alert.Read(old); !ok || a != b {
		t.Errorf("%q is read as %+v", old, b)
	}
	for _, line := range []string{
		"", "x", "1337 0x1 0x2 above 1", "x " + old[5:], a.Line() + " more",
		strings.Replace(old, "above", "beside", 1)} {
		if _, ok := alert.Read(line); ok {
			t.Errorf("%q is read", line)
		}
	}
	if _, ok := (alert.Alert{Kind: alert.Above, Value: "junk"}).Price(weth, usdc); ok {
		t.Error("junk is a price")
	}
}

// UserTokens is what the account holds: as many dollars as the world says.
func (x *trading) UserTokens(context.Context, uint64, common.Address) ([]api.UserToken, error) {
	return []api.UserToken{{Token: usdc, Balance: units("0"+x.worth, 6)}}, nil
}

// Alerts of every kind ring, those that are to be kept again and again, also after a restart; each
// is seen outside the window too, and its price by the chart.
func TestAlertsOfEveryKind(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000"),
		bid: dollars(t, "2999"), ask: dollars(t, "3001"), worth: "1000000000000000000"}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	rings := func(change func(), says string) {
		t.Helper()
		before := len(k.Notified)
		change()
		k.Advance(6 * time.Second)
		switch news := k.Notified[before:]; {
		case says == "" && len(news) > 0:
			t.Errorf("it rings: %q", news)
		case says != "" && (len(news) != 1 || !strings.Contains(news[0], says)):
			t.Errorf("it rings %q, want %q", news, says)
		}
	}
	for _, text := range []string{"+5% again", "spread 1% again", "worth -50", "3005,5", "fill"} {
		k.Press("ctrl+k")
		k.Type("alert " + text)
		k.Press("enter", "esc")
	}
	k.Advance(6 * time.Second) // what the account is worth is read
	rings(func() { x.last = dollars(t, "3149") }, "")
	rings(func() { x.last = dollars(t, "3150") }, "has moved by 5%: the last price is 3,150.00")
	rings(func() { x.last = dollars(t, "3200") }, "")
	rings(func() { x.last = dollars(t, "3308") }, "has moved by 5%")
	rings(func() { x.ask = dollars(t, "3050") }, "the spread of WETH/USDC is 1.6")
	rings(func() { x.ask = dollars(t, "3060") }, "")
	rings(func() { x.ask = dollars(t, "3001") }, "")
	k = again(t, x, folder, nil)
	k.Advance(6 * time.Second)
	rings(func() { x.ask = dollars(t, "3050") }, "the spread of WETH/USDC is 1.6")
	rings(func() { x.worth = "999900000000000000" }, "your account is worth 50 USD less")
	rings(func() { x.worth = "1" }, "") // it was for once
	k.Press("A")
	k.Shows("WETH/USDC rises by 5% from 3,308, each time",
		"an order of yours is filled on WETH/USDC, or you fill one")
	k.Hides("to 3,005")
}

// A token that the account holds and whose price is not known makes its worth unknown: no alert on
// that rings, which is said, until the price is there.
func TestAlertsOnWorthWaitForEveryPrice(t *testing.T) {
	t.Parallel()
	x := &traded{trading: trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000"),
		worth: "1000000000000000000"}, ether: "3000"}
	x.status.Head.Time += 3600 // it is not stale before this is over
	x.ethers = "2"             // 6,000 USD beside the dollars
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("ctrl+k")
	k.Type("alert worth -50")
	k.Press("enter", "esc")
	k.Advance(12 * time.Second)
	x.unpriced = weth.Address
	k = again(t, x, folder, nil)
	k.Advance(12 * time.Second)
	if len(k.Notified) > 0 {
		t.Errorf("it rings %q", k.Notified)
	}
	k.Shows("what your account is worth is not known: WETH has no price")
	x.unpriced, x.ether = common.Address{}, "2900"
	k.Advance(40 * time.Second)
	if len(k.Notified) != 1 || !strings.Contains(k.Notified[0], "worth 50 USD less") {
		t.Errorf("it rings %q", k.Notified)
	}
	k.Hides("is not known")
}

// traded is an exchange on which the account has bought WETH, and may sell it again.
type traded struct {
	trading
	fills []api.Fill
	ether string // USD

	priceless bool           // what tokens are worth can't be asked for
	unpriced  common.Address // which token has no price
	ethers    string         // WETH that is held beside the dollars, "" is none
}

func (x *traded) UserTokens(ctx context.Context, chain uint64, a common.Address) (
	[]api.UserToken, error) {
	list, err := x.trading.UserTokens(ctx, chain, a)
	if x.ethers != "" {
		list = append(list, api.UserToken{Token: weth, Balance: units(x.ethers, 18)})
	}
	return list, err
}

func (x *traded) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func (x *traded) Fills(_ context.Context, q api.FillQuery) ([]api.Fill, error) {
	out := slices.Clone(x.fills)
	for i := range out {
		out[i].Taker = *q.Account
	}
	return out, nil
}

func (x *traded) Movements(ctx context.Context, _ uint64, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	fills, err := x.Fills(ctx, api.FillQuery{Account: &account})
	return viewtest.Traded{Fills: fills}.Movements(account, hashes), err
}

func (x *traded) PriceUSD(_ context.Context, _ uint64, token common.Address) (api.Price, bool,
	error) {
	if x.priceless {
		return api.Price{}, false, api.Errorf(api.ChainUnavailable, "no prices today")
	}
	if token == x.unpriced {
		return api.Price{}, false, nil
	}
	if token == usdc.Address {
		return api.Price{Quote: units("1", 18), Base: units("1", 6)}, true, nil
	}
	return api.Price{Quote: units(x.ether, 18), Base: units("1", 18)}, true, nil
}

// take is a fill in which the account takes WETH for USDC, or the other way round.
func take(block uint64, gives, gets api.Token, gave, got string) api.Fill {
	return api.Fill{ChainID: 1337, Maker: common.Address{7}, TxHash: common.Hash{byte(block)},
		MakerAsset: api.Asset{Address: gets.Address}, MakerAmount: units(got, gets.Decimals),
		TakerAsset: api.Asset{Address: gives.Address}, TakerAmount: units(gave, gives.Decimals),
		Block: api.BlockRef{Number: block, Time: 1_000_000 + block}}
}

// Alerts on gains ring by the ledger of the screen of gains, of a token and of the account; those
// that are kept ring on the way back, also in the next session.
func TestAlertsOnGains(t *testing.T) {
	t.Parallel()
	x := &traded{trading: trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")},
		fills: []api.Fill{take(1, usdc, weth, "6000", "2")}, ether: "3000"}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	for _, text := range []string{"open weth 100 again", "realised 50", "pnl -200"} {
		k.Press("ctrl+k")
		k.Type("alert " + text)
		k.Press("enter", "esc")
	}
	k.Press("A")
	k.Shows("the open P&L of your WETH reaches +100 USD, each time",
		"the realised P&L of your account reaches +50 USD",
		"the P&L of your account reaches −200 USD")
	k.Press("esc")
	rings := func(change func(), says string) {
		t.Helper()
		before := len(k.Notified)
		change()
		k.Advance(25 * time.Second)
		switch news := k.Notified[before:]; {
		case says == "" && len(news) > 0:
			t.Errorf("it rings: %q", news)
		case says != "" && (len(news) != 1 || !strings.Contains(news[0], says)):
			t.Errorf("it rings %q, want %q", news, says)
		}
	}
	rings(func() {}, "")
	rings(func() { x.ether = "3049" }, "")
	rings(func() { x.ether = "3060" },
		"the open P&L of your WETH has reached +100 USD: it is +120.00")
	rings(func() { x.ether = "3070" }, "")
	k = again(t, x, folder, nil)
	rings(func() {}, "")
	rings(func() { x.ether = "3040" }, "it is +80.00")
	rings(func() { x.fills = append(x.fills, take(2, weth, usdc, "1", "3050")) },
		"the realised P&L of your account has reached +50 USD: it is +50.00")
	rings(func() { x.ether = "2700" },
		"the P&L of your account has reached −200 USD: it is −250.00")
	k.Press("A")
	k.Hides("the realised", "−200")
	k.Type("open nothing 5")
	k.Press("enter")
	k.Shows("there is no token nothing on the list")
}

// An alert on gains does not ring before it is known what tokens are worth: 2 WETH that were bought
// for 6,000 USDC and sold for 5,000 have realised −1,000 USD, and not nothing.
func TestAlertsOnGainsWaitForPrices(t *testing.T) {
	t.Parallel()
	x := &traded{trading: trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")},
		fills: []api.Fill{take(2, weth, usdc, "2", "5000"), take(1, usdc, weth, "6000", "2")},
		ether: "3000"}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("ctrl+k")
	k.Type("alert realised -500")
	k.Press("enter", "esc")
	k.Advance(12 * time.Second) // from −1,000
	x.priceless = true
	k = again(t, x, folder, nil)
	k.Advance(30 * time.Second)
	if len(k.Notified) > 0 {
		t.Errorf("it rings %q", k.Notified)
	}
	x.priceless = false
	x.fills = append([]api.Fill{take(4, weth, usdc, "1", "3600"), take(3, usdc, weth, "3000", "1")},
		x.fills...)
	k.Advance(30 * time.Second)
	if len(k.Notified) != 1 || !strings.Contains(k.Notified[0], "it is −400.00") {
		t.Errorf("it rings %q", k.Notified)
	}
}

func TestColoursAreKept(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	first := k.Env.Theme.Name
	k.Press("t")
	chosen := k.Env.Theme.Name
	if chosen == first {
		t.Fatal("t changes nothing")
	}
	if k = again(t, x, folder, nil); k.Env.Theme.Name != chosen {
		t.Errorf("the next session has the theme %s, not %s", k.Env.Theme.Name, chosen)
	}
	if k = again(t, x, folder, func(
		c *Config) {
		c.Theme = "contrast"
	}); k.Env.Theme.Name != "contrast" {
		t.Errorf("--theme contrast gives %s", k.Env.Theme.Name)
	}
	if k = again(t, x, folder, func(
		c *Config) {
		c.Profile = style.NoColor
	}); k.Env.Theme.Name != "mono" {
		t.Errorf("without colours the theme is %s", k.Env.Theme.Name)
	}
}

// TestAlertBeforeTheFirstTrade: the middle of the book is a price too.
func TestAlertBeforeTheFirstTrade(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, bid: dollars(t, "2999"),
		ask: dollars(t, "3001")}
	k := again(t, x, filepath.Join(t.TempDir(), "console"), nil)
	k.Press("3", "A")
	k.Shows("the middle of the book is 3,000.00")
	k.Type("3010")
	k.Press("enter")
	k.Shows("rings when WETH/USDC rises to 3,010")
	x.bid, x.ask = dollars(t, "3009"), dollars(t, "3011.2")
	k.Advance(20 * time.Second)
	if len(k.Notified) != 1 || !strings.Contains(k.Notified[0], "WETH/USDC has risen to 3,010:") {
		t.Errorf("it rings %q", k.Notified)
	}
}
