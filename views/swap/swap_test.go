package swap_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	noRoute := api.Errorf(api.NoRoute, "no routes found with enough liquidity")
	hostile := func(s *service) {
		for i := range s.route.BestRoute[0].Swaps[0].Exchanges {
			s.route.BestRoute[0].Swaps[0].Exchanges[i].Exchange = "Évil\x1b[31m漢字\u202e" +
				strings.Repeat("x", 60)
		}
		s.route.ContractMethod = strings.Repeat("method", 30)
	}
	for name, c := range map[string]struct {
		world func(*service)
		drive func(*stage)
	}{
		"empty": {func(*service) {},
			func(st *stage) { st.Press("ctrl+l"); st.Advance(10 * time.Second); st.header() }},
		"quoting": {func(*service) {}, func(st *stage) { st.Type("5") }},
		"quoted":  {func(*service) {}, func(*stage) {}},
		"refused": {func(s *service) { s.route, s.fails = refusal() }, func(*stage) {}},
		"insufficient": {func(s *service) {
			h := s.held[weth.Address]
			h.Balance = units("4.2183", weth)
			s.held[weth.Address] = h
		}, func(*stage) {}},
		"stale": {func(*service) {}, func(st *stage) { st.Advance(20 * time.Second); st.header() }},
		"error": {func(s *service) { s.fails = noRoute }, func(*stage) {}},
		"unfit": {func(s *service) {
			s.unfit = api.Errorf(api.TransactionFails,
				"Received amount of tokens are less then expected")
		}, func(*stage) {}},
		"hostile":  {hostile, func(*stage) {}},
		"advanced": {func(*service) {}, func(st *stage) { st.Press("d") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := world()
			c.world(s)
			st := quoted(t, s)
			c.drive(st)
			st.Goldens(name)
			st.EveryFrame()
			st.CheckActions()
		})
	}
}

func TestWhatIsAsked(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	r := st.service.prices[0]
	if r.Amount != units("10", weth) || r.Side != api.Sell || r.Src != weth.Address.Hex() ||
		r.Dest != usdc.Address.Hex() || !r.OtherPrices ||
		r.Version != api.Version62 || r.NoDirectMethods || r.User != st.s.Account.Address {
		t.Fatalf("asked %+v", r)
	}
	b := st.service.built[0]
	if b.SrcAmount == nil || *b.SrcAmount != units("10", weth) || b.DestAmount != nil ||
		!b.HasSlippage || b.Terms.Slippage != 50 ||
		!strings.Contains(string(b.Route), `"hmac":"seal"`) {
		t.Fatalf("built %+v", b)
	}
	// Typing the other amount turns the side.
	st.Press("tab", "tab")
	st.Type("500")
	st.Advance(200 * time.Millisecond)
	r = st.service.prices[len(st.service.prices)-1]
	if r.Amount != units("500", usdc) || r.Side != api.Buy {
		t.Fatalf("asked %+v", r)
	}
}

func TestTypingAsksOnce(t *testing.T) {
	t.Parallel()
	st := newStage(t, world())
	for _, d := range []string{"1", "0", ".", "2", "5"} {
		st.Type(d)
		st.Advance(100 * time.Millisecond)
	}
	if n := st.service.asked(); n != 0 {
		t.Fatalf("asked %d times while typing", n)
	}
	st.Advance(100 * time.Millisecond)
	if n := st.service.asked(); n != 1 {
		t.Fatalf("asked %d times", n)
	}
}

func TestBlocksKeepTheQuoteFresh(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	asked := st.service.asked()
	for range 6 {
		st.Advance(time.Second)
		st.block()
	}
	if n := st.service.asked() - asked; n != 3 {
		t.Fatalf("six blocks, a second apart, asked %d times; want every two seconds", n)
	}
	st.ClickOn("1 Markets")
	st.Advance(5 * time.Second)
	asked = st.service.asked()
	st.block()
	if st.service.asked() != asked {
		t.Fatal("it asks although another screen is shown")
	}
}

// What a token keeps of transfers is said, whether it is listed with it or a trial showed it.
func TestTaxesAreSaid(t *testing.T) {
	t.Parallel()
	s := world()
	quoted(t, s).Hides("taxed")
	for _, tax := range []struct{ data, says string }{
		{`{"srcTax":500}`, "sales of WETH are taxed 5.00%"},
		{`{"destTax":125}`, "purchases of USDC are taxed 1.25%"},
	} {
		s := world()
		s.route.BestRoute[0].Swaps[0].Exchanges[1].Data = json.RawMessage(tax.data)
		quoted(t, s).Shows(tax.says)
	}
}

