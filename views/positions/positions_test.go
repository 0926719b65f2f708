package positions_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/positions"
	"bourse/views/viewtest"
)

var (
	weth  = viewtest.WETH()
	usdc  = viewtest.USDC()
	me    = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cfffFb92266")
	other = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	vault = common.HexToAddress("0x00000000000000000000000000000000000feE50")
	local = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{WrappedNative: weth.Address, FeeVault: vault}}
)

func units(s string, t api.Token) api.Amount { return viewtest.Units(s, t) }

// service is an account that has traded.
type service struct {
	apitest.Fake // only the methods below are called
	fills        []api.Fill
	minute       string // the price of every minute; "" leaves it at those of the hours
	hour         string // the close of the newest hour
	fails        error
	sent         views.Journal   // nil is journal
	toldBy       string          // whose word alone the movements are
	held         []api.UserToken // nil is some of both tokens
	earned       api.Amount      // WETH that the transaction of the gas took out of the fee vault
	priceless    bool            // what tokens are worth can't be asked for
	noWorth      bool            // nothing tells what WETH is worth, now or then
	candlesBy    string          // whose word alone the candles are
	nodeThen     string          // the price at any block by an own node; "" has none
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) Status(context.Context, uint64) (api.NetworkStatus, error) {
	var n api.NetworkStatus
	n.Head.Time = uint64(uitest.Start.Unix())
	return n, s.fails
}

func (s *service) UserTokens(context.Context, uint64, common.Address) ([]api.UserToken, error) {
	if s.held != nil {
		return s.held, s.fails
	}
	return []api.UserToken{{Token: weth, Balance: units("3", weth)},
		{Token: usdc, Balance: units("10000", usdc)}}, s.fails
}

func (s *service) Fills(context.Context, api.FillQuery) ([]api.Fill, error) {
	return s.fills, s.fails
}

func (s *service) DeltaOrders(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
	return nil, s.fails
}

func (s *service) Movements(_ context.Context, _ uint64, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	var sent views.Journal = journal{}
	if s.sent != nil {
		sent = s.sent
	}
	list := viewtest.Traded{Fills: s.fills, Swaps: sent.Swaps(account, 1337),
		Gas: sent.Gas(account, 1337)}.Movements(account, hashes)
	for i := range list {
		list[i].ToldBy = s.toldBy
		if m := &list[i]; !s.earned.IsZero() && m.Hash == (common.Hash{0x5b}) {
			m.To, m.Moves = vault, []api.Move{{Token: weth.Address, Amount: s.earned, In: true}}
		}
	}
	return list, s.fails
}

func (s *service) PriceUSD(_ context.Context, _ uint64, token common.Address) (api.Price, bool,
	error) {
	switch {
	case s.priceless:
		return api.Price{}, false, api.Errorf(api.ChainUnavailable, "no prices today")
	case token == usdc.Address:
		return api.Price{Quote: api.NewAmount(1e18), Base: api.NewAmount(1e6)}, true, nil
	}
	return api.Price{Quote: units("3020", weth), Base: units("1", weth)}, !s.noWorth, nil
}

func price(s string) api.Price {
	p, err := api.ParsePrice(s, 18, 6)
	if err != nil {
		panic(err)
	}
	return p
}

func (s *service) Markets(context.Context, uint64) ([]api.Market, error) {
	if s.noWorth {
		return nil, s.fails
	}
	return []api.Market{{Base: weth, Quote: usdc, Last: price("3020")}}, s.fails
}