func TestStaleQuoteIsRefreshedFirst(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.Advance(16 * time.Second)
	st.header()
	st.Shows("Refresh first ⏎", "quote is 16s old")
	asked := st.service.asked()
	st.Press("enter")
	if st.service.asked() != asked+1 || len(st.Root.Dialogs()) != 0 {
		t.Fatal("the first ⏎ only refreshes")
	}
	st.Shows("Review ⏎", "quote fresh")
}

// sign goes from the open sign dialog to the end.
func (st *stage) sign() {
	st.T.Helper()
	st.settle()
	st.Shows("SIGN and SEND transaction")
	st.Press("S", "enter")
	if len(st.service.Sent()) != 1 {
		st.T.Fatalf("%d transactions were sent:\n%s", len(st.service.Sent()), st.Frame())
	}
}

func TestSwapToTheLastUnit(t *testing.T) {
	t.Parallel()
	s := world()
	s.after = map[common.Address]api.Amount{
		weth.Address: units("21.4", weth), usdc.Address: units("42628.763341", usdc)}
	st := quoted(t, s)
	st.Press("enter")
	st.settle()
	st.Shows("price impact 0.18%", "worst price 2,999.74 USDC per WETH")
	st.sign()
	st.Shows("received 30,148.21 USDC against 30,148.21 promised, exactly")
}

// TestSurplusThatIsHalfYours: the contract shares it only where the transaction names somebody.
func TestSurplusThatIsHalfYours(t *testing.T) {
	t.Parallel()
	for _, with := range []string{"", friend.Hex()} {
		st := newStage(t, world())
		st.Resize(80, 24)
		st.Press("d", "tab", "tab", "tab") // version, only, without, partner
		st.Type(with)
		st.Press("tab", "tab", "right", "right")
		st.Shows("( 50% you, 50% exchange )")
		st.Press("d")
		st.Type("10")
		st.Advance(200 * time.Millisecond)
		st.Press("enter")
		st.settle()
		const want = "half to the exchange, half to you"
		for n := 0; n < 40 && !strings.Contains(st.Frame(), want); n++ {
			st.Press("down")
		}
		st.Shows(want)
	}
}

// A swap whose partner takes what is better than quoted says so in amounts before the signature,
// and once more with what it has brought.
func TestSurplusThatIsNotYours(t *testing.T) {
	t.Parallel()
	s := world()
	s.after = map[common.Address]api.Amount{
		weth.Address: units("21.4", weth), usdc.Address: units("42628.763341", usdc)}
	st := newStage(t, s)
	st.Resize(80, 24)
	st.Press("d", "tab", "tab", "tab") // version, only, without, partner
	st.Type(friend.Hex())
	st.Press("tab", "tab", "right") // half to the partner
	st.Press("d")
	st.Type("10")
	st.Advance(200 * time.Millisecond)
	st.Press("enter")
	st.settle()
	for n := 0; n < 40 && !strings.Contains(st.Frame(), "field by field"); n++ {
		st.Press("down") // the terms are below
	}
	st.Shows("none of what comes above 30,148.213341 USDC is yours")
	st.Press("S")
	st.settle()
	st.sign()
	st.Shows("half is the partner's, half the protocol's, none yours")
}

// What came to the account beside the swap is none of what the swap has brought.
func TestADepositIsNotWhatASwapBrought(t *testing.T) {
	t.Parallel()
	s := world()
	s.after = map[common.Address]api.Amount{
		weth.Address: units("21.4", weth), usdc.Address: units("99999", usdc)}
	s.moved = []api.Movements{{Block: &api.BlockRef{Number: 1234}, Success: true,
		Moves: []api.Move{{Token: weth.Address, Amount: units("10", weth)},
			{Token: usdc.Address, Amount: units("30057.76", usdc), In: true}}}}
	st := quoted(t, s)
	st.Press("enter")
	st.sign()
	st.Shows("received 30,057.76 USDC against 30,148.21 promised (−0.31%)")
}

func TestSwapThatSlips(t *testing.T) {
	t.Parallel()
	s := world()
	s.after = map[common.Address]api.Amount{usdc.Address: units("42538.318700", usdc)}
	st := quoted(t, s)
	st.Press("enter")
	st.sign()
	st.Shows("received 30,057.76 USDC against 30,148.21 promised (−0.31%)")
}

func TestRevertSaysWhatItCost(t *testing.T) {
	t.Parallel()
	s := world()
	s.reverts = true
	st := quoted(t, s)
	st.Press("enter")
	st.sign()
	st.Shows("the swap reverted in block 1,234, only its gas is spent")
}

func TestMovedQuoteIsShown(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	s.set(func() { s.route.DestAmount = units("30100", usdc) })
	st.Press("enter")
	st.settle()
	st.Shows("The quote has moved: it was 30,148.21 USDC and is 30,100.00 (−0.16%).",
		"Go on to sign")
	st.Press("esc")
	if len(st.Root.Dialogs()) != 0 || len(s.Sent()) != 0 {
		t.Fatal("esc leaves it")
	}
}

func TestCompareTellsWhatElseItBrings(t *testing.T) {
	t.Parallel()
	s := world()
	s.route.BoundGapBps, s.route.BoundPools = new(0.31), 227
	st := quoted(t, s)
	st.Shows("= 30,148.21 USDC", "within 0.4 bps of the best of 227 pools")
	// Six at 3016 and four at 3014 are 30,152.
	st.Shows("single pool  30,091.74   −0.19%", "order book   30,152.00   +0.01%",
		"Delta quote  30,139.02   −0.04%")
	st.Press("u")
	st.Advance(200 * time.Millisecond)
	st.Shows("sells only")
	one := world()
	one.route.BoundGapBps, one.route.BoundPools = new(0.31), 1
	quoted(t, one).Shows("within 0.4 bps of the best of 1 pool ")
}

// A route that nothing is proved of says so, beside what it brings.
func TestNoCertificateIsSaid(t *testing.T) {
	t.Parallel()
	s := world()
	s.route.BoundPools = 227
	st := quoted(t, s)
	st.Shows("= 30,148.21 USDC", "not certified")
	st.Hides("of the best of")
	st.Resize(180, 40)
	st.Shows("not certified: the best may be over 50 bps off")
}

func lossOf(s *service, out string) { s.route.DestUSD = &out }

func TestImpactAsksTwiceThenForAWord(t *testing.T) {
	t.Parallel()
	s := world()
	lossOf(s, "28388")
	st := quoted(t, s)
	st.Shows("✗ ▼ 6.00%")
	st.Press("enter")
	st.settle()
	st.Shows("The price impact is 6.00%: what you give is worth $30,200.00, what you get " +
		"$28,388.00.")
	st.Hides("to go on:")
	st.Press("esc")
	s.set(func() { lossOf(s, "26576") })
	st.Press("r", "enter")
	st.settle()
	st.Shows(`Type "IMPACT" to go on`)
	st.Press("tab", "enter")
	st.Hides("SIGN and SEND")
	st.Type("IMPACT")
	st.Press("enter")
	if len(st.Root.Dialogs()) == 1 {
		st.Press("tab", "enter")
	}
	st.sign()
}

func TestRefusedForImpact(t *testing.T) {
	t.Parallel()
	s := world()
	s.route, s.fails = refusal()
	st := quoted(t, s)
	st.Shows("17.32%", "over the limit of 15%", "UniswapV3", "= 30,148.21 USDC")
	st.Press("enter")
	if len(st.Root.Dialogs()) != 0 || len(s.built) != 0 {
		t.Fatal("a refused route is neither built nor reviewed")
	}
}

func TestApproveExactly(t *testing.T) {
	t.Parallel()
	s := world()
	h := s.held[weth.Address]
	h.Allowances = map[common.Address]api.Amount{v6: units("3", weth), proxy: units("99", weth)}
	s.held[weth.Address] = h
	st := quoted(t, s)
	st.Shows("allowance 3.0000 < 10.0000 WETH")
	st.Press("a")
	st.settle()
	if len(s.Approvals()) != 1 || s.Approvals()[0].Spender != v6 ||
		s.Approvals()[0].Amount != units("10", weth) || s.Approvals()[0].Token != weth.Address {
		t.Fatalf("approvals %+v", s.Approvals())
	}
	s.set(func() {
		h.Allowances = map[common.Address]api.Amount{v6: units("10", weth)}
		s.held[weth.Address] = h
	})
	st.Press("S", "enter")
	st.settle()
	if n := st.Root.Dialogs(); len(n) != 1 || len(s.Sent()) != 1 { // the swap's own review follows
		t.Fatalf("dialogs %v, sent %d:\n%s", n, len(s.Sent()), st.Frame())
	}
	st.Shows("2 of 2")
	st.Advance(20 * time.Second)
	st.Shows("What came before is signed, this is not")
}