func (s *service) Candles(_ context.Context, q api.CandleQuery) (out []api.Candle, err error) {
	now := uint64(uitest.Start.Unix())
	defer func() {
		for i := range out {
			out[i].ToldBy = s.candlesBy
		}
		if q.Block != 0 && s.nodeThen != "" {
			out = []api.Candle{{Start: q.Until - q.Until%60, Close: price(s.nodeThen)}}
		}
	}()
	if q.Interval == time.Minute {
		if s.minute != "" {
			out = []api.Candle{{Start: q.Until - q.Until%60, Close: price(s.minute)}}
		}
		return out, s.fails
	}
	for i := range 48 {
		p := price([]string{"3000", "3010", "2990"}[i%3])
		out = append(out, api.Candle{Start: now - now%3600 - uint64(47-i)*3600, Open: p, High: p,
			Low: p, Close: p})
	}
	if s.hour != "" {
		out[47].Close = price(s.hour)
	}
	return out, s.fails
}

// spent is a journal with gas of a whole coin in this minute.
type spent struct{ journal }

func (spent) Gas(common.Address, uint64) []views.GasPaid {
	return []views.GasPaid{{Hash: common.Hash{0x5a}, Block: at(0, 90), Cost: units("1", weth)}}
}

// TestWorthOfATradeStays: what is not measured in cash is worth what its token was traded at just
// before, whatever its hour closes at.
func TestWorthOfATradeStays(t *testing.T) {
	s := trader()
	s.minute, s.hour = "2985", "2990"
	k, session := newStage(t, s)
	s.sent, session.Journal = spent{}, spent{}
	for _, s.hour = range []string{"2990", "2000"} {
		k.Press("r")
		k.Advance(11 * time.Second)
		k.Shows("2,985.00")
	}
}

// claimed is a journal with a transaction that took out what was earned as a partner.
type claimed struct{ journal }

func (claimed) Gas(common.Address, uint64) []views.GasPaid {
	return []views.GasPaid{{Hash: common.Hash{0x5b}, Block: at(0, 95), Cost: units("0.001", weth)}}
}

// Fees of a partner are in the gains, in the file of trades, and income in that for rotki.
func TestFeesOfAPartner(t *testing.T) {
	s := trader()
	s.fills, s.earned, s.minute = nil, units("0.5", weth), "2990"
	s.sent = claimed{}
	k, session := newStage(t, s)
	session.Journal = claimed{}
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("+1,495.00", "realised +1,495.00") // 0.5 at 2,990
	k.Press("T")
	k.Advance(time.Second)
	row := strings.Join(written(t, session, "trades-and-gains")[2], ",")
	if !strings.Contains(row, "partner fees,,,WETH,0.5,1495.") ||
		strings.Count(row, "1495.") != 4 { // its worth, and what it has realised by each method
		t.Errorf("the file says %q", row)
	}
	k.Press(":")
	k.Type("files for rotki")
	k.Press("enter")
	k.Advance(time.Second)
	row = strings.Join(written(t, session, "rotki-events")[1], ",")
	if !strings.HasPrefix(row, "Income,external,WETH,0.5,,,partner fees 0x5b") {
		t.Errorf("rotki reads %q", row)
	}
}

// journal is what was sent from here: a swap and the gas of a transaction.
type journal struct{}

// nothing was signed here.
type nothing struct{ journal }

func (nothing) Swaps(common.Address, uint64) []views.Swapped { return nil }
func (nothing) Gas(common.Address, uint64) []views.GasPaid   { return nil }

func at(ago time.Duration, block uint64) api.BlockRef {
	return api.BlockRef{Number: block, Time: uint64(uitest.Start.Add(-ago).Unix())}
}

func (journal) Swaps(common.Address, uint64) []views.Swapped {
	return []views.Swapped{{Hash: common.Hash{0x5a}, Block: at(time.Hour, 90), Src: weth.Address,
		Dest: usdc.Address, Spent: units("1", weth), Got: units("3100.005", usdc)}}
}

func (journal) Lost(common.Hash, string) {}
func (journal) Tell(views.Told)          {}

func (journal) Gas(common.Address, uint64) []views.GasPaid {
	return []views.GasPaid{{Hash: common.Hash{0x5a}, Block: at(time.Hour, 90),
		Cost: units("0.001", weth)}}
}