// TestWhoComesBackBeginsANumberAnew: what is typed after a look at another screen does not lengthen
// the amount that was typed before.
func TestWhoComesBackBeginsANumberAnew(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.Press("f1", "f2")
	st.Shows("[ 10")
	st.Type("1.5")
	st.Shows("[ 1.5▁")
	st.Type("2")
	st.Shows("[ 1.52▁")
	st.Press("f1", "f2", "backspace") // any other editing goes on with it
	st.Shows("[ 1.5▁")
}

func TestMaxOfTheCoinLeavesGas(t *testing.T) {
	t.Parallel()
	s := world()
	st := newStage(t, s)
	st.Press("[")
	st.Shows("31.4000  " + format.Address(weth.Address)) // what is held, beside each token
	st.Type("ETH  Ether")
	st.Press("enter", "alt+5")
	st.Advance(200 * time.Millisecond)
	r := s.prices[len(s.prices)-1]
	if want := units("4.2163", eth); r.Src != eth.Address.Hex() || r.Amount != want {
		t.Fatalf("MAX sells %s of %s, want %s", r.Amount, r.Src, want)
	}
	st.Shows("allowance (native coin: none needed)")
}

func TestTerms(t *testing.T) {
	t.Parallel()
	s := world()
	st := newStage(t, s)
	st.Press("d", "tab", "tab", "tab") // version, only, without, partner
	st.Type("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	st.Press("tab")
	st.Type("150")
	st.Press("d")
	for range 5 {
		st.Press("tab")
	}
	st.Type("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	for range 5 {
		st.Press("shift+tab")
	}
	st.Type("10")
	st.Advance(200 * time.Millisecond)
	r, b := s.prices[len(s.prices)-1], s.built[len(s.built)-1]
	if r.PartnerAddress != friend || r.PartnerFeeBps != 150 || !r.NoDirectMethods ||
		b.Terms.Receiver != friend || b.Terms.PartnerFeeBps != 150 {
		t.Fatalf("asked %+v\nbuilt %+v\n%s", r, b.Terms, st.Frame())
	}
	// 1.5 % of 30,148.213341 stays with the partner.
	st.Shows("29695.990141", "452.23 USDC", "receives it, not you")
}

// Nothing of a swap that was signed, and nothing that was cleared, reaches the next one.
func TestTermsEndWithTheSwap(t *testing.T) {
	t.Parallel()
	const friend = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
	for _, end := range []string{"signed", "cleared"} {
		s := world()
		st := quoted(t, s)
		st.Press("s", "s", "s") // slippage: custom
		st.Type("5")
		st.Press("tab") // receiver
		st.Type(friend)
		// the advanced fields, with the first of them in focus
		st.Press("tab", "d")
		st.Press("right", "tab", "tab", "tab") // version 5
		st.Type(friend)
		st.Press("tab")
		st.Type("150")
		st.settle()
		st.Shows("[ 5 ", friend[:20], "[ 150▁", "( 5 )")
		if end == "cleared" {
			st.Press("ctrl+l")
		} else {
			st.Press("enter")
			st.settle()
			st.Press("S")
			st.Type("stranger")
			st.Press("enter", "enter")
			if len(s.Sent()) != 1 {
				t.Fatalf("sent %d:\n%s", len(s.Sent()), st.Frame())
			}
		}
		st.Shows("( 0.5% )", "( 6.2 )", "yourself, or 0x")
		st.Hides(friend[:20], "[ 5 ", "[ 150", "( 5 )")
	}
}

// TestLittleIsNotAPercent shows a part that carries less than the percent that the route says.
func TestLittleIsNotAPercent(t *testing.T) {
	t.Parallel()
	s := world()
	s.route.BestRoute[0].Swaps[0].Exchanges[1] = leg("UniswapV2", 1, units("0.012", weth),
		units("36.17", usdc))
	st := quoted(t, s)
	st.Shows("<1% UniswapV2")
	st.Press("v", "down", "enter")
	st.Shows("<1% of this hop")
}

func TestVenueInFull(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.Press("v", "down", "enter")
	st.Shows("Venue · UniswapV2", pool.Hex(), `"fee": 500`, "20% of this hop",
		"3617.444449 USDC  (raw 3617444449)")
	st.Press("esc", "esc")
	st.ClickOn("80% UniswapV3")
	st.ClickOn("80% UniswapV3")
	st.Shows("Venue · UniswapV3")
}

func TestFlipKeepsWhatIsExact(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.Press("u")
	st.Advance(200 * time.Millisecond)
	if r := s.prices[len(s.prices)-1]; r.Side != api.Buy || r.Amount != units("10", weth) ||
		r.Dest != weth.Address.Hex() || r.Src != usdc.Address.Hex() {
		t.Fatalf("asked %+v", r)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		says string
	}{
		"usd":     {api.Errorf(api.BadUsdPrice, "x"), "set USD prices to not needed"},
		"route":   {api.Errorf(api.NoRoute, "x"), "swap less, or another pair"},
		"changed": {api.Errorf(api.RateChanged, "x"), "press r for a fresh one"},
		"fault":   {errors.New("boom"), "a fault on our side"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := world()
			s.fails = c.err
			st := quoted(t, s)
			frame := strings.Join(strings.Fields(
				strings.NewReplacer("│", " ", "┃", " ").Replace(st.Frame())), " ")
			if !strings.Contains(frame, c.says) {
				t.Errorf("the frame does not say %q:\n%s", c.says, st.Frame())
			}
		})
	}
}