// bought is a fill in which the account took WETH for USDC.
func bought(size, paid string, b api.BlockRef) api.Fill {
	return api.Fill{Maker: other, Taker: me, MakerAsset: api.Asset{Address: weth.Address},
		TakerAsset:  api.Asset{Address: usdc.Address},
		MakerAmount: units(size, weth), TakerAmount: units(paid, usdc), Block: b,
		TxHash: common.Hash{byte(b.Number)}}
}

func newStage(t testing.TB, s *service) (*uitest.Kit, *views.Session) {
	session := viewtest.Session(t, s, local, weth, usdc)
	session.Journal = journal{}
	session.Prices = views.Prices{
		usdc.Address: {Quote: api.NewAmount(1e18), Base: api.NewAmount(1e6)},
		weth.Address: {Quote: units("3020", weth), Base: units("1", weth)}}
	k := uitest.New(t, session.Env, ui.Tab{Screen: positions.New(session), Title: "P&L",
		Short: "P&L", Number: 9})
	viewtest.Fresh(k, session, 99)
	return k, session
}

func trader() *service {
	return &service{fills: []api.Fill{bought("1", "2900", at(30*time.Hour, 50)),
		bought("3", "9100", at(26*time.Hour, 60))}}
}

// TestPositions: 4 WETH for 12,000 make an average of 3,000; one is sold by a swap for 3,100.005;
// three are left and worth 9,060; the gas was 0.001 of a coin at the hour's 2,990 or so.
func TestPositions(t *testing.T) {
	k, _ := newStage(t, trader())
	k.Shows("WETH", "3.0000", "3,000.00", "3,020.00", "9,060.00", "+60.00", "+100.00",
		"realised +100.00", "2026-11-20", "2026-11-21", "swaps and gas signed here.",
		"Equity $ · deposits count as always there")
	k.CheckActions()
	k.Goldens("normal")
	k.EveryFrame()
	k.Press("i", "tab", "tab", "e")
	k.EveryFrame()
}

// TestSmallEquity: 0.001 WETH is worth from 2.990 to 3.010 USD, and no label of the axis stands
// there twice.
func TestSmallEquity(t *testing.T) {
	s := &service{sent: nothing{}, fills: []api.Fill{bought("0.0001", "0.3", at(46*time.Hour, 50))},
		held: []api.UserToken{{Token: weth, Balance: units("0.001", weth)}}}
	k, _ := newStage(t, s)
	for _, size := range []cells.Box{{W: 120, H: 36}, {W: 80, H: 24}} {
		k.Resize(size.W, size.H)
		seen := map[string]bool{}
		labels := regexp.MustCompile(`│ +([0-9.]+)┤`)
		for _, label := range labels.FindAllStringSubmatch(k.Frame(), -1) {
			if v, err := strconv.ParseFloat(label[1], 64); err != nil || v < 2.6 || v > 3.1 ||
				seen[label[1]] {
				t.Errorf("%v: the label %s:\n%s", size, label[1], k.Frame())
			}
			seen[label[1]] = true
		}
		if len(seen) < 2 {
			t.Errorf("%v: %d labels:\n%s", size, len(seen), k.Frame())
		}
	}
}

// What the sums are, and by whose word, is read whole in narrow windows too.
func TestTheNoteIsWhole(t *testing.T) {
	s := trader()
	s.toldBy = "127.0.0.1:42003"
	k, _ := newStage(t, s)
	k.Resize(80, 24)
	k.Shows("swaps and gas signed here; told by 127.0.0.1:42003.")
	odd := bought("1", "1", at(time.Hour, 80)) // of two tokens that nobody has a price of
	odd.MakerAsset.Address, odd.TakerAsset.Address = common.Address{7}, common.Address{8}
	s.fills = append(s.fills, odd)
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("1 trade in no sum: no worth in USD is known")
}