func TestOldRouteStaysWhenTheNextQuoteFails(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	s.set(func() { s.fails = api.Errorf(api.ChainUnavailable, "the node does not answer") })
	st.Advance(3 * time.Second)
	st.block()
	st.Shows("the node does not answer", "80% UniswapV3", "3s old")
	st.Press("enter")
	if len(st.Root.Dialogs()) != 0 {
		t.Fatal("a failed quote cannot be reviewed")
	}
}

// On a token the key that opens the list is told; ⏎ reviews from everywhere.
func TestTheKeyOfATokenIsTold(t *testing.T) {
	t.Parallel()
	st := newStage(t, world())
	st.Hides("␣ choose")
	st.Press("tab")
	st.Shows("▸  token", "␣ choose")
	st.Press("space")
	if len(st.Root.Dialogs()) != 1 {
		t.Error("the key that is told opens nothing")
	}
}

func TestDoublePressReviewsOnce(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	asked := st.service.asked()
	// Both presses come before the answer to the first one.
	_, first := st.Root.Update(ui.Press("enter"))
	_, second := st.Root.Update(ui.Press("enter"))
	st.Do(tea.Batch(first, second))
	if n := st.service.asked() - asked; n != 1 || len(st.Root.Dialogs()) != 1 {
		t.Fatalf("%d reviews, %d dialogs", n, len(st.Root.Dialogs()))
	}
}

func TestRawRoute(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.Press("o")
	st.Shows("Route · raw JSON", `"blockNumber": 1233`)
}

func TestCopyCalldata(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.Press("y")
	if len(st.Copied) != 1 || !strings.HasPrefix(st.Copied[0], "0xe3ead59e") {
		t.Fatalf("copied %q", st.Copied)
	}
}

func TestMarketIsFollowedWhileNothingIsTyped(t *testing.T) {
	t.Parallel()
	st := newStage(t, world())
	st.s.Market = api.Market{ChainID: 1337, Base: weth, Quote: dai}
	st.Send(views.MarketChanged{})
	st.Shows("( DAI ▾ )")
	st.Type("1")
	st.s.Market = api.Market{ChainID: 1337, Base: weth, Quote: usdc}
	st.Send(views.MarketChanged{})
	st.Shows("( DAI ▾ )")
}

func TestRandomKeys(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		st := quoted(t, world())
		st.Fuzz(seed, 400)
	}
}

func BenchmarkFrame(b *testing.B) { quoted(b, world()).Bench(b) }

func TestExchangesArePicked(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	pick := func(name string) {
		st.Press("space")
		st.Type(name)
		st.Press("enter")
		st.Advance(200 * time.Millisecond)
	}
	st.Press("d", "tab")
	pick("CurveV1")
	pick("UniswapV3")
	if got := s.prices[len(s.prices)-1].IncludeExchanges; len(got) != 2 || got[0] != "CurveV1" {
		t.Fatalf("included %v", got)
	}
	pick("CurveV1")
	st.Shows("( UniswapV3 ▾ )")
	st.Press("tab")
	pick("UniswapV2")
	if r := s.prices[len(s.prices)-1]; len(r.IncludeExchanges) != 1 ||
		len(r.ExcludeExchanges) != 1 || r.ExcludeExchanges[0] != "UniswapV2" {
		t.Fatalf("asked %+v", r)
	}
}

// A large slippage is asked about as a large impact is: the worst case is named, and typed for.
func TestLargeSlippageAsksForAWord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		percent string
		shows   []string
		word    bool
	}{
		{"6", []string{"A slippage of 6.00% accepts as little as 28,339.32 USDC."}, false},
		// the word is for both of them together
		{"9.9", []string{"A price impact of 0.18% and a slippage of 9.90% together accept 10.07% " +
			"less", `Type "SLIPPAGE" to go on`}, true},
		{"50", []string{"A slippage of 50.00% accepts as little as 15,074.10 USDC.",
			`Type "SLIPPAGE" to go on`}, true},
	} {
		st := quoted(t, world())
		st.Press("s", "s", "s") // custom
		st.Type(c.percent)
		st.settle()
		st.Press("enter")
		st.settle()
		st.Shows(c.shows...)
		if st.Press("tab", "enter"); c.word {
			st.Hides("SIGN and SEND")
		} else {
			st.Hides("SLIPPAGE")
		}
	}
}

// A slippage that is none leaves the least unknown: it is not shown without any.
func TestNoLeastWithAWrongSlippage(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"101", "0,5"} {
		st := quoted(t, world())
		st.Press("s", "s", "s") // custom
		st.Type(wrong)
		st.settle()
		st.Shows("minimum out   —")
	}
}

// What a key empties takes its figures along, and the gas in dollars is that of the gas beside it.
func TestFiguresAreOfWhatIsTyped(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.s.Prices = views.Prices{
		api.NativeToken: {Quote: units("4000", eth), Base: units("1", eth)}}
	st.Send(views.PricesChanged{})
	st.Shows("$2.50  (0.000625 ETH, simulated)")
	st.Press("ctrl+u")
	st.settle()
	st.Hides("minimum out")
}

// A purchase that cannot be paid in a token says so, and not that nothing has a route.
func TestNoRouteSaysWhy(t *testing.T) {
	t.Parallel()
	s := world()
	s.fails = api.Errorf(api.NoRoute, "a purchase cannot be paid in TAX, which keeps a part of "+
		"transfers: sell an amount of it instead")
	st := quoted(t, s)
	st.Shows("cannot be paid in TAX")
	st.Hides("has enough for this amount")
}

// With the advanced fields shown, what the chain holds the swap to stays in sight at 80×24.
func TestWhatMattersStaysInSight(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.Resize(80, 24)
	st.Press("d")
	st.Shows("min out 29,997.47 ▼ 0.18%")
}

// What a service alone tells of a swap is told as its word, without a tick; what neither the
// signature nor the quote allows is not believed.
func TestWhatASwapBroughtIsOneWord(t *testing.T) {
	t.Parallel()
	const host = "127.0.0.1:22010"
	for told, want := range map[string]string{
		"30057.76": "received 30,057.76 USDC against 30,148.21 promised (−0.31%), by the word " +
			"of " + host + " alone",
		"30148.213341": "received 30,148.21 USDC against 30,148.21 promised, exactly, by the " +
			"word of " + host + " alone",
		"30148.213340": "received 30,148.21 USDC against 30,148.21 promised, 1 raw unit less, " +
			"by the word of " + host + " alone",
		"301482.13": "✗ not believed: received 301,482.13 USDC against 30,148.21 promised " +
			"(+899.99%), by the word of " + host + " alone",
		"3014.82": "✗ not believed: received 3,014.82 USDC against 30,148.21 promised " +
			"(−90.01%), by the word of " + host + " alone",
	} {
		for _, width := range []int{80, 120} {
			s := world()
			s.moved = []api.Movements{{Block: &api.BlockRef{Number: 1234}, Success: true,
				ToldBy: host, Moves: []api.Move{{Token: weth.Address, Amount: units("10", weth)},
					{Token: usdc.Address, Amount: units(told, usdc), In: true}}}}
			st := quoted(t, s)
			st.Resize(width, 36)
			st.Press("enter")
			st.sign()
			frame := strings.Join(strings.Fields(st.Frame()), " ")
			if !strings.Contains(frame, want) {
				t.Errorf("%s at %d is told otherwise:\n%s", told, width, st.Frame())
			}
			if strings.Contains(frame, "✓ received") {
				t.Errorf("%s at %d has a tick:\n%s", told, width, st.Frame())
			}
			if pane := frame[:strings.LastIndex(frame, "received")]; !strings.Contains(pane, host) {
				t.Errorf("the pane at %d does not say whose word it is:\n%s", width, st.Frame())
			}
		}
	}
}