// TestLossesAreRoundedUp: half a cent of loss is a cent, and half a cent of gain is none.
func TestLossesAreRoundedUp(t *testing.T) {
	s := trader()
	s.fills = []api.Fill{bought("4", "12400.04", at(30*time.Hour, 50))}
	k, _ := newStage(t, s) // the swap's 3,100.005 for what cost 3,100.01
	k.Shows(ui.Minus+"0.01", "realised "+ui.Minus+"0.01")
}

func TestTaxFile(t *testing.T) {
	k, session := newStage(t, trader())
	k.Press("T")
	files, err := filepath.Glob(filepath.Join(session.Env.ExportDir, "trades-and-gains-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 5 || !strings.HasPrefix(lines[3], "2026-11-21T15:41:34Z,swap,WETH,1,USDC,"+
		"3100.005,3100.005000000000000000,100.005000000000000000,90,0x5a") ||
		!strings.HasPrefix(lines[4], "2026-11-21T15:41:34Z,gas,ETH,0.001,,,") {
		t.Errorf("the file holds\n%s", text)
	}
}

// Before the session has prices they are asked for: gains are never counted without them, and no
// file is written. What can't be known without them is not said to be nothing.
func TestGainsWaitForPrices(t *testing.T) {
	s := trader()
	s.priceless = true
	k, session := newStage(t, s)
	session.Prices = views.Prices{}
	k.Send(views.AccountChanged{}) // all is read anew
	k.Advance(11 * time.Second)
	k.Hides("realised 0.00", "No positions yet")
	k.Shows("no prices today")
	k.Press("T")
	if files, err := filepath.Glob(filepath.Join(session.Env.ExportDir, "*")); len(files) > 0 {
		t.Errorf("%v is written, %v", files, err)
	}
	s.priceless = false
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("realised +100.00", "9,060.00")
}

// A row of the file whose worth nothing tells says so, and so does what says that it is written:
// the gas, which was paid in ether.
func TestTaxFileNamesWhatItLacks(t *testing.T) {
	s := trader()
	s.noWorth = true
	k, session := newStage(t, s)
	session.Prices = views.Prices{}
	k.Send(views.AccountChanged{})
	k.Advance(11 * time.Second)
	k.Press("T")
	k.Shows("! 1 row without its worth in USD: written to")
	rows := written(t, session, "trades-and-gains")
	if last := rows[len(rows)-1]; last[1] != "gas" || last[6] != "" ||
		!strings.Contains(last[13], "no worth in USD is known") {
		t.Errorf("the row says %q", last)
	}
}

// What a trade was worth is asked of the own node at the block before it, whatever the candles of
// the service say; where it is the service's word, its row and the screen say so.
func TestPastPricesSayWhoTellsOfThem(t *testing.T) {
	for _, c := range []struct{ node, gas, by string }{
		{"", "5.98", "far.example"}, // 0.001 of what the service says
		{"2995", "2.995", ""},
	} {
		s := trader()
		s.minute, s.candlesBy, s.nodeThen = "5980", "far.example", c.node
		k, session := newStage(t, s)
		k.Advance(11 * time.Second)
		k.Shows("told by far.example") // the hours of the equity are the service's in any case
		k.Press("T")
		rows := written(t, session, "trades-and-gains")
		gas := rows[len(rows)-1]
		if gas[1] != "gas" || !strings.HasPrefix(gas[6], c.gas) || gas[15] != c.by {
			t.Errorf("by %q the row says %q", c.node, gas)
		}
	}
}

func TestErrorsAndOtherAccounts(t *testing.T) {
	s := trader()
	s.fails = api.Errorf(api.ChainUnavailable, "the node does not answer")
	k, _ := newStage(t, s)
	k.Shows("could not read positions: the node does not answer")
	s.fails = nil
	k.Advance(11 * time.Second)
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("9,060.00")
	s.fills = nil
	k.Send(views.AccountChanged{})
	k.Hides("9,060.00")
}

func BenchmarkFrame(b *testing.B) {
	k, _ := newStage(b, trader())
	k.Bench(b)
}
